"""The checks that every operation on tools may have, by name."""

from conformance.checks import conduct, fidelity
from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import Check
from conformance.checks.tool_api import refused_tools

TOOL_CHECKS: dict[str, Check] = {
    "order-kept": conduct.order_kept,
    "neighbours-do-not-matter": conduct.neighbours,
    **exact_checks(fidelity.exact),
    "key-order": fidelity.key_order,
    "refs-resolve": fidelity.refs_resolve,
    "schema-meaning": fidelity.schema_meaning,
    "schema-says-the-same": fidelity.schema_says_the_same,
    "target-form-kept": fidelity.target_form_kept,
    **api_checks(refused_tools),
}
