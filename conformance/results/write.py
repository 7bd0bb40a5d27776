"""Writes the report files of a run, each whole or not at all."""

import contextlib
import os
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import is_stream, write_whole
from conformance.results import html, junit
from conformance.results.detection import read_scores
from conformance.results.document import document, to_json
from conformance.results.html.wording import RuleWording
from conformance.results.leftovers import leftovers, remove, text_of
from conformance.running.engine.result import RunResult

DEFAULT_FOLDER = "reports"
IGNORING = ".gitignore"
# A list of names: other commands write what is kept beside them, such as the pages of `scoreboard`.
IGNORED = "# What each run of conformance certify replaces. Empty this file to keep it in git.\n" + "".join(
    f"{name}\n" for name in (IGNORING, "report.json", "report.html", "junit.xml", "evidence/")
)
STDOUT = "-"  # what --json and --markdown name, for standard output


class Reports(NamedTuple):
    """Where each report goes; None for one that is not written. named: the files that the user named."""

    json: str | None
    junit: str | None
    html: str | None
    evidence_folder: str | None
    named: tuple[str, ...] = ()

    @classmethod
    def prepare(cls, folder: str | None, json_file: str | None, junit_file: str | None, *, narrowed: bool) -> "Reports":
        """Decide where reports go and see that they can be written, before anything is run. Leaves nothing behind.

        A narrowed run repeats a piece of evidence; it must not replace the whole run's reports unasked.
        Raises UsageError for a place that cannot be written.
        """
        wanted = not narrowed or folder is not None
        base = folder or DEFAULT_FOLDER
        reports = cls(
            json=json_file or (os.path.join(base, "report.json") if wanted else None),
            junit=junit_file or (os.path.join(base, "junit.xml") if wanted else None),
            html=os.path.join(base, "report.html") if wanted else None,
            evidence_folder=os.path.join(base, "evidence") if wanted else None,
            named=tuple(path for path in (json_file, junit_file) if path is not None),
        )
        for path, flag in ((reports.json, "--json"), (reports.junit, "--junit"), (reports.html, "--report-dir")):
            if path is not None:
                see_writable(path, flag if path in (json_file, junit_file) else "--report-dir")
        if reports.evidence_folder is not None:
            see_writable(os.path.join(reports.evidence_folder, "any.json"), "--report-dir")
        return reports

    @contextlib.contextmanager
    def replacing(self, keep: str | None = None) -> Iterator[None]:
        """Remove what an earlier run left in the folder of reports if no result comes: it would seem to be this run's.

        A file that the user named stays, and so does its evidence; keep: another one, such as the report that this run
        was to be compared with.
        """
        try:
            yield
        except BaseException:
            kept = (*self.named, *([] if keep is None else [keep]))
            gone = [
                text for text in (self.json, self.junit, self.html) if text is not None and not _is_one_of(text, kept)
            ]
            if self.json in gone:
                gone += leftovers(self.json, self.evidence_folder).evidence
            remove(gone)
            raise


def _is_one_of(path: str, others: Iterable[str]) -> bool:
    return os.path.realpath(path) in map(os.path.realpath, others)


def see_writable(path: str, flag: str) -> None:
    """Raise UsageError for a file that cannot be written. Leaves nothing behind."""
    hint = f"Choose another place with {flag}."
    if path == STDOUT:
        raise UsageError(f"{flag} does not write standard output.", "Name a file; one of this name is ./-.")
    if os.path.isdir(path):
        raise UsageError(f"{path} cannot be written: it is a folder.", hint)
    if is_stream(path):
        return
    folder = os.path.dirname(os.path.normpath(path)) or "."
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder) or "."
    if not os.path.isdir(folder):
        raise UsageError(f"{path} cannot be written: {folder} is not a folder.", hint)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{path} cannot be written: the folder {folder} is read-only.", hint)
    try:
        with TemporaryFile(dir=folder):  # what may be written may still take no file: a disk that is full, /proc
            pass
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {folder} takes no file: {error.strerror}.", hint) from None


def write_reports(result: RunResult, reports: Reports, wording: RuleWording) -> dict[str, str]:
    """Write every report; return their paths by kind. Raises UsageError for a disk that does not take them.

    The evidence that an earlier run of the subject left goes: nothing would refer to it any more.

    wording: of the rules and choices, for the page.
    """
    report = document(result)
    written: dict[str, str] = {}
    earlier = leftovers(reports.json, reports.evidence_folder)
    if earlier.subject == report["subject"]["name"]:
        remove(earlier.evidence)
    if reports.evidence_folder:
        if os.path.islink(reports.evidence_folder):  # a subject could have left it
            os.unlink(reports.evidence_folder)
        _write_evidence(result, reports.evidence_folder)
    if reports.json:
        write_file(reports.json, to_json(_with_folder(report, reports.json)))
        written["json"] = reports.json
    if reports.junit:
        write_file(reports.junit, junit.render(report))
        written["junit"] = reports.junit
    if reports.html:
        _ignore(os.path.dirname(reports.html))
        write_file(reports.html, html.render(report, wording, read_scores()))
        written["html"] = reports.html
    return written


def _with_folder(report: dict[str, Any], file: str) -> dict[str, Any]:
    """Return a report that says where its run was, seen from its own folder: its commands are repeated there."""
    folder = os.path.relpath(os.curdir, os.path.dirname(os.path.realpath(file)))
    if set(folder.split(os.sep)) - {os.curdir, os.pardir}:
        return report
    return {**report, "run": {**report["run"], "folder": folder.replace(os.sep, "/")}}


def _ignore(folder: str) -> None:
    """Let git ignore what a run writes in its own folder. A folder that the user chose is the user's."""
    path = os.path.join(folder, IGNORING)
    if os.path.normpath(folder) == DEFAULT_FOLDER and not os.path.lexists(path):
        write_file(path, IGNORED)


def _write_evidence(result: RunResult, folder: str) -> None:
    """Write the inputs that reproduce lines name."""
    for entry in result.rules:
        for evidence in entry.evidence:
            if evidence.input_file is not None:
                names = (*evidence.earlier_files, evidence.input_file)
                for name, value in zip(names, (*evidence.earlier, evidence.input), strict=True):
                    write_json(os.path.join(folder, name), value)
    for aside in result.set_aside:
        if aside.input_file is not None:
            write_json(os.path.join(folder, aside.input_file), aside.input)


def write_file(path: str, data: bytes | str) -> None:
    """Write a file, and the folders it lies in; text in UTF-8. Raises UsageError for one that cannot be written."""
    data = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}.", "Free the disk, or choose another place."
        ) from None


def write_json(path: str, value: Any) -> None:
    """Write a value as JSON. Raises UsageError as `write_file` does."""
    write_file(path, text_of(value))
