"""What is kept comes back as it was, or not at all."""

from pathlib import Path

import pytest

from conformance.kept import keep, kept

DATA = bytes(range(64))


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the one thing that is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    keep("thing.bin", DATA)
    return tmp_path / "tool-conformance" / "thing.bin"


def test_what_was_kept_comes_back():
    assert kept("thing.bin") == DATA


def test_what_was_not_kept_is_none():
    assert kept("other.bin") is None


def test_no_cut_copy_comes_back(file: Path):
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert kept("thing.bin") is None, length


def test_no_copy_with_another_byte_comes_back(file: Path):
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert kept("thing.bin") is None, place


def test_nothing_at_all_is_not_kept(file: Path):
    keep("thing.bin", b"")
    assert kept("thing.bin") is None
