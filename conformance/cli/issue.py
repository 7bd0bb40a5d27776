"""conformance issue: write a defect for the tracker of the library that has it."""

from __future__ import annotations

import argparse
import subprocess
from tempfile import TemporaryDirectory

from conformance.cli.parser import parse
from conformance.cli.repeat import defect_named, words_of
from conformance.cli.subject import subject_config
from conformance.contracts import load_specifications
from conformance.errors import UsageError
from conformance.files import read_file
from conformance.redact import Redactor
from conformance.reports.defect_issue import issue, shows
from conformance.reports.defects import Defect
from conformance.reports.read import read_report
from conformance.reports.text import one_line
from conformance.reports.write import see_writable, write_file
from conformance.showing.python_script import MOST_LINES, script_of, script_of_file
from conformance.subjects.environment import clean_environment
from conformance.subjects.python import PythonConfig, interpreter_of

LIMIT = 60  # seconds that the script may take
BY_HAND = "Describe it by hand: conformance repeat has the command."


def run(parsed: argparse.Namespace) -> int:
    """Return 0. Raises UsageError for a defect that is not there, or that a script of its own does not show."""
    if parsed.output is not None:
        see_writable(parsed.output, "--output")
    report = read_report(parsed.report, "--report")
    defect = defect_named(parsed.defect, report, parsed.report)
    _parser, judged = parse(words_of(defect)[1:])
    known = load_specifications()
    script = _script(_target(judged, defect, tuple(known.contracts)), defect)
    done = _run(script, interpreter_of(judged.python), judged.env)
    if not shows(defect, done.stdout, done.stderr):
        last = done.stderr.strip().splitlines()[-1:] if done.returncode else []
        said = f"it fails with {one_line(Redactor().text(last[0]), 200)}" if last else "its output alone is not it"
        raise UsageError(f"A script without the suite does not show {defect.id}: {said}.", BY_HAND)
    output = Redactor().text(done.stdout or done.stderr.strip().splitlines()[-1])
    text = issue(report, defect, script, output, known)
    if parsed.output is None:
        print(text, end="")
    else:
        write_file(parsed.output, text)
    return 0


def _target(judged: argparse.Namespace, defect: Defect, operations: tuple[str, ...]) -> str:
    """Return module:function or file:function of the operation that shows a defect.

    Raises UsageError for a subject of another kind.
    """
    operation = defect.shown[0]
    config = subject_config(judged, operations)
    if not isinstance(config, PythonConfig):
        raise UsageError(f"{defect.id} is of a subject that is no Python function.", BY_HAND)
    if operation in config.bind:
        return config.bind[operation]
    function = operation.replace("-", "_")
    if ":" not in config.path:
        return f"{config.path}:{function}"
    return f"{config.path}{'' if config.path.endswith(':') else '.'}{function}"


def _script(target: str, defect: Defect) -> str:
    """Return the script. Raises UsageError where a function cannot stand in one alone, and for a file that is gone."""
    given = defect.evidence["input"]
    holder, _colon, function = target.rpartition(":")
    if holder.endswith(".py"):
        text = read_file(holder, holder, "Was it moved?").decode("utf-8", "replace")
        try:
            script = script_of_file(text, function, given)
        except SyntaxError as error:
            raise UsageError(f"{holder}:{error.lineno} is no Python: {error.msg}.", "Repair it.") from None
        why = f"{function} of {holder} needs more than {MOST_LINES} lines, or is not at the top level"
    else:
        script, why = script_of(target, given), f"no import statement takes {target}"
    if script is None:
        raise UsageError(f"{defect.id} has no script of its own: {why}.", BY_HAND)
    return script


def _run(script: str, interpreter: str, env: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a script in this folder. Raises UsageError for one that does not end."""
    environment = clean_environment(env) | {"PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"}
    with TemporaryDirectory() as folder:
        path = f"{folder}/script.py"
        write_file(path, script + "\n")
        try:
            return subprocess.run(
                [interpreter, path],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=LIMIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"The script could not be run: {error}.", BY_HAND) from None
