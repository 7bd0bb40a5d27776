"""Sound converters that refuse one member of a request, and report what else the target has no place for."""

from __future__ import annotations

from typing import Any, Final

from tests.suite.selftest.model import Convert

# By the format of the source, a member that no target of it has.
_MEMBERS: Final = {
    "anthropic-request": "top_k", "chat-request": "prediction", "responses-request": "truncation",
    "gemini-request": "safetySettings",
}  # fmt: skip


def refusing(source: str, convert: Convert) -> Convert:
    """Return a converter that refuses requests of a format with one member."""
    member = _MEMBERS[source]

    def converted(given: Any) -> Any:
        if isinstance(given, dict) and given.get(member) not in (None, "disabled", []):
            raise ValueError(f"{member} is not supported")
        return convert(given)

    return converted
