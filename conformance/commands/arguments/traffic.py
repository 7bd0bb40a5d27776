"""The arguments of the commands to work with APIs and traffic."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import (
    add_examples,
    add_limits_group,
    add_live,
    add_model,
    add_operations,
    add_profile,
    add_requirements,
    add_served_hosts,
    add_subject_group,
    count,
    port,
    seconds,
)

APIS = ("chat", "responses", "anthropic", "gemini")
MOST_TOKENS = 256


def scan(parser: argparse.ArgumentParser) -> None:
    """Give scan its arguments."""
    parser.description = (
        "Ask a server what clients ask it, and report by capability what works, what is wrong, what it does not offer "
        "and what the model did not show; and which clients have what they need. Exit status: 0 nothing is wrong (with "
        "--for: each client has what it needs), 1 something is, 2 the scan could not be made."
    )
    parser.add_argument("address", nargs="?", metavar="URL", help="the server, such as http://127.0.0.1:8000/v1")
    asked = parser.add_argument_group("what is asked")
    asked.add_argument(
        "--api", action="append", choices=APIS, help="only this API (repeatable; default: all that are found there)"
    )
    add_model(asked, "the model that answers (default: the first that a server on this machine lists)")
    asked.add_argument("--capability", action="append", metavar="NAME", help="only this capability (repeatable)")
    asked.add_argument(
        "--for", dest="clients", action="append", metavar="CLIENT", help="what this client needs and uses (repeatable)"
    )
    asked.add_argument("--list", action="store_true", help="list the capabilities and the clients, and end")
    sent = parser.add_argument_group("what is sent")
    sent.add_argument(
        "--key-env", metavar="VARIABLE", help="the variable that has the key (default: none, sent as 'none')"
    )
    sent.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a further header; env:VARIABLE as the value takes that variable's. No report has the value (repeatable)",
    )
    sent.add_argument(
        "--max-requests", type=count, metavar="N", help="send nothing if the scan would send more requests than this"
    )
    sent.add_argument(
        "--max-tokens", type=count, default=MOST_TOKENS, metavar="N", help=f"tokens of an answer ({MOST_TOKENS})"
    )
    sent.add_argument("--timeout", type=seconds, default=120.0, metavar="S", help="seconds of silence (120)")
    sent.add_argument("--dry-run", action="store_true", help="list the requests that would be sent, and end")
    sent.add_argument("--yes", action="store_true", help="send them to a server that is not on this machine")
    reports = parser.add_argument_group("reports")
    reports.add_argument(
        "--json", metavar="FILE", help="write it as data (specs/scan.schema.json); -: on standard output, alone"
    )
    reports.add_argument("--markdown", metavar="FILE", help="write it as Markdown; -: on standard output, alone")
    reports.add_argument("--record", metavar="DIR", help="keep the traffic as VCR cassettes, without keys, for replay")
    reports.add_argument("-v", "--verbose", action="store_true", help="say in full why something is not offered")
    add_examples(
        parser,
        "conformance scan http://127.0.0.1:8000/v1",
        "conformance scan http://127.0.0.1:11434 --for codex --for claude-code",
        "conformance scan https://llm.example/v1 --api chat --model NAME --key-env LLM_KEY --dry-run",
    )


def serve(parser: argparse.ArgumentParser) -> None:
    """Give serve its arguments."""
    parser.description = (
        "Serve a subject (default: the reference) by the protocol, version 1, over HTTP, or with --stdio over standard "
        "input and output. Ctrl-C ends it."
    )
    add_subject_group(parser, url=False)
    served = parser.add_argument_group("where it is served")
    served.add_argument("--stdio", action="store_true", help="over standard input and output: a Python subject only")
    served.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1: this machine only)")
    served.add_argument("--port", type=port, metavar="N", help="0 for any that is free (8000)")
    add_served_hosts(served)
    add_limits_group(parser, silence="that a conversion may take")
    add_examples(
        parser, "conformance serve package.module:object --port 8000", "conformance serve package.module:object --stdio"
    )


def emulate(parser: argparse.ArgumentParser) -> None:
    """Give emulate its arguments."""
    parser.description = (
        "Serve a local API: POST /v1/chat/completions, /v1/responses and /v1/messages, in JSON and as server-sent "
        "events. It accepts and refuses requests as the real API does, and answers by a script. Any key will do; each "
        "key has a conversation of its own. Ctrl-C ends it."
    )
    parser.add_argument(
        "--script", metavar="NAME|FILE", help="what it answers (default: one-call); FILE in YAML or JSON"
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="NAME",
        help="answer as a model of this name would, instead of by a script: it calls the tools that are forced or "
        "named, and keeps to schemas and limits (repeatable)",
    )
    parser.add_argument("--key", metavar="KEY", help="the only key that is taken (default: any)")
    parser.add_argument("--scripts", action="store_true", help="list the scripts that have a name, and end")
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=port, default=0, metavar="N", help="0 for any that is free (the default)")
    add_served_hosts(parser)
    add_profile(parser, "whose API it is", "--api-host")
    parser.add_argument(
        "--capture", metavar="FILE", help="write each request and its answer to FILE, a line of JSON each"
    )
    add_examples(
        parser,
        "conformance emulate --port 8080",
        "conformance emulate --script loop.yaml --capture requests.jsonl",
    )


def gateway(parser: argparse.ArgumentParser) -> None:
    """Give gateway its arguments."""
    parser.description = (
        "Serve one API by another: convert each request by the reference converters, ask the backend, convert its "
        "answer back, streams as they come. Keys are passed on in the backend's header, and kept nowhere. What the "
        "other API has no place for is named on standard error, once, and in the header x-conformance-reports of the "
        "answer (a JSON list; of a stream what the request lost). Errors have the client's form; tokens are not "
        "counted. With the same API on both sides nothing is converted. Ctrl-C ends it."
    )
    apis = ("chat", "responses", "anthropic", "gemini")
    parser.add_argument("--from", dest="client", required=True, choices=apis, help="the API that clients ask by")
    parser.add_argument("--to", dest="asked", required=True, choices=apis, help="the API of the backend")
    parser.add_argument(
        "--backend", required=True, metavar="URL", help="the backend, such as https://api.openai.com/v1"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=port, metavar="N", help="0 for any that is free (4000)")
    add_served_hosts(parser)
    add_model(parser, "the model that the backend is asked for (default: the client's)")
    parser.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a header for the backend, such as its key; env:VARIABLE as the value takes that variable's (repeatable)",
    )
    parser.add_argument(
        "--timeout", type=seconds, default=600.0, metavar="S", help="seconds that the backend may say nothing (600)"
    )
    add_examples(
        parser,
        "conformance gateway --from anthropic --to chat --backend http://127.0.0.1:11434/v1 --model llama3",
        "conformance gateway --from chat --to gemini --backend https://generativelanguage.googleapis.com",
    )


def record(parser: argparse.ArgumentParser) -> None:
    """Give record its arguments."""
    parser.description = (
        "Lead whole conversations with tools through a converter (its requests sent, the answers read, the results "
        "sent on) and record them as VCR cassettes. The API is a local one, unless --live is given."
    )
    add_subject_group(parser, in_process=True, choices=True)
    add_limits_group(parser)
    recorded = parser.add_argument_group("what is recorded")
    recorded.add_argument("--out", metavar="DIR", default="recordings", help="where the cassettes go (recordings)")
    recorded.add_argument("--scenario", action="append", metavar="NAME", help="only this conversation (repeatable)")
    recorded.add_argument(
        "--disputed",
        action="append",
        metavar="ID",
        help="instead of conversations: the request that settles this disputed point of an API; all for each "
        "(repeatable)",
    )
    add_live(recorded)
    add_examples(
        parser,
        "conformance record package.module:object",
        "conformance record package.module:object --live --dry-run",
        "conformance record package.module:object --live --max-requests 40 --out live",
        "conformance record --disputed all --dry-run",
    )


def replay(parser: argparse.ArgumentParser) -> None:
    """Give replay its arguments."""
    parser.description = (
        "Read a folder of recorded API traffic (VCR cassettes and similar): check what the API accepted and sent "
        "against the oracles. With a subject, check it with the recorded inputs too, and repeat the conversations that "
        "`conformance record` made. Nothing is sent."
    )
    recordings = parser.add_argument_group("the recordings")
    recordings.add_argument(
        "folder", nargs="?", metavar="DIR", help="the folder, and those in it (default: the project's)"
    )
    recordings.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="HOST",
        help="openai, azure or compatible: judge recordings that name no known host as this one's (compatible); any "
        "other name: read the recordings of this host too (repeatable)",
    )
    recordings.add_argument(
        "--since",
        metavar="DIR",
        help="earlier recordings: say what the API sends that these do not have; no fault, and no part of the status",
    )
    add_subject_group(parser, in_process=True, choices=True, without=True)
    add_limits_group(parser)
    checked = parser.add_argument_group("what is checked")
    add_operations(checked)
    add_requirements(checked)
    reports = parser.add_argument_group("reports")
    reports.add_argument(
        "--json",
        metavar="FILE",
        help="write all of it as data (specs/replay.schema.json); -: on standard output, alone",
    )
    reports.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="name what was skipped; without a subject, show how the reference does",
    )
    add_examples(parser, "conformance replay recordings", "conformance replay recordings package.module:object")


def drift(parser: argparse.ArgumentParser) -> None:
    """Give drift its arguments."""
    parser.description = (
        "Compare the pinned schemas of the APIs with those of the installed packages (openai, mcp, anthropic, "
        "google-genai): what changed, what it breaks, which operations, rules and certificates it affects. Exit "
        "status: 0 nothing that operations here rely on breaks, 1 something does or the suite refuses what was "
        "recorded, 2 not everything could be compared."
    )
    new = parser.add_mutually_exclusive_group()
    new.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="compare the packages of this interpreter; the suite need not be installed there",
    )
    new.add_argument("--openapi", metavar="FILE", help="compare an OpenAPI document instead, JSON or YAML")
    parser.add_argument(
        "--from",
        dest="old",
        metavar="INTERPRETER",
        help="compare with the packages of this interpreter, not with the pinned schemas",
    )
    parser.add_argument(
        "--recordings", metavar="DIR", action="append", default=[], help="also check this recorded traffic with both"
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        action="append",
        default=[],
        help="report whether the changes make this certificate stale",
    )
    parser.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        help="compare only this schema, such as chat-request (repeatable; default: all ten, or the six of OpenAI with "
        "--openapi)",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="also show changes that break nothing that operations rely on"
    )
    parser.add_argument("--all", action="store_true", help="show all changes, those that affect no operation too")
    parser.add_argument(
        "--update", action="store_true", help="pin the schemas of the packages, after showing the difference"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write it as data (specs/drift.schema.json); -: on standard output, alone"
    )
    parser.add_argument("--html", metavar="FILE", help="write it as one HTML page")
    add_examples(
        parser,
        "conformance drift",
        "conformance drift --python other/bin/python --html drift.html",
    )
