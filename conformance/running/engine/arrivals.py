"""What arrives: by content, how many facts of the worked cases a converter keeps, and what became of the others.

A fact is a worked case and a content that the set `safe` is about in it. It depends on the hand-written cases and the
verdicts on them alone: neither the seed nor the number of examples changes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from conformance.apis.input_validity import MALFORMED
from conformance.base.values import JSON, steps
from conformance.formats.operations import declared
from conformance.rules.checks.findings import LEFT_OUT_NAMED
from conformance.rules.contracts import Case, Contract, Rule
from conformance.rules.contracts.contents import FILES, IMAGES, NONE, REPORTED, VALID
from conformance.running.engine.case_results import CaseResult
from conformance.running.engine.fates import ARRIVES, BREAKS, CHANGED, LOST, REFUSED, SAID, Fates, fact
from conformance.running.engine.result import ADVICE, FAIL, PASS

SAFE: Final = "safe"
_REACHED: Final = (PASS, ADVICE, FAIL)
# Formats of answers. A client reads these; what is in any other format is sent to an API, which may refuse it.
ANSWERS: Final = frozenset(
    {
        "anthropic-response",
        "anthropic-stream",
        "chat-message",
        "chat-response",
        "chat-stream",
        "gemini-response",
        "gemini-stream",
        "responses-response",
        "responses-stream",
        "tool-calls",
    }
)
# The types of parts of messages and results that are images or files, in any format.
_PARTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("image", "image_url", "input_image"), IMAGES),
    **dict.fromkeys(("file", "input_file", "document", "search_result", "audio", "input_audio", "resource"), FILES),
}
# The members of a part without a type, whose media type says which of both it is. Both spellings are Gemini's.
_MEDIA: Final = ("inlineData", "inline_data", "fileData", "file_data")


def facts_of_cases(contract: Contract, results: Mapping[str, CaseResult]) -> dict[str, dict[str, Fates]]:
    """Return the facts of each case by content, each as the fates of one. Cases without a fact have no entry.

    results: what the judged cases showed, by their ids.
    """
    rules = [rule for rule in contract.rules if SAFE in rule.sets and rule.subject != NONE]
    operation = declared(contract.operation)
    is_sent = operation is not None and operation.target not in ANSWERS
    found: dict[str, dict[str, Fates]] = {}
    for case in contract.cases:
        result = results.get(case.id)
        if result is None or (case.standing is not None and case.standing.kind == MALFORMED):
            continue
        facts = _fates(rules, case, result, is_sent=is_sent)
        if of_case := {content: fact(fate, charged) for content, fate, charged in facts}:
            found[case.id] = of_case
    return found


def _fates(
    rules: Collection[Rule], case: Case, result: CaseResult, *, is_sent: bool
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each fact of a case: its content, its fate, and the rules that took it away."""
    held = contents_in(case.input)
    of_content: dict[str, list[Rule]] = {}
    for rule in rules:
        for content in (rule.subject, *(content for content in rule.contents if content in held)):
            of_content.setdefault(content, []).append(rule)
    invalid = _failing(of_content.get(VALID, ()), result)
    invalid = {rule.id: rule for rule in invalid.values() if rule.level == "MUST"}
    is_unread = any(rule.hides for rule in invalid.values()) or not any(
        rule.subject != VALID and result.marks.get(rule.id) in _REACHED for rule in rules
    )
    is_reported = any(result.marks.get(rule.id) == PASS for rule in of_content.get(REPORTED, ()))
    for content, own in of_content.items():
        if result.owed.isdisjoint(rule.id for rule in own):
            continue
        failing = _failing(own, result, content, held)
        reached = any(result.marks.get(rule.id) in _REACHED for rule in own)
        if result.charged:
            yield content, BREAKS, tuple(result.charged)
        elif is_sent and invalid:
            yield content, REFUSED, tuple(invalid)
        elif failing and all(_is_named(result, rule) for rule in failing):
            yield content, SAID, ()
        elif failing:
            is_changed = all(rule.changes for rule in failing.values())
            yield content, CHANGED if is_changed else LOST, tuple(failing)
        elif reached:
            yield content, SAID if content == REPORTED else ARRIVES, ()
        elif invalid and is_unread:
            yield content, LOST, tuple(invalid)
        elif is_reported:
            yield content, SAID, ()


def _failing(
    rules: Collection[Rule], result: CaseResult, content: str | None = None, held: Collection[str] = ()
) -> dict[str, Rule]:
    """Return the rules that fail, by id. content: only those with a failure that is about it."""
    failing = {rule.id: rule for rule in rules if result.marks.get(rule.id) == FAIL}
    return {id_: rule for id_, rule in failing.items() if content is None or _is_about(rule, result, content, held)}


def _is_named(result: CaseResult, rule: str) -> bool:
    """Whether all that a rule objects to is left out and named in a report, which the letter of a document forbids."""
    return {kind for kind, _content in result.kinds.get(rule, ())} == {LEFT_OUT_NAMED}


def _is_about(rule: Rule, result: CaseResult, content: str, held: Collection[str]) -> bool:
    """Whether a rule that fails has a failure about a content: of a kind that names it, or that names no other one."""
    about: set[str] = set()
    for kind, pointed_at in result.kinds.get(rule.id, {("", None)}):
        named = {name for name, kinds in rule.contents.items() if name in held and kind in kinds}
        about |= {pointed_at} if pointed_at in named else named or {rule.subject}
    return content in about


def content_at(value: JSON, at: str) -> str | None:
    """Return the content of the part of an input that a pointer leads to, or into; None where it leads to none.

    at: a JSON pointer into {"input": ...}, or elsewhere.
    """
    first, *rest = steps(at) or [""]
    found = None
    for step in rest if first == "input" else ():
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            break
        found = _content(value) or found
    return found


def contents_in(value: JSON) -> frozenset[str]:
    """Return which of images and files an input has: by the types of its parts, or of their data, at any depth."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if content := _content(item):
            found.add(content)
        if isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return frozenset(found)


def _content(part: JSON) -> str | None:
    """Return which content a part is, by its type or the media type of its data; None for any other value."""
    if not isinstance(part, dict):
        return None
    type_ = part.get("type")
    if isinstance(type_, str):
        return _PARTS.get(type_)
    data = next((part[name] for name in _MEDIA if isinstance(part.get(name), dict)), None)
    if data is None:
        return None
    media = data.get("mimeType", data.get("mime_type"))
    return IMAGES if isinstance(media, str) and media.lower().startswith("image/") else FILES
