"""The file of a project: where it is looked for, and what is wrong with it in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.running.project.find import VARIABLE, find_project

SUBJECT = '[subjects.ours]\npython = "acme:x"\n'
IN_PYPROJECT = '[tool.conformance.subjects.ours]\npython = "acme:x"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(text: str, name: str = "conformance.toml") -> str:
    Path(name).write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        find_project()
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_without_a_file_there_is_no_project(folder: Path) -> None:
    assert find_project() is None
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert find_project() is None


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [("conformance.toml", SUBJECT, "seed"), ("pyproject.toml", IN_PYPROJECT, "tool.conformance.seed")],
)
def test_either_file_is_found(folder: Path, name: str, text: str, key: str) -> None:
    (folder / name).write_text(text)
    project = find_project()
    assert project is not None
    assert (project.file, project.folder, project.key("seed")) == (name, "", key)
    assert project.subjects == {"ours": {"python": "acme:x"}}


def test_a_file_of_a_folder_above_is_found_and_its_paths_are_seen_from_here(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pyproject.toml").write_text(IN_PYPROJECT)
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "pyproject.toml").write_text("[project]\nname = 'part'\n")  # without settings
    monkeypatch.chdir(folder / "a" / "b")
    project = find_project()
    assert project is not None
    assert (project.file, project.path("known.toml")) == ("../../pyproject.toml", "../../known.toml")
    assert project.path("/etc/known.toml") == "/etc/known.toml"


def test_the_nearest_file_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pyproject.toml").write_text(IN_PYPROJECT)
    (folder / "a").mkdir()
    (folder / "a" / "conformance.toml").write_text("seed = 1\n")
    monkeypatch.chdir(folder / "a")
    project = find_project()
    assert project is not None and project.table == {"seed": 1}


def test_the_search_ends_with_the_root_of_a_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "conformance.toml").write_text(SUBJECT)
    (folder / "repository" / "a").mkdir(parents=True)
    (folder / "repository" / ".git").touch()  # a file in a worktree
    monkeypatch.chdir(folder / "repository" / "a")
    assert find_project() is None
    (folder / "repository" / "conformance.toml").write_text(SUBJECT)
    assert find_project() is not None


def test_a_folder_that_everybody_may_write_to_is_not_searched_from_below(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "conformance.toml").write_text(SUBJECT)
    folder.chmod(0o777)
    (folder / "a").mkdir()
    monkeypatch.chdir(folder / "a")
    assert find_project() is None
    monkeypatch.chdir(folder)
    assert find_project() is not None


def test_a_variable_names_the_file_or_that_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "conformance.toml").write_text("seed = 1\n")
    monkeypatch.setenv(VARIABLE, "")
    assert find_project() is None
    (folder / "ci").mkdir()
    (folder / "ci" / "nightly.toml").write_text("seed = 2\n")
    monkeypatch.setenv(VARIABLE, "ci/nightly.toml")
    project = find_project()
    assert project is not None
    assert (project.table, project.path("known.toml")) == ({"seed": 2}, "ci/known.toml")
    (folder / "ci" / "pyproject.toml").write_text("[tool.conformance]\nseed = 3\n")
    monkeypatch.setenv(VARIABLE, "ci/pyproject.toml")
    project = find_project()
    assert project is not None and project.table == {"seed": 3}
    (folder / "ci" / "pyproject.toml").write_text("")
    with pytest.raises(UsageError, match=r"ci/pyproject.toml has no \[tool.conformance\]"):
        find_project()
    monkeypatch.setenv(VARIABLE, "gone.toml")
    with pytest.raises(UsageError, match=r"gone.toml cannot be read: No such file"):
        find_project()


@pytest.mark.parametrize("name", ["conformance.toml", "pyproject.toml"])
def test_a_link_that_leads_nowhere_is_a_mistake(folder: Path, name: str) -> None:
    (folder / name).symlink_to("gone.toml")
    with pytest.raises(UsageError, match=f"{name} cannot be read: No such file"):
        find_project()


def test_a_byte_order_mark_is_read_over(folder: Path) -> None:
    (folder / "conformance.toml").write_text("seed = 1\n", "utf-8-sig")
    project = find_project()
    assert project is not None and project.table == {"seed": 1}


def test_settings_in_both_files_are_a_mistake(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(IN_PYPROJECT)
    assert refused(SUBJECT) == (
        "conformance.toml and pyproject.toml ([tool.conformance]) both have settings. Keep them in one of the two."
    )


OF_ONE = "conformance.toml: the subject ours needs exactly one of python, javascript, bind, command, url."
MISTAKES = {
    "sead = 1\n": "conformance.toml has the unknown key 'sead'. Did you mean seed?",
    "max_examples = 1\n": "conformance.toml has the unknown key 'max_examples'. Did you mean max-examples?",
    "subject = 'x'\n": "conformance.toml has the unknown key 'subject'. Did you mean subjects?",
    "seed = '1'\n": "conformance.toml: seed has the wrong type. Write a whole number of 0 or more.",
    "seed = true\n": "conformance.toml: seed has the wrong type. Write a whole number of 0 or more.",
    "seed = -1\n": "conformance.toml: seed has the wrong value. Write a whole number of 0 or more.",
    "seed = 2026-11-26\n": "conformance.toml: seed has the wrong type. Write a whole number of 0 or more.",
    "certify = 'ours'\n": "conformance.toml: certify has the wrong type. Write a list of names, each once.",
    "certify = []\n": "conformance.toml: certify is empty. Write a list of names, each once, or remove it.",
    "certify = ['a', 'a']\n": "conformance.toml: certify has the wrong value. Write a list of names, each once.",
    "requirements = ''\n": "conformance.toml: requirements has the wrong value. Write a string.",
    "requirements = ['safe']\n": "conformance.toml: requirements has the wrong type. Write a string.",
    "host = 'azur'\n": "conformance.toml: host has the wrong value. Did you mean azure?",
    "jobs = 0\n": "conformance.toml: jobs has the wrong value. Write a number from 1 to 256.",
    "timeout = inf\n": "conformance.toml: timeout has the wrong",
    "timeout = 0\n": "conformance.toml: timeout has the wrong value. Write a number of seconds above 0.",
    "memory-limit = '4X'\n": "conformance.toml: memory-limit has the wrong value. Write an amount of memory",
    "choices = {on-invalid = 1}\n": "conformance.toml: choices has the wrong value. Write a table of strings.",
    "without = 'usage'\n": "conformance.toml: without has the wrong type. Write a list of strings.",
    "[subjects.ours]\n": f"{OF_ONE} Write one of them.",
    f"{SUBJECT}url = 'x'\n": f"{OF_ONE} Keep one of them.",
    "seed = 1\nseed = 2\n": "conformance.toml is not TOML",
    f"{SUBJECT}seed = -1\n": "conformance.toml: the subject ours: seed has the wrong value.",
    f"{SUBJECT}report-dir = 'x'\n": "conformance.toml: the subject ours has the unknown key 'report-dir'.",
    f"{SUBJECT}certify = ['x']\n": "conformance.toml: the subject ours has the unknown key 'certify'.",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_one_line_with_file_and_key(text: str) -> None:
    assert refused(text).startswith(MISTAKES[text])


def test_a_mistake_in_a_pyproject_names_the_whole_key() -> None:
    assert refused("[tool.conformance]\nsead = 1\n", "pyproject.toml") == (
        "pyproject.toml: tool.conformance has the unknown key 'sead'. Did you mean seed?"
    )
    assert refused("[tool.conformance]\nseed = -1\n", "pyproject.toml") == (
        "pyproject.toml: tool.conformance.seed has the wrong value. Write a whole number of 0 or more."
    )
    assert refused("[tool]\nconformance = 1\n", "pyproject.toml") == (
        "pyproject.toml: tool.conformance is not a table. Write [tool.conformance]."
    )
