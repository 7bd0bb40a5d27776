"""What all pages of the site are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from conformance.field.pages.about import About
from conformance.field.pages.versions import LibraryHistory, histories
from conformance.field.rows import NOT_INSTALLED, NOT_JUDGED, NOT_STARTED, FoundDefect, SurveyRow
from conformance.field.scoreboard.write import file_name
from conformance.results.html.page import anchor_of
from conformance.results.text import one_line
from conformance.rules.contracts import Rule, load_specifications

BOARD, MATRIX, DATA, FEED = "index.html", "matrix.html", "field.json", "feed.xml"
NAME = "Conformance of real libraries"
STATUSES = {
    NOT_INSTALLED: "could not be installed",
    NOT_STARTED: "does not start",
    NOT_JUDGED: "could not be judged",
}


@dataclass(frozen=True, kw_only=True)
class Site:
    """The survey. catalogue: what is known of each library by name. rules: of each operation, by id."""

    histories: Sequence[LibraryHistory]
    catalogue: Mapping[str, About]
    rules: Mapping[str, Mapping[str, Rule]]

    @cached_property
    def operations(self) -> list[str]:
        """The operations that the latest judged version of any library offers, in the specifications' order."""
        offered = {name for history in self.histories if history.latest for name in history.latest.rules}
        return [*(name for name in self.rules if name in offered), *sorted(offered - self.rules.keys())]

    @cached_property
    def suites(self) -> list[str]:
        """The versions of the suite that judged."""
        return sorted({row.suite for history in self.histories for row in history.judged})

    @cached_property
    def newest_release(self) -> str | None:
        """The day of the newest release; None where none is known."""
        return max(
            (row.task.released for history in self.histories for row in history.rows if row.task.released), default=None
        )

    @cached_property
    def days(self) -> tuple[str, ...]:
        """The first and the last day on which the newest versions were judged; one if they are the same."""
        known = sorted({history.latest.day for history in self.histories if history.latest and history.latest.day})
        return tuple(dict.fromkeys((known[0], known[-1]))) if known else ()

    def language(self, history: LibraryHistory) -> str:
        """Return the programming language of a library, in one word; an empty text if it is not known."""
        row, about = history.latest, self.catalogue.get(history.name)
        stated = (about and about.language) or (row and row.language) or ""  # a driver states its runtime
        return one_line(stated.partition(" ")[0].lower(), 40)

    def rule(self, operation: str, rule: str) -> Rule | None:
        """Return a rule; None for one that the specifications no longer have."""
        return self.rules.get(operation, {}).get(rule)


def site_of(rows: Iterable[SurveyRow], catalogue: Mapping[str, About]) -> Site:
    """Return the site of some rows, with the rules of the suite's own specifications."""
    specifications = load_specifications()
    contracts = {**specifications.contracts, **specifications.services}
    rules = {name: {rule.id: rule for rule in contract.rules} for name, contract in contracts.items()}
    return Site(histories=histories(rows), catalogue=catalogue, rules=rules)


def library_file(name: str) -> str:
    """Return the address of a library's page from the index."""
    return f"libraries/{file_name(name)}.html"


def rules_file(operation: str) -> str:
    """Return the address of an operation's rules from the index."""
    return f"rules/{file_name(operation)}.html"


def short(text: str) -> str:
    """Return a name, a version or an id of others as a page shows it, and as its filter knows it."""
    return one_line(text, 100)


def flaws(row: SurveyRow) -> list[FoundDefect]:
    """Return the published defects, without what the library does by design."""
    return [defect for defect in row.published if defect.design is None]


def by_design(row: SurveyRow) -> list[FoundDefect]:
    """Return the published defects that the library has by design."""
    return [defect for defect in row.published if defect.design is not None]


def anchors(defects: Iterable[FoundDefect]) -> list[str]:
    """Return for each defect of a page a name that only it has; the same defect of another version has the same."""
    taken: dict[str, int] = {}
    found = []
    for defect in defects:
        wanted = anchor_of(defect.key)
        taken[wanted] = taken.get(wanted, 0) + 1
        found.append(wanted if taken[wanted] == 1 else f"{wanted}-{taken[wanted]}")
    return found
