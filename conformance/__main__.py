"""`python -m conformance` is the command `conformance`."""

from conformance.cli import command

if __name__ == "__main__":
    command()
