"""The features that a subject can say it does not have (`without`), by operation.

An input with such a feature is not offered to the subject. A result never has it: the subject said so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.exchange_parts import answer_format, answer_key
from conformance.formats.exchanges import KINDS, host_of
from conformance.formats.form import carries
from conformance.formats.kinds import NATIVE
from conformance.formats.operations import Operation, between, operations_from, operations_with
from conformance.rules.scope import marks

Place = Callable[[JSON], marks.Path | None]


def _has_strict(operation: Operation) -> bool:
    """Whether the target has a place for strict."""
    return carries(host_of(operation.target), "tool/strict") == NATIVE


PROVIDER_TOOL: Final = between("tool-definition", "provider-tool")
LOOP: Final = "tool-loop"
LAWFUL: Final = operations_with(lambda operation: operation.checks == "by_laws.answers")
CALLS: Final = operations_with(lambda operation: operation.target == "tool-calls")
# What answers Chat Completions, in whichever form.
CHAT_ANSWERED: Final = operations_with(
    lambda operation: answer_format(operation.source) in ("chat-response", "chat-stream")
)
ANSWERS: Final = operations_with(lambda operation: operation.target in KINDS)
MESSAGES: Final = operations_from("chat-messages", "responses-input")
# Those toward formats that have a place for strict: in what the others write no feature shows.
REQUESTS: Final = operations_with(
    lambda operation: operation.source in ("chat-request", "responses-request") and _has_strict(operation)
)
MCP_TOOLS: Final = operations_with(
    lambda operation: operation.source in ("mcp-tool", "mcp-tools") and _has_strict(operation)
)
OUTPUT: Final = between("responses-output", "chat-message")
TOOLS: Final = operations_from("chat-tools", "responses-tools", "registry-tools", "registry-request")
# What the Responses API answers, in whichever form.
_RESPONSES_ANSWERED = operations_from("responses-output", "responses-response", "responses-stream")


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Something that a converter may not have.

    title: what messages call it, after "no". operations: those that know it. in_input: where an input has it; None for
    a feature of results, of which every input is asked. in_result: where a result, or a request to an API, has it; None
    for one that no result shows by itself. converted(input, result): whether a result shows that the feature of its
    input arrived. rules: by operation, the rules about a feature of results.
    """

    title: str
    operations: tuple[str, ...]
    in_input: Place | None = None
    in_result: Place | None = None
    converted: Callable[[JSON, JSON], bool] = lambda _given, _result: False
    rules: Mapping[str, tuple[str, ...]] | None = None


def _answers_call(_given: JSON, result: JSON) -> bool:
    return result is not ABSENT and result is not None


def _first_arrives(given: JSON, result: JSON) -> bool:
    """Whether something came of an answer, of which the first choice counts; a request has a place for one only."""
    return _answers_call(given, result) and not (isinstance(given, dict) and "messages" in given)


def _custom_arrives(given: JSON, result: JSON) -> bool:
    if answer_key(given) is not None:  # a response repeats the tools of its request, whatever was called
        return marks.custom_call(result) is not None
    names = marks.custom_names(given)
    return bool(names) and names <= marks.names_in(result).keys()


def _hosted_arrives(given: JSON, result: JSON) -> bool:
    """Whether a hosted tool of the input is one of the result, or a function that is named like it."""
    return marks.hosted(result) is not None or not marks.hosted_names(given).isdisjoint(marks.names_in(result))


# The member of an input that says which of several targets is wanted, by operation.
_TARGETS: Final = {PROVIDER_TOOL: "provider", LOOP: "api"}


def _value_of(*values: tuple[str, str]) -> Place:
    def place(given: JSON) -> marks.Path | None:
        held = given if isinstance(given, dict) else {}
        return next(((member,) for member, value in values if held.get(member) == value), None)

    return place


def _target(value: str, title: str, *operations: str) -> Feature:
    """Return the feature of inputs that want a target."""
    place = _value_of(*((_TARGETS[operation], value) for operation in operations))
    return Feature(title=title, operations=operations, in_input=place, converted=_answers_call)


def _shows_at_place(place: Place) -> Callable[[JSON, JSON], bool]:
    return lambda _given, result: place(result) is not None


FEATURES: Final[Mapping[str, Feature]] = {
    "openai-responses": _target("openai-responses", "tools for OpenAI's Responses API", PROVIDER_TOOL),
    "openai-chat": _target("openai-chat", "tools for OpenAI's Chat Completions", PROVIDER_TOOL),
    "gwdg": _target("gwdg", "tools for GWDG", PROVIDER_TOOL),
    "anthropic": _target("anthropic", "tools for Anthropic, or loops by its API", PROVIDER_TOOL, LOOP),
    "gemini": _target("gemini", "loops by Gemini's API", LOOP),
    "google": _target("google", "tools for Google", PROVIDER_TOOL),
    "responses": _target("responses", "Responses API", LOOP),
    "chat": _target("chat", "Chat Completions API", LOOP),
    "strict": Feature(
        title="strict tools and answers",
        operations=(*MCP_TOOLS, *TOOLS, PROVIDER_TOOL, *REQUESTS, LOOP),
        in_input=marks.strict,
        in_result=marks.strict,
        converted=_shows_at_place(marks.strict),
    ),
    "usage": Feature(
        title="usage",
        operations=(*CALLS, *ANSWERS),
        in_result=marks.usage,
        rules={
            **dict.fromkeys(CALLS, ("CALL-17",)),
            between("anthropic-response", "tool-calls"): ("PARSE-17",),
            between("anthropic-stream", "tool-calls"): ("PARSE-17",),
            between("gemini-response", "tool-calls"): ("PARSE-17",),
            between("gemini-stream", "tool-calls"): ("PARSE-17",),
            between("responses-response", "chat-response"): ("RCR-12",),
            between("responses-stream", "chat-stream"): ("RCR-12", "RCS-5", "RCS-5a"),
            **dict.fromkeys(LAWFUL, ("USE-1",)),
        },
    ),
    "custom-tools": Feature(
        title="custom tools",
        operations=(*TOOLS, *REQUESTS, *MESSAGES, OUTPUT, *CALLS, *ANSWERS),
        in_input=marks.custom,
        converted=_custom_arrives,
    ),
    "several-choices": Feature(
        title="answers with several choices",
        operations=(*CHAT_ANSWERED, *(name for name in REQUESTS if name in operations_from("chat-request"))),
        in_input=marks.several_choices,
        converted=_first_arrives,
    ),
    "reasoning": Feature(
        title="reasoning",
        operations=(*REQUESTS, *MESSAGES, OUTPUT, *CALLS, *ANSWERS, LOOP),
        in_input=marks.reasoning,
        in_result=marks.reasoning,
        converted=_shows_at_place(marks.reasoning),
    ),
    "hosted-tools": Feature(
        title="tools that the API or the client runs",
        operations=(*TOOLS, *REQUESTS, *operations_from("responses-input"), *_RESPONSES_ANSWERED),
        in_input=marks.hosted,
        converted=_hosted_arrives,
    ),
}


def features_of(operation: str) -> Iterable[str]:
    """Return the names of the features that an operation knows."""
    return (name for name, feature in FEATURES.items() if operation in feature.operations)
