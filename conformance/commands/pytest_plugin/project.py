"""What the file of the project says of a run under pytest, where no option says it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from conformance.commands.pytest_plugin.settings import Settings, with_mark
from conformance.commands.settings import check_names, own_choices, setting
from conformance.rules.contracts import Specifications
from conformance.running.project.find import find_project
from conformance.running.project.keys import SETTINGS
from conformance.running.subjects.named import library_names
from conformance.running.subjects.reference import REFERENCE

# What a mark may say too, and what is for all tests.
IN_A_MARK = ("requirements", "seed", "max-examples", "expected-failures", "choices")
KEYS = (*IN_A_MARK, "time-limit", "without")


def with_project(
    settings: Settings, config: pytest.Config, specifications: Specifications, subject: str | None = None
) -> Settings:
    """Return the settings with what the file says of what no option says. Raises UsageError.

    subject: a name; None for a converter that the user's tests give.
    """
    stated = {
        key: value
        for key, value in _stated(subject).items()
        if config.getoption(f"conformance_{key.replace('-', '_')}", None) is None
    }
    as_mark = defaultdict[str, Any](lambda: None)  # a mark says more than a file does
    for key in IN_A_MARK:
        if key in stated:
            as_mark[key.replace("-", "_")] = int(stated[key]) if key in ("seed", "max-examples") else stated[key]
    return replace(
        with_mark(settings, as_mark, config, specifications),
        without=tuple(stated.get("without", ())),
        time_limit=float(stated.get("time-limit", settings.time_limit)),
    )


def _stated(subject: str | None) -> dict[str, Any]:
    """Return what the file says that a run under pytest takes, by key. Raises UsageError."""
    project = find_project()
    if project is None:
        return {}
    check_names(project)
    own = subject not in (REFERENCE, *library_names())
    found = {
        key: value.value
        for key in KEYS
        if (value := setting(project, key, subject)) is not None and (own or not SETTINGS[key].of_subject)
    }
    return {**found, "choices": own_choices(project, subject)} if "choices" in found else found
