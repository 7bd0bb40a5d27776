"""What is not a report of this format is refused in one line that says why."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.results.read import read_report

Built = dict[str, Any]
Build = Callable[..., Built]


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes | Built], str]:
    def write(content: bytes | Built) -> str:
        path = tmp_path / "report.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


def test_a_report_is_read_as_it_was_written(file: Callable[..., str], report: Build, rule: Build) -> None:
    reported = report(rule())
    assert read_report(file(reported)) == reported


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        (b"", "is not JSON: Expecting value: line 1 column 1 (char 0)."),
        (b"\xff\xfe", "is not JSON: it is not UTF-8."),
        (b"[" * 100_000, "is nested too deeply"),
        (b"[]", "is not a report of conformance certify"),
        (b'{"format": 1, "a": {}, "b": {}, "agree": true}', "is not a report of conformance certify"),
        (b'{"format": 1, "rules": [], "subject": {}}', "is a report of format 1, and this reads format 2"),
        (b'{"format": true, "rules": [], "subject": {}}', "is a report of format true"),
        (b'{"format": 2, "rules": [], "subject": {}}', 'is damaged: at its top, "suite" is a required property'),
    ],
)
def test_what_is_no_report_is_refused(file: Callable[..., str], content: bytes, reported: str) -> None:
    path = file(content)
    with pytest.raises(UsageError) as error:
        read_report(path, "--baseline")
    assert str(error.value).startswith(f"--baseline {path} {reported}")


def test_a_report_that_was_cut_is_refused(file: Callable[..., str], report: Build, rule: Build) -> None:
    with pytest.raises(UsageError, match="is not JSON: "):
        read_report(file(json.dumps(report(rule())).encode()[:-200]))


def test_a_damaged_report_is_refused_with_the_place(file: Callable[..., str], report: Build, rule: Build) -> None:
    reported = report(rule(), rule(id="TR-5"))
    reported["rules"][1]["verdict"] = "maybe"
    with pytest.raises(UsageError, match="is damaged: at rules/1/verdict, "):
        read_report(file(reported))


def test_a_later_suite_of_the_format_may_say_more(file: Callable[..., str], report: Build, rule: Build) -> None:
    reported = report(rule()) | {"later": 1}
    reported["rules"][0]["later"] = "\ud800"  # JSON may hold what no text can be
    assert read_report(file(reported))["later"] == 1


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_report(str(tmp_path / "nowhere.json"))
