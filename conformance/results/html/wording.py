"""What the specifications say of the rules and choices of a report: the report itself holds their titles only."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conformance.rules.contracts import Choice, Specifications

LABELS = (("text", "Rule"), ("why", "Why"), ("settled", "Settled"))


class RuleWording(NamedTuple):
    """What the specifications say besides the report.

    rules: by "OPERATION RULE", the text, why and settled of a rule, each optional. choices: those of each operation.
    """

    rules: Mapping[str, Mapping[str, str]] = {}
    choices: Mapping[str, Sequence[Choice]] = {}

    def of(self, rule: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return label and text of what is said of a rule."""
        said = self.rules.get(f"{rule['operation']} {rule['id']}", {})
        return [(label, said[key]) for key, label in LABELS if said.get(key)]


def wording_of(specifications: Specifications) -> RuleWording:
    """Return the wording of every rule and choice there is."""
    contracts = {**specifications.contracts, **specifications.services}
    rules = {
        f"{operation} {rule.id}": {key: text for key, _label in LABELS if (text := getattr(rule, key))}
        for operation, contract in contracts.items()
        for rule in contract.rules
    }
    return RuleWording(rules, {operation: contract.choices for operation, contract in contracts.items()})
