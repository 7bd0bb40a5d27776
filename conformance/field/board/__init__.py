"""The board: for each direction between two formats, which converters do it, and how much of what is said arrives."""

from conformance.field.board.data import BoardData, board_of, read_board
from conformance.field.board.directions import DIRECTIONS, PIECES, BoardDirection
from conformance.field.board.entry import FORMAT, entry_of
from conformance.field.board.measure import DirectionStanding, standing_of

__all__ = [
    "DIRECTIONS",
    "FORMAT",
    "PIECES",
    "BoardData",
    "BoardDirection",
    "DirectionStanding",
    "board_of",
    "entry_of",
    "read_board",
    "standing_of",
]
