"""Responses responses with all that an answer says beside its items: tier, metadata, log probabilities, citations."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.values import JSON
from conformance.inputs.answers import INPUTS as PARSED
from conformance.inputs.answers import IS_JOURNEY, make_drawn, make_journey, make_malformed_response, message
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.material import fresh, table
from conformance.inputs.operations import Inputs

_TIERS = DealtOptions(
    (None, None, None, "default", "default", "auto", "flex", "scale", "priority", "fast", "ultrafast")
)
_IS_AFTER_TEXT = DealtOptions((True, False))
_METADATA = table(None, {}, {"ticket": "4711"}, {"user": "Größe", "empty": ""})
_CREATED = DealtOptions((1_760_000_000, 1_760_000_001, 1_760_000_000.25))
_BEYOND = 2**53 + 1
_BY_AGE = table(
    {}, {}, {"cache_write_tokens_details": None},
    *({"cache_write_tokens_details": {"ttl_12h_tokens": number, "ttl_30m_tokens": other}}
      for number, other in ((0, 64), (64, 0), (_BEYOND, 1), (1, _BEYOND))),
)  # fmt: skip
_DETAILS = DealtOptions((
    (90, 7, 0, 0, 0), (291, 23, 128, 64, 12), (2006, 300, 1920, 0, 256), (5, 2**53 + 1, 0, 0, _BEYOND),
    (2**54, 1, _BEYOND, 0, 0), (2**54, 1, 0, _BEYOND, 1), (0, 0, 0, 0, 0),
))  # fmt: skip
_REASONS = table(
    *({"reason": reason} for reason in (*["max_output_tokens"] * 3, "content_filter", "max_messages", "steered", None)),
    {},
)
_CITED = table(
    [{"type": "url_citation", "url": "https://example.org/a", "title": "A", "start_index": 0, "end_index": 3},
     {"type": "url_citation", "url": "https://example.org/b?x=1&y=2", "title": "B – ü", "start_index": 4,
      "end_index": 9}],
    [{"type": "file_citation", "file_id": "file-1", "filename": "a.txt", "index": 0}],
    [{"type": "container_file_citation", "container_id": "c_1", "file_id": "file-2", "filename": "b.txt",
      "start_index": 0, "end_index": 1}],
    [{"type": "file_path", "file_id": "file-3", "index": 1}],
)  # fmt: skip
_LOGPROBS = table(
    [{"token": "Gr", "bytes": [71, 114], "logprob": -0.25, "top_logprobs": []},
     {"token": "ö", "bytes": [195, 182], "logprob": -1.5,
      "top_logprobs": [{"token": "o", "bytes": [111], "logprob": -2.0}]}],
    [{"token": "Hi", "bytes": [72, 105], "logprob": 0.0, "top_logprobs": []}],
    None,
)  # fmt: skip


def _insert_cited_message(choices: Choices, response: Object) -> None:
    """Insert a message whose texts cite; the second text begins behind the first."""
    texts: list[JSON] = [
        {"type": "output_text", "text": "One sentence. ", "annotations": fresh(choices, _CITED)},
        {"type": "output_text", "text": "Another one.", "annotations": fresh(choices, _CITED)},
    ]
    _insert(choices, response, message(choices, 70) | {"content": texts if choices.one_in(2) else texts[:1]})


def _with_logprobs(choices: Choices, response: Object) -> None:
    part = {"type": "output_text", "text": "Größe", "annotations": [], "logprobs": fresh(choices, _LOGPROBS)}
    _insert(choices, response, message(choices, 80) | {"content": [part]})


def _with_details(choices: Choices, response: Object) -> None:
    given, made, cached, written, thought = choices.pick(_DETAILS)
    inputs = {"cached_tokens": cached, "cache_write_tokens": written, **fresh(choices, _BY_AGE)}
    response["usage"] = {
        "input_tokens": given, "input_tokens_details": inputs, "output_tokens": made,
        "output_tokens_details": {"reasoning_tokens": thought}, "total_tokens": given + made,
    }  # fmt: skip


def _with_tier(choices: Choices, response: Object) -> None:
    response["service_tier"] = choices.pick(_TIERS)


def _with_metadata(choices: Choices, response: Object) -> None:
    response["metadata"] = fresh(choices, _METADATA)


def _with_other_end(choices: Choices, response: Object) -> None:
    if response["status"] == "incomplete":
        response["incomplete_details"] = fresh(choices, _REASONS)


def _insert(choices: Choices, response: Object, item: JSON) -> None:
    """Insert a message into an answer that holds more than reasoning, before its end."""
    output = response["output"]
    if any(item["type"] != "reasoning" for item in output):
        response["output"] = [item, *output] if choices.one_in(2) else [output[0], item, *output[1:]]


_MORE: tuple[tuple[Callable[[Choices, Object], None], int], ...] = (
    (_with_details, 2), (_with_tier, 2), (_with_metadata, 3), (_with_other_end, 1),
)  # fmt: skip
_MORE_ITEMS: tuple[tuple[Callable[[Choices, Object], None], int], ...] = (
    (_insert_cited_message, 3),
    (_with_logprobs, 4),
)


def make_whole_response(choices: Choices) -> JSON:
    """A Responses response with what Chat has a place for, and what it has none for."""
    is_journey = choices.pick(IS_JOURNEY)
    response = make_journey(choices) if is_journey else make_drawn(choices)
    response["created_at"] = choices.pick(_CREATED)
    if not is_journey:
        _refuse_later(choices, response)
    for more, once_in in _MORE if is_journey else (*_MORE, *_MORE_ITEMS):
        if choices.one_in(once_in):
            more(choices, response)
    return response


def _refuse_later(choices: Choices, response: Object) -> None:
    """Sometimes let a text come before a refusal."""
    last = response["output"][-1:]
    if last and last[0].get("content") and last[0]["content"][0]["type"] == "refusal" and choices.pick(_IS_AFTER_TEXT):
        text: Object = {"type": "output_text", "text": "So far.", "annotations": []}
        response["output"][-1] = last[0] | {"content": [text, *last[0]["content"]]}


INPUTS = {
    "responses-response": Inputs(
        make_whole_response,
        PARSED["responses-response"].wrong_shapes,
        PARSED["responses-response"].deep_and_wide,
        make_malformed_response,
    )
}
