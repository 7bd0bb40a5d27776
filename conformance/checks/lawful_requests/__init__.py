"""Conversions of whole requests that are judged by the laws alone: what their formats are, their declarations say."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks
from conformance.checks.family import OperationChecks
from conformance.checks.lawful.charging import law_checks
from conformance.checks.lawful_requests import choices, exact
from conformance.checks.lawful_requests.api import refused
from conformance.checks.lawful_requests.view import RequestView
from conformance.laws.request_charges import OF_REQUESTS
from conformance.operations import operations

_CHECKS = {
    **law_checks(OF_REQUESTS, lambda view: view.judged),
    **api_checks(refused),
    **exact_checks(exact.exact),
}

FAMILIES = {
    name: OperationChecks(view=RequestView, checks=_CHECKS, readers=choices.READERS)
    for name, one in operations().items()
    if one.checks == "lawful_requests"
}
