"""Whichever recorder wrote it, the same exchange is read."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zlib
from typing import Any

import brotli
import pytest
import yaml

from conformance.base.values import ABSENT
from tests.apis.recordings.conftest import ANSWER, REQUEST, URL, as_yaml, cassette

TEXT, ASKED = json.dumps(ANSWER), json.dumps(REQUEST)
PACKED = {
    "gzip": gzip.compress(TEXT.encode()),
    "deflate": zlib.compress(TEXT.encode()),
    "br": brotli.compress(TEXT.encode()),
}
RUBY = f"""---
http_interactions:
- request:
    method: post
    uri: {URL}
    body: {{encoding: UTF-8, string: '{ASKED}'}}
    headers: {{}}
  response:
    status: {{code: 200, message: OK}}
    headers: {{Content-Type: [application/json]}}
    body:
      encoding: ASCII-8BIT
      base64_string: |
        {base64.b64encode(TEXT.encode()).decode()}
  recorded_at: Tue, 01 Jul 2025 10:00:00 GMT
recorded_with: VCR 6.3.1
"""
RUBY_BINARY = RUBY.replace("base64_string: |", "string: !binary |-")
GO = {
    "version": 2,
    "interactions": [
        {
            "request": {"method": "POST", "url": URL, "body": ASKED},
            "response": {"status": "200 OK", "code": 200, "body": TEXT},
        }
    ],
}
SPLIT = {
    "requests": [{"method": "POST", "uri": URL, "headers": {}, "body": ASKED.encode()}],
    "responses": [{"status": {"code": 200}, "headers": {}, "body": {"string": TEXT.encode()}}],
}
HTTPMOCK = {
    "when": {
        "method": "POST",
        "path": "/v1/responses",
        "query_param": [],
        "header": [{"name": "content-type", "value": "application/json"}],
        "body": ASKED,
    },
    "then": {"status": 200, "header": [{"name": "content-type", "value": "application/json"}], "body": TEXT},
}
SHARED = {
    "interactions": [
        {
            "index": 0,
            "api": "responses",
            "request": {"method": "POST", "path": "/v1/responses", "json": REQUEST},
            "response": {"status": 200, "content_type": "application/json", "json": ANSWER},
        }
    ]
}


def httprr(*, version: str = "HTTP/2.0") -> bytes:
    """Return the trace of one exchange as Go's httprr writes it."""
    request = f"POST {URL} HTTP/1.1\r\nHost: api.openai.com\r\nContent-Type: application/json\r\n\r\n{ASKED}"
    answer = f"{version} 200 OK\r\nContent-Length: {len(TEXT)}\r\nContent-Type: application/json\r\n\r\n{TEXT}"
    return f"httprr trace v1\n{len(request)} {len(answer)}\n{request}{answer}".encode()


def har(**content: str) -> str:
    """Return an HTTP archive of one exchange. content: of its answer."""
    sent = {"method": "POST", "url": URL, "headers": [], "postData": {"mimeType": "application/json", "text": ASKED}}
    headers = [{"name": "content-encoding", "value": "gzip"}]  # of what came; the archive has it decoded
    answer = {"status": 200, "headers": headers, "content": {"mimeType": "application/json", **content}}
    return json.dumps({"log": {"version": "1.2", "entries": [{"request": sent, "response": answer}]}})


ONE_A_FILE = {
    "request": {"method": "POST", "url": URL, "headers": {"Accept": "*/*"}, "body": ASKED},
    "response": {"status": {"code": 200, "message": "OK"}, "headers": {}, "body": TEXT},
}
DUMPED = {
    "request": {"method": "POST", "url": URL, "headers": {}, "body": REQUEST, "endpoint": "/responses", "model": "m"},
    "response": {"body": {"__type__": "openai.types.responses.Response", "__data__": ANSWER}, "is_streaming": False},
}
OLD_HTTPX = cassette(body=None, status=None, status_code=200, content=TEXT)
AS_OBJECTS = cassette(request_body=None, request_parsed_body=REQUEST, body=None, parsed_body=ANSWER)

