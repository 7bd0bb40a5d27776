"""The messages of laws and checks use the words of the APIs, and none that must be read twice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.base.values import ABSENT
from conformance.base.wording import but_got, said_by_error

RULES = Path(__file__).parents[1] / "conformance" / "rules"
# Words that a reader of the APIs does not know, or that name who speaks otherwise than they do.
FORBIDDEN = re.compile(
    r"\b(nobody|somebody|likeliest|the model's text|the model thought about|null of|nobody's|is said to be whole"
    r"|left out without (a|any) report|how the answer ended:|got nothing|got null)\b"
)


def test_a_message_is_one_line_and_has_no_word_that_must_be_read_twice() -> None:
    modules = sorted(path for folder in ("laws", "checks") for path in (RULES / folder).rglob("*.py"))
    every = [(str(path.relative_to(RULES)), messages(ast.parse(path.read_text("utf-8")))) for path in modules]
    found = [
        (module, text)
        for module, texts in every
        for text in texts
        if FORBIDDEN.search(text) or "\n" in text.strip("\n")
    ]
    assert found == []


def messages(tree: ast.Module) -> Iterator[str]:
    """Yield the sentences that are formatted: docstrings, keys and patterns are none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
            if any(map(str.isalpha, text)):
                yield text


def test_the_words_that_are_forbidden_are_found() -> None:
    tree = ast.parse('message = f"{name}, and nobody asked for it"')
    assert [text for text in messages(tree) if FORBIDDEN.search(text)] == [", and nobody asked for it"]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("plain", "plain"),
        ("2 validation errors for Request\na.0\n  Field required [type=missing]\nb\n  No [type=x]",
         "Request refuses a.0: Field required (and 1 more)"),
        ('Type validation failed: Value: {"a":1}.\nError message: [{"path": ["a", 0], "message": "Invalid input"}]',
         "Type validation failed: Invalid input at a[0]"),
        ("Type validation failed: Value: {}.\nError message: [no JSON]", "Type validation failed: invalid"),
        ('Type validation failed: Value: {}.\nError message: [{"code": "invalid_union", "errors": [[{"path": ["type"], '
         '"message": "no"}], [{"path": ["name"], "message": "expected string"}]]}]',
         "Type validation failed: expected string at name"),
        ('Type validation failed: Value: {}.\nError message: [{"code": "invalid_union", "errors": [[{"pa',
         "Type validation failed: no form of it fits"),
    ],
)  # fmt: skip
def test_of_the_error_of_a_validator_a_message_has_the_first_entry(message: str, said: str) -> None:
    assert said_by_error(message) == said


def test_what_is_absent_is_said_to_be() -> None:
    assert (but_got(ABSENT), but_got(None), but_got(1)) == ("but it is absent", "got null", "got 1")
