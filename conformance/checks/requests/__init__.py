"""Whole requests from one API to the other: chat-request-to-responses-request."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family, checks_in
from conformance.checks.requests import api, rules
from conformance.checks.requests.plausible import as_sound
from conformance.checks.requests.view import ChatRequest

FAMILIES = {
    "chat-request-to-responses-request": Family(
        view=ChatRequest,
        checks={**checks_in(rules), **exact_checks(rules.exact), **api_checks(api.refused)},
        readers={
            "store-when-absent": rules.read_store,
            "unsupported-members": rules.read_unsupported,
            "small-limits": rules.read_small,
        },
        as_sound=as_sound,
    )
}
