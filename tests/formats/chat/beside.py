"""The members of Chat Completions that the model has no place for, and why: they stay beside the fact they belong to.

In a path, an entry of a list is * and its type or role.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BESIDE: Final[Mapping[str, frozenset[str]]] = {
    "the model has log probabilities of texts, not of refusals": frozenset({"choices/*/logprobs/refusal"}),
    "how long a host keeps a sound": frozenset({"choices/*/message/audio/expires_at"}),
    "what a host keeps, judges or marks beside the answer": frozenset(
        {"metadata", "moderation", "system_fingerprint", "prompt_filter_results"}
    ),
    "counts by kind of token, which are within others": frozenset(
        {
            *(
                f"usage/completion_tokens_details/{name}_tokens"
                for name in ("accepted_prediction", "audio", "rejected_prediction", "text")
            ),
            *(f"usage/prompt_tokens_details/{name}_tokens" for name in ("audio", "image", "text")),
        }
    ),
    "a piece that says nothing yet of what is called, or heard": frozenset(
        {
            "choices/*/message/audio",
            "choices/*/message/tool_calls/*",
            "choices/*/message/tool_calls/*:custom",
            "choices/*/message/tool_calls/*:function",
            "choices/*/message/tool_calls/*:function/custom",
        }
    ),
}
