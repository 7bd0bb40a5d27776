"""The checks that any operation may have, by the names that contracts give them."""

from conformance.rules.checks import conduct, declared
from conformance.rules.checks.family import Check, checks_in

SHARED: dict[str, Check] = checks_in(conduct, declared)
