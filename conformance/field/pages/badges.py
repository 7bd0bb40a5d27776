"""The badges of a library: one for each direction, as an image and as the JSON that shields.io reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from conformance.field.board import DIRECTIONS, BoardData
from conformance.field.board.entry import REFERENCE
from conformance.field.scoreboard.badge import endpoint_of, image
from conformance.field.scoreboard.write import file_name

# White text is legible on each.
COLOURS = {"A": "2a7a4b", "B": "2a7a4b", "C": "7a6200", "D": "b3261e", "E": "b3261e"}


class Badge(NamedTuple):
    """A badge. file: its address from the index, without the ending."""

    file: str
    label: str
    message: str
    colour: str

    @property
    def svg(self) -> str:
        """The badge as an image that needs nothing else."""
        return image(self.label, self.message, self.colour)

    @property
    def endpoint(self) -> dict[str, Any]:
        """The badge as the JSON of a shields.io endpoint (schema version 1)."""
        return endpoint_of(self.label, self.message, self.colour)


def badges_of(board: BoardData) -> Iterator[Badge]:
    """Yield a badge for each library and direction of which it has every part: "Anthropic→Chat B 88"."""
    for library in (entry for entry in board["libraries"] if entry["kind"] != REFERENCE):
        for direction in DIRECTIONS:
            own = library["grades"].get(direction.key)
            if own is not None and own["parts"] == len(direction.parts):
                yield Badge(
                    file=f"badges/{file_name(library['library'])}-{direction.key}",
                    label=direction.short,
                    message=f"{own['grade']} {own['percent']}",
                    colour=COLOURS[own["grade"]],
                )
