"""Broken loops by Gemini's generateContent."""

from __future__ import annotations

import json
from typing import Any

from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.tool_loop_contents import Contents
from tests.suite.selftest.banks.tool_loop_steps import OPERATION, Object, RequestRefused, all_but, breaking

BANK = Bank(OPERATION)
broken = breaking(BANK)


# LOOP-1 to LOOP-5: requests, calls and results.


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class DeclarationsInOpenAisForm(Contents):
    def request(self) -> Object:
        tools = [self.flat(definition) for definition in self.given["tools"]]
        return {**super().request(), "tools": tools}


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class TheSystemIsForgotten(Contents):
    def system(self) -> Any:
        return None


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class AModelOfItsOwnByGemini(Contents):
    """The model that is written into the address is the one that the loop was made for."""

    def route(self) -> str:
        return "/models/gemini-2.0-flash:generateContent"


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class NoParameters(Contents):
    """A declaration without parameters is of a function that takes none."""

    def declaration(self, definition: Object) -> Object:
        return {key: value for key, value in super().declaration(definition).items() if key != "parametersJsonSchema"}


@broken("LOOP-9", innocent=all_but("LOOP-9"))
class ToolsAreOfferedOnceToGemini(Contents):
    def request(self) -> Object:
        body = super().request()
        return body if not self.made else {key: value for key, value in body.items() if key != "tools"}


@broken("LOOP-3", innocent=("LOOP-1",))
class TheIdIsTheName(Contents):
    """A result has the id of its call for a name, where there is one, and else a word."""

    def result(self, call: Object) -> Object:
        made = super().result(call)["functionResponse"]
        return {"functionResponse": {**made, "name": call["id"] or "unknown"}}


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class IdsOfResultsOfItsOwn(Contents):
    """Calls keep their ids, and the results get others."""

    def result(self, call: Object) -> Object:
        made = super().result(call)["functionResponse"]
        return {"functionResponse": {**made, **({"id": f"result_{call['id']}"} if call["id"] else {"name": "result"})}}


@broken("LOOP-3", "API-1", innocent=("LOOP-1", "LOOP-2"))
class ListsAreNoObjects(Contents):
    """A value is the response as it is, also where it is no object."""

    def written(self, value: Any) -> Any:
        return value

    def response(self, call: Object, text: Any) -> Any:
        return text if isinstance(text, dict | list) else super().response(call, text)


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ArgumentsOfGeminiAreForgotten(Contents):
    def kept(self, parts: list[Object]) -> list[Object]:
        return [
            {**part, "functionCall": {**part["functionCall"], "args": {}}} if "functionCall" in part else part
            for part in parts
        ]


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ResultsAreTexts(Contents):
    """What a tool gives is said by the user, in words."""

    def add_results(self, parts: list[Object]) -> None:
        super().add_results([{"text": f"Result: {json.dumps(part)}"} for part in parts])


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ValuesShownAsPythonDoes(Contents):
    def written(self, value: Any) -> Any:
        return str(value)


@broken("LOOP-5", "API-2", innocent=("LOOP-1",))
class OneResultOfTwo(Contents):
    def add_results(self, parts: list[Object]) -> None:
        super().add_results(parts[:1])


@broken("LOOP-2", innocent=("LOOP-1",))
class ResultsInTheOrderOfNames(Contents):
    """Without ids, each call has the result of another one."""

    def add_results(self, parts: list[Object]) -> None:
        super().add_results(sorted(parts, key=lambda part: str(part["functionResponse"]["name"])))


@broken("LOOP-2", innocent=("LOOP-1",))
class RunsTwiceWithoutIds(Contents):
    """A call without an id is not known again, and is listed once more."""

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        super().answer_calls(body, calls)
        self.made += [call for call in self.made[-1:] if call["id"] is None]


@broken("LOOP-4", innocent=all_but("LOOP-4"))
class TheFirstPartIsTheAnswer(Contents):
    def text(self, body: Object) -> str:
        return str(next((part["text"] for part in self.said_in(body) if "text" in part), ""))


