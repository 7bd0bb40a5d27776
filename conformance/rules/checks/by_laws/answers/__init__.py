"""Operations that are judged by the laws alone: what their formats are, their declarations say."""

from conformance.formats.operations import operations
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers import api, choices, exact, ways
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.laws.charges import OF_ANSWERS

_CHECKS = {
    **law_checks(OF_ANSWERS, lambda view: view.judged),
    **checks_in(ways),
    **api_checks(api.answer_refusals),
    **exact_checks(exact.exact),
}

FAMILIES = {
    name: OperationChecks(
        view=LawfulView, checks=_CHECKS, readers=choices.READERS, chained_input=ways.chained_input_of(operation.source)
    )
    for name, operation in operations().items()
    if operation.checks == "by_laws.answers"
}
