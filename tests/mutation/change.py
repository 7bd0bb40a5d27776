"""One change to a module, as reports and the list of equivalent ones name it."""

from __future__ import annotations

from typing import NamedTuple

PACKAGE = "conformance.reference"


class Change(NamedTuple):
    """A piece of a module's text, and what mutmut puts in its place.

    number: its own, within the module. function: where it stands; "" at the module's own level. line: the text of the
    line it stands in. statement: the text of the whole statement, or of a compound one's head. was, becomes: the piece.
    first, last: lines of which one is run before the change can show; 0 where loading the module is enough.
    """

    module: str
    number: int
    function: str
    at: int
    line: str
    statement: str
    was: str
    becomes: str
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        """Say what is changed, and where."""
        place = f"{self.module}.{self.function}" if self.function else self.module
        return f"{place}:{self.at}: {self.line}\n    {self.was}  =>  {self.becomes}"
