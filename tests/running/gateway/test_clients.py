"""The official clients hold whole loops with tools through the gateway, streamed or not, with another API behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from conformance.apis.emulator.running import RunningApi, running_api
from tests.running.gateways import gateway

CITY = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
DONE = "That is all: the tool has answered."
OVERLOADED = {
    "answers": [{"http": 529}, {"text": "A text that is long.", "cut": {"how": "failed", "after": 4}}, {"text": "Hi."}]
}


@contextmanager
def asking(client: str, asked: str, script: Any = "one-call") -> Iterator[tuple[str, RunningApi]]:
    with running_api(script) as api, gateway(client, asked, api.base_url) as url:
        yield url, api


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("asked", ["anthropic", "gemini", "responses"])
def test_openais_client_by_chat(asked: str, streams: bool) -> None:
    openai = pytest.importorskip("openai")
    function = {"name": "look", "description": "Looks.", "parameters": CITY}
    given: dict[str, Any] = {
        "model": "gpt-test",
        "max_tokens": 99,
        "tools": [{"type": "function", "function": function}],
    }
    said: list[Any] = [{"role": "user", "content": "Is it warm?"}]
    with asking("chat", asked) as (url, api), openai.OpenAI(base_url=url + "/v1", api_key="k", max_retries=0) as client:

        def message() -> Any:
            if streams:
                with client.chat.completions.stream(messages=said, **given) as stream:
                    return stream.get_final_completion().choices[0].message
            return client.chat.completions.create(messages=said, **given).choices[0].message

        (call,) = message().tool_calls
        assert (call.function.name, list(json.loads(call.function.arguments))) == ("look", ["city"])
        function = {"name": "look", "arguments": call.function.arguments}
        calls = [{"id": call.id, "type": "function", "function": function}]
        said += [{"role": "assistant", "tool_calls": calls}, {"role": "tool", "tool_call_id": call.id, "content": "3"}]
        assert message().content == DONE
        assert [request.api for request in api.requests] == [asked] * 2


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("asked", ["anthropic", "gemini", "chat"])
def test_openais_client_by_responses(asked: str, streams: bool) -> None:
    openai = pytest.importorskip("openai")
    tool = {"type": "function", "name": "look", "description": "Looks.", "parameters": CITY, "strict": True}
    given: dict[str, Any] = {"model": "gpt-test", "max_output_tokens": 99, "tools": [tool], "store": False}
    said: list[Any] = [{"role": "user", "content": "Is it warm?"}]
    with (
        asking("responses", asked) as (url, api),
        openai.OpenAI(base_url=url + "/v1", api_key="k", max_retries=0) as client,
    ):

        def response() -> Any:
            if streams:
                with client.responses.stream(input=said, **given) as stream:
                    stream.until_done()
                    return stream.get_final_response()
            return client.responses.create(input=said, **given)

        (call,) = response().output
        assert (call.name, list(json.loads(call.arguments))) == ("look", ["city"])
        called = {"type": "function_call", "call_id": call.call_id, "name": "look", "arguments": call.arguments}
        said += [called, {"type": "function_call_output", "call_id": call.call_id, "output": "3"}]
        assert response().output_text == DONE
        assert [request.api for request in api.requests] == [asked] * 2


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("asked", ["chat", "gemini", "responses"])
def test_anthropics_client(asked: str, streams: bool) -> None:
    anthropic = pytest.importorskip("anthropic")
    tool = {"name": "look", "description": "Looks.", "input_schema": CITY}
    given: dict[str, Any] = {"model": "claude-haiku-4-5", "max_tokens": 99, "tools": [tool]}
    said: list[Any] = [{"role": "user", "content": "Is it warm?"}]
    with (
        asking("anthropic", asked) as (url, api),
        anthropic.Anthropic(base_url=url, api_key="k", max_retries=0) as client,
    ):

        def message() -> Any:
            if streams:
                with client.messages.stream(messages=said, **given) as stream:
                    return stream.get_final_message()
            return client.messages.create(messages=said, **given)

        first = message()
        (call,) = first.content
        assert (first.stop_reason, call.name, list(call.input)) == ("tool_use", "look", ["city"])
        result = {"type": "tool_result", "tool_use_id": call.id, "content": "3"}
        said += [{"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}]
        last = message()
        assert (last.stop_reason, last.content[0].text) == ("end_turn", DONE)
        assert [request.api for request in api.requests] == [asked] * 2
        with pytest.raises(anthropic.NotFoundError, match="counts no tokens"):
            client.messages.count_tokens(model="m", messages=said[:1])


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("asked", ["chat", "anthropic", "responses"])
def test_googles_client(asked: str, streams: bool) -> None:
    genai = pytest.importorskip("google.genai")
    types = genai.types
    declared = types.FunctionDeclaration(name="look", description="Looks.", parameters_json_schema=CITY)
    config = types.GenerateContentConfig(max_output_tokens=99, tools=[types.Tool(function_declarations=[declared])])
    said = [types.Content(role="user", parts=[types.Part(text="Is it warm?")])]
    with (
        asking("gemini", asked) as (url, api),
        genai.Client(api_key="k", http_options=types.HttpOptions(base_url=url)) as client,
    ):

        def parts() -> Any:
            given: Any = {"model": "gemini-3-pro", "config": config, "contents": said}
            answers = (
                list(client.models.generate_content_stream(**given))
                if streams
                else [client.models.generate_content(**given)]
            )
            assert answers[-1].candidates[0].finish_reason == "STOP"
            return [part for answer in answers for part in answer.candidates[0].content.parts]

        called = [part for part in parts() if part.function_call]
        (call,) = [part.function_call for part in called]
        assert (call.name, list(call.args)) == ("look", ["city"])
        answer = types.FunctionResponse(id=call.id, name=call.name, response={"output": "3"})
        said += [
            types.Content(role="model", parts=called),
            types.Content(role="user", parts=[types.Part(function_response=answer)]),
        ]
        assert "".join(part.text or "" for part in parts()) == DONE
        assert [request.api for request in api.requests] == [asked] * 2


def test_anthropics_client_hears_of_an_overloaded_api_and_asks_again() -> None:
    anthropic = pytest.importorskip("anthropic")
    given: dict[str, Any] = {
        "model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello."}],
    }  # fmt: skip
    with (
        asking("anthropic", "gemini", OVERLOADED) as (url, api),
        anthropic.Anthropic(base_url=url, api_key="any", max_retries=1) as client,
    ):
        with pytest.raises(anthropic.APIStatusError, match="overloaded"), client.messages.stream(**given) as stream:
            stream.get_final_message()
        assert client.messages.create(**given).content[0].text == "Hi."
        assert [seen.status for seen in api.requests] == [503, 200, 200]