BRAINTRUST = {
    "entries": [
        {
            "matchKey": "POST api.openai.com/v1/responses",
            "request": {"method": "POST", "url": URL, "headers": {}, "body": {"kind": "json", "value": REQUEST}},
            "response": {"status": 200, "headers": {}, "body": {"kind": "json", "value": ANSWER}},
        }
    ]
}
WIREMOCK = {
    "id": "1",
    "request": {"method": "POST", "urlPath": "/v1/responses", "bodyPatterns": [{"equalToJson": ASKED}]},
    "response": {"status": 200, "jsonBody": ANSWER, "headers": {"Content-Type": "application/json"}},
}
ENCODED = base64.b64encode(TEXT.encode()).decode()
HOSTLESS = ("httpmock.yaml", 
    "shared.json", "hidden.yaml", "hidden-gzip.yaml", "wiremock.json", "wiremock-encoded.json", "wiremock-list.yaml",
    "wiremock-documents.yaml", "wiremock-no-status.json",
)  # fmt: skip
JSON_TYPE = {"Content-Type": "application/json; charset=utf-8"}


def azure(request: Any = REQUEST, answer: Any = ANSWER, answer_headers: Any = JSON_TYPE) -> dict[str, Any]:
    """Return the session of one exchange as the test proxy of Azure's SDKs writes it."""
    entry = {
        "RequestUri": URL,
        "RequestMethod": "POST",
        "RequestHeaders": {"Accept": "*/*", **JSON_TYPE},
        "RequestBody": request,
        "StatusCode": 200,
        "ResponseHeaders": answer_headers,
        "ResponseBody": answer,
    }
    return {"Entries": [entry], "Variables": {}}


def nock(response: Any = ANSWER, headers: Any = None, **changes: Any) -> list[dict[str, Any]]:
    """Return the fixture of one exchange as nock.back writes it."""
    base = {"scope": "https://api.openai.com:443", "method": "POST", "path": "/v1/responses", "body": REQUEST}
    return [{**base, "status": 200, "response": response, "rawHeaders": headers or {}, **changes}]


PIECES = [gzip.compress(TEXT.encode(), mtime=0).hex()[:60], gzip.compress(TEXT.encode(), mtime=0).hex()[60:]]

