"""conformance subjects: what can be certified by its name."""

from __future__ import annotations

import argparse
import ast
import shlex
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from conformance.commands.layout import bold, wrapped
from conformance.results.text import one_line
from conformance.rules.scope.declared import in_words
from conformance.running.subjects.named import library_names, library_programs, library_table, library_without
from conformance.running.subjects.tables import subject_tables


def run(_parsed: argparse.Namespace) -> int:
    """Print the named subjects. Raises UsageError for a table, of the project or a library, that has another form."""
    tables = subject_tables()
    print("\n".join(listing(tables)))
    return 0


def listing(tables: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the subjects as lines. tables: those of the project, by name."""
    lines = [
        bold("Built in"),
        "  reference",
        "    The reference converters, a part of the suite.",
        "    conformance certify reference",
    ]
    lines += ["", bold("Libraries")]
    for name in library_names():
        lines += [f"  {name}", *(f"    {text}" if text else "" for text in _about(name))]
    if tables:
        lines += ["", bold("Of this project")]
        for name, table in tables.items():
            lines += [
                f"  {_table_cell(name)}",
                f"    {way(table)}",
                f"    conformance certify {shlex.quote(_table_cell(name))}",
            ]
    lines += ["", bold("Without a name")]
    lines += [
        "  conformance certify package.module:object",
        "  conformance certify --bind OPERATION=package.module:function",
        "  conformance certify --command 'a process that speaks the protocol'",
        "  conformance certify --url http://127.0.0.1:8000",
    ]
    lines += ["", *wrapped("A table [tool.conformance.subjects.NAME] of pyproject.toml, or [subjects.NAME] of "
                           "conformance.toml, names a subject: python, javascript, bind, command or url, and "
                           "interpreter, env, choices, without, in-process and settings of its own.", "")]  # fmt: skip
    return lines


def _about(name: str) -> list[str]:
    """Return what the program says of itself, and how to run it. Importing it would need the library."""
    (path,) = library_programs(name)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    packages = shlex.join(library_table(name)["requirements"])
    without = library_without(name)
    lacking = [in_words(without)] if without else []
    if path.endswith(".mjs"):
        header = [line.removeprefix("//").strip() for line in takewhile(_is_comment, source.splitlines())]
        return [*header, *lacking, f"npm install --ignore-scripts {packages}", f"conformance certify {name}"]
    return [
        *(ast.get_docstring(ast.parse(source)) or "").splitlines(),
        *lacking,
        f"ENVIRONMENT/bin/pip install {packages}",
        f"conformance certify {name} --python ENVIRONMENT/bin/python",
    ]


def _is_comment(line: str) -> bool:
    return line.startswith("//")


def way(table: Mapping[str, Any]) -> str:
    """Return how a subject of a table is reached, in one line."""
    kind = next((kind for kind in ("command", "url", "python", "javascript") if kind in table), "bind")
    bound = ", ".join(f"{operation}={path}" for operation, path in table.get("bind", {}).items())
    text = f"{kind}: {table[kind] if kind != 'bind' else bound}"
    by = f" (by {table['interpreter']})" if "interpreter" in table else ""
    return _table_cell(text + by)


def _table_cell(text: str) -> str:
    return one_line(text, 300)
