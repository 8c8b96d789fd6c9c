"""The API's OpenAPI document: Litestar's account of the routes, msgspec's of the types, our words and examples.

Litestar describes a tuple of limited length as a tuple of anything, and a union without its discriminator; msgspec
describes both rightly.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec
from litestar.openapi.plugins import JsonRenderPlugin

from moot.core import Item, Offer
from moot.web.api_types import (
    Asking,
    Coming,
    Done,
    FeedMessage,
    GameCard,
    Journal,
    Opening,
    Refusal,
    Rules,
    SeatKey,
    Seeing,
    TakenAlong,
)

JsonObject = dict[str, Any]

_READ = (Refusal, GameCard, Rules, SeatKey, Seeing, Offer, Journal, TakenAlong, Done, FeedMessage)
"""What programs are answered with: every field is always there."""
_WRITTEN = (Opening, Coming, Asking, Item)
"""What programs write: a field that has a default may be left out."""


_REF = "#/components/schemas/{name}"
_FEED = msgspec.json.schema_components([FeedMessage], ref_template=_REF)[0][0]


class DescribedJson(JsonRenderPlugin):
    """The document as JSON."""

    _document: bytes = b""

    def render(self, request: Any, openapi_schema: JsonObject) -> bytes:
        """The document, made from the routes in Litestar's `openapi_schema`."""
        if not self._document:
            self._document = msgspec.json.encode(described(openapi_schema))
        return self._document


def described(document: JsonObject) -> JsonObject:
    """A document with the schemas of the API's types in place of its own, and everything in words."""
    words = tomllib.loads((files("moot.web") / "api.toml").read_text(encoding="utf-8"))
    parameters, summaries = words.pop("parameters"), words.pop("summaries")
    for operation in (one for methods in document["paths"].values() for one in methods.values()):
        operation["summary"] = summaries[operation["operationId"]]
        for parameter in operation.get("parameters", ()):
            parameter.update(parameters[parameter["name"]])
        for answer in operation["responses"].values():
            if stream := answer["content"].get("text/event-stream"):
                stream["x-itemSchema"] = _FEED  # as OpenAPI 3.2 says it, without the x
    return {**document, "components": {**document["components"], "schemas": _schemas(words)}}


def _schemas(words: JsonObject) -> JsonObject:
    """The schema of every type that the API reads or writes, by name."""
    written = _plain_schemas(*_WRITTEN)
    found = _plain_schemas(*_READ) | written
    for name, schema in found.items():
        entry = words[name]
        texts = {**words.get(entry.get("like"), {"fields": {}})["fields"], **entry["fields"]}
        example = _filled(entry["example"], words)
        schema |= {"description": entry["description"].strip(), "examples": [example]}
        if name not in written:
            schema["required"] = list(schema["properties"])
        for field, described_field in schema["properties"].items():
            described_field |= {"description": texts[field], "examples": [example[field]]}
    return found


def _plain_schemas(*types: Any) -> JsonObject:
    return msgspec.json.schema_components(types, ref_template=_REF)[1]


def _filled(example: Any, words: JsonObject) -> Any:
    """An example with those that it names (`@Seat`) in their places."""
    if isinstance(example, str) and example.startswith("@"):
        return _filled(words[example[1:]]["example"], words)
    if isinstance(example, dict):
        return {name: _filled(value, words) for name, value in example.items()}
    return [_filled(one, words) for one in example] if isinstance(example, list) else example
