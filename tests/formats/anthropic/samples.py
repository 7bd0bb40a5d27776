"""Values of Anthropic Messages that no recording shows, or all of a kind together: by documents and the SDK's types."""

from __future__ import annotations

from typing import Any

MARK = {"type": "ephemeral", "ttl": "1h"}
PNG = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
PDF = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}


def block(type_: str, **members: Any) -> dict[str, Any]:
    return {"type": type_, **members}


def text(value: str, **members: Any) -> dict[str, Any]:
    return block("text", text=value, **members)


CITATIONS = [
    block("char_location", cited_text="x", document_index=0, document_title="T", start_char_index=0, end_char_index=9),
    block("page_location", cited_text="x", document_index=1, start_page_number=1, end_page_number=2, file_id="file_1"),
    block(
        "content_block_location", cited_text="x", document_index=2, document_title=None, start_block_index=0,
        end_block_index=1,
    ),
    block("web_search_result_location", cited_text="x", url="https://example.com", title="P", encrypted_index="E"),
    block(
        "search_result_location", cited_text="x", source="s", title="P", search_result_index=0, start_block_index=0,
        end_block_index=1,
    ),
]  # fmt: skip
USER = [
    text("Read these.", cache_control=MARK),
    block("image", source=PNG),
    block("image", source={"type": "url", "url": "https://example.com/a.png"}),
    block("image", source={"type": "file", "file_id": "file_2"}, cache_control={"type": "ephemeral"}),
    block("document", source=PDF, title="T", context="C", citations={"enabled": True}),
    block("document", source={"type": "url", "url": "https://example.com/a.pdf"}),
    block("document", source={"type": "file", "file_id": "file_3"}),
    block("document", source={"type": "text", "media_type": "text/plain", "data": "D"}, citations={"enabled": False}),
    block("document", source={"type": "content", "content": [text("a"), block("image", source=PNG)]}),
    block("document", source={"type": "content", "content": "one text"}),
    block("search_result", source="s", title="P", content=[text("a")], citations={"enabled": True}, cache_control=MARK),
    block("container_upload", file_id="file_4"),
]
MODEL = [
    block("thinking", thinking="", signature="S"),
    block("redacted_thinking", data="R"),
    text("a", citations=CITATIONS),
    block("server_tool_use", id="srvtoolu_1", name="web_search", input={"query": "q"}, caller={"type": "direct"}),
    block("web_search_tool_result", tool_use_id="srvtoolu_1", content=[]),
    block("server_tool_use", id="srvtoolu_2", name="bash_code_execution", input={"command": "ls"}),
    block(
        "bash_code_execution_tool_result", tool_use_id="srvtoolu_2",
        content=block("bash_code_execution_result", stdout="", stderr="", return_code=0, content=[]),
    ),
    block("mcp_tool_use", id="mcptoolu_1", name="f", server_name="s", input={}),
    block("mcp_tool_result", tool_use_id="mcptoolu_1", is_error=True, content=[text("e")]),
    block("compaction", content="Before.", cache_control=MARK),
    block("tool_use", id="t1", name="f", input={"n": 9007199254740993, "x": [1.0, None]}, cache_control=MARK),
    block("tool_use", id="t2", name="find", toolset_name="browser", input={}, caller={"type": "direct"}),
]  # fmt: skip
RESULTS = [
    block(
        "tool_result", tool_use_id="t1", is_error=False, cache_control=MARK,
        content=[text("A"), *USER[1:3], USER[4], USER[10], block("tool_reference", tool_name="g")],
    ),
    block("tool_result", tool_use_id="t2", is_error=True),
    text("and"),
]  # fmt: skip
REQUESTS: dict[str, dict[str, Any]] = {
    "everything": {
        "model": "m",
        "max_tokens": 2000,
        "system": [text("A", cache_control=MARK), text("B")],
        "messages": [
            {"role": "user", "content": USER},
            {"role": "assistant", "content": MODEL},
            {"role": "user", "content": RESULTS},
            {"role": "system", "content": "later"},
            {"role": "assistant", "content": "so far"},
        ],
        "tools": [
            {
                "name": "f", "description": "", "input_schema": {"type": "object", "properties": {}}, "strict": True,
                "defer_loading": True, "cache_control": MARK, "input_examples": [{}], "eager_input_streaming": True,
                "allowed_callers": ["direct"],
            },
            {"type": "custom", "name": "g", "input_schema": {"type": "object"}},
            {"type": "web_search_20250305", "name": "web_search", "max_uses": 2, "cache_control": MARK},
            {"type": "browser_toolset_20260801", "configs": {"find": {"enabled": True}}},
        ],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
        "thinking": {"type": "enabled", "budget_tokens": 1024, "display": "omitted"},
        "output_config": {
            "effort": "low",
            "format": {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}},
            "task_budget": {"type": "tokens", "total": 9},
        },
        "metadata": {"user_id": "u"},
        "service_tier": "standard_only",
        "stop_sequences": ["X"],
        "stream": True,
        "temperature": 1.0,
        "top_p": 0.5,
        "top_k": 5,
        "cache_control": MARK,
        "container": {"id": "c", "skills": [{"type": "anthropic", "skill_id": "pdf", "version": "1"}]},
        "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]},
        "mcp_servers": [{"type": "url", "url": "https://example.com", "name": "s"}],
        "inference_geo": "eu",
        "speed": "fast",
    },
    "one tool, the old place of a format": {
        "model": "m",
        "max_tokens": 9,
        "system": "s",
        "messages": [{"role": "user", "content": ""}],
        "tools": [],
        "tool_choice": {"type": "tool", "name": "f", "disable_parallel_tool_use": False},
        "output_format": {"type": "json_schema", "schema": {"type": "object"}},
        "thinking": {"type": "adaptive"},
    },
    "no tool": {"model": "m", "max_tokens": 9, "messages": [], "tool_choice": {"type": "none"}, "system": []},
}  # fmt: skip
USAGE = {
    "input_tokens": 4,
    "cache_creation_input_tokens": 6,
    "cache_read_input_tokens": 8845,
    "output_tokens": 193,
    "output_tokens_details": {"thinking_tokens": 7},
    "cache_creation": {"ephemeral_1h_input_tokens": 6, "ephemeral_5m_input_tokens": 0},
    "server_tool_use": {"web_search_requests": 1},
    "service_tier": "standard",
    "inference_geo": "eu",
}


