"""ALL-2 to ALL-4a of a tool loop: what comes of it is the answer, the calls, and the requests."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import conduct
from conformance.checks.exact import DIGITS, NUMBER, TEXT, Exact, is_rewritten
from conformance.checks.findings import OK, Failure, Findings, brief, output_at
from conformance.checks.tool_loop.compare import difference
from conformance.checks.tool_loop.conversation import rewritten
from conformance.checks.tool_loop.facts import WORDS, read, texts_of_result
from conformance.checks.tool_loop.first_request import lost_texts, offered, parameters_differ
from conformance.checks.tool_loop.follow_ups import arguments_differ, result_differs
from conformance.checks.tool_loop.listed import listed
from conformance.checks.tool_loop.script import READABLE
from conformance.checks.tool_loop.view import MOST_JUDGED, ToolLoop, first_of_each, requests_at
from conformance.emulator import CHAT
from conformance.formats.facts import TEXT as SAID
from conformance.values import JSON, equal

Changed = tuple[frozenset[str], Failure]


def exact(view: ToolLoop) -> Exact | None:
    """Return the conversation, the tools, the arguments, the results and the answer."""
    if view.unfit:
        return None
    found = [failure._replace(kind=kind) for ways, failure in _changed(view) for kind in _kinds(ways)]
    # Where the transport changes numbers, one that differs shows nothing.
    if not view.trial.exact_numbers:
        found = [failure for failure in found if failure.kind not in (NUMBER, DIGITS)]
    given = view.trial.input
    data = [*given["results"].values(), *(call.arguments for _turn, call in view.calls)]
    owed = [*(definition.get("parameters") for definition in given["tools"]), *data]
    return Exact((owed, view.given["messages"]), first_of_each([*found, *_texts(view)]), owed, data)


def _kinds(ways: frozenset[str]) -> Iterator[str]:
    """Yield the kinds of failures that ways in which values differ are."""
    if NUMBER in ways:
        yield DIGITS if DIGITS in ways else NUMBER
    if TEXT in ways:
        yield TEXT


def _changed(view: ToolLoop) -> Iterator[Changed]:
    """Yield arguments, results and parameters that arrive as others."""
    for failure, ways in listed(view):
        if ways:
            yield ways, failure
    for definition, body, (number, position) in offered(view):
        ways = parameters_differ(definition, body) - {DIGITS}  # a schema is no data
        if ways:
            message = (
                f"the parameters are {brief(body.get('parameters'))}; wanted {brief(definition.get('parameters'))}"
            )
            place = ("function", "parameters") if view.api == CHAT else ("parameters",)
            yield ways, Failure("parameters", requests_at(number, "tools", position, *place), message)
    for asked, carried in view.follow_ups:
        for one in carried:
            if one.said is not None and one.said.form != WORDS and one.call.state == READABLE:
                ways = arguments_differ(one.call, one.said)
                if ways:
                    message = f"the arguments of {one.call} come back as {brief(one.said.value)}"
                    yield ways, Failure("arguments", requests_at(asked.number, *one.said.at), message)
            runs = not view.trouble(one.call) and not view.is_doubtful(one.call)
            if one.result is not None and runs:
                owed = view.given["results"][one.call.name]
                ways = result_differs(owed, one)
                if ways:
                    message = f"the result of {one.call} is {brief(one.result.value)}; wanted {brief(owed)}"
                    yield ways, Failure("result", requests_at(asked.number, *one.result.at), message)


def _texts(view: ToolLoop) -> Iterator[Failure]:
    answers = view.last.answers if view.last is not None and not view.last.calls else None
    got = view.output.get("answer") if view.answered and isinstance(view.output, dict) else None
    if (
        answers
        and isinstance(got, str)
        and got not in answers
        and any(one and is_rewritten(one, got) for one in answers)
    ):
        yield Failure("text-changed", output_at("answer"), f"the answer is {brief(got)}; wanted {brief(answers[0])}")
    for asked in (view.requests or ())[:MOST_JUDGED]:
        for text, fact in rewritten(view, asked):
            message = f"a text of the conversation is {brief(fact.value)}; wanted {brief(text)}"
            yield Failure("text-changed", requests_at(asked.number, *fact.at), message)
        for index, text in lost_texts(view, asked):
            changed = next((f for f in asked.facts if f.kind == SAID and is_rewritten(text, f.value)), None)
            if changed is not None:
                message = f"the text of messages[{index}] is {brief(changed.value)}; wanted {brief(text)}"
                yield Failure("text-changed", requests_at(asked.number, *changed.at), message)
    for definition, body, (number, position) in offered(view):
        for key in ("name", "description"):
            one, other = definition.get(key), body.get(key)
            if isinstance(one, str) and isinstance(other, str) and is_rewritten(one, other):
                message = f"the {key} of a tool is {brief(other)}; wanted {brief(one)}"
                yield Failure("text-changed", requests_at(number, "tools", position), message)


def written_json(view: ToolLoop) -> Iterator[tuple[JSON, str, str]]:
    """Yield the results of tools, with the texts that carry them."""
    for asked, carried in () if view.unfit else view.follow_ups:
        for one in carried:
            if one.result is not None and not view.trouble(one.call) and not view.is_doubtful(one.call):
                for text in texts_of_result(one.result.value):
                    yield view.given["results"][one.call.name], text, requests_at(asked.number, *one.result.at)


def same_again(view: ToolLoop) -> Findings:
    """The same input gives the same result and the same requests, also after other inputs."""
    findings = conduct.same_again(view)
    again = view.trial.again
    if findings or findings is None or view.unfit or again is None or view.requests is None or again.requests is None:
        return findings
    for number, (first, second) in enumerate(zip(view.requests, again.requests, strict=False)):
        if first.path == second["path"] and equal(first.body, second["body"]):
            continue
        one, other = _essence(view.api, first.path, first.body), _essence(view.api, second["path"], second["body"])
        if difference(one, other):
            message = f"{conduct.second_call(view)} says something else in request {number + 1}: {brief(other)}"
            return (Failure(conduct.kind_of_repetition(view), requests_at(number), message),)
    if len(view.requests) != len(again.requests):
        message = (
            f"{conduct.second_call(view)} sends {len(again.requests)} requests; the first one {len(view.requests)}"
        )
        return (Failure(conduct.kind_of_repetition(view), "/requests", message),)
    return OK


def _essence(api: str, path: str, body: JSON) -> JSON:
    return [path, [[fact.kind, fact.form, fact.role, fact.id, fact.name, fact.value] for fact in read(api, body)]]
