"""A terminal: colours, and a progress bar where a run takes long."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from conformance.engine.events import Event, Finished, Progress, Shrinking, Started
from conformance.reports.plain import clean, header, result_lines

PATIENCE = 0.5  # seconds until a bar is worth the movement
STYLES = {"FAIL": "bold red", "NOT-RUN": "bold yellow", "UNEXPECTED-PASS": "bold yellow"}


class Terminal:
    """Draws a run on a terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        self._bar: Bar | None = None
        self._begun = time.monotonic()
        self._total = 0
        self._done = 0
        self._failed = 0

    def __call__(self, event: Event) -> None:
        """Draw what an event tells."""
        if isinstance(event, Started):
            self._total = event.trials
            self._console.print(Text(header(event), style="bold"))
        elif isinstance(event, Progress):
            self._done += 1
            self._failed += bool(event.failures)
            self._draw(event.operation)
        elif isinstance(event, Shrinking):
            self._draw(f"reducing evidence of {event.rule}")
        elif isinstance(event, Finished):
            self._stop()
            for line in result_lines(event.result):
                self._console.print(_styled(line), soft_wrap=True)

    def _draw(self, label: str) -> None:
        if self._bar is None:
            if time.monotonic() - self._begun < PATIENCE:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=self._console, transient=True)
            self._bar.add_task(label, total=self._total)
            self._bar.start()
        failed = f", {self._failed} failing" if self._failed else ""
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=min(self._done, self._total), description=clean(label) + failed)

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _styled(line: str) -> Text:
    text = Text(line)
    word = line.partition(" ")[0]
    if word in STYLES:
        text.stylize(STYLES[word], 0, len(word))
    elif line.startswith(("    at", "    input", "    expected", "    actual", "    error", "    log", "    repeat")):
        text.stylize("dim", 0, 14)
    return text
