"""What an oracle says of a value."""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """How an API refuses a value.

    message: in the API's own words. param, code: as the API writes them beside it. rule: the id of the rule in
    specs/api/rules.json, or "schema" where the pinned schema alone refuses. at: JSON pointer into the value.
    status: of the HTTP answer.
    """

    message: str
    param: str | None
    code: str | None
    rule: str
    at: str
    status: int = 400
    type: str = "invalid_request_error"

    def body(self) -> dict[str, object]:
        """Return the body of the answer."""
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}
