"""The checks that every operation on tools may have, by name."""

from conformance.rules.checks import fidelity
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import Check, checks_in
from conformance.rules.checks.tools.api import refused_tools

TOOL_CHECKS: dict[str, Check] = {**checks_in(fidelity), **exact_checks(fidelity.exact), **api_checks(refused_tools)}
