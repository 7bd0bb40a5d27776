"""Chunks with what hosts put beside an answer."""

from __future__ import annotations

from random import Random
from typing import Any

from conformance.base.values import copy_of
from conformance.formats.chat.chunks import joined
from conformance.inputs.choices import Dealing
from conformance.inputs.host_chunks import add_results, as_hosts_send, leave_choices_out, sound_of

AROUND = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5"}
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
CHUNKS: list[dict[str, Any]] = [
    {**AROUND, "choices": [{"index": 0, "delta": {"content": "Hi", "reasoning": "Hm"}, "finish_reason": None}]},
    {**AROUND, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    {**AROUND, "choices": [], "usage": USAGE},
]


def test_each_host_is_dealt_and_none_changes_what_is_said() -> None:
    choices, seen = Dealing(Random(1)), set()
    for _ in range(13):
        made = as_hosts_send(choices, [*copy_of(CHUNKS), {"error": {"message": "no"}}])
        (choice,) = joined(made)["choices"]
        assert (choice["message"]["content"], choice["finish_reason"]) == ("Hi", "stop")
        assert made[-1] == {"error": {"message": "no"}}
        seen |= {key for chunk in made for key in chunk} | {
            key for chunk in made[:-1] for choice in chunk["choices"] for key in choice
        }
        seen |= {key for chunk in made for key in chunk.get("usage") or ()}
    assert seen >= {
        "obfuscation",
        "prompt_filter_results",
        "content_filter_results",
        "provider",
        "native_finish_reason",
    }
    assert seen >= {"x_groq", "latency_checkpoint"}


def test_choices_are_left_out_at_the_end_and_null_in_front() -> None:
    for given in (CHUNKS, CHUNKS[:2]):
        chunks = copy_of(given)
        leave_choices_out(chunks)
        assert chunks[0]["choices"] is None
        assert "choices" not in chunks[-1] and chunks[-1]["usage"]
        assert joined(chunks)["choices"] == joined(given)["choices"]


def test_results_of_a_filter_have_no_delta_and_say_nothing() -> None:
    chunks = copy_of(CHUNKS)
    add_results(chunks)
    assert sum("delta" not in choice for chunk in chunks for choice in chunk["choices"]) == 1
    assert joined(chunks) == joined(CHUNKS)


def test_an_answer_that_is_spoken_has_no_finish_reason() -> None:
    (choice,) = joined(sound_of(AROUND))["choices"]
    assert "finish_reason" not in choice
    assert choice["message"]["audio"].keys() == {"id", "transcript", "data", "expires_at"}
