"""How a subject conducts itself, whatever it converts: purity, repetition, neighbours, size, wrong input."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON, Absent, equal, levels, loose_numbers, packed, pointer, same
from conformance.rules.checks.findings import (
    LONGEST,
    NOT_OBSERVABLE,
    OK,
    REORDERED,
    Failure,
    Findings,
    around_difference,
    brief,
    in_json,
    input_at,
    output_at,
)
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import no_answer
from conformance.rules.checks.view import View

# The beginnings of messages about failures that the result alone does not show.
INPUT_CHANGED = "the input was changed"
SHARES, KEPT = "the result holds objects of the input", "the result holds objects of an earlier result"
SECOND_CALL = "the second call"
# An input counts as deep from this many levels, as wide from this many members (ALL-6 names 100 and 1,000).
DEEP, WIDE = 50, 500
# A kind of failure: a copy of the subject that converted other inputs before gives another result.
DEPENDS_ON_EARLIER = "depends-on-earlier"
AGAIN_DIFFERS = "again-differs"  # of a second call to the same copy
INPUT_EDITED, IS_SHARED, IS_KEPT = "input-changed", "shares", "kept"
# The kind of both where only the order of an enum, or of another list that is read as a set, differs.
AGAIN_REORDERED = "again-reordered"
_READ_AS_SETS = frozenset({"enum", "required", "type"})
# The kind of a failure that says no more than a failed call, if the input is one that programs send.
TOO_LARGE = "too-large"
LOST = "lost"
LOOKED_AT = 2_000  # values of an input or a result, to find what both hold
LARGE = 1500  # bytes; nothing smaller is either
# A tenfold input may take this many times as long before its time is called far from linear, and below this
# many seconds nobody minds.
FAR_FROM_LINEAR, UNNOTICED = 40, 1.0


class _Objecting(Protocol):
    """A failure, or what is kept of one."""

    @property
    def kind(self) -> str: ...

    @property
    def at(self) -> str: ...


def is_conduct(objecting: _Objecting) -> bool:
    """Whether a failure is about what a call does besides its result: no difference explains that, or is explained."""
    # There is another kind of the first name, about a member of a result.
    return objecting.kind in (IS_SHARED, IS_KEPT) or (
        objecting.kind == INPUT_EDITED and objecting.at.startswith("/input")
    )


def _input_unchanged(view: View) -> Findings:
    after = view.outcome.input_after
    if isinstance(after, Absent):
        return NOT_OBSERVABLE
    given = view.trial.input
    if after is given:
        return OK
    if not view.trial.exact_numbers:
        given, after = loose_numbers(given), loose_numbers(after)
    if equal(after, given):
        return OK
    when = "although the call failed" if view.outcome.refusal else "by the call"
    at, changed = change_of(given, after)
    return (Failure(INPUT_EDITED, at, f"{INPUT_CHANGED} {when}, for example {changed}"),)


def change_of(given: JSON, after: JSON | Absent) -> tuple[str, str]:
    """Return the pointer of the first place where an input is another one now, and what was and is there, in words."""
    path: list[str | int] = []
    before: JSON | Absent = given
    while type(before) is type(after):
        step = _first_step(before, after)
        if step is None:
            break
        path.append(step)
        before, after = _member(before, step), _member(after, step)
    was, now = around_difference(in_json(before), in_json(after), LONGEST)
    was, now = "absent" if before is ABSENT else was, "gone" if after is ABSENT else f"now {now}"
    return input_at(*path), f"{pointer(*path) or '/'} was {was} and is {now}"


def _first_step(value: JSON | Absent, other: JSON | Absent) -> str | int | None:
    """Return the name or position of the first member in which two values of one type differ; None for no member."""
    if isinstance(value, dict) and isinstance(other, dict):
        names: list[str | int] = [*value, *(name for name in other if name not in value)]
    elif isinstance(value, list) and isinstance(other, list):
        names = list(range(max(len(value), len(other))))
    else:
        return None
    return next((name for name in names if not _alike(_member(value, name), _member(other, name))), None)


def _member(value: JSON | Absent, step: str | int) -> JSON | Absent:
    if isinstance(value, dict):
        return value.get(str(step), ABSENT)
    return value[int(step)] if isinstance(value, list) and int(step) < len(value) else ABSENT


def _alike(value: JSON | Absent, other: JSON | Absent) -> bool:
    if isinstance(value, Absent) or isinstance(other, Absent):
        return value is other
    return equal(value, other)


def _again_equal(view: View) -> Findings:
    first, second = view.outcome, view.trial.again
    if second is None or second.fault or first.not_json or second.not_json:
        return None
    if (first.output is ABSENT) != (second.output is ABSENT):
        message = f"{_came_to(second)}; the first {_came_to(first)}"
        return (Failure(kind_of_repetition(view), "/output", f"{second_call(view)} {message}"),)
    if first.output is ABSENT or view.repeats_output:
        return OK
    same_meaning = equal(_with_sorted_sets(first.output), _with_sorted_sets(second.output))
    kind = AGAIN_REORDERED if same_meaning else kind_of_repetition(view)
    return (Failure(kind, "/output", f"{second_call(view)} gave {brief(second.output)}"),)


def _with_sorted_sets(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _sorted_set(member) if key in _READ_AS_SETS else _with_sorted_sets(member)
                for key, member in value.items()}  # fmt: skip
    return [_with_sorted_sets(entry) for entry in value] if isinstance(value, list) else value


def _sorted_set(value: JSON) -> JSON:
    return (
        sorted(value, key=lambda entry: packed(entry) or b"") if isinstance(value, list) else _with_sorted_sets(value)
    )


def kind_of_repetition(view: View) -> str:
    """Return the kind of a failure of the second call."""
    return DEPENDS_ON_EARLIER if view.trial.restarted else AGAIN_DIFFERS


def second_call(view: View) -> str:
    """Name the second call in a message."""
    return "in another order, a new copy of the subject" if view.trial.restarted else SECOND_CALL


def _came_to(outcome: Outcome) -> str:
    if outcome.refusal:
        return f"failed: {outcome.refusal.message}"
    return "gave no JSON" if outcome.not_json else "returned"


def pure(view: View) -> Findings:
    """The input is unchanged, also when the call fails; two calls give equal results."""
    return _worst(_input_unchanged(view), _again_equal(view))


def input_kept(view: View) -> Findings:
    """The input stays as it was, also when the call fails."""
    return _input_unchanged(view)


def deep_copy(view: View) -> Findings:
    """The input is unchanged, and editing the result changes neither it nor a later result."""
    findings = _worst(_input_unchanged(view), _again_equal(view))
    if not view.answered or not view.is_all_usable:
        return findings
    return _worst(findings, _shares_nothing(view))


def _shares_nothing(view: View) -> Findings:
    failures = []
    if view.outcome.shares:
        after = view.outcome.input_after
        where = _place_shared(view.outcome.output, view.trial.input if isinstance(after, Absent) else after)
        at = "/output" if where is None else f"/output{where[0]}"
        named = (
            "" if where is None else f" (most likely in {where[0] or '/'}, which equals {where[1] or '/'} of the input)"
        )
        failures.append(Failure(IS_SHARED, at, f"{SHARES}{named}: editing one changes the other"))
    again = view.trial.again
    if (again is not None and again.kept) or view.outcome.kept:
        failures.append(Failure(IS_KEPT, "/output", f"{KEPT}: editing one changes the other"))
    if not failures and (view.outcome.shares is None or view.outcome.kept is None):
        return NOT_OBSERVABLE
    return tuple(failures)


def _place_shared(output: JSON, given: JSON) -> tuple[str, str] | None:
    """Return the pointers of the first object of a result that equals one of the input; None where there is none.

    A subject says only that something is shared. What is shared is equal, or a part of what is.
    """
    texts: dict[bytes, str] = {}
    for at, value in _containers(given):
        if (text := packed(value)) is not None:
            texts.setdefault(text, at)
    found = ((at, texts.get(packed(value) or b"")) for at, value in _containers(output))
    return next(((at, equal_at) for at, equal_at in found if equal_at is not None), None)


def _containers(value: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield the objects and lists of a value that hold something, with their pointers, the outer ones first."""
    waiting: deque[tuple[str, JSON]] = deque([("", value)])
    for _number in range(LOOKED_AT):
        if not waiting:
            return
        at, container = waiting.popleft()
        if isinstance(container, dict | list) and container:
            yield at, container
            members: Iterable[tuple[str | int, JSON]] = (
                container.items() if isinstance(container, dict) else enumerate(container)
            )
            waiting.extend((f"{at}{pointer(name)}", member) for name, member in members)


