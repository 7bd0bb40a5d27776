"""conformance init: write a working adapter for a converter in another language."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from minijinja import Environment

from conformance.cli.subject import check_operations
from conformance.contracts import load_specifications
from conformance.errors import UsageError
from conformance.reports.write import see_writable, write_file

SAMPLE = "mcp-tool-to-chat-tool"  # the operation that the templates convert
HERE = "Your converter goes here"  # how a template marks the place to edit


class Language(NamedTuple):
    """How an adapter is named and run. file: relative to the folder. run: the words before the file."""

    template: str
    file: str
    run: tuple[str, ...]
    camel: bool = False  # whether the language writes functions in camelCase


LANGUAGES = {
    "python": Language("adapter.py.jinja", "conformance_adapter.py", ("python3",)),
    "javascript": Language("adapter.mjs.jinja", "conformance_adapter.mjs", ("node",), camel=True),
    # In a folder of its own: all Go files of one folder are one package.
    "go": Language("adapter.go.jinja", "conformance_adapter/main.go", ("go", "run"), camel=True),
    "php": Language("adapter.php.jinja", "conformance_adapter.php", ("php",)),
    "ruby": Language("adapter.rb.jinja", "conformance_adapter.rb", ("ruby",)),
}


def run(parsed: argparse.Namespace) -> int:
    """Write the adapter and say how to run it. Raises UsageError for a file that is there already."""
    language = LANGUAGES[parsed.language]
    operations = list(dict.fromkeys(parsed.operation or [SAMPLE]))
    check_operations(operations, tuple(load_specifications().contracts), "--operation")
    path = os.path.join(parsed.dir, language.file)
    if os.path.lexists(path) and not parsed.force:
        raise UsageError(f"{path} is there already.", "Give another --dir, or --force to write over it.")
    see_writable(path, "--dir")
    text = adapter(language, operations, name=_name(parsed.dir, parsed.language), **_commands(language, language.file))
    write_file(path, text)
    shown = os.path.normpath(path)
    commands = _commands(language, shown)
    place = next(number for number, line in enumerate(text.splitlines(), 1) if HERE in line)
    print(f"Wrote {shown}")
    print(f"  certify it:      {commands['certify']}")
    print(f"  try it by hand:  {commands['by_hand']}")
    print(f"  edit it:         {shown}:{place} is where your converter is called")
    without = [operation for operation in operations if operation != SAMPLE]
    if without:
        print(f"  still to write:  {', '.join(without)}: only {SAMPLE} comes with a sample")
    return 0


def _commands(language: Language, path: str) -> dict[str, str]:
    """How the adapter at a path is certified, and asked by hand."""
    served = shlex.join([*language.run, path])
    # The suite's own worker serves a Python file, and observes more of a function than the protocol can carry.
    certify = [path] if language.run == ("python3",) else ["--command", served]
    return {
        "certify": shlex.join(["conformance", "certify", *certify]),
        "by_hand": f"""echo '{{"jsonrpc": "2.0", "id": 0, "method": "describe"}}' | {served}""",
    }


def adapter(language: Language, operations: list[str], **words: str) -> str:
    """Return the text of an adapter. words: name, certify and by_hand, as the template shows them."""
    source = Path(__file__).with_name("templates").joinpath(language.template).read_text("utf-8")
    environment = Environment(
        auto_escape_callback=lambda _name: False,  # it is code, and every word in it is ours
        undefined_behavior="strict",
        keep_trailing_newline=True,
    )
    offered: list[dict[str, Any]] = [
        {
            "operation": operation,
            "function": _camel(operation) if language.camel else operation.replace("-", "_"),
            "sample": operation == SAMPLE,
        }
        for operation in operations
    ]
    environment.add_template(language.template, source)
    text: str = environment.render_template(
        language.template, operations=offered, file=os.path.basename(language.file), **words
    )
    return text


def _camel(operation: str) -> str:
    first, *others = operation.split("-")
    return first + "".join(word.capitalize() for word in others)


def _name(folder: str, language: str) -> str:
    """The subject's name: the folder's, without what a string of some language would have to escape."""
    base = os.path.basename(os.path.realpath(folder))
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '-', base).strip('-') or 'converter'}-{language}"
