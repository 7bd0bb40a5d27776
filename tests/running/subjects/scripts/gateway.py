"""A gateway between two APIs, on the reference converters, with defects to choose.

`python gateway.py API:ASKED UPSTREAM [DEFECT]`, such as `anthropic:chat`, offers API, asks UPSTREAM by ASKED, and
prints the port that it listens on.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.error import HTTPError

from conformance.reference import (
    AnswerError,
    anthropic_request_to_chat_request,
    anthropic_request_to_gemini_request,
    anthropic_request_to_responses_request,
    anthropic_response_to_chat_response,
    anthropic_response_to_gemini_response,
    anthropic_response_to_responses_response,
    anthropic_stream_to_chat_stream,
    anthropic_stream_to_gemini_stream,
    anthropic_stream_to_responses_stream,
    chat_request_to_anthropic_request,
    chat_request_to_gemini_request,
    chat_request_to_responses_request,
    chat_response_to_anthropic_response,
    chat_response_to_gemini_response,
    chat_response_to_responses_response,
    chat_stream_to_anthropic_stream,
    chat_stream_to_gemini_stream,
    chat_stream_to_responses_stream,
    events_of_sse,
    gemini_request_to_anthropic_request,
    gemini_request_to_chat_request,
    gemini_request_to_responses_request,
    gemini_response_to_anthropic_response,
    gemini_response_to_chat_response,
    gemini_response_to_responses_response,
    gemini_stream_to_anthropic_stream,
    gemini_stream_to_chat_stream,
    gemini_stream_to_responses_stream,
    responses_request_to_anthropic_request,
    responses_request_to_chat_request,
    responses_request_to_gemini_request,
    responses_response_to_anthropic_response,
    responses_response_to_chat_response,
    responses_response_to_gemini_response,
    responses_stream_to_anthropic_stream,
    responses_stream_to_chat_stream,
    responses_stream_to_gemini_stream,
)

Object = dict[str, Any]


def to_chat(body: Object) -> Object:
    return responses_request_to_chat_request(body)


def of_chat(answer: Object, request: Object) -> Object:
    return chat_response_to_responses_response({"request": request, "response": answer})


def of_chat_stream(chunks: bytes, request: Object) -> list[Object]:
    return chat_stream_to_responses_stream({"request": request, "chunks": events_of_sse(chunks)})


def to_responses(body: Object) -> Object:
    return chat_request_to_responses_request(body)


def of_responses(answer: Object, _request: Object) -> Object:
    return responses_response_to_chat_response(answer)


def of_responses_stream(events: bytes, _request: Object) -> list[Object]:
    return responses_stream_to_chat_stream(events_of_sse(events))


def of_anthropic(answer: Object, _request: Object) -> Object:
    return anthropic_response_to_chat_response(answer)


def of_anthropic_stream(events: bytes, _request: Object) -> list[Object]:
    return anthropic_stream_to_chat_stream(events_of_sse(events))


def as_anthropic(answer: Object, _request: Object) -> Object:
    return chat_response_to_anthropic_response(answer)


def as_anthropic_stream(chunks: bytes, _request: Object) -> list[Object]:
    return chat_stream_to_anthropic_stream(events_of_sse(chunks))


def responses_as_anthropic(answer: Object, _request: Object) -> Object:
    return responses_response_to_anthropic_response(answer)


def responses_as_anthropic_stream(events: bytes, _request: Object) -> list[Object]:
    return responses_stream_to_anthropic_stream(events_of_sse(events))


def anthropic_as_responses(answer: Object, request: Object) -> Object:
    return anthropic_response_to_responses_response({"request": request, "response": answer})


def anthropic_stream_as_responses(events: bytes, request: Object) -> list[Object]:
    return anthropic_stream_to_responses_stream({"request": request, "events": events_of_sse(events)})


def as_gemini(answer: Object, _request: Object) -> Object:
    return chat_response_to_gemini_response(answer)


def as_gemini_stream(chunks: bytes, _request: Object) -> list[Object]:
    return chat_stream_to_gemini_stream(events_of_sse(chunks))


def anthropic_as_gemini(answer: Object, _request: Object) -> Object:
    return anthropic_response_to_gemini_response(answer)


def anthropic_as_gemini_stream(events: bytes, _request: Object) -> list[Object]:
    return anthropic_stream_to_gemini_stream(events_of_sse(events))


def of_gemini(answer: Object, _request: Object) -> Object:
    return gemini_response_to_chat_response(answer)


def of_gemini_stream(responses: bytes, _request: Object) -> list[Object]:
    return gemini_stream_to_chat_stream(events_of_sse(responses))


def gemini_as_anthropic(answer: Object, _request: Object) -> Object:
    return gemini_response_to_anthropic_response(answer)


def gemini_as_anthropic_stream(responses: bytes, _request: Object) -> list[Object]:
    return gemini_stream_to_anthropic_stream(events_of_sse(responses))


def responses_as_gemini(answer: Object, _request: Object) -> Object:
    return responses_response_to_gemini_response(answer)


def responses_as_gemini_stream(events: bytes, _request: Object) -> list[Object]:
    return responses_stream_to_gemini_stream(events_of_sse(events))


def gemini_as_responses(answer: Object, request: Object) -> Object:
    return gemini_response_to_responses_response({"request": request, "response": answer})


def gemini_as_responses_stream(responses: bytes, request: Object) -> list[Object]:
    return gemini_stream_to_responses_stream({"request": request, "events": events_of_sse(responses)})


def of_address(convert: Callable[[Object], Object]) -> Callable[[Object], Object]:
    """What makes a Gemini request with what its address says."""
    return lambda body: convert(body) | {key: body[key] for key in ("model", "stream") if key in body}


def event_of(event: Object) -> bytes:
    named = f"event: {event['type']}\n" if "type" in event else ""
    return f"{named}data: {json.dumps(event)}\n\n".encode()


# Defects, by name: what they do to the request that goes on, or to the answer that comes back.


def strict_everywhere(asked: Object) -> Object:
    return {**asked, "tools": [{**tool, "strict": True} for tool in asked.get("tools", ())]}


def nested_tools(asked: Object) -> Object:
    tools = [{"type": "function", "function": tool} for tool in asked.get("tools", ())]
    return {**asked, "tools": tools} if tools else asked


def no_instructions(asked: Object) -> Object:
    return {
        **asked,
        "messages": [message for message in asked["messages"] if message["role"] not in ("system", "developer")],
    }


def unknown_member(asked: Object) -> Object:
    return {**asked, "about": "me"}


def no_calls(answer: Object) -> Object:
    answer["choices"][0]["message"].pop("tool_calls", None)
    return answer


def last_call_only(answer: Object) -> Object:
    calls = [item for item in answer["output"] if item["type"] == "function_call"]
    return answer | {"output": [item for item in answer["output"] if item not in calls[:-1]]}


def no_custom_calls(answer: Object) -> Object:
    for item in answer["output"]:
        if item["type"] == "custom_tool_call":
            item |= {"type": "function_call", "arguments": json.dumps({"input": item.pop("input")})}
    return answer


def always_ends_its_turn(answer: Object) -> Object:
    return answer | {"stop_reason": "end_turn"}


def input_as_text(answer: Object) -> Object:
    blocks = [
        block | ({"input": json.dumps(block["input"])} if "input" in block else {}) for block in answer["content"]
    ]
    return answer | {"content": blocks}


def args_as_text(answer: Object) -> Object:
    for part in answer["candidates"][0]["content"].get("parts", ()):
        if "functionCall" in part:
            part["functionCall"]["args"] = json.dumps(part["functionCall"]["args"])
    return answer


def counts_the_cache_twice(answer: Object) -> Object:
    usage = answer["usage"]
    usage["input_tokens"] += usage.get("cache_read_input_tokens") or 0
    return answer


def first_call_only(chunks: list[Object]) -> list[Object]:
    def is_kept(chunk: Object) -> bool:
        calls = [call for choice in chunk["choices"] for call in choice["delta"].get("tool_calls", ())]
        return all(call["index"] == 0 for call in calls)

    return list(filter(is_kept, chunks))


def events_end_the_turn(events: list[Object]) -> list[Object]:
    return [
        event | {"delta": event["delta"] | {"stop_reason": "end_turn"}} if event["type"] == "message_delta" else event
        for event in events
    ]


def last_response_only(responses: list[Object]) -> list[Object]:
    return responses[-1:]


def nothing_of_a_stream(_events: list[Object]) -> list[Object]:
    return []


def numbers_with_gaps(events: list[Object]) -> list[Object]:
    return [event | {"sequence_number": 2 * event["sequence_number"]} for event in events]


def not_a_number(answer: Object) -> Object:
    return answer | {"usage": dict.fromkeys(answer.get("usage") or {"input_tokens": 1}, float("nan"))}


def infinite_in_a_stream(events: list[Object]) -> list[Object]:
    return [event | {"weight": float("inf")} for event in events]


REQUESTS = {element.__name__: element for element in (strict_everywhere, nested_tools, no_instructions, unknown_member)}
ANSWERS = {
    element.__name__: element
    for element in (
        no_calls, last_call_only, no_custom_calls, always_ends_its_turn, input_as_text, args_as_text,
        counts_the_cache_twice, not_a_number,
    )
}  # fmt: skip


def completes_what_broke_off(chunks: bytes) -> bytes:
    return chunks.replace(b"data: [DONE]", b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}')


def ends_what_broke_off(events: bytes) -> bytes:
    if b"message_stop" in events:
        return events
    ended = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}
    return events + event_of(ended) + event_of({"type": "message_stop"})


STREAMS: dict[str, Callable[[list[Object]], list[Object]]] = {
    element.__name__: element
    for element in (
        events_end_the_turn, nothing_of_a_stream, numbers_with_gaps, first_call_only, last_response_only,
        infinite_in_a_stream,
    )
}  # fmt: skip
CHUNKS = {element.__name__: element for element in (completes_what_broke_off, ends_what_broke_off)}
ROUTES = {"responses": "/v1/responses", "chat": "/v1/chat/completions", "anthropic": "/v1/messages"}
OF_GEMINI = re.compile(r"/v1beta/models/(?P<model>.+):(?P<streams>streamG|g)enerateContent(\?alt=sse)?")
# By the API that is offered and the one that is asked: how a request, an answer and a stream are converted.
WAYS: dict[str, tuple[Callable[..., Any], ...]] = {
    "responses:chat": (to_chat, of_chat, of_chat_stream),
    "chat:responses": (to_responses, of_responses, of_responses_stream),
    "anthropic:chat": (anthropic_request_to_chat_request, as_anthropic, as_anthropic_stream),
    "anthropic:responses": (
        anthropic_request_to_responses_request,
        responses_as_anthropic,
        responses_as_anthropic_stream,
    ),
    "gemini:chat": (gemini_request_to_chat_request, as_gemini, as_gemini_stream),
    "gemini:anthropic": (gemini_request_to_anthropic_request, anthropic_as_gemini, anthropic_as_gemini_stream),
    "anthropic:gemini": (
        of_address(anthropic_request_to_gemini_request),
        gemini_as_anthropic,
        gemini_as_anthropic_stream,
    ),
    "gemini:responses": (gemini_request_to_responses_request, responses_as_gemini, responses_as_gemini_stream),
    "responses:gemini": (
        of_address(responses_request_to_gemini_request),
        gemini_as_responses,
        gemini_as_responses_stream,
    ),
    "chat:gemini": (of_address(chat_request_to_gemini_request), of_gemini, of_gemini_stream),
    "chat:anthropic": (chat_request_to_anthropic_request, of_anthropic, of_anthropic_stream),
    "responses:anthropic": (
        responses_request_to_anthropic_request,
        anthropic_as_responses,
        anthropic_stream_as_responses,
    ),
}


class Served(ThreadingHTTPServer):
    upstream: str  # may be set when it is known
    asked = 0  # requests so far


def gateway(way: str, upstream: str, defect: str = "") -> Served:
    """Return a gateway that listens on a port of the kernel's choice and is not served yet."""
    api, _, of = way.partition(":")
    there, back, streamed_back = WAYS[way]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1
        disable_nagle_algorithm = True
        server: Served

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                self.answer(*self.translated(body))
            except HTTPError as error:
                self.answer(error.code, json.load(error))
            except Exception as error:
                if defect == "drops_the_connection" and isinstance(error, AnswerError):
                    self.send_response(200)
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    self.close_connection = True
                    return
                self.answer(400, {"error": {"message": f"{type(error).__name__}: {error}"}})

        def offers(self, body: Object) -> bool:
            """Whether the path is one of the API's; what Gemini's says is put beside the body."""
            found = OF_GEMINI.fullmatch(self.path) if api == "gemini" else None
            if found is None:
                return self.path == ROUTES.get(api)
            body |= {"model": found["model"]} | ({"stream": True} if found["streams"] == "streamG" else {})
            return True

        def translated(self, body: Object) -> tuple[int, Object | list[Object]]:
            self.server.asked += 1
            is_offered = self.offers(body)
            if (defect == "fails_first" and self.server.asked == 1) or (defect == "loses_the_other" and not is_offered):
                return 503, {"error": {"message": "not ready"}}
            if not is_offered:
                return 404, {"error": {"message": "no such route"}}
            going = REQUESTS.get(defect, dict)(there(body))
            address = self.server.upstream + ROUTES.get(of, "").removeprefix("/v1")
            if of == "gemini":
                method = "streamGenerateContent?alt=sse" if going.pop("stream", False) else "generateContent"
                address += f"beta/models/{going.pop('model')}:{method}"
            headers = {"Content-Type": "application/json", "anthropic-version": "2023-06-01"}
            request = urllib.request.Request(address, json.dumps(going).encode(), headers)
            with urllib.request.urlopen(request) as answer:
                if "event-stream" in answer.headers["Content-Type"]:
                    return 200, STREAMS.get(defect, list)(streamed_back(CHUNKS.get(defect, bytes)(answer.read()), body))
                answered = back(json.load(answer), body)
                if defect == "repeats_the_model":
                    answered["modelVersion" if api == "gemini" else "model"] = body["model"]
                return 200, ANSWERS.get(defect, dict)(answered)

        def answer(self, status: int, body: Object | list[Object]) -> None:
            streamed = isinstance(body, list)
            data = b"".join(map(event_of, body)) if isinstance(body, list) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/event-stream" if streamed else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = Served(("127.0.0.1", 0), Handler)
    server.upstream = upstream
    server.daemon_threads = True
    return server


if __name__ == "__main__":
    served = gateway(*sys.argv[1:])
    print(served.server_address[1], flush=True)
    served.serve_forever()