FORMS = {
    "vcrpy.yaml": as_yaml(cassette()),
    "vcrpy.json": json.dumps(cassette()),
    "bytes.yaml": as_yaml(cassette(request_body=ASKED.encode(), body={"string": TEXT.encode()})),
    "file-body.yaml": as_yaml(cassette(request_body=io.BytesIO(ASKED.encode()))),
    "base64.json": json.dumps(cassette(body={"base64_string": base64.b64encode(TEXT.encode()).decode()})),
    "objects.yaml": as_yaml(AS_OBJECTS),
    "old-httpx.yaml": as_yaml(OLD_HTTPX),
    "ruby.yml": RUBY,
    "ruby-binary.yml": RUBY_BINARY,
    "go.yaml": as_yaml(GO),
    "shared.json": json.dumps(SHARED),
    "langchain.yaml.gz": gzip.compress(as_yaml(SPLIT).encode()),
    "ruby.yml.zz": zlib.compress(RUBY.encode()),
    "one-a-file.json": json.dumps(ONE_A_FILE),
    "llama-stack.json": json.dumps(DUMPED),
    "trace.httprr": httprr(),
    "trace-1.1.httprr.gz": gzip.compress(httprr(version="HTTP/1.1")),
    "archive.har": har(text=TEXT),
    "archive-base64.har": har(text=base64.b64encode(TEXT.encode()).decode(), encoding="base64"),
    "aiohttp.yaml": as_yaml(cassette()).replace(
        "Content-Type:", "? !!python/object/apply:multidict._multidict.istr\n      - Content-Type\n      :"
    ),
    "aiohttp-new.yaml": as_yaml(cassette()).replace(
        "Content-Type:", "? !!python/object/new:multidict._multidict.istr\n      - Content-Type\n      :"
    ),
    "aiohttp-args.yaml": as_yaml(cassette()).replace(
        "Content-Type:", "? !!python/object/new:multidict._multidict.istr {args: [Content-Type]}\n      :"
    ),
    "hidden.yaml": as_yaml(cassette(request_uri="**REDACTED**")),
    "hidden-gzip.yaml": as_yaml(
        cassette(request_uri="**REDACTED**", headers={"content-encoding": ["gzip"]}, body={"string": PACKED["gzip"]})
    ),
    "braintrust.json": json.dumps(BRAINTRUST),
    "polly.har": har(text=json.dumps([ENCODED[:40], ENCODED[40:]]), encoding="base64"),
    "wiremock.json": json.dumps(WIREMOCK),
    "wiremock-encoded.json": json.dumps(
        {"mappings": [{**WIREMOCK, "response": {"status": 200, "base64Body": ENCODED}}]}
    ),
    "wiremock-list.yaml": as_yaml({"mappings": [WIREMOCK]}),
    "wiremock-documents.yaml": f"---\n{as_yaml(WIREMOCK)}---\n# nothing more\n",
    "wiremock-no-status.json": json.dumps({**WIREMOCK, "response": {"jsonBody": ANSWER}}),
    "azure.json": "\ufeff" + json.dumps(azure()),
    "azure-lines.json": json.dumps(azure(answer=json.dumps(ANSWER, indent=1).splitlines(keepends=True))),
    "azure-text.json": json.dumps(azure(request=ASKED, answer=TEXT)),
    "azure-base64.json": json.dumps(
        azure(answer=ENCODED, answer_headers={"Content-Type": "application/octet-stream", "A": ["b", "c"]})
    ),
    "httpmock.yaml": as_yaml(HTTPMOCK),
    "of-r.yaml": as_yaml(cassette(status={"status_code": 200, "message": "OK"})),
    "nock.json": json.dumps(nock()),
    "nock-text.json": json.dumps(nock(TEXT, body=ASKED)),
    "nock-pieces.json": json.dumps(nock(PIECES, ["Content-Encoding", "gzip", "Content-Type", "application/json"])),
    "nock-no-headers.json": json.dumps(nock(PIECES)),
    "nock-object.json": json.dumps(nock(PIECES, {"content-encoding": "gzip"}, responseIsBinary=False)),
    "nock-binary.json": json.dumps(nock(TEXT.encode().hex(), responseIsBinary=True)),
    "nock-base64.json": json.dumps(
        nock([base64.b64encode(PACKED["gzip"]).decode()], {"content-encoding": "gzip"}, reqheaders={})
    ),
    "inner/deep/vcrpy.yaml": as_yaml(cassette()),
    "marked.json": "\ufeff" + json.dumps(cassette()),
}
FORMS |= {
    f"{name}.yaml": as_yaml(cassette(headers={"content-encoding": [name]}, body={"string": data}))
    for name, data in PACKED.items()
}
FORMS |= {
    "two-encodings.yaml": as_yaml(
        cassette(headers={"Content-Encoding": "gzip, br"}, body={"string": brotli.compress(PACKED["gzip"])})
    ),
    "encoding-left-behind.yaml": as_yaml(cassette(headers={"content-encoding": ["gzip"]})),
}


@pytest.mark.parametrize("name", FORMS)
def test_an_exchange_is_read(name, folder, read):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    content = FORMS[name]
    path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    found = read()
    assert found.skipped == ()
    (interaction,) = found.interactions
    assert (interaction.file, interaction.number, interaction.api, interaction.status) == (name, 0, "responses", 200)
    assert interaction.host == ("" if name in HOSTLESS else "api.openai.com")
    assert (interaction.request, interaction.answer, interaction.events) == (REQUEST, ANSWER, None)


