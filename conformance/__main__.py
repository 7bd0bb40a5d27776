"""`python -m conformance` is the command `conformance`, and the command begins here."""

import sys

INTERRUPTED = 130


def command() -> None:
    """Be the command. An interrupt while modules are imported ends it as any later one does, without a traceback."""
    try:
        from conformance.commands.main import command as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("conformance: interrupted; no report was written\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    command()
