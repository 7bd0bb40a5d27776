"""The arguments of conformance verify."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.certify import GATEWAY_PORT
from conformance.cli.arguments.common import add_subject, name_values, port, seconds


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="verify")
    parser.description = (
        "Say whether a certificate still holds: its signature, its digests, whether the specifications or the subject "
        "changed since. Offline. Status 0: accepted, 1: refused, 2: it cannot be read."
    )
    parser.add_argument("certificate", metavar="FILE", help="what certify --certificate wrote")
    add_subject(parser)
    parser.add_argument("--command", dest="process", metavar="CMD", help="the subject is a process")
    parser.add_argument("--url", metavar="URL", help="the subject is a service")
    parser.add_argument("--wire", metavar="CMD", help="the subject is an SDK, reached through a driver")
    parser.add_argument("--gateway", metavar="URL", help="the subject is a proxy")
    parser.add_argument("--gateway-port", type=port, default=GATEWAY_PORT, metavar="N", help="as for certify")
    parser.add_argument("--gateway-api", choices=("responses", "chat"), help="as for certify")
    name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the subject's environment")
    parser.add_argument("--key", metavar="FILE", help="the public key (PEM) that must have signed it")
    parser.add_argument("--report", metavar="REPORT.json", help="the report that it was made from")
    parser.add_argument("--rerun", action="store_true", help="run again with its seed and compare; needs SUBJECT")
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="as for certify (10)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="as for certify (30)")
