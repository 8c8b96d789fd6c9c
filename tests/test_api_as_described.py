"""Whatever is sent to the API of a table, it answers as its description says, and a refusal changes nothing."""

from __future__ import annotations

import asyncio

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.gathering import Company
from tests.random_play import GAMES
from tests.scale import times

CHECKS = (not_a_server_error, status_code_conformance, response_schema_conformance)


@pytest.mark.parametrize("path", ["/commands", "/join", "/journal", "/offers", ""])
def test_it_answers_as_described_and_a_refusal_changes_nothing(path):
    company = Company(GAMES[0])
    asyncio.run(company.gather())
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", company.app)
    headers = {"authorization": f"Bearer {company.ann.secret}"}
    operation = schema[f"/api/tables/{{table_id}}{path}"]["POST" if path in ("/commands", "/join") else "GET"]

    @given(case=operation.as_strategy())
    @settings(max_examples=times(40), suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    def holds(case):
        case.path_parameters["table_id"] = company.table.id
        before = company.state()
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=CHECKS)
        assert answer.status_code < 400 or company.state() == before

    holds()
