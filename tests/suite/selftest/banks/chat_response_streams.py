"""Broken and sound converters of Responses streams to Chat streams."""

from __future__ import annotations

import copy
import itertools
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import responses_response_to_chat_response as whole
from conformance.reference import responses_stream_to_chat_stream as reference
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.chat_answers import CALLS, ENDS, MADE_CALLS, MEMBERS, TEXT, WORDS, Change, changed
from tests.suite.selftest.model import Convert, Sound

OPERATION = "responses-stream-to-chat-stream"
LOG = logging.getLogger(__name__)
Object = dict[str, Any]
CHUNKS = ("RCS-1", "RCS-2", "RCS-3", "RCS-4")

BANK = Bank(OPERATION)


def ended(events: Any) -> Object | None:
    """The response at the end of a stream that has all of its items; None for any other stream."""
    last = events[-1] if isinstance(events, list) and events and isinstance(events[-1], dict) else {}
    if last.get("type") not in ("response.completed", "response.incomplete"):
        return None
    response = last.get("response")
    held = response.get("output") if isinstance(response, dict) else None
    added = [event for event in events if isinstance(event, dict) and event.get("type") == "response.output_item.added"]
    return response if isinstance(held, list) and len(held) >= len(added) else None


def chunks_of(answer: Any) -> Any:
    """The chunks of an answer: one for the message, one for its end, one for its usage."""
    if not isinstance(answer, dict) or "choices" not in answer:
        return answer
    head = {key: answer[key] for key in answer if key not in ("choices", "usage", "metadata")}
    head["object"] = "chat.completion.chunk" if head.get("object") == "chat.completion" else head.get("object")
    choice = answer["choices"][0]
    message = dict(choice["message"])
    calls = message.pop("tool_calls", None) or []
    deltas = [message, *({"tool_calls": [{"index": place} | call]} for place, call in enumerate(calls))]
    made = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    last = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    made.append(head | {"choices": [last | ({"logprobs": choice["logprobs"]} if choice.get("logprobs") else {})]})
    return made + ([head | {"choices": [], "usage": answer["usage"]}] if answer.get("usage") else [])


def late(
    convert: Convert, change: Change = lambda answer, _response: answer, otherwise: Convert = reference
) -> Convert:
    """Return a converter that waits for the end of a stream, and changes the answer that it makes then.

    otherwise: what converts a stream whose end has not all of it.
    """
    made = changed(convert, change, lambda given: given)

    def converted(events: Any) -> Any:
        response = ended(events)
        return otherwise(events) if response is None else chunks_of(made(response))

    return converted


for _defect in (*WORDS, *MADE_CALLS, *ENDS, *MEMBERS):
    _convert = quietly(whole) if _defect.name.endswith("in_silence") else whole
    BANK.add(
        _defect.name,
        late(_convert, _defect.change),
        *_defect.rules,
        innocent=_defect.innocent,
        examples=_defect.examples,
    )
BANK.add("says_nothing_of_losses", quietly(reference), "RCR-9", "RCR-9b", innocent=(*TEXT, *CALLS, *CHUNKS))


def each(change: Callable[[int, Object], Object]) -> Convert:
    """The reference, with a change to each chunk."""
    return lambda events: [change(place, chunk) for place, chunk in enumerate(reference(events))]


def in_delta(change: Callable[[Object], Object]) -> Convert:
    """The reference, with a change to each delta."""

    def changed_chunk(_place: int, chunk: Object) -> Object:
        for choice in chunk.get("choices", ()):
            choice["delta"] = change(choice["delta"])
        return chunk

    return each(changed_chunk)


def in_calls(change: Callable[[Object], Object]) -> Convert:
    """The reference, with a change to each piece of a call."""
    return in_delta(lambda delta: delta | (
        {"tool_calls": [change(piece) for piece in delta["tool_calls"]]} if "tool_calls" in delta else {}))  # fmt: skip


BANK.add("an_id_for_each_chunk", each(lambda place, chunk: chunk | {"id": f"chatcmpl-{place}"}), "RCS-1",
         innocent=(*TEXT, *CALLS, *CHUNKS[1:]))  # fmt: skip
BANK.add("one_object", lambda events: {"chunks": reference(events)}, "RCS-1")
BANK.add("no_role", in_delta(lambda delta: {key: delta[key] for key in delta if key != "role"}), "RCS-2",
         innocent=(*TEXT, *CALLS, "RCS-1", "RCS-3", "RCS-4"))  # fmt: skip
