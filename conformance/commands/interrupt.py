"""Ctrl-C, SIGTERM and SIGHUP end a run early; what it found by then is still written."""

from __future__ import annotations

import signal

# A subject inside this process may swallow the first signal; after this many the run ends without reports.
INSISTS = 5

_seen = 0
_held = False


def catch_signals() -> None:
    """Turn each of the signals into one KeyboardInterrupt. A signal that the parent process ignores stays ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        try:
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _interrupt)
        except ValueError:
            return  # not the main thread: the caller handles signals


def hold_interrupts() -> None:
    """Let no signal end what follows: everything was asked, and what was found is being written."""
    global _held
    _held = True


def release() -> None:
    """Let the next signal end what follows, as the first one does."""
    global _held, _seen
    _held, _seen = False, 0


def was_seen() -> bool:
    """Whether a signal came since it was last released."""
    return _seen > 0


def _interrupt(_number: int, _frame: object) -> None:
    # Only the first one raises: a second must not break off the writing that the first one began.
    global _seen
    _seen += 1
    if (_seen == 1 and not _held) or _seen >= INSISTS:
        raise KeyboardInterrupt
