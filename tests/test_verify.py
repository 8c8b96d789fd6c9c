"""Logs as files, and what checking one finds: any change is noticed, and the first altered entry is named."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, reject, settings, strategies as st
from tests import toy
from tests.table_at_play import evening, seat_of

from moot import __version__
from moot.core import Corrupt, MootError, Refused, Sealed, Seat
from moot.core.chance import MOST_SIDES
from moot.store import MemoryStore
from moot.table import Asked, logfile
from moot.table.logfile import Head, Record, ToldEntry, fold
from moot.table.ports import GENESIS, Entry
from moot.table.recheck_dice import luck_fault
from moot.table.report import Code, LogFault, Report
from moot.table.restore import restore
from moot.table.verify import parted, verify

TRUST = Path(__file__).parent.parent / "docs" / "trust.md"
TABLE = evening()
HEAD, WHOLE = logfile.whole(TABLE.id, TABLE.ledger)
LINES = list(logfile.lines(HEAD, WHOLE))
RECORDS = list(logfile.read_records(LINES))
ENTRIES = [record for record in RECORDS if isinstance(record, Entry)]
LAST = len(ENTRIES)
GIL, ANN = (seat_of(TABLE, name) for name in ("Gil", "Ann"))


def number(event: str) -> int:
    """The entry in which `event` first happened."""
    return next(e.seq for e in ENTRIES if any(did["event"] == event for did in e.events))


HIDE, TOSS, SAID, HAND = number("hidden"), number("tossed"), number("table.said"), number("tossed") + 3


def check(head: Head, records: list[Record]) -> Report:
    return verify(logfile.lines(head, records))


def fault(report: Report) -> LogFault:
    assert report.fault is not None, report.summary()
    return report.fault


def relinked(entries: list[Entry]) -> Report:
    """Check a log whose chain, numbers and head somebody made anew."""
    return check(*chained(entries))


def chained(entries: list[Entry], **of_head: Any) -> tuple[Head, list[Record]]:
    """A log whose chain, numbers and head somebody made anew, fields of the head changed."""
    link, made = GENESIS, list[Record]()
    for seq, entry in enumerate(entries, 1):
        linked = msgspec.structs.replace(entry, seq=seq, link="").linked(link)
        link = bytes.fromhex(linked.link)
        made.append(linked)
    return msgspec.structs.replace(HEAD, entries=len(made), link=link.hex(), **of_head).summed(), made


def altered(seq: int, **fields: Any) -> list[Entry]:
    """The entries with one of them changed."""
    return [msgspec.structs.replace(entry, **fields) if entry.seq == seq else entry for entry in ENTRIES]


def told_otherwise(seq: int, **fields: Any) -> tuple[dict[str, Any], ...]:
    """The events of entry `seq`, fields of the first one changed."""
    first, *rest = ENTRIES[seq - 1].events
    return ({**first, **fields}, *rest)


# ---------------------------------------------------------------- a log as it was written


def test_an_untouched_log_is_good_and_everything_in_it_is_counted() -> None:
    report = verify(LINES)
    assert report.good, report.summary()
    assert (report.entries, report.decided, report.hidden) == (LAST, LAST, 0)
    assert (report.rolls, report.dice) == (4, 8)
    assert report.link == ENTRIES[-1].link
    assert "Everything fits." in report.summary()


def test_dice_typed_in_are_listed_as_such() -> None:
    [hand] = verify(LINES).by_hand
    assert (hand.seq, hand.who, hand.faces) == (HAND, "Ann", (3, 6))
    assert "rolled by hand" in verify(LINES).summary()


def test_dice_under_a_closed_seal_are_said_to_be_unchecked() -> None:
    report = verify(LINES)
    first, second = report.seals
    assert (first.open, first.dice) == (True, 5)
    assert (second.open, second.dice) == (False, 1)
    assert report.proven == first.dice
    assert "cannot be checked until" in report.summary()


def test_many_dice_make_a_picture_of_how_they_fell() -> None:
    tallies = verify(LINES).tallies
    assert [(tally.ways, sum(tally.counts)) for tally in tallies] == [(6, 8)]
    assert "█" not in verify(LINES).summary()
    many = msgspec.structs.replace(
        verify(LINES), tallies=(msgspec.structs.replace(tallies[0], counts=(5, 5, 5, 5, 5, 10)),)
    )
    assert "d6: 35 thrown" in many.summary()
    assert "█" in many.summary()


def test_a_log_of_a_game_that_is_not_installed_has_chain_and_dice_checked() -> None:
    opened = told_otherwise(1, game="elsewhere")
    head = msgspec.structs.replace(HEAD, game="elsewhere")
    link, made = GENESIS, list[Record]()
    for entry in altered(1, events=opened)[:4]:
        linked = entry.linked(link)
        link = bytes.fromhex(linked.link)
        made.append(linked)
    report = check(msgspec.structs.replace(head, entries=4, link=link.hex()).summed(), made)
    assert report.fault is None
    assert not report.good
    assert report.decided == 0
    assert "not installed" in report.summary()


# ---------------------------------------------------------------- tampering


@given(st.data())
def test_any_other_byte_is_noticed_and_its_line_named(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, LAST))
    line = LINES[at]
    place = data.draw(st.integers(0, len(line) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[place]))
    changed = line[:place] + bytes([byte]) + line[place + 1 :]
    raw = b"".join([*LINES[:at], changed, *LINES[at + 1 :]]).splitlines(keepends=True)
    assert fault(verify(raw)).seq == at


@given(st.integers(1, LAST), st.integers(1, LAST))
def test_a_dropped_a_doubled_and_a_moved_entry_are_named(at: int, to: int) -> None:
    dropped: list[Record] = [*RECORDS[: at - 1], *RECORDS[at:]]
    assert fault(check(HEAD, dropped)).seq == at
    assert fault(check(HEAD, dropped)).code == "missing"
    doubled = [*RECORDS[:at], RECORDS[at - 1], *RECORDS[at:]]
    assert fault(check(HEAD, doubled)).seq == at + 1
    if at != to:
        moved = list(RECORDS)
        moved[at - 1], moved[to - 1] = moved[to - 1], moved[at - 1]
        assert fault(check(HEAD, moved)).seq == min(at, to)


@given(st.integers(0, LAST - 1))
def test_a_log_cut_short_is_noticed(keep: int) -> None:
    found = fault(verify(LINES[: keep + 1]))
    assert (found.code, found.seq) == ("missing", keep + 1)


def test_a_log_without_lines_or_with_another_head_is_none() -> None:
    assert fault(verify([])).code == "head"
    assert fault(verify([b'{"moot":"log"}\n'])).code == "head"
    assert fault(check(msgspec.structs.replace(HEAD, title="Another"), RECORDS)).code == "head"


OTHERWISE: dict[type, Callable[[Any], Any]] = {
    int: lambda old: old + 1,
    bool: lambda old: not old,
    str: lambda old: old + "!",
    list: lambda old: [*old, "more"],
    dict: lambda old: {**old, "more": 1},
}


@st.composite
def altered_events(draw: st.DrawFn) -> tuple[Entry, int, tuple[dict[str, Any], ...]]:
    """An entry, the number of one of its events, and its events with one field of that event changed."""
    entry = draw(st.sampled_from(ENTRIES))
    at = draw(st.integers(0, len(entry.events) - 1))
    name = draw(st.sampled_from(sorted(entry.events[at])))
    old = entry.events[at][name]
    event = {**entry.events[at], name: OTHERWISE[type(old)](old)}
    return entry, at + 1, (*entry.events[:at], event, *entry.events[at + 1 :])


@given(altered_events())
def test_an_altered_field_of_an_event_names_the_entry_and_no_other_event(
    change: tuple[Entry, int, tuple[dict[str, Any], ...]],
) -> None:
    entry, event, events = change
    found = fault(check(HEAD, list(altered(entry.seq, events=events))))
    assert (found.code, found.seq) == ("altered", entry.seq)
    assert found.event in (0, event)


@given(altered_events())
def test_an_altered_event_is_caught_even_when_the_chain_is_made_anew(
    change: tuple[Entry, int, tuple[dict[str, Any], ...]],
) -> None:
    entry, event, events = change
    if "commitment" in events[event - 1] and entry.seq > 1:
        return  # nothing can be said of a seal that is closed to this day
    found = fault(relinked(altered(entry.seq, events=events)))
    if entry.asked is not None:
        assert (found.seq, found.event) == (entry.seq, event)


def test_a_relinked_log_cannot_change_a_die_that_fell_under_an_opened_seal() -> None:
    toss = ENTRIES[TOSS - 1]
    ways = [(n, (way + 1) % n) for n, way in toss.picks]
    faces = [way + 1 for _, way in ways]
    found = fault(relinked(altered(TOSS, picks=tuple(ways), events=told_otherwise(TOSS, faces=faces))))
    assert (found.code, found.seq, found.event, found.name) == ("luck", TOSS, 1, "tossed")
    assert found.found == str(faces)
    assert found.expected == str([way + 1 for _, way in toss.picks])


def test_what_the_table_throws_beside_typed_dice_falls_as_the_seal_has_it() -> None:
    seed, before, ways = b"seed" * 8, b"link" * 8, 10 * MOST_SIDES
    hidden = Sealed(seed, before, b"n").pick(ways)
    asked = Asked(id="typed", command={"do": "toss"}, nonce="n", faces=(3,))
    entry = Entry(seq=1, at=0, seat="s", asked=asked, luck="given", picks=((6, 2), (ways, hidden)), events=())
    other = msgspec.structs.replace(entry, picks=((6, 2), (ways, (hidden + 1) % ways)))
    assert luck_fault(entry, seed, before) is None
    assert luck_fault(other, b"", before) is None, "nothing can be said under a closed seal"
    found = luck_fault(other, seed, before)
    assert found is not None
    assert (found.code, found.expected) == ("luck", str([hidden + 1]))


def test_a_relinked_log_cannot_change_words_before_a_sealed_roll() -> None:
    found = []
    for text in ("Nothing", "Something", "Anything", "Everything"):
        asked = Asked(id="ask-004", command={"do": "say", "text": text, "voice": f"mask-{ANN.id}"}, nonce="n4")
        found.append(relinked(altered(SAID, asked=asked, events=told_otherwise(SAID, text=text))).fault)
    noticed = [one for one in found if one is not None]  # the few dice that follow can fall alike by chance
    assert len(noticed) >= 2
    assert all(one.code == "luck" and one.seq > SAID for one in noticed)


def test_a_relinked_log_cannot_change_a_result() -> None:
    guess = number("guessed")
    found = fault(relinked(altered(guess, events=told_otherwise(guess, right=True))))
    assert (found.code, found.seq, found.event, found.name) == ("rules", guess, 1, "guessed")
    assert '"right":false' in found.expected
    assert '"right":true' in found.found


def test_a_relinked_log_cannot_lose_what_later_entries_stand_on() -> None:
    found = fault(relinked([entry for entry in ENTRIES if entry.seq != HIDE]))
    assert (found.code, found.seq) == ("luck", TOSS - 1)  # the seal notices before the rules do
    unsealed = [entry for entry in ENTRIES if entry.seq not in (HIDE, TOSS)]
    assert fault(relinked(unsealed)).code == "rules"


def test_a_relinked_log_cannot_do_a_thing_twice_or_unasked() -> None:
    twice = [*ENTRIES[:SAID], ENTRIES[SAID - 1], *ENTRIES[SAID:]]
    assert fault(relinked(twice)).seq == SAID + 1
    assert fault(relinked(altered(HIDE, asked=None))).code == "rules"
    assert fault(relinked(altered(SAID, seat="s9"))).what.endswith("nobody sits in s9")


def test_a_relinked_log_cannot_open_another_seed_than_was_sealed() -> None:
    opening = number("table.dice-revealed")
    found = fault(relinked(altered(opening, events=told_otherwise(opening, seed="11" * 32))))
    assert (found.code, found.seq, found.name) == ("seal", opening, "table.dice-revealed")


def test_a_nonce_that_no_table_takes_is_said_to_be_unreadable() -> None:
    toss = ENTRIES[TOSS - 1]
    assert toss.asked is not None
    asked = msgspec.structs.replace(toss.asked, nonce="x" * 70_000)
    assert (found := fault(relinked(altered(TOSS, asked=asked)))).code == "unreadable", found


UNSAYABLE = [("id", "a\x02"), ("nonce", "a\x02"), ("text", "a\x02")]


def said_otherwise(field: str, value: str) -> list[Entry]:
    """The entries, with what was said, or the id or the nonce of it, changed in a way that no table takes."""
    asked = ENTRIES[SAID - 1].asked
    assert asked is not None
    if field != "text":
        return altered(SAID, asked=msgspec.structs.replace(asked, **{field: value}))
    asked = msgspec.structs.replace(asked, command={**asked.command, "text": value})
    return altered(SAID, asked=asked, events=told_otherwise(SAID, text=value))


@pytest.mark.parametrize(("field", "value"), UNSAYABLE)
def test_a_relinked_log_cannot_have_texts_that_no_table_takes(field: str, value: str) -> None:
    found = fault(relinked(said_otherwise(field, value)))
    assert (found.code, found.seq) == ("rules", SAID)
    assert "against the rules" in found.what


def test_a_relinked_log_cannot_have_a_command_longer_than_a_table_takes() -> None:
    asked = Asked(id="long", command={"do": "rename", "name": "Anna" + " " * 70_000})
    renamed = {"event": "table.renamed", "v": 1, "seat": ANN.id, "name": "Anna"}
    found = fault(relinked([*ENTRIES, Entry(seq=LAST + 1, at=0, seat=ANN.id, asked=asked, events=(renamed,))]))
    assert (found.code, found.seq) == ("rules", LAST + 1)
    assert "KiB" in found.what


@pytest.mark.parametrize(("field", "value"), UNSAYABLE)
def test_texts_that_no_page_can_show_are_not_restored(field: str, value: str) -> None:
    with pytest.raises(Refused, match="cannot be shown"):
        asyncio.run(restore(MemoryStore(), *chained(said_otherwise(field, value))))


def test_nor_are_such_texts_in_what_happened_or_in_a_title() -> None:
    for head, records in (
        chained(altered(SAID, events=told_otherwise(SAID, text="a\x02"))),
        chained(ENTRIES, title="a\x02"),
    ):
        with pytest.raises(Refused, match="cannot be shown"):
            asyncio.run(restore(MemoryStore(), head, records))
    asyncio.run(restore(MemoryStore(), HEAD, WHOLE))


def test_a_relinked_log_cannot_have_dice_that_nobody_can_throw() -> None:
    for picks in (((6, 6),), ((0, 0),), ((2**33, 1),)):
        assert fault(relinked(altered(TOSS, picks=picks))).code == "luck"
    assert fault(relinked(altered(HAND, picks=((6, 2), (6, 4))))).code == "luck"
    assert fault(relinked(altered(SAID, picks=((6, 2),)))).code == "luck"
    more = (*ENTRIES[HAND - 1].picks, (6, 0))
    typed = Asked(id="ask-006", command={"do": "toss", "dice": 2}, nonce="n6", faces=(3, 6, 1))
    assert fault(relinked(altered(HAND, picks=more, asked=typed))).code == "rules"


def test_a_log_from_when_seats_were_numbered_by_entries_still_fits() -> None:
    old = {GIL.id: "s2", ANN.id: "s3"}

    def renamed(entry: Entry) -> Entry:
        text = msgspec.json.encode(entry).decode()
        for now, then in old.items():
            text = text.replace(now, then)
        return msgspec.json.decode(text, type=Entry)

    entries = [renamed(entry) for entry in ENTRIES[:HIDE]]
    assert relinked(entries).good
    came = entries[2]
    other = msgspec.structs.replace(came, seat="s4", events=({**came.events[0], "seat": {"id": "s4", "name": "Ann"}},))
    assert fault(relinked([*entries[:2], other])).name == "table.came"


STRANGE: list[Any] = [
    None, True, -1, 0, 2**63, 1.5, 1e308, "", "x", "table.rewound", "\u202e\x1b[31m", "9" * 5000,
    [], [[]], {}, {"id": []}, {"event": {}}, ENTRIES[0].events[0],
]
"""Values that stand in no log as Moot writes it."""


def paths(plain: object, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a JSON object."""
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, value in inside:
        yield (*here, name)
        yield from paths(value, (*here, name))


