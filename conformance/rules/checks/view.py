"""What the engine and the shared checks ask of any operation's view of one trial."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from conformance.apis.input_validity.operations import standing_of
from conformance.apis.input_validity.rules import NO_OBJECT
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent, levels, loose_numbers, packed, same
from conformance.rules.checks.trial import Trial

# What names and dates an answer, its parts and its chunks, and may be another one each time.
OWN = frozenset((
    "id", "item_id", "call_id", "tool_call_id", "tool_use_id", "responseId", "created", "created_at", "completed_at",
    "createTime",
))  # fmt: skip
_LONGEST_ID = 200  # characters
_RANDOM = 16  # characters; a shorter id of letters alone is no random one
_NAMING = ("name", "id", "call_id")
# Types of errors that nobody raises on purpose, or seldom.
CRASHES = frozenset({"AttributeError", "IndexError", "KeyError", "ReferenceError", "TypeError", "UnboundLocalError"})


def _names_at(value: JSON, at: str) -> Iterator[str]:
    """Yield the names and ids of what holds a part, from the outside. at: the part's JSON pointer."""
    for step in at.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(step)] if step.isdigit() and int(step) < len(value) else None
        elif isinstance(value, dict):
            yield from (name for key in _NAMING if isinstance(name := value.get(key), str))
            value = value.get(step.replace("~1", "/").replace("~0", "~"))


class View:
    """One observation, read once for all checks of its operation. Every operation has a subclass of its own."""

    # Large inputs that do not convert, in words: what of them did not arrive.
    lost_of_large: ClassVar[str] = "of a large input not everything arrived"

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.outcome = trial.outcome

    # What an operation's own view has to say.

    @property
    def unfit(self) -> bool:
        """Whether the input has not the operation's shape: nothing of it must convert, and a refusal is fine."""
        raise NotImplementedError

    def expected(self) -> JSON:
        """Return an output that satisfies every rule, under the subject's choices; ABSENT where none can be named."""
        raise NotImplementedError

    def essence(self) -> JSON:
        """Return the output without what the rules leave free, so that two sound outputs can be held together."""
        return self.output

    # What it may have to say.

    @property
    def is_all_usable(self) -> bool:
        """Whether all that came of the input was to come of it: what else they share is no copying gone wrong."""
        return True

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input, under some legal answers."""
        return self.unfit

    @property
    def is_failing(self) -> bool:
        """Whether the source is a failure, or broke off."""
        return False

    @property
    def is_foreign(self) -> bool:
        """Whether nobody gives this input to a subject with these choices: no rule judges what came of it."""
        return False

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed: no legal answer lets it fail on what it failed on."""
        return not self.may_fail

    @property
    def is_refused_by_right(self) -> bool:
        """Whether the call may have failed, whatever a case expects: its error names a part for which the target has no
        form, or no API takes the input.
        """
        return False

    @property
    def is_accident(self) -> bool:
        """Whether the call crashed on arguments that are no object: its error names neither them nor their call."""
        refusal = self.outcome.refusal
        if refusal is None or not self.is_crash:
            return False
        reasons = standing_of(self.trial.operation, self.trial.input).reasons
        if not reasons or any(reason.rule != NO_OBJECT for reason in reasons):
            return False
        names = {"arguments", "input", *(name for reason in reasons for name in _names_at(self.trial.input, reason.at))}
        said = re.findall(r"[\w.:-]+", refusal.message)
        return names.isdisjoint((*said, *(word.strip(".:-") for word in said)))

    @property
    def failed_at(self) -> str:
        """The pointer of what a call failed on, as far as it is known."""
        return "/input"

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input, or a part of it, has a shape that the operation does not take (ALL-7)."""
        return self.unfit

    @property
    def incomplete(self) -> bool:
        """Whether something that must arrive did not."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether sound results of the input differ in more than `essence` leaves out: a case shows one of them."""
        return False

    def made_up(self) -> str | None:
        """Say what came of an input of the wrong shape although nothing can; None where all is well."""
        return None

    # What follows from it.

    @cached_property
    def given(self) -> JSON:
        """The input, as far as the transport can distinguish numbers."""
        return self.as_carried(self.trial.input)

    @property
    def is_crash(self) -> bool:
        """Whether the call failed by an accident, as far as the type of its error shows."""
        return self.outcome.refusal is not None and self.outcome.refusal.type in CRASHES

    @cached_property
    def answered(self) -> bool:
        """Whether the call returned JSON."""
        return self.outcome.output is not ABSENT

    @cached_property
    def output(self) -> JSON:
        """The output, as far as the transport can distinguish numbers."""
        return self.received(self.outcome.output)

    @cached_property
    def repeats_output(self) -> bool:
        """Whether the second of two calls that both returned gave the same output, but for ids and times of its own."""
        if self.trial.again is None:
            return False
        first, second = self.outcome.output, self.trial.again.output
        if self.output_data is not None and self.output_data == packed(second):
            return True
        return same(first, second) or repeats(first, second, _scalars(self.trial.input))

    @cached_property
    def output_data(self) -> bytes | None:
        """The output's bytes, as it came; None for what is not plain JSON."""
        return packed(self.outcome.output)

    def received(self, output: JSON) -> JSON:
        """Return an output as JSON would bring it: no classes of its own, numbers as the transport leaves them."""
        if output is ABSENT:
            return output
        data = self.output_data if output is self.outcome.output else packed(output)
        output = output if data is not None else plain(output)
        return self.as_carried(output)

    def read_json(self, text: JSON) -> JSON | Absent:
        """Return the value of a JSON text that says what was JSON on the way to the subject, so that the transport may
        have changed numbers before they were written; ABSENT for what is not a text, or no JSON.
        """
        return self.as_carried(json_or_absent(text))

    def as_carried(self, value: JSON | Absent) -> JSON | Absent:
        """Return a value with its numbers as the transport leaves them."""
        return value if value is ABSENT or self.trial.exact_numbers else loose_numbers(value)


def plain(value: JSON) -> JSON:
    """Return a JSON value in which instances of subclasses are what they extend; what is no JSON stays."""
    if isinstance(value, dict):
        return {plain(key): plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float):
        return float.__float__(value)
    return int.__int__(value) if isinstance(value, int) and not isinstance(value, bool) else value


def repeats(first: JSON, second: JSON, given: frozenset[str | float]) -> bool:
    """Whether two results are equal, but for values of OWN that each may have anew. given: the input's, which none is.

    An id or a time that the input has is no new one, and what takes the place of another type is none either.
    """
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(
            (name in OWN and _is_new(member, given) and _is_new(second[name], given, member))
            or repeats(member, second[name], given)
            for name, member in first.items()
        )
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(
            repeats(element, other, given) for element, other in zip(first, second, strict=True)
        )
    return same(first, second)


def _is_new(value: JSON, given: frozenset[str | float], beside: JSON = ABSENT) -> bool:
    """Whether a value can have been made for one call, of the time or by chance: no sentence, and no short name."""
    if isinstance(value, str):
        is_word = not any(map(str.isspace, value)) and (len(value) >= _RANDOM or any(map(str.isdigit, value)))
        made = is_word and len(value) <= _LONGEST_ID and value not in given
        return made and (beside is ABSENT or isinstance(beside, str))
    return _is_number(value) and value not in given and (beside is ABSENT or _is_number(beside))


def _is_number(value: JSON) -> bool:
    return type(value) in (int, float)


def _scalars(value: JSON) -> frozenset[str | float]:
    return frozenset(schema for level in levels(value) for schema in level if type(schema) in (str, int, float))
