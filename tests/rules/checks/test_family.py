from __future__ import annotations

from types import ModuleType

from conformance.base.observation import Outcome
from conformance.rules.checks import findings
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.findings import OK
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View


def test_a_family_needs_a_view_and_checks_only() -> None:
    family = OperationChecks(view=View, checks={"always": lambda _view: OK})
    trial = Trial(operation="an-operation", input=[], outcome=Outcome(output=[]))
    assert family.checks["always"](family.view(trial)) == OK
    assert family.readers == {}


SOURCE = """
from __future__ import annotations
from conformance.rules.checks.conduct import pure

def no_further_key(view: View) -> Findings: ...
def _private(view: View) -> Findings: ...
def helper(view: View) -> tuple[Failure, ...] | None: ...
"""


def test_the_checks_of_a_module_are_its_public_functions_that_return_findings() -> None:
    module = ModuleType("rules")
    exec(SOURCE, module.__dict__)
    module.__dict__["no_further_key"].__module__ = "rules"
    assert checks_in(module, findings) == {"no-further-key": module.__dict__["no_further_key"]}


def test_by_default_every_shrunk_input_is_as_sound_as_the_original() -> None:
    assert OperationChecks(view=View, checks={}).as_sound(None, {"name": "a"})
