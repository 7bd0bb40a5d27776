"""conformance demo: a sample with a bug is judged, then the reference, and what comes next is named."""

from __future__ import annotations

import argparse
import os
import shlex

from conformance.base.errors import SpecificationError
from conformance.commands import certify
from conformance.commands.parser import parse
from conformance.commands.sample import to_chat_tool

OPERATION = "mcp-tool-to-chat-tool"
SAMPLE = f"{to_chat_tool.__module__}:{to_chat_tool.__name__}"
FOLDER = os.path.join("reports", "reference")
NEXT = """\
Yours: conformance certify --bind OPERATION=package.module:function
  conformance operations       the conversions
  conformance explain RULE     what a rule requires, with an example
  conformance repeat D1        the sample's defect once more
  reports/report.html          its report"""


def run(parsed: argparse.Namespace) -> int:
    """Judge both; return 0. Raises SpecificationError where the sample's bug is not found, or the reference fails."""
    print("A converter with a bug: a tool's properties keep their defaults.")
    found = _judged(["--bind", f"{OPERATION}={SAMPLE}", "--name", "sample"])
    print("\nThe reference, which has none:")
    certificate = os.path.join(FOLDER, "certificate.json")
    sound = _judged(["reference", "--operation", OPERATION, "--report-dir", FOLDER, "--certificate", certificate])
    if certify.INTERRUPTED in (found, sound):
        return certify.INTERRUPTED
    if (found, sound) != (certify.DOES_NOT, certify.CONFORMS):
        raise SpecificationError("The demonstration does not end as it should.", "")
    print(f"\n{NEXT}")
    return 0


def _judged(words: list[str]) -> int:
    """Run certify with these words, which are shown; return its exit status."""
    print(f"$ conformance certify {shlex.join(words)}\n", flush=True)
    _parser, parsed = parse(["certify", *words, "--no-earlier"])
    return certify.judge(parsed)
