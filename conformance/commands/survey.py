"""conformance survey: judge the libraries of the catalogue at several versions, and write a site of the results."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager

from conformance.base.errors import UsageError
from conformance.field.board import read_board
from conformance.field.board.entry import REFERENCE
from conformance.field.pages import write_site
from conformance.field.rows import JUDGED, FoundDefect, SurveyRow, Task
from conformance.field.survey import programs
from conformance.field.survey.bisection import HAS, Bisected, ReleaseAnswer, ask, bisect
from conformance.field.survey.boards import board_from
from conformance.field.survey.catalogue import Library, libraries_named
from conformance.field.survey.executors import dask, local
from conformance.field.survey.reference import reference_row
from conformance.field.survey.releases import LATEST, Release, check_versions, chosen, releases
from conformance.field.survey.storage import default_folder, remove_unfinished
from conformance.field.survey.store import Store
from conformance.field.survey.survey import SurveyProgress, survey
from conformance.field.survey.tasks import task_of
from conformance.results.text import counted, one_line
from conformance.results.write import see_writable

BISECT = "bisect"
INTERRUPTED = 130
ASKED_AT_ONCE = 8
AHEAD = 2  # tasks given to a cluster for each of its cores


def run(parsed: argparse.Namespace) -> int:
    """Return 0, whatever the libraries do. Raises UsageError for arguments, and for a folder that cannot be written."""
    check_versions(parsed.versions)
    see_writable(os.path.join(parsed.out, "index.html"), "--out")
    if parsed.libraries[:1] == [BISECT]:
        return _bisect(parsed)
    libraries = libraries_named(parsed.libraries)
    store = Store(parsed.out)
    if parsed.site_only:
        return _only_site(store, libraries, parsed)
    remove_unfinished(_environments(parsed) or default_folder())
    tasks = _tasks(libraries, parsed)
    ready = store.rows(tasks)
    counts = f"{counted(len(libraries), 'library', 'libraries')}, {counted(len(tasks), 'version')}"
    print(f"{counts}; judged before: {len(ready)}", flush=True)
    try:
        if len(ready) < len(tasks):
            with _executor(parsed) as executor:
                at_once = _at_once(executor, parsed)
                survey(tasks, store, executor, _environments(parsed), at_once=at_once, tell=_tell)
    except KeyboardInterrupt:
        programs.stop()
        found = _site(store, store.rows(tasks))
        print(f"Interrupted: {len(found)} of {len(tasks)} versions have a result. The same command goes on from here.")
        return INTERRUPTED
    except BaseException:
        programs.stop()
        raise
    rows = store.rows(tasks)
    _say(rows)
    try:
        reference = [] if parsed.libraries else [reference_row(store)]
    except KeyboardInterrupt:
        programs.stop()
        return INTERRUPTED
    _site(store, [*rows, *reference])
    return 0


def _only_site(store: Store, libraries: Sequence[Library], parsed: argparse.Namespace) -> int:
    """Write the board of the last result of each version, of any suite. Raises UsageError where there is none."""
    if "versions" in parsed.given:
        raise UsageError("--site-only cannot be combined with --versions: it takes every result.", "Remove one.")
    names = [library.name for library in libraries] + ([] if parsed.libraries else [REFERENCE])
    rows = [row for name in names for row in _last_of_each_version(store.kept(name))]
    if not rows and read_board(store.folder) is None:
        raise UsageError(f"{store.folder} has no result of a survey.", "Run conformance survey first, or name --out.")
    _say([row for row in rows if row.task.library != REFERENCE])
    _site(store, rows)
    return 0


def _last_of_each_version(rows: Sequence[SurveyRow]) -> Iterable[SurveyRow]:
    found: dict[str, SurveyRow] = {}
    for row in rows:
        found.setdefault(row.task.version, row)
    return found.values()


def _say(rows: Sequence[SurveyRow]) -> None:
    if rows:
        print(_summary(rows))


def _site(store: Store, rows: Sequence[SurveyRow]) -> Sequence[SurveyRow]:
    """Write the site of results, and of what the board of the folder has of others; return them."""
    print(f"Site: {write_site(board_from(store, rows), store.folder)}")
    return rows


def _tasks(libraries: Sequence[Library], parsed: argparse.Namespace) -> list[Task]:
    """Return what is judged, the newest version of each library first. Raises UsageError where no registry answers."""

    def tasks_of(library: Library) -> list[Task]:
        try:
            wanted = chosen(library, parsed.versions)
        except programs.ProgramFailed as error:
            raise UsageError(
                f"The releases of {library.packages[0].name} cannot be listed: {error}.",
                "--versions pinned asks no registry for them.",
            ) from None
        return [task_of(library, release, max_examples=parsed.max_examples) for release in wanted]

    with ThreadPoolExecutor(ASKED_AT_ONCE) as threads:  # a registry takes a second or two for each answer
        found = list(threads.map(tasks_of, libraries))
    most = max(map(len, found))
    if not most:
        raise _no_release(parsed.versions)
    return [own[place] for place in range(most) for own in found if place < len(own)]


def _no_release(versions: str) -> UsageError:
    """Return the error for versions that no release has."""
    return UsageError(f"No release is of --versions {versions!r}.", "Name other versions.")


def _executor(parsed: argparse.Namespace) -> AbstractContextManager[Executor]:
    return dask(parsed.dask) if parsed.dask else local(_jobs(parsed))


def _jobs(parsed: argparse.Namespace) -> int:
    return int(parsed.jobs or os.cpu_count() or 1)


def _at_once(executor: Executor, parsed: argparse.Namespace) -> int:
    if parsed.dask:
        return AHEAD * sum(executor._client.ncores().values())  # type: ignore[attr-defined]
    return _jobs(parsed)


def _environments(parsed: argparse.Namespace) -> str | None:
    """Return where this machine keeps environments; None for each worker's own place."""
    return None if parsed.environments is None else os.path.abspath(parsed.environments)


