"""The board as data: board.js beside the page, whose JSON has the form of specs/board.schema.json."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from conformance.base.errors import UsageError
from conformance.base.files import read_file
from conformance.field.board.directions import DIRECTIONS
from conformance.field.board.entry import FORMAT, Entry
from conformance.field.board.measure import standing_of
from conformance.results.text import clip
from conformance.rules.contracts import Case, Specifications

BoardData = dict[str, Any]

FILE: Final = "board.js"
BEFORE, AFTER = "BOARD =\n", ";\n"  # what stands around the JSON, so that a page may load it from a disk
BUDGET: Final = 1_250_000  # bytes of the file
INPUT: Final = 4_000  # characters of the input of a situation; a longer one is cut, and no script is made of it
# Where the file would be too large: of how many causes of a part a situation is shown, and how much of what came out.
CUTS: Final = ((12, 600), (9, 400), (6, 300), (5, 200), (4, 120), (3, 80), (1, 0))


def board_of(
    entries: Iterable[Entry],
    specifications: Specifications,
    *,
    unjudged: Sequence[Mapping[str, str]] = (),
    before: BoardData | None = None,
) -> BoardData:
    """Return the board. entries: of each library the newest version first; the first one is shown, and of the others
    its grades. unjudged: library, version and reason of what has no entry. before: an earlier board, whose versions
    stay where the entries have no newer result of them.
    """
    by_library: dict[str, list[Entry]] = {}
    for entry in entries:
        by_library.setdefault(entry["library"], []).append(entry)
    known = before or {"libraries": [], "situations": {}, "unjudged": []}
    for shown in known["libraries"]:
        own = by_library.setdefault(shown["library"], [])
        if not own:
            own.append({key: value for key, value in shown.items() if key not in ("grades", "history")})
            own[0]["history"] = shown["history"]
        elif shown["version"] not in {entry["version"] for entry in own}:
            own[0]["history"] = [_past(shown), *shown["history"]]
    libraries = [_library(own) for _name, own in sorted(by_library.items())]
    named = {entry["library"] for entry in unjudged} | {entry["library"] for entry in libraries}
    data = {
        "format": FORMAT,
        "libraries": libraries,
        "unjudged": [*unjudged, *(entry for entry in known["unjudged"] if entry["library"] not in named)],
        "situations": _situations(libraries, specifications, known["situations"]),
    }
    for causes, characters in CUTS:
        if len(board_text(data)) <= BUDGET:
            break
        _shorten(libraries, causes, characters)
        data["situations"] = _situations(libraries, specifications, known["situations"])
    return data


def _library(own: Sequence[Entry]) -> Entry:
    """Return the newest entry with its grades, and with those of the versions before it."""
    newest, *older = own
    history = {entry["version"]: entry for entry in [*newest.get("history", ()), *map(_past, reversed(older))][::-1]}
    history.pop(newest["version"], None)
    return {**newest, "grades": grades_of(newest), "history": list(history.values())}


def _past(entry: Entry) -> Entry:
    return {
        **{key: entry[key] for key in ("version", "released", "day", "specs")},
        "grades": entry.get("grades") or grades_of(entry),
    }


def grades_of(entry: Entry) -> dict[str, dict[str, Any]]:
    """Return by direction how a version does in it; nothing of those that it has no measured part of."""
    found = {}
    for direction in DIRECTIONS:
        standing = standing_of(direction, entry["parts"])
        if standing is not None:
            found[direction.key] = {
                "grade": standing.grade,
                "percent": standing.percent,
                "rank": round(standing.rank, 4),
                "error": round(standing.error, 4),
                "parts": standing.parts,
                "missing": list(standing.missing),
            }
    return found


def _situations(
    libraries: Sequence[Entry], specifications: Specifications, known: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return by operation the cases that causes show: the note and the input of each."""
    shown: dict[str, dict[str, Any]] = {}
    for library in libraries:
        for operation, part in library["parts"].items():
            for cause in part["causes"]:
                if "case" in cause:
                    shown.setdefault(operation, {})[cause["case"]] = None
    found: dict[str, dict[str, Any]] = {}
    for operation, names in sorted(shown.items()):
        contract = specifications.contracts.get(operation)
        cases = {case.id: case for case in contract.cases} if contract else {}
        own = {name: _situation(cases[name]) if name in cases else known[operation][name] for name in sorted(names)
               if name in cases or name in known.get(operation, {})}  # fmt: skip
        found[operation] = own
    return found


def _situation(case: Case) -> dict[str, Any]:
    text = json.dumps(case.input, ensure_ascii=False)
    return {"note": case.note, **({"input": case.input} if len(text) <= INPUT else {"cut": clip(text, INPUT)})}


def _shorten(libraries: Sequence[Entry], causes: int, characters: int) -> None:
    """Show less: of the first causes of each part a situation, and of what came out so many characters."""
    for part in (part for library in libraries for part in library["parts"].values()):
        for number, cause in enumerate(part["causes"]):
            if number >= causes:
                for member in ("case", "actual", "error", "other"):
                    cause.pop(member, None)
            elif "actual" in cause:
                cause["actual"] = clip(cause["actual"], characters)


def board_text(data: BoardData) -> bytes:
    """Return the text of board.js: JSON with each library on a line of its own. Equal boards give equal bytes."""

    def compact(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    members = []
    for key, value in data.items():
        if isinstance(value, list):
            members.append(f"{compact(key)}:[\n" + ",\n".join(map(compact, value)) + "\n]")
        elif isinstance(value, dict):
            lines = (f"{compact(name)}:{compact(own)}" for name, own in value.items())
            members.append(f"{compact(key)}:{{\n" + ",\n".join(lines) + "\n}")
        else:
            members.append(f"{compact(key)}:{compact(value)}")
    text = BEFORE + "{" + ",\n".join(members) + "}" + AFTER
    return text.encode("utf-8", "backslashreplace")


def read_board(folder: str) -> BoardData | None:
    """Return the board that a folder has; None where there is none. Raises UsageError for another file."""
    path = os.path.join(folder, FILE)
    if not os.path.isfile(path):
        return None
    text = read_file(path, path, "Delete it.").decode()
    try:
        data = json.loads(text.removeprefix(BEFORE).rstrip().removesuffix(AFTER.rstrip()))
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(f"{path} is no board of this suite.", "Delete it, and run conformance survey again.")
    return data
