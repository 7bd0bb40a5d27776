"""What a refusal of an API is about, and in which words the API says it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.recordings import Recordings
from conformance.apis.recordings.check import check
from conformance.apis.recordings.model import Interaction
from conformance.apis.recordings.refusals import FORM, LIMIT, MODEL, OTHER, refusal_of
from conformance.base.values import ABSENT
from tests.apis.recordings.conftest import as_yaml, cassette

REQUEST = {"model": "gemma3:4b", "messages": [{"role": "user", "content": "Hi"}]}


def openai(message: str, **members: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None, **members}}


OF_THE_MODEL = {
    "it is not there, by its code": openai("No.", code="model_not_found"),
    "it is not there, by its type": {"message": "Wrong.", "type": "invalid_model", "code": "1500"},
    "it is not deployed": {"error": {"code": "DeploymentNotFound", "message": "The resource is not there."}},
    "it is not there, by the member": openai("'gemma3:4b' does not exist.", param="model"),
    "it is not there, in words": openai("The model `other` does not exist or you do not have access to it."),
    "its id is none": openai("invalid model ID"),
    "it was turned off": openai("The model `x` has been decommissioned and is no longer supported."),
    "by its type, with its name": {"error": {"type": "not_found_error", "message": "model: claude-x"}},
    "its answer": openai("Tool choice is required, but model did not call a tool", code="tool_use_failed"),
    "a parameter": openai("Unsupported parameter: 'temperature' is not supported with this model."),
    "a parameter, by the code": openai("'top_p' with this model: no.", code="unsupported_parameter"),
    "a value": openai(
        "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default is supported.",
        code="unsupported_value",
    ),
    "a search": openai("Web search options not supported with this model.", param="web_search_options"),
    "images": openai("Invalid content type. image_url is only supported by certain models."),
    "tools, by the name of the model": {"error": "registry.ollama.ai/library/gemma3:4b does not support tools"},
    "a stream": openai("Your organization must be verified to stream this model.", code="unsupported_value"),
    "an effort": {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "This model does not support effort level 'xhigh'."},
    },
    "thinking": {"message": "\"thinking.type.enabled\" isn't supported for this model."},
    "the length of an answer": openai("max_tokens: 9000 > 8192, which is the maximum for gemma3:4b"),
    "the whole API": openai("This is not a chat model and thus not supported in the v1/chat/completions endpoint."),
    "a provider that has it": {"error": {"message": "No endpoints found that support tool use.", "code": 400}},
    "behind a router": {
        "error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": "This model has no support: "
                  "tools are not supported by the model"}},
    },
    "with a code in words": {"code": "Wrong argument", "error": "Model x does not support parameter stop."},
    "in a list": [{"error": {"code": 400, "message": "Images are not supported by this model.", "status": "X"}}],
}  # fmt: skip
OF_THE_FORM = {
    "a value": openai("Unsupported value: 'input'.", code="unsupported_value"),
    "a parameter that moved": openai(
        "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'.",
        code="unsupported_parameter",
    ),
    "no model": openai("Missing required parameter: 'model'.", code="missing_required_parameter", param="model"),
    "no model, without a code": openai("you must provide a model parameter"),
    "a model that is no text": openai("Unsupported type for 'model': expected a string.", param="model"),
    "a member that is not known": openai("Unknown parameter: 'model_kwargs'.", code="unknown_parameter"),
    "a schema": openai("Invalid schema for function 'model': it is not supported.", code="invalid_function_parameters"),
    "a pair": openai("An assistant message with 'tool_calls' must be followed by tool messages."),
    "a part in the wrong place": openai("image_url is not supported in messages with role 'tool'."),
    "what is behind the sentence on the model": openai("The field 'x' is not supported. See the page of the model."),
    "with a code in words": {"code": "The model has a wrong argument", "error": "Wrong."},
    "of a server": {"detail": [{"loc": ["body", "messages", 0], "msg": "Field required", "type": "missing"}]},
    "without words": {},
    "no words at all": None,
}
OF_A_LIMIT = {
    "tools": openai("Invalid 'tools': array too long. Expected an array with maximum length 20."),
    "a number": {"detail": [{"loc": ["body", "temperature"], "msg": "Value must be between 0 and 1"}]},
    "a text": {"message": "The name exceeds 40 characters."},
}
OF_SOMETHING_ELSE = {
    "the key": openai("Incorrect API key provided.", code="invalid_api_key"),
    "the length of the conversation": openai("This model's maximum context length is 1024 tokens."),
    "the content": openai("No.", code="content_filter"),
    "an image": openai("You uploaded an unsupported image.", code="invalid_image_format"),
    "money": {"detail": "Your credit balance is too low."},
}


@pytest.mark.parametrize("name", OF_THE_MODEL)
def test_a_refusal_for_the_model_is_not_one_for_the_form(name: str) -> None:
    assert refusal_of(OF_THE_MODEL[name], REQUEST).about == MODEL


@pytest.mark.parametrize("name", OF_THE_FORM)
def test_a_refusal_for_the_form_is_one(name: str) -> None:
    assert refusal_of(OF_THE_FORM[name], REQUEST).about == FORM


@pytest.mark.parametrize("name", OF_A_LIMIT)
def test_a_refusal_for_a_size_is_one_for_a_limit(name: str) -> None:
    assert refusal_of(OF_A_LIMIT[name], REQUEST).about == LIMIT


@pytest.mark.parametrize("name", OF_SOMETHING_ELSE)
def test_a_refusal_for_the_key_or_the_content_is_neither(name: str) -> None:
    assert refusal_of(OF_SOMETHING_ELSE[name], REQUEST).about == OTHER


@pytest.mark.parametrize(
    ("body", "words", "code"),
    [
        (openai("No.", code="x"), "No.", "x"),
        (openai("No.", code=400), "No.", None),
        ({"message": "No.", "code": "x"}, "No.", "x"),
        ({"error": "No."}, "No.", None),
        ({"detail": "No."}, "No.", None),
        (
            {"detail": [{"loc": ["body", "messages", 0], "msg": "Field required"}, {"msg": "Wrong"}]},
            "body.messages.0: Field required; Wrong",
            None,
        ),
        ({"detail": {"message": "No."}}, "No.", None),
        ({"error": {"message": {"detail": [{"msg": "No."}]}}}, "No.", None),
        ([{"error": {"message": "No."}}], "No.", None),
        ({"errors": [{"message": "No."}, {"message": "Never."}]}, "No.; Never.", None),
        ({"error": {"message": "Failed", "metadata": {"raw": "No."}}}, "Failed: No.", None),
        ("No.", "No.", None),
        ({"error": {}}, "(no message)", None),
        ({"error": {"code": "x", "message": ""}}, "(no message)", "x"),
        (ABSENT, "(no message)", None),
        ([[[[[[["No."]]]]]]], "(no message)", None),
    ],
)
def test_the_words_of_the_api_are_found_in_each_form_of_an_error(body: Any, words: str, code: str | None) -> None:
    found = refusal_of(body, REQUEST)
    assert (found.message, found.code) == (words, code)


def refused(answer: Any, *, status: int = 400, host: str = "", request: Any = REQUEST) -> Interaction:
    return Interaction(file="a.json", number=0, api="chat", host=host, request=request, status=status, answer=answer)


def test_refusals_for_the_model_are_counted_whatever_their_status() -> None:
    said = check([refused(openai("No.", code="model_not_found"), status=status) for status in (400, 403, 404, 422)])
    assert (said.rejected, len(said.of_the_model), said.unforeseen, said.is_sound) == (4, 4, (), True)


@pytest.mark.parametrize(("status", "count"), [(400, 1), (422, 1), (404, 0), (429, 0), (500, 0)])
def test_a_refusal_for_the_form_is_not_foreseen_by_its_status(status: int, count: int) -> None:
    said = check([refused({"detail": "Wrong."}, status=status)])
    assert (len(said.unforeseen), said.of_the_model) == (count, ())


@pytest.mark.parametrize(
    ("answer", "errors"),
    [
        (openai("The server had an error.", code="server_error"), 1),
        ({"id": "resp_1", "object": "response", "status": "failed", "error": {"message": "No."}, "output": []}, 0),
        ({"choices": [], "error": {"message": "No."}}, 0),
        ({"error": None}, 0),
    ],
)
def test_an_error_with_the_status_of_an_answer_is_an_error(answer: Any, errors: int) -> None:
    one = refused(answer, status=200, host="api.openai.com")
    said = check([one])
    assert (one.succeeded, said.errors, said.responses) == (not errors, errors, 1 - errors)
    assert bool(said.refused) != bool(errors)


@pytest.mark.parametrize(
    ("host", "warned"), [("api.groq.com", 1), ("", 1), ("api.openai.com", 0), ("a.openai.azure.com", 0)]
)
@pytest.mark.parametrize("name", OF_A_LIMIT)
def test_a_limit_of_a_compatible_host_is_no_fault_of_the_oracles(name: str, host: str, warned: int) -> None:
    said = check([refused(OF_A_LIMIT[name], host=host)])
    assert (len(said.of_the_host), len(said.unforeseen), said.is_sound) == (warned, 1 - warned, bool(warned))


def test_what_a_compatible_host_refuses_as_openai_does_is_foreseen() -> None:
    five = {**REQUEST, "stop": list("abcde")}
    said = check([refused({"message": "Wrong."}, host="api.groq.com", request=five)])
    assert (said.rejected, said.foreseen, said.is_sound) == (1, 1, True)
    taken = Interaction(
        file="a.json", number=0, api="chat", host="api.groq.com", request=five, status=200, answer={"choices": []}
    )
    assert [refusal.rule for refusal in check([taken]).refused if refusal.part == "request"] == []


@pytest.mark.parametrize("body", ['{"error": "Wrong."}', 'data: {"error": "Wrong."}\n\n'])
@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream"])
def test_the_words_of_a_refused_stream_are_found(
    body: str, content_type: str, folder: Path, read: Callable[[], Recordings]
) -> None:
    given = cassette(status={"code": 400}, headers={"Content-Type": [content_type]}, body={"string": body})
    (folder / "a.yaml").write_text(as_yaml(given), "utf-8")
    (element,) = check(read().interactions).unforeseen
    assert element.message == "Wrong."
