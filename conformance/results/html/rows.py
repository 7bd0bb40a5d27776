"""All rules of a report as columns, for the page's script to draw rows from: small, however many there are."""

from __future__ import annotations

import json
import zlib
from binascii import b2a_base64
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from conformance.results.cases import seconds_of
from conformance.results.html.verdicts import LEVELS, ORIGINS, SIGNS, VERDICTS, WORDS, tone
from conformance.results.html.wording import RuleWording
from conformance.results.json_view import common_start
from conformance.results.text import clip, one_line, visible
from conformance.rules.contracts import Choice

MANY = 2_000  # texts; below that nothing is gained
UNIT = 100_000  # a second, in the units of the column of times
LEVEL = 6  # of zlib; a page of 300 kB packs in 20 ms
FIRST_CHARACTER = ord("#")  # means 0 in a column: from there on JSON escapes nearly nothing
MOST_IN_CHARACTER = 0xD7FF - FIRST_CHARACTER  # after that come the surrogates, which are no characters
GZIP = 31  # zlib's number for a gzip stream, which is what browsers take


class _Texts:
    """Texts that repeat: each is kept once, and named by its place."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def shown(self) -> list[str] | dict[str, Any]:
        """The texts; many of them as what each shares with the one before, in characters, and its rest."""
        texts = [one_line(text, self._limit) for text in self._places]
        if len(texts) < MANY or not all(map(str.isascii, texts)):  # elsewhere characters have other lengths
            return texts

        shared = [common_start(*pair) for pair in pairwise(("", *texts))]
        rest = [text[length:] for text, length in zip(texts, shared, strict=True)]
        return {"shared": _column(shared), "rest": rest}


def columns(report: Mapping[str, Any], wording: RuleWording) -> dict[str, Any]:
    """Return every rule of a report as one place in each of some columns.

    A column of texts holds their places in the table of that name. A column of words is a string with a digit for each
    row. The column of times has hundredths of a millisecond and one more, 0 for a rule without a time. It is absent for
    a report of an earlier version.
    """
    rules: Sequence[Mapping[str, Any]] = report["rules"]
    texts = {
        "operation": _Texts(200),
        "id": _Texts(60),
        "title": _Texts(600),
        "source": _Texts(600),
        "reason": _Texts(600),
        "gist": _Texts(400),
    }
    wordings: dict[tuple[tuple[str, str], ...], int] = {}
    numbers: dict[str, list[int]] = {name: [] for name in (*texts, "wording", "cases", "examples")}
    for rule in rules:
        for name in ("operation", "id", "title", "source"):
            numbers[name].append(texts[name].place(rule[name]))
        numbers["reason"].append(texts["reason"].place(rule.get("reason", "")))
        numbers["gist"].append(texts["gist"].place(rule["evidence"][0]["message"] if rule["evidence"] else ""))
        numbers["wording"].append(wordings.setdefault(tuple(wording.of(rule)), len(wordings)))
        numbers["cases"].append(rule["cases_run"])
        numbers["examples"].append(rule["examples_run"])
    if "check_seconds" in report["run"]:
        times = (seconds_of(report, rule) for rule in rules)
        numbers["time"] = [0 if seconds is None else 1 + round(seconds * UNIT) for seconds in times]
    return {
        "count": len(rules),
        "zero": FIRST_CHARACTER,
        "texts": {name: table.shown() for name, table in texts.items()},
        "wordings": [[(label, clip(visible(text))) for label, text in said] for said in wordings],
        "numbers": {name: _column(column) for name, column in numbers.items()},
        "verdicts": _digits((rule["verdict"] for rule in rules), VERDICTS),
        "levels": _digits((rule["level"] for rule in rules), LEVELS),
        "origins": _digits((rule["origin"] for rule in rules), tuple(ORIGINS)),
    }


def _column(numbers: Sequence[int]) -> str | list[int]:
    """Return numbers as characters, which pack best; large ones as the differences from row to row."""
    if max(numbers, default=0) <= MOST_IN_CHARACTER:
        return "".join([chr(FIRST_CHARACTER + number) for number in numbers])
    return [after - before for before, after in pairwise((0, *numbers))]


def _digits(words: Iterable[str], known: Sequence[str]) -> str:
    digits = {word: str(place) for place, word in enumerate(known)}
    return "".join(map(digits.__getitem__, words))


def legend() -> dict[str, Any]:
    """Return what the digits mean, and how each verdict is shown."""
    return {
        "verdicts": [(name, SIGNS[name], WORDS[name], [tone(name, level) for level in LEVELS]) for name in VERDICTS],
        "levels": LEVELS,
        "origins": list(ORIGINS.items()),
    }


def choices_of(report: Mapping[str, Any], wording: RuleWording) -> dict[str, list[dict[str, str]]]:
    """Return the choices of each operation of a report: the answer that the subject took, and what it means.

    answer and found are empty where no probe showed an answer. rule is empty where the specifications are not known.
    """
    found: dict[str, list[dict[str, str]]] = {}
    for operation in dict.fromkeys(rule["operation"] for rule in report["rules"]):
        taken = report["choices"].get(operation, {})
        known = {choice.name: choice for choice in wording.choices.get(operation, ())}
        found[operation] = [
            _choice(name, taken.get(name, {}), known.get(name)) for name in dict.fromkeys([*taken, *known])
        ]
    return {operation: choices for operation, choices in found.items() if choices}


def _choice(name: str, taken: Mapping[str, str], known: Choice | None) -> dict[str, str]:
    answer = taken.get("answer", "")
    texts = {
        "name": name,
        "answer": answer,
        "found": taken.get("found", ""),
        "rule": known.rule if known else "",
        "question": known.question if known else "",
        "meaning": known.answers.get(answer, "") if known else "",
    }
    return {key: one_line(text, 600) for key, text in texts.items()}


def packed(data: Any) -> str:
    """Return JSON data as a page holds it: gzip, in base64."""
    raw = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    return base64_of(_gzip(raw))


def packed_lines(lines: Iterable[tuple[int, str]], most: int) -> tuple[str, set[int]]:
    """Pack (row, text) one after the other, as many as fit into about `most` characters; return them, and the rows."""
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    rows: set[int] = set()
    parts, size = [packer.compress(b"[")], 0
    for row, text in lines:
        if size > most * 3 // 4:
            break
        comma = b"," if rows else b""
        part = packer.compress(comma + json.dumps((row, text), separators=(",", ":")).encode())
        parts.append(part)
        size += len(part)
        rows.add(row)
    parts += [packer.compress(b"]"), packer.flush()]
    return base64_of(b"".join(parts)) if rows else "", rows


def _gzip(raw: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    return packer.compress(raw) + packer.flush()


def base64_of(data: bytes) -> str:
    """Return bytes in base64."""
    return str(b2a_base64(data, newline=False), "ascii")