@broken("LOOP-4", innocent=all_but("LOOP-4"))
class ThoughtsOfGeminiAreInTheAnswer(Contents):
    def text(self, body: Object) -> str:
        return "".join(part["text"] for part in self.said_in(body) if "text" in part)


@broken("LOOP-4", innocent=("LOOP-1",))
class StopIsTheEnd(Contents):
    """An answer with calls has the reason STOP too, and is taken for the last one."""

    def calls(self, body: Object) -> list[Object]:
        return []


@broken("LOOP-4", innocent=all_but("LOOP-4", "LOOP-11a"))
class AnErrorIsAnAnswer(Contents):
    """What the API says of its trouble is returned as if the model had said it."""

    def rounds(self) -> Any:
        try:
            return super().rounds()
        except RequestRefused as error:
            return self.output(str(error))


@broken("LOOP-10", innocent=all_but("LOOP-10"))
class OnlyCallsGoBackToGemini(Contents):
    def kept(self, parts: list[Object]) -> list[Object]:
        return [part for part in parts if "functionCall" in part]


# LOOP-6, LOOP-12: failures and their mark.


@broken("LOOP-6", "LOOP-6a", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-12", "LOOP-13"))
class FailuresAreEmptyObjects(Contents):
    def response(self, call: Object, text: Any) -> Any:
        return {} if self.has_failed(call) else super().response(call, text)


@broken("LOOP-12", innocent=all_but("LOOP-12"))
class EveryResultHasTheKeyOfAnError(Contents):
    def response(self, call: Object, text: Any) -> Any:
        return {"error": text}


@broken("LOOP-12a", innocent=all_but("LOOP-12a"))
class FailuresAreOutput(Contents):
    def response(self, call: Object, text: Any) -> Any:
        return {"output": text}


# LOOP-7 and LOOP-11a: limits.


@broken("LOOP-7", innocent=all_but("LOOP-7"))
class TheLimitIsAnAnswerByGemini(Contents):
    def at_the_limit(self) -> Any:
        return self.output("I have used up my rounds.")


@broken("LOOP-11a", innocent=all_but("LOOP-11a"))
class WhatWasCutIsTheAnswer(Contents):
    def cut(self, body: Object) -> Any:
        return self.output(self.text(body))


# LOOP-13: signatures.


@broken("LOOP-13", innocent=("LOOP-1", "LOOP-2", "LOOP-12"))
class SignaturesAreDropped(Contents):
    """A call is its name and its arguments."""

    def kept(self, parts: list[Object]) -> list[Object]:
        return [{key: value for key, value in part.items() if key != "thoughtSignature"} for part in parts]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class AStandInForEachSignature(Contents):
    """The API takes it, and the model has lost its plan."""

    def kept(self, parts: list[Object]) -> list[Object]:
        made = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="
        return [{**part, "thoughtSignature": made} if "functionCall" in part else part for part in parts]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class TheFirstSignatureForAll(Contents):
    first: str | None = None

    def kept(self, parts: list[Object]) -> list[Object]:
        for part in parts:
            self.first = self.first or part.get("thoughtSignature")
        return [{**part, "thoughtSignature": self.first} if "thoughtSignature" in part else part for part in parts]


@broken("LOOP-13", innocent=("LOOP-1", "LOOP-2", "LOOP-12"))
class SignaturesOfTheLastRound(Contents):
    """Those of earlier rounds are taken for those of earlier turns."""

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        for content in self.said:
            content["parts"] = [
                {key: value for key, value in part.items() if key != "thoughtSignature"} for part in content["parts"]
            ]
        super().answer_calls(body, calls)


# LOOP-14: where results are.


@broken("LOOP-14", innocent=all_but("LOOP-14"))
class AContentForEachResult(Contents):
    def add_results(self, parts: list[Object]) -> None:
        for part in parts:
            super().add_results([part])


BANKS = (BANK,)
