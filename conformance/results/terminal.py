"""A terminal: colours, and a progress bar where a run takes long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from conformance.results.arrives import TITLE
from conformance.results.brief import ADVISORY, MORE
from conformance.results.defects import BESIDE, IS_ADVISORY
from conformance.results.plain import Plain
from conformance.results.progress import RunCount
from conformance.rules.contracts import SETS
from conformance.running.engine.events import Concluding, Event
from conformance.running.engine.result import RunResult

PATIENCE = 0.5  # seconds until a bar is worth the movement
LABELS = (
    "    at  ",
    "    rule  ",
    "    input  ",
    "    before  ",
    "    now  ",
    "    reduced  ",
    "    given  ",
    "    expected  ",
    "    actual  ",
    "    error  ",
    "    log  ",
    "    repeat  ",
    "    asked  ",
    "    got  ",
    "    curl  ",
    "    breaks  ",
    "    like  ",
    "    keywords  ",
    "    also at  ",
    "    and  ",
    "    judged  ",
)
NO_CHARGE = (ADVISORY, IS_ADVISORY)
DEFECT = re.compile(r" *D\d+ +")  # the id of a defect, as a paragraph or a line of the list begins with it
# How a line begins, and how that beginning looks.
STYLES = (
    ("FAIL ", "bold red"),
    ("  fail ", "yellow"),
    ("fail ", "yellow"),
    ("Subject: ", "bold"),
    *((f"{text}: ", "bold") for text in ("Sets", *SETS)),
    (f"{TITLE},", "bold"),
    *((text, "bold") for text in ("Tools of the server ", "Recorded inputs: ", "Given inputs: ")),
    ("SHOULD rules ", "dim"),
    ("Not run: ", "bold yellow"),
    ("Not judged: ", "bold yellow"),
    ("Inputs: ", "dim"),
    ("  left out: ", "dim"),
    ("Advice: ", "dim"),
    ("Limits: ", "dim"),
    (MORE, "dim"),
    ("Not observable: ", "dim"),
    ("Fails as expected: ", "dim"),
    ("Expected to fail: ", "bold yellow"),
    ("  choices: ", "dim"),
    *((prefix + label, "dim") for label in LABELS for prefix in ("", "  ")),
)


class Terminal(Plain):
    """Draws a run in colours. has_bar: whether somebody watches, so that a bar may move."""

    follows_trials = True

    def __init__(
        self,
        console: Console | None = None,
        *,
        verbose: int = 0,
        report_file: str | None = None,
        narrowed: bool = False,
        columns: int | None = None,
        has_bar: bool = True,
        instead: Callable[[RunResult], list[str]] | None = None,
    ) -> None:
        self._console = console or Console(highlight=False, force_terminal=True)
        super().__init__(
            self._console.file,
            verbose=verbose,
            report_file=report_file,
            narrowed=narrowed,
            columns=columns,
            instead=instead,
        )
        self._has_bar = has_bar
        self._style = ""  # of what is drawn next
        self._bar: Bar | None = None
        self._begun = time.monotonic()
        self._count = RunCount()

    def __call__(self, event: Event) -> None:
        """Draw an event."""
        what = self._count.take(event)
        if what is not None:
            self._draw(what)
        elif isinstance(event, Concluding):
            self._stop()
        super().__call__(event)

    def end(self, result: RunResult, written: Mapping[str, str]) -> None:
        """Draw the last lines: the verdict in its colour, and where the reports are. Raises OSError."""
        self._style = "bold green" if result.conforms else "bold red" if result.complete else "bold yellow"
        super().end(result, written)

    def _put(self, lines: Sequence[Sequence[str]]) -> None:
        style, self._style = self._style, ""
        # The console itself would end the process where the reader has gone away.
        with self._console.capture() as drawn:
            for first, *further in lines:
                for row in (Text(first, style) if style else _styled(first), *(Text(text, style) for text in further)):
                    self._console.print(row, soft_wrap=True)
        self._stream.write(drawn.get())
        self._stream.flush()

    def _draw(self, label: str) -> None:
        if self._bar is None:
            if not self._has_bar or time.monotonic() - self._begun < PATIENCE:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=self._console, transient=True)
            self._bar.add_task(label, total=self._count.total)
        failed = f", {self._count.failed:,} to look at again" if self._count.failed else ""
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
        decides = f" ({BESIDE}): " not in line and not line[defect.end() :].startswith(NO_CHARGE)
        text.stylize("bold red" if decides else "yellow", 0, defect.end())
        return text
    for beginning, style in STYLES:
        if line.startswith(beginning):
            text.stylize(style, 0, len(beginning))
            break
    return text
