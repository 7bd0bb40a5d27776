"""What each format can carry, for laws to ask: `carries("chat", "reasoning/summary")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.formats.anthropic.form import FORM as ANTHROPIC
from conformance.formats.chat.form import FORM as CHAT
from conformance.formats.gemini.form import FORM as GEMINI
from conformance.formats.kinds import Form, Note
from conformance.formats.responses.form import FORM as RESPONSES

FORMS: Final[Mapping[str, Form]] = {"chat": CHAT, "responses": RESPONSES, "anthropic": ANTHROPIC, "gemini": GEMINI}


def carries(format: str, kind: str) -> str:
    """Return how a format carries a kind: NATIVE, TEXT or NONE. Raises KeyError for one that is unknown."""
    return FORMS[format].entries[kind]


def note_on(format: str, kind: str) -> Note | None:
    """Return what is to be known of an entry beside how it is carried."""
    return FORMS[format].notes.get(kind)
