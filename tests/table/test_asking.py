"""What comes in to a table, before it is decided: how long it may be, and which characters can be shown."""

from __future__ import annotations

import pytest
from tests.table.sitting import Sitting, sit_down

from moot.core import Refused
from moot.table.asking import LONGEST_COMMAND

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting() -> Sitting:
    return await sit_down("Ann")


@pytest.mark.parametrize("letter", ["\x00", "\x07", "\x7f", "\x85", "\ud800", "\uffff"])
@pytest.mark.parametrize("around", ["{}", "a “{}” é", 'a\n"{}"'])
async def test_what_no_page_can_show_is_refused_wherever_it_stands(sitting, letter, around):
    before = len(sitting.log)
    for asked in ({"text": around.format(letter)}, {"text": "a", "id": letter}, {"text": "a", "nonce": letter}):
        with pytest.raises(Refused) as refused:
            await sitting.ask("Ann", "say", **asked)
        assert refused.value.code == "unreadable"
    assert len(sitting.log) == before


@pytest.mark.parametrize("text", ["plain", 'two\nlines, a\ttab and "quotes"', "back\\slash", "é字🂡 “so”", "\u200fשלום"])
async def test_what_people_write_is_taken_as_it_is(sitting, text):
    await sitting.ask("Ann", "say", text=text)
    assert sitting.log[-1].events[0]["text"] == text


async def test_the_field_at_fault_is_named(sitting):
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "say", text="a\x07")
    assert refused.value.field == "text"


async def test_a_command_is_no_longer_than_people_write(sitting):
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "say", text="é" * (LONGEST_COMMAND // 2))
    assert refused.value.code == "too-long"
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "say", text="é" * (LONGEST_COMMAND // 2 - 200))
    assert refused.value.code != "unreadable"
    assert "KiB" not in refused.value.message
