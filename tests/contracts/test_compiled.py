from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from conformance.contracts import load, load_specifications
from conformance.errors import UsageError


def kept(specs: Path, name: str) -> Path:
    (file,) = (specs.parent / "cache" / "tool-conformance").glob(f"specs-*-{name}.json")
    return file


@pytest.fixture
def never_built(monkeypatch):
    """Fails whoever builds the specifications from their files."""
    monkeypatch.setattr(load, "read_documents", lambda folder: pytest.fail("built again"))


def test_the_second_loading_is_of_the_cache_and_equal(specs, request):
    first = load_specifications()
    request.getfixturevalue("never_built")
    second = load_specifications()
    assert second == first
    assert second.contracts == first.contracts
    assert [hash(rule) for rule in second.contracts["one-to-one"].rules]


def test_a_contract_is_read_when_it_is_asked_for(specs):
    load_specifications()
    loaded = load_specifications()
    kept(specs, "many-to-many").unlink()
    assert loaded.contracts["one-to-one"].title
    assert list(loaded.contracts) == ["many-to-many", "one-to-one"]


DAMAGE = [b"", b'["one-to', b"[]", b"null", b"{}", b"\xff\xfe", b"[" * 9999]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_index_is_made_again(specs, damage, request):
    first = load_specifications()
    kept(specs, "index").write_bytes(damage)
    assert load_specifications() == first
    request.getfixturevalue("never_built")
    assert load_specifications() == first


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_contract_is_built_from_its_files(specs, damage):
    first = load_specifications()
    kept(specs, "one-to-one").write_bytes(damage)
    assert load_specifications() == first


@pytest.mark.parametrize("damage", [*DAMAGE, b"[[]]"])
@pytest.mark.parametrize("name", ["one-to-one", "many-to-many"])
def test_damaged_expectations_are_built_from_their_files(specs, name, damage):
    first = load_specifications()
    kept(specs, f"{name}-expected").write_bytes(damage)
    assert load_specifications() == first


def test_what_cases_expect_is_read_when_it_is_asked_for(specs, request):
    first = load_specifications()
    request.getfixturevalue("never_built")
    second = load_specifications()
    for name in ("one-to-one", "many-to-many"):
        file = kept(specs, f"{name}-expected")
        whole = file.read_bytes()
        file.unlink()
        cases = second.contracts[name].cases
        file.write_bytes(whole)
        assert [case.expectations for case in cases] == [case.expectations for case in first.contracts[name].cases]


def test_a_cache_that_cannot_be_written_is_no_error(specs, monkeypatch):
    (specs.parent / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(specs.parent / "file"))
    assert load_specifications().digest.startswith("sha256:")


@pytest.mark.parametrize(("name", "old", "new"), [
    ("one-to-one/cases/some.yaml", "output: {b: 1}", "output: {b: 2}"),
    ("one-to-one/contract.yaml", "title: ", "title: Another "),
])  # fmt: skip
def test_a_changed_file_is_read_again(specs, spoil, name, old, new):
    before = load_specifications()
    spoil(name, old, new)
    assert load_specifications() != before


def test_a_file_of_the_same_size_is_told_by_its_time(specs):
    before = load_specifications()
    path = specs / "one-to-one" / "cases" / "some.yaml"
    path.write_text(path.read_text("utf-8").replace("output: {b: 1}", "output: {b: 3}"), "utf-8")
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert load_specifications() != before


def test_a_changed_schema_is_not_hidden_by_the_cache(specs, spoil):
    load_specifications()
    spoil("sources.schema.json", '"minItems": 1', '"minItems": 2')
    with pytest.raises(UsageError, match=r"sources\.yaml, /sources: "):
        load_specifications()


def test_what_is_kept_is_json(specs):
    load_specifications()
    documents, names, excluded, digest, services = json.loads(kept(specs, "index").read_bytes())
    assert names == ["many-to-many", "one-to-one"]
    assert services == []
    assert digest == load_specifications().digest
    assert documents
    assert isinstance(excluded, list)