def answer(*content: dict[str, Any], stop: str | None = "end_turn", **members: Any) -> dict[str, Any]:
    said = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": list(content)}
    return {**said, "stop_reason": stop, "stop_sequence": None, "usage": USAGE, **members}


ANSWERS: dict[str, dict[str, Any]] = {
    "everything": answer(*MODEL, stop="tool_use", container={"id": "c", "expires_at": "2026"}),
    "a stop sequence": answer(text("a"), stop="stop_sequence", stop_sequence="X"),
    "paused": answer(*MODEL[3:5], stop="pause_turn"),
    "too long": answer(text("a"), stop="model_context_window_exceeded"),
    "refused": answer(stop="refusal", stop_details={"type": "refusal", "category": "cyber", "explanation": "W"}),
    "refused without words": answer(stop="refusal", stop_details={"type": "refusal", "category": None}),
    "an unknown end": answer(text("a"), stop="strolled_off"),
    "an error": {"type": "error", "error": {"type": "overloaded_error", "message": "M"}, "request_id": "req_1"},
}


def start() -> dict[str, Any]:
    return {"type": "message_start", "message": answer(stop=None, usage={"input_tokens": 1, "output_tokens": 1})}


def opened(index: int, content_block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": content_block}


def grown(index: int, type_: str, **members: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": type_, **members}}


def closed(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def ending(reason: str, **delta: Any) -> list[dict[str, Any]]:
    said = {"stop_reason": reason, "stop_sequence": None, **delta}
    return [{"type": "message_delta", "delta": said, "usage": {"output_tokens": 9}}, {"type": "message_stop"}]


ERROR = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
STREAMS: dict[str, list[Any]] = {
    "everything": [
        start(),
        opened(0, block("thinking", thinking="", signature="")),
        grown(0, "thinking_delta", thinking="h"),
        grown(0, "thinking_delta", thinking="m"),
        grown(0, "signature_delta", signature="S"),
        closed(0),
        opened(1, text("")),
        {"type": "ping"},
        grown(1, "text_delta", text="a"),
        grown(1, "citations_delta", citation=CITATIONS[3]),
        grown(1, "text_delta", text="b"),
        grown(1, "citations_delta", citation=CITATIONS[0]),
        closed(1),
        opened(2, block("server_tool_use", id="srvtoolu_1", name="web_search", input={})),
        grown(2, "input_json_delta", partial_json='{"query": "q"}'),
        closed(2),
        opened(3, block("tool_use", id="t1", name="f", input={})),
        grown(3, "input_json_delta", partial_json=""),
        grown(3, "input_json_delta", partial_json='{"n": 90071992'),
        grown(3, "input_json_delta", partial_json="54740993}"),
        closed(3),
        opened(4, block("tool_use", id="t2", name="g", input={})),
        grown(4, "input_json_delta", partial_json=""),
        closed(4),
        opened(5, block("compaction", content="")),
        grown(5, "compaction_delta", content="Before."),
        closed(5),
        *ending("tool_use"),
    ],
    "an error in the middle": [start(), opened(0, text("")), grown(0, "text_delta", text="a"), ERROR],
    "an error at once": [ERROR],
    "refused": [start(), *ending("refusal", stop_details={"type": "refusal", "category": "bio", "explanation": "W"})],
    "paused": [start(), opened(0, MODEL[3]), closed(0), *ending("pause_turn")],
    "cut arguments": [
        start(), opened(0, block("tool_use", id="t1", name="f", input={})),
        grown(0, "input_json_delta", partial_json='{"a":'), closed(0), *ending("max_tokens"),
    ],
    "one index twice": [
        start(), opened(0, text("a")), opened(0, text("b")), grown(0, "text_delta", text="c"), closed(0),
        *ending("end_turn"),
    ],
}  # fmt: skip
