"""Whole requests from one API of OpenAI to the other: by the laws, and the letter of what these leave."""

from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.by_laws.openai_requests import api, choices, letter, parts
from conformance.rules.checks.by_laws.openai_requests.charges import TO_CHAT, TO_RESPONSES
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.by_laws.openai_requests.way_back import same_request_after_the_way_back
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import Check, OperationChecks, together

_SHARED: dict[str, Check] = {
    **api_checks(api.refused),
    **exact_checks(letter.exact),
    "storing": letter.storing,
    "idle-members": letter.idle_members,
    "same-request-after-the-way-back": same_request_after_the_way_back,
}
_FLAT, _NESTED = (law_checks(laws, lambda view: view.judged, letter.placed) for laws in (TO_RESPONSES, TO_CHAT))

FAMILIES = {
    "chat-request-to-responses-request": OperationChecks(
        view=OpenAIRequest,
        readers=choices.READERS,
        checks={
            **_SHARED,
            **_FLAT,
            "same-members": together(_FLAT["same-members"], letter.users_named),
            "nothing-added": together(_FLAT["nothing-added"], letter.no_other_member),
            "parts-reported": together(_FLAT["parts-reported"], letter.sounds),
            "storing-reported": letter.storing_reported,
            "messages-to-the-letter": parts.messages_to_the_letter,
            "tools-to-the-letter": parts.schemas_to_the_letter,
        },
    ),
    "responses-request-to-chat-request": OperationChecks(
        view=OpenAIRequest,
        readers=choices.READERS,
        checks={
            **_SHARED,
            **_NESTED,
            "same-members": together(_NESTED["same-members"], letter.users_named),
            "nothing-added": together(_NESTED["nothing-added"], letter.no_other_member),
            "tools-as-nested": together(_NESTED["tools-as-nested"], letter.hosted_as_functions),
            "token-limit": together(_NESTED["token-limit"], letter.one_limit),
            "log-probabilities": together(_NESTED["log-probabilities"], letter.top_beside_logprobs),
            "metadata-stored": letter.metadata_stored,
            "continued": letter.continued,
            "called-as-offered": letter.called_as_offered,
            "nested-tools-to-the-letter": parts.schemas_to_the_letter,
        },
    ),
}
