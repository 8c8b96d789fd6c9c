"""Two blanks, the second dependent on the first."""

from __future__ import annotations

from moot.core import Choice
from moot.kit.dependent import whose_and_which

NAMES = {"a": "Ada", "b": "Bo"}


def test_what_somebody_has_can_be_chosen_once_they_are():
    things = {"a": [Choice("rope", "Rope")], "b": [Choice("lamp", "Lamp")]}
    whose, which = whose_and_which(things, NAMES.__getitem__, "who", "what")
    assert [(choice.value, choice.label) for choice in whose.choices] == [("a", "Ada"), ("b", "Bo")]
    assert [(choice.value, choice.needs) for choice in which.choices] == [("rope", ("who:a",)), ("lamp", ("who:b",))]


def test_what_several_have_is_one_choice_without_a_hint_that_differs():
    ropes = {"a": [Choice("rope", "Rope", hint="+2")], "b": [Choice("rope", "Rope", hint="+4")]}
    _, which = whose_and_which(ropes, NAMES.__getitem__, "who", "what")
    (rope,) = which.choices
    assert (rope.needs, rope.hint) == (("who:a", "who:b"), "")
