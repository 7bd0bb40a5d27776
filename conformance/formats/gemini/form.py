"""What Gemini generateContent can carry: a test holds this table to what comes back of a value of each kind."""

from __future__ import annotations

from typing import Final

from conformance.formats.kinds import Form, Note, entries

_PENALTIES: Final = "https://github.com/google-gemini/cookbook/issues/1290"
_SOURCE: Final = "https://ai.google.dev/api/generate-content"
FORM: Final = Form(
    title="Gemini generateContent",
    source=_SOURCE,
    entries=entries(
        native={
            "turn": "system",
            "text": "text seal",
            "media": "image-url image-data document-url document-data document-name sound film",
            "call": "call without-id seal",
            "result": "text image document sound object failed name",
            "reasoning": "text seal",
            "answer": "image sound several blocked logprobs id model created tier",
            "citation": "web place uncited",
            "end": "done asks length filter failed about",
            "usage": "input output total cached tool_input reasoning",
            "tool": "function openapi",
            "choice": "auto none required checked one some",
            "format": "object schema",
            "setting": (
                "model limit temperature top_p top_k stop seed frequency_penalty presence_penalty count "
                "logprobs likeliest effort thinking_budget thoughts modalities speech metadata tier store held "
                "stream safety media_detail"
            ),
        },
        text={
            "turn": "late-system developer name",
            "text": "refusal",
            "media": "document-text document-context search-result",
            "call": "arguments-text malformed custom group",
            "reasoning": "summary",
            "answer": "refusal",
            "citation": "file document search-result",
        },
    ),
    notes={
        "turn/name": Note(why="a content has a role alone", link=_SOURCE),
        "media/image-url": Note(
            why="`fileData` of any address; the Gemini API takes its own files and YouTube",
            link=_SOURCE,
            hosts="Vertex AI",
            reportable=True,
        ),
        "media/image-id": Note(why="its own files are named by a URL", link=_SOURCE),
        "media/image-detail": Note(why="`mediaResolution` has levels of its own", link=_SOURCE),
        "media/document-url": Note(
            why="`fileData` of any address; the Gemini API takes its own files",
            link=_SOURCE,
            hosts="Vertex AI",
        ),
        "media/document-id": Note(why="its own files are named by a URL", link=_SOURCE),
        "media/document-name": Note(why="`displayName`, which only tools of the host look at", link=_SOURCE),
        "call/call": Note(
            why="an id is optional: without one, name and order tell",
            link="https://github.com/google-gemini/gemini-cli/issues/3814",
        ),
        "call/arguments-text": Note(why="`args` is an object", link=_SOURCE),
        "call/seal": Note(
            why="`thoughtSignature`, which Gemini 3 demands back on the first call of a turn",
            link="https://github.com/AstrBotDevs/AstrBot/issues/9217",
        ),
        "result/text": Note(why="in an object, under `output`", link=_SOURCE),
        "result/image": Note(why="`functionResponse.parts`", link=_SOURCE, hosts="Gemini 3"),
        "result/document": Note(why="`functionResponse.parts`", link=_SOURCE, hosts="Gemini 3"),
        "result/sound": Note(why="`functionResponse.parts`", link=_SOURCE, hosts="Gemini 3"),
        "result/failed": Note(why="the object's key `error`", link=_SOURCE),
        "result/name": Note(why="required", link="https://github.com/vectorize-io/hindsight/issues/187"),
        "reasoning/seal": Note(
            why="`thoughtSignature`: only the host that made it reads it; it is on texts, calls and images too",
            link=_SOURCE,
        ),
        "answer/several": Note(why="many models refuse more than one", link=_SOURCE),
        "answer/logprobs": Note(why="without bytes", link=_SOURCE, hosts="Vertex AI"),
        "answer/created": Note(why="`createTime`, a text", link=_SOURCE, hosts="Vertex AI", decides=True),
        "answer/tier": Note(why="`usageMetadata.serviceTier`, in words of its own", link=_SOURCE),
        "citation/place": Note(why="counted in bytes, of a part", link=_SOURCE),
        "end/asks": Note(why="`STOP`: its calls tell", link="https://github.com/BerriAI/litellm/issues/10485"),
        "end/pause": Note(why="`CONTINUATION` needs a token that only the host makes", link=_SOURCE),
        "usage/input": Note(why="`promptTokenCount` and `toolUsePromptTokenCount` are added", link=_SOURCE),
        "usage/output": Note(
            why="`candidatesTokenCount` and `thoughtsTokenCount` are added",
            link="https://github.com/mozilla-ai/any-llm/issues/1290",
        ),
        "tool/strict": Note(why="`VALIDATED` is for all tools at once", link=_SOURCE),
        "tool/openapi": Note(
            why="`parameters`; a JSON Schema is `parametersJsonSchema`",
            link="https://github.com/router-for-me/CLIProxyAPI/issues/97",
        ),
        "setting/model": Note(why="in the address of the request; beside its body where it is converted", link=_SOURCE),
        "setting/frequency_penalty": Note(why="many models refuse it", link=_PENALTIES, reportable=True),
        "setting/presence_penalty": Note(why="many models refuse it", link=_PENALTIES, reportable=True),
        "setting/count": Note(why="many models refuse more than one", link=_SOURCE, reportable=True),
        "setting/logprobs": Note(why="`responseLogprobs`", link=_SOURCE, hosts="Vertex AI", reportable=True),
        "setting/likeliest": Note(why="`logprobs`", link=_SOURCE, hosts="Vertex AI", reportable=True),
        "setting/effort": Note(why="a level, or a budget, by model", link=_SOURCE),
        "setting/thoughts": Note(why="true or false", link=_SOURCE),
        "setting/speech": Note(why="an object of its own", link=_SOURCE),
        "setting/metadata": Note(why="`labels`", link=_SOURCE, hosts="Vertex AI", reportable=True),
        "setting/tier": Note(why="`flex`, `standard` or `priority`", link=_SOURCE),
        "setting/store": Note(why="whether the host logs it", link=_SOURCE, hosts="the Gemini API", reportable=True),
        "setting/held": Note(why="`cachedContent`, the name of a cache", link="https://ai.google.dev/api/caching"),
        "setting/stream": Note(
            why="in the address of the request; beside its body where it is converted", link=_SOURCE
        ),
    },
)
