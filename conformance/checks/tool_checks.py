"""The checks that every operation on tools may have, by name."""

from conformance.checks import api, conduct, fidelity
from conformance.checks.exact import exact_checks
from conformance.checks.family import Check

TOOL_CHECKS: dict[str, Check] = {
    "order-kept": conduct.order_kept,
    "neighbours-do-not-matter": conduct.neighbours,
    **exact_checks(fidelity.exact),
    "key-order": fidelity.key_order,
    "refs-resolve": fidelity.refs_resolve,
    "schema-meaning": fidelity.schema_meaning,
    "target-form-kept": fidelity.target_form_kept,
    "api-schema": api.api_schema,
    "api-rules": api.api_rules,
}
