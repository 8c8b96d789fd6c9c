"""What a function made of a thing is found again by the thing itself."""

from typing import Any

from moot.kit.remembered import remembered


class Made:
    """A function that counts how often it is asked."""

    def __init__(self, most: int, **how: Any) -> None:
        self.asked: list[object] = []
        self.of = remembered(most, **how)(self._make)

    def _make(self, thing: Any, *more: Any, **named: Any) -> tuple[Any, ...]:
        self.asked.append(thing)
        return thing, more, named


def test_it_is_made_once_for_a_thing_and_what_else_is_asked():
    made, thing = Made(8), ["a"]
    for _ in range(2):
        assert made.of(thing) == (thing, (), {})
        assert made.of(thing, "more") == (thing, ("more",), {})
        assert made.of(thing, by="name") == (thing, (), {"by": "name"})
    assert len(made.asked) == 3


def test_equal_things_are_not_the_same_thing():
    made = Made(8)
    assert made.of(["a"]) == made.of(["a"])
    assert len(made.asked) == 2


def test_only_the_parts_that_are_looked_at_count():
    made, first, second = Made(8, of=lambda pair: (pair[0],)), ["a"], ["b"]
    made.of((first, 1))
    made.of((first, 2))
    made.of((second, 1))
    assert made.asked == [(first, 1), (second, 1)]


def test_what_is_asked_for_again_and_again_is_kept_and_the_rest_forgotten():
    made, always = Made(8), ["always"]
    others = [[number] for number in range(100)]
    for other in others:
        made.of(always)
        made.of(other)
    assert made.asked.count(always) == 1
    made.of(others[0])
    assert made.asked.count(others[0]) == 2
