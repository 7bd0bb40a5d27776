"""What can be judged of a converter that is reached through something else: specs/observable/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.rules.contracts.files import attributed, read_schema, read_text

FOLDER = "observable"
_SCHEMA = "observable.schema.json"


class ObservableRules(NamedTuple):
    """What shows of one operation. judged: ids of rules. left_out: by id, why a rule is not judged.

    A rule in neither of them is not judged either.
    """

    judged: frozenset[str]
    left_out: Mapping[str, str]


def load_reached(adapter: str) -> Mapping[str, ObservableRules]:
    """Return what shows of each operation of a subject that is reached that way.

    Raises UsageError or SpecificationError for a file with a mistake, by whose it is.
    """
    from conformance.rules.contracts.shape import check_shape  # late: few runs need YAML and schemas
    from conformance.rules.contracts.yaml_core import read_yaml

    name = f"{FOLDER}/{adapter}.yaml"
    try:
        document = read_yaml(read_text(name), name)
        check_shape(document, name, {_SCHEMA: read_schema(_SCHEMA)})
    except UsageError as error:
        raise attributed(error) from None
    return {
        operation: ObservableRules(
            frozenset(entry["judged"]),
            {rule: group["reason"].strip().rstrip(".") for group in entry["left_out"] for rule in group["rules"]},
        )
        for operation, entry in document["operations"].items()
    }
