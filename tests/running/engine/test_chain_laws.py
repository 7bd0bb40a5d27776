"""The laws about chains: the end of a chain is judged, and a chain that breaks is charged where it broke."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance import reference
from conformance.base.observation import Outcome
from conformance.running.engine.chain_laws import ChainLaws
from conformance.running.engine.context import Context
from conformance.running.engine.plan import Planned
from tests.running.engine.building import FLAT, LIST, context_of, planned_item, subject_of
from tests.running.engine.certifying import specifications

NESTED = "chat-tools-to-responses-tools"
TOOLS = [{"name": "a", "description": "Does it.", "inputSchema": {"type": "object", "properties": {}}}]
STEPS: dict[str, Callable[[Any], Any]] = {
    FLAT: reference.mcp_tools_to_responses_tools,
    LIST: reference.mcp_tools_to_chat_tools,
    NESTED: reference.chat_tools_to_responses_tools,
}


def refusing(_tools: Any) -> Any:
    raise ValueError("no")


def other_description(tools: Any) -> Any:
    return [{**tool, "description": "Other."} for tool in reference.chat_tools_to_responses_tools(tools)]


def judged(functions: dict[str, Callable[[Any], Any]], *operations: str, of: str = FLAT, given: Any = TOOLS) -> Context:
    """Take one trial of an operation through the chain of its law. operations: of the run, those of FLAT by default."""
    context = context_of(*(operations or STEPS))
    laws = ChainLaws(context, specifications().contracts.values(), "narrowed by the user")
    item = planned_item(context, of, "a")
    laws.plan([item])
    trial = context.judges[of].trial(given, Outcome(output=functions[of](given)))
    planned = Planned(of, given).with_item(item)
    context.take(planned, trial, context.judges[of].judge(trial))
    laws.hold(planned, trial)
    laws.judge(subject_of(functions))
    return context


@pytest.mark.parametrize(
    ("functions", "rules"),
    [
        (STEPS, set()),
        ({**STEPS, NESTED: other_description}, {(FLAT, "LAW-1")}),
        ({**STEPS, LIST: refusing}, {(LIST, "CONV-1")}),
        ({**STEPS, NESTED: refusing}, {(NESTED, "CONV-1")}),
    ],
    ids=["agrees", "differs", "breaks-first", "breaks-last"],
)
def test_a_chain_is_charged_where_it_differs_or_breaks(
    functions: dict[str, Callable[[Any], Any]], rules: set[tuple[str, str]]
) -> None:
    context = judged(functions)
    charged = {(FLAT, "LAW-1"), (LIST, "CONV-1"), (NESTED, "CONV-1"), (FLAT, "CONV-1")}
    assert {key for key in charged if context.collector.has_failed(*key)} == rules
    assert context.ledger.is_complete


def test_a_subject_without_a_step_has_no_chain() -> None:
    context = judged({FLAT: STEPS[FLAT], LIST: STEPS[LIST]}, FLAT, LIST)
    assert context.ledger.totals().planned == 1


def test_an_excuse_is_one_of_the_chain_too() -> None:
    context = context_of(*STEPS)
    laws = ChainLaws(context, specifications().contracts.values(), "narrowed by the user")
    item = planned_item(context, FLAT, "a")
    laws.plan([item])
    laws.excuse(item, "narrowed")
    assert context.ledger.totals().excused == {"narrowed": 2}


THERE, BACK = "chat-response-to-anthropic-response", "anthropic-response-to-chat-response"
STREAM = "chat-stream-to-anthropic-stream"
MESSAGE = {"role": "assistant", "content": "Hi.", "refusal": None}
COMPLETION = {
    "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "message": MESSAGE, "finish_reason": "stop", "logprobs": None}],
    "usage": {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11},
}  # fmt: skip
AROUND = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
CHUNKS = [
    {**AROUND, "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi."}, "finish_reason": None}]},
    {**AROUND, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
]


def deaf(completion: Any) -> Any:
    """Lose the text on the way to Anthropic."""
    return {**reference.chat_response_to_anthropic_response(completion), "content": []}


def mute(message: Any) -> Any:
    """Lose the text on the way back."""
    made = reference.anthropic_response_to_chat_response(message)
    made["choices"][0]["message"]["content"] = None
    return made


@pytest.mark.parametrize(
    ("operation", "given", "functions", "rules"),
    [
        (THERE, COMPLETION, {}, set()),
        (THERE, COMPLETION, {BACK: mute}, {(BACK, "KEEP-1")}),
        (THERE, COMPLETION, {THERE: deaf}, {(THERE, "KEEP-1"), (THERE, "BACK-1")}),
        (STREAM, CHUNKS, {}, set()),
        (STREAM, CHUNKS, {THERE: deaf}, {(THERE, "KEEP-1")}),
        (STREAM, CHUNKS, {STREAM: lambda _chunks: textless()}, {(STREAM, "KEEP-1"), (STREAM, "WHOLE-1")}),
    ],
    ids=[
        "there-and-back", "lost-on-the-way-back", "lost-on-the-way-there", "stream", "lost-of-wholes",
        "lost-of-streams",
    ],
)  # fmt: skip
def test_the_operation_that_lost_a_text_is_charged(
    operation: str, given: Any, functions: dict[str, Callable[[Any], Any]], rules: set[tuple[str, str]]
) -> None:
    sound = {name: getattr(reference, name.replace("-", "_")) for name in (THERE, BACK, STREAM)}
    context = judged({**sound, **functions}, THERE, BACK, STREAM, of=operation, given=given)
    charged = {(element, rule) for element in (THERE, BACK, STREAM) for rule in ("KEEP-1", "BACK-1", "WHOLE-1")}
    known = {
        (element, rule)
        for element, rule in charged
        if rule in {each.id for each in specifications().contracts[element].rules}
    }
    assert {key for key in known if context.collector.has_failed(*key)} == rules
    assert context.ledger.is_complete


def textless() -> list[Any]:
    events: list[Any] = reference.chat_stream_to_anthropic_stream(CHUNKS)
    return [event for event in events if not event["type"].startswith("content_block")]