def results_apart(view: View) -> Findings:
    """ALL-9: the result holds no object of an earlier result. What a malformed input brings along is not looked at."""
    if not view.answered or view.unfit or not view.is_all_usable or view.has_wrong_part:
        return None
    again = view.trial.again
    kept = [outcome.kept for outcome in (view.outcome, again) if outcome is not None]
    if all(flag is None for flag in kept):
        return NOT_OBSERVABLE
    message = f"{KEPT}: editing one changes the other"
    return (Failure("kept", "/output", message),) if any(kept) else OK


def _worst(*findings: Findings) -> Findings:
    if findings == (OK, OK):
        return OK  # nearly always
    failures = tuple(failure for finding in findings if isinstance(finding, tuple) for failure in finding)
    if failures:
        return failures
    if any(finding is NOT_OBSERVABLE for finding in findings):
        return NOT_OBSERVABLE
    return OK if any(finding is not None for finding in findings) else None


def same_again(view: View) -> Findings:
    """The same input gives the same result, also after other inputs."""
    return _again_equal(view)


def order_kept(view: ToolsView) -> Findings:
    """What survives keeps its order."""
    alignment = view.alignment
    if alignment is None or len(alignment.pairs) < 2:
        return None
    if alignment.in_order:
        return OK
    positions = [position for _entry, position in alignment.pairs]
    return (Failure(REORDERED, "/output", f"in the order of the input the tools are at {positions}"),)


