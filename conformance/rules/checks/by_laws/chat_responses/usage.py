"""What an answer cost, and the numbers of it that arrive exactly."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.by_laws.chat_message.fidelity import exact as exact_message
from conformance.rules.checks.by_laws.chat_responses.charges import placed
from conformance.rules.checks.by_laws.chat_responses.view import DETAILS, ChatAnswer, Object
from conformance.rules.checks.exact import NUMBER, Exact, differences, is_close, is_number
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got


def usage_true(view: ChatAnswer) -> Findings:
    """RCR-12: the usage is that of the response, in Chat's names; none is invented."""
    if not view.is_read or view.body is None:
        return None
    held, at = view.body.get("usage"), view.in_output("usage")
    if view.usage is None or not _has_count(view.usage):
        if _has_count(held):
            return (Failure("invented", at, f"the response gives no usage, but the answer has {brief(held)}"),)
        return OK if held is None else None
    if not isinstance(held, dict):  # whether a stream has one, RCS-5 says
        return (Failure("lost", at, f"the usage {brief(view.usage)} is lost"),) if view.stream is None else ()
    return tuple(Failure("usage", at, message) for message in _wrong_counts(view.usage, held))


def _wrong_counts(owed: Object, got: Object) -> Iterator[str]:
    """Yield what is wrong with the counts of a usage. Where a count is zero, it may be left out, but for the sums."""
    total = sum(got[name] for name in ("prompt_tokens", "completion_tokens") if is_number(got.get(name)))
    for name in owed.keys() - DETAILS.values():
        if name == "total_tokens" and _is_close(total, got.get(name)):
            continue  # a sum that a server got wrong
        if not _is_close(owed[name], got.get(name)):
            yield f"{name}: wanted {brief(owed[name])}, {but_got(got.get(name, ABSENT))}"
    for details in DETAILS.values():
        entry, other = (held if isinstance(held := holder.get(details), dict) else {} for holder in (owed, got))
        # A host's own name for a count of the response is not made up.
        for name in [*entry, *(name for name in other if name not in entry and other[name] not in entry.values())]:
            if isinstance(entry.get(name), dict) and not other.get(name):
                continue  # a division of a count, which Chat does not have
            if (entry.get(name) or other.get(name)) and not _agree(entry.get(name), other.get(name)):
                yield f"{details}.{name}: wanted {brief(entry.get(name))}, {but_got(other.get(name, ABSENT))}"


def _agree(value: JSON, other: JSON) -> bool:
    if isinstance(value, dict) and isinstance(other, dict):
        return all(_is_close(value.get(name) or 0, other.get(name) or 0) for name in value | other)
    return _is_close(value, other)


def _is_close(value: JSON, other: JSON) -> bool:
    """Whether two counts are equal but for digits that a language cannot hold, which are the matter of ALL-3."""
    return is_number(value) and is_number(other) and is_close(value, other)


def _has_count(usage: JSON) -> bool:
    if isinstance(usage, dict):
        return any(map(_has_count, usage.values()))
    return is_number(usage) and usage != 0


def exact(view: ChatAnswer) -> Exact | None:
    """Return the texts, the calls and the usage of an answer."""
    found = exact_message(view)
    if found is None:
        return None
    usage = (view.body or {}).get("usage")
    numbers = tuple(
        Failure(
            NUMBER,
            view.in_output("usage", *difference.path),
            f"the number {brief(difference.owed)} became {brief(difference.got)}",
        )
        for difference in (differences(view.usage, usage) if view.usage is not None and isinstance(usage, dict) else ())
        if difference.kind == NUMBER and is_number(difference.got)
    )
    changed = tuple(placed(view, change) for change in found.changes)
    return Exact((found.values, view.usage), (*changed, *numbers), (found.carried, view.usage))
