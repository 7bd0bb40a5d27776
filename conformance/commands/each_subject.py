"""Which subjects a certify command judges: the one that its arguments name, or those of the project."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from conformance.base.errors import ConformanceError, UsageError
from conformance.commands import settings
from conformance.commands.failure import expected
from conformance.commands.subject import names_subject, need_subject
from conformance.results.text import one_line
from conformance.running.project.find import Project, find_project
from conformance.running.project.keys import SUBJECTS

INTERRUPTED = 130
# What names one file, which a second subject would write over, or one report.
_OF_ONE = ("json", "junit", "markdown", "sarif", "certificate", "baseline")


def run_each(parsed: argparse.Namespace, judge: Callable[[argparse.Namespace], int]) -> int:
    """Judge each subject by itself, with the settings of the project's file; return the worst exit status.

    A subject that cannot be reached, and a fault of the suite, do not keep the next one from being judged. Raises
    UsageError for a mistake in the arguments or in the file.
    """
    project = find_project()
    if project is None:
        need_subject(parsed)
        return judge(parsed)
    settings.check_names(project)
    runs = _runs(parsed, project)
    if len(runs) == 1:
        return judge(_with_settings(runs[0], project))
    worst = 0
    for number, run in enumerate(runs):
        if number and not parsed.quiet:
            print()
        try:
            status = judge(_with_settings(run, project))
        except UsageError:
            raise
        except ConformanceError as error:
            status = expected(error, run)
        if status == INTERRUPTED:
            return status
        worst = max(worst, status)
    return worst


def _runs(parsed: argparse.Namespace, project: Project) -> list[argparse.Namespace]:
    """Return the arguments of each run, with what the file says where they say nothing. Raises UsageError."""
    names = () if names_subject(parsed) else settings.certified(project)
    if not names:
        need_subject(parsed)
        return [parsed]
    if len(names) > 1:
        _check_several(parsed, project, names)
    runs = [argparse.Namespace(**{**vars(parsed), "subject": name}) for name in names]
    if len(names) > 1 and parsed.report_dir is not None:
        for run in runs:
            run.report_dir = os.path.join(parsed.report_dir, run.subject)
    return runs


def _check_several(parsed: argparse.Namespace, project: Project, names: Sequence[str]) -> None:
    for switch in ("watch", "update_expected"):
        if getattr(parsed, switch):
            named = f"--{switch.replace('_', '-')}"
            raise UsageError(f"{named} is for one subject, and {len(names)} are judged.", f"Name {names[0]} alone.")
    for flag in _OF_ONE:
        if getattr(parsed, flag, None) is not None:
            raise UsageError(f"--{flag} is for one subject, and {len(names)} are judged.", f"Name {names[0]} alone.")
    for name in names:
        if os.sep in name or name.startswith("."):
            raise UsageError(f"{project.file}: no folder of reports can be named {name!r}.", "Rename the subject.")


def _with_settings(parsed: argparse.Namespace, project: Project) -> argparse.Namespace:
    """Return the arguments with what the file says, and print which of it that is."""
    own = settings.is_own(parsed)
    taken = settings.apply(parsed, project, is_own=own)
    if own and parsed.subject in project.subjects:
        taken = [f"{SUBJECTS}.{parsed.subject}", *taken]
    if taken and not parsed.quiet and "-" not in (parsed.json, parsed.markdown):
        print(f"Settings: {one_line(project.file)} ({one_line(', '.join(taken))})", flush=True)
    return parsed
