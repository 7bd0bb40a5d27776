import os
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.base.files import (
    MOST_KEPT,
    add_to,
    json_of,
    keep_in_cache,
    open_anew,
    read_regular,
    read_toml,
    write_whole,
)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_bytes(b"old")
    write_whole(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["report.json"]


def test_a_failure_leaves_the_old_file_and_nothing_besides(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_whole(str(target), "no bytes")  # type: ignore[arg-type]
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["report.json"]


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_bytes(b"")
    keep_in_cache(str(tmp_path / "in-the-way" / "kept.json"), b"{}")
    assert (tmp_path / "in-the-way").read_bytes() == b""


def test_the_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    (tmp_path / "of-somebody-else").mkdir()
    (tmp_path / "of-somebody-else" / "file").write_bytes(b"")
    for number in range(MOST_KEPT + 20):
        keep_in_cache(str(tmp_path / f"{number}.json"), b"{}")
    left = os.listdir(tmp_path)
    assert f"{MOST_KEPT + 19}.json" in left
    assert len(left) <= MOST_KEPT


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"[1,", "a.json is not JSON: Expecting value: line 1 column 4 (char 3)."),
        (b"\xff", "a.json is not JSON: it is not UTF-8."),
        (b"[NaN]", "a.json is not JSON: NaN is not a JSON number."),
        (b"9" * 5000, "a.json cannot be read: a number has more digits than this suite reads (4,300)."),
        (b"[" * 1000 + b"]" * 1000, "a.json is nested too deeply to be read."),
    ],
)
def test_what_is_not_json_is_an_error_of_one_line(data: bytes, problem: str) -> None:
    with pytest.raises(UsageError) as error:
        json_of(data, "a.json", "Correct it.")
    assert error.value.message == problem


def test_toml_with_a_number_of_too_many_digits_is_an_error_of_one_line() -> None:
    with pytest.raises(UsageError) as error:
        read_toml(b"a = " + b"9" * 5000, "a.toml")
    assert error.value.message == "a.toml cannot be read: a number has more digits than this suite reads (4,300)."


def test_json_gives_its_value() -> None:
    assert json_of('{"a": "ö"}'.encode(), "a.json", "") == {"a": "ö"}


@pytest.mark.parametrize("put", ["link", "dangling link", "pipe"])
def test_what_is_there_is_replaced_and_not_written_into(tmp_path: Path, put: str) -> None:
    victim, path = tmp_path / "victim", tmp_path / "report.json"
    victim.write_bytes(b"old")
    if put == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("victim" if put == "link" else "nowhere")
    write_whole(str(path), b"new")
    assert path.read_bytes() == b"new" and not path.is_symlink() and path.is_file()
    assert victim.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["report.json", "victim"]
    path.unlink()
    path.symlink_to("victim")
    with open_anew(str(path)) as file:
        file.write(b"new")
    assert (path.read_bytes(), victim.read_bytes()) == (b"new", b"old")


def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    write_whole(str(tmp_path / "a"), b"")
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_what_the_system_has_open_is_written_into() -> None:
    reading, writing = os.pipe()
    write_whole(f"/dev/fd/{writing}", b"new")
    assert os.read(reading, 10) == b"new"
    os.close(reading)
    os.close(writing)


def test_nothing_is_added_to_a_link_or_a_pipe_and_nothing_read_of_them(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    add_to(str(tmp_path / "file"), b" new")
    assert read_regular(str(tmp_path / "file")) == b"old new"
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe"):
        with pytest.raises(OSError):
            add_to(str(tmp_path / name), b"more")
        with pytest.raises(OSError):
            read_regular(str(tmp_path / name))
    with pytest.raises(OSError):
        read_regular(str(tmp_path / "file"), 3)
    assert (tmp_path / "file").read_bytes() == b"old new"
