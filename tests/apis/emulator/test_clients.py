"""The official client, and an agent framework, complete tool loops against the local API."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from conformance.apis.emulator import CHAT, RESPONSES
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.running import running_api
from tests.apis.emulator.asking import request

openai = pytest.importorskip("openai")

DONE = "That is all: the tool has answered."


@pytest.fixture(scope="module")
def base_url() -> Any:
    with running_api("rounds") as running:
        yield running.base_url


def client(base_url: str, key: str) -> Any:
    return openai.OpenAI(base_url=base_url, api_key=key, max_retries=0)


def chat_loop(api: Any, stream: bool) -> tuple[list[Any], str | None]:
    """Ask until no tool is called; return the arguments of all calls, and the last text."""
    asked, called = request(CHAT), []
    while True:
        if stream:
            with api.chat.completions.stream(**asked) as streamed:
                message = streamed.get_final_completion().choices[0].message
        else:
            message = api.chat.completions.create(**asked).choices[0].message
        if not message.tool_calls:
            return called, message.content
        calls = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.function.name, "arguments": call.function.arguments},
            }
            for call in message.tool_calls
        ]
        called += [json.loads(call["function"]["arguments"]) for call in calls]
        results = [{"role": "tool", "tool_call_id": call["id"], "content": "warm"} for call in calls]
        asked["messages"] += [{"role": "assistant", "content": message.content, "tool_calls": calls}, *results]


def responses_loop(api: Any, stream: bool) -> tuple[list[Any], str | None]:
    asked, called = request(RESPONSES), []
    while True:
        if stream:
            with api.responses.stream(**asked) as streamed:
                streamed.until_done()
                response = streamed.get_final_response()
        else:
            response = api.responses.create(**asked)
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return called, response.output_text
        called += [json.loads(call.arguments) for call in calls]
        results = [{"type": "function_call_output", "call_id": call.call_id, "output": "warm"} for call in calls]
        asked |= {"input": results, "previous_response_id": response.id}


@pytest.mark.parametrize("stream", [False, True], ids=["json", "stream"])
@pytest.mark.parametrize("loop", [chat_loop, responses_loop])
def test_the_official_client_completes_a_tool_loop(base_url: str, loop: Any, stream: bool) -> None:
    with client(base_url, f"{loop.__name__}-{stream}") as api:
        assert loop(api, stream) == ([{"city": "text"}, {}, {"city": "text"}, {}], DONE)


def test_the_official_client_sees_errors_as_the_real_ones() -> None:
    with running_api("rate-limit") as running, client(running.base_url, "key") as api:
        with pytest.raises(openai.RateLimitError, match="Rate limit reached"):
            api.responses.create(**request(RESPONSES))
        with pytest.raises(openai.BadRequestError) as refused:
            api.responses.create(**request(RESPONSES, names=("no name",)))
        assert (refused.value.param, refused.value.code) == ("tools[0].name", "invalid_value")
        assert api.with_options(max_retries=1).responses.create(**request(RESPONSES)).output[0].name == "look"


def test_the_official_client_sees_a_stream_that_is_cut() -> None:
    with running_api("cut-stream") as running, client(running.base_url, "key") as api:
        with pytest.raises(openai.APIConnectionError), api.responses.stream(**request(RESPONSES)) as streamed:
            streamed.until_done()
        assert api.responses.create(**request(RESPONSES)).output[0].name == "look"


@pytest.mark.parametrize("stream", [False, True], ids=["json", "stream"])
@pytest.mark.parametrize("model", ["OpenAIResponsesModel", "OpenAIChatCompletionsModel"])
def test_an_agent_framework_completes_a_tool_loop(
    base_url: str, monkeypatch: pytest.MonkeyPatch, model: str, stream: bool
) -> None:
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    agents = pytest.importorskip("agents")
    cities = []

    @agents.function_tool  # type: ignore[untyped-decorator]
    def look(city: str) -> str:
        """Say what the weather is like."""
        cities.append(city)
        return "warm"

    async def run() -> Any:
        async with openai.AsyncOpenAI(base_url=base_url, api_key=f"{model}-{stream}", max_retries=0) as api:
            agent = agents.Agent(name="weather", tools=[look], model=getattr(agents, model)("any-model", api))
            if not stream:
                return (await agents.Runner.run(agent, "Is it warm?")).final_output
            result = agents.Runner.run_streamed(agent, "Is it warm?")
            async for _event in result.stream_events():
                pass
            return result.final_output

    assert (asyncio.run(run()), cities) == (DONE, ["text"] * 4)


@pytest.mark.expensive("loads the clients of three providers")
def test_a_model_answers_the_clients_of_three_providers() -> None:
    """What the client of each reads of an answer that a limit, or a stop sequence, ends."""
    anthropic, genai = pytest.importorskip("anthropic"), pytest.importorskip("google.genai")
    with running_api(api=ModelApi(("sound",)), key="mine") as api:
        asked = {"model": "sound", "messages": [{"role": "user", "content": "Count from 1 to 9."}]}
        choice = client(api.base_url, "mine").chat.completions.create(**asked, max_tokens=3).choices[0]
        assert (choice.message.content, choice.finish_reason) == ("1, 2", "length")
        root = api.base_url.removesuffix("/v1")
        asking = anthropic.Anthropic(base_url=root, api_key="mine", max_retries=0)  # closed when it is forgotten
        messages = asking.messages
        with messages.stream(**asked, max_tokens=99, stop_sequences=["3"]) as streamed:
            message = streamed.get_final_message()
        said = (message.content[0].text, message.stop_reason, message.stop_sequence)
        assert said == ("1, 2, ", "stop_sequence", "3")
        assert messages.count_tokens(**asked).input_tokens > 1
        google = genai.Client(api_key="mine", http_options={"base_url": root})
        models = google.models
        chunks = models.generate_content_stream(model="sound", contents="Repeat exactly: 👩🏽‍🚀!")
        assert "".join(chunk.text or "" for chunk in chunks) == "👩🏽‍🚀!"
        assert models.count_tokens(model="sound", contents="Count.").total_tokens > 0
