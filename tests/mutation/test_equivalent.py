from __future__ import annotations

from pathlib import Path

import pytest

import conformance
from tests.mutation import equivalent
from tests.mutation.change import Change
from tests.mutation.equivalent import LIST, Entry, Listed

LOGGED = Change("sse", 0, "read.inner", 7, 'LOG.warning("%s", x)', 'LOG.warning("%s", x)', '"%s"', '"XX%sXX"')
COUNTED = Change("sse", 1, "read", 9, "n += 1", "n += 1", "1", "2")


def test_an_entry_covers_what_has_all_that_it_says() -> None:
    entry = Entry("a log's words", module="sse", function="read", statement=r"^LOG\.", change="XX")
    assert entry.covers(LOGGED)
    assert not entry.covers(COUNTED)
    assert not entry._replace(module="loop").covers(LOGGED)
    assert not entry._replace(function="rea").covers(LOGGED)
    assert not entry._replace(line="LOG.warning").covers(LOGGED)


def test_a_survivor_without_an_entry_is_reported() -> None:
    listed = Listed(("sse",), (Entry("a log's words", statement="LOG"),))
    assert listed.unlisted([LOGGED, COUNTED]) == [COUNTED]


def test_an_entry_without_a_survivor_is_reported_where_all_that_could_need_it_was_judged() -> None:
    general, own = Entry("a log's words", statement="LOG"), Entry("steps", module="sse", line="n += 1")
    listed = Listed(("sse", "loop"), (general, own))
    assert listed.idle([LOGGED], ["sse"]) == [own]
    assert listed.idle([COUNTED], ["sse"]) == []
    assert listed.idle([COUNTED], ["sse", "loop"]) == [general]


def test_the_kept_list_can_be_read() -> None:
    listed = equivalent.read()
    assert {entry.module for entry in listed.entries} <= {"", *listed.modules}


def test_the_list_of_the_checks_can_be_read() -> None:
    names = {entry.module for entry in equivalent.read(LIST.with_name("equivalent_checks.toml")).entries}
    folder = Path(conformance.__file__).parent / "rules"
    assert all((folder / f"{name.replace('.', '/')}.py").is_file() for name in names - {""})


@pytest.mark.parametrize("entry", ['reason = "why"', 'line = "n += 1"', 'reason = "why"\nline = "n"\nlines = "n"'])
def test_an_entry_without_a_reason_or_a_place_is_refused(entry: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(f'modules = ["sse"]\n[[equivalent]]\n{entry}\n')
    with pytest.raises(ValueError, match="equivalent"):
        equivalent.read(path)
