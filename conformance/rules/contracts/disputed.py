"""Disputed points of the APIs: what the suite assumes, the evidence on each side, and the request that settles each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.apis.oracles import rules_of
from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import specs_folder
from conformance.rules.contracts.files import attributed, read_schema, read_text
from conformance.rules.contracts.model import Specifications
from conformance.rules.contracts.shape import check_shape, schema_name
from conformance.rules.contracts.yaml_core import read_yaml

ACCEPTED, REFUSED = "accepted", "refused"
FILE = "api/disputed.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A point on which reports disagree or documents are silent.

    assumed: ACCEPTED or REFUSED, what the suite takes the API to do. evidence, means: a text for each of both.
    refusal: texts one of which is in the refusal that settles the point; empty if any refusal does. shows: JSON pointer
    to what the answer says of the point, None where accepting is all. api_rules: of specs/api/rules.json. contracts:
    "OPERATION RULE" or "OPERATION CHOICE". request: the whole body.
    """

    id: str
    api: str
    question: str
    assumed: str
    evidence: Mapping[str, str]
    means: Mapping[str, str]
    request: dict[str, Any]
    api_rules: tuple[str, ...]
    contracts: tuple[str, ...]
    refusal: tuple[str, ...]
    shows: str | None


def load_disputes(specifications: Specifications) -> tuple[Dispute, ...]:
    """Return the disputed points; none where the folder of the specifications has no such file.

    Raises as load_specifications does.
    """
    if not os.path.isfile(os.path.join(specs_folder(), FILE)):
        return ()
    try:
        schema = schema_name(FILE)
        data = read_yaml(read_text(FILE), FILE)
        check_shape(data, FILE, {schema: read_schema(schema)})
        disputes = tuple(map(_dispute, data["disputed"]))
        _check_ids(disputes)
        for dispute in disputes:
            _check_where(dispute, specifications)
    except UsageError as error:
        raise attributed(error) from None
    return disputes


def _dispute(entry: dict[str, Any]) -> Dispute:
    where = entry["where"]
    return Dispute(
        id=entry["id"],
        api=entry["api"],
        question=entry["question"],
        assumed=entry["assumed"],
        evidence=entry["evidence"],
        means=entry["means"],
        request=entry["request"],
        api_rules=tuple(where.get("api_rules", ())),
        contracts=tuple(where.get("contracts", ())),
        refusal=tuple(entry.get("refusal", ())),
        shows=entry.get("shows"),
    )


def _check_ids(disputes: Iterable[Dispute]) -> None:
    seen: set[str] = set()
    for dispute in disputes:
        if dispute.id in seen:
            raise UsageError(f"{FILE}: the id {dispute.id} is used twice.", "Rename one.")
        seen.add(dispute.id)


def _check_where(dispute: Dispute, specifications: Specifications) -> None:
    """Raise UsageError for a rule or a choice that does not exist."""
    named = f"{FILE}, {dispute.id}"
    for rule in dispute.api_rules:
        if rule not in rules_of():
            raise UsageError(f"{named}: specs/api/rules.json has no rule {rule}.", did_you_mean(rule, rules_of()))
    for entry in dispute.contracts:
        operation, _, name = entry.partition(" ")
        contract = specifications.contracts.get(operation)
        if contract is None:
            hint = did_you_mean(operation, specifications.contracts)
            raise UsageError(f"{named}: {operation} has no contract.", hint)
        known = [*(rule.id for rule in contract.rules), *(choice.name for choice in contract.choices)]
        if name not in known:
            raise UsageError(f"{named}: {operation} has no rule or choice {name}.", did_you_mean(name, known))
