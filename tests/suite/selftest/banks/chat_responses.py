"""Broken and sound converters of Responses responses to Chat responses."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Callable
from typing import Any

from conformance.reference import responses_response_to_chat_response as reference
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.chat_answers import CALLS, ENDS, MADE_CALLS, MEMBERS, TEXT, WHOLE, WORDS, changed, items
from tests.suite.selftest.model import Sound

OPERATION = "responses-response-to-chat-response"
LOG = logging.getLogger(__name__)
Object = dict[str, Any]

BANK = Bank(OPERATION)
for _defect in (*WORDS, *MADE_CALLS, *ENDS, *MEMBERS, *WHOLE):
    _convert = quietly(reference) if _defect.name.endswith("in_silence") else reference
    BANK.add(
        _defect.name,
        changed(_convert, _defect.change, lambda given: given),
        *_defect.rules,
        innocent=_defect.innocent,
        examples=_defect.examples,
    )
BANK.add("says_nothing_of_losses", quietly(reference), "RCR-9", "RCR-9b", innocent=(*TEXT, *CALLS, "RCR-12"))


@BANK.mutant("RCR-3", innocent=("RCR-2", *TEXT))
def custom_calls_dropped_in_silence(response: Any) -> Any:
    """A custom call is left out, and nothing says so."""
    answer = quietly(reference)(response)
    message = answer["choices"][0]["message"]
    kept = [call for call in message.get("tool_calls", ()) if "custom" not in call]
    message.pop("tool_calls", None)
    message |= {"tool_calls": kept} if kept else {}
    answer["choices"][0]["finish_reason"] = (
        "stop" if not kept and answer["choices"][0]["finish_reason"] == "tool_calls" else
        answer["choices"][0]["finish_reason"]
    )  # fmt: skip
    return answer


def failing_on(wanted: Callable[[Object], Any]) -> Callable[[Any], Any]:
    """The reference, which fails where the response has something."""

    def converted(response: Any) -> Any:
        answer = reference(response)
        if isinstance(response, dict) and wanted(response):
            raise KeyError("output")
        return answer

    return converted


def _refuses(response: Object) -> bool:
    return "'type': 'refusal'" in str(response)


BANK.add("fails_on_unknown_items", failing_on(lambda response: items(response, "an_item_of_next_year")), "RCR-9a",
         innocent=(*TEXT, *CALLS))  # fmt: skip
BANK.add("fails_on_custom_calls", failing_on(lambda response: items(response, "custom_tool_call")), "RCR-3",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip
BANK.add("fails_on_reasoning", failing_on(lambda response: items(response, "reasoning")), "RCR-6",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip
BANK.add("fails_on_refusals", failing_on(_refuses), "RCR-5", innocent=("RCR-1", "RCR-2"))
BANK.add("fails_on_nothing", failing_on(lambda response: not response["output"]), "RCR-4", innocent=("RCR-1", "RCR-2"))
BANK.add("fails_on_incomplete", failing_on(lambda response: response.get("status") == "incomplete"), "RCR-8",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip
BANK.add("fails_on_metadata", failing_on(lambda response: response.get("metadata")), "CONV-1",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip


@BANK.mutant("RCR-7", innocent=("RCR-1", "RCR-2", "RCR-8"))
def failure_as_an_empty_answer(response: Any) -> Any:
    """A response that failed gives an answer without content, which ended well."""
    if isinstance(response, dict) and response.get("status") == "failed":
        return reference(response | {"status": "completed", "error": None}) | {"id": "resp_0"}
    return reference(response)


@BANK.mutant("RCR-7", innocent=("RCR-1", "RCR-2", "RCR-8"))
def rate_limits_raise_alone(response: Any) -> Any:
    """Of responses that failed some raise an error, and some give a result that names it."""
    error = response.get("error") if isinstance(response, dict) else None
    known = isinstance(error, dict) and error.get("code") == "rate_limit_exceeded"
    return reference(response, failed_response="raise" if known else "report")


@BANK.mutant("RCR-8", innocent=("RCR-1", "RCR-2"), examples=100)
def cancelled_is_completed(response: Any) -> Any:
    """A response that was cancelled is read like one that was completed."""
    given = response if isinstance(response, dict) else {}
    if given.get("status") == "cancelled":
        answer = reference(given | {"status": "completed"})
        answer["choices"][0]["finish_reason"] = "stop"
        return answer
    return reference(response)


_count = itertools.count()


@BANK.mutant("ALL-2", innocent=("RCR-1", "RCR-2", "ALL-8"))
def counts_its_answers(response: Any) -> Any:
    """Each answer has a number."""
    return reference(response) | {"system_fingerprint": f"fp_{next(_count)}"}


_detail: Object = {}


@BANK.mutant("ALL-9", innocent=("RCR-1", "RCR-2"))
def shares_an_object(response: Any) -> Any:
    """All answers have one object."""
    return reference(response) | {"x_detail": _detail}


@BANK.mutant("ALL-8", innocent=("RCR-1", "RCR-2"))
def takes_out_annotations(response: Any) -> Any:
    """The caller's own texts lose their annotations."""
    answer = reference(response)
    for item in items(response, "message"):
        for part in item.get("content") or ():
            if isinstance(part, dict):
                part.pop("annotations", None)
    return answer


BANK.add("at_most_fifty_items", failing_on(lambda response: len(response["output"]) > 50), "ALL-6",
         innocent=("RCR-1", "RCR-2"))  # fmt: skip


