from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.base.values import same
from conformance.rules.contracts.yaml_core import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("~", None),
        ("", None),
        ("true", True),
        ("FALSE", False),
        ("0", 0),
        ("-12", -12),
        ("+3", 3),
        ("0x1F", 31),
        ("0o17", 15),
        ("9007199254740993", 9007199254740993),
        ("1.0", 1.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("-2.5e-3", -0.0025),
        ("1e3", 1000.0),
        ("text", "text"),
        ("true story", "true story"),
        ("1.2.3", "1.2.3"),
        ("'yes'", "yes"),
        ('"2020-01-01"', "2020-01-01"),
        ("'1'", "1"),
        ('"\\u00e9\\n"', "é\n"),
        ("|\n  null\n", "null\n"),
        (">-\n  two\n  lines\n", "two lines"),
        ("[1, 1.0, '1', null]", [1, 1.0, "1", None]),
        ("{a: {b: []}, '': {}}", {"a": {"b": []}, "": {}}),
        ("- 1\n-\n", [1, None]),
        ("'<<': {a: 1}", {"<<": {"a": 1}}),
        ("# only a comment", None),
    ],
)
def test_a_value_of_the_core_schema_is_read(text, value):
    assert same(read_yaml(text, "f.yaml"), value)


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("a: 1\nb: 2\na: 3", "line 3: the key 'a' appears twice; keep one."),
        ("a: {b: 1, b: 1}", "line 1: the key 'b' appears twice"),
        ("a: &x 1", "line 1: the anchor or alias 'x': write the value out."),
        ("a: 1\nb: *x", "line 2: the anchor or alias 'x'"),
        ("1: a", "line 1: the key '1' is not a string; quote it."),
        ("null: a", "the key 'null' is not a string"),
        ("? [a]\n: b", "is not a string"),
        ("a: 2020-01-01", "line 1: 2020-01-01 is a date to some readers; quote it"),
        ("2020-01-01T10:00:00Z", "is a date to some readers"),
        ("012", "012 is another number to some readers"),
        ("1_000", "1_000 is another number to some readers"),
        ("12:30", "12:30 is another number to some readers"),
        ("0b11", "0b11 is another number to some readers"),
        ("a: yes", "yes is a boolean to some readers"),
        ("Off", "Off is a boolean to some readers"),
        ("{y: 1}", "y is a boolean to some readers"),
        (".inf", ".inf is not a JSON number; quote it"),
        ("-.Inf", "-.Inf is not a JSON number"),
        (".nan", ".nan is not a JSON number"),
        ("1e999", "1e999 is not a JSON number"),
        ("!!str 1", "line 1: the tag "),
        ("!mine {a: 1}", "the tag !mine is not used here; remove it."),
        ("a:\n\t- 1", "line 2: found character that cannot start any token. Indent with spaces, not with a tab."),
        ("a: [1", "Fix the YAML there."),
        ("a: b: c", "line 1: "),
        ("a\n---\nb", "line 2: a second document begins; keep one."),
        ("a: \0", "Fix the YAML there."),
    ],
)
def test_what_is_bad_or_read_in_two_ways_is_refused_with_its_line(text, reported):
    with pytest.raises(UsageError) as refused:
        read_yaml(text, "some/file.yaml")
    assert str(refused.value).startswith("some/file.yaml")
    assert reported in str(refused.value)
    assert "\n" not in str(refused.value)
