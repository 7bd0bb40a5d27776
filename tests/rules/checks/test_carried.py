from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.carried import ENCODED, OTHER, SAME, carries, difference
from conformance.rules.checks.exact import NUMBER, TEXT, is_rewritten


@pytest.mark.parametrize(
    ("owed", "text", "ways"),
    [
        ("sunny", "It is sunny.", SAME),
        ("sunny", "rain", {OTHER}),
        ("größe ", '{"result": "gr\\u00f6\\u00dfe "}', SAME),
        ("größe", "groesse", {OTHER}),
        ("sunny", '"sunny"', SAME),
        ("a\n\"b\"", '"a\\n\\"b\\""', {ENCODED}),
        ("a\n\"b\"", 'Result: "a\\n\\"b\\""', {ENCODED}),
        ("a\n\"b\"", '{"result": "a\\n\\"b\\""}', SAME),
        ("a\nb", '{"result": "\\"a\\\\nb\\""}', {ENCODED}),
        ("a\nb", "a\\nb", {ENCODED}),
        ("größe", '"gr\\u00f6\\u00dfe"', {ENCODED}),
        ("größe", "gr\\u00f6\\u00dfe", {TEXT, ENCODED}),
        ("a < b", "a &lt; b", {TEXT, ENCODED}),
        ("größe", "gr??e", {TEXT}),
        ([1, {"a": None}], "Result for x: [1, {\"a\": null}]", SAME),
        ([1], "[1.0]", {NUMBER}),
        ([1, True], "[1, True]", {OTHER}),
        (False, "False", SAME),
        (42, "42", SAME),
        (42, "43", {OTHER}),
        ({"a": {"b": 1}}, '{"ok": true, "value": {"a": {"b": 1}}}', SAME),
        ("", "(nothing)", SAME),
        ("a\nb", '{"content": [{"type": "text", "text": "a\\nb"}], "isError": false}', SAME),
        ({"a": "b"}, '{"content": [{"type": "text", "text": "{\\"a\\": \\"b\\"}"}], "isError": false}', SAME),
        ({"a": "b"}, '[{"type": "text", "text": "{\\"a\\": \\"b\\"}"}]', SAME),
        ({"a": "b"}, '{"content": [{"type": "text", "text": "{\\"a\\": \\"c\\"}"}]}', {OTHER}),
    ],
)  # fmt: skip
def test_what_a_result_carries(owed: Any, text: str, ways: Any) -> None:
    assert carries(owed, [text]) == ways


def test_differences_and_rewritten_texts() -> None:
    assert difference({"a": [1, "x"]}, {"a": [1.0, " x "]}) == {NUMBER, TEXT}
    assert difference({"a": 1}, {"b": 1}) == {OTHER}
    assert is_rewritten("He said “no”", "He said &quot;no&quot;")
    assert not is_rewritten("sunny", "rain")
    assert not is_rewritten("sunny", "")
