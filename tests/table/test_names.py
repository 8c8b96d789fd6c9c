"""Names that look alike count as one name, whatever invisible characters are in them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from moot.core import Refused
from moot.core.words import UNSEEN, alike
from moot.table.text_checks import person

LISTED = r"""
foreach my $code (0 .. 0x10FFFF) {
    next if $code >= 0xD800 && $code <= 0xDFFF;
    print "$code\n" if chr($code) =~ /\p{Default_Ignorable_Code_Point}/;
}
"""


def ignorable() -> set[str]:
    """The characters that Unicode has nobody draw, by the tables that come with Perl."""
    listed = subprocess.run(["perl", "-e", LISTED], capture_output=True, text=True, check=True)
    return {chr(int(code)) for code in listed.stdout.split()}


def test_what_nobody_sees_is_what_unicode_says_is_not_drawn():
    ours = {chr(code) for code in range(sys.maxunicode + 1) if UNSEEN.match(chr(code))}
    listed = ignorable()
    assert len(listed) > 4000
    assert {f"U+{ord(one):04X}" for one in listed ^ ours} == set()


def test_no_such_character_tells_two_names_apart():
    told_apart = [f"U+{ord(one):04X}" for one in sorted(ignorable()) if not alike("Gil", f"G{one}il")]
    assert told_apart == []


@pytest.mark.parametrize("other", ["gil", "GIL", "\uff27il", "G\u00adil", "Gi\u2060l", "\u202eGil", "Gil\ufe0f"])
def test_names_that_look_alike_are_one(other):
    assert alike("Gil", other)


@pytest.mark.parametrize("other", ["Jil", "Gil B", "Gíl", "Gill"])
def test_names_that_do_not_are_two(other):
    assert not alike("Gil", other)


@pytest.mark.parametrize("unseen", ["\u3164", "\u034f\u115f", "\u200d", " ", "\u180e"])
def test_a_name_can_be_seen(unseen):
    with pytest.raises(Refused, match="bad-name"):
        person(unseen, 40)
