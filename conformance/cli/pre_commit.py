"""The pre-commit hook: check-tools for each of the files that pre-commit hands over in one call."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from conformance.cli import main


def run(words: Sequence[str]) -> int:
    """Check each file; return the highest exit status of all. words: --target API FILE..."""
    parser = argparse.ArgumentParser(prog="check-tools", allow_abbrev=False)
    parser.add_argument("--target", default="openai-responses", metavar="API", help="the API the tools are for")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parsed = parser.parse_args(words)
    return max((main(["check-tools", "--target", parsed.target, file]) for file in parsed.files), default=0)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
