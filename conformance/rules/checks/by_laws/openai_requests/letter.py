"""What of whole requests no law says: what is stored, what asks for nothing, and the names of Chat's members."""

from __future__ import annotations

from collections import Counter
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, pointer, same
from conformance.formats.members import idle_values
from conformance.formats.model.conversation import AUDIO, HOSTED, Call, Media
from conformance.formats.model.talk import CALL
from conformance.rules.checks.by_laws.openai_requests.view import KEPT, OpenAIRequest
from conformance.rules.checks.by_laws.requests.exact import exact as exact_of_requests
from conformance.rules.checks.exact import Exact, changes
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, output_at, versus
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.losses import Loss, silent
from conformance.rules.laws.request_members import is_idle
from conformance.rules.laws.users import USERS, is_digest

STORE: Final = "store"
LIMITS: Final = ("max_completion_tokens", "max_tokens")  # the names that Chat has for the limit of tokens
_CONVERSATION: Final = frozenset({"messages", "input"})
_PROBED: Final = "gpt-4o"  # converters may name the limit by the model: the answer is that of the probes' model


def placed(view: OpenAIRequest, failure: Failure) -> Failure | None:
    """Return what a law finds; None for what other rules say: how numbers and texts were rewritten, and of a function
    in the place of a hosted tool that it is one.
    """
    is_said = failure.kind == "setting-changed" and failure.at in view.rewritten
    is_said |= failure.kind == "tool-invented" and failure.at in view.stand_ins
    return None if is_said else failure


def exact(view: OpenAIRequest) -> Exact | None:
    """Return what arrives exactly: also the text of arguments, which both APIs have as a text."""
    found = exact_of_requests(view)
    if found is None:
        return None
    pairs = ((element.fact, view.both.partner_of(element)) for element in view.both.owed.of_kind(CALL))
    calls = [(pair.arguments.text, got) for pair, got in pairs if isinstance(pair, Call) and got is not None]
    texts = [
        change
        for text, got in calls
        if isinstance(got.fact, Call) and text is not None and got.fact.arguments.text is not None
        for change in changes(text, got.fact.arguments.text, pointer(*view.both.in_output(got.fact)))
    ]
    return found._replace(changes=tuple(dict.fromkeys((*found.changes, *texts))))


def hosted_as_functions(view: OpenAIRequest) -> Findings:
    """R2C-2: a tool that the host runs is none that the client answers."""
    if not view.is_judged or not any(tool.kind == HOSTED for tool in view.both.asked.tools or ()):
        return None
    return tuple(
        Failure("passed", at, f"{brief(word)} became a function tool, which the host does not answer: {brief(name)}")
        for at, (word, name) in view.stand_ins.items()
    )


def users_named(view: OpenAIRequest) -> Findings:
    """C2R-3, R2C-3: who asks is named as in the source. `safe` allows nobody, or a digest, which change no answer."""
    if not view.is_judged:
        return None
    owed = [
        setting
        for setting in view.both.asked.settings
        if setting.name in USERS and not is_idle(setting.name, setting.value)
    ]
    return tuple(
        Failure(
            "user-not-named",
            output_at(*owed_value.at[0]),
            f"{owed_value.at[0][-1]} {brief(owed_value.value)} did not arrive",
        )
        for owed_value in owed
        if (got := view.both.found.get(owed_value.name, ABSENT)) is ABSENT
        or got == ""
        or is_digest(got, owed_value.value)
    ) or (OK if owed else None)


def sounds(view: OpenAIRequest) -> Findings:
    """C2R-11a: a sound that is kept is that of the message; one that is not is reported."""
    if not view.is_judged:
        return None
    sent, came = (
        [fact for fact in view.both.facts(Media, request) if fact.kind == AUDIO and fact.is_inline and fact.address]
        for request in (view.both.asked, view.both.made)
    )
    if not sent:
        return None
    left = [element.address for element in sent]
    for element in came:
        if element.address not in left:
            at = pointer(*view.both.in_output(element))
            return (Failure("audio-changed", at, "the audio is not the one of the message"),)
        left.remove(element.address)
    if not left:
        return OK
    is_said = _names(view, "audio", "input_audio", "sound")
    lost = next(element for element in sent if element.address == left[0])
    message = f"the audio {brief(lost.address)} is neither kept nor reported"
    return (
        NOT_OBSERVABLE
        if is_said is None
        else OK
        if is_said
        else (Failure("audio-lost", pointer(*view.both.in_input(lost)), message),)
    )


def no_other_member(view: OpenAIRequest) -> Findings:
    """C2R-13, R2C-13: no member is added that neither format has."""
    if not view.is_judged or view.broken:
        return None
    known = _CONVERSATION | {path[0] for path in idle_values(view.operation.target.removesuffix("-request"))}
    return tuple(
        Failure("invented", output_at(name), f"the source does not ask for {name}: got {brief(value)}")
        for name, value in view.output.items()
        if name not in known and value is not None and not same(view.given.get(name), value)
    )


def idle_members(view: OpenAIRequest) -> Findings:
    """C2R-12, R2C-12: a member that asks for nothing is no obstacle. What fails on one, its contrast shows."""
    if view.unfit or not view.answered:
        return None
    nulls = any(value in (None, []) for value in view.given.values())
    return OK if nulls or any(is_idle(setting.name, setting.value) for setting in view.both.asked.settings) else None


