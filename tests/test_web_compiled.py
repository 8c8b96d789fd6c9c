"""Templates as we compile them make what Jinja's own would."""

import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from hypothesis import given, strategies as st
from jinja2 import DictLoader, Environment
from markupsafe import Markup, escape

from moot.web import compiled
from moot.web.compiled import PlainEnvironment, escaped


class Drawn:
    """Something that knows how it looks."""

    def __html__(self) -> str:
        return "<i>drawn</i>"


@given(st.one_of(st.text(), st.text().map(Markup), st.integers(), st.booleans(), st.floats(), st.none()))
def test_every_value_is_escaped_as_ever(value):
    assert escaped(value) == escape(value)


def test_values_are_escaped_where_markupsafe_has_no_c_part_that_we_know(monkeypatch):
    monkeypatch.setitem(sys.modules, "markupsafe._speedups", None)
    spec = spec_from_file_location("compiled_without_c", str(compiled.__file__))
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    spec.loader.exec_module(again)
    assert again.escaped("<b> & 'c'") == compiled.escaped("<b> & 'c'") == "&lt;b&gt; &amp; &#39;c&#39;"


def test_what_knows_how_it_looks_is_asked():
    assert escaped(Drawn()) == "<i>drawn</i>"


PARTS = """
{%- macro chip(name, hue=7, tag='') -%}<b class="{{ hue }}">{{ name }}{{ tag }}</b>{%- endmacro -%}
{%- macro boxed(title) -%}<p>{{ title }}: {{ caller() }}</p>{%- endmacro -%}
"""

PAGES = {
    "values": "{{ words }} {{ number }} {{ words | upper }} {{ [words, 2] | join(' & ') }}",
    "calls": "{% import 'parts' as parts %}{{ parts.chip(words) }}{{ parts.chip(words, tag='<', hue=number) }}",
    "stars": "{% import 'parts' as parts %}{{ parts.chip(*[words, number], **{'tag': '>'}) }}",
    "blocks": "{% import 'parts' as parts %}{% call parts.boxed(words) %}{{ parts.chip(words) }}{% endcall %}",
    "choices": "{{ 'a<' if number == 3 }}{{ '<b>' | safe if number else words }}{{ words if none else 'x' }}"
    "{{ words if number == 2 }}{{ ('y' if none) }}{{ (1 if none else words) if number else 2 }}"
    "{% set kept = words if number %}{{ kept }}{{ 'z' ~ ('<' if none) }}",
    "attributes": "{{ (many | first).size }}{{ (many if number else none)[1].size }}{{ {'size': 5}['size'] }}"
    "{{ many[0].size if many[0].size is defined else 'none' }}{{ many[0].none is not defined }}",
    "odd calls": "{% import 'parts' as parts %}{{ parts.chip(words, 1, '<') }}{{ parts.chip(tag=1, name=2) }}",
    "loops": "{% for one in many %}{{ loop.index }}{{ one.of(words) }}{{ ', ' if not loop.last }}{% endfor %}",
    "lists": "{{ many | map(attribute='size') | list }}{{ many | selectattr('size', 'equalto', 2) | list | length }}",
    "choosing": "{{ (many | rejectattr('size', 'in', [2]) | first).size }}"
    "{{ many | selectattr('size') | list | length }}"
    "{{ many | selectattr('size', 'gt', 2) | first | default('nobody') }}"
    "{{ many | rejectattr('size.real', 'equalto', 1) | map(attribute='size') | list }}"
    "{{ [(1, 'a'), (2, 'b')] | rejectattr(0, 'equalto', 1) | list }}",
    "inherited": "{% extends 'base' %}{% block inside %}{{ super() }}{{ words }}{% endblock %}",
    "base": "<main>{% block inside %}{{ number }}{% endblock %}</main>",
    "parts": PARTS,
}


class Sized:
    """Something with a size."""

    def __init__(self, size: int) -> None:
        self.size = size

    def of(self, what: str) -> str:
        """So much of something."""
        return f"{self.size} {what}"


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"parts"}))
def test_pages_are_those_that_jinja_makes(page):
    theirs = Environment(loader=DictLoader(PAGES), autoescape=True)
    ours = PlainEnvironment(loader=DictLoader(PAGES), autoescape=True)
    values = {"words": "<Ann & Ben’s>", "number": 3, "many": [Sized(1), Sized(2)]}
    assert ours.get_template(page).render(values) == theirs.get_template(page).render(values)