def _tell(progress: SurveyProgress) -> None:
    row = progress.row
    name = f"{row.task.library} {row.task.version}"
    left = f", about {progress.left / 60:.0f} min left" if progress.number < progress.total else ""
    took = sum(row.seconds.values())
    print(f"{progress.number:4} of {progress.total}  {name:34} {_outcome(row)} ({took:.0f} s{left})", flush=True)


def _outcome(row: SurveyRow) -> str:
    if row.status != JUDGED:
        return f"{row.status.replace('-', ' ')}: {one_line(row.reason or '', 240)}"
    sets = ", ".join(f"{name} {result.verdict}" for name, result in row.sets.items() if name != "all")
    return f"{sets}; {counted(len(row.defects), 'defect')}, {len(row.published)} shown by a script"


def _summary(rows: Sequence[SurveyRow]) -> str:
    judged = [row for row in rows if row.status == JUDGED]
    defects = [defect for row in judged for defect in row.defects]
    shown = sum(len(row.published) for row in judged)
    return (
        f"{len(judged)} of {counted(len(rows), 'version')} judged; {counted(len(defects), 'defect')}, "
        f"{shown} shown by a script without the suite"
    )


def _bisect(parsed: argparse.Namespace) -> int:
    """Raises UsageError for a defect that no result has."""
    if len(parsed.libraries) != 3:
        raise UsageError(
            "survey bisect needs a library and a defect.",
            "conformance survey bisect litellm mcp-tool-to-chat-tool/MCP-2: the board names both.",
        )
    _word, name, wanted = parsed.libraries
    (library,) = libraries_named([name])
    defect, version = _defect(library, wanted, Store(parsed.out))
    print(f"{defect.key} of {name} {version}: {defect.message}")
    try:
        listed = releases(library)
        if parsed.versions != LATEST:
            listed = chosen(library, parsed.versions)
    except programs.ProgramFailed as error:
        raise UsageError(f"The releases of {library.packages[0].name} cannot be listed: {error}.") from None
    if not listed:
        raise _no_release(parsed.versions)
    print(f"{counted(len(listed), 'release')} from {listed[-1].version} to {listed[0].version}")
    kept = _environments(parsed) or default_folder()

    def ask_one(release: Release) -> ReleaseAnswer:
        asked = ask(library, release, defect, kept)
        print(
            f"  {asked.release.version:16} {asked.answer}{f': {one_line(asked.reason, 120)}' if asked.reason else ''}"
        )
        return asked

    print(_bisection_line(name, bisect(listed, ask_one)))
    return 0


def _bisection_line(name: str, result: Bisected | str) -> str:
    if isinstance(result, str):
        return result
    newer, older = result.newer, result.older
    verb = "brought" if newer.answer == HAS else "repaired"
    day = f" ({newer.release.day})" if newer.release.day else ""
    passed = ", ".join(release.version for release in result.between)
    unsure = f" Between them {passed} cannot be asked: it may have been one of these." if passed else ""
    return f"{name} {newer.release.version}{day} {verb} it; {older.release.version} {older.answer}.{unsure}"


def _defect(library: Library, wanted: str, store: Store) -> tuple[FoundDefect, str]:
    """Return a defect by its id (of the newest result), its key or OPERATION/RULE, and the version that has it."""
    rows = store.newest(library.name)
    for row in rows:
        own = [defect for defect in row.defects if row is rows[0] and defect.id == wanted.upper()]
        own += [defect for defect in row.defects if wanted == defect.key]
        own += [defect for defect in row.defects if wanted == f"{defect.operation}/{defect.rule}"]
        if own:
            return own[0], row.task.version
    raise UsageError(
        f"No result of {library.name} in {store.folder} has the defect {one_line(wanted, 80)!r}.",
        f"conformance survey {library.name} finds them; --out says where they are.",
    )
