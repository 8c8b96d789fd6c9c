"""Rulebooks: loaded whole or refused; which rules stand on which; options; house rules; what is not covered."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from moot.core import Corrupt, Module, NotListed, Option, Refused, Rule, Rulebook
from moot.core.rulebook import Value, coverage

RULES = """
game = "ferry"
title = "The Ferry"
edition = "first"
licence = "none"

[[rule]]
id = "FE-01"
title = "Rowing"
text = "Roll two dice."

[[rule]]
id = "FE-02"
title = "Drifting"
text = "On doubles you drift."
needs = ["FE-01"]

[[rule]]
id = "FE-03"
title = "Landing"
text = "Whoever lands first has won."
needs = ["FE-02"]

[[rule]]
id = "FE-04"
title = "Sing"
text = "It helps."
kind = "advice"
shown = ["rowing"]
"""
OPTIONS = """
[[option]]
id = "current"
title = "The current"
rule = "FE-02"
text = "How strong it is."
default = "slow"
choices = [{ value = "slow", title = "Slow" }, { value = "fast", title = "Fast" }]
"""


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads a rulebook from the text of its two files."""
    monkeypatch.syspath_prepend(tmp_path)
    made = iter(range(99))

    def load_(rules=RULES, options=OPTIONS, more=None):
        name = f"ferry_{tmp_path.name}_{next(made)}".replace("-", "_")
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "rules.toml").write_text(rules)
        (tmp_path / name / "options.toml").write_text(options)
        for file, text in (more or {}).items():
            (tmp_path / name / file).write_text(text)
        return Rulebook.load(name)

    return load_


@pytest.fixture
def book(load):
    return load()


def ids(rules):
    return [rule.id for rule in rules]


def test_a_rule_is_found_by_its_id(book):
    assert book["FE-02"].title == "Drifting"


def test_a_rule_that_is_not_there_is_off_the_table(book):
    with pytest.raises(NotListed, match="FE-99"):
        book["FE-99"]


def test_a_change_touches_all_that_stands_on_it(book):
    assert ids(book.impact("FE-01")) == ["FE-02", "FE-03"]
    assert ids(book.impact("FE-03")) == []


@given(st.data(), st.integers(1, 12))
def test_impact_is_the_closure_of_needs(data, size):
    needs = [data.draw(st.sets(st.integers(0, n - 1)) if n else st.just(set())) for n in range(size)]
    rules = {f"R-{n}": Rule(f"R-{n}", "", "", needs=tuple(f"R-{m}" for m in sorted(needs[n]))) for n in range(size)}
    book = Rulebook(game="g", title="G", edition="", licence="", rules=rules, options={})
    reach = [{n} for n in range(size)]
    for n in range(size):
        for m in needs[n]:
            reach[n] |= reach[m]
    for n in range(size):
        assert ids(book.impact(f"R-{n}")) == [f"R-{m}" for m in range(size) if m != n and n in reach[m]]


def test_advice_is_found_where_it_is_shown(book):
    assert ids(book.aids("rowing")) == ["FE-04"]
    assert book.aids("landing") == ()


@pytest.mark.parametrize(
    ("rules", "options", "says"),
    [
        (RULES.replace('needs = ["FE-01"]', 'needs = ["FE-03"]'), OPTIONS, "stands on itself"),
        (RULES.replace('needs = ["FE-01"]', 'needs = ["FE-09"]'), OPTIONS, "FE-09, which is missing"),
        (RULES.replace('"FE-02"\n', '"FE-01"\n'), OPTIONS, "twice"),
        (RULES, OPTIONS.replace("FE-02", "FE-09"), "FE-09, which is missing"),
        (RULES, OPTIONS.replace('default = "slow"', 'default = "none"'), "no value 'none'"),
        (RULES.replace('text = "It helps."', ""), OPTIONS, "rules.toml.*text"),
        (RULES + "[[", OPTIONS, "rules.toml"),
    ],
)
def test_a_rulebook_that_is_not_whole_does_not_load(load, rules, options, says):
    with pytest.raises(Corrupt, match=says):
        load(rules, options)


def test_a_file_of_a_module_names_no_rule_that_it_has_not(load, tmp_path):
    with_more = RULES.replace("[[rule]]", 'files = ["more.toml"]\n\n[[rule]]', 1)
    more = '[[rule]]\nid = "FE-20"\ntitle = "Nets"\ntext = "They hold."\n'
    head = 'module = "fishing"\nalso = { FE-21 = "trade" }\n'
    with pytest.raises(Corrupt, match="FE-21, which is no rule of this file"):
        load(with_more, more={"more.toml": head + more})
    book = load(with_more, more={"more.toml": head.replace("FE-21", "FE-20") + more})
    for modules, held in (((), False), (("trade",), True), (("fishing",), True)):
        assert bool(book.in_force(["FE-20", "FE-99"], modules)) is held
    assert book.in_force(["FE-01"], ()) == (book.rules["FE-01"],)


# ---------------------------------------------------------------- options and house rules


def test_options_have_defaults(book):
    assert book.settings({}) == {"current": "slow"}
    assert book.settings({"current": "fast"}) == {"current": "fast"}


@pytest.mark.parametrize(
    ("chosen", "code", "allowed"),
    [({"wind": "fast"}, "no-such-option", ("current",)), ({"current": "none"}, "no-such-value", ("slow", "fast"))],
)
def test_what_cannot_be_set_is_refused_with_what_can(book, chosen, code, allowed):
    with pytest.raises(Refused) as refused:
        book.settings(chosen)
    assert (refused.value.code, refused.value.allowed) == (code, allowed)


