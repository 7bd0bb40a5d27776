from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conformance import files
from conformance.contracts.files import read_documents
from conformance.errors import UsageError
from conformance.files import specs_folder


def test_documents_are_named_by_their_place(specs):
    documents, digest = read_documents(str(specs))
    assert sorted(documents) == [
        "every-operation.yaml",
        "many-to-many/contract.yaml",
        "one-to-one/cases/some.yaml",
        "one-to-one/contract.yaml",
        "sources.yaml",
    ]
    assert digest.startswith("sha256:")
    assert len(digest) == 7 + 64


def test_the_digest_is_of_the_data_wherever_it_lies_and_however_it_is_written(specs, tmp_path):
    _documents, digest = read_documents(str(specs))
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(specs, elsewhere)
    assert read_documents(str(elsewhere))[1] == digest
    path = elsewhere / "sources.yaml"
    path.write_text("# A comment.\n" + path.read_text("utf-8"), "utf-8")
    assert read_documents(str(elsewhere))[1] == digest
    path.write_text(path.read_text("utf-8").replace("What it is.", "What it was."), "utf-8")
    assert read_documents(str(elsewhere))[1] != digest


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("one-to-one/contract.yaml", b"title: one\n# \xff\n", "one-to-one/contract.yaml, line 2: it is not UTF-8."),
        ("cases.schema.json", b"{", "cases.schema.json is no JSON: "),
        ("more.yaml", b"a: 1\n", "more.yaml has no schema more.schema.json beside it."),
    ],
)
def test_a_file_that_cannot_be_read_is_named(specs, name, data, told):
    (specs / name).write_bytes(data)
    with pytest.raises(UsageError) as refused:
        read_documents(str(specs))
    assert str(refused.value).startswith(told)


def test_a_folder_without_the_shared_rules_is_refused(specs):
    (specs / "every-operation.yaml").unlink()
    with pytest.raises(UsageError, match=r"has no every-operation\.yaml"):
        read_documents(str(specs))


def test_what_is_no_specification_is_passed_over(specs):
    before = read_documents(str(specs))
    (specs / "notes.md").write_text("x", "utf-8")
    (specs / "api").mkdir()
    (specs / "api" / "openai.json").write_text("{}", "utf-8")
    assert read_documents(str(specs)) == before


def test_the_folder_is_the_chosen_one_or_that_of_the_package(specs, monkeypatch):
    assert specs_folder() == str(specs)
    monkeypatch.delenv("CONFORMANCE_SPECS")
    assert Path(specs_folder(), "sources.yaml").is_file()
    monkeypatch.setenv("CONFORMANCE_SPECS", str(specs / "one-to-one"))
    with pytest.raises(UsageError, match=r"has no sources\.yaml. Point it at a specs folder or unset it\."):
        specs_folder()


def test_the_package_reads_its_own_specifications_before_those_beside_it(specs, monkeypatch):
    """In a wheel they lie inside the package, in a checkout beside it."""
    monkeypatch.delenv("CONFORMANCE_SPECS")
    package = specs.parent / "package"
    package.mkdir()
    monkeypatch.setattr(files, "__file__", str(package / "files.py"))
    beside = specs_folder()
    assert beside == str(specs)
    digest = read_documents(beside)[1]
    shutil.copytree(specs, package / "specs")
    assert specs_folder() == str(package / "specs")
    assert read_documents(specs_folder())[1] == digest
