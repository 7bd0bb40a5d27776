"""A subject's results as requests to an API: small, few, and none that needs what only the API has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple

from conformance.apis.input_validity import REAL, standing_of
from conformance.apis.oracles import accepts, refusals_of
from conformance.base.errors import UsageError
from conformance.base.values import ABSENT, JSON, packed
from conformance.commands.roundtrips.client import Send
from conformance.commands.roundtrips.converter import ask_once
from conformance.commands.roundtrips.opinion import SCRIPT, opinion
from conformance.commands.roundtrips.record import Endpoint, connected
from conformance.commands.roundtrips.redaction import redacted_text, redacted_value
from conformance.commands.roundtrips.requests import Requested, output_limit
from conformance.commands.roundtrips.scenarios import CHAT, RESPONSES
from conformance.formats.chat.read import listed_calls, read_message
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.operations import of_source, operations, operations_with
from conformance.formats.responses.calls import call_type, result_type
from conformance.rules.contracts import Contract
from conformance.running.engine.live_api import Answered, Live
from conformance.running.subjects.base import Subject

Object = dict[str, Any]

LARGEST = 8_000  # bytes of a body: an opinion on a larger one costs more, and says no more
_ANY_MODEL = "a-model"  # of which the oracles know no limits
_HELLO = [{"role": "user", "content": "Hello"}]
# The fewest tokens of an answer that each API takes: what the model says does not matter.
_FEWEST: Mapping[str, Object] = {CHAT: {"max_completion_tokens": 1}, RESPONSES: {"max_output_tokens": 16}}
# Members whose value the API looks up or reads: made-up ones are refused for what they name.
_LOOKED_UP = frozenset({
    "file_id", "file_url", "file_data", "image_url", "input_audio", "audio", "encrypted_content", "container", "prompt",
    "previous_response_id", "conversation", "server_url", "connector_id", "vector_store_ids", "web_search_options",
})  # fmt: skip
_OWN_TOOLS = frozenset({"function", "custom"})


class Sample(NamedTuple):
    """A result as the request that is sent. case: of the input; None for one that the user gave."""

    operation: str
    case: str | None
    api: str
    body: Object

    @property
    def requested(self) -> Requested:
        """Its size, as a request."""
        return Requested.of(self.api, self.body)


class Dealt(NamedTuple):
    """The results that are sent. left_out: why others are not, and how many."""

    samples: tuple[Sample, ...]
    left_out: Mapping[str, int]


def deal(
    contracts: Sequence[Contract],
    given: Mapping[str, Sequence[JSON]],
    subject: Subject,
    model: str,
    most: int,
    *,
    only_given: bool = False,
) -> Dealt:
    """Convert inputs, in turn by each operation whose results an API takes, until there are as many as may be sent.

    given: inputs of the user by operation, which come before the real ones of the worked cases. only_given: no cases.
    """
    left_out: Counter[str] = Counter()
    known: set[bytes | None] = set()

    def made(contract: Contract) -> Iterator[Sample]:
        """Yield the results of an operation, each once."""
        for case, value in _inputs(contract, given.get(contract.operation, ()), only_given=only_given):
            found = _sample(contract.operation, case, value, subject, model)
            if isinstance(found, str):
                left_out[found] += 1
            elif (key := packed([found.api, found.body])) not in known:
                known.add(key)
                yield found

    turns = [made(contract) for contract in contracts if contract.operation in _SENT]
    in_turn = (value for row in zip_longest(*turns) for value in row if value is not None)
    return Dealt(tuple(islice(in_turn, most)), left_out)


def _inputs(contract: Contract, given: Sequence[JSON], *, only_given: bool) -> list[tuple[str | None, JSON]]:
    inputs: list[tuple[str | None, JSON]] = [(None, value) for value in given]
    if only_given:
        return inputs
    real = [case for case in contract.cases if _is_whole(contract.operation, case.input)]
    return inputs + [(element.id, element.input) for element in _spread(real)]


def _is_whole(operation: str, value: JSON) -> bool:
    """Whether an input is real, and no part of a conversation, which the API refuses for what is not there."""
    if standing_of(operation, value).kind != REAL:
        return False
    whole = of_source(_WHOLE, operation)
    body = None if whole is None else whole(value)
    return body is None or accepts(f"{body[0]}-request", {"model": _ANY_MODEL, **body[1]})


def _spread(cases: list[Any]) -> Iterator[Any]:
    """Yield all in an order whose every beginning is spread over the whole: neighbours are about the same rule."""
    step = max(1, round(len(cases) ** 0.5))
    for first in range(step):
        yield from cases[first::step]


def _sample(operation: str, case: str | None, value: JSON, subject: Subject, model: str) -> Sample | str:
    """Return a result as a request, or why it is not sent."""
    outcome = ask_once(subject, operation, value)
    if outcome.output is ABSENT:
        return "the subject gave no result"
    made = _BODIES[operations()[operation].target](value, outcome.output)
    if made is None:
        return "the result is no part of a request to OpenAI's APIs"
    api, body = made
    body = {**body, "model": model}
    if output_limit(body) is None:
        body |= _FEWEST[api]
    sample = Sample(operation, case, api, body)
    if sample.requested.bytes > LARGEST:
        return f"larger than {LARGEST:,} bytes"
    if _needs_the_api(api, body):
        return "it names files, items or tools that only the API has"
    if not accepts(f"{api}-request", body) and accepts(f"{api}-request", {**body, "model": _ANY_MODEL}):
        return "it asks for what only other models do"
    return sample


def _needs_the_api(api: str, body: Object) -> bool:
    items = body.get("input") if api == RESPONSES else None
    tools = body.get("tools")
    if not all(map(_is_own_item, items if isinstance(items, list) else ())):
        return True
    if not all(map(_is_own_tool, tools if isinstance(tools, list) else ())):
        return True
    # What a tool's schema is about is its own matter.
    return any(name in _LOOKED_UP for key, part in body.items() if key != "tools" for name in (key, *_names(part)))


# Items and tools that are not the client's own name what the API did, or cost money.


def _is_own_item(value: JSON) -> bool:
    kind = value.get("type", "message") if isinstance(value, dict) else "message"
    return kind == "message" or call_type(kind) is not None or result_type(kind) is not None


def _is_own_tool(value: JSON) -> bool:
    return not isinstance(value, dict) or value.get("type", "function") in _OWN_TOOLS


def _names(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names(member)


def ask(dealt: Dealt, place: Endpoint, limited: Callable[[Send], Send], profile: str) -> Live:
    """Send the results; return what the API says of each, beside the oracles. limited, as for `record`.

    An answer that is not about a request ends it, with the reason: what is known is kept.
    """
    answers: list[Answered] = []
    stopped = None
    with connected(place, SCRIPT) as client:
        send = limited(client)
        for sample in dealt.samples:
            try:
                said = opinion(send, place, sample.api, sample.body)
            except UsageError as error:
                stopped = redacted_text(error.message)
                break
            foreseen = tuple(found.message for found in refusals_of(f"{sample.api}-request", sample.body, profile))
            refused = None if said.accepted else redacted_text(said.message)
            request = redacted_value(sample.body)
            answers.append(Answered(sample.operation, sample.case, request, refused, foreseen))
    return Live(place.name, place.model, tuple(answers), dealt.left_out, stopped)


def _of_tools(api: str) -> Callable[[JSON, JSON], tuple[str, Object] | None]:
    said: Object = {"messages": _HELLO} if api == CHAT else {"input": "Hello"}

    def body(_input: JSON, output: JSON) -> tuple[str, Object] | None:
        tools = output if isinstance(output, list) else [output]
        return (api, {**said, "tools": tools}) if tools else None

    return body


def _of_provider(given: JSON, output: JSON) -> tuple[str, Object] | None:
    api = {"openai-chat": CHAT, "openai-responses": RESPONSES}.get(given["provider"])
    return None if api is None else _of_tools(api)(given, output)


def _of_request(_input: JSON, output: JSON) -> tuple[str, Object] | None:
    return (CHAT, output) if isinstance(output, dict) else None


def _of_messages(_input: JSON, output: JSON) -> tuple[str, Object] | None:
    return (CHAT, {"messages": output}) if output else None


def _of_message(_input: JSON, output: JSON) -> tuple[str, Object] | None:
    """Return a conversation that the message is a part of, with an answer to each of its calls."""
    turn = read_message(output)
    if not isinstance(output, dict) or all(
        isinstance(utterance, Text | ModelRefusal) and not utterance.value for utterance in turn.says
    ):
        return None  # a message that says nothing is no part of one
    ids = [call.id for call in listed_calls(turn) if call.id is not None]
    answers = [{"role": "tool", "tool_call_id": id_, "content": "fine"} for id_ in ids]
    return CHAT, {"messages": [*_HELLO, output, *answers]}


def _of_items(_input: JSON, output: JSON) -> tuple[str, Object] | None:
    body = {"input": output} if isinstance(output, list) else output
    return (RESPONSES, body) if isinstance(body, dict) and body.get("input") else None


# By source that is a part of a request: an input as a body.
_WHOLE: Mapping[str, Callable[[JSON], tuple[str, Object] | None]] = {
    "chat-messages": lambda value: _of_messages(None, value),
    "responses-input": lambda value: _of_items(None, value),
}
# By target: a result as a body without a model, and for which API; None where the result is no part of one.
_BODIES: Mapping[str, Callable[[JSON, JSON], tuple[str, Object] | None]] = {
    "chat-tool": _of_tools(CHAT),
    "chat-tools": _of_tools(CHAT),
    "responses-tools": _of_tools(RESPONSES),
    "provider-tool": _of_provider,
    "chat-request": _of_request,
    "chat-messages": _of_messages,
    "chat-message": _of_message,
    "responses-input": _of_items,
}
# Requests of an API may ask for much that costs money.
_SENT = frozenset(
    operations_with(lambda operation: operation.target in _BODIES and operation.source != "responses-request")
)
