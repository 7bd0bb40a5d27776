"""What an earlier run of a subject left: its evidence. Only files that the suite itself wrote are taken."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from conformance.base.files import read_regular
from conformance.results.read import LARGEST


class Leftovers(NamedTuple):
    """The evidence files of an earlier report, and the subject that it is about."""

    subject: str = ""
    evidence: tuple[str, ...] = ()


def leftovers(report: str | None, folder: str | None) -> Leftovers:
    """Return what the run of a report left; nothing where there is no report.

    folder: of the evidence. A file whose content is not what the report says of it was changed, and is somebody's.
    """
    if report is None or folder is None:
        return Leftovers()
    try:
        read = json.loads(read_regular(report, LARGEST))
        found = [path for path, value in _evidence(read, folder) if _says(path, value)]
        return Leftovers(str(read["subject"]["name"]), tuple(dict.fromkeys(found)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Leftovers()  # not a report of this suite


def _evidence(report: Any, folder: str) -> Iterator[tuple[str, Any]]:
    """Yield the files in the folder of evidence that a report's commands name, each with what it must hold."""
    for rule in report["rules"]:
        for shown in rule["evidence"]:
            words = shlex.split(shown["reproduce"])
            named = [path for flag, path in pairwise(words) if flag == "--input"]
            for path, value in zip(named, (*shown.get("earlier", ()), shown["input"]), strict=False):
                if os.path.realpath(os.path.dirname(path)) == os.path.realpath(folder):
                    yield os.path.join(folder, os.path.basename(path)), value

    for fault in report.get("set_aside", {}).get("faults", ()):
        for flag, path in pairwise(shlex.split(fault["reproduce"])):
            if flag == "--input" and os.path.realpath(os.path.dirname(path)) == os.path.realpath(folder):
                yield os.path.join(folder, os.path.basename(path)), fault["input"]


def _says(path: str, value: Any) -> bool:
    try:
        return read_regular(path) == text_of(value).encode("utf-8", "backslashreplace")
    except OSError:
        return False


def text_of(value: Any) -> str:
    """Return the text of a file of evidence."""
    return json.dumps(value, indent=1) + "\n"


def remove(paths: Iterable[str]) -> None:
    """Remove files, as far as that is possible."""
    for path in paths:
        with contextlib.suppress(OSError):
            os.remove(path)