STREAM = 'event: response.created\ndata: {"type": "response.created"}\n\ndata: {"type": "response.completed"}\n\n'
EVENTS = ({"type": "response.created"}, {"type": "response.completed"})


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "stream.yaml": as_yaml(cassette(headers={"content-type": ["text/event-stream"]}, body={"string": STREAM})),
        "base64.yaml": as_yaml(
            cassette(
                headers={"content-type": ["text/event-stream"]},
                body={"string": base64.b64encode(STREAM.encode()).decode()},
            )
        ),
        "unnamed.yaml": as_yaml(cassette(headers={}, body={"string": STREAM.encode()})),
        "llama-stack.json": json.dumps(
            {**DUMPED, "response": {"body": [{"__data__": event} for event in EVENTS], "is_streaming": True}}
        ),
        "packed.yaml": as_yaml(
            cassette(headers={"content-encoding": ["gzip"]}, body={"string": gzip.compress(STREAM.encode())})
        ),
        "azure.json": json.dumps(
            azure(answer=STREAM.splitlines(keepends=True), answer_headers={"Content-Type": "text/event-stream"})
        ),
        "nock.json": json.dumps(nock(STREAM, {"content-type": "text/event-stream"})),
        "nock-pieces.json": json.dumps(nock([gzip.compress(STREAM.encode()).hex()], {"content-encoding": "gzip"})),
        "text.sse": STREAM,
        "text.txt": STREAM,
        "lines.jsonl": "\n".join(map(json.dumps, EVENTS)),
        "list.json": json.dumps(EVENTS),
        "braintrust.json": json.dumps(
            {
                "entries": [
                    {
                        "request": BRAINTRUST["entries"][0]["request"],
                        "response": {
                            "status": 200,
                            "headers": {"content-type": "text/event-stream", "content-encoding": "gzip"},
                            "body": {"kind": "sse", "chunks": [f"data: {json.dumps(event)}" for event in EVENTS]},
                        },
                    }
                ]
            }
        ),
    }.items(),
)
def test_a_stream_is_read_as_its_events(name, content, folder, read):
    (folder / name).write_text(content, "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.answer, interaction.events) == ("responses", ABSENT, EVENTS)


@pytest.mark.parametrize(
    ("answer", "api", "status"),
    [
        (ANSWER, "responses", 200),
        ({"object": "chat.completion", "choices": []}, "chat", 200),
        ({"error": {"message": "no"}}, "responses", 400),
    ],
)
def test_an_answer_alone_is_a_recording(answer, api, status, folder, read):
    (folder / "answer.json").write_text(json.dumps(answer), "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.status, interaction.request, interaction.answer) == (
        api,
        status,
        ABSENT,
        answer,
    )


HIDDEN = {
    "an error of OpenAI": (REQUEST, {"error": {"message": "no"}}, "responses"),
    "an error of Chat": ({"model": "m", "messages": []}, {"error": {"message": "no"}}, "chat"),
    "an error of Anthropic": (
        {"model": "m", "messages": []}, {"type": "error", "error": {"type": "x", "message": "no"}}, "anthropic",
    ),
    "an answer of Anthropic": (
        {"model": "m", "messages": []}, {"id": "msg_1", "type": "message", "content": [{"type": "text"}]}, "anthropic",
    ),
    "an answer of Chat": ({"model": "m", "messages": []}, {"object": "chat.completion", "choices": []}, "chat"),
    "embeddings": ({"model": "m", "input": "a"}, {"object": "list", "data": []}, None),
}  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_where_the_address_is_hidden_the_answer_says_which_api_it_is(name, folder, read):
    request, answer, api = HIDDEN[name]
    given = cassette(request_uri="**REDACTED**", request_body=json.dumps(request), body={"string": json.dumps(answer)})
    (folder / "a.yaml").write_text(as_yaml(given), "utf-8")
    found = read()
    assert [interaction.api for interaction in found.interactions] == ([api] if api else [])
    assert [skipped_file.kind for skipped_file in found.skipped] == ([] if api else ["other"])


def test_a_chunk_without_an_object_belongs_to_its_stream(folder, read):
    chunks = [{"object": "", "choices": []}, {"object": "chat.completion.chunk", "choices": []}]
    (folder / "lines.jsonl").write_text("\n".join(map(json.dumps, chunks)), "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.events) == ("chat", tuple(chunks))


def test_each_document_of_a_yaml_file_is_read(folder, read):
    other = {**WIREMOCK, "request": {"method": "GET", "url": "/v1/models"}}
    documents = [WIREMOCK, {"kind": "ConfigMap"}, {"mappings": [other, WIREMOCK]}, cassette()]
    (folder / "a.yaml").write_text("".join(f"---\n{as_yaml(document)}" for document in documents), "utf-8")
    found = read()
    assert [(interaction.number, interaction.answer) for interaction in found.interactions] == [
        (0, ANSWER),
        (2, ANSWER),
        (3, ANSWER),
    ]
    assert [(skipped_file.number, skipped_file.kind) for skipped_file in found.skipped] == [(1, "other")]


def test_an_empty_body_of_azure_and_of_nock_is_none(folder, read):
    (folder / "azure.json").write_text(json.dumps(azure(request=[])), "utf-8")
    (folder / "nock.json").write_text(json.dumps(nock(body="")), "utf-8")
    assert [interaction.request for interaction in read().interactions] == [ABSENT, ABSENT]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (azure(answer="a", answer_headers={}), "its body is not base64: "),
        (nock("f", responseIsBinary=True), "its body is not hexadecimal"),
        (nock(["%"], {"content-encoding": "gzip"}), "its body is neither hexadecimal nor base64"),
    ],
)
def test_a_body_of_azure_and_of_nock_that_cannot_be_decoded_is_damaged(given, why, folder, read):
    (folder / "a.json").write_text(json.dumps(given), "utf-8")
    (skipped_file,) = read().skipped
    assert (skipped_file.number, skipped_file.kind, skipped_file.why.startswith(why)) == (0, "damaged", True)


