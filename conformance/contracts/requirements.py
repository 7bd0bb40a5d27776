"""Requirement sets: named lists of the rules that decide whether a subject conforms."""

from __future__ import annotations

import os
from typing import NamedTuple

from conformance.contracts.files import read_schema, read_text, specs_folder
from conformance.contracts.model import Contract, Specifications
from conformance.errors import UsageError, did_you_mean
from conformance.values import JSON

FOLDER = "requirements"


class RequirementSet(NamedTuple):
    """A set as it stands for some specifications. rules: (operation, rule id), SHOULD rules among them."""

    name: str
    title: str
    text: str
    status: str
    rules: frozenset[tuple[str, str]]

    def __str__(self) -> str:
        return f"{self.name} (draft)" if self.status == "draft" else self.name


def requirement_sets() -> list[str]:
    """Return the names of the sets there are."""
    try:
        names = os.listdir(os.path.join(specs_folder(), FOLDER))
    except OSError:
        return []
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def load_requirements(names: str, specifications: Specifications) -> RequirementSet:
    """Return a set by its name, or several joined with commas as one.

    Raises UsageError for an unknown name, and for a file that does not hold together.
    """
    sets = [_load(name.strip(), specifications) for name in names.split(",")]
    if len(sets) == 1:
        return sets[0]
    return RequirementSet(
        ", ".join(map(str, sets)),
        "; ".join(one.title for one in sets),
        " ".join(one.text for one in sets),
        "joined",
        frozenset().union(*(one.rules for one in sets)),
    )


def _load(name: str, specifications: Specifications) -> RequirementSet:
    known = requirement_sets()
    if name not in known:
        mend = did_you_mean(name, known) or f"There are: {', '.join(known)}."
        raise UsageError(f"Unknown requirement set {name!r}.", mend)
    from conformance.contracts.shape import check_shape
    from conformance.contracts.yaml_core import read_yaml

    path = f"{FOLDER}/{name}.yaml"
    data = read_yaml(read_text(path), path)
    check_shape(data, path, {"requirements.schema.json": read_schema("requirements.schema.json")})
    if data["set"] != name:
        raise UsageError(f"{path}: set is {data['set']!r}.", f"In this file it is {name!r}.")
    rules = frozenset(
        (contract.operation, rule) for contract in specifications.contracts.values() for rule in _rules(data, contract)
    )
    return RequirementSet(name, data["title"], data["text"], data["status"], rules)


def _rules(data: JSON, contract: Contract) -> list[str]:
    """Return the ids of a contract's rules that a set has. A frozen set may name rules that are gone: it is older."""
    if "origins" in data:
        return [rule.id for rule in contract.rules if rule.origin in data["origins"]]
    return list(data["rules"].get(contract.operation, ()))
