"""How much a subject may say: in one answer, and over a whole run."""

from __future__ import annotations

from conformance.base.values import count_values

# Bytes of one answer: a longer one is refused, and not kept. Read as JSON it takes up to twenty times as many.
ANSWER_BYTES = 16 << 20
# What answers may hold over a run beyond a fair share: that bounds what is judged, and what is held until it is.
# A sound subject never comes near it: its answers are about as large as its questions.
RUN_VALUES = 500_000
RUN_BYTES = 64 << 20
# The fair share of each answer, and for each value or byte of its question.
FREE_VALUES, FREE_BYTES = 1_000, 100_000
FREE_FOR_EACH = 10
# Bytes that an answer costs which was refused for its size: it was read, and not kept.
REFUSED_COSTS = 1 << 20


class OutputAllowance:
    """What is left of what a subject may say over a run beyond its fair share."""

    def __init__(self) -> None:
        self._values = RUN_VALUES
        self._bytes = RUN_BYTES

    def take(self, answer: bytes, question: bytes) -> None:
        """Count an answer. question: the JSON text that it answers."""
        size = len(answer)
        if size <= FREE_VALUES:  # every value takes a byte
            return
        # One character beyond Latin-1 makes a text take up to four bytes for each of its characters.
        held = size if answer.isascii() and b"\\u" not in answer else 4 * size
        self._bytes -= max(0, held - FREE_BYTES - FREE_FOR_EACH * len(question))
        values = count_values(answer, size)
        if values > FREE_VALUES:
            self._values -= max(0, values - FREE_VALUES - FREE_FOR_EACH * count_values(question, len(question)))

    def refuse(self, size: int) -> None:
        """Count what was read and is not an answer. size: its bytes, as far as they were read."""
        if size > FREE_BYTES:
            self._bytes -= min(size, REFUSED_COSTS)

    @property
    def spent(self) -> str | None:
        """Why nothing more is asked; None while something is left."""
        if self._values > 0 and self._bytes > 0:
            return None
        most = f"{RUN_VALUES} values" if self._values <= 0 else f"{RUN_BYTES} bytes"
        return f"not asked: the subject's answers are too large, together over {most} more than a fair share"
