"""The scope of a run: what a subject says that it does not have, read and held against what it offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.values import JSON
from conformance.rules.scope.features import FEATURES, Feature, features_of

WITHOUT = "without"  # how reports and certificates name it
WHOLE_SCOPE = "whole scope"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is not offered. lacking: by operation, the names of features, of FEATURES; nothing for the whole scope.

    stated: the same as it was stated, each once: `FEATURE`, or `OPERATION=FEATURE`.
    """

    lacking: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stated: tuple[str, ...] = ()

    def of(self, operation: str) -> tuple[str, ...]:
        """Return the names of the features that an operation lacks."""
        return self.lacking.get(operation, ())

    def features(self, operation: str, value: JSON) -> tuple[str, ...]:
        """Return the names of those features that an input has."""
        places = ((name, FEATURES[name].in_input) for name in self.of(operation))
        return tuple(name for name, place in places if place is not None and place(value) is not None)

    def why_not(self, operation: str, value: JSON) -> str | None:
        """Return why an input is not offered to the subject; None for one that is."""
        features = self.features(operation, value) if operation in self.lacking else ()
        return not_offered(features) if features else None

    def within(self, operations: Collection[str]) -> tuple[str, ...]:
        """Return what of it is stated about some operations."""
        about = {name for operation in operations for name in self.of(operation)}
        named = ((entry, *entry.rpartition("=")) for entry in self.stated)
        return tuple(
            entry for entry, operation, _, name in named if name in about and (not operation or operation in operations)
        )

    def rules(self, operation: str) -> dict[str, str]:
        """Return the rules of an operation that are not charged, each with the feature of results that it is about."""
        return {rule: name for name in self.of(operation) for rule in (FEATURES[name].rules or {}).get(operation, ())}


WHOLE = Scope()


def not_offered(features: Iterable[str]) -> str:
    """Return the reason for what is excused."""
    return f"not offered: {', '.join(features)}"


def names_of(text: str) -> tuple[str, ...]:
    """Return the entries of a list with commas."""
    return tuple(name.strip() for name in text.split(","))


def read_scope(by_subject: Iterable[str], by_user: Iterable[str], offered: Collection[str]) -> Scope:
    """Return the scope that a subject states of itself, joined with what the user states of it.

    Entries are `FEATURE`, about every operation that knows it, or `OPERATION=FEATURE`. offered: the subject's
    operations. Raises UsageError for an unknown name, and for an entry of the user's that is about no operation which
    the subject offers.
    """
    lacking: dict[str, set[str]] = {}
    stated: dict[str, None] = {}
    for entries, whose, must_apply in ((by_subject, "The subject", False), (by_user, "--without", True)):
        for entry in entries:
            feature, operations = _read(entry, whose)
            own = [name for name in operations if name in offered]
            if must_apply and not own:
                raise UsageError(
                    f"--without {entry} is about no operation that the subject offers.",
                    f"It is about {', '.join(operations)}.",
                )
            stated |= dict.fromkeys([entry] if own else [])
            for operation in own:
                lacking.setdefault(operation, set()).add(feature)
    ordered = {name: tuple(feature for feature in FEATURES if feature in lacking[name]) for name in lacking}
    return Scope(lacking=ordered, stated=tuple(stated))


def _read(entry: str, whose: str) -> tuple[str, tuple[str, ...]]:
    """Return the feature of an entry, and the operations that it is about. Raises UsageError."""
    operation, equals, name = entry.rpartition("=")
    feature: Feature | None = FEATURES.get(name)
    if feature is None:
        known = features_of(operation) if equals else FEATURES
        raise UsageError(f"{whose}: there is no feature {name!r} to be without.", did_you_mean(name, known))
    if equals and operation not in feature.operations:
        hint = did_you_mean(operation, feature.operations)
        raise UsageError(f"{whose}: {operation!r} is no operation that knows {name}.", hint)
    return name, (operation,) if equals else feature.operations


def lacking(stated: Iterable[str], operations: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the operations, of some, in which each feature is lacking. Entries that are not known are left out."""
    found: dict[str, set[str]] = {}
    for entry in stated:
        operation, _equals, name = entry.rpartition("=")
        feature = FEATURES.get(name)
        known = feature.operations if feature is not None else ()
        own = {text for text in known if text in operations and operation in ("", text)}
        if own:
            found.setdefault(name, set()).update(own)
    return {name: tuple(operation for operation in operations if operation in own) for name, own in found.items()}


def in_words(stated: Collection[str]) -> str:
    """Return a scope as reports name it: `without: google, usage`, or `whole scope`."""
    return f"{WITHOUT}: {', '.join(stated)}" if stated else WHOLE_SCOPE
