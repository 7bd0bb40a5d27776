"""The parts of a request, judged by the rules of the operations that convert them alone.

A request equals its parts: no rule of a part is written twice. A part is a trial of its own, made of the request's.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

from conformance.base.files import specs_folder
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.read import CALLS
from conformance.formats.members import CHAT, MEMBERS, RESPONSES, alone
from conformance.rules.checks.exact import Exact
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial

# Which rules of a part count. SAFE: what `safe` demands, without the rules of the whole request (conduct, the API's
# acceptance, exact text, reports). DOCUMENTS: further ones of the documents, for what both APIs take. REPORTED: those
# of what may vanish with a report, since the API has no form for it.
SAFE: Final = "safe"
DOCUMENTS: Final = "documents"
REPORTED: Final = "reported"
# Checks of one function's schema, in both directions: a format of the answer has the fields of a function.
OF_A_SCHEMA: Final = (
    "flat-fields", "flat-parameters", "strict-stays-on", "strict-stays-off", "refs-resolve", "schema-meaning",
    "schema-says-the-same", "nested-form", "strict-kept", "strict-where-taken", "schema-unchanged",
)  # fmt: skip


@cache
def rules_of_parts(kind: str) -> Mapping[str, Mapping[str, str]]:
    """Return which rules of other operations count: by operation, for each check the rule. kind: SAFE, say."""
    with open(os.path.join(specs_folder(), "parts.json"), encoding="utf-8") as file:
        table: Mapping[str, Mapping[str, Mapping[str, str]]] = json.load(file)
    return table[kind]


@dataclass(frozen=True, kw_only=True)
class RequestPart:
    """One part of a request.

    given: the input of its operation. became: the output that its operation would have given; ABSENT where the call
    gave no request. places: of prefixes of its pointers, what they are in the request's; the first that fits counts.
    checks: those of its operation that count; all where it is empty. choices: the answers that the request allows.
    """

    trial: Trial
    operation: str
    given: JSON
    became: JSON | Absent
    places: Sequence[tuple[str, str]]
    missing: str
    checks: Sequence[str] = ()
    choices: Mapping[str, str]

    @cached_property
    def view(self) -> Any:
        """The view of its operation, of the part alone."""
        outcome = self.trial.outcome
        if self.became is not ABSENT:
            outcome = replace(outcome, output=self.became, proven=True)
        alone = Trial(
            operation=self.operation,
            input=self.given,
            outcome=outcome,
            choices=self.choices,
            profile=self.trial.profile,
            exact_numbers=self.trial.exact_numbers,
        )
        return family(self.operation).view(alone)

    def findings(self, kind: str = SAFE) -> Findings:
        """Judge the part by the rules of a kind. Each failure names the rule that it breaks."""
        checks = family(self.operation).checks
        reached = unseen = False
        failures: list[Failure] = []
        for check, rule in rules_of_parts(kind)[self.operation].items():
            if self.checks and check not in self.checks:
                continue
            found = checks[check](self.view)
            reached = reached or found is not None
            unseen = unseen or found is NOT_OBSERVABLE
            if isinstance(found, tuple):
                named = f"{rule} of {self.operation}"
                failures += (
                    self.placed(failure)._replace(about=f"{rule} {failure.about}".strip(), of_rule=named)
                    for failure in found
                )
        if failures:
            return tuple(failures)
        return NOT_OBSERVABLE if unseen else OK if reached else None

    def exact(self, exact: Exact | None) -> Exact:
        """Return what has to arrive exactly, with its places in the request."""
        if exact is None:
            return Exact([], (), None)
        return exact._replace(changes=tuple(map(self.placed, exact.changes)))

    def placed(self, failure: Failure) -> Failure:
        """Return a failure of the part as one of the request."""
        return failure._replace(at=self.at(failure.at))

    def at(self, place: str) -> str:
        """Return a pointer into the part as one into the result.

        What is missing is placed where it would be: an objection to the input would cover every other one of the
        result.
        """
        if place.startswith("/input"):
            return self.missing
        for before, after in self.places:
            if place == before or place.startswith(before + "/"):
                return after + place.removeprefix(before)
        return place


# Names that converters have for a member in reports: those of other providers, or of a form between the two APIs.
_OTHER_NAMES: Mapping[str, Sequence[str]] = {
    "stop": ("stop_sequence", "stop_sequences"),
    "max_tool_calls": ("max_calls",),
}


def named_in(reports: Sequence[str], name: str) -> bool:
    """Whether a report names a member, by any of its names: stop, stop_sequences, stopSequences.

    An empty report counts as the best one: a case does not state its words.
    """
    names = (name, *_OTHER_NAMES.get(name, ()))
    return any(not text or not _words(text).isdisjoint(names) for text in reports)


def _words(text: str) -> set[str]:
    """Return the words of a text; those in camel case also as snake case."""
    words = "".join(char if char.isalnum() or char == "_" else " " for char in text).split()
    return {*words, *(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower() for word in words)}


# Words of reports about parts of a request, and of reports about its other members.
_OF_PARTS = frozenset({
    "message", "messages", "content", "part", "parts", "audio", "input_audio", "tool", "tools", "custom", "function",
    "functions", "input", "item", "items", "call", "calls", CALLS, "tool_choice",
})  # fmt: skip
_OF_OTHERS = frozenset({
    *(member.at[format_][0] for format_ in (CHAT, RESPONSES) for member in alone(format_)
      if member.setting not in ("client", "conversation")),
    *(place[0] for member in MEMBERS if member.setting == "limit" for place in member.at.values()),
    "comparison_response_id", "prewarm", "store", "response_format", "include", "metadata", "service_tier",
    "prompt_cache_options", "parallel_tool_calls",
}) - {"audio", "image"}  # fmt: skip


def is_of_others(diagnostic: JSON) -> bool:
    """Whether a report is about other members of a request than its messages and its tools, and about them alone."""
    text = str(diagnostic.get("message", "")) if isinstance(diagnostic, dict) else ""
    words = _words(text)
    return not words.isdisjoint(_OF_OTHERS) and words.isdisjoint(_OF_PARTS)


def as_function(format_: dict[str, JSON]) -> dict[str, JSON]:
    """Return the fields of an answer's format as those of a function. An empty description is none."""
    fields = {key: value for key, value in format_.items() if key not in ("type", "schema") and value is not None}
    if "schema" in format_:
        fields["parameters"] = format_["schema"]
    if not fields.get("description"):
        fields.pop("description", None)
    return fields
