"""The way of a newcomer with a stopwatch: python -m tests.docs.journey.

He reads the three pages of the first path in their order, writes the files that they print, and gives the commands
that they show, beside a copy of the samples and in a folder of his own. His converter has two bugs: it works in place,
and it finds defaults in properties and items alone. What is printed must be what the pages show. Installing is
counted, not done.

It prints commands, words, rounds and seconds, and ends with 1 if a count is above its limit or a page does not hold.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.as_shown import adapted
from tests.docs.commands import ROOT, Command, File, parts_of, run_on_terminal
from tests.docs.printed import difference

README = ROOT / "README.md"
PATH = tuple(ROOT / "docs" / f"{name}.md" for name in ("start", "understand-a-failure", "gate"))
MOST = {"commands": 8, "words of the path": 1050, "words read": 1200, "rounds": 2, "wrong turns": 0}
# The rules that the two bugs of his converter break.
BUGS = {"ALL-8", "MCP-4", "MCP-2", "MCP-2a"}
QUOTED = re.compile(r'"([\w$]+)"')
REASON = re.compile(r'^reason = ".*"$', re.MULTILINE)  # of an expected failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command of the way. seconds: how long it took. wrong: what the page says otherwise; None if nothing.

    failing: the MUST rules that fail, if it certified a converter; else None.
    """

    command: Command
    seconds: float
    wrong: str | None = None
    failing: frozenset[str] | None = None


def walk(folder: Path) -> Iterator[Step]:
    """Do what the pages say. folder: an empty one. Raises AssertionError for a file that cannot come from the pages."""
    clone, own = folder / "clone", folder / "project"
    shutil.copytree(ROOT / "docs" / "samples", clone / "docs" / "samples")
    own.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CONFORMANCE_")}
    environment |= {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(ROOT)}
    for page in PATH:
        here = clone if page is PATH[0] else own
        for part in parts_of(page):
            if isinstance(part, File):
                write_as_read(part, here)
            elif part.shown:
                yield _given(part, here, environment)


def _given(command: Command, here: Path, environment: Mapping[str, str]) -> Step:
    if not command.of_the_suite or "pip" in command.text:
        assert "pip install" in command.text, f"not a command of the suite: {command.text}"
        return Step(command=command, seconds=0)
    words = adapted(shlex.split(command.text)[1:], "", is_whole=True)
    began = time.monotonic()
    done = run_on_terminal(words, here, environment)
    seconds = time.monotonic() - began
    status = int(any("does not conform" in line for line in command.claimed))
    wrong = difference(command.claimed, done.out) if done.status == status else f"status {done.status}"
    if words[0] != "certify":
        return Step(command=command, seconds=seconds, wrong=wrong)
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    failing = {rule["id"] for rule in report["rules"] if (rule["level"], rule["verdict"]) == ("MUST", "fail")}
    return Step(command=command, seconds=seconds, wrong=wrong, failing=frozenset(failing))


def write_as_read(file: File, here: Path) -> None:
    """Write or change a file as a reader does. Of one that the suite wrote he fills in reasons, and no more."""
    path = here / file.name
    text = file.text
    if file.changes:
        before = path.read_text("utf-8")
        text = _changed(before, text.partition("\n")[2])
        _check_named(before, text, here / "reports" / "report.json")
    elif path.exists():
        written, entry = path.read_text("utf-8"), text.partition("\n")[2]
        assert REASON.sub('reason = ""', entry) in written, f"the page shows another file than is written:\n{written}"
        text = REASON.sub(lambda _found: REASON.findall(entry)[0], written)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _check_named(before: str, after: str, report: Path) -> None:
    """Raise AssertionError for a word between quotes that he adds and that no defect of his last report names."""
    told = json.loads(report.read_text("utf-8")) if report.is_file() else {"defects": [], "rules": []}
    rules = {(rule["operation"], rule["id"]): rule for rule in told["rules"]}
    known = set(QUOTED.findall(before))
    for defect in told["defects"]:
        shown = defect["shown"]
        known |= {*defect.get("also_at", ())}
        known |= set(rules[shown["operation"], shown["rule"]]["evidence"][shown["evidence"]]["at"].split("/"))
    unknown = set(QUOTED.findall(after)) - known
    assert not told["defects"] or not unknown, f"he adds what no defect has named: {sorted(unknown)}"


def _changed(text: str, difference: str) -> str:
    for part in re.split(r"^\.\.\.\n", difference, flags=re.MULTILINE):
        lines = part.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in "- ")
        new = "".join(line[1:] for line in lines if line[0] in "+ ")
        assert text.count(old) == 1, f"what is to be changed stands {text.count(old)} times in the file:\n{old}"
        text = text.replace(old, new)
    return text


def rounds(steps: list[Step]) -> int:
    """How many times he certified his converter until both bugs were gone, from the run that first showed them."""
    shows = [bool(step.failing & BUGS) for step in steps if step.failing is not None]
    first = shows.index(True)
    return shows.index(False, first) - first + 1


def words(page: Path) -> int:
    """Words as wc counts them, code included; of the README what is before its first section."""
    text = page.read_text("utf-8")
    return len((text.partition("\n## ")[0] if page == README else text).split())


def main() -> int:
    with TemporaryDirectory() as folder:
        steps = list(walk(Path(folder)))
    read = {page.name: words(page) for page in (README, *PATH)}
    counted = {
        "commands": len(steps),
        "words of the path": sum(read[page.name] for page in PATH),
        "words read": sum(read.values()),
        "rounds": rounds(steps),
        "wrong turns": sum(step.wrong is not None for step in steps),
    }
    for step in steps:
        print(f"{step.seconds:6.1f} s  {step.command.text}" + (f"\n          {step.wrong}" if step.wrong else ""))
    print(f"{sum(step.seconds for step in steps):6.1f} s  in all, without installing")
    print("words: " + ", ".join(f"{name} {count:,}" for name, count in read.items()))
    for name, count in counted.items():
        print(f"{name}: {count:,} (at most {MOST[name]:,})")
    return int(any(count > MOST[name] for name, count in counted.items()))


if __name__ == "__main__":
    sys.exit(main())