BANK.add("every_call_is_the_first", in_calls(lambda piece: piece | {"index": 0}), "RCS-3", "RCR-2",
         innocent=(*TEXT, "RCS-1", "RCS-2"))  # fmt: skip
BANK.add("indexes_from_one", in_calls(lambda piece: piece | {"index": piece["index"] + 1}), "RCS-3",
         innocent=(*TEXT, *CALLS, "RCS-1", "RCS-2"))  # fmt: skip


@BANK.mutant("RCS-3", innocent=(*TEXT, *CALLS, "RCS-1", "RCS-2", "RCS-4"))
def repeats_the_id(events: Any) -> Any:
    """Each piece of a call has its id and its name."""
    known: dict[int, Object] = {}

    def piece_of(piece: Object) -> Object:
        wrapper = "custom" if "custom" in piece else "function"
        first = known.setdefault(piece["index"], piece)
        return {"id": first["id"], "type": first["type"]} | piece | {
            wrapper: {"name": first[wrapper]["name"]} | piece[wrapper]
        }  # fmt: skip

    return in_calls(piece_of)(events)


@BANK.mutant("RCS-4", innocent=(*TEXT, *CALLS, "RCS-1", "RCS-2", "RCS-3"))
def ends_twice(events: Any) -> Any:
    """The chunk that ends the answer comes twice."""
    found = reference(events)
    ends = [finding for finding in found if finding.get("choices") and finding["choices"][0]["finish_reason"]]
    return [*found, *ends]


@BANK.mutant("RCS-4", innocent=(*TEXT, *CALLS, "RCS-1", "RCS-2", "RCS-3"))
def ends_before_the_last_text(events: Any) -> Any:
    """The chunk that ends the answer comes before the last one with text."""
    found = reference(events)
    ends = [at for at, finding in enumerate(found) if finding.get("choices") and finding["choices"][0]["finish_reason"]]
    if ends and ends[0] > 1:
        found[ends[0] - 1], found[ends[0]] = found[ends[0]], found[ends[0] - 1]
    return found


@BANK.mutant("RCS-5", innocent=(*TEXT, *CALLS, *CHUNKS))
def usage_now_and_then(events: Any) -> Any:
    """The usage is left out where there are calls."""
    found = reference(events)
    called = any("tool_calls" in finding["choices"][0]["delta"] for finding in found if finding.get("choices"))
    return [finding for finding in found if finding.get("choices")] if called else found


@BANK.mutant("RCS-5a", innocent=(*TEXT, *CALLS, *CHUNKS, "RCS-5"))
def a_choice_beside_the_usage(events: Any) -> Any:
    """The chunk with the usage has a choice that says nothing, as all chunks before it have one."""
    empty = {"index": 0, "delta": {}, "finish_reason": None}
    return [chunk if chunk.get("choices", [empty]) else chunk | {"choices": [empty]} for chunk in reference(events)]


def ending(reason: str) -> Convert:
    """The reference, which ends each stream."""

    def converted(events: Any) -> Any:
        found = reference(events)
        if not found or any(finding.get("choices") and finding["choices"][0]["finish_reason"] for finding in found):
            return found
        last = {key: found[-1][key] for key in found[-1] if key != "choices"}
        return [*found, last | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}]

    return converted


BANK.add("a_cut_is_a_stop", ending("stop"), "RCS-6", innocent=(*TEXT, *CALLS, *CHUNKS, "RCR-8"))
BANK.add("a_cut_is_a_call", ending("tool_calls"), "RCS-6", innocent=(*TEXT, *CALLS, *CHUNKS, "RCR-8"))


@BANK.mutant("RCS-6", innocent=(*TEXT, *CHUNKS, "RCR-8"))
def says_that_it_was_cut(events: Any) -> Any:
    """A stream that breaks off ends with words of the converter's own."""
    found = reference(events)
    if isinstance(events, list) and events[-1].get("type") == "response.output_text.delta" and found:
        found.append(found[-1] | {"choices": [{"index": 0, "delta": {"content": " [cut off]"}, "finish_reason": None}]})
    return found


def without(*kinds: str) -> Callable[[Any], Any]:
    """Leave the events of some kinds out."""
    return lambda events: [
        event for event in events if not (isinstance(event, dict) and str(event.get("type")).endswith(kinds))
    ] if isinstance(events, list) else events  # fmt: skip


