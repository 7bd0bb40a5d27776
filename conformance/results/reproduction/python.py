"""Shows the defects of Python functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from conformance.results.reproduction.looks import Look, look_of, raised, shown_by
from conformance.results.reproduction.model import NotShown, Piece, ShownDefect
from conformance.results.reproduction.python_script import script_of
from conformance.results.reproduction.python_source import PythonSource, source_of, source_of_file
from conformance.results.reproduction.running import Ran, Runner

AWAITED = "coroutine"  # a part of the error that Python has for a result that was not awaited


def show_function(evidence: Piece, program: str, operation: str, runner: Runner) -> ShownDefect:
    """Return a script that shows a defect of a function. program: as for `show`. Raises NotShown."""
    look = look_of(evidence)
    source = _source(program, operation)

    def ran(source: PythonSource, earlier: Sequence[object]) -> tuple[str, Ran]:
        script = script_of(source, evidence["input"], look, earlier=earlier, most_lines=runner.most_lines)
        return script, runner.run(script, ".py")

    earlier = evidence.get("earlier", ())
    script, done = ran(source, earlier)
    if AWAITED in raised(done) and not source.is_async:
        source = replace(source, is_async=True)
        script, done = ran(source, earlier)
    output = shown_by(evidence, look, done)
    if earlier and look is Look.RESULT:
        see_dependence(evidence, ran(source, ())[1], raised)
    return ShownDefect(script=script, output=output, language="python")


def see_dependence(evidence: Piece, alone: Ran, raised: Callable[[Ran], str]) -> None:
    """Raise NotShown where a call shows the defect without those before it. raised: as for `shown_by`."""
    try:
        shown_by(evidence, Look.RESULT, alone, raised)
    except NotShown:
        return
    raise NotShown("the result does not depend on the earlier inputs")


def _source(program: str, operation: str) -> PythonSource:
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
        source = source_of_file(text_of(path), function)
    except (SyntaxError, ValueError) as error:
        raise NotShown(f"{path} is no Python: {error}") from None
    if source is None:
        raise NotShown(f"{function} is not at the top level of {path}")
    return source


def text_of(path: str) -> str:
    """Return the text of a program. Raises NotShown for one that cannot be read, and ValueError for no text."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise NotShown(f"{path} cannot be read: {error.strerror}") from None
