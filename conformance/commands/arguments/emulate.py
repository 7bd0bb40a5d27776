"""The arguments of conformance emulate."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_profile, add_served_hosts, port


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Serve a local API: POST /v1/chat/completions, /v1/responses and /v1/messages, in JSON and as server-sent "
        "events. It accepts and refuses requests as the real API does, and answers by a script. Any key will do; each "
        "key has a conversation of its own. Ctrl-C ends it."
    )
    parser.add_argument(
        "--script", metavar="NAME|FILE", help="what it answers (default: one-call); FILE in YAML or JSON"
    )
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