def test_a_pattern_in_the_place_of_a_path_is_none_of_the_apis(folder, read):
    (folder / "a.json").write_text(json.dumps(nock(path={"regex": "/v1/.*"})), "utf-8")
    (skipped_file,) = read().skipped
    assert (skipped_file.number, skipped_file.kind) == (0, "other")


def test_a_body_that_is_in_no_file_is_named(folder, read):
    given = {**WIREMOCK, "response": {"status": 200, "bodyFileName": "answer.json"}}
    (folder / "a.json").write_text(json.dumps(given), "utf-8")
    (skipped,) = read().skipped
    assert (skipped.number, "answer.json" in skipped.why) == (0, True)


@pytest.mark.parametrize("mappings", ["mappings", "openai/mappings", "openai/mappings/2026"])
def test_a_body_in_a_file_of_its_own_is_read(mappings, folder, read):
    given = {**WIREMOCK, "response": {"status": 200, "bodyFileName": "answer.json"}}
    (folder / mappings).mkdir(parents=True)
    (folder / mappings / "a.json").write_text(json.dumps(given), "utf-8")
    bodies = folder / mappings.removesuffix("/2026") / "../__files"
    bodies.mkdir()
    (bodies / "answer.json").write_text(json.dumps(ANSWER), "utf-8")
    found = read()
    assert [(interaction.request, interaction.answer) for interaction in found.interactions] == [(REQUEST, ANSWER)]
    assert found.skipped == ()


def test_a_body_outside_of_the_folder_is_not_read(folder, read):
    (folder.parent / "answer.json").write_text(json.dumps(ANSWER), "utf-8")
    given = {**WIREMOCK, "response": {"status": 200, "bodyFileName": "../../answer.json"}}
    (folder / "a.json").write_text(json.dumps(given), "utf-8")
    assert [skipped_file.kind for skipped_file in read().skipped] == ["damaged"]


@pytest.mark.parametrize("ending", ["", ".backup", ".json"])
def test_a_cassette_needs_no_ending(ending, folder, read):
    (folder / f"cassette{ending}").write_text(as_yaml(cassette()), "utf-8")
    assert [interaction.answer for interaction in read().interactions] == ([] if ending == ".backup" else [ANSWER])


