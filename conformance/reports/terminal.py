"""A terminal: colours, and a progress bar where a run takes long."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from conformance.contracts import SETS
from conformance.engine.events import Concluding, Event
from conformance.engine.result import RunResult
from conformance.reports.defects import BESIDE, BREAKS
from conformance.reports.plain import Plain, verdict_line
from conformance.reports.progress import Count

PATIENCE = 0.5  # seconds until a bar is worth the movement
LABELS = (
    "    at  ",
    "    input  ",
    "    reduced  ",
    "    given  ",
    "    expected  ",
    "    actual  ",
    "    error  ",
    "    log  ",
    "    repeat  ",
    "    breaks  ",
    "    like  ",
    "    also lost  ",
    "    also at  ",
    "    and  ",
    "    judged  ",
)
DEFECT = re.compile(r" *D\d+ +")  # the id of a defect, as a paragraph or a line of the list begins with it
# How a line begins, and how that beginning looks.
STYLES = (
    ("FAIL ", "bold red"),
    ("  fail ", "yellow"),
    ("fail ", "yellow"),
    ("Subject: ", "bold"),
    *((f"{one}: ", "bold") for one in ("Sets", *SETS)),
    *((one, "bold") for one in ("Tools of the server ", "Recorded inputs: ", "Given inputs: ")),
    ("SHOULD rules ", "dim"),
    ("Not run: ", "bold yellow"),
    ("Not judged: ", "bold yellow"),
    ("Ledger: ", "dim"),
    ("  excused: ", "dim"),
    ("Not observable: ", "dim"),
    ("Fails as expected: ", "dim"),
    ("Expected to fail: ", "bold yellow"),
    ("  choices: ", "dim"),
    *((prefix + label, "dim") for label in LABELS for prefix in ("", "  ")),
)


class Terminal(Plain):
    """Draws a run on a terminal."""

    follows_trials = True

    def __init__(
        self,
        console: Console | None = None,
        *,
        verbose: bool = False,
        report_file: str | None = None,
        narrowed: bool = False,
    ) -> None:
        self._console = console or Console(highlight=False)
        super().__init__(self._console.file, verbose=verbose, report_file=report_file, narrowed=narrowed)
        self._bar: Bar | None = None
        self._begun = time.monotonic()
        self._count = Count()

    def __call__(self, event: Event) -> None:
        """Draw an event."""
        what = self._count.take(event)
        if what is not None:
            self._draw(what)
        elif isinstance(event, Concluding):
            self._stop()
        super().__call__(event)

    def write(self, lines: Sequence[str]) -> None:
        """Draw lines in colours."""
        for text in lines:
            self._console.print(_styled(text), soft_wrap=True)

    def end(self, result: RunResult, written: Mapping[str, str]) -> None:
        """Draw the last lines: the verdict in its colour, and where the reports are."""
        style = "bold green" if result.conforms else "bold red" if result.complete else "bold yellow"
        self._console.print(Text(verdict_line(result), style=style), soft_wrap=True)
        if written:
            self.write([f"Reports: {', '.join(written.values())}"])

    def _draw(self, label: str) -> None:
        if self._bar is None:
            if time.monotonic() - self._begun < PATIENCE:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=self._console, transient=True)
            self._bar.add_task(label, total=self._count.total)
        failed = f", {self._count.failed} failing" if self._count.failed else ""
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=min(self._count.done, self._count.total), description=f"{label}{failed}")
        self._bar.start()  # where it has not begun yet: its first drawing says what is done

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _styled(line: str) -> Text:
    text = Text(line)
    defect = DEFECT.match(line)
    if defect is not None:
        decides = line[defect.end() :].startswith(BREAKS) and f" ({BESIDE}): " not in line
        text.stylize("bold red" if decides else "yellow", 0, defect.end())
        return text
    for beginning, style in STYLES:
        if line.startswith(beginning):
            text.stylize(style, 0, len(beginning))
            break
    return text