def neighbours_do_not_matter(view: ToolsView) -> Findings:
    """A tool's result does not depend on its neighbours: the list gives what its entries give alone."""
    alone = view.trial.alone
    if alone is None or view.entries is None or len(view.entries) < 2:
        return None
    if any(outcome.fault for outcome in alone):
        return None
    if any(outcome.output is ABSENT for outcome in alone):
        return None  # an entry that raises alone ends the whole call
    if view.outcome.refusal:
        return (
            Failure(
                "fails-together",
                "/input",
                f"each entry converts alone, together they fail: {view.outcome.refusal.message}",
            ),
        )
    if view.outputs is None or any(not isinstance(outcome.output, list) for outcome in alone):
        return None
    separate = [tool for outcome in alone for tool in outcome.output]
    together = view.outcome.output
    if equal(separate, together):
        return OK
    if view.alignment is not None and _same_members(separate, together):
        return OK  # only their order differs: that is the rule of order
    for index, (element, other) in enumerate(zip(separate, together, strict=False)):
        if not equal(element, other):
            return (Failure("differs-alone", output_at(index), f"alone this entry gives {brief(element)}"),)
    return (
        Failure("differs-alone", "/output", f"alone the entries give {len(separate)} tools, together {len(together)}"),
    )


def _same_members(values: list[JSON], other: list[JSON]) -> bool:
    left = list(other)
    for member in values:
        position = next((index for index, candidate in enumerate(left) if same(member, candidate)), None)
        if position is None:
            return False
        del left[position]
    return not left


def result_is_json(view: View) -> Findings:
    """The result is JSON."""
    if view.outcome.not_json:
        return (Failure("not-json", "/output", view.outcome.not_json),)
    return OK if view.answered else None


def converts(view: View) -> Findings:
    """CONV-1: an input that must convert does. The engine overrules it by what a case expects, and by the standing."""
    if view.answered:
        return OK
    failure = no_answer(view.trial) if view.must_convert else None
    return (failure._replace(at=view.failed_at),) if failure else None


def deep_and_wide(view: View) -> Findings:
    """Deep and wide inputs convert, in time about linear to their size."""
    given = view.trial.input
    if view.unfit or not _may_be_large(given) or len(packed(given) or b"") < LARGE or not _is_large(given):
        return None
    outcome = view.outcome
    if outcome.refusal and view.may_fail:
        return None  # it may have failed on a part that is broken, however much there is
    if outcome.refusal or outcome.not_json:
        message = outcome.refusal.message if outcome.refusal else outcome.not_json
        return (Failure(TOO_LARGE, "/input", f"a large input does not convert: {message}"),)
    if view.incomplete:
        return (Failure(LOST, "/output", view.lost_of_large),)
    smaller, again = view.trial.smaller, view.trial.again
    # The quicker of two calls: a machine that was busy elsewhere slows one of them, a slow converter both.
    seconds = outcome.seconds if again is None else min(outcome.seconds, again.seconds)
    if smaller is not None and seconds > UNNOTICED and seconds > FAR_FROM_LINEAR * smaller.seconds:
        times = f" {seconds / smaller.seconds:.0f} times" if smaller.seconds else " endlessly"
        return (Failure("not-linear", "/input", f"ten times the input takes{times} as long ({seconds:.1f} s)"),)
    return OK


def _may_be_large(value: JSON) -> bool:
    """Whether a value is deep, or one of its levels holds as much as a wide member."""
    return any(depth == DEEP or len(level) >= WIDE for depth, level in enumerate(levels(value)))


def _is_large(value: JSON) -> bool:
    for depth, level in enumerate(levels(value)):
        if depth == DEEP or any(isinstance(member, dict | list) and len(member) >= WIDE for member in level):
            return True
    return False


def wrong_shape(view: View) -> Findings:
    """Input of the wrong shape gives the operation's own error or a filtered result."""
    if not view.has_wrong_part:
        return None
    if view.outcome.not_json and view.unfit:
        return (Failure("not-json", "/output", view.outcome.not_json),)
    made_up = view.made_up()
    return (Failure("made-up", "/output", made_up),) if made_up else OK
