"""What a user types and what the command answers, whole: a file of approved/ for each command.

A section is a test, in an empty folder; "(expensive: why)" in its title marks it. Lines that begin with `$` are run:
`conformance` in this process, the rest by the shell, which takes lines that begin with `>` too. Of the answer, lines of
standard error begin with `!`, and a status that is not 0 is last. What differs between machines and runs, and what
another rule or operation would change, is replaced: see NORMAL.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import pytest

from conformance import __version__
from conformance.formats.operations import operations
from tests.approved import Approved, sections
from tests.command import Ran
from tests.commands.conftest import Run

FOLDER = Path(__file__).with_name("approved")
SAMPLES = FOLDER / "samples"
SECTIONS = [
    pytest.param(
        path,
        title,
        id=f"{path.stem}: {title}",
        marks=[pytest.mark.expensive(reason)] if (reason := title[:-1].partition(" (expensive: ")[2]) else [],
    )
    for path in sorted(FOLDER.glob("*.txt"))
    for title in sections(path)
    if title
]
_COUNTED = (
    "operations|rules?|MUST|SHOULD|document|api|field|cases?|examples|inputs?|pass|not.applicable|planned"
    "|judged|left out"
)
_OPERATION = f"(?:{'|'.join(sorted(operations(), key=len, reverse=True))}|http-service)"
NORMAL: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (re.escape(__version__), "VERSION"),
    (rf"(?<!@){re.escape(sys.executable)}", "PYTHON"),
    (r"\b\d+\.\d s\b", "N s"),
    (r"\b\d+\.\d+\.\d+\b(?=, reached|\))", "VERSION"),
    (rf"\b\d[\d,]* (?=(?:more )?(?:{_COUNTED})\b)", "N "),
    (r"(?<= \()\d+(?=\):)", "N"),
    (r"(?<=inputs alone are asked \()\d+(?=\))|(?<=the choices only \()\d+(?=\))", "N"),
    (rf"(?:{_OPERATION}(?: \d+)?, ){{3,}}{_OPERATION}(?: \d+)?", "OPERATIONS"),
    (r"python 3\.\d+", "python 3"),
    (re.escape(str(FOLDER.parents[2])), "SUITE"),
    (r"/\S*/tool-conformance", "CACHE"),
    (r"((?:PYTHON|SUITE\S*|CACHE)) {2,}", r"\1  "),
    (r"(?<=Known: )(?:[^ ,]+, ){9,}[^ ,]+(?=\.)", "NAMES"),
    (r"(Did you mean [^ ?]+) or [^?]+\?", r"\1 or OTHERS?"),
    (r"sha256:\w+|\b[0-9a-f]{12,}\b", "DIGEST"),
    (r"\b(safe|documents|robust) \d\d+\b", r"\1 N"),
    (r"\| \d\d+(?= \|)", "| N"),
    (r'time="[\d.]+"', 'time="N"'),
    (r"\d{4}-\d\d-\d\dT[\d:+.]+", "TIME"),
    (r"(?<=disagree on )\d+|\b\d\d+(?= not run)", "N"),
    (r"\[Errno \d+\] ", ""),
    (r"(?<=choose from )[^)]+", lambda found: found[0].replace("'", "")),  # by the version of Python
)


def steps(text: str) -> Iterator[str]:
    """The commands of a section, each with the lines that go on."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("$ "):
            more = takewhile(lambda line: line.startswith("> "), lines[number + 1 :])
            yield "\n".join([line[2:], *(element[2:] for element in more)])


def answered(step: str, here: Path, run_in: Run, variables: Mapping[str, str]) -> Ran:
    """What a step answers. `conformance` may have variables before it, an input and a filter behind it."""
    if not re.match(r"([A-Z_]+=\S* )*conformance\b", step):
        return shell(step, here, variables)
    asked, _bar, filtered = step.partition(" | ")
    call, _less, given = asked.partition(" < ")
    words = shlex.split(call)
    words = [word.replace("$PYTHON", sys.executable) for word in words]
    own = dict(word.split("=", 1) for word in takewhile(lambda word: re.match("[A-Z_]+=", word), words))
    arguments = words[len(own) + 1 :]
    stdin = (here / given).read_text("utf-8") if given else ""
    ran = run_in(here, *arguments, stdin=stdin, no_seed=True, alone=False, **own)
    if not filtered:
        return ran
    return Ran(ran.status, shell(filtered, here, variables, ran.out).out, ran.err)


def shell(step: str, here: Path, variables: Mapping[str, str], stdin: str = "") -> Ran:
    environment = {**os.environ, **variables}
    done = subprocess.run(
        ["/bin/sh", "-c", step], cwd=here, env=environment, input=stdin, capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def shown(step: str, ran: Ran, here: Path) -> str:
    """A step and what it answers, as an approved file has it."""
    out = "".join(f"  {line}" if line.strip() else line for line in ran.out.splitlines(keepends=True))
    err = "".join(f"! {line}" for line in ran.err.splitlines(keepends=True))
    answer = (out if out.endswith("\n") or not out else f"{out}\n") + err
    for pattern, replacement in ((re.escape(str(here)), "HERE"), *NORMAL):
        answer = re.sub(pattern, replacement, answer)
    typed = "\n> ".join(step.split("\n"))
    status = f"  status {ran.status}\n" if ran.status else ""
    return f"$ {typed}\n{answer}{status}"


@pytest.mark.parametrize(("path", "title"), SECTIONS)
def test_the_command_answers_as_approved(path: Path, title: str, here: Path, run_in: Run, approved: Approved) -> None:
    variables = {"SAMPLES": str(SAMPLES), "PYTHON": sys.executable}
    transcript = [shown(step, answered(step, here, run_in, variables), here) for step in steps(sections(path)[title])]
    approved.section(path, title, "".join(transcript))
