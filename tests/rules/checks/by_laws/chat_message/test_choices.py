"""Which answers to the choices an observation shows."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message.choices import read_empty_output, read_text_join
from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER
from tests.rules.checks.by_laws.chat_message.samples import REASONING, message, said, viewed


def test_readers_return_an_answer_or_none() -> None:
    for content, answer in (
        ("ab", "nothing"),
        ("a\nb", "newline"),
        ("a\n\nb", "blank-line"),
        ("a b", None),
        (None, None),
    ):
        assert read_text_join(viewed([said("a", "b")], message(content))) == answer
    assert read_text_join(viewed([said("a")], message("a"))) is None
    for content, answer in ((PLACEHOLDER, "placeholder"), (None, "null"), ("", None), ([], None)):
        assert read_empty_output(viewed([REASONING], message(content))) == answer
    assert read_empty_output(viewed([said("a")], message(None))) is None
