"""What becomes of the schemas of functions (S1, convertJsonSchemaToOpenAI)."""

from __future__ import annotations

from conformance.base.values import ABSENT
from conformance.rules.checks import fidelity
from conformance.rules.checks.findings import Failure, Findings, brief, output_at
from conformance.rules.checks.letters.registry_tools.rules import concluded, not_converted
from conformance.rules.checks.letters.registry_tools.view import RegistryTools
from conformance.rules.checks.letters.registry_tools.walk import Changed
from conformance.rules.checks.tools.fields import schema_failure
from conformance.rules.laws.offers import ToolPair


def _with_schema(view: RegistryTools) -> list[ToolPair]:
    return [pair for pair in view.pairs if pair.source_schema is not ABSENT and pair.schema is not ABSENT]


def _differences(view: RegistryTools, changed: Changed) -> list[Failure]:
    return [
        schema_failure(view, pair, difference)
        for pair, difference, other_changed in view.classified
        if other_changed is changed
    ]


def walk_keeps(view: RegistryTools) -> Findings:
    """REG-5: type, description, required, additionalProperties and enum are kept at every depth of the walk."""
    pairs = [pair for pair in _with_schema(view) if pair.entry not in view.invalid]
    broken = _differences(view, Changed.KEPT_KEYWORD)
    return tuple(broken) if pairs or broken else None


def walk_keeps_the_rest(view: RegistryTools) -> Findings:
    """REG-5a: every other keyword is kept too."""
    return tuple(_differences(view, Changed.OTHER_KEYWORD)) if _with_schema(view) else None


def invalid_passed(view: RegistryTools) -> Findings:
    """REG-7: a schema that is not valid is passed as it is."""
    if not view.invalid or view.alignment is None:
        return None
    failures = list(not_converted(view, view.invalid))
    failures += [
        Failure("parameters-lost", output_at(*view.at(pair)), f"wanted the parameters {brief(pair.source_schema)}")
        for pair in view.pairs
        if pair.entry in view.invalid and pair.schema is ABSENT
    ]
    return concluded(view, view.invalid, failures + _differences(view, Changed.INVALID))


def schema_meaning(view: RegistryTools) -> Findings:
    """LAW-4: the schema means the same, in what the rules about single keywords leave."""
    findings = fidelity.schema_meaning(view)
    if not isinstance(findings, tuple) or not findings:
        return findings
    reported = {pair.position for pair, _difference, changed in view.classified if changed is not Changed.OTHER_KEYWORD}
    judged = {output_at(*view.at(pair, "parameters")): pair for pair in _with_schema(view)}
    return tuple(
        failure
        for failure in findings
        if judged[failure.at].position not in reported and judged[failure.at].entry not in view.invalid
    )
