"""A subject inside this process: the built-in reference, and any Python object while debugging it."""

from __future__ import annotations

import logging
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping

from conformance.observation import Description, Outcome, Refusal, Request
from conformance.values import ABSENT, JSON, containers, is_exclusive, packed, unpacked

_NOTHING: set[int] = set()


class _Diagnostics(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.entries: list[JSON] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.entries.append({"level": record.levelname.lower(), "message": record.getMessage()})


class InProcessSubject:
    """Calls functions by operation. watch: whether the argument and the sharing of objects are observed."""

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
        self.watches = watch
        self._earlier: JSON = None  # kept alive, so that the ids of its objects stay its own
        self._earlier_containers: set[int] = _NOTHING

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
        output: JSON = ABSENT
        refusal = None
        started = time.perf_counter()
        try:
            output = function(request.input)
            if type(output) is not dict and type(output) is not list and hasattr(output, "__await__"):
                import asyncio

                output = asyncio.run(output)
        except Exception as error:
            refusal = Refusal(str(error) or type(error).__name__, type(error).__name__)
        seconds = time.perf_counter() - started
        diagnostics: tuple[JSON, ...] = ()
        if handler.entries:
            diagnostics = tuple(handler.entries)
            handler.entries.clear()
        before = request.before
        if before is None:
            return Outcome(output, refusal, diagnostics=diagnostics, seconds=seconds, proven=False)
        # The unchanged argument is told as the very object that was asked: nothing needs to be compared again.
        input_after = request.input
        if packed(input_after) != before:
            input_after = _put_back(request.input, before)
        shares = kept = None
        if output is not ABSENT:
            # Two references: the name `output` and getrefcount's own argument.
            if sys.getrefcount(output) == 2 and is_exclusive(output):
                shares = kept = False
                self._earlier, self._earlier_containers = None, _NOTHING
            else:
                held = containers(output)
                shares = not held.isdisjoint(containers(request.input))
                kept = not held.isdisjoint(self._earlier_containers)
                self._earlier, self._earlier_containers = output, held
        return Outcome(output, refusal, None, None, input_after, shares, kept, diagnostics, seconds, False)


def _warner(handler: _Diagnostics) -> Callable[..., None]:
    def show(message: Warning | str, category: type[Warning], *_args: object, **_more: object) -> None:
        handler.entries.append({"level": "warning", "message": f"{category.__name__}: {message}"})

    return show


def _put_back(given: JSON, data: bytes) -> JSON:
    """Give a changed argument its contents back, for whoever asks with it next; return what it had become."""
    changed = packed(given)
    became = unpacked(changed) if changed is not None else "(no longer JSON)"
    original = unpacked(data)
    if isinstance(given, dict):
        given.clear()
        given.update(original)
    elif isinstance(given, list):
        given[:] = original
    return became
