"""Defects of drivers: which part of a conversation shows them, and whether a script's conversation shows the same."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass

from conformance.base.redact import Redactor
from conformance.base.values import JSON, same
from conformance.results.reproduction.conversation import scripted
from conformance.results.reproduction.looks import first_line, read_printed
from conformance.results.reproduction.model import NotShown, Piece, ShownDefect
from conformance.results.reproduction.node_script import node_script_of
from conformance.results.reproduction.python import text_of
from conformance.results.reproduction.running import Ran, Runner
from conformance.running.subjects.conversations import LOOP, RESULT_OF

_REQUEST = re.compile(r"/requests/(\d+)(?:/|$)")
_SILENCE = re.compile(r"for ([\d.]+) s$")
_ALL = "{ ...said, requests }"
_ENDED = "it ended with the error "


# Where the last entry of a request is, by what it shows.
_LAST = {
    RESULT_OF["chat"]: "messages.at(-1)",
    RESULT_OF["responses"]: "input.at(-1)",
    RESULT_OF["anthropic"]: "messages.at(-1).content.at(-1)",
    RESULT_OF["gemini"]: "contents.at(-1).parts.at(-1)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WireLook:
    """What a script prints of a conversation, as an expression, and what it must be.

    patience: seconds after which a conversation that hangs ends, and the error that it then ends with.
    """

    printed: str
    wanted: JSON
    patience: tuple[float, str] | None = None


def show_driver(evidence: Piece, program: str, operation: str, runner: Runner, profile: str) -> ShownDefect:
    """Return a script that shows a defect of a driver. profile: of the host whose API it talks to. Raises NotShown."""
    look = wire_look_of(evidence, operation)
    if not program.endswith(".mjs"):
        raise NotShown(f"there are no scripts of {os.path.basename(program)} yet")
    conversation = scripted(operation, evidence, profile)
    script = node_script_of(text_of(program), conversation, look.printed, patience=look.patience)
    if script is None:
        raise NotShown("its driver has another form, or its tools are too large")
    output = shown_by_wire(look, runner.run(script, ".mjs", beside=True))
    return ShownDefect(script=script, output=output, language="javascript")


def wire_look_of(evidence: Piece, operation: str) -> WireLook:
    """Return what shows the defect of a driver. Raises NotShown."""
    error, seen = evidence["error"], [request["body"] for request in evidence.get("requests", ())]
    if not evidence["at"]:
        raise NotShown("it is about no call")
    if evidence.get("earlier"):
        raise NotShown("it needs earlier conversations")
    if error is not None and error["kind"] == "hang":
        silence = _SILENCE.search(str(error["message"]))
        if silence is None:
            raise NotShown(first_line(str(error["message"])))
        words = f"no answer and no request for {silence[1]} s"
        return WireLook(printed=_ALL, wanted={"error": words, "requests": seen}, patience=(float(silence[1]), words))
    if error is not None and error["kind"] != "error":
        raise NotShown(f"the conversation has no result ({error['kind']})")
    if operation != LOOP:
        if error is None and operation in RESULT_OF.values():
            # What the second request says of the result is the last that it says.
            return WireLook(printed=f"requests[1].{_LAST[operation]}", wanted=evidence["actual"])
        if error is None:
            return WireLook(printed="requests[0].tools ?? []", wanted=evidence["actual"])
        message = str(error["message"])
        if not message.startswith(_ENDED):
            raise NotShown(first_line(message))
        return WireLook(printed=_ALL, wanted={"error": ast.literal_eval(message.removeprefix(_ENDED)), "requests": []})
    place = _REQUEST.match(evidence["at"])
    if place is not None:
        return WireLook(printed=f"requests[{place[1]}]", wanted=seen[int(place[1])])
    ended = {"answer": evidence["actual"]["answer"]} if error is None else {"error": error["message"]}
    return WireLook(printed=_ALL, wanted={**ended, "requests": seen})


def shown_by_wire(look: WireLook, ran: Ran) -> str:
    """Return what a script printed, keys redacted. Raises NotShown where that is not what a defect shows in."""
    if ran.ended is None:
        raise NotShown("the script does not end")
    if ran.ended:
        raise NotShown(f"the script fails: {first_line(ran.err)}")
    printed = read_printed(ran.out)
    if not same(Redactor().value(printed), look.wanted):
        raise NotShown("it prints something else than the report has")
    return Redactor().text(ran.out)