def storing(view: OpenAIRequest) -> Findings:
    """C2R-10, R2C-10: what the source says of storing stays; where Chat says nothing, storing is not asked for."""
    if not view.is_judged or STORE in view.broken:
        return None
    owed, got = (held.get(STORE, ABSENT) for held in (view.both.wanted, view.both.found))
    stores = view.operation.target == "responses-request"
    if owed is not ABSENT:
        # Responses stores without a word. Chat does not, and a converter need not ask for it.
        if same(owed, got) or (got is ABSENT and (owed is True or not stores)):
            return OK
        return (Failure("store-changed", output_at(STORE), f"store: {versus(owed, _plain(got))}"),)
    if not stores:
        return None
    legal = {"write": False, "omit": ABSENT}
    answers = answer_of(view.trial, "store-when-absent", *legal)
    if any(got is legal[answer] or same(got, legal[answer]) for answer in answers):
        return OK
    wanted = " or ".join({"write": "false", "omit": "no store"}[answer] for answer in answers)
    message = f"the source has no store, so that nothing is stored: wanted {wanted}, {but_got(_plain(got))}"
    return (Failure("store-invented", output_at(STORE), message),)


def _plain(value: JSON | Absent) -> JSON:
    return None if value is ABSENT else value


def storing_reported(view: OpenAIRequest) -> Findings:
    """C2R-10a: where store is left out, so that the answer is stored, a report says so."""
    if not view.is_judged or STORE in view.broken or STORE in view.both.wanted or STORE in view.both.found:
        return None
    is_said = _names(view, STORE)
    if is_said is None or is_said:
        return NOT_OBSERVABLE if is_said is None else OK
    return (Failure("stored-in-silence", "/output", "Responses stores what Chat does not, and no report says so"),)


def _names(view: OpenAIRequest, *names: str) -> bool | None:
    """Whether a report names something by one of its names; None where reports are not observable."""
    reports = view.both.reports
    return None if reports is None else not list(silent([Loss((), names[0], names)], reports, by_name=True))


def one_limit(view: OpenAIRequest) -> Findings:
    """R2C-4: the limit has one name; for the model of the probes the one that the choice says."""
    if not view.is_judged or "limit" not in view.both.wanted:
        return None
    got = [name for name in LIMITS if view.output.get(name) is not None]
    if len(got) > 1:
        return (Failure("limit-twice", output_at(got[1]), "the API refuses a request with both names of the limit"),)
    answer = view.trial.choices.get("limit-name")
    if got and answer not in (None, got[0].replace("_", "-")) and view.both.wanted.get("model") == _PROBED:
        message = f"the choice limit-name is {answer}: wanted that name, got {got[0]}"
        return (Failure("limit-under-the-other-name", output_at(got[0]), message),)
    return OK


def metadata_stored(view: OpenAIRequest) -> Findings:
    """R2C-10b: metadata come with store."""
    if not view.is_judged or not view.both.found.get("metadata"):
        return None
    if view.both.found.get(STORE) is True:
        return OK
    return (Failure("not-stored", output_at("metadata"), "Chat takes metadata only beside store: true"),)


def top_beside_logprobs(view: OpenAIRequest) -> Findings:
    """R2C-8: a number of alternatives has logprobs beside it, as Chat demands."""
    if not view.is_judged or not view.both.found.get("likeliest"):
        return None
    if view.both.found.get("logprobs"):
        return OK
    message = f"top_logprobs is {brief(view.both.found['likeliest'])}: wanted logprobs true beside it"
    return (Failure("top-logprobs-alone", output_at("top_logprobs"), message),)


def continued(view: OpenAIRequest) -> Findings:
    """R2C-14: a conversation that the API keeps is refused, completed or reported."""
    if view.unfit or not view.is_continued:
        return None
    if view.outcome.refusal is not None or view.is_completed:
        return OK
    if not view.answered or not view.both.is_list:
        return None
    names = [str(setting.at[0][0]) for setting in view.both.asked.settings if setting.name in KEPT]
    said = {name: _names(view, name) for name in names}
    if None in said.values():
        return NOT_OBSERVABLE
    return tuple(
        Failure("silent", output_at(name), f"{name} is dropped without a report")
        for name, is_said in said.items()
        if not is_said
    )


def called_as_offered(view: OpenAIRequest) -> Findings:
    """R2C-16: a call of the history has the name under which its tool is offered."""
    if not view.is_judged:
        return None
    ids = Counter(element.id for element in view.both.owed.of_kind(CALL))
    offered = {tool.name for tool in view.both.made.tools or ()}
    found = [
        (element, got)
        for element in view.both.owed.of_kind(CALL)
        if ids[element.id] == 1
        and element.id in view.grouped
        and isinstance(element.fact, Call)
        and element.fact.name in offered
        if (got := view.both.partner_of(element)) is not None
    ]
    if not found:
        return None
    return tuple(
        Failure(
            "another-name",
            output_at(*got.at, "function", "name"),
            f"the tool is offered as {brief(element.value[1])}, "
            f"and its call {brief(element.id)} names {brief(got.value[1])}",
        )
        for element, got in found
        if got.value[1] != element.value[1]
    )