@st.composite
def strange_logs(draw: st.DrawFn) -> list[Entry]:
    """The entries with a few values anywhere in them replaced by strange ones, dropped, or moved to another entry."""
    plain = msgspec.json.decode(msgspec.json.encode(ENTRIES))
    for _ in range(draw(st.integers(1, 3))):
        entry = plain[draw(st.integers(0, len(plain) - 1))]
        *way, last = draw(st.sampled_from(sorted(paths(entry), key=repr)))
        holder = entry
        for name in way:
            holder = holder[name]
        other = plain[draw(st.integers(0, len(plain) - 1))].get(last, {})
        value = draw(st.sampled_from([*STRANGE, other, "gone"]))
        if value == "gone":
            del holder[last]
        else:
            holder[last] = deepcopy(value)
    try:
        return msgspec.convert(plain, list[Entry])
    except msgspec.ValidationError:
        reject()


@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow], deadline=None)
@given(strange_logs())
def test_nothing_in_a_log_makes_checking_or_folding_it_fall_over(entries: list[Entry]) -> None:
    head, made = chained(entries)
    check(head, made).summary()
    with suppress(MootError):
        fold(made)


@pytest.mark.parametrize("epoch", [[], {}])
def test_a_seal_that_counts_by_no_number_is_a_fault(epoch: object) -> None:
    sealed = {**ENTRIES[0].events[1], "epoch": epoch}
    assert fault(relinked(altered(1, events=(ENTRIES[0].events[0], sealed)))).code == "rules"


