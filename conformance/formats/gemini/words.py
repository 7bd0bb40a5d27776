"""The words of Gemini's generateContent, and what they mean in the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.base.values import JSON
from conformance.formats.model import answer as ends
from conformance.formats.model.conversation import CALLED, MODEL, RETURNED, SYSTEM, TOOL, USER
from conformance.formats.model.request import AUTO, CHECKED, NONE, REQUIRED
from conformance.formats.settings import SettingPlace

FORMAT: Final = "gemini"
SPEAKERS: Final = {"user": USER, "model": MODEL, "function": TOOL, "system": SYSTEM}
MODES: Final = {"AUTO": AUTO, "ANY": REQUIRED, "NONE": NONE, "VALIDATED": CHECKED}
_FILTERS: Final = (
    "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION", "MODEL_ARMOR", "ESCALATION", "PUP_LIMITED_DISABLED",
)  # fmt: skip
_FAILURES: Final = (
    "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE", "OTHER",
    "LANGUAGE", "NO_IMAGE", "IMAGE_OTHER", "MALFORMED_RESPONSE",
)  # fmt: skip
# Vertex has answered with the number of a reason in place of its name; in those up to 5 all hosts agree.
ENDS: Final[dict[str | int, str]] = {
    "STOP": ends.DONE,
    1: ends.DONE,
    "MAX_TOKENS": ends.LENGTH,
    2: ends.LENGTH,
    "CONTINUATION": ends.PAUSE,
    **dict.fromkeys((*_FILTERS, 3, 4), ends.FILTER),
    **dict.fromkeys(_FAILURES, ends.FAILED),
}
# The steps of tools that the host runs. Those of toolCall and toolResponse name their tool.
HOSTED: Final = {
    "executableCode": CALLED,
    "codeExecutionResult": RETURNED,
    "toolCall": CALLED,
    "toolResponse": RETURNED,
}
# What a source is, and where it says its address.
SOURCES: Final = {
    "web": ("web", "uri"),
    "retrievedContext": ("file", "uri"),
    "maps": ("place", "uri"),
    "image": ("image", "sourceUri"),
}
LEVEL: Final = "MEDIA_RESOLUTION_"  # how the words for it begin
CONFIG: Final = "generationConfig"
JSON_TYPE, TEXT_TYPE = "application/json", "text/plain"


def _lower(value: JSON) -> JSON:
    """Return a word, or each word of a list, in lower case; what is no text as it is."""
    return _in_words(str.lower, value)


def _upper(value: JSON) -> JSON:
    return _in_words(str.upper, value)


def _in_words(change: Callable[[str], str], value: JSON) -> JSON:
    if isinstance(value, list):
        return [_in_words(change, element) for element in value]
    return change(value) if isinstance(value, str) else value


def _configured(name: str, *at: str) -> SettingPlace:
    return SettingPlace(name=name, at=(CONFIG, *at))


SETTINGS: Final = (
    SettingPlace(name="model", at=("model",)),
    _configured("limit", "maxOutputTokens"),
    _configured("temperature", "temperature"),
    _configured("top_p", "topP"),
    _configured("top_k", "topK"),
    SettingPlace(name="stop", at=(CONFIG, "stopSequences"), only=(list,)),
    _configured("seed", "seed"),
    _configured("frequency_penalty", "frequencyPenalty"),
    _configured("presence_penalty", "presencePenalty"),
    _configured("count", "candidateCount"),
    _configured("logprobs", "responseLogprobs"),
    _configured("likeliest", "logprobs"),
    SettingPlace(name="effort", at=(CONFIG, "thinkingConfig", "thinkingLevel"), to=_lower, back=_upper, only=(str,)),
    _configured("thinking_budget", "thinkingConfig", "thinkingBudget"),
    _configured("thoughts", "thinkingConfig", "includeThoughts"),
    SettingPlace(name="modalities", at=(CONFIG, "responseModalities"), to=_lower, back=_upper, only=(list,)),
    _configured("speech", "speechConfig"),
    _configured("media_detail", "mediaResolution"),
    SettingPlace(name="held", at=("cachedContent",)),
    SettingPlace(name="safety", at=("safetySettings",)),
    SettingPlace(name="metadata", at=("labels",)),
    SettingPlace(name="tier", at=("serviceTier",)),
    SettingPlace(name="store", at=("store",)),
    SettingPlace(name="stream", at=("stream",), only=(bool,)),
)