def _deltas_alone(events: Any) -> Any:
    """What only finished items or the response at the end have is not read."""
    if not isinstance(events, list):
        return reference(events)
    left = [
        event | {"item": event["item"] | {"arguments": ""}}
        if event.get("type") == "response.output_item.done" and event["item"].get("type") == "function_call"
        else event | {"response": event["response"] | {"output": []}}
        if event.get("type") in ("response.completed", "response.incomplete")
        else event
        for event in events
    ]
    return reference(without("_arguments.done", "_text.done")(left))


BANK.add("deltas_alone", _deltas_alone, "RCS-7", innocent=("RCS-1", "RCS-2"))


@BANK.mutant("RCS-7", innocent=("RCS-1", "RCS-2", "RCS-4", "RCR-1"))
def whole_arguments_behind_their_pieces(events: Any) -> Any:
    """The arguments of the finished item follow the deltas."""
    found = reference(events)
    if ended(events) is None:
        return found
    pieces = [
        finding
        for finding in found
        if finding["choices"] and "function" in finding["choices"][0]["delta"].get("tool_calls", [{}])[0]
    ]
    again = [piece for piece in pieces if "name" not in piece["choices"][0]["delta"]["tool_calls"][0]["function"]]
    at = found.index(again[-1]) + 1 if again else 0
    return [*found[:at], *again, *found[at:]] if again else found


@BANK.mutant("RCS-8", innocent=(*CALLS, *CHUNKS))
def texts_as_they_come(events: Any) -> Any:
    """The pieces of mixed texts are taken in the order in which they come."""
    response = ended(events)
    pieces = [
        event for event in events if isinstance(event, dict) and event.get("type") == "response.output_text.delta"
    ]
    owners = [piece.get("output_index") for piece in pieces if piece.get("delta")]
    if response is None or owners == sorted(owners, key=str):
        return reference(events)
    answer = whole(response)
    answer["choices"][0]["message"]["content"] = "".join(piece["delta"] for piece in pieces)
    return chunks_of(answer)


@BANK.mutant("RCR-5b", innocent=(*CALLS, *CHUNKS), sets=("safe",))
def mixed_refusals_lose_pieces(events: Any) -> Any:
    """The pieces of a refusal that begins before another one ends are lost."""
    pieces = [event for event in events if isinstance(event, dict) and event.get("type") == "response.refusal.delta"]
    if ended(events) is None or len({piece.get("content_index") for piece in pieces}) < 2:
        return reference(events)
    answer = whole(ended(events))
    answer["choices"][0]["message"]["refusal"] = "".join(
        piece["delta"] for piece in pieces if piece["content_index"] == 1
    )
    return chunks_of(answer)


def failing_on(wanted: Callable[[Any], Any]) -> Convert:
    """The reference, which fails where an event is of some kind."""

    def converted(events: Any) -> Any:
        found = reference(events)
        if any(wanted(event) for event in events):
            raise KeyError("type")
        return found

    return converted


def _is(*kinds: str) -> Callable[[Any], bool]:
    return lambda event: str(event.get("type")).startswith(kinds)


BANK.add("fails_on_unknown_events", failing_on(_is("an.event")), "RCS-9", innocent=("RCR-1", "RCR-2"))
BANK.add("fails_on_refusals", failing_on(_is("response.refusal")), "RCR-5", innocent=("RCR-1", "RCR-2"))
BANK.add("fails_on_incomplete", failing_on(_is("response.incomplete")), "RCR-8", innocent=("RCR-1", "RCR-2"))
BANK.add("fails_on_annotations", failing_on(_is("response.output_text.annotation")), "CONV-1",
         innocent=("RCR-1", "RCR-2"), examples=100)  # fmt: skip


@BANK.mutant("RCR-9a", innocent=("RCR-5", "RCR-6"))
def stops_at_a_search(events: Any) -> Any:
    """Nothing behind a hosted item arrives."""
    answer = ended(events)
    items = answer["output"] if answer else []
    at = next((place for place, item in enumerate(items) if str(item.get("type")) in HOSTED), None)
    return reference(events) if answer is None or at is None else chunks_of(whole(answer | {"output": items[:at]}))


HOSTED = ("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call",
          "mcp_list_tools", "compaction", "local_shell_call", "tool_search_call")  # fmt: skip


@BANK.mutant("RCR-7", innocent=("RCR-1", "RCR-2"))
def failure_as_an_empty_answer(events: Any) -> Any:
    """A stream that fails is one without content."""
    if isinstance(events, list) and events and events[-1].get("type") in ("response.failed", "error"):
        return reference(events[:-1])
    return reference(events)


