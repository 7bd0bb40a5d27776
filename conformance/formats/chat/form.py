"""What Chat Completions can carry: a test holds this table to what comes back of a value of each kind."""

from __future__ import annotations

from typing import Final

from conformance.formats.kinds import Form, Note, entries

_OBJECT: Final = "https://platform.openai.com/docs/api-reference/chat/object"
_SOURCE: Final = "https://platform.openai.com/docs/api-reference/chat/create"
FORM: Final = Form(
    title="Chat Completions",
    source=_SOURCE,
    entries=entries(
        native={
            "turn": "system late-system developer name",
            "text": "text refusal",
            "media": "image-url image-data image-detail document-data document-id document-name sound",
            "call": "call arguments-text malformed custom",
            "result": "text name",
            "answer": "refusal sound several logprobs id model created tier",
            "citation": "web place",
            "end": "done asks length filter",
            "usage": "input output total cached written reasoning",
            "tool": "function strict custom",
            "choice": "auto none required one some",
            "format": "object schema name strict",
            "cache": "mark",
            "setting": (
                "model limit temperature top_p stop seed frequency_penalty presence_penalty bias count logprobs "
                "likeliest parallel effort verbosity modalities speech prediction search user user_hash "
                "metadata tier store stream stream_usage padding cache_key cache_time caching moderation"
            ),
        },
        text={
            "media": "document-url document-text document-context search-result",
            "call": "without-id group",
            "result": "object failed",
            "reasoning": "text summary",
            "citation": "file document search-result uncited",
            "end": "about",
        },
    ),
    demands={"setting/model": "`model`", "format/name": "`json_schema.name` with a schema"},
    notes={
        "call/arguments-text": Note(why="a text, whether it is JSON or not", link=_OBJECT),
        "call/seal": Note(
            why="`extra_content` is a member of Google's own endpoint",
            link="https://github.com/ENTERPILOT/GoModel/issues/893",
            decides=True,
        ),
        "result/name": Note(
            why="a member of the older `function` role, which the API takes beside a `tool_call_id`", link=_SOURCE
        ),
        "reasoning/text": Note(
            why="`reasoning_content` is a member of other hosts, not of OpenAI's API", link=_OBJECT, decides=True
        ),
        "answer/sound": Note(why="`message.audio`, whose `expires_at` only the host knows", link=_OBJECT, decides=True),
        "answer/created": Note(why="in seconds", link=_OBJECT),
        "citation/web": Note(why="`url_citation` is the only kind", link=_OBJECT),
        "setting/modalities": Note(
            why="text and audio, which needs a voice and a format in `audio`", link=_SOURCE, reportable=True
        ),
        "setting/search": Note(why="`web_search_options` is the place of hosted search", link=_SOURCE),
    },
)
