"""Requirement sets: named lists of the rules that decide whether a subject conforms."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import specs_folder
from conformance.base.values import JSON
from conformance.rules.contracts.files import attributed, read_schema, read_text
from conformance.rules.contracts.model import SETS, Specifications

FOLDER = "requirements"
RETIRED = "retired.yaml"
EVERY_SET = "all"
EVERY_MUST = "every MUST"  # the set if none is named

Key = tuple[str, str]  # operation, rule id

FROZEN = "frozen"  # the status of a set of a date


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementSet:
    """A set, resolved for some specifications.

    levels: the level the set gives each (operation, rule id); SHOULD rules are among them and do not decide. A frozen
    set's levels are those of its date. retired: the same of rules that the contracts no longer have. sets: those of
    SETS that it is about, or "all": which inputs decide it.
    """

    name: str
    title: str
    text: str
    status: str
    levels: Mapping[Key, str]
    retired: Mapping[Key, str] = field(default_factory=dict)
    sets: tuple[str, ...] = (EVERY_SET,)

    def __str__(self) -> str:
        return f"{self.name} (draft)" if self.status == "draft" else self.name

    @property
    def rules(self) -> frozenset[Key]:
        """The (operation, rule id) of the set."""
        return frozenset(self.levels)

    @property
    def digest(self) -> str:
        """The digest of what it lists: "sha256:..." over operation, rule and level, the retired ones among them."""
        listed = {**self.levels, **self.retired}
        levels = json.dumps(sorted([operation, rule, level] for (operation, rule), level in listed.items()))
        return f"sha256:{sha256(levels.encode()).hexdigest()}"


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
    levels: dict[Key, str] = {}
    for key, level in (pair for requirement_set in sets for pair in requirement_set.levels.items()):
        levels[key] = "MUST" if "MUST" in (level, levels.get(key)) else level
    return RequirementSet(
        name=", ".join(map(str, sets)),
        title="; ".join(requirement_set.title for requirement_set in sets),
        text=" ".join(requirement_set.text for requirement_set in sets),
        status="joined",
        levels=levels,
        retired={key: level for requirement_set in sets for key, level in requirement_set.retired.items()},
        sets=tuple(dict.fromkeys(name for requirement_set in sets for name in requirement_set.sets)),
    )


def every_must(specifications: Specifications) -> RequirementSet:
    """Return the set that applies if none is named."""
    text = "Every rule of level MUST, of any origin."
    return RequirementSet(
        name=EVERY_MUST, title="Every MUST", text=text, status="contracts", levels=_levels(specifications)
    )


def named_requirements(name: str, specifications: Specifications) -> RequirementSet:
    """Return the set that a report or a certificate names in words. Raises UsageError for one that is not there."""
    if name == EVERY_MUST:
        return every_must(specifications)
    return load_requirements(name.replace(" (draft)", ""), specifications)


def _load(name: str, specifications: Specifications) -> RequirementSet:
    known = requirement_sets()
    if name not in known:
        hint = did_you_mean(name, known) or f"There are: {', '.join(known)}."
        raise UsageError(f"Unknown requirement set {name!r}.", hint)
    path = f"{FOLDER}/{name}.yaml"
    data = _read(path)
    if data["set"] != name:
        raise UsageError(f"{path}: set is {data['set']!r}.", f"In this file it is {name!r}.")
    if "sets" in data:
        return RequirementSet(
            name=name,
            title=data["title"],
            text=data["text"],
            status=data["status"],
            levels=_levels(specifications, data["sets"]),
            sets=_sets_of(name),
        )
    return _frozen(name, data, specifications)


def _read(path: str) -> JSON:
    from conformance.rules.contracts.shape import check_shape, schema_name
    from conformance.rules.contracts.yaml_core import read_yaml

    data = read_yaml(read_text(path), path)
    schema = schema_name(path)
    check_shape(data, path, {schema: read_schema(schema)})
    return data


def _levels(specifications: Specifications, sets: Collection[str] | None = None) -> dict[Key, str]:
    return {
        (contract.operation, rule.id): rule.level
        for contract in (*specifications.contracts.values(), *specifications.services.values())
        for rule in contract.rules
        if sets is None or not set(sets).isdisjoint(rule.sets)
    }


def _frozen(name: str, data: JSON, specifications: Specifications) -> RequirementSet:
    """Return a frozen set. Raises UsageError or its kin for a rule that is neither in the contracts nor retired."""
    there = _levels(specifications)
    levels: dict[Key, str] = {}
    gone: dict[Key, str] = {}
    for operation, by_level in data["rules"].items():
        for level, rules in by_level.items():
            for rule in rules:
                if (operation, rule) in levels:
                    what = f"{FOLDER}/{name}.yaml: {rule} of {operation} is listed under two levels."
                    raise attributed(UsageError(what, "Keep one."))
                if (operation, rule) in there:
                    levels[operation, rule] = level
                else:
                    gone[operation, rule] = level
    retired = {(entry["operation"], entry["rule"]) for entry in _read(RETIRED)["retired"]} if gone else set()
    for operation, rule in gone:
        if (operation, rule) not in retired:
            raise attributed(
                UsageError(
                    f"{FOLDER}/{name}.yaml demands {rule} of {operation}, which no contract has.",
                    f"A rule that goes is listed in {RETIRED}, with the reason.",
                )
            )
    return RequirementSet(
        name=name,
        title=data["title"],
        text=data["text"],
        status=data["status"],
        levels=levels,
        retired=gone,
        sets=_sets_of(name),
    )


def _sets_of(name: str) -> tuple[str, ...]:
    """Return the set whose inputs decide a set; a frozen one has its name and a date."""
    own = name.partition("-")[0]
    return (own,) if own in SETS else (EVERY_SET,)
