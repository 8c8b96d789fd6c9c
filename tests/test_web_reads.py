"""What a template reads is told before it runs, and a panel is made again only if some of that differs."""

from __future__ import annotations

from jinja2 import DictLoader, Environment

from moot.web.reads import as_read, reads

TEMPLATES = {
    "page": '{% extends "frame" %}{% block body %}{{ stage.name }}{{ stage.all }}{{ here(seat.id) }}{% endblock %}',
    "frame": '{% import "macros" as ui %}{% block body %}{% endblock %}{% include "foot" %}{% include room %}',
    "foot": "{% for stage in scenes %}{{ stage }}{% endfor %}{{ title }}{{ ui }}",
    "macros": "{% macro one(x) %}{{ x }}{% endmacro %}",
    "whole": "{{ once(stage) }}",
    "unknown": "{% include which %}",
    "rows": "{{ beside['desk'].name }}{{ beside['shelf'] }}",
    "every row": "{{ beside['desk'].name }}{{ beside[it] }}",
    "context": '{% import "macros" as ui with context %}',
}


def read_by(*names: str) -> set[tuple[str, str]] | None:
    environment = Environment(loader=DictLoader(TEMPLATES), autoescape=True)
    environment.globals.update(once=str, ui="")
    found = reads(environment, *names)
    return None if found is None else {*found}


def test_what_a_template_reads_is_told_with_all_that_goes_into_it():
    assert read_by("page") == {
        ("stage", "name"), ("stage", "all"), ("here", ""), ("seat", "id"), ("scenes", ""), ("title", ""), ("room", ""),
    }
    assert read_by("whole") == {("stage", "")}
    assert read_by("page", "whole") == (read_by("page") or set()) | {("stage", "")}


def test_of_rows_only_those_that_are_named_count():
    assert read_by("rows") == {("beside", "desk"), ("beside", "shelf")}
    assert read_by("every row") == {("beside", "desk"), ("beside", ""), ("it", "")}
    assert as_read((("beside", "desk"), ("beside", "shelf")), {"beside": {"desk": "A desk"}}) == ("A desk", None)


def test_what_nobody_can_tell_before_is_not_guessed():
    assert read_by("unknown") is None
    assert read_by("context") is None


def test_only_what_is_read_counts():
    class Stage:
        name, people = "The well", ("Ann", "Ben")

    what = (("stage", "name"), ("title", ""), ("of its own", ""))
    assert as_read(what, {"stage": Stage, "title": "T", "else": 1}) == ("The well", "T")
