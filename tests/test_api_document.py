"""The API's OpenAPI document says all that a program needs, and its examples hold to it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from tests.serving import Server
from tests.visitors import UNLIMITED

ROOT = Path(__file__).parents[1]
OPERATIONS = {
    "list_games", "read_rules", "open_table", "join_table", "see_table", "list_offers", "read_journal",
    "list_documents", "give_command", "follow_table",
}
BLANKS = {"choose", "spread", "count", "write", "confirm", "compose"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("document"), limits=UNLIMITED) as running:
        yield running


@pytest.fixture(scope="module")
def document(server):
    return httpx.get(f"{server.url}/api/openapi.json").json()


@pytest.fixture(scope="module")
def schemas(document):
    return document["components"]["schemas"]


def fits(document: dict[str, Any], schema: dict[str, Any], value: object) -> bool:
    """Whether `value` is as `schema` says; references lead into the document."""
    whole = {**schema, "components": document["components"]}
    return jsonschema_rs.Draft202012Validator(whole).is_valid(value)


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for methods in document["paths"].values() for operation in methods.values()]


def test_every_operation_has_a_name_that_reads_and_says_what_it_does(document):
    assert {operation["operationId"] for operation in operations(document)} == OPERATIONS
    for operation in operations(document):
        assert operation["summary"][0].isupper(), operation["operationId"]
        assert operation["description"].endswith("."), operation["operationId"]


def test_every_parameter_is_described_with_an_example_that_fits(document):
    for operation in operations(document):
        for parameter in operation.get("parameters", ()):
            assert parameter["description"].endswith("."), parameter["name"]
            assert fits(document, parameter["schema"], parameter["example"]), parameter["name"]


def test_every_schema_and_every_field_is_described_with_an_example_that_fits(document, schemas):
    for name, schema in schemas.items():
        assert schema["description"].endswith((".", ").")), name
        assert [fits(document, schema, example) for example in schema["examples"]] == [True], name
        for field, described in schema["properties"].items():
            assert described["description"].endswith((".", ").")), (name, field)
            assert [fits(document, described, example) for example in described["examples"]] == [True], (name, field)


def test_an_example_that_does_not_fit_would_be_found(document, schemas):
    example = schemas["Count"]["examples"][0]
    assert not fits(document, schemas["Count"], {**example, "most": "five"})
    assert not fits(document, schemas["Offer"], {**schemas["Offer"]["examples"][0], "fields": [{"field": "guess"}]})


def test_no_word_is_kept_for_what_is_not_in_it(document, schemas):
    words = tomllib.loads((ROOT / "src/moot/web/api.toml").read_text(encoding="utf-8"))
    assert set(words.pop("summaries")) == OPERATIONS
    named = {parameter["name"] for each in operations(document) for parameter in each.get("parameters", ())}
    assert set(words.pop("parameters")) == named
    shared = words.pop("blank")["fields"]
    assert set(words) == set(schemas)
    assert shared.keys() <= schemas["Choose"]["properties"].keys()
    for name, entry in words.items():
        assert entry["fields"].keys() <= schemas[name]["properties"].keys(), name
        assert entry["example"].keys() == schemas[name]["properties"].keys(), name


def test_the_kind_of_a_blank_is_told_by_one_field_and_each_kind_says_how_it_is_answered(schemas):
    blanks = schemas["Offer"]["properties"]["fields"]["items"]
    assert blanks["discriminator"]["propertyName"] == "field"
    assert set(blanks["discriminator"]["mapping"]) == BLANKS
    for kind, ref in blanks["discriminator"]["mapping"].items():
        schema = schemas[ref.rpartition("/")[2]]
        assert schema["properties"]["field"]["enum"] == [kind]
        said = schema["description"].lower()
        assert said.startswith("a blank: "), kind
        assert "answer with" in said, kind


def test_a_list_of_limited_length_says_what_is_in_it(document, schemas):
    assert schemas["Asking"]["properties"]["faces"]["items"] == {"type": "integer"}
    modules = {"game": "coin", "name": "Ann", "modules": [{"id": "night"}]}
    assert not fits(document, schemas["Opening"], modules), "a module needs a title"


def test_what_a_program_reads_has_every_field_and_what_it_writes_only_what_it_must(schemas):
    assert set(schemas["Offer"]["required"]) == set(schemas["Offer"]["properties"])
    assert set(schemas["Refusal"]["required"]) == {"code", "message", "rule", "allowed", "field"}
    assert set(schemas["Asking"]["required"]) == {"id", "command"}
    assert set(schemas["Item"]["required"]) == {"kind"}


def test_messages_of_a_feed_are_as_their_schemas_say(document, server):
    ann = httpx.post(f"{server.url}/api/tables", json={"game": "coin", "name": "Ann", "house": {"door": "open"}}).json()
    at = f"{server.url}/api/tables/{ann['table']}"
    code = ann["join"].partition("?k=")[2]
    ben = httpx.post(f"{at}/join", json={"name": "Ben", "k": code}).json()
    [described] = [
        content["x-itemSchema"]
        for operation in operations(document)
        for content in operation["responses"].get("200", {}).get("content", {}).values()
        if "x-itemSchema" in content
    ]
    proof = {"Authorization": f"Bearer {ben['secret']}"}
    found: list[dict[str, Any]] = []
    with httpx.stream("GET", f"{at}/feed", headers=proof) as feed:
        for message in messages(feed):
            if not found:
                wish = {"id": "1", "command": {"do": "leave"}}
                assert httpx.post(f"{at}/commands", headers=proof, json=wish).status_code == 200
            found.append(message)
            assert fits(document, described, message), message
            if message["event"] == "gone":
                break
    assert {message["event"] for message in found} == {"message", "gone"}
    assert not fits(document, described, {**found[0], "data": {"at": 0}})


def messages(feed: httpx.Response):
    """The messages of a feed, as any reader of server-sent events takes them."""
    message: dict[str, Any] = {"event": "message"}
    for line in feed.iter_lines():
        name, _, value = line.partition(": ")
        if not line:
            if "data" in message:
                yield message
            message = {"event": "message"}
        elif name:
            message[name] = value if name == "event" else json.loads(value)
