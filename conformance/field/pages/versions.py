"""The versions of each library in their order, and what changed from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conformance.field.rows import JUDGED, FoundDefect, SurveyRow


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionChange:
    """What a judged version changed against the next older one. new, gone: published defects of one of both.

    A defect that the other version has too, published or not, is neither. other_rules: the two were not judged by the
    same specifications.
    """

    older: SurveyRow
    new: tuple[FoundDefect, ...]
    gone: tuple[FoundDefect, ...]
    other_rules: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryHistory:
    """The rows of one library, the newest version first."""

    name: str
    rows: tuple[SurveyRow, ...]

    @property
    def newest(self) -> SurveyRow:
        """The newest version, judged or not."""
        return self.rows[0]

    @property
    def judged(self) -> tuple[SurveyRow, ...]:
        """The versions that were judged."""
        return tuple(row for row in self.rows if row.status == JUDGED)

    @property
    def latest(self) -> SurveyRow | None:
        """The newest version that was judged."""
        return next(iter(self.judged), None)

    def change(self, row: SurveyRow) -> VersionChange | None:
        """Return what a version changed; None if it was not judged, and for the oldest that was."""
        judged = self.judged
        if row not in judged[:-1]:
            return None
        older = judged[judged.index(row) + 1]
        before, now = _keys(older), _keys(row)
        return VersionChange(
            older=older,
            new=tuple(defect for defect in row.published if defect.key not in before),
            gone=tuple(defect for defect in older.published if defect.key not in now),
            other_rules=older.specs_digest != row.specs_digest,
        )

    def since(self, defect: FoundDefect) -> str:
        """Return since which judged version the latest one's defect has been there, in words."""
        judged = self.judged
        if len(judged) < 2:
            return "in the only judged version"
        first = judged[0]
        for row in judged[1:]:
            if defect.key not in _keys(row):
                return f"since {first.task.version}"
            first = row
        return "in all judged versions"


def histories(rows: Iterable[SurveyRow]) -> list[LibraryHistory]:
    """Return the history of each library, by name. Of several rows of one version the first counts."""
    libraries: dict[str, dict[str, SurveyRow]] = {}
    for row in rows:
        libraries.setdefault(row.task.library, {}).setdefault(row.task.version, row)
    return [LibraryHistory(name=name, rows=newest_first(list(own.values()))) for name, own in sorted(libraries.items())]


def newest_first(rows: Sequence[SurveyRow]) -> tuple[SurveyRow, ...]:
    """Return the rows of one library by their release, the newest first.

    A row without a release date comes after the row that it follows in the given order, which is the newest first, too.
    """
    first: list[SurveyRow] = []
    dated: list[list[SurveyRow]] = []
    for row in rows:
        if row.task.released is not None:
            dated.append([row])
        else:
            (dated[-1] if dated else first).append(row)
    dated.sort(key=lambda group: group[0].task.released or "", reverse=True)  # stable: of one day, as they are given
    return (*first, *(row for group in dated for row in group))


def _keys(row: SurveyRow) -> frozenset[str]:
    return frozenset(defect.key for defect in row.defects)
