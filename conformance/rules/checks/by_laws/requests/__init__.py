"""Conversions of whole requests that are judged by the laws alone: what their formats are, their declarations say."""

from conformance.formats.operations import operations
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.requests import choices, exact
from conformance.rules.checks.by_laws.requests.api import lawful_request_refusals
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks
from conformance.rules.laws.request_charges import OF_REQUESTS

_CHECKS = {
    **law_checks(OF_REQUESTS, lambda view: view.judged),
    **api_checks(lawful_request_refusals),
    **exact_checks(exact.exact),
}

FAMILIES = {
    name: OperationChecks(view=RequestView, checks=_CHECKS, readers=choices.READERS)
    for name, operation in operations().items()
    if operation.checks == "by_laws.requests"
}
