"""What hosts of Chat Completions put into chunks beside the answer: results of filters, times, their own members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.base.values import copy_of
from conformance.formats.chat.read import THOUGHTS
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.media import WAV

_PASSED: Final[Object] = {"hate": {"filtered": False, "severity": "safe"}}
AZURES_FIRST: Final[Object] = {
    "id": "", "object": "", "created": 0, "model": "", "choices": [],
    "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": _PASSED}],
}  # fmt: skip
_OFFSETS: Final[Object] = {"check_offset": 44, "start_offset": 44, "end_offset": 198}
_LATENCY: Final[Object] = {"engine_tbt_ms": 8, "engine_ttft_ms": 310, "pre_inference_ms": 66, "total_duration_ms": 812}
_TIMES: Final[Object] = {"queue_time": 0.04, "prompt_time": 0.01, "completion_time": 0.2, "total_time": 0.21}


def _as_openai(chunks: list[Object]) -> list[Object]:
    """Each chunk with noise of its own, so that its length says nothing."""
    more: Object = {"service_tier": "default", "system_fingerprint": "fp_44709d6fcb"}
    return [{**more, **chunk, "obfuscation": "aB3xYz9Q"[: 1 + place % 8]} for place, chunk in enumerate(chunks)]


def _as_azure(chunks: list[Object]) -> list[Object]:
    """The results of the filter first, and beside each choice; the usage with times."""
    for chunk in chunks:
        for choice in chunk["choices"]:
            choice["content_filter_results"] = copy_of(_PASSED) if _says(choice) else {}
        if chunk.get("usage"):
            chunk["usage"]["latency_checkpoint"] = dict(_LATENCY)
    has_results = bool(chunks) and "prompt_filter_results" in chunks[0]
    return chunks if has_results else [copy_of(AZURES_FIRST), *chunks]


def _as_openrouter(chunks: list[Object]) -> list[Object]:
    """Who made it, how that host says that it ended, and thoughts in pieces of their own form."""
    for chunk in chunks:
        chunk["provider"] = "Anthropic"
        for choice in chunk["choices"]:
            choice["native_finish_reason"] = "end_turn" if choice["finish_reason"] else None
            for name in THOUGHTS:
                thought = choice["delta"].get(name)
                if thought:
                    detail = {"type": "reasoning.text", "text": thought, "format": "anthropic-claude-v1", "index": 0}
                    choice["delta"]["reasoning_details"] = [detail]
    return chunks


def _as_groq(chunks: list[Object]) -> list[Object]:
    """A member of its own in the first chunk, and in the last one with the counts that the stream has too."""
    if chunks:
        chunks[0]["x_groq"] = {"id": "req_01jbd6g2qdfw2adyrt2az8hz4w"}
        last = chunks[-1]
        counts = copy_of({"usage": {**last["usage"], **_TIMES}}) if last.get("usage") else {}
        last["x_groq"] = {"id": "req_01jbd6g2qdfw2adyrt2az8hz4w", **counts}
    return chunks


def _says(choice: Object) -> bool:
    return bool(choice["delta"].get("content"))


_HOSTS: DealtOptions[Callable[[list[Object]], list[Object]] | None] = weighted({
    None: 6, _as_openai: 2, _as_azure: 2, _as_openrouter: 2, _as_groq: 1,
})  # fmt: skip


def as_hosts_send(choices: Choices, chunks: list[Object]) -> list[Object]:
    """Return chunks with what a host puts beside the answer, or as they are. An error has none of it."""
    change = choices.pick(_HOSTS)
    if change is None:
        return chunks
    errors = [chunk for chunk in chunks if "choices" not in chunk]
    made: list[Object] = change([chunk for chunk in chunks if "choices" in chunk])
    return [*made, *errors]


def add_results(chunks: list[Object]) -> None:
    """Put results of Azure's asynchronous filter in front of the last chunk, or behind it: a choice without a delta."""
    choice = {"index": 0, "finish_reason": None, "content_filter_results": _PASSED, "content_filter_offsets": _OFFSETS}
    chunk = {"id": "", "object": "", "created": 0, "model": "", "choices": [choice], "usage": None}
    chunks.insert(len(chunks) - len(chunks) % 2, copy_of(chunk))


def leave_choices_out(chunks: list[Object]) -> None:
    """Let the chunk of the usage have no choices, added where there is none, and begin with one that has null."""
    around = {key: value for key, value in chunks[-1].items() if key not in ("choices", "usage")}
    usage = chunks.pop()["usage"] if not chunks[-1]["choices"] else None
    usage = usage or {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    chunks[:] = [{**around, "choices": None}, *chunks, {**around, "usage": usage}]


def sound_of(around: Object) -> list[Object]:
    """Return the chunks of an answer that is spoken. around: what each has. Its end is when it expires: no reason."""
    pieces: list[Object] = [
        {"role": "assistant", "content": None, "refusal": None, "audio": {"id": "audio_1", "transcript": "Spo"}},
        {"audio": {"transcript": "ken."}}, {"audio": {"data": WAV}}, {"audio": {"expires_at": 1_760_003_600}},
    ]  # fmt: skip
    return [{**around, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in pieces]
