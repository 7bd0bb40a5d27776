"""What a survey knows of one version of one library: a row of the board, as it is stored and published."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

JUDGED = "judged"
NOT_INSTALLED = "not-installed"  # no environment could be made
NOT_STARTED = "not-started"  # the library is installed, and its program does not start with it
NOT_JUDGED = "not-judged"  # the run ended without a report

_NUMBER = re.compile(r"(?<=/)\d+(?=/|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is judged. packages: as an installer is asked for them, the library's own first. before: releases that are
    later are not installed (a day, YYYY-MM-DD). digest: of everything that the result depends on.
    """

    library: str
    version: str
    released: str | None
    packages: tuple[str, ...]
    before: str | None
    max_examples: int
    digest: str


class FoundFact(NamedTuple):
    """What else a defect consists of, beside its headline. inputs: how many show it. message: in a line."""

    operation: str
    rule: str
    inputs: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDefect:
    """A defect of one version. key: what the same defect of another version has too. sets: those that it fails.
    rules: operation, rule, and the number of inputs of each. facts: those that its message does not say.

    `script` printed `output`, which is the defect; both are None where `unpublished` says why no script shows it.
    design: why the library does it on purpose, as its library.toml says. input, expected and actual: JSON as text, the
    last two around the difference.
    """

    id: str
    key: str
    message: str
    sets: tuple[str, ...]
    operation: str
    rule: str
    rules: tuple[tuple[str, str, int], ...]
    at: str
    input: str
    expected: str | None
    actual: str | None
    language: str
    script: str | None = None
    output: str | None = None
    unpublished: str | None = None
    design: str | None = None
    facts: tuple[FoundFact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult:
    """The verdict of a requirement set: `conforms`, `fails` or another, as in a report. rules: that decide it."""

    verdict: str
    rules: int
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRow:
    """The result of a task. status: JUDGED, or why not, with a reason.

    day: on which it was judged, as YYYY-MM-DD.
    without: what the library says that it does not have. installed: what the environment holds. sets: verdicts by set.
    rules: by operation, then by rule, the verdict. seconds: of the environment and of the run, which nobody should
    compare.
    """

    task: Task
    suite: str
    specs_digest: str
    status: str
    day: str | None = None
    reason: str | None = None
    note: str | None = None
    subject: str | None = None
    language: str | None = None
    without: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    sets: Mapping[str, SetResult] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    defects: tuple[FoundDefect, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def published(self) -> list[FoundDefect]:
        """The defects that a script has shown without the suite, those that are meant so among them."""
        return [defect for defect in self.defects if defect.script is not None and defect.unpublished is None]

    @property
    def result(self) -> dict[str, Any]:
        """Everything but the times: what is equal wherever and whenever it was judged."""
        members: dict[str, Any] = msgspec.to_builtins(self)
        del members["seconds"], members["day"]
        return members


def keys_of(places: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return a key for each defect of a version. places: operation, rule and pointer of each.

    A key is the place without positions in lists; what breaks one rule in one place a second time is numbered.
    """
    taken: Counter[str] = Counter()
    keys = []
    for operation, rule, at in places:
        key = f"{operation}/{rule}{_NUMBER.sub('*', at)}"
        taken[key] += 1
        keys.append(key if taken[key] == 1 else f"{key}~{taken[key]}")
    return keys


def to_json(row: SurveyRow) -> bytes:
    """Return a row as JSON text. Half a character, which UTF-8 lacks, is written as an escape."""
    text = msgspec.json.encode(_encodable(msgspec.to_builtins(row)))
    return msgspec.json.format(text, indent=1) + b"\n"


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_encodable(key): _encodable(member) for key, member in value.items()}
    return [_encodable(member) for member in value] if isinstance(value, list | tuple) else value


def from_json(text: bytes) -> SurveyRow:
    """Return the row. Raises ValueError for anything else."""
    return msgspec.json.decode(text, type=SurveyRow)
