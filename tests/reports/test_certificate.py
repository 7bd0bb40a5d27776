from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.errors import UsageError
from conformance.reports.certificate import Basis, statement

Built = dict[str, Any]
Build = Callable[..., Built]


def test_what_nothing_was_judged_of_is_no_certificate(report: Build, rule: Build) -> None:
    reported = report(rule(verdict="not-applicable", reason="no case reached it", cases_run=0, examples_run=0))
    basis = Basis(subject={}, requirements="sha256:0", api=None, report="sha256:0", choices={}, expected_failures=())
    with pytest.raises(UsageError, match="nothing that every MUST demands was judged"):
        statement(reported, basis)