def test_a_pause_that_nobody_can_have_asked_for_is_a_fault() -> None:
    pause = Entry(seq=2, at=0, asked=Asked(id="p", command={"do": "pause"}), events=({"event": "table.paused"},))
    assert "nobody sat there" in fault(relinked([ENTRIES[0], pause])).what


@pytest.mark.parametrize("error", [RecursionError, ZeroDivisionError, StopIteration])
def test_rules_that_fall_over_are_a_fault_of_the_log(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fall(*_: object) -> None:
        raise error

    toy.bend(monkeypatch, toy.Tossed, evolve=fall)
    assert fault(verify(LINES)).code == "rules"


@pytest.mark.parametrize("table", ["", "../../x", "a" * 33, "abc; Domain=evil.example", "a\r\nb", "Abc", "é"])
def test_a_table_is_called_by_letters_and_digits(table: str) -> None:
    assert fault(check(*chained(ENTRIES, table=table))).code == "head"


@pytest.mark.parametrize("raw", [[b"hi\n"], [b"\x7fELF\x02\n", b"\n"], [b"[]\n"]])
def test_a_file_that_is_no_log_at_all_is_called_that_and_nothing_else(raw: list[bytes]) -> None:
    report = verify(raw)
    assert fault(report).code == "head"
    assert report.summary() == f"{logfile.NO_LOG}."


def test_a_head_that_commands_a_terminal_is_none() -> None:
    assert fault(check(*chained(ENTRIES, title="\x1b]0;all fits"))).code == "head"


def test_nor_does_a_version_command_one() -> None:
    opened = told_otherwise(1, engine="0.1.0\x1b[2J")
    assert fault(relinked(altered(1, events=opened))).code == "unreadable"


# ---------------------------------------------------------------- a log of an older Moot


def under_other_rules(monkeypatch: pytest.MonkeyPatch, entries: list[Entry]) -> Report:
    """Check a relinked log with a Moot of another version."""
    monkeypatch.setattr("moot.table.verify.__version__", "9.0")
    return relinked(entries)


def last_guess() -> tuple[int, list[Entry]]:
    """The last guess of the log, and the log with another outcome of it."""
    guess = max(e.seq for e in ENTRIES if e.events[0]["event"] == "guessed")
    return guess, altered(guess, events=told_otherwise(guess, right=False))


def test_what_todays_rules_decide_differently_is_no_tampering(monkeypatch: pytest.MonkeyPatch) -> None:
    guess, entries = last_guess()
    assert fault(relinked(entries)).code == "rules"
    report = under_other_rules(monkeypatch, entries)
    assert report.good
    assert (report.engine, report.entries) == (__version__, LAST)
    [change] = report.changed
    assert (change.seq, change.name) == (guess, "guessed")
    text = report.summary()
    assert "Links, seals and dice fit." in text
    assert f"decide 1 entry differently; by its first entry this log was played with Moot {__version__}" in text
    assert "NOT as it was written" not in text


def test_an_older_log_may_not_be_altered_either(monkeypatch: pytest.MonkeyPatch) -> None:
    toss = ENTRIES[TOSS - 1]
    faces = [1 + face % 6 for face in toss.events[0]["faces"]]
    picks = tuple((6, face - 1) for face in faces)
    report = under_other_rules(monkeypatch, altered(TOSS, picks=picks, events=told_otherwise(TOSS, faces=faces)))
    assert fault(report).code == "luck"
    _, entries = last_guess()
    assert fault(check(HEAD, [*entries])).code == "altered"
    twice = [*ENTRIES[:SAID], ENTRIES[SAID - 1], *ENTRIES[SAID:]]
    assert (fault(relinked(twice)).seq, fault(relinked(twice)).code) == (SAID + 1, "surplus")


def test_what_cannot_be_folded_any_more_ends_the_deciding_and_not_the_checking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = altered(LAST, events=({"event": "table.scene-closed", "scene": "c9", "rules": [], "v": 1},))
    assert fault(relinked(entries)).code == "rules"
    report = under_other_rules(monkeypatch, entries)
    assert report.good
    assert (report.entries, report.decided) == (LAST, LAST - 1)
    assert f"From entry {LAST} on nothing could be decided again." in report.notes


def test_an_untouched_older_log_is_simply_good(monkeypatch: pytest.MonkeyPatch) -> None:
    report = under_other_rules(monkeypatch, ENTRIES)
    assert report.good
    assert report.changed == ()
    assert f"Played with Moot {__version__}, checked with the rules of Moot 9.0." in report.notes


# ---------------------------------------------------------------- a seat's own copy


def copy(seat: Seat) -> tuple[Head, list[Record]]:
    return logfile.copy_for(TABLE.id, TABLE.ledger, seat)


def test_a_players_copy_can_be_checked_and_holds_nothing_hidden() -> None:
    head, records = copy(ANN)
    raw = b"".join(logfile.lines(head, records))
    assert b"four like" not in raw
    assert b"suspects" not in raw
    assert b'"do":"hide"' not in raw
    report = verify(raw.splitlines(keepends=True))
    assert report.good, report.summary()
    assert (report.seat, report.hidden, report.proven) == (ANN.id, 2, 5)
    assert report.link == HEAD.link


def test_the_guides_copy_has_what_the_guide_heard() -> None:
    raw = b"".join(logfile.lines(*copy(GIL)))
    assert b"four like" in raw
    assert b"suspects" in raw


@given(st.data())
def test_any_other_byte_of_a_copy_is_noticed_and_its_line_named(data: st.DataObject) -> None:
    lines = list(logfile.lines(*copy(ANN)))
    at = data.draw(st.integers(0, LAST))
    place = data.draw(st.integers(0, len(lines[at]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != lines[at][place]))
    lines[at] = lines[at][:place] + bytes([byte]) + lines[at][place + 1 :]
    assert fault(verify(b"".join(lines).splitlines(keepends=True))).seq == at


def test_a_copy_cannot_hide_an_entry_of_the_chain() -> None:
    head, records = copy(ANN)
    hidden = next(record for record in records if isinstance(record, ToldEntry))
    other = msgspec.structs.replace(hidden, digest="00" * 32).summed()
    assert fault(check(head, [other if record is hidden else record for record in records])).seq == hidden.seq


def test_a_whole_log_may_not_hide_anything() -> None:
    _, records = copy(ANN)
    assert fault(check(HEAD, records)).code == "missing"


def test_copies_of_one_log_agree_and_a_remade_log_parts_from_them() -> None:
    _, mine = copy(ANN)
    assert parted(RECORDS, mine) == 0
    assert parted(RECORDS[:5], mine) == 0
    other = [msgspec.structs.replace(entry, at=entry.at + 1).linked(GENESIS) for entry in ENTRIES]
    assert parted([*RECORDS[:4], *other[4:]], mine) == 5


# ---------------------------------------------------------------- files


def test_a_file_reads_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "evening.moot"
    logfile.write(path, HEAD, RECORDS)
    assert logfile.read(path) == (HEAD, RECORDS)
    assert [place.name for place in tmp_path.iterdir()] == ["evening.moot"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.moot"
    path.write_text("what was there")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        logfile.write(path, HEAD, RECORDS)
    assert path.read_text() == "what was there"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        (3, b"{}\n"),
        (3, b'{"seq":3,"at":1,"events":[' + b'{"a":' * 100_000 + b"\n"),
        (2, LINES[2].replace(b'"seq":2', b'"seq": 2')),
        (4, b"\xff\n"),
        (5, LINES[5].rstrip()),
    ],
)
def test_reading_names_the_line_that_is_wrong(tmp_path: Path, line: int, becomes: bytes) -> None:
    path = tmp_path / "bad.moot"
    path.write_bytes(b"".join([*LINES[:line], becomes]))
    with pytest.raises(Corrupt, match=f"line {line + 1}"):
        logfile.read(path)


def test_a_log_of_a_newer_layout_is_not_guessed_at() -> None:
    newer = msgspec.structs.replace(HEAD, schema=2).summed()
    assert "layout 2" in fault(check(newer, RECORDS)).what


# ---------------------------------------------------------------- docs


def test_the_program_in_the_docs_checks_a_log_on_its_own() -> None:
    text = TRUST.read_text(encoding="utf-8")
    program: dict[str, Any] = {}
    exec(text.partition("```python\n")[2].partition("```")[0], program)
    assert program["check"](LINES) == verify(LINES).proven
    for at in (TOSS, SAID):
        bad = [*LINES[:at], LINES[at].replace(ANN.id.encode(), GIL.id.encode(), 1), *LINES[at + 1 :]]
        with pytest.raises(AssertionError):
            program["check"](bad)


def test_the_docs_tell_every_fault() -> None:
    text = TRUST.read_text(encoding="utf-8")
    assert all(f"`{code}`" in text for code in get_args(Code))
