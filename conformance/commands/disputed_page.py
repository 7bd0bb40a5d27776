"""A disputed point of an API on one page."""

from __future__ import annotations

import json

from conformance.commands.layout import bold, section, wrapped
from conformance.results.text import visible
from conformance.rules.contracts.disputed import ACCEPTED, REFUSED, Dispute


def page(dispute: Dispute) -> list[str]:
    """Return a disputed point as lines: what is assumed and where, the evidence, the request, what answers mean."""
    lines = [bold(f"{dispute.id}  {dispute.api}  disputed"), "", *wrapped(dispute.question)]
    lines += section("The suite assumes", wrapped(f"that it is {dispute.assumed}"))
    lines += section("Rules of specs/api/rules.json", [f"  {rule}" for rule in dispute.api_rules])
    lines += section("Rules and choices of contracts", [f"  {contract}" for contract in dispute.contracts])
    for side in (ACCEPTED, REFUSED):
        lines += section(f"Evidence that it is {side}", wrapped(dispute.evidence[side]))
    request = visible(json.dumps(dispute.request, ensure_ascii=False), "")
    lines += section("The request that settles it", wrapped(request))
    lines += section("To send it", [f"  conformance record --disputed {dispute.id} --live"])
    for side in (ACCEPTED, REFUSED):
        lines += section(f"If it is {side}", wrapped(dispute.means[side]))
    return lines
