"""Compiles templates to code that asks less at every step than Jinja's own, and makes the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

try:  # as markupsafe itself does
    from markupsafe._speedups import _escape_inner
except ImportError:
    from markupsafe._native import _escape_inner


def escaped(value: Any) -> str:
    """`value` as it stands in a page: what `markupsafe.escape` makes, without wrapping what is joined at once."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if kind is not Markup:
        return str(value) if kind is int else escape(value)
    html: Markup = value
    return html


class PlainCalls(CodeGenerator):
    """Calls what a template calls as Python does, since nothing at hand there wants to be given the context."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        self.writeline(f"from {__name__} import {escaped.__name__}")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(f"{escaped.__name__}(")

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


def unwaiting(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Jinja's filters without the question at each call whether the page waits for something: ours never do."""
    return {
        name: vars(made)["__wrapped__"] for name, made in filters.items() if getattr(made, "jinja_async_variant", False)
    }
