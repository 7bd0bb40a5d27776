"""conformance init: write a working adapter for a converter, a driver for an SDK, or the file of a project."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from pathlib import Path
from typing import Any

from minijinja import Environment

from conformance.base.errors import UsageError
from conformance.commands.languages import DRIVERS, Program, adapter_in
from conformance.commands.subject import check_operations
from conformance.results.write import see_writable, write_file
from conformance.rules.contracts import load_specifications
from conformance.running.project.find import OWN, project_in

SAMPLE = "mcp-tool-to-chat-tool"  # the operation that the templates convert
HERE = re.compile("Your (converter|SDK) goes here")  # how a template marks the place to edit


def run(parsed: argparse.Namespace) -> int:
    """Write the program and print how to run it. Raises UsageError for a file that is there already."""
    operations = list(dict.fromkeys(parsed.operation or [SAMPLE]))
    check_operations(operations, tuple(load_specifications().contracts), "--operation")
    if parsed.config:
        return _write_config(parsed, operations)
    program = _driver(parsed) if parsed.wire else adapter_in(parsed.language)
    texts = _texts(program, operations, _name(parsed.dir, parsed.language))
    _write(texts, parsed.dir, force=parsed.force)
    main, *_others = (os.path.normpath(os.path.join(parsed.dir, file)) for file in texts)
    place = next(number for number, line in enumerate(texts[next(iter(texts))].splitlines(), 1) if HERE.search(line))
    commands = _commands(program, _prefix(parsed.dir))
    print(f"Wrote {', '.join([main, *_others])}")
    if program.needs:
        print(f"  it needs:        {commands['needs']}")
    if program.build:
        print(f"  build it:        {commands['build']}")
    print(f"  certify it:      {commands['certify']}")
    if parsed.wire:
        print(f"  edit it:         {main}:{place} is where your SDK leads a conversation")
        return 0
    print(f"  try it by hand:  {commands['by_hand']}")
    print(f"  edit it:         {main}:{place} is where your converter is called")
    without = [operation for operation in operations if operation != SAMPLE]
    if without:
        print(f"  still to write:  {', '.join(without)}: only {SAMPLE} comes with a sample")
    return 0


def _write_config(parsed: argparse.Namespace, operations: list[str]) -> int:
    """Write the file of a project, with a subject of the folder's name, and print what to do with it."""
    if parsed.wire:
        raise UsageError("--config and --wire cannot be combined: each says what is written.", "Remove one.")
    there = project_in("" if parsed.dir == os.curdir else parsed.dir)
    if there is not None and os.path.basename(there.file) != OWN:
        raise UsageError(f"{there.file} has the settings already.", "Write the subject there, or give another --dir.")
    name = _name(parsed.dir, "").strip("-").replace(".", "-")
    lines = [
        "# What `conformance certify` judges here, and how. `conformance config` shows every key.",
        "seed = 1",
        "",
        f"[subjects.{name}.bind]",
        "# Your converter goes here: the function of each operation.",
        *(f'{operation} = "package.module:function"' for operation in operations),
    ]
    _write({OWN: "".join(f"{line}\n" for line in lines)}, parsed.dir, force=parsed.force)
    path = os.path.normpath(os.path.join(parsed.dir, OWN))
    print(f"Wrote {path}")
    print(f"  edit it:         {path}:{len(lines) - len(operations) + 1} is where your converter is named")
    print("  certify it:      conformance certify")
    return 0


def _driver(parsed: argparse.Namespace) -> Program:
    """Return the driver of a language. Raises UsageError where there is none."""
    if parsed.operation:
        raise UsageError(
            "--wire and --operation cannot be combined: a driver leads whole conversations.", "Remove one."
        )
    if parsed.language not in DRIVERS:
        raise UsageError(f"There is no driver in {parsed.language}.", f"--wire writes {' or '.join(DRIVERS)}.")
    return DRIVERS[parsed.language]


def _prefix(folder: str) -> str:
    """Return what to write before the name of a file in a folder."""
    normal = os.path.normpath(folder)
    return "" if normal == os.curdir else os.path.join(normal, "")


def _commands(program: Program, at: str) -> dict[str, str]:
    """How a program in a folder is built, certified, and asked by hand. at: what to write before its files' names."""
    run = [word.format(at=at) for word in program.run]
    served = shlex.join(run)
    certify = [program.way, served] if program.way else run[1:]
    return {
        "needs": (program.needs or "").format(at=at),
        "build": shlex.join(word.format(at=at) for word in program.build or ()),
        "certify": " ".join(map(_shell_word, ["conformance", "certify", *certify])),
        "by_hand": f"""echo '{{"jsonrpc": "2.0", "id": 0, "method": "describe"}}' | {served}""",
    }


def _shell_word(word: str) -> str:
    """Return a word of a command as people write it in a shell; shlex.quote writes single quotes as '"'"'."""
    return f'"{word}"' if "'" in word and not re.search(r'["$`\\!]', word) else shlex.quote(word)


def _texts(program: Program, operations: list[str], name: str) -> dict[str, str]:
    """Return the text of each file of a program. name: the subject's."""
    environment = Environment(
        auto_escape_callback=lambda _name: False,  # it is code, and every word in it is ours
        undefined_behavior="strict",
        keep_trailing_newline=True,
    )
    offered: list[dict[str, Any]] = [
        {"operation": operation, "function": program.naming(operation), "sample": operation == SAMPLE}
        for operation in operations
    ]
    words = _commands(program, "")
    texts: dict[str, str] = {}
    for file, source in program.files.items():
        text = Path(__file__).with_name("templates").joinpath(source).read_text("utf-8")
        if source.endswith(".jinja"):
            environment.add_template(source, text)
            text = environment.render_template(
                source, operations=offered, file=os.path.basename(file), name=name, **words
            )
        texts[file] = text
    return texts


def _write(texts: dict[str, str], folder: str, *, force: bool) -> None:
    """Write files into a folder, all or none. Raises UsageError for one that is there already."""
    paths = {os.path.join(folder, file): text for file, text in texts.items()}
    for path in paths:
        if os.path.lexists(path) and not force:
            raise UsageError(f"{path} is there already.", "Give another --dir, or --force to write over it.")
        see_writable(path, "--dir")
    for path, text in paths.items():
        write_file(path, text)


def _name(folder: str, language: str) -> str:
    """The subject's name: the folder's, without what a string of some language would have to escape."""
    base = os.path.basename(os.path.realpath(folder))
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '-', base).strip('-') or 'converter'}-{language}"
