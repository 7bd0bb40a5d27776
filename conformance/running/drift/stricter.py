"""Where a document is stricter than recorded traffic: what an API took or sent, and its schema or a rule refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from conformance.apis.oracles import OPENAI, profile_of, refusals_of
from conformance.apis.oracles.explain import MISSING, TYPE, UNKNOWN, VALUE, Complaint, Undecided, complaints
from conformance.apis.oracles.hosts import is_own
from conformance.apis.oracles.judge import SCHEMA
from conformance.apis.oracles.pinned import judged, validator
from conformance.apis.oracles.unions import by_tag
from conformance.apis.recordings import Interaction
from conformance.base.values import JSON, pointer
from conformance.running.drift.model import State, Stricter
from conformance.running.drift.replay import parts_of

_POSITION = re.compile(r"/\d+(?=/|$)")
_LONGEST = 60  # characters of a value that is shown


def stricter(interactions: Iterable[Interaction], state: State, kinds: Sequence[str]) -> tuple[Stricter, ...]:
    """Return where a state refuses what the API itself took or sent, each place once, the most frequent first.

    The schemas are taken as published, without relaxations. The rules are the suite's own.
    """
    found: dict[tuple[str, str, str, str], Stricter] = {}
    for kind in kinds:
        own = [interaction for interaction in interactions if is_own(profile_of(interaction.host, OPENAI))]
        values = [part for interaction in own for part in parts_of(interaction) if part.kind == kind]
        refuses = _Refusing(kind, state.schemas[kind]) if values else None
        for value in values:
            assert refuses is not None
            refused = {(_general(at), what): at for at, what in refuses.complaints(value.value)}
            rules = refusals_of(kind, value.value) if refused or kind.endswith("-request") else ()
            by_suite = {_general(refusal.at) for refusal in rules}
            entries = [(at, what, SCHEMA, at not in by_suite) for at, what in refused]
            entries += [(_general(rule.at), rule.message, rule.rule, False) for rule in rules if rule.rule != SCHEMA]
            for at, what, by, taken in entries:
                key = (kind, at, what if by == SCHEMA else "", by)
                known = found.get(key)
                if known is None:
                    found[key] = Stricter(
                        kind=kind, at=at, what=what, by=by, taken=taken, values=1, example=value.place
                    )
                else:
                    found[key] = known._replace(values=known.values + 1, taken=known.taken and taken)
    return tuple(sorted(found.values(), key=lambda stricter: (stricter.taken, -stricter.values)))


class _Refusing:
    """A published schema, closed for what is sent, that says why it refuses a value."""

    def __init__(self, kind: str, schema: JSON) -> None:
        schema = judged(kind, schema, ())
        self._plain = validator(schema)
        self._tagged = validator(by_tag(schema))

    def complaints(self, value: JSON) -> Iterator[tuple[str, str]]:
        """Yield the place and the reason of each mistake."""
        if self._plain.is_valid(value):
            return
        try:
            found = complaints(self._tagged.iter_errors(value))
        except Undecided:
            found = complaints(self._plain.iter_errors(value))
        for complaint in found:
            yield pointer(*complaint.at), _complaint_text(complaint)


def _complaint_text(complaint: Complaint) -> str:
    if complaint.kind == MISSING:
        return "is missing"
    if complaint.kind == UNKNOWN:
        return "is unknown"
    if complaint.kind == VALUE:
        text = json.dumps(complaint.got, ensure_ascii=False)
        return f"is {text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}"
    if complaint.kind == TYPE:
        return f"is {_type(complaint.got)}, not {' or '.join(map(str, complaint.expected))}"
    return complaint.detail if len(complaint.detail) <= _LONGEST else complaint.detail[:_LONGEST] + "…"


def _type(value: JSON) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, dict):
        return "object"
    return {type(None): "null", str: "string", list: "array"}.get(type(value), "number")


def _general(at: str) -> str:
    """Return a pointer with * for each position in a list."""
    return _POSITION.sub("/*", at)
