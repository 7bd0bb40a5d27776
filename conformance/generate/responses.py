"""Responses responses with all that an answer says beside its items: tier, metadata, log probabilities, citations."""

from __future__ import annotations

from collections.abc import Callable

from conformance.generate.answers import INPUTS as PARSED
from conformance.generate.answers import TOKENS, make_malformed_response, make_response, message
from conformance.generate.arguments import Object
from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import fresh, table
from conformance.generate.operations import CHAT_RESPONSE, OUTPUT_CALLS, Inputs
from conformance.values import JSON

_TIERS = weighted({None: 4, "default": 2, "auto": 1, "flex": 1, "scale": 1, "priority": 1})
_METADATA = table(None, {}, {"ticket": "4711"}, {"user": "Größe", "empty": ""})
_CREATED = Table((1_760_000_000, 1_760_000_001, 1_760_000_000.5))
_DETAILS = table(*(
    {"input_tokens": given, "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": written},
     "output_tokens": made, "output_tokens_details": {"reasoning_tokens": thought}, "total_tokens": given + made}
    for (given, made), (cached, written, thought) in zip(
        (*TOKENS, (90, 7)), ((0, 0, 0), (128, 64, 12), (1, 0, 3), (0, 0, 0), (64, 0, 0)), strict=True
    )
))  # fmt: skip
_REASONS = Table(("max_output_tokens", "content_filter", "max_messages", "steered", None))
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
)  # fmt: skip


def _cited(choices: Choices, response: Object) -> None:
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
    response["usage"] = fresh(choices, _DETAILS)


def _with_tier(choices: Choices, response: Object) -> None:
    response["service_tier"] = choices.pick(_TIERS)


def _with_metadata(choices: Choices, response: Object) -> None:
    response["metadata"] = fresh(choices, _METADATA)


def _with_other_end(choices: Choices, response: Object) -> None:
    if response["status"] == "incomplete":
        response["incomplete_details"] = {"reason": choices.pick(_REASONS)}


def _insert(choices: Choices, response: Object, item: JSON) -> None:
    """Insert a message, but not where the answer ends with a refusal or has broken off in a call."""
    output = response["output"]
    response["output"] = [item, *output] if choices.one_in(2) or not output else [output[0], item, *output[1:]]


_MORE: tuple[tuple[Callable[[Choices, Object], None], int], ...] = (
    (_with_details, 2), (_with_tier, 2), (_with_metadata, 3), (_with_other_end, 2), (_cited, 4), (_with_logprobs, 5),
)  # fmt: skip


def make_whole_response(choices: Choices) -> JSON:
    """A Responses response with what Chat has a place for, and what it has none for."""
    response: Object = make_response(choices)
    response["created_at"] = choices.pick(_CREATED)
    for more, once_in in _MORE:
        if choices.one_in(once_in):
            more(choices, response)
    return response


INPUTS = {
    CHAT_RESPONSE: Inputs(
        make_whole_response,
        PARSED[OUTPUT_CALLS].wrong_shapes,
        PARSED[OUTPUT_CALLS].deep_and_wide,
        make_malformed_response,
    )
}
