"""An installed suite reads specifications that the build compiled, and checks their digest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.base.errors import SpecificationError
from conformance.rules.contracts.files import COMPILED, compile_documents, read_documents

SPECS = Path(__file__).parents[3] / "specs"


@pytest.fixture(scope="module")
def compiled_once() -> bytes:
    return compile_documents(str(SPECS))


@pytest.fixture
def installed(compiled_once: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The compiled file of an installed suite."""
    monkeypatch.delenv("CONFORMANCE_SPECS", raising=False)
    compiled = tmp_path / COMPILED
    compiled.write_bytes(compiled_once)
    return compiled


def test_compiled_specifications_equal_the_files(installed: Path) -> None:
    compiled, files = read_documents(str(installed.parent)), read_documents(str(SPECS))
    assert compiled == files
    assert json.dumps(compiled) == json.dumps(files)  # in the same order of keys


@pytest.mark.parametrize("old, new", [(b'"MUST"', b'"MAYB"'), (b"sha256:", b"sha256:0"), (b"}", b"")])
def test_compiled_specifications_that_do_not_match_their_digest_are_refused(
    installed: Path, old: bytes, new: bytes
) -> None:
    installed.write_bytes(installed.read_bytes().replace(old, new, 1))
    with pytest.raises(SpecificationError, match=r"compiled\.json does not match its digest"):
        read_documents(str(installed.parent))


def test_a_chosen_folder_is_read_itself(specs: Path) -> None:
    (specs / COMPILED).write_bytes(b"")
    documents, digest = read_documents(str(specs))
    assert "one-to-one/contract.yaml" in documents
    assert digest.startswith("sha256:")
