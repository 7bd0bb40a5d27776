"""A subject inside this process: the built-in reference, and any Python object while debugging it."""

from __future__ import annotations

import inspect
import logging
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping

from conformance.observation import Description, Outcome, Refusal, Request
from conformance.values import ABSENT, JSON, is_json, packed, unpacked


class _Diagnostics(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.entries: list[JSON] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.entries.append({"level": record.levelname.lower(), "message": record.getMessage()})


class InProcessSubject:
    """Calls functions by operation. `watch` is whether the argument and the sharing of objects are observed."""

    faults = 0

    def __init__(
        self,
        functions: Mapping[str, Callable[[JSON], JSON]],
        description: Description,
        *,
        watch: bool = True,
    ) -> None:
        self._functions = functions
        self._description = description
        self._watch = watch
        self._earlier: JSON = None

    def describe(self) -> Description:
        """Return the description it was made with."""
        return self._description

    def close(self) -> None:
        """Nothing to end."""

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Call the function of each request's operation."""
        handler = _Diagnostics()
        logger = logging.getLogger()
        propagated = logger.handlers[:]
        logger.handlers[:] = [handler]
        show, warnings.showwarning = warnings.showwarning, _warner(handler)
        try:
            for request in requests:
                yield request, self._convert(request, handler)
        finally:
            logger.handlers[:] = propagated
            warnings.showwarning = show

    def _convert(self, request: Request, handler: _Diagnostics) -> Outcome:
        function = self._functions[request.operation]
        given, before = request.input, None
        if self._watch:
            # A copy: what is asked is asked again, and must not be what an earlier call made of it.
            before = packed(given)
            given = unpacked(before) if before is not None else given
        started = time.perf_counter()
        output: JSON = ABSENT
        refusal = not_json = None
        try:
            output = function(given)
            if inspect.iscoroutine(output):
                import asyncio

                output = asyncio.run(output)
        except Exception as error:
            refusal = Refusal(str(error) or type(error).__name__, type(error).__name__)
        seconds = time.perf_counter() - started
        diagnostics: tuple[JSON, ...] = ()
        if handler.entries:
            diagnostics = tuple(handler.entries)
            handler.entries.clear()
        if not self._watch:
            return Outcome(output, refusal, diagnostics=diagnostics, seconds=seconds)
        if refusal is None:
            not_json = is_json(output)
            if not_json:
                output = ABSENT
        # The unchanged argument is told as the very object that was asked: nothing needs to be compared again.
        input_after = request.input if packed(given) == before else given
        shares = kept = None
        if output is not ABSENT:
            held = _containers(output)
            shares = not held.isdisjoint(_containers(given))
            kept = not held.isdisjoint(_containers(self._earlier))
            self._earlier = output
        return Outcome(output, refusal, None, not_json, input_after, shares, kept, diagnostics, seconds)


def _warner(handler: _Diagnostics) -> Callable[..., None]:
    def show(message: Warning | str, category: type[Warning], *_args: object, **_more: object) -> None:
        handler.entries.append({"level": "warning", "message": f"{category.__name__}: {message}"})

    return show


def _containers(value: JSON) -> set[int]:
    found = set()
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is dict:
            found.add(id(item))
            stack.extend([member for member in item.values() if type(member) is dict or type(member) is list])
        elif kind is list:
            found.add(id(item))
            stack.extend([member for member in item if type(member) is dict or type(member) is list])
    return found
