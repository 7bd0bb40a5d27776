"""The arguments of the commands to understand the rules."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_json, add_operations, count


def explain(parser: argparse.ArgumentParser) -> None:
    """Give explain its arguments."""
    parser.description = (
        "Explain rules: what they require, why, their source, their choices, an example. Or one operation: what it "
        "converts, and what it leaves free. Or one disputed point of an API: the evidence, and what settles it."
    )
    parser.add_argument(
        "rule", nargs="+", metavar="RULE", help="a rule id, such as MCP-2, an operation, or a disputed point; several"
    )
    parser.add_argument(
        "--operation", dest="contract", metavar="OPERATION", help="of this operation, where several have the rule"
    )
    parser.add_argument("--contract", dest="contract", help=argparse.SUPPRESS)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="of a rule, all: each reported bug, the sources, the files"
    )
    add_json(parser)
    add_examples(
        parser,
        "conformance explain MCP-2",
        "conformance explain ERR-1 TR-5",
        "conformance explain tool-loop",
        "conformance explain responses-name-65",
    )


def operations(parser: argparse.ArgumentParser) -> None:
    """Give operations its arguments."""
    parser.description = "List the operations, each with what it converts, by the format that they convert from."
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FORMAT",
        help="only those that convert from this format: anthropic, chat, gemini, responses, mcp; or all of chat-stream",
    )
    parser.add_argument("--to", dest="target", metavar="FORMAT", help="only those that convert to this format")
    add_examples(parser, "conformance operations --from anthropic", "conformance operations --from mcp --to chat")


def rules(parser: argparse.ArgumentParser) -> None:
    """Give rules its arguments."""
    parser.description = "List the rules of every operation, or what covers each section of each source document."
    add_operations(parser)
    parser.add_argument("--requirements", metavar="SET", help="only the rules of this set, with its levels")
    add_json(parser)
    parser.add_argument(
        "--traceability",
        action="store_true",
        help="each section of each document, its rules, and how many cases and examples a run emitted for them",
    )
    counted = parser.add_argument_group("the run that --traceability counts")
    counted.add_argument(
        "--report", metavar="FILE", help="--traceability of the run of this report.json (default: of the reference)"
    )
    counted.add_argument("--seed", type=count, metavar="N", help="the seed of the run (0)")
    counted.add_argument("--max-examples", type=count, metavar="N", help="its generated examples an operation (100)")
    add_examples(
        parser,
        "conformance rules --operation tool-loop",
        "conformance rules --traceability",
    )


def subjects(parser: argparse.ArgumentParser) -> None:
    """Give subjects its arguments."""
    parser.description = (
        "List the subjects that have a name: the reference, library adapters, and those of this folder."
    )
    add_examples(parser, "conformance subjects")
