"""What is quick reads and writes as the standard library does."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from conformance.base.strict_json import NotFinite, RepeatedKey, parse_json
from conformance.running.subjects.json_text import json_line, read

SEED = 20_261_122
ANSWERS = [
    json.dumps(value, ensure_ascii=ascii).encode()
    for value in (
        [{"a": [1, 2.5, None, True, "é\n\\"], "b": {"c": -3e-7}}],
        {"id": 5, "result": {"output": {"name": "x", "p": [{}, [], "\u2028"]}}},
    )
    for ascii in (True, False)
]
NEW = [*b'{}[]",:0123456789.eE+-\\ \n', *range(0, 256, 5)]


def came_of(read_it: Any, data: bytes) -> str:
    try:
        return repr(read_it(data))
    except (ValueError, RecursionError) as problem:
        return type(problem).__name__


def by_the_library(data: bytes) -> Any:
    return parse_json(data.decode(), unique_keys=True)


def changed(random: Random, data: bytes) -> bytes:
    text = bytearray(data)
    for _change in range(random.randrange(1, 4)):
        place = random.randrange(len(text))
        kind = random.randrange(3)
        if kind < 2:
            text[place : place + 1 - kind] = bytes([random.choice(NEW)])
        else:
            del text[place]
    return bytes(text)


def test_any_bytes_read_as_the_standard_library_reads_them() -> None:
    random = Random(SEED)
    kinds: Counter[bool] = Counter()
    for _ in range(5_000):
        data = changed(random, random.choice(ANSWERS))
        wanted = came_of(by_the_library, data)
        assert came_of(read, data) == wanted, data
        kinds[wanted.isidentifier()] += 1
    assert min(kinds[True], kinds[False]) > 300


@pytest.mark.parametrize(
    "text",
    [
        "-0",
        "-0.0",
        "1.0",
        "1E5",
        "1e23",
        "5e-324",
        "2.2250738585072011e-308",
        "9007199254740993.0",
        "0.1",
        "18446744073709551616",
        "-9223372036854775809",
        "9" * 4_000,
        "1" * 300 + ".5",
        "123456789.123456789e10",
    ],
)
def test_numbers_stay_what_they_are(text: str) -> None:
    assert repr(read(text.encode())) == repr(json.loads(text))


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "[1e400]", '{"a": -1e999}'])
def test_what_no_double_holds_is_refused(text: str) -> None:
    with pytest.raises(NotFinite):
        read(text.encode())


def test_too_many_digits_and_levels_are_refused() -> None:
    with pytest.raises(ValueError, match="4,300"):
        read(b"9" * 5_000)
    with pytest.raises(RecursionError):
        read(b"[" * 100_000 + b"]" * 100_000)


@pytest.mark.parametrize(
    "value",
    [
        {"b": 1, "a": [1.0, -0.0, 2**70, 1e16, 1e-7, None, True]},
        'é\u2028\U0001f600\x7f\n"\\/',
        "\ud800",
        {"\udc00": "ü"},
    ],
)
def test_what_is_written_is_one_ascii_line_and_reads_back(value: Any) -> None:
    data = json_line(value)
    assert data.isascii()
    assert b"\n" not in data
    assert repr(json.loads(data)) == repr(value)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1, "a": 1}',
        b'[{"b": {"a": "x:y", "c": 1, "a": {"d": 2}}}]',
        b'{"a\\u003a": 1, "b": {"c": 1, "c": 2}}',
        b'{"a": ":", "\\u0061": "\\u003A"}',
    ],
)
def test_a_key_that_comes_twice_is_an_error(data: bytes) -> None:
    with pytest.raises(RepeatedKey, match=r'an object has the key "(a|c)" twice'):
        read(data)


@pytest.mark.parametrize("data", [b'{"a": {"a": ":"}, "b": [{"a": 1}]}', b'{"a\\u003a": 1, "b": {"c": 1}}', b'":"'])
def test_colons_in_texts_and_equal_keys_of_several_objects_are_none(data: bytes) -> None:
    assert read(data) == json.loads(data)
