"""A kind of import contract: these packages import only those others of ours."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from importlinter import Contract, ContractCheck, fields, output


class OnlyContract(Contract):
    """Each package that matches `importers` may import itself and `may_import`, and no other module of the project.

    `*` in a name stands for one part of it. A package that does not exist yet breaks nothing.
    """

    type_name = "only"

    importers: Any = fields.ListField(subfield=fields.StringField())
    may_import: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        broken = []
        for importer in sorted(graph.modules):
            packages = [package for pattern in self.importers if (package := _within(importer, pattern))]
            for imported in sorted(graph.find_modules_directly_imported_by(importer)) if packages else ():
                if not any(_within(imported, allowed) for allowed in (*packages, *self.may_import)):
                    lines = [d["line_number"] for d in graph.get_import_details(importer=importer, imported=imported)]
                    broken.append((importer, imported, min(lines)))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, line in check.metadata["broken"]:
            output.print_error(f"{importer} imports {imported} (line {line})")
        output.new_line()


def _within(module: str, pattern: str) -> str | None:
    """The package that `pattern` names, if `module` is in it."""
    parts, wanted = module.split("."), pattern.split(".")
    inside = len(parts) >= len(wanted) and all(map(fnmatchcase, parts, wanted))
    return ".".join(parts[: len(wanted)]) if inside else None
