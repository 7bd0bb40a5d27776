"""Runs the command with what only a checkout has: `python -m tests.suite selftest`, `... coverage`."""

from conformance.commands.main import command
from tests.suite.commands import add

if __name__ == "__main__":
    add()
    command()