def before_a_failure(**changes: Any) -> Convert:
    """The reference, with a chunk of its own before the error of a stream that fails. changes: of that chunk."""
    chunk: Object = {"id": "resp_1", "object": "chat.completion.chunk", "created": 1760000000, "model": "gpt-5"}

    def convert(events: Any) -> Any:
        found = reference(events, failed_response="report", error_event="report")
        return [copy.deepcopy(chunk | changes), found[-1]] if found and "error" in found[-1] else found

    return convert


def saying(content: str | None, finish: str | None) -> list[Object]:
    """The choices of a chunk."""
    return [{"index": 0, "delta": {"role": "assistant", "content": content}, "finish_reason": finish}]


BANK.add("a_failure_that_is_named_ends_with_stop", before_a_failure(choices=saying(None, "stop")), "RCS-6",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip
BANK.add("an_apology_before_a_failure", before_a_failure(choices=saying("Something went wrong.", None)), "RCS-6",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip
BANK.add("no_chunk_before_a_failure", before_a_failure(object="error", choices=saying(None, None)), "API-1",
         innocent=("RCR-1", "RCR-2", "RCS-1"))  # fmt: skip


_count = itertools.count()
BANK.add("counts_its_answers", each(lambda _place, chunk: chunk | {"system_fingerprint": f"fp_{next(_count)}"}),
         "ALL-2", innocent=("RCR-1", "RCR-2", "ALL-8"))  # fmt: skip
_detail: Object = {}
BANK.add("shares_an_object", each(lambda _place, chunk: chunk | {"x_detail": _detail}), "ALL-9",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip


@BANK.mutant("ALL-8", innocent=("RCR-1", "RCR-2"))
def takes_out_numbers(events: Any) -> Any:
    """The caller's own events lose their numbers."""
    found = reference(events)
    for event in events:
        event.pop("sequence_number", None)
    return found


def _too_many(events: Any) -> Any:
    if isinstance(events, list) and len(events) > 500:
        raise RecursionError("too many events")
    return reference(events)


BANK.add("at_most_so_many_events", _too_many, "ALL-6", innocent=("RCR-1", "RCR-2"))


@BANK.mutant("ALL-7", innocent=("RCR-1", "RCR-2"))
def words_of_what_is_no_stream(events: Any) -> Any:
    """What is no stream is what the assistant said."""
    if isinstance(events, list) and events and all(isinstance(event, dict) for event in events):
        return reference(events)
    delta = {"role": "assistant", "content": str(events)}
    return [{"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}]


# Sound converters.


def at_the_end(events: Any) -> Any:
    """Everything is sent at the end, in few chunks, and with a usage beside the reason."""
    found = late(partial(whole, text_join="blank-line"), otherwise=partial(reference, text_join="blank-line"))(events)
    usage = [finding["usage"] for finding in found if not finding.get("choices")]
    made = [finding for finding in found if finding.get("choices")]
    if usage and made:
        made[-1] |= {"usage": usage[0]}
    return made


_new = itertools.count()


def like_an_sdk(events: Any) -> Any:
    """Members that a chunk may have are null, the role comes again, ids are new, links are bare, there is no usage."""
    found = reference(events, failed_response="report", error_event="report", stream_usage="omit")
    own = f"chatcmpl-{next(_new)}"
    for finding in found:
        if "choices" in finding:
            finding |= {"id": own, "usage": None, "system_fingerprint": None}
            for choice in finding["choices"]:
                empty = {"role": "assistant", "content": None, "refusal": None, "function_call": None}
                choice |= {"delta": empty | choice["delta"], "logprobs": choice.get("logprobs")}
                for piece in choice["delta"].get("tool_calls") or ():
                    piece.setdefault("id", "")
                for link in choice["delta"].get("annotations") or ():
                    link["url"] = link.pop("url_citation")["url"]
    return found


def like_a_gateway(events: Any) -> Any:
    """Of a stream that breaks off only the role is sent, refusals end with content_filter, much is only reported."""
    found = reference(events)
    refused = any("refusal" in finding["choices"][0]["delta"] for finding in found if finding["choices"])
    called = any("tool_calls" in finding["choices"][0]["delta"] for finding in found if finding["choices"])
    for finding in found:
        if finding.pop("service_tier", None):
            LOG.warning("the tier is left out")
        for choice in finding["choices"]:
            if choice["delta"].pop("annotations", None) or choice.pop("logprobs", None):
                LOG.warning("citations or log probabilities are left out")
            if choice["finish_reason"] == "stop" and refused and not called:
                choice["finish_reason"] = "content_filter"
    if found and not any(choice["finish_reason"] for finding in found for choice in finding["choices"]):
        found[0]["choices"][0]["delta"] = {"role": "assistant"}
        return found[:1]
    return found


def as_a_proxy(events: Any) -> Any:
    """A stream that breaks off is an error; the tier is passed on, whatever it is."""
    types = {event.get("type") for event in events if isinstance(event, dict)} if isinstance(events, list) else set()
    if types and types.isdisjoint(("response.completed", "response.incomplete", "response.failed", "error")):
        raise ConnectionError("The stream was closed before an event that ends it.")
    tier = (ended(events) or {}).get("service_tier")
    return [chunk | {"service_tier": tier} for chunk in reference(events)] if tier else reference(events)


def says_what_failed(events: Any) -> Any:
    """A stream that fails gives a chunk that says so in the words of the error."""
    found = reference(events, failed_response="report", error_event="report")
    if not found or "error" not in found[-1]:
        return found
    words = f"[{found[-1]['error'].get('message')}]"
    return before_a_failure(choices=saying(words, None))(events)[:1]


def customs_as_functions(events: Any) -> Any:
    """A custom call is a function call with the argument `input`, written as its events come."""
    found = reference(events)
    made, open_ = [], list[int]()
    for finding in found:
        for choice in finding.get("choices") or ():
            if choice["finish_reason"] is not None and open_:
                pieces = [{"index": index, "function": {"arguments": '"}'}} for index in open_]
                made.append(
                    finding | {"choices": [{"index": 0, "delta": {"tool_calls": pieces}, "finish_reason": None}]}
                )
            for piece in choice["delta"].get("tool_calls") or ():
                if "custom" in piece:
                    open_ += [piece["index"]] if "id" in piece else []
                    piece |= _as_function(piece.pop("custom"), opens="id" in piece)
                    piece |= {"type": "function"} if "type" in piece else {}
        made.append(finding)
    return made


def _as_function(custom: Object, *, opens: bool) -> Object:
    arguments = ('{"input": "' if opens else "") + json.dumps(custom.get("input", ""))[1:-1]
    return {"function": {key: custom[key] for key in ("name",) if key in custom} | {"arguments": arguments}}


BANK.add("cut_customs_are_completed", lambda events: _closed(customs_as_functions(events)), "RCS-6",
         innocent=(*TEXT, *CHUNKS, "RCR-8"))  # fmt: skip


def _closed(found: list[Any]) -> list[Any]:
    """Close what a stream that broke off left open."""
    ends = [
        finding for finding in found for choice in finding.get("choices") or () if choice["finish_reason"] is not None
    ]
    pieces = [
        piece
        for finding in found
        for choice in finding.get("choices") or ()
        for piece in choice["delta"].get("tool_calls") or ()
        if "id" in piece and piece["function"]["arguments"].startswith('{"input": "')
    ]
    if ends or not pieces:
        return found
    closing = [{"index": piece["index"], "function": {"arguments": '"}'}} for piece in pieces[-1:]]
    return [*found, found[-1] | {"choices": [{"index": 0, "delta": {"tool_calls": closing}, "finish_reason": None}]}]


CHOICES = {
    "text_join": ("nothing", "newline", "blank-line"), "failed_response": ("raise", "report"),
    "error_event": ("raise", "report"), "stream_usage": ("write", "omit"),
}  # fmt: skip

SOUND = (
    *references(OPERATION, reference, CHOICES, 7),
    Sound("at_the_end", OPERATION, at_the_end, answers=(("text-join", "blank-line"), ("stream-usage", "write"))),
    Sound("like_an_sdk", OPERATION, like_an_sdk, answers=(("failed-response", "report"), ("stream-usage", "omit"))),
    Sound("as_a_proxy", OPERATION, as_a_proxy),
    Sound("customs_as_functions", OPERATION, customs_as_functions),
    Sound("says_what_failed", OPERATION, says_what_failed,
          answers=(("failed-response", "report"), ("error-event", "report"))),
    Sound("like_a_gateway", OPERATION, like_a_gateway, answers=(("text-join", "nothing"),)),
    Sound("through_json_text", OPERATION,
          lambda given: json.loads(json.dumps(reference(json.loads(json.dumps(given)))))),
)  # fmt: skip
BANKS = (BANK,)
