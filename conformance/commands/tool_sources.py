"""Where the tools that check-tools judges come from: files, folders, patterns, standard input, or an MCP server."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import json_of, read_file
from conformance.base.values import JSON
from conformance.commands.tool_check import holds_tools
from conformance.results.text import one_line

STDIN = "-"
PASSED_OVER = frozenset({"node_modules"})  # folders, beside those whose name begins with a dot
LISTED = 5  # files that are left out


class ToolSource(NamedTuple):
    """Tools as somebody gave them. name: of the file or the server. text: the file's; None where there is none."""

    name: str
    document: JSON
    text: str | None


class Sources(NamedTuple):
    """What was read, and a line for each kind of file that was left out."""

    read: tuple[ToolSource, ...]
    left_out: tuple[str, ...]


def read_sources(words: Sequence[str], *, skip_others: bool) -> Sources:
    """Read what the command line names: files, folders, patterns, or "-" for standard input.

    Of a folder, the JSON files that hold tools are read; of a pattern, the files that do. skip_others: files that are
    named are left out too where they hold none. Raises UsageError for what cannot be read, and where nothing is left.
    """
    read: list[ToolSource] = []
    without_tools: list[str] = []
    no_json: list[str] = []
    no_file: list[str] = []  # a link that leads nowhere, a pipe
    for path, is_named in dict(_paths(words)).items():
        must = is_named and not skip_others
        try:
            source = _stdin() if path == STDIN else _file(path)
        except UsageError:
            # Nothing says that a file of a folder, with any content, is for this command.
            if is_named:
                raise
            (no_json if os.path.isfile(path) else no_file).append(path)
            continue
        if must or holds_tools(source.document):
            read.append(source)
        else:
            without_tools.append(path)
    left_out = tuple(
        f"Left out: {_names_of_paths(paths)}: {why}."
        for paths, why in ((without_tools, "no tools in it"), (no_json, "not JSON"), (no_file, "not a file"))
        if paths
    )
    if not read and not skip_others:
        raise UsageError(f"No tools were found in {', '.join(words)}.", " ".join((*left_out, "Name a file of tools.")))
    return Sources(tuple(read), left_out)


def _paths(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield each file, and whether the user named it as such."""
    for word in words:
        if word == STDIN or os.path.isfile(word):
            yield word, True
        elif os.path.isdir(word):
            yield from ((path, False) for path in _of_folder(word))
        elif glob.has_magic(word):
            found = sorted(path for path in glob.glob(word, recursive=True) if os.path.isfile(path))
            if not found:
                raise UsageError(f"No file matches {word}.", "Correct the pattern, or name a file.")
            yield from ((path, False) for path in found)
        else:
            yield word, True  # reading it says what is wrong


def _of_folder(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in PASSED_OVER)
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".json"))


def _file(path: str) -> ToolSource:
    data = read_file(path, path, "Name a JSON file.")
    return ToolSource(path, json_of(data, path, "Correct the file, or leave it out."), data.decode("utf-8"))


def _stdin() -> ToolSource:
    data = sys.stdin.buffer.read()
    name = "standard input"
    return ToolSource(name, json_of(data, name, "Write tools as JSON to it."), data.decode("utf-8"))


def _names_of_paths(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - LISTED} more" if len(paths) > LISTED else ""
    return one_line(", ".join(paths[:LISTED])) + more
