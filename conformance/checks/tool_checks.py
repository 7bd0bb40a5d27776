"""The checks that every operation on tools may have, by name."""

from conformance.checks import fidelity
from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import Check, checks_in
from conformance.checks.tool_api import refused_tools

TOOL_CHECKS: dict[str, Check] = {**checks_in(fidelity), **exact_checks(fidelity.exact), **api_checks(refused_tools)}
