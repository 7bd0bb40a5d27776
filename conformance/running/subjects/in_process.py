"""A subject inside this process: the built-in reference, and any Python object while debugging it."""

from __future__ import annotations

import logging
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from conformance.base.observation import ConversionRequest, Description, Fault, Outcome, Refusal
from conformance.base.values import ABSENT, JSON, is_exclusive, packed, unpacked
from conformance.running.subjects.worker.conformance_worker import (
    OF_A_NAME,
    Diagnostics,
    NotJson,
    Recent,
    error_message,
    finish,
    holders,
)


class InProcessSubject:
    """Calls functions by operation.

    watch: whether the argument and the sharing of objects are observed. clock: measures how long a call takes: the time
    that this process computes, which no other process makes longer.
    anew: makes the functions once more, so that they remember nothing.
    """

    def __init__(
        self,
        functions: Mapping[str, Callable[[JSON], JSON]],
        description: Description,
        *,
        watch: bool = True,
        clock: Callable[[], float] = time.process_time,
        anew: Callable[[], Mapping[str, Callable[[JSON], JSON]]] | None = None,
    ) -> None:
        self._functions = functions
        self._found: dict[str, Callable[[JSON], JSON]] = {}  # those that were asked for: looking one up may import it
        self._description = description
        self._trusted = description.adapter == "reference"  # it makes no cycles, which packing could get lost in
        self._recent = Recent()
        self._careless: set[str] = set()  # operations that changed an argument: they get copies from then on
        self.watches = watch
        self._clock = clock
        self._anew = anew
        self.faults = 0

    def describe(self) -> Description:
        """Return the description it was made with."""
        return self._description

    def close(self) -> None:
        """Nothing to end."""

    def restart(self) -> bool:
        """Call new functions from now on, where they can be made."""
        if self._anew is None:
            return False
        self._functions, self._found, self._recent = self._anew(), {}, Recent()
        return True

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Call the function of each request's operation."""
        diagnostics = Diagnostics()
        for request in requests:
            # For one call: the caller may stop, ask something else in between, or never end the iteration.
            with _collected_by(diagnostics):
                outcome = self._convert(request, diagnostics)
            yield request, outcome

    def _convert(self, request: ConversionRequest, diagnostics: Diagnostics) -> Outcome:
        function = self._found.get(request.operation)
        if function is None:
            if request.operation not in self._functions:
                return Outcome(refusal=Refusal(f"the operation {request.operation!r} is not offered"))
            function = self._found[request.operation] = self._functions[request.operation]
        before, given = request.before, request.input
        if before is not None and request.operation in self._careless:
            given = unpacked(before)
        if diagnostics.entries:
            diagnostics.take()  # of a call that ended the program
        output: JSON = ABSENT
        refusal = None
        started = self._clock()
        try:
            output = function(given)
            if type(output) is not dict and type(output) is not list and hasattr(output, "__await__"):
                output = finish(output)
        except Exception as error:
            refusal = Refusal(error_message(error), type(error).__name__)
        except SystemExit as error:
            self.faults += 1
            return Outcome(fault=Fault("exit", f"the subject called sys.exit({error.code!r})"))
        seconds = self._clock() - started
        messages: tuple[JSON, ...] = tuple(diagnostics.take()) if diagnostics.entries else ()
        if before is None:
            return Outcome(output=output, refusal=refusal, diagnostics=messages, seconds=seconds, proven=False)
        # The unchanged argument is the same object as the input: nothing needs to be compared again.
        input_after = request.input
        after = packed(given) if self._trusted else _packed_tree(given)
        if after != before:
            input_after = unpacked(after) if after is not None else "(no longer JSON)"
        shares = kept = not_json = None
        if output is not ABSENT:
            if sys.getrefcount(output) == OF_A_NAME and is_exclusive(output):
                # Whatever the function kept of it, or took from its argument, would be referenced once more.
                shares = kept = False
            else:
                try:
                    held = set(map(id, holders(output)))
                    shares = not held.isdisjoint(_ids(given))
                    kept = self._recent.holds(output, held)
                except NotJson as problem:
                    output, not_json = ABSENT, str(problem)
        if after != before and given is request.input:
            self._careless.add(request.operation)
            if shares:
                output = _copy(output)  # or it would change back with the argument
            _put_back(given, unpacked(before))
        return Outcome(
            output=output,
            refusal=refusal,
            fault=None,
            not_json=not_json,
            input_after=input_after,
            shares=shares,
            kept=kept,
            diagnostics=messages,
            seconds=seconds,
            proven=False,
        )


@contextmanager
def _collected_by(diagnostics: Diagnostics) -> Iterator[None]:
    """Let one handler take everything that is logged and every warning."""
    logger, show = logging.getLogger(), warnings.showwarning
    handlers = logger.handlers[:]
    logger.handlers[:] = [diagnostics]
    warnings.showwarning = diagnostics.warn
    try:
        yield
    finally:
        logger.handlers[:] = handlers
        warnings.showwarning = show


def _packed_tree(value: JSON) -> bytes | None:
    """`packed` for what may have become a cycle; None for one."""
    try:
        if not is_exclusive(value):
            holders(value)
    except NotJson:
        return None
    return packed(value)


def _ids(value: JSON) -> set[int]:
    try:
        return set(map(id, holders(value)))
    except NotJson:
        return {id(value)}


def _copy(value: JSON) -> JSON:
    data = packed(value)
    return unpacked(data) if data is not None else value


def _put_back(given: JSON, original: JSON) -> None:
    """Restore the contents of a changed argument, because later requests may use it or a part of it.

    Objects and lists that are still in place stay the same objects.
    """
    stack = [(given, original)] if type(given) is type(original) else []
    seen = {id(given)}
    while stack:
        value, wanted = stack.pop()
        was = value if type(value) is dict else dict(enumerate(value))
        restored: dict[JSON, JSON] = {}
        for key, member in wanted.items() if type(wanted) is dict else enumerate(wanted):
            old = was.get(key)
            if type(member) in (dict, list) and type(old) is type(member) and id(old) not in seen:
                seen.add(id(old))
                stack.append((old, member))
                member = old
            restored[key] = member
        if type(value) is dict:
            value.clear()
            value.update(restored)
        else:
            value[:] = restored.values()
