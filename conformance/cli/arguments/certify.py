"""The arguments of conformance certify."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_subject, count, name_values, seconds


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="certify")
    parser.description = "Judge a converter by every rule of the operations it offers."
    add_subject(parser)
    parser.add_argument(
        "--in-process", action="store_true", help="run the Python subject inside this process, to debug it"
    )
    parser.add_argument(
        "--command", dest="process", metavar="CMD", help="a subject in any language: a process that speaks the protocol"
    )
    name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the subject's environment")
    parser.add_argument(
        "--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools and add them to the inputs"
    )
    parser.add_argument(
        "--requirements",
        metavar="SET",
        help="what decides: documents, api, field, all, or several with commas",
    )
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument("--rule", action="append", metavar="ID", help="only this rule (repeatable)")
    parser.add_argument(
        "--origin", action="append", choices=("document", "api", "field"), help="only rules of this origin (repeatable)"
    )
    parser.add_argument("--case", action="append", metavar="ID", help="only this case (repeatable)")
    parser.add_argument(
        "--input", metavar="FILE", help="only this input: a JSON file, or a stream's text; needs --contract"
    )
    name_values(parser, "--choice", "NAME=ANSWER", "state which legal answer the subject takes (repeatable)")
    parser.add_argument(
        "--max-examples",
        type=count,
        default=100,
        metavar="N",
        help="generated examples an operation (100; 0: cases only)",
    )
    parser.add_argument("--seed", type=count, metavar="N", help="repeat the examples of a run (random)")
    parser.add_argument(
        "--timeout", type=seconds, default=10.0, metavar="S", help="seconds of silence while requests are out (10)"
    )
    parser.add_argument(
        "--start-timeout",
        type=seconds,
        default=30.0,
        metavar="S",
        help="seconds until the subject describes itself (30)",
    )
    parser.add_argument(
        "--expected-failures", metavar="FILE", help="failures you know of, in TOML: [[failure]] operation, rule, reason"
    )
    parser.add_argument("--report-dir", metavar="DIR", help="where report.json, junit.xml and report.html go (reports)")
    parser.add_argument("--json", metavar="FILE", help="write report.json here instead")
    parser.add_argument("--junit", metavar="FILE", help="write junit.xml here instead")
    parser.add_argument("--quiet", action="store_true", help="print the verdict line only")
