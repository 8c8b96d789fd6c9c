"""Compiles templates to code that asks less at every step than Jinja's own, and makes the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from jinja2 import Environment, nodes, pass_context, pass_environment, pass_eval_context
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

_escape_inner: Callable[[str], str] = escape
with suppress(ImportError):  # the same without wrapping, where there is such a thing: see docs/decisions.md
    from markupsafe._speedups import _escape_inner


def escaped(value: Any) -> str:
    """`value` as it stands in a page: what `markupsafe.escape` makes, without wrapping what is joined at once."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if kind is not Markup:
        return str(value) if kind is int else escape(value)
    html: Markup = value
    return html


_as: Callable[[type[Markup], str], Markup] = str.__new__
"""Makes `Markup` of text that is known to be no more than text."""


class PlainMacro(Macro):
    """A macro that is called at once with all that it takes, in order; Jinja refuses what it does not take."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self._names = (*self.arguments, *(["caller"] if self.caller and not self.explicit_caller else []))
        self._takes = -1 if self.catch_kwargs or self.catch_varargs else len(self._names)

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What the macro makes of this."""
        if kwargs or len(args) != self._takes:
            if self._takes < 0 or (self.caller and "caller" not in kwargs):
                return super().__call__(*args, **kwargs)
            args = (*args, *[kwargs.pop(name, missing) for name in self._names[len(args) :]])
            if kwargs or len(args) != self._takes:
                return super().__call__(*args, **kwargs)
        return _as(Markup, self._func(*args))


class PlainCalls(CodeGenerator):
    """Compiles calls in templates to plain Python calls, since no function there takes Jinja's context.

    In a conditional expression only the chosen side is escaped; a missing side writes nothing.
    """

    _chosen: nodes.Expr | None = None

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        self.writeline(f"from {__name__} import {escaped.__name__}, {PlainMacro.__name__}")
        super().visit_Template(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write the macro's making, as ours."""
        self.write("Plain")
        super().macro_def(macro_ref, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(" if isinstance(node, nodes.CondExpr) else f"{escaped.__name__}(")
        self._chosen = node

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        if node is not self._chosen:
            super().visit_CondExpr(node, frame)
            return
        self._put_out(node.expr1, frame)
        self.write(" if ")
        self.visit(node.test, frame)
        self.write(" else ")
        self._put_out(node.expr2 or nodes.Const(""), frame)

    def _put_out(self, node: nodes.Expr, frame: Frame) -> None:
        """Write the code for one side of a conditional expression: its escaped text if it is constant."""
        try:
            self.write(repr(str(escape(node.as_const(frame.eval_ctx)))))
        except nodes.Impossible:
            self._output_child_pre(node, frame, None)
            self.visit(node, frame)
            self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write an attribute as Python has it: it is there, or the template is wrong."""
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        """Write a test; whether there is an attribute is asked without looking at it."""
        if node.name == "defined" and isinstance(node.node, nodes.Getattr):
            self.write("hasattr(")
            self.visit(node.node.node, frame)
            self.write(f", {node.node.attr!r})")
            return
        super().visit_Test(node, frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Write where the macros of a template come from: they read nothing of the page, and are made once."""
        if node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.macros(")
        self.visit(node.template, frame)
        self.write(")")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        for stars, several in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if several is not None:
                self.write(stars)
                self.visit(several, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class PlainEnvironment(Environment):
    """A Jinja environment that compiles so, and keeps the macros that templates import."""

    code_generator_class = PlainCalls

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.macros = cache(self._macros)
        self.filters |= _unwaiting(self.filters)
        self.filters |= {"map": _mapping(self.filters["map"]), "join": _joining(self.filters["join"])}
        self.filters |= {"selectattr": _choosing(keeps=True), "rejectattr": _choosing(keeps=False)}

    def _macros(self, name: str) -> Any:
        """The macros of a template, for those that import it."""
        return self.get_template(name).module


def _unwaiting(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Jinja's filters without their check for async pages at each call: ours are never async."""
    return {
        name: vars(made)["__wrapped__"] for name, made in filters.items() if getattr(made, "jinja_async_variant", False)
    }


def _choosing(*, keeps: bool) -> Callable[..., list[Any]]:
    """Jinja's filter `selectattr`, or `rejectattr`, of attributes alone, which looks up its test once for all."""

    @pass_environment
    def chosen(environment: Environment, things: Iterable[Any], name: str | int, test: str = "", *of: Any) -> list[Any]:
        read, holds = _reader(name), _test(environment, test)
        return [thing for thing in things if bool(holds(read(thing), *of)) is keeps]

    return chosen


def _mapping(mapped: Callable[..., Any]) -> Callable[..., Any]:
    """Jinja's filter `map`, which reads an attribute without asking more than once what it is."""

    @pass_context
    def read(context: Context, things: Iterable[Any], *of: Any, **named: Any) -> Any:
        if of or named.keys() != {"attribute"}:
            return mapped(context, things, *of, **named)
        return [*map(_reader(named["attribute"]), things)]

    return read


def _joining(joined: Callable[..., Any]) -> Callable[..., Any]:
    """Jinja's filter `join`, which joins mere text at once."""

    @pass_eval_context
    def put(eval_ctx: nodes.EvalContext, things: Iterable[Any], by: str = "", attribute: Any = None) -> Any:
        parts = [*things] if attribute is None else [*map(_reader(attribute), things)]
        return by.join(parts) if {type(by), *map(type, parts)} == {str} else joined(eval_ctx, parts, by)

    return put


@cache
def _reader(name: str | int) -> Callable[[Any], Any]:
    """What reads an attribute of a thing, or one place of a row."""
    return itemgetter(name) if isinstance(name, int) else attrgetter(name)


def _test(environment: Environment, name: str) -> Callable[..., bool]:
    """The Jinja test of that name; without a name, whether a value is true."""
    tests: Mapping[str, Any] = environment.tests
    return tests[name] if name else bool
