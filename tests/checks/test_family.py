from __future__ import annotations

from conformance.checks.family import Family
from conformance.checks.findings import OK
from conformance.checks.trial import Trial
from conformance.checks.view import View
from conformance.observation import Outcome


def test_a_family_needs_a_view_and_checks_only() -> None:
    family = Family(view=View, checks={"always": lambda _view: OK})
    trial = Trial(operation="an-operation", input=[], outcome=Outcome(output=[]))
    assert family.checks["always"](family.view(trial)) == OK
    assert family.readers == {}


def test_by_default_every_shrunk_input_is_as_sound_as_the_original() -> None:
    assert Family(view=View, checks={}).as_sound(None, {"name": "a"})
