"""Who converts in a conversation: a subject as it is, or the reference under each answer to `tool-turns`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from conformance.base.observation import Description
from conformance.formats.operations import between
from conformance.rules.contracts import Specifications
from conformance.running.engine.choices import find_choices, stated_answers
from conformance.running.engine.port import Port
from conformance.running.subjects.base import Subject, SubjectConfig
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.reference import ReferenceFunctions

MESSAGES, CHOICE = between("chat-messages", "responses-input"), "tool-turns"


class Party(NamedTuple):
    """A subject, and its answer to `tool-turns`; None where it takes no part in that, or none was found."""

    name: str
    subject: Subject
    tool_turns: str | None


def parties(config: SubjectConfig, specifications: Specifications) -> Iterator[Party]:
    """Yield who converts, each ready to be asked. The caller closes it. Raises SubjectError and UsageError."""
    subject = config.open()
    description = subject.describe()
    if description.adapter == "reference":
        subject.close()
        answers = next(choice.answers for choice in specifications.contracts[MESSAGES].choices if choice.name == CHOICE)
        for answer in answers:
            yield Party(description.name, reference(specifications, answer), answer)
        return
    yield Party(description.name, subject, _answer(subject, specifications, config))


def reference(specifications: Specifications, tool_turns: str = "items") -> Subject:
    """Return the reference under an answer to `tool-turns`."""
    functions = dict(ReferenceFunctions(tuple(specifications.contracts)))
    functions[MESSAGES] = partial(functions[MESSAGES], tool_turns=tool_turns)
    return InProcessSubject(
        functions,
        Description(
            name="reference",
            version=None,
            language="python",
            adapter="reference",
            operations=tuple(functions),
            choices={MESSAGES: {CHOICE: tool_turns}},
            exact_numbers=True,
        ),
    )


def _answer(subject: Subject, specifications: Specifications, config: SubjectConfig) -> str | None:
    contract = specifications.contracts[MESSAGES]
    description = subject.describe()
    if MESSAGES not in description.operations:
        return None
    stated = stated_answers(contract, description, config.choices)
    return find_choices(contract, Port(subject), stated, exact_numbers=True).known.get(CHOICE)
