"""The folder in which the run of a report was started: its command names files as they are seen from there."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence

NAMED = ("--bind",)  # OPERATION=FILE:FUNCTION
PROGRAMS = ("--command", "--wire", "--mcp-server")  # whose value is a command


def folder_of(words: Sequence[str], report: str) -> str:
    """Return the folder that a command of a report is run in, as seen from here; empty for the working directory.

    That is the nearest one, of this folder and those above the report, in which the files are that the command names;
    this one, where it names none, or they are nowhere. report: the path of its file.
    """
    files = list(dict.fromkeys(_files(words)))
    if not files or _has(os.curdir, files):
        return ""
    folder = os.path.dirname(os.path.abspath(report))
    while not _has(folder, files):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return os.path.relpath(folder)


def _files(words: Sequence[str]) -> Iterator[str]:
    """Yield the relative paths among the words of a command, and the modules that a subject is of, as paths."""
    left = iter(words[2:])
    for word in left:
        if word in PROGRAMS:
            yield from (named for named in shlex.split(next(left, "")) if _is_path(named))
        elif word in NAMED:
            yield from _of_subject(next(left, "").partition("=")[2])
        elif word.startswith("-"):
            next(left, None)
        else:
            yield from _of_subject(word)


def _of_subject(path: str) -> Iterator[str]:
    """Yield the file of FILE:OBJECT, or the package of package.module:object; nothing for the name of a subject."""
    file, colon, _object = path.partition(":")
    if _is_path(file):
        yield file
    elif colon:
        yield file.partition(".")[0]


def _is_path(word: str) -> bool:
    if os.path.isabs(word) or word.startswith("-") or "://" in word:
        return False
    return os.sep in word or os.path.splitext(word)[1][1:].isalnum()


def _has(folder: str, files: Sequence[str]) -> bool:
    """Whether a folder has all of these; a module may be a package, or a file."""
    paths = [os.path.join(folder, file) for file in files]
    return all(os.path.exists(path) or os.path.isfile(f"{path}.py") for path in paths)
