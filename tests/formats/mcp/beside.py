"""The members of MCP tools and results that the model has no place for, and why.

In a path, an entry of a list is * and its type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BLOCKS: Final = tuple(f"content/*:{word}" for word in ("text", "image", "audio", "resource_link", "resource"))

BESIDE: Final[Mapping[str, frozenset[str]]] = {
    "what applications show to people": frozenset(
        {"*/title", "*/icons", "content/*:resource_link/title", "content/*:resource_link/icons"}
    ),
    "hints of a server that clients must not rely on": frozenset({"*/annotations"}),
    "for whom a block is, and how important it is: who converts a result may leave out what is for people": frozenset(
        f"{block}/annotations" for block in _BLOCKS
    ),
    "what a tool returns, where it is declared": frozenset({"*/outputSchema"}),
    "how a call is carried out": frozenset({"*/execution", "resultType"}),
    "the size of what is not there": frozenset({"content/*:resource_link/size"}),
    "what servers and clients say to each other": frozenset(
        {"*/_meta", "_meta", *(f"{block}/_meta" for block in _BLOCKS), "content/*:resource/resource/_meta"}
    ),
}
