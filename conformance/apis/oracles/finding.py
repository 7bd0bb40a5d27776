"""What an oracle says of a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

OPENAI, ANTHROPIC, GOOGLE = "openai", "anthropic", "google"  # whose form an error has
# The types of Anthropic's errors by the status that they come with.
ANTHROPIC_TYPES: Final[Mapping[int, str]] = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


def anthropic_error(status: int, message: str, type_: str | None = None) -> dict[str, object]:
    """Return the body that Anthropic's API gives an error. type_: None for that of its status.

    request_id is null: who answers a request counts it.
    """
    known = ANTHROPIC_TYPES.get(status, ANTHROPIC_TYPES[400 if status < 500 else 500])
    return {"type": "error", "error": {"type": type_ or known, "message": message}, "request_id": None}


# The words of Google's errors by the status that they come with.
GOOGLE_WORDS: Final[Mapping[int, str]] = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


def google_error(status: int, message: str, word: str | None = None) -> dict[str, object]:
    """Return the body that Google's API gives an error. word: None for that of its status."""
    known = GOOGLE_WORDS.get(status, GOOGLE_WORDS[400 if status < 500 else 500])
    return {"error": {"code": status, "message": message, "status": word or known}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What there is to say against a value. level: "refused", or "warning" for what is taken and yet troubles.

    The rest as in Refusal.
    """

    level: str
    message: str
    param: str | None
    code: str | None
    rule: str
    at: str
    mistake: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRefusal:
    """How an API refuses a value.

    message: in the API's own words. param, code: as OpenAI's APIs write them beside it. rule: the id of the rule in
    specs/api/rules.json, or "schema" where the pinned schema alone refuses. at: JSON pointer into the value. mistake:
    of a schema's refusal, the kind of `explain.Complaint`. status: of the HTTP answer. of: whose form the error has:
    OPENAI, ANTHROPIC or GOOGLE.
    """

    message: str
    param: str | None
    code: str | None
    rule: str
    at: str
    mistake: str = ""
    status: int = 400
    type: str = "invalid_request_error"
    of: str = OPENAI

    def body(self) -> dict[str, object]:
        """Return the body of the answer."""
        if self.of == ANTHROPIC:
            return anthropic_error(self.status, self.message)
        if self.of == GOOGLE:
            return google_error(self.status, self.message)
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}