def test_a_stream_without_events_is_named_and_its_request_is_read(folder, read):
    text = STREAM.replace("\n", " ")  # as a writer of YAML leaves a text that it folds
    given = cassette(headers={"Content-Type": ["text/event-stream"]}, body={"string": text})
    (folder / "a.yaml").write_text(as_yaml(given), "utf-8")
    found = read()
    assert [(interaction.request, interaction.events) for interaction in found.interactions] == [(REQUEST, ())]
    assert [(skipped_file.number, skipped_file.kind, skipped_file.why) for skipped_file in found.skipped] == [
        (0, "damaged", "its stream holds no event: its request alone is read")
    ]


def test_an_error_may_have_any_body(folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(status={"code": 502}, body={"string": "<html>"})), "utf-8")
    (interaction,) = read().interactions
    assert (interaction.status, interaction.answer, interaction.succeeded) == (502, ABSENT, False)


def test_a_request_without_a_body_is_none(folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(request_body=None)), "utf-8")
    (interaction,) = read().interactions
    assert interaction.request is ABSENT


@pytest.mark.parametrize(
    ("uri", "api"),
    [
        ("https://api.openai.com/v1/chat/completions", "chat"),
        ("https://acme.openai.azure.com/openai/deployments/x/chat/completions?api-version=2025", "chat"),
        ("http://127.0.0.1:8000/v1/responses/", "responses"),
    ],
)
def test_where_a_request_went_says_which_api_it_is(uri, api, folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(request_uri=uri)), "utf-8")
    (interaction,) = read().interactions
    assert interaction.api == api


@pytest.mark.parametrize(
    "changes",
    [
        {"request_uri": "https://api.openai.com/v1/files"},
        {"request_method": "GET", "request_uri": "https://api.openai.com/v1/responses"},
        {"request_uri": "https://api.openai.com/v1/responses/resp_1/cancel"},
    ],
)
def test_other_calls_are_left_out(changes, folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(**changes)), "utf-8")
    found = read()
    assert (found.interactions, found.used, found.skipped_files) == ((), 0, 0)
    assert (found.skipped[0].number, found.skipped[0].kind) == (0, "other")


@pytest.mark.parametrize("host", ["api.groq.com", "acme.openai.azure.com", "localhost:11434", "0.0.0.0:80"])
def test_hosts_that_are_known_to_offer_the_apis_are_read(host, folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(request_uri=f"https://{host}/openai/v1/responses")), "utf-8")
    assert [interaction.host for interaction in read().interactions] == [host.partition(":")[0]]


def test_a_host_that_is_not_known_is_read_only_if_it_is_named(folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(request_uri="https://gateway.example/v1/responses")), "utf-8")
    (left_out,) = read().skipped
    assert (left_out.kind, "gateway.example" in left_out.why) == ("other", True)
    assert len(read(["gateway.example"]).interactions) == 1


def test_a_host_that_only_ends_like_the_api_is_another_one(folder, read):
    (folder / "a.yaml").write_text(as_yaml(cassette(request_uri="https://evilapi.openai.com.example/v1/responses")))
    assert read().interactions == ()


def test_what_a_cassette_says_of_itself_is_kept(folder, read):
    (folder / "a.yaml").write_text(yaml.dump({**cassette(), "metadata": {"who": "me"}}), "utf-8")
    assert read().notes == {"a.yaml": {"who": "me"}}


def test_an_error_of_llama_stack_is_an_answer_with_its_status(folder, read):
    error = {"body": None, "is_streaming": False, "is_exception": True, "exception_data": {"status_code": 429}}
    (folder / "a.json").write_text(json.dumps({**DUMPED, "response": error}))
    (interaction,) = read().interactions
    assert (interaction.status, interaction.succeeded) == (429, False)
    (folder / "a.json").write_text(json.dumps({**DUMPED, "response": {**error, "exception_data": None}}))
    (skipped,) = read().skipped
    assert skipped.why == "its response has no status"
