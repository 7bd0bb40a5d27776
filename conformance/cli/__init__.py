"""The command `conformance`: one module for each subcommand, imported when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130
OUR_FAULT = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status. A user's mistake is one line on standard error."""
    from conformance.cli.parser import build_parser

    parser = build_parser()
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.print_help()
        return 0
    from importlib import import_module

    from conformance.errors import ConformanceError

    try:
        _interrupt_on_terminate()
        status = import_module(f"conformance.cli.{parsed.module}").run(parsed)
        sys.stdout.flush()
        return int(status)
    except ConformanceError as error:
        return _say(error)
    except KeyboardInterrupt:
        print("conformance: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us went away; there is nobody left to tell.
        sys.stderr.close()
        return 0
    except Exception as error:
        return _our_bug(error)


def _say(error: Exception) -> int:
    from conformance.errors import ConformanceError, SpecificationError
    from conformance.reports.plain import clean

    assert isinstance(error, ConformanceError)
    line = " ".join(clean(str(error)).split())
    log = getattr(error, "log", ())
    if log:
        line += f" Its log ends: {clean(log[-1])[:300]}"
    if isinstance(error, SpecificationError):
        line += " This is the suite's own fault; please report it."
    print(f"conformance: {line}", file=sys.stderr)
    return error.status


def _our_bug(error: Exception) -> int:
    import os
    import traceback

    if os.environ.get("CONFORMANCE_DEBUG"):
        traceback.print_exc()
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    print(
        f"conformance: a bug of conformance itself ({type(error).__name__} at {where}: {error}). "
        "Please report it with the command you ran; CONFORMANCE_DEBUG=1 shows the traceback.",
        file=sys.stderr,
    )
    return OUR_FAULT


def _interrupt_on_terminate() -> None:
    """Treat SIGTERM like Ctrl-C: what is known is written, children are ended."""
    import signal

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    try:
        signal.signal(signal.SIGTERM, interrupt)
    except ValueError:
        pass  # not the main thread: whoever called us handles signals
