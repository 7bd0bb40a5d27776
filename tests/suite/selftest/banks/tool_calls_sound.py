"""Sound parsers of tool calls: the references under each answer, and others that are built differently (S3)."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any

from conformance.reference import (
    anthropic_response_to_tool_calls,
    anthropic_stream_to_tool_calls,
    chat_response_to_tool_calls,
    chat_stream_to_tool_calls,
    gemini_response_to_tool_calls,
    gemini_stream_to_tool_calls,
    responses_output_to_tool_calls,
    responses_stream_to_tool_calls,
)
from tests.suite.selftest.banks.bank import number
from tests.suite.selftest.banks.tool_call_chunks import is_unfinished
from tests.suite.selftest.banks.tool_calls import (
    CHAT_CALLS,
    CHAT_STREAM_CALLS,
    GEMINI_CALLS,
    GEMINI_STREAM_CALLS,
    MESSAGE_CALLS,
    MESSAGE_STREAM_CALLS,
    OUTPUT_CALLS,
    STREAM_CALLS,
)
from tests.suite.selftest.model import Convert, Sound

LOG = logging.getLogger(__name__)
REPORT, RAISE = (("failed-response", "report"),), (("failed-response", "raise"),)


def _references() -> Iterator[Sound]:
    for failed in ("report", "raise"):
        own: tuple[tuple[str, str], ...] = (("failed-response", failed),)
        output = partial(responses_output_to_tool_calls, failed_response=failed)
        yield Sound(f"reference {failed}", OUTPUT_CALLS, output, answers=own)
        message = partial(anthropic_response_to_tool_calls, failed_response=failed)
        yield Sound(f"reference {failed}", MESSAGE_CALLS, message, answers=own)
        events = partial(anthropic_stream_to_tool_calls, error_event=failed)
        whole = {MESSAGE_CALLS: anthropic_response_to_tool_calls}
        yield Sound(
            f"reference {failed}", MESSAGE_STREAM_CALLS, events, answers=(("error-event", failed),), others=whole
        )
        response = partial(gemini_response_to_tool_calls, failed_response=failed)
        yield Sound(f"reference {failed}", GEMINI_CALLS, response, answers=own)
        responses = partial(gemini_stream_to_tool_calls, error_event=failed)
        whole = {GEMINI_CALLS: gemini_response_to_tool_calls}
        yield Sound(
            f"reference {failed}", GEMINI_STREAM_CALLS, responses, answers=(("error-event", failed),), others=whole
        )
        for error in ("report", "raise"):
            stream = partial(responses_stream_to_tool_calls, failed_response=failed, error_event=error)
            yield Sound(f"reference {failed} {error}", STREAM_CALLS, stream, answers=(*own, ("error-event", error)))
        stream = partial(chat_stream_to_tool_calls, error_event=failed)
        both = {CHAT_CALLS: chat_response_to_tool_calls}
        yield Sound(f"reference {failed}", CHAT_STREAM_CALLS, stream, answers=(("error-event", failed),), others=both)
    yield Sound("reference", CHAT_CALLS, chat_response_to_tool_calls)


def _as_text() -> Iterator[Sound]:
    """The references that keep the text of arguments; half of them write it anew."""
    text = (("arguments", "text"),)
    wholes: dict[str, dict[str, Convert]] = {
        CHAT_STREAM_CALLS: {CHAT_CALLS: chat_response_to_tool_calls},
        MESSAGE_STREAM_CALLS: {MESSAGE_CALLS: anthropic_response_to_tool_calls},
        GEMINI_STREAM_CALLS: {GEMINI_CALLS: gemini_response_to_tool_calls},
    }
    references: dict[str, Callable[..., Any]] = {
        OUTPUT_CALLS: responses_output_to_tool_calls,
        STREAM_CALLS: responses_stream_to_tool_calls,
        CHAT_CALLS: chat_response_to_tool_calls,
        CHAT_STREAM_CALLS: chat_stream_to_tool_calls,
        MESSAGE_CALLS: anthropic_response_to_tool_calls,
        MESSAGE_STREAM_CALLS: anthropic_stream_to_tool_calls,
        GEMINI_CALLS: gemini_response_to_tool_calls,
        GEMINI_STREAM_CALLS: gemini_stream_to_tool_calls,
    }
    for operation, reference in references.items():
        others = wholes.get(operation, {})
        kept = partial(reference, arguments="text")
        yield Sound("reference text", operation, kept, answers=text, others=others)
        yield Sound("text rewritten", operation, partial(_rewritten, kept), answers=text, others=others)


def _rewritten(kept: Convert, value: Any) -> Any:
    """Writes the text of arguments with other white space, and says that there is nothing decoded."""
    result = kept(value)
    for call in result["tool_calls"]:
        call["arguments"] = None
        with suppress(ValueError):
            if isinstance(json.loads(call["arguments_raw"], parse_constant=number, parse_float=number), dict):
                call["arguments_raw"] = f"\n{call['arguments_raw'].strip()} "
    return result


# Every freedom: no list without calls, indexes, other words at the end, other places for what has none.


def free(reference: Convert, value: Any) -> Any:
    result = reference(value)
    free = {key: result[key] for key in result if key in ("done", "usage")}
    calls = [_free_call(call, index) for index, call in enumerate(result["tool_calls"])]
    if calls:
        free["tool_calls"] = calls
    free["content"] = result["content"]
    if "refusal" in result:
        free["message"] = {"refusals": [f"The model refused: {result['refusal']}"]}
    reason = result["finish_reason"]
    if "error" in result:
        return free | {"finish_reason": "stop", "failure": str(result["error"].get("message"))}
    if result.get("incomplete_details"):
        free["truncated"] = True
        return free | {"finish_reason": reason if reason == "tool_calls" else "cut off"}
    if reason is None and result.get("done", True):
        free["finish_reason"] = "completed"
    elif reason is not None:
        free["finish_reason"] = reason
    if result.get("done") is False:
        del free["done"]
        free["content"] = ""
        free.pop("tool_calls", None)
        free.pop("finish_reason", None)
    return free


def _free_call(call: dict[str, Any], index: int) -> dict[str, Any]:
    raw = call.pop("arguments_raw", None)
    call = {key: call[key] for key in ("arguments", "name", "id", "type")} | {"index": index}
    return call if raw is None else call | {"problem": {"reason": "no JSON", "text": raw}}


_USED = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"}


def own_words(message: Any) -> Any:
    """An error is raised, ends have the words of the API, and the usage those of the other one.

    A message that ends at odds with its calls is refused.
    """
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        raise Unreadable("no message")
    result = anthropic_response_to_tool_calls(message)
    if message.get("stop_reason") == ("end_turn" if result["tool_calls"] else "tool_use"):
        raise Unreadable("it does not end as its calls do")
    end = {} if result["tool_calls"] else {"finish_reason": message.get("stop_reason")}
    usage = {_USED.get(key, key): value for key, value in (message.get("usage") or {}).items() if value != 0}
    return result | end | {"usage": usage, "stopped_by": message.get("stop_reason")}


def _free_chat(response: Any) -> Any:
    result = chat_response_to_tool_calls(response)
    own = response["choices"][0].get("finish_reason")
    freed = free(lambda _response: dict(result), response)
    cut = own in ("length", "content_filter")
    return (
        freed | {"finish_reason": own if cut or not freed.get("tool_calls") else "tool_calls"}
        if own != "tool_calls"
        else freed
    )


# Without the reference.


class Unreadable(Exception):
    """What this parser does not read."""


def _arguments(value: Any) -> dict[str, Any]:
    """Text alone is taken: an object in its place is malformed."""
    if value is None or (isinstance(value, str) and value.isspace()) or value == "":
        return {"arguments": {}}
    try:
        decoded = json.loads(value, parse_constant=number, parse_float=number)
    except (TypeError, ValueError):
        decoded = None
    return {"arguments": decoded} if isinstance(decoded, dict) else {"arguments": None, "raw": value}


def _first(*names: Any) -> Any:
    """The first that is not empty: an empty id is none."""
    return next((name for name in names if name), "unknown")


_SAID = ("output_text", "refusal")


def plain_output(response: Any) -> Any:
    """Reads a response object; refusals are in the text."""
    if (
        not isinstance(response, dict)
        or response.get("status") == "failed"
        or not isinstance(response.get("output"), list)
    ):
        raise Unreadable("the response failed, or is none")
    if not all(isinstance(item, dict) for item in response["output"]):
        raise Unreadable("an item is no object")
    return _plain(response["output"], response)


def _plain(items: list[Any], response: Any) -> Any:
    text, calls = [], []
    for item in items:
        if item.get("type") == "output_text":
            text.append(item["text"])
        elif item.get("type") == "message":
            parts = [part for part in item.get("content") or [] if part.get("type", "output_text") in _SAID]
            text += [part.get("text") or part.get("refusal") or "" for part in parts]
        elif item.get("type") == "function_call" and item.get("status") == "completed":
            name = {
                "id": _first(item.get("call_id"), item.get("id")),
                "type": "function",
                "name": _first(item.get("name")),
            }
            calls.append(name | _arguments(item.get("arguments")))
    result: Any = {"content": "".join(text), "tool_calls": calls or None, "usage": response.get("usage")}
    if calls:
        result["finish_reason"] = "tool_calls"
    if response.get("status") == "incomplete":
        result |= {"incomplete": True} if calls else {"finish_reason": "incomplete"}
    return result


def plain_stream(events: Any) -> Any:
    """Keeps one record an item, by its place or its id, and puts the final output over them."""
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise Unreadable("no events")
    records: dict[Any, dict[str, Any]] = {}
    for event in events:
        kind = event.get("type") or ""
        if kind in ("response.failed", "error"):
            raise Unreadable(f"{kind}: {json.dumps(event)}")
        if kind in ("response.completed", "response.incomplete"):
            response = event["response"]
            return _plain(_final(records, response), response | {"status": kind[9:]}) | {"done": True}
        if kind.startswith(
            ("response.output_item.", "response.output_text.", "response.refusal.", "response.function_call_a")
        ):
            _note(_record(records, event), kind, event)
    return {"content": "", "done": False}


def _record(records: dict[Any, dict[str, Any]], event: Any) -> dict[str, Any]:
    place, name = event.get("output_index"), event.get("item_id") or (event.get("item") or {}).get("id")
    found = next(
        (r for r in records.values() if (name and r["id"] == name) or (place is not None and r["place"] == place)), None
    )
    if found is None:
        found = {"id": None, "place": None, "item": {}, "text": {}, "arguments": "", "last": None}
        records[len(records)] = found
    found["place"] = found["place"] if place is None else place
    found["id"] = name or found["id"]
    return found


def _note(record: dict[str, Any], kind: str, event: Any) -> None:
    part = event.get("content_index", 0)
    if kind.startswith("response.output_item."):
        record["item"] = record["item"] | event["item"]
        if kind.endswith("added"):
            record["item"]["status"] = "completed"  # unless it is said otherwise
    elif kind == "response.function_call_arguments.delta":
        record["arguments"] += event["delta"]
    elif kind == "response.function_call_arguments.done":
        record["last"] = event["arguments"]
    elif kind.endswith(".delta"):
        record["text"][part] = record["text"].get(part, "") + event["delta"]
    elif kind.endswith(("_text.done", "refusal.done")):
        record["text"][part] = event.get("text", event.get("refusal"))


def _final(records: dict[Any, dict[str, Any]], response: Any) -> list[Any]:
    held = list(response.get("output") or [])
    found = list(records.values())
    if any(record["place"] is not None for record in found):
        found.sort(key=lambda record: record["place"])
    items, used = [], []
    for record in found:
        own = [h for h in held if (h.get("id") and h["id"] == record["id"])
               or (h.get("call_id") and h["call_id"] == record["item"].get("call_id"))]  # fmt: skip
        if not own and len(held) == len(found):
            own = [held[found.index(record)]]
        used += own
        items.append(own[0] if own else _reported(record, response))
    rest = [item for item in held if not any(item is element for element in used)]
    return held if len(held) >= len(items) else items + rest


def _reported(record: dict[str, Any], response: Any) -> dict[str, Any]:
    item = dict(record["item"])
    if record["text"] and not item.get("content"):
        item |= {"type": "message", "content": [{"text": record["text"][part]} for part in sorted(record["text"])]}
    whole = record["arguments"] if record["last"] is None else record["last"]
    if item.get("type") == "function_call" and not item.get("arguments"):
        item["arguments"] = whole
    if response.get("status") == "incomplete" and record["last"] is None and item.get("type") == "function_call":
        item["status"] = "incomplete"
    return item


def plain_chat(response: Any) -> Any:
    """Reads a Chat answer."""
    try:
        choice = response["choices"][0]
        message = choice["message"]
        calls = [call for call in message.get("tool_calls") or [] if call.get("type", "function") == "function"]
        found = [
            {"id": _first(call.get("id")), "type": "function", "name": _first(call["function"].get("name"))}
            | _arguments(call["function"].get("arguments"))
            for call in calls
        ]
    except (LookupError, TypeError, AttributeError) as error:
        raise Unreadable(f"no answer: {error!r}") from None
    finish = choice.get("finish_reason")
    if finish not in ("length", "content_filter") and (found or finish == "tool_calls"):
        finish = "tool_calls" if found else "stop"
    return {
        "content": (message.get("content") or "") + (message.get("refusal") or ""),
        "tool_calls": found,
        "finish_reason": finish,
        "usage": response.get("usage"),
    }


def leaves_malformed_calls_out(response: Any) -> Any:
    """Leaves out a call whose arguments are no JSON object, with a warning that has its name."""
    result = chat_response_to_tool_calls(response)
    kept = [call for call in result["tool_calls"] if call["arguments"] is not None]
    for call in result["tool_calls"]:
        if call["arguments"] is None:
            LOG.warning("the arguments of the call of %s are no JSON object: it is left out", call["name"])
    end = {} if kept or result["finish_reason"] != "tool_calls" else {"finish_reason": "stop"}
    return result | end | {"tool_calls": kept}


def plain_chat_stream(chunks: Any) -> Any:
    """Joins the chunks as they come; a lost connection leaves nothing."""
    if not isinstance(chunks, list) or not all(isinstance(chunk, dict) for chunk in chunks):
        raise Unreadable("no chunks")
    found: dict[Any, dict[str, Any]] = {}
    message: dict[str, Any] = {"content": "", "refusal": ""}
    finish = usage = None
    for chunk in chunks:
        if "error" in chunk:
            raise Unreadable(f"an error: {json.dumps(chunk)}")
        usage = chunk.get("usage") or usage
        for choice in chunk["choices"]:
            if choice["index"] == 0:
                finish = choice.get("finish_reason") or finish
                _join(message, found, choice.get("delta") or {})
    if finish is None:
        return {"content": "", "done": False, "usage": usage}
    calls = [found[key] for key in sorted(found)]
    response = {"choices": [{"message": message | {"tool_calls": calls}, "finish_reason": finish}], "usage": usage}
    return plain_chat(response) | {"done": True}


def _join(message: dict[str, Any], found: dict[Any, dict[str, Any]], delta: Any) -> None:
    for key in ("content", "refusal"):
        message[key] += delta.get(key) or ""
    for piece in delta.get("tool_calls") or []:
        inner = piece.get("function") or piece.get("custom") or {}
        begins = piece.get("id") or inner.get("name")
        index = piece.get("index")
        if index is None:
            same = [key for key, call in found.items() if piece.get("id") and call["id"] == piece["id"]]
            index = same[0] if same else len(found) if begins else len(found) - 1
        call = found.setdefault(index, {"id": None, "type": "function", "function": {"name": None, "arguments": None}})
        call["id"] = call["id"] or piece.get("id")
        call["type"] = "custom" if piece.get("type") == "custom" else call["type"]
        own = call["function"]
        own["name"] = own["name"] or inner.get("name")
        if inner.get("arguments") is not None:
            given = inner["arguments"]
            own["arguments"] = given if own["arguments"] is None else own["arguments"] + given


def as_they_begin(chunks: Any) -> Any:
    """Keeps calls in the order in which they begin."""
    result = chat_stream_to_tool_calls(chunks)
    if len(result["tool_calls"]) < 2:
        return result
    pieces = [
        piece
        for chunk in chunks
        for choice in (chunk if isinstance(chunk, dict) else {}).get("choices") or ()
        if choice and not choice.get("index")
        for piece in (choice.get("delta") or {}).get("tool_calls") or ()
    ]
    ids = [piece.get("id") for piece in pieces if piece]
    calls = sorted(result["tool_calls"], key=lambda call: ids.index(call["id"]) if call["id"] in ids else -1)
    return result | {"tool_calls": calls}


def _begun_backwards() -> list[dict[str, Any]]:
    """Return a stream whose second call begins before the first one."""
    return [
        {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": at, "id": f"call_{at}", "type": "function",
         "function": {"name": "look", "arguments": "{}"}}]}, "finish_reason": end}]}
        for at, end in ((1, None), (0, "tool_calls"))
    ]  # fmt: skip


# Streams that contradict themselves.


def _contradicted() -> list[dict[str, Any]]:
    """Return a stream whose only piece of arguments names one call, and the place of another."""
    calls = [{"type": "function_call", "id": f"fc_{n}", "call_id": f"call_{n}", "name": "look"} for n in range(2)]
    added = [
        {"type": "response.output_item.added", "output_index": index, "item": call} for index, call in enumerate(calls)
    ]
    delta = {
        "type": "response.function_call_arguments.delta",
        "item_id": "fc_0",
        "output_index": 1,
        "delta": '{"a": 1}',
    }
    return [*added, delta, {"type": "response.completed", "response": {"status": "completed", "output": []}}]


# Anthropic's streams.


def plain_message_stream(events: Any) -> Any:
    """Keeps a block for each index, and decodes inputs where their blocks stop; a lost connection leaves nothing.

    Of the tokens of the output it says how many are no thoughts. Texts on both sides of a step of the host are paragraphs.
    """
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise Unreadable("no events")
    blocks: dict[Any, dict[str, Any]] = {}
    usage: dict[str, Any] = {}
    end = None
    for event in events:
        kind = event.get("type")
        if kind == "error":
            raise Unreadable(f"an error: {json.dumps(event)}")
        if kind == "message_start":
            message = event["message"]
            usage |= _counted(message.get("usage"))
            end = message.get("stop_reason")
            blocks |= {
                ("start", place): {"pieces": [], **part} for place, part in enumerate(message.get("content") or ())
            }
        elif kind == "content_block_start":
            block = event["content_block"]
            blocks[event["index"]] = {"pieces": [block["text"]] if block.get("text") else [], **block}
        elif kind == "content_block_delta":
            delta = event["delta"]
            blocks[event["index"]]["pieces"].append(delta.get("text") or delta.get("partial_json") or "")
        elif kind == "message_delta":
            end = event["delta"].get("stop_reason") or end
            usage |= _counted(event.get("usage"))
        elif kind == "message_stop":
            return _of_blocks(list(blocks.values()), end, usage | _without_thoughts(usage))
    return {"content": "", "done": False}


def _without_thoughts(usage: dict[str, Any]) -> dict[str, Any]:
    """Return the tokens of the output without those of thoughts, whatever the server counted."""
    thought = (usage.get("output_tokens_details") or {}).get("thinking_tokens")
    return {} if thought is None else {"no_thoughts": usage["completion_tokens"] - thought}


def _counted(usage: Any) -> dict[str, Any]:
    return {_USED.get(key, key): value for key, value in (usage or {}).items() if value is not None}


def _of_blocks(blocks: list[dict[str, Any]], end: Any, usage: Any) -> Any:
    calls = []
    for block in blocks:
        if block["type"] == "tool_use":
            # A character may be cut between its two surrogates.
            text = "".join(block["pieces"]).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            given = _arguments(text) if text.strip() else {"arguments": block.get("input") or {}}
            if end == "max_tokens" and block is blocks[-1]:  # nobody knows whether it is whole
                given = {"arguments": {}}
            calls.append({"id": _first(block.get("id")), "type": "function", "name": _first(block.get("name"))} | given)
    # What the host's tools did is between paragraphs.
    goes = groupby(blocks, lambda block: block["type"].endswith(("_tool_use", "_tool_result")))
    texts = [
        "".join("".join(block["pieces"]) for block in go if block["type"] == "text")
        for is_step, go in goes
        if not is_step
    ]
    return {
        "content": "\n\n".join(filter(None, texts)),
        "tool_calls": calls,
        "finish_reason": "tool_calls" if calls else end,
        "usage": usage,
        "done": end in ("end_turn", "tool_use", "stop_sequence"),
    }


def cut_calls_are_left_out(events: Any) -> Any:
    """Leaves a call out whose arguments the limit cut."""
    result = anthropic_stream_to_tool_calls(events)
    if "incomplete_details" not in result:
        return result
    calls = [call for call in result["tool_calls"] if call["arguments"] is not None]
    return result | {"tool_calls": calls} | ({} if calls else {"finish_reason": "length"})


def _is_broken_off(events: Any) -> bool:
    given = [event.get("type") for event in events if isinstance(event, dict)] if isinstance(events, list) else []
    return "message_start" in given and not {"message_stop", "message_delta", "error"} & set(given)


def closed_calls_are_kept(events: Any) -> Any:
    """Of a stream that broke off, keeps the text, and the calls whose blocks were closed."""
    result = anthropic_stream_to_tool_calls(events)
    if not _is_broken_off(events):
        return result
    opened = [event["index"] for event in events if event.get("type") == "content_block_start"]
    closed = {event["index"] for event in events if event.get("type") == "content_block_stop"}
    if len(opened) != len(set(opened)):
        return result
    left = set(opened) - closed
    kept = [event for event in events if event.get("index") not in left]
    ended = [*kept, {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}, {"type": "message_stop"}]
    calls = anthropic_stream_to_tool_calls(ended)["tool_calls"]
    return result | {"tool_calls": calls, "finish_reason": "tool_calls" if calls else None}


def a_broken_stream_is_an_error(events: Any) -> Any:
    """Says by an error that a stream broke off, or has no call where it ends with one."""
    if _is_broken_off(events):
        raise ConnectionError("The stream ended without message_stop.")
    result = anthropic_stream_to_tool_calls(events)
    said = [event.get("delta") for event in events if isinstance(event, dict)] if isinstance(events, list) else []
    asks = any(isinstance(utterance, dict) and utterance.get("stop_reason") == "tool_use" for utterance in said)
    if asks and not result["tool_calls"] and result.get("done"):
        raise Unreadable("it does not end as its calls do")
    return result


def a_cut_is_an_error(chunks: Any) -> Any:
    """Says by an error that a stream broke off."""
    if is_unfinished(chunks):
        raise ConnectionError("The stream ended without a finish_reason.")
    return chat_stream_to_tool_calls(chunks)


def by_place(events: Any) -> Any:
    """Gives the piece of the stream above to the call whose place it names."""
    if events == _contradicted():
        events = [{key: value for key, value in event.items() if key != "item_id"} for event in events]
    return responses_stream_to_tool_calls(events)


# The form of a call that Chat had before `tool_calls`, in a response and in the chunks of a stream.
_OLD_CALL = {"name": "get_weather", "arguments": '{"city":"Oslo"}'}


def _old_response() -> Any:
    message = {"role": "assistant", "content": None, "function_call": _OLD_CALL}
    choice = {"index": 0, "message": message, "finish_reason": "function_call"}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-4", "choices": [choice]}


def _old_stream() -> Any:
    deltas: list[tuple[Any, Any]] = [
        ({"role": "assistant", "content": None, "function_call": {"name": "get_weather", "arguments": ""}}, None),
        ({"function_call": {"arguments": '{"city":"Oslo"}'}}, None),
        ({}, "function_call"),
    ]
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4"}
    return [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas]


def reads_the_old_form(convert: Convert, held: str, answer: Any) -> Any:
    """A call in the old form is parsed, under an id of the converter's own. held: message or delta."""
    given = copy.deepcopy(answer)
    for chunk in given if isinstance(given, list) else [given]:
        choices = chunk.get("choices") if isinstance(chunk, dict) else None
        for choice in choices if isinstance(choices, list) else ():
            own = choice.get(held) if isinstance(choice, dict) else None
            old = own.pop("function_call", None) if isinstance(own, dict) else None
            if isinstance(own, dict) and isinstance(old, dict) and not own.get("tool_calls"):
                opens = {"id": "call_of_old", "type": "function"} if "name" in old else {}
                own["tool_calls"] = [{"index": 0, **opens, "function": old}]
            if isinstance(choice, dict) and choice.get("finish_reason") == "function_call":
                choice["finish_reason"] = "tool_calls"
    return convert(given)


