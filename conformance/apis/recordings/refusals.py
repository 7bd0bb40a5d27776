"""What an API's refusal of a request is about: its form, the model, a limit, or something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from conformance.base.values import JSON, Absent

FORM, MODEL, LIMIT, OTHER = "form", "model", "limit", "other"
NO_WORDS: Final = "(no message)"
_DEEPEST: Final = 4  # levels of objects and lists around the words

# Codes that say nothing of the form: a key, the content, a file, or a limit that no request shows.
_OTHER_CODES: Final = frozenset({
    "context_length_exceeded", "invalid_api_key", "insufficient_quota", "rate_limit_exceeded", "content_filter",
    "content_policy_violation", "invalid_prompt", "invalid_image", "invalid_image_format", "invalid_image_url",
    "image_parse_error", "unsupported_file", "previous_response_not_found",
})  # fmt: skip
# What hosts say of these without a code.
_OTHER_WORDS: Final = re.compile(
    r"context length|prompt (is )?too long|api key|quota|rate limit|credit balance|unable to download|cannot fetch",
    re.IGNORECASE,
)
# Codes and types that name the model themselves, such as model_not_found, invalid_model and DeploymentNotFound, and
# those of Groq, which say that what the model answered has not the form that was asked for.
_MODEL_CODE: Final = re.compile(
    r"\w*(model|deployment|OperationNotSupported)\w*|(tool_use|json_validate)_failed", re.IGNORECASE
)
_FORM_CODE: Final = re.compile(r"missing_|unknown_parameter|invalid_(type|json|function_parameters)")
_LACK_CODES: Final = frozenset({"unsupported_value", "unsupported_parameter", "not_found_error", "NotFoundError"})
# A sentence is about the model if it names the model and says what is not there. A member 'model' is no model.
_NAMES: Final = re.compile(
    r"(?<![\w'\"`.-])(models?|deployments?|api versions?|no endpoints)(?![\w'\"`])", re.IGNORECASE
)
_LACKS: Final = re.compile(
    r"(\bnot|n't|\bno longer) (\w+ )?(support|available|enabled|allowed|exist|found|compatible|work)|\bno endpoints"
    r"|\bnot an? \w+([- ]\w+)? model|\bunsupported|\bincompatible|\bonly (be )?(support|available|enabled|compatible)"
    r"|\bsupports? (only|at most|up to)|\bcannot (be|both)|\bmaximum\b|\bat most\b|\bmust be verified"
    r"|\b(invalid|unknown) model\b|\bdeprecated|\bdecommissioned|\bretired",
    re.IGNORECASE,
)
# A size of the request that is beyond a limit: another host has another one, or none.
_BEYOND: Final = re.compile(
    r"\btoo (long|many|large|big|high)\b|\b(maximum|at most|limit|limited|exceeds?|exceeded)\b|\bout of range\b"
    r"|\bmust be (less|lower|smaller|between|in the range|at most)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n")


class RecordedRefusal(NamedTuple):
    """What an API says of a request. about: FORM, MODEL, LIMIT or OTHER. message, code: its own; NO_WORDS, None."""

    about: str
    message: str
    code: str | None


def refusal_of(body: JSON | Absent, request: JSON | Absent) -> RecordedRefusal:
    """Return what an error is about. body: of the answer. request: whose model the API may name."""
    error = _error_of(body)
    words = "; ".join(_words(body, 0)) if not isinstance(body, Absent) else ""
    codes = [value for key in ("code", "type") if isinstance(value := error.get(key), str)]
    named = isinstance(error.get("code"), str)
    return RecordedRefusal(_about(words, codes, request), words or NO_WORDS, codes[0] if named else None)


def _error_of(body: JSON | Absent) -> Mapping[str, JSON]:
    """Return the object with the code of an error."""
    if isinstance(body, list) and len(body) == 1:
        body = body[0]
    if not isinstance(body, dict):
        return {}
    error = body.get("error")
    return error if isinstance(error, dict) else body


def _words(said: JSON, depth: int) -> Iterator[str]:
    """Yield the texts for people: an `error`, a `message` or a `detail`, which may be lists and objects of them."""
    if isinstance(said, str):
        if said:
            yield said
    elif depth > _DEEPEST:
        return
    elif isinstance(said, list):
        for utterance in said:
            yield from _words(utterance, depth + 1)
    elif isinstance(said, dict):
        key = next((key for key in ("error", "message", "detail", "msg", "errors") if said.get(key)), None)
        found = "; ".join(_words(said[key], depth + 1)) if key else ""
        place, metadata = said.get("loc"), said.get("metadata")
        if found and isinstance(place, list):  # of pydantic
            found = f"{'.'.join(map(str, place))}: {found}"
        if found and isinstance(metadata, dict) and isinstance(metadata.get("raw"), str):  # of OpenRouter
            found = f"{found}: {metadata['raw']}"
        if found:
            yield found


def _about(words: str, codes: list[str], request: JSON | Absent) -> str:
    if any(code in _OTHER_CODES for code in codes) or _OTHER_WORDS.search(words):
        return OTHER
    if any(map(_FORM_CODE.match, codes)):
        return FORM
    if any(map(_MODEL_CODE.fullmatch, codes)):
        return MODEL
    lacks = not _LACK_CODES.isdisjoint(codes)
    model = request.get("model") if isinstance(request, dict) else None
    own = re.compile(rf"(?<![\w.-]){re.escape(model)}(?![\w-])") if isinstance(model, str) and len(model) > 2 else None
    for sentence in _SENTENCE.split(words):
        names = _NAMES.search(sentence) or (own and own.search(sentence))
        if names and (lacks or _LACKS.search(sentence)):
            return MODEL
    return LIMIT if _BEYOND.search(words) else FORM
