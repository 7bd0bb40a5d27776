"""certify --watch: judge again whenever a file of the subject changes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from conformance.base.errors import ConformanceError, UsageError
from conformance.commands import failure, interrupt
from conformance.commands.file_changes import changes, without_ignored
from conformance.commands.subject import subject_config
from conformance.results.text import name_list, one_line
from conformance.results.write import DEFAULT_FOLDER, STDOUT
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.wire import WireConfig

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
INSTALLED = ("site-packages", "dist-packages")
REFUSED = ("in_process", "update_expected", "certificate", "github")
WRITTEN = ("junit", "json", "markdown", "sarif")  # flags whose files a run writes
LISTED = 4  # files


def run(parsed: argparse.Namespace, judge: Callable[[argparse.Namespace], int], operations: tuple[str, ...]) -> int:
    """Judge the subject, and again with each change, until somebody ends it; return the last status.

    judge: makes one run. Raises UsageError for a subject that cannot be watched, and for a first run that cannot be
    made.
    """
    paths = watched(parsed, subject_config(parsed, operations))
    found = _changes(parsed, paths)
    next(found, None)  # from now on they are watched
    status = _status_of_run(parsed, judge, first=True)
    while not interrupt.was_seen():
        print(
            f"Watching {name_list([_short_path(path) for path in paths], LISTED)}. Ctrl-C ends.",
            file=sys.stderr,
            flush=True,
        )
        interrupt.release()  # the run that is over held it
        try:
            changed = next(found, None)
        except KeyboardInterrupt:
            break
        if changed is None:
            break
        if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            print(CLEAR, end="")
        print(f"Changed: {name_list([_short_path(path) for path in changed], LISTED)}", file=sys.stderr, flush=True)
        status = _status_of_run(parsed, judge, first=False)
    return status


def watched(parsed: argparse.Namespace, config: SubjectConfig) -> list[str]:
    """Return the files and folders that are watched. Raises UsageError: there are none, or it does not go together."""
    for name in REFUSED:
        if getattr(parsed, name):
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"--watch cannot be combined with {flag}.", f"Remove {flag}.")
    for flag in ("json", "markdown"):
        if getattr(parsed, flag) == STDOUT:
            raise UsageError(f"--watch cannot be combined with --{flag} -.", "Name a file.")
    for path in parsed.watch_path or ():
        if not os.path.exists(path):
            raise UsageError(f"--watch-path {path} is not there.", "Name a file or a folder.")
    if not isinstance(config, PythonConfig | ProcessConfig | WireConfig):
        raise UsageError("--watch is for Python subjects and commands.", "Name one, or remove --watch.")
    if parsed.watch_path:
        return list(dict.fromkeys(parsed.watch_path))
    if not isinstance(config, PythonConfig):
        return [config.folder or os.curdir]
    named = list(config.bind.values()) or [config.path]
    found = list(dict.fromkeys(path for text in named if (path := _of_project(text, config.folder)) is not None))
    if not found:
        raise UsageError(f"--watch finds no file of {', '.join(named)} in this project.", "Name one with --watch-path.")
    return found


def _of_project(path: str, base: str) -> str | None:
    """Return the package or the file that an import path is of; None if it is installed or not found.

    base: the folder where its paths begin; empty for the working directory.
    """
    module = path.partition(":")[0]
    if module.endswith(".py"):
        module = os.path.join(base, module)
        folder = os.path.dirname(module)
        return folder if os.path.isfile(os.path.join(folder, "__init__.py")) else module
    top = module.partition(".")[0]
    for name in (top, f"{top}.py", os.path.join("src", top)):
        near = os.path.join(base, name)
        if os.path.exists(near):
            return near
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    place = next(iter(spec.submodule_search_locations or ()), spec.origin)
    if place is None or not os.path.exists(place) or not set(INSTALLED).isdisjoint(place.split(os.sep)):
        return None
    return place


def _changes(parsed: argparse.Namespace, paths: list[str]) -> Iterator[list[str]]:
    """Yield what changed and is not what a run itself writes, nor what git ignores."""
    written = [parsed.report_dir or DEFAULT_FOLDER, *(getattr(parsed, name) for name in WRITTEN)]
    found = changes(paths, [path for path in written if path is not None])
    yield next(found, [])
    for changed in found:
        kept = without_ignored(changed, os.curdir)
        if kept:
            yield kept


def _status_of_run(parsed: argparse.Namespace, judge: Callable[[argparse.Namespace], int], *, first: bool) -> int:
    """Return the status of one run. One that cannot be made, because the code is broken just now, is waited out."""
    interrupt.release()
    try:
        return judge(argparse.Namespace(**vars(parsed)))
    except UsageError as error:
        if first:
            raise
        return failure.expected(error, parsed)
    except ConformanceError as error:
        return failure.expected(error, parsed)


def _short_path(path: str) -> str:
    relative = os.path.relpath(path)
    return one_line(path if relative.startswith(os.pardir) else relative, 80)
