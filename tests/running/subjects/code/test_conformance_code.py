"""Which files a subject is made of, and their digest."""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from pathlib import Path

import pytest

from conformance.running.subjects.code.conformance_code import archive_of, digest_of, files_of, is_standard, roots


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "acme"
    made = ("__pycache__/x.pyc", "left.pyc", ".hidden", ".git/config")
    for name in ("__init__.py", "data.json", "inner/more.py", *made):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_generated_and_hidden_files_are_left_out(package: Path) -> None:
    found = [str(Path(path).relative_to(package)) for path in files_of(str(package))]
    assert found == ["__init__.py", "data.json", "inner/more.py"]
    assert list(files_of(str(package / "data.json"))) == [str(package / "data.json")]


def test_the_digest_is_over_names_and_contents(package: Path) -> None:
    count, digest = digest_of(str(package))
    lines = [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in ("__init__.py", "data.json")]
    lines.append(f"{hashlib.sha256(b'inner/more.py').hexdigest()}  inner/more.py\n")
    assert (count, digest) == (3, hashlib.sha256("".join(lines).encode()).hexdigest())
    (package / "data.json").rename(package / "renamed.json")
    assert digest_of(str(package)) != (count, digest)


def test_the_digest_does_not_depend_on_where_the_package_lies(package: Path, tmp_path: Path) -> None:
    before = digest_of(str(package))
    assert digest_of(str(package.rename(tmp_path / "elsewhere"))) == before


def test_the_outermost_package_outside_the_standard_library_is_a_root() -> None:
    found = roots(["json.decoder", "conformance.running.subjects.base", "pytest", "not_loaded"])
    assert sorted(found) == ["conformance", "pytest"]
    assert found["conformance"].endswith("conformance")


def test_installed_packages_are_not_of_the_standard_library() -> None:
    standard = [sysconfig.get_path("stdlib") + "/"]
    assert is_standard(sysconfig.get_path("stdlib") + "/json", standard)
    assert not is_standard(sysconfig.get_path("stdlib") + "/site-packages/acme", standard)
    assert not is_standard("/elsewhere/acme", standard)


def test_a_module_in_an_archive_is_the_archive(tmp_path: Path) -> None:
    (tmp_path / "acme.zip").touch()
    assert archive_of(str(tmp_path / "acme.zip" / "acme" / "tools.py")) == str(tmp_path / "acme.zip")
    assert archive_of(sys.executable) == sys.executable