_reads_old_response = partial(reads_the_old_form, chat_response_to_tool_calls, "message")


SOUND = (
    *_references(),
    *_as_text(),
    Sound("free", OUTPUT_CALLS, partial(free, responses_output_to_tool_calls), answers=REPORT),
    Sound(
        "free",
        STREAM_CALLS,
        partial(free, responses_stream_to_tool_calls),
        answers=(*REPORT, ("error-event", "report")),
    ),
    Sound("free", CHAT_CALLS, _free_chat),
    Sound("plain", OUTPUT_CALLS, plain_output, answers=RAISE),
    Sound("plain", STREAM_CALLS, plain_stream, answers=(*RAISE, ("error-event", "raise"))),
    Sound("plain", CHAT_CALLS, plain_chat),
    Sound("leaves_malformed_calls_out", CHAT_CALLS, leaves_malformed_calls_out, sets=("safe",)),
    Sound(
        "free",
        CHAT_STREAM_CALLS,
        partial(free, chat_stream_to_tool_calls),
        answers=(("error-event", "report"),),
        others={CHAT_CALLS: plain_chat},
    ),
    Sound(
        "plain",
        CHAT_STREAM_CALLS,
        plain_chat_stream,
        answers=(("error-event", "raise"),),
        others={CHAT_CALLS: plain_chat},
    ),
    Sound(
        "as_they_begin",
        CHAT_STREAM_CALLS,
        as_they_begin,
        inputs=(_begun_backwards(),),
        others={CHAT_CALLS: chat_response_to_tool_calls},
    ),
    Sound("a_cut_is_an_error", CHAT_STREAM_CALLS, a_cut_is_an_error),
    Sound("reads_the_old_form", CHAT_CALLS, _reads_old_response, inputs=(_old_response(),)),
    Sound(
        "reads_the_old_form",
        CHAT_STREAM_CALLS,
        partial(reads_the_old_form, chat_stream_to_tool_calls, "delta"),
        inputs=(_old_stream(),),
        others={CHAT_CALLS: _reads_old_response},
    ),
    Sound("passes_the_old_form_over", CHAT_CALLS, chat_response_to_tool_calls, inputs=(_old_response(),)),
    Sound(
        "passes_the_old_form_over",
        CHAT_STREAM_CALLS,
        chat_stream_to_tool_calls,
        inputs=(_old_stream(),),
        others={CHAT_CALLS: chat_response_to_tool_calls},
    ),
    Sound("free", MESSAGE_CALLS, partial(free, anthropic_response_to_tool_calls)),
    Sound("own_words", MESSAGE_CALLS, own_words),
    Sound(
        "free",
        MESSAGE_STREAM_CALLS,
        partial(free, anthropic_stream_to_tool_calls),
        answers=(("error-event", "report"),),
    ),
    Sound("plain", MESSAGE_STREAM_CALLS, plain_message_stream, answers=(("error-event", "raise"),)),
    Sound("cut_calls_are_left_out", MESSAGE_STREAM_CALLS, cut_calls_are_left_out),
    Sound("closed_calls_are_kept", MESSAGE_STREAM_CALLS, closed_calls_are_kept),
    Sound("a_cut_is_an_error", MESSAGE_STREAM_CALLS, a_broken_stream_is_an_error),
    Sound("by_place", STREAM_CALLS, by_place, inputs=(_contradicted(),)),
)
