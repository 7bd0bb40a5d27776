"""How much harm a fact does, by what its rule is about and how it fails: no opinion about a library."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from conformance.rules.checks.conduct import INPUT_EDITED
from conformance.running.engine.facts import RuleFact, Way, medium


class Harm(IntEnum):
    """Classes of harm, the worst first."""

    CONTENT = 0
    FAILS = 1
    WRONG_MEMBER = 2
    LOST_MEMBER = 3
    FORM = 4


# What a class is, for readers.
WORDS: Final[Mapping[Harm, str]] = {
    Harm.CONTENT: "content is wrong or lost",
    Harm.FAILS: "the call fails, or the API refuses",
    Harm.WRONG_MEMBER: "a setting is wrong",
    Harm.LOST_MEMBER: "a setting, thinking, usage or a citation is lost",
    Harm.FORM: "form",
}
_CONTENT: Final = frozenset({"text", "system", "images", "files", "calls", "results", "tools", "ending"})
_REFUSAL: Final = "refusal"  # how the kinds of failures about texts of refusals begin
_BESIDE: Final = frozenset({"settings", "thinking", "usage", "refusals"})


def harm_of(fact: RuleFact) -> Harm:
    """Return the class of harm of a fact."""
    subject, way = fact.entry.rule.subject, fact.way
    if fact.is_missing:
        return Harm.FORM
    if fact.cause.kind == INPUT_EDITED:
        return Harm.CONTENT  # of the caller
    if way in (Way.FAILS, Way.REFUSED) or subject == "order":
        return Harm.FAILS
    if subject == "tools" and way is Way.SILENT and fact.cause.place not in ("", "tools"):
        return Harm.LOST_MEMBER  # a member of a tool
    if subject in _CONTENT or fact.cause.kind.startswith(_REFUSAL) or (subject == "added" and fact.is_content):
        return Harm.CONTENT
    if subject == "reported":
        return Harm.CONTENT if medium(fact) or (fact.is_content and not fact.cause.about) else Harm.LOST_MEMBER
    if subject in _BESIDE or (subject == "added" and fact.is_setting):
        if subject == "thinking" and way not in (Way.LOST, Way.SILENT):
            return Harm.CONTENT
        return Harm.LOST_MEMBER if way in (Way.LOST, Way.SILENT) or subject == "usage" else Harm.WRONG_MEMBER
    return Harm.FORM
