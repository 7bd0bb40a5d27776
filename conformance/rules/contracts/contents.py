"""What a rule is about: the contents of a conversion, as the table of what arrives lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NONE: Final = "none"  # the rule is about the program, or repeats what other rules say
VALID: Final = "valid"
REPORTED: Final = "reported"
IMAGES: Final = "images"
FILES: Final = "files"

# By subject, as a rule names it: its name for readers. In the order of the table.
CONTENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "text": "text",
        "system": "system prompt",
        IMAGES: "images",
        FILES: "files",
        "tools": "tools",
        "calls": "tool calls",
        "results": "tool results",
        "thinking": "thinking",
        "settings": "settings",
        "ending": "how it ended",
        "usage": "usage",
        "refusals": "refusals and citations",
        "order": "order of the stream",
        "added": "nothing added",
        REPORTED: "drops are reported",
        VALID: "valid result",
    }
)
SUBJECTS: Final = (*CONTENTS, NONE)
