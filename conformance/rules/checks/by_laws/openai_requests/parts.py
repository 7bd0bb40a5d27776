"""What the documents say to the letter: the form of messages, and schemas (C2R-1a, C2R-2a, R2C-2a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.base.values import ABSENT, same
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.request import Schema
from conformance.formats.operations import between
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at, versus
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial

_MESSAGES: Final = between("chat-messages", "responses-input")
# The checks of messages alone that count, and the rules that they decide there.
_RULES: Final = {
    "string-content": "MSG-1", "results-as-items": "MSG-4", "content-arrays": "MSG-11", "call-ids": "MSG-18",
}  # fmt: skip


def messages_to_the_letter(view: OpenAIRequest) -> Findings:
    """C2R-1a: the messages have the form that the documents give them. Each failure names the rule that it breaks."""
    if not view.is_judged:
        return None
    made = {key: view.output[key] for key in ("input", "instructions") if key in view.output}
    alone = Trial(
        operation=_MESSAGES, input=view.given["messages"], outcome=replace(view.outcome, output=made, proven=True),
        choices={"tool-turns": "items"}, profile=view.trial.profile, exact_numbers=view.trial.exact_numbers,
    )  # fmt: skip
    of_messages = family(_MESSAGES)
    seen = of_messages.view(alone)
    found = {rule: of_messages.checks[check](seen) for check, rule in _RULES.items()}
    failures = [
        other_one._replace(of_rule=f"{rule} of {_MESSAGES}")
        for rule, ones in found.items()
        for other_one in (ones if isinstance(ones, tuple) else ())
    ]
    return tuple(failures) or next((element for element in (OK, NOT_OBSERVABLE) if element in found.values()), None)


def schemas_to_the_letter(view: OpenAIRequest) -> Findings:
    """C2R-2a, R2C-2a: the schemas of tools, and of the answer, are unchanged, and no tool has a further key."""
    asked, made = view.both.asked, view.as_read.request
    if not view.is_judged or made is None:
        return None
    tools = {tool.name: tool for tool in made.tools or () if tool.kind == FUNCTION}
    pairs = [(tool, tools[tool.name]) for tool in asked.tools or () if tool.kind == FUNCTION and tool.name in tools]
    failures = [
        failure for owed, got in pairs for failure in _changed(owed.schema, got.schema, f"of {brief(got.name)}")
    ]
    failures += [
        Failure(
            "further-key", output_at(*other.at[0]), f"{other.word} of {brief(got.name)} was added: {brief(other.value)}"
        )
        for _owed, got in pairs
        for other in got.others
    ]
    forms = [
        element.format for element in (asked, made) if element.format is not None and element.format.schema is not None
    ]
    if len(forms) == 2:
        failures += _changed(forms[0].schema, forms[1].schema, "of the answer")
    return tuple(failures) or (OK if pairs or len(forms) == 2 else None)


def _changed(owed: Schema | None, got: Schema | None, whose: str) -> Iterator[Failure]:
    wanted, came = (ABSENT if element is None else element.value for element in (owed, got))
    if owed is not None and got is not None and not same(wanted, came):
        yield Failure("schema-changed", output_at(*got.at[0]), f"the schema {whose}: {versus(wanted, came)}")
