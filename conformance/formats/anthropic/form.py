"""What Anthropic Messages can carry: a test holds this table to what comes back of a value of each kind."""

from __future__ import annotations

from typing import Final

from conformance.formats.kinds import Form, Note, entries

_FORCED: Final = "https://github.com/mastra-ai/mastra/issues/7507"
_SOURCE: Final = "https://docs.anthropic.com/en/api/messages"
FORM: Final = Form(
    title="Anthropic Messages",
    source=_SOURCE,
    entries=entries(
        native={
            "turn": "system late-system",
            "text": "text",
            "media": (
                "image-url image-data image-id document-url document-data document-id document-text "
                "document-name document-context search-result citable"
            ),
            "call": "call",
            "result": "text image document failed",
            "reasoning": "text seal encrypted",
            "answer": "id model tier",
            "citation": "web document search-result",
            "end": "done asks sequence length refused pause about",
            "usage": "input output cached written reasoning",
            "tool": "function strict later",
            "choice": "auto none required one",
            "format": "schema",
            "cache": "mark time",
            "setting": (
                "model limit temperature top_p top_k stop parallel effort thinking thinking_budget thoughts "
                "user tier stream servers container editing"
            ),
        },
        text={
            "turn": "developer name",
            "text": "refusal",
            "call": "without-id arguments-text malformed custom group",
            "result": "object name",
            "reasoning": "summary",
            "answer": "refusal sound",
            "citation": "file uncited",
        },
    ),
    demands={"setting/model": "`model`", "setting/limit": "`max_tokens`"},
    notes={
        "turn/late-system": Note(
            why="a message of the role `system`",
            link="https://github.com/anthropics/claude-code/issues/73821",
            hosts="newer models",
        ),
        "media/image-id": Note(why="ids do not travel between hosts", link=_SOURCE),
        "media/document-id": Note(why="ids do not travel between hosts", link=_SOURCE),
        "call/call": Note(
            why="the id matches `^[a-zA-Z0-9_-]+$`, and each call is answered in the next message",
            link="https://github.com/maximhq/bifrost/issues/5097",
        ),
        "call/arguments-text": Note(
            why="`input` is an object", link="https://github.com/anthropics/anthropic-sdk-typescript/issues/648"
        ),
        "reasoning/seal": Note(
            why="`signature`: only the host that made it reads it, and it wants thoughts back unchanged",
            link="https://github.com/openclaw/openclaw/issues/70437",
        ),
        "reasoning/encrypted": Note(why="`redacted_thinking`: only the host that made it reads it", link=_SOURCE),
        "answer/image": Note(why="an answer has no block for one", link=_SOURCE, decides=True),
        "answer/tier": Note(why="`usage.service_tier`, in words of its own", link=_SOURCE),
        "citation/web": Note(why="with `encrypted_index`, which only the host makes", link=_SOURCE),
        "end/filter": Note(why="`refusal` is nearest", link=_SOURCE),
        "end/pause": Note(why="`pause_turn`: the answer is sent back to go on", link=_SOURCE),
        "usage/input": Note(
            why="`input_tokens` are those that a cache neither held nor took: the three are added", link=_SOURCE
        ),
        "choice/required": Note(why="not while thinking is enabled", link=_FORCED),
        "choice/one": Note(why="not while thinking is enabled", link=_FORCED),
        "format/schema": Note(
            why="`output_config.format`, whose schema is closed",
            link="https://github.com/veryfront/veryfront-code/issues/3918",
        ),
        "cache/mark": Note(
            why="`cache_control`, at most four in a request", link="https://github.com/Wei-Shaw/sub2api/issues/176"
        ),
        "setting/temperature": Note(
            why="0 to 1; models from 4.7 on refuse it",
            link="https://github.com/Comfy-Org/ComfyUI/issues/13923",
            hosts="older models",
        ),
        "setting/top_p": Note(
            why="some models refuse it beside `temperature`",
            link="https://github.com/BerriAI/litellm/issues/15097",
            hosts="older models",
        ),
        "setting/stop": Note(
            why="each holds more than white space", link="https://github.com/BerriAI/litellm/issues/3286"
        ),
        "setting/parallel": Note(
            why="`tool_choice.disable_parallel_tool_use`", link="https://github.com/mozilla-ai/any-llm/issues/1292"
        ),
        "setting/thinking_budget": Note(why="1024 at least, and less than `max_tokens`", link=_SOURCE),
        "setting/thoughts": Note(why="`summarized` or `omitted`", link=_SOURCE),
        "setting/tier": Note(why="`auto` or `standard_only`", link=_SOURCE),
    },
)
