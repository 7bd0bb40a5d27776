"""A defect is published after a script has shown it without the suite; until then the row says why it is not."""

from __future__ import annotations

from dataclasses import replace

from conformance.field.rows import FoundDefect
from conformance.reports.defects import Defect
from conformance.survey.catalogue import Library
from conformance.survey.environments import Environment


def published(found: FoundDefect, defect: Defect, library: Library, environment: Environment) -> FoundDefect:
    """Return a defect with its script and what that printed, or with the reason why it has none."""
    return replace(found, unpublished="no script")
