"""The arguments of conformance certify."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import (
    add_environment,
    add_patience,
    add_subject,
    add_ways,
    count,
    jobs,
    memory,
    name_values,
    port,
    seconds,
)

GATEWAY_PORT = 8329


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="certify")
    parser.description = (
        "Judge a converter by every rule of the operations it offers. Without any argument: the built-in reference."
    )
    add_subject(parser)
    add_ways(parser)
    parser.add_argument(
        "--wire", metavar="CMD", help="an SDK or agent framework: a driver command, judged by what it sends to an API"
    )
    parser.add_argument(
        "--gateway",
        metavar="URL",
        help="a running proxy between the Responses and the Chat API, judged from both sides",
    )
    parser.add_argument(
        "--gateway-port",
        type=port,
        default=GATEWAY_PORT,
        metavar="N",
        help=f"the port of the API that the proxy is configured to ask, http://127.0.0.1:N/v1 ({GATEWAY_PORT})",
    )
    parser.add_argument(
        "--gateway-api", choices=("responses", "chat"), help="the API that the proxy offers (found by asking it)"
    )
    add_environment(parser)
    parser.add_argument(
        "--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools and add them to the inputs"
    )
    parser.add_argument(
        "--cassettes", metavar="DIR", help="add the inputs that recorded traffic in this folder gives (VCR cassettes)"
    )
    parser.add_argument(
        "--requirements",
        metavar="SET",
        help="what decides: documents, api, field, all, a frozen one (all-2026-11), or several with commas",
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
        metavar="N",
        help="generated examples an operation (100, with --wire 10; 0: cases only)",
    )
    parser.add_argument("--seed", type=count, metavar="N", help="repeat the examples of a run (random)")
    add_patience(parser)
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=1800.0,
        metavar="S",
        help="seconds after which nothing more is asked; the run is incomplete then (1800)",
    )
    parser.add_argument(
        "--memory-limit",
        type=memory,
        default=memory("4G"),
        metavar="SIZE",
        help="memory that the subject's processes may hold together (4G; 0: no limit)",
    )
    parser.add_argument(
        "--jobs",
        type=jobs,
        default=1,
        metavar="N",
        help="processes, each with a subject of its own and some operations (1); they never change a verdict",
    )
    parser.add_argument(
        "--expected-failures", metavar="FILE", help="failures you know of, in TOML: [[failure]] operation, rule, reason"
    )
    parser.add_argument(
        "--baseline",
        metavar="REPORT.json",
        help="compare with an earlier report, as conformance diff does; a regression is status 1, and so is what does "
        "not conform, new or not",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write a certificate of the run (an in-toto Statement), see verify"
    )
    parser.add_argument("--sign-key", metavar="FILE", help="sign the certificate with this Ed25519 key (PEM)")
    parser.add_argument("--report-dir", metavar="DIR", help="where report.json, junit.xml and report.html go (reports)")
    parser.add_argument("--json", metavar="FILE", help="write report.json here instead")
    parser.add_argument("--junit", metavar="FILE", help="write junit.xml here instead")
    parser.add_argument("--markdown", metavar="FILE", help="write the report as Markdown too, for a comment")
    parser.add_argument("--sarif", metavar="FILE", help="write the report as SARIF 2.1.0 too, for code scanning")
    parser.add_argument(
        "--github", action="store_true", help="in a job of GitHub Actions: print annotations, and add to its summary"
    )
    parser.add_argument("--quiet", action="store_true", help="print the verdict line only")
