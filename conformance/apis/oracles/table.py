"""The table of rules that no schema states, and the words of each API: specs/api/rules.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.pinned import read_api_file

REFUSED, WARNING = "refused", "warning"


class BrokenApiRule(NamedTuple):
    """A rule that a value breaks.

    at: the place. fields: what the rule's message has places for. param: the place as the API writes it, where that is
    not the ordinary way to write `at`. code: the code beside the message, where it is not the rule's; "" where it is.
    below: whether the API says nothing else of what is below the place.
    """

    rule: str
    at: Path
    fields: Mapping[str, Any] = {}
    param: str | None = None
    code: str | None = ""
    below: bool = False


class MistakeWords(NamedTuple):
    """How an API says one kind of mistake. message: with {fields} to fill in. code: the code beside it."""

    message: str
    code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRule:
    """One rule: what it demands (text), how an API refuses what breaks it (message, code), and how that is known.

    level: "refused", or "warning" for what an API takes and drops, or is known to trouble over. limits: the numbers,
    patterns and names that the rule goes by, by the target they hold for; "*" for all.
    """

    id: str
    kinds: tuple[str, ...]
    text: str
    message: str
    evidence: str
    code: str | None = None
    level: str = REFUSED
    limits: Mapping[str, Any] = field(default_factory=dict)

    def limit(self, target: str) -> Any:
        """Return what the rule goes by for a target."""
        return self.limits.get(target, self.limits.get("*"))


class RefusalTable(NamedTuple):
    """Everything in the file: each API's words for what a schema refuses, and the rules by id."""

    words: Mapping[str, Mapping[str, MistakeWords]]
    rules: Mapping[str, ApiRule]


@cache
def table() -> RefusalTable:
    """Read the table. Raises SpecificationError where it cannot be read."""
    data = read_api_file("rules.json")
    words = {
        api: {kind: MistakeWords(words["message"], words.get("code")) for kind, words in kinds.items()}
        for api, kinds in data["words"].items()
    }
    rules = [ApiRule(**{**entry, "kinds": tuple(entry["kinds"])}) for entry in data["rules"]]
    return RefusalTable(words, {rule.id: rule for rule in rules})


def rule(name: str) -> ApiRule:
    """Return a rule by its id. Raises KeyError."""
    return table().rules[name]
