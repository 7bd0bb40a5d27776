"""The objects and lists of a value by identity."""

from conformance.base.values import JSON


def containers(value: JSON) -> set[int]:
    """Return the ids of every object and list in a value. Two values share none exactly when the sets are disjoint."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return set() if members is None else {id(value)}.union(*map(containers, members))
