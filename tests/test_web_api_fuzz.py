"""The JSON API against its own description: whatever is sent, the answer is one that the description knows."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.scale import times
from tests.serving import Server
from tests.visitors import UNLIMITED

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
OPERATIONS = [
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/rules"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{table_id}/join"),
    ("GET", "/api/tables/{table_id}"),
    ("GET", "/api/tables/{table_id}/offers"),
    ("GET", "/api/tables/{table_id}/journal"),
    ("GET", "/api/tables/{table_id}/documents"),
    ("POST", "/api/tables/{table_id}/commands"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("fuzz"), limits=UNLIMITED) as server:
        key = httpx.post(f"{server.url}/api/tables", json={"game": "coin", "name": "Ann"}).json()
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        yield schema, {"Authorization": f"Bearer {key['secret']}"}, key["table"]


def test_the_description_has_these_operations_and_the_feed_that_never_ends(served):
    schema, *_ = served
    found = {(each.ok().method.upper(), each.ok().path) for each in schema.get_all_operations()}
    assert found == {*OPERATIONS, ("GET", "/api/tables/{table_id}/feed")}


def test_the_description_says_where_a_seat_is_to_be_proven_and_what_every_refusal_looks_like(served):
    raw = served[0].raw_schema
    assert raw["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    for path, methods in raw["paths"].items():
        for method, operation in methods.items():
            open_to_all = path.count("{table_id}") == 0 or path.endswith("/join")
            assert operation.get("security", []) == ([] if open_to_all else [{"seat": []}]), path
            assert ("401" in operation["responses"]) != open_to_all, path
            for status, answer in operation["responses"].items():
                said = answer.get("content", {}).get("application/json", {}).get("schema", {})
                assert status[0] == "2" or said == {"$ref": "#/components/schemas/Refusal"}, (method, path, status)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_one_that_is_described(served, method, path):
    schema, seat, table = served

    @given(case=schema[path][method].as_strategy())
    @settings(max_examples=times(40), suppress_health_check=list(HealthCheck), database=None)
    def holds(case):
        if "table_id" in case.path_parameters and len(case.path_parameters["table_id"]) % 2:
            case.path_parameters["table_id"] = table
        answer = case.call_and_validate(headers=seat, checks=CHECKS)
        assert answer.status_code < 500

    holds()
