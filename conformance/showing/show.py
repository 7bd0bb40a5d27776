"""A defect of a report, shown without the suite: the script is made, run, and what it printed is compared."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from conformance.showing.looks import Look, NotShown, Piece, look_of, raised, shown_by
from conformance.showing.python_script import script_of
from conformance.showing.python_source import Source, source_of, source_of_file
from conformance.showing.running import NotRun, Ran, Run, run
from conformance.subjects.environment import clean_environment

TIMEOUT = 60.0  # seconds
AWAITED = "coroutine"  # a part of the error that Python has for a result that was not awaited


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A script that shows a defect, and what it printed of it. language: as it is named in Markdown."""

    script: str
    output: str
    language: str


def show(
    evidence: Piece,
    *,
    program: str,
    operation: str,
    interpreter: str,
    env: Sequence[str] = (),
    folder: str = ".",
    timeout: float = TIMEOUT,
    most_lines: int | None = None,
    run: Run = run,
) -> Shown:
    """Return a script that shows a defect, once it has done so.

    evidence: as in specs/report.schema.json. program: module:function, file.py:function, or an adapter (a .py file,
    whose function has the name of the operation). interpreter: the Python that runs the script. env: variables for it,
    NAME or NAME=VALUE. folder: in which it is run. timeout: seconds. most_lines: of the script; None for any number.
    run: runs its command. Raises NotShown, and UsageError for a variable that is not set.
    """
    look = look_of(evidence)
    source = _source(program, operation)
    environment = script_environment(env)

    def ran(source: Source, earlier: Sequence[object]) -> tuple[str, Ran]:
        script = script_of(source, evidence["input"], look, earlier=earlier, most_lines=most_lines)
        if most_lines is not None and len(script.splitlines()) > most_lines:
            raise NotShown(f"its script has more than {most_lines} lines")
        return script, _run(run, script, interpreter, environment, folder, timeout)

    earlier = evidence.get("earlier", ())
    script, done = ran(source, earlier)
    if AWAITED in raised(done.err) and not source.is_async:
        source = Source(before=source.before, function=source.function, is_async=True)
        script, done = ran(source, earlier)
    output = shown_by(evidence, look, done)
    if earlier and look is Look.RESULT:
        _see_dependence(evidence, ran(source, ())[1])
    return Shown(script=script, output=output, language="python")


def script_environment(env: Sequence[str] = ()) -> dict[str, str]:
    """Return the environment of a script. env: as for `show`."""
    return clean_environment(env) | {"PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8:backslashreplace"}


def _see_dependence(evidence: Piece, alone: Ran) -> None:
    """Raise NotShown where a call shows the defect without those before it."""
    try:
        shown_by(evidence, Look.RESULT, alone)
    except NotShown:
        return
    raise NotShown("the result does not depend on the earlier inputs")


def _source(program: str, operation: str) -> Source:
    """Return what the script needs of the function. Raises NotShown."""
    path, _colon, function = program.rpartition(":")
    if program.endswith(".py"):
        path, function = program, operation.replace("-", "_")
    if not path.endswith(".py"):
        source = source_of(program)
        if source is None:
            raise NotShown(f"no import statement takes {program}")
        return source
    try:
        with open(path, encoding="utf-8") as file:
            source = source_of_file(file.read(), function)
    except OSError as error:
        raise NotShown(f"{path} cannot be read: {error.strerror}") from None
    except (SyntaxError, ValueError) as error:
        raise NotShown(f"{path} is no Python: {error}") from None
    if source is None:
        raise NotShown(f"{function} is not at the top level of {path}")
    return source


def _run(run: Run, script: str, interpreter: str, environment: dict[str, str], folder: str, timeout: float) -> Ran:
    with TemporaryDirectory() as own:
        path = os.path.join(own, "script.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{script}\n")
        try:
            return run([interpreter, path], environment=environment, folder=folder, timeout=timeout)
        except NotRun as error:
            raise NotShown(str(error)) from None
