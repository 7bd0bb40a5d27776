"""What the content of a result may become."""

from __future__ import annotations

from conformance.rules.checks.letters.responses_input.results import (
    chat_parts,
    is_notation,
    output_problem,
    part_problem,
)

LIST = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]


def test_a_text_stays_and_a_list_may_be_joined() -> None:
    assert output_problem("a", "a") is None and output_problem("a", "b") is not None
    for output in ("ab", "a\nb", [{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}]):
        assert output_problem(LIST, output) is None
    assert output_problem(LIST, "a b") is not None
    assert output_problem(LIST, LIST) is not None and part_problem(LIST, LIST) is None


def test_a_list_that_was_written_down_is_notation() -> None:
    assert is_notation(LIST, str(LIST)) and is_notation(LIST, "Array")
    assert not is_notation(LIST, "Tool result for a: ab") and not is_notation("a", "[object Object]")
    assert chat_parts(LIST) == LIST and chat_parts("ab") == []