@BANK.mutant("ALL-7", innocent=("RCR-1", "RCR-2"))
def words_of_what_is_no_response(response: Any) -> Any:
    """What is no response is what the assistant said."""
    if isinstance(response, dict) and isinstance(response.get("output"), list):
        return reference(response)
    message = {"role": "assistant", "content": str(response)}
    return {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


# Sound converters.

_new = itertools.count()


def like_an_sdk(response: Any) -> Any:
    """Every member that an answer may have, an id of its own, refusals as content, custom calls as functions."""
    if response.get("status") not in ("completed", "incomplete"):
        error = response.get("error") or {"message": f"the response {response.get('status')}"}
        return {"error": error}
    answer = reference(response, text_join="newline")
    choice = answer["choices"][0]
    message = choice["message"]
    calls = [_as_function(call) | {"index": place} for place, call in enumerate(message.get("tool_calls") or ())]
    content = "\n".join(filter(None, (message["content"], message.pop("refusal", None)))) or None
    message |= {"content": content, "refusal": None, "audio": None, "function_call": None, "tool_calls": calls or None}
    message = {"annotations": None, **message}
    choice |= {"message": message, "logprobs": choice.get("logprobs")}
    usage = answer.get("usage")
    if usage:
        zeros = {"accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0, "audio_tokens": 0}
        usage["completion_tokens_details"] = zeros | usage.get("completion_tokens_details", {})
    thoughts = [part["text"] for item in items(response, "reasoning") for part in item.get("summary") or ()]
    message["reasoning_content"] = "\n".join(thoughts) or None
    return {"system_fingerprint": None, "usage": None, **answer, "id": f"chatcmpl-{next(_new)}"}


def _as_function(call: Object) -> Object:
    if "custom" not in call:
        return call
    inner = {"name": call["custom"]["name"], "arguments": json.dumps({"input": call["custom"]["input"]})}
    return {"id": call["id"], "type": "function", "function": inner}


def like_a_gateway(response: Any) -> Any:
    """What waits for the client is a call, a namespace is in the name, and what has no other place is reported."""
    answer = reference(response)
    choice = answer["choices"][0]
    message = choice["message"]
    message["content"] = message["content"] or ""
    for key in ("annotations",):
        if message.pop(key, None):
            LOG.warning("citations are left out")
    spaces = {item.get("call_id"): item.get("namespace") for item in items(response, "function_call")}
    for call in message.get("tool_calls", ()):
        if "function" in call and spaces.get(call["id"]):
            call["function"]["name"] = f"{spaces[call['id']]}__{call['function']['name']}"
    waiting = items(response, "apply_patch_call", "local_shell_call", "shell_call")
    acted = [
        {"id": item["call_id"], "type": "function", "function": {"name": item["type"], "arguments": json.dumps(item)}}
        for item in waiting
    ]
    if acted:
        message["tool_calls"] = [*message.get("tool_calls", ()), *acted]
        choice["finish_reason"] = "tool_calls" if choice["finish_reason"] == "stop" else choice["finish_reason"]
    if message.get("refusal") and not message.get("tool_calls") and choice["finish_reason"] == "stop":
        choice["finish_reason"] = "content_filter"
    if choice.pop("logprobs", None) or answer.pop("service_tier", None) or answer.pop("metadata", None):
        LOG.warning("the tier, the metadata or log probabilities are left out")
    return answer


def brief(response: Any) -> Any:
    """Only what Chat requires, with finished calls; everything that is left out is reported."""
    if not isinstance(response, dict) or response.get("status") not in (None, "completed", "incomplete"):
        raise ValueError("no answer")
    answer = reference(response, text_join="blank-line")
    choice = answer["choices"][0]
    message = choice["message"]
    whole = [item["call_id"] for item in items(response, "function_call") if item.get("status") == "completed"]
    kept = [call for call in message.pop("tool_calls", ()) if call["id"] in whole]
    LOG.warning("calls of tools, citations and other parts may be left out")
    message.pop("annotations", None)
    if kept:
        message["tool_calls"] = kept
        if message["content"] is None:
            del message["content"]
    elif choice["finish_reason"] == "tool_calls":
        choice["finish_reason"] = "stop"
    if answer.get("usage"):
        usage = answer["usage"]
        for name in ("prompt_tokens_details", "completion_tokens_details"):
            held = {key: count for key, count in usage.pop(name, {}).items() if isinstance(count, int) and count}
            usage |= {name: held} if held else {}
    chosen = {key: answer[key] for key in ("id", "object", "created", "model", "usage") if key in answer}
    return chosen | {"choices": [{key: choice[key] for key in ("index", "message", "finish_reason")}]}


CHOICES = {"text_join": ("nothing", "newline", "blank-line"), "failed_response": ("raise", "report")}
_REPORT, _RAISE = ("failed-response", "report"), ("failed-response", "raise")

SOUND = (
    *references(OPERATION, reference, CHOICES, 2),
    Sound("like_an_sdk", OPERATION, like_an_sdk, answers=(("text-join", "newline"), _REPORT)),
    Sound("like_a_gateway", OPERATION, like_a_gateway, answers=(("text-join", "nothing"), _RAISE)),
    Sound("brief", OPERATION, brief, answers=(("text-join", "blank-line"), _RAISE)),
    Sound(
        "through_json_text", OPERATION, lambda given: json.loads(json.dumps(reference(json.loads(json.dumps(given)))))
    ),
)
BANKS = (BANK,)