def test_house_rules_add_alter_remove_and_set(book):
    module = Module(
        id="night",
        title="By night",
        adds=(Rule("NI-01", "Dark", "Nobody sees the dice.", needs=("FE-01",)),),
        alters={"FE-01": "Roll one die."},
        removes=("FE-03",),
        options={"current": "fast"},
    )
    night = book.with_module(module)
    assert ids(night.impact("FE-01")) == ["FE-02", "NI-01"]
    assert night["FE-01"].text == "Roll one die."
    assert "FE-03" not in night.rules
    assert night.settings({}) == {"current": "fast"}
    assert book["FE-01"].text == "Roll two dice."


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"alters": {"FE-99": "?"}}, "module-does-not-fit"),
        ({"removes": ("FE-99",)}, "module-does-not-fit"),
        ({"removes": ("FE-01",)}, "module-does-not-fit"),
        ({"removes": ("FE-03",), "alters": {"FE-03": "?"}}, "module-does-not-fit"),
        ({"adds": (Rule("FE-04", "Again", "?"),)}, "module-does-not-fit"),
        ({"adds": (Rule("NI-01", "Dark", "?", needs=("NI-02",)),)}, "module-does-not-fit"),
        ({"options": {"wind": "fast"}}, "no-such-option"),
        ({"options": {"current": "none"}}, "no-such-value"),
    ],
)
def test_house_rules_that_do_not_fit_are_refused(book, changes, code):
    with pytest.raises(Refused) as refused:
        book.with_module(Module(id="m", title="House", **changes))
    assert refused.value.code == code


def test_house_rules_are_read_from_toml():
    text = """
    id = "night"
    title = "By night"
    removes = ["FE-03"]
    [alters]
    "FE-01" = "Roll one die."
    [options]
    current = "fast"
    [[adds]]
    id = "NI-01"
    title = "Dark"
    text = "Nobody sees the dice."
    needs = ["FE-01"]
    """
    assert Module.read(text) == Module(
        id="night",
        title="By night",
        adds=(Rule("NI-01", "Dark", "Nobody sees the dice.", needs=("FE-01",)),),
        alters={"FE-01": "Roll one die."},
        removes=("FE-03",),
        options={"current": "fast"},
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "“id” is missing"),
        ("id = 'm'", "“title” is missing"),
        ("id = 'm'\ntitle = ' '", "an id and a title"),
        ("id = 'm'\ntitle = 'M'\nremoved = ['FE-01']", "“removed” is nothing that is known here (“removes”, perhaps)"),
        ("id = 'm'\ntitle = 'M'\n[[adds]]\nid = 'A-1'\ntitle = 'A'\ntext = 'a'\nneed = []",
         "adds 1: “need” is nothing that is known here (“needs”, perhaps)"),
        ("id = 'm'\ntitle = 'M'\nremoves = 'FE-01'", "removes: this must be a list: […]"),
        ("id = 'm'\ntitle = 'M'\nremoves = [1]", "removes 1: this must be words between quotation marks"),
        ("id = 'm'\ntitle = 'M'\n[[adds]]\nid = 'A-1'\ntitle = 'A'\ntext = 'a'\nkind = 'tip'",
         "adds 1, kind: “tip” cannot stand here"),
        ("id = m", "line 1, column 6: what follows = is words between straight quotation marks"),
        ("id = 'm'\ntitle", "not TOML at its end: after a name comes ="),
        ("id = 'm'\nid = 'n'", "a name has two values"),
        ("[[adds]]\nid = 'm'\n[adds]", "line 3, column 6: a heading stands there twice"),
        ("id = 'm'\x01", "line 1, column 9: a line has one name and one value"),
        ("a." * 19_000 + "b = 1", "keys within keys"),
        ("a = " + "[" * 30_000, "not TOML that can be read"),
    ],
)
def test_what_are_no_house_rules_is_said_with_its_place(text, says):
    with pytest.raises(Refused) as refused:
        Module.read(text)
    assert (refused.value.code, refused.value.field) == ("not-a-module", "module")
    assert says in refused.value.message


def test_the_rule_behind_an_option_stays(book):
    with pytest.raises(Refused):
        book.with_module(Module(id="m", title="House", removes=("FE-03", "FE-02")))


# ---------------------------------------------------------------- coverage


def test_coverage_names_what_lacks_code_or_test():
    rules = {
        rule.id: rule
        for rule in (
            Rule("FE-01", "Done", ""),
            Rule("FE-02", "Not tested", ""),
            Rule("FE-03", "Not done", ""),
            Rule("FE-04", "Shown advice", "", kind="advice", shown=("rowing",)),
            Rule("FE-05", "Advice nowhere", "", kind="advice"),
            Rule("FE-06", "An example", "", kind="example"),
        )
    }
    option = Option(id="o", title="O", rule="FE-01", text="", default="a", choices=(Value("a", "A"),))
    book = Rulebook(game="g", title="G", edition="", licence="", rules=rules, options={"o": option})
    lacking = coverage(book, code="FE-01 and FE-02", tests='rule("FE-01", "FE-03", "FE-05", "FE-067")')
    assert lacking == {
        "FE-02": ("a test",),
        "FE-03": ("code",),
        "FE-04": ("a test",),
        "FE-05": ("a place where it is shown",),
        "FE-06": ("a test",),
    }
