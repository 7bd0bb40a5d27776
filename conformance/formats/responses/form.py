"""What Responses can carry: a test holds this table to what comes back of a value of each kind."""

from __future__ import annotations

from typing import Final

from conformance.formats.kinds import Form, Note, entries

_OBJECT: Final = "https://platform.openai.com/docs/api-reference/responses/object"
_SOURCE: Final = "https://platform.openai.com/docs/api-reference/responses/create"
FORM: Final = Form(
    title="Responses",
    source=_SOURCE,
    entries=entries(
        native={
            "turn": "system late-system developer",
            "text": "text refusal",
            "media": "image-url image-data image-id image-detail document-url document-data document-id document-name",
            "call": "call arguments-text malformed custom group",
            "result": "text image document name",
            "reasoning": "text summary encrypted",
            "answer": "refusal id model created tier",
            "citation": "web place file",
            "end": "done asks length filter failed",
            "usage": "input output total cached written reasoning",
            "tool": "function strict later custom group",
            "choice": "auto none required one some",
            "format": "object schema name strict",
            "cache": "mark",
            "setting": (
                "model limit temperature top_p logprobs likeliest parallel effort thoughts recall pace verbosity user "
                "user_hash client programs metadata tier store previous held template background fetching overflow "
                "most_calls include stream padding cache_key cache_time caching moderation compression editing"
            ),
        },
        text={
            "turn": "name",
            "media": "document-text document-context search-result",
            "call": "without-id",
            "result": "object failed",
            "answer": "sound",
            "citation": "document search-result uncited",
            "end": "about",
        },
    ),
    demands={"format/name": "`text.format.name` with a schema"},
    notes={
        "media/image-id": Note(why="ids do not travel between hosts", link=_SOURCE),
        "media/document-id": Note(why="ids do not travel between hosts", link=_SOURCE),
        "reasoning/encrypted": Note(why="only the host that made it reads it", link=_SOURCE),
        "answer/created": Note(why="in seconds", link=_OBJECT),
        "citation/file": Note(why="at a place in the answer, not in the file", link=_OBJECT),
        "end/failed": Note(why="`status` is `failed` or `cancelled`", link=_OBJECT),
        "setting/limit": Note(why="16 at least", link=_SOURCE),
        "setting/thoughts": Note(why="`auto`, `concise` or `detailed`", link=_SOURCE),
    },
)
