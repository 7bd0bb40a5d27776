"""What is around the message of a Chat answer: how it ended, what it cost, and what identifies it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from conformance.checks.chat_responses.view import DETAILS, FAILED, SHARED, ChatAnswer
from conformance.checks.exact import is_close, is_number
from conformance.checks.findings import OK, Failure, Findings, brief
from conformance.checks.tool_calls.rules import names_failure
from conformance.values import ABSENT, JSON, same


def finish_reason(view: ChatAnswer) -> Findings:
    """RCR-8: finish_reason says how the response ended: stop only for one that was completed without a call."""
    if not view.answered or view.unfit or view.is_cut or not isinstance(view.message, dict):
        return None
    got = view.choice.get("finish_reason", ABSENT)
    legal = view.owed_finish()
    at = view.in_output("choices", 0, "finish_reason")
    if not legal:
        # An answer that says nothing of its failure is the matter of RCR-7.
        if got != "stop" or (view.ending == FAILED and not _names(view)):
            return OK
        return (Failure("stop", at, f"the response is {view.response.get('status')}, but finish_reason is stop"),)
    # A call that was lost is the matter of other rules.
    if got in legal or (got == "tool_calls" and view.said.both.owed_calls and legal[0] != "length"):
        return OK
    wanted = " or ".join(legal)
    return (Failure("finish", at, f"finish_reason: wanted {wanted}, got {brief(got)}"),)


def failure_named(view: ChatAnswer) -> Findings:
    """RCR-7: a response that failed gives an error, or an answer that names it, as failed-response says."""
    if view.unfit or view.ending != FAILED:
        return None
    legal = view.failing_as
    if view.outcome.refusal:
        if "raise" in legal:
            return OK
        return (Failure("raised", "/input", "a failure that is to be reported raised an error"),)
    if not view.answered:
        return None
    if "report" not in legal:
        return (Failure("not-raised", "/output", "a failure that is to raise an error gave a result"),)
    if _names(view):
        return OK
    error = brief(view.response.get("error"))
    message = f"the response failed ({error}), and the answer does not say so"
    return (Failure("unnamed", view.missing_at("error"), message),)


def _names(view: ChatAnswer) -> bool:
    """Whether what came of a response says that it failed."""
    entries = view.output if isinstance(view.output, list) else [view.output]
    error = view.response.get("error")
    return any(isinstance(entry, dict) and names_failure(entry, error) for entry in entries)


def usage_true(view: ChatAnswer) -> Findings:
    """RCR-12: the usage is that of the response, in Chat's names; none is invented."""
    if not view.is_read or view.body is None:
        return None
    held = view.body.get("usage")
    at = view.in_output("usage")
    if view.usage is None or not _has_count(view.usage):
        if _has_count(held):
            return (Failure("invented", at, f"the response gives no usage, but the answer has {brief(held)}"),)
        return OK if held is None else None
    if not isinstance(held, dict):
        return () if view.may_lack_usage else (Failure("lost", at, f"the usage {brief(view.usage)} is lost"),)
    return tuple(Failure("usage", at, message) for message in _wrong_counts(view.usage, held))


def _wrong_counts(owed: dict[str, JSON], got: dict[str, JSON]) -> Iterator[str]:
    """Yield what is wrong with the counts of a usage. Where a count is zero, it may be left out, but for the sums."""
    total = sum(got[name] for name in ("prompt_tokens", "completion_tokens") if is_number(got.get(name)))
    for name in owed.keys() - DETAILS.values():
        if name == "total_tokens" and _is_close(total, got.get(name)):
            continue  # a sum that a server got wrong
        if not _is_close(owed[name], got.get(name)):
            yield f"{name}: wanted {brief(owed[name])}, got {brief(got.get(name))}"
    for details in DETAILS.values():
        one, other = (_object(holder.get(details)) for holder in (owed, got))
        # A host's own name for a count of the response is not made up.
        for name in [*one, *(name for name in other if name not in one and other[name] not in one.values())]:
            if isinstance(one.get(name), dict) and not other.get(name):
                continue  # a division of a count, which Chat does not have
            if (one.get(name) or other.get(name)) and not _agree(one.get(name), other.get(name)):
                yield f"{details}.{name}: wanted {brief(one.get(name))}, got {brief(other.get(name))}"


def _object(value: JSON) -> dict[str, JSON]:
    return value if isinstance(value, dict) else {}


def _agree(one: JSON, other: JSON) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_is_close(one.get(name) or 0, other.get(name) or 0) for name in one | other)
    return _is_close(one, other)


def _is_close(one: JSON, other: JSON) -> bool:
    """Whether two counts are equal but for digits that a language cannot hold, which are the matter of ALL-3."""
    return is_number(one) and is_number(other) and is_close(one, other)


def _has_count(usage: JSON) -> bool:
    if isinstance(usage, dict):
        return any(map(_has_count, usage.values()))
    return is_number(usage) and usage != 0


def identity(view: ChatAnswer) -> Findings:
    """RCR-13: the answer is a chat.completion with an id, and has the response's model."""
    if not view.is_begun or view.body is None:
        return None
    found = []
    id_, model = view.body.get("id"), view.response.get("model")
    if view.response.get("id") and not (isinstance(id_, str) and id_):
        found.append(Failure("id", view.in_output("id"), f"id: wanted a text, got {brief(id_)}"))
    if isinstance(model, str) and view.body.get("model") != model:
        message = f"model: wanted {brief(model)}, got {brief(view.body.get('model'))}"
        found.append(Failure("model", view.in_output("model"), message))
    return tuple(found)


def created(view: ChatAnswer) -> Findings:
    """RCR-13a: created is when the response was created, in whole seconds."""
    given: float = view.response.get("created_at", math.nan)
    if not view.is_begun or view.body is None or not is_number(given) or math.isnan(given):
        return None
    got = view.body.get("created")
    if is_number(got) and got in (math.floor(given), round(given)):
        return OK
    return (Failure("created", view.in_output("created"), f"created: wanted {math.floor(given)}, got {brief(got)}"),)


def shared_members(view: ChatAnswer) -> Findings:
    """RCR-14: service_tier and metadata of the answer are the response's."""
    if not view.is_read or view.body is None:
        return None
    found = []
    for key in SHARED:
        got, owed = view.body.get(key), view.response.get(key)
        if got is not None and not same(got, owed) and not (got == {} and owed is None):
            message = f"{key}: wanted {brief(owed)}, got {brief(got)}"
            found.append(Failure(key, view.in_output(key), message))
    return tuple(found)
