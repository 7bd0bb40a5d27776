"""The arguments of conformance verify."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_limits_group, add_model, add_subject_group


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Check whether a certificate still holds: its signature, its digests, and whether the specifications or the "
        "subject changed since. Offline. Status 0: accepted, 1: refused, 2: it cannot be read."
    )
    certificate = parser.add_argument_group("the certificate")
    certificate.add_argument("certificate", metavar="FILE", help="what certify --certificate wrote")
    certificate.add_argument("--key", metavar="FILE", help="the public key (PEM) that must have signed it")
    certificate.add_argument("--report", metavar="REPORT.json", help="the report that it was made from")
    certificate.add_argument(
        "--rerun", action="store_true", help="run again with its seed and compare; needs the subject"
    )
    add_subject_group(parser, apis=True)
    add_model(parser, "the model that a gateway is asked for")
    add_limits_group(parser, whole_run=True)
    add_examples(
        parser,
        "conformance verify certificate.json --key key.pub.pem",
        "conformance verify certificate.json package.module:object --rerun",
    )
