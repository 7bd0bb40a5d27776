"""What Anthropic's Messages API refuses in the fields of a request beyond its schema."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

from conformance.apis.oracles.anthropic import broken_tool
from conformance.apis.oracles.anthropic_grammars import broken_grammars
from conformance.apis.oracles.anthropic_turns import Block, blocks_of, messages_of
from conformance.apis.oracles.anthropic_words import form_place, place
from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.held import list_or_empty, value_at
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.words import by_dots
from conformance.base.values import JSON

# How the data of each type of image begins.
_SIGNATURES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")


def broken_form(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the fields of a request break, each by itself."""
    if not isinstance(request, dict):
        return
    yield from _broken_parameters(request)
    yield from _broken_sampling(request)
    yield from _broken_thinking(request)
    yield from _broken_tools(request)
    yield from broken_grammars(request)
    yield from _broken_choice(request)
    yield from _broken_messages(request)
    yield from _broken_caches(request)


def _broken_parameters(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    for key in rule("anthropic-header").limit("*"):
        if key in request:
            yield BrokenApiRule("anthropic-header", (key,))
    user, email = value_at(request, ("metadata", "user_id")), rule("anthropic-user-email").limit("*")
    if isinstance(user, str) and re.fullmatch(email, user):
        yield BrokenApiRule("anthropic-user-email", ("metadata", "user_id"))
    for dotted, least in rule("anthropic-least").limit("*").items():
        at = tuple(dotted.split("."))
        value = value_at(request, at)
        if isinstance(value, int) and value < least:
            yield BrokenApiRule("anthropic-least", at, {"least": least}, param=place(at, request))
    for index, text in enumerate(list_or_empty(request.get("stop_sequences"))):
        if isinstance(text, str) and not text.strip():
            yield BrokenApiRule("anthropic-stop-blank", ("stop_sequences", index))
    effort, model = value_at(request, ("output_config", "effort")), request.get("model")
    for element in rule("anthropic-effort-for-model").limit("*"):
        if isinstance(model, str) and re.match(element["models"], model) and isinstance(effort, str):
            if effort not in element["levels"]:
                fields = {"level": effort, "levels": ", ".join(sorted(element["levels"]))}
                yield BrokenApiRule("anthropic-effort-for-model", ("output_config", "effort"), fields)


def _broken_sampling(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    model = request.get("model") if isinstance(request.get("model"), str) else ""
    temperature = request.get("temperature")
    if isinstance(temperature, int | float) and not 0 <= temperature <= 1:
        yield BrokenApiRule("anthropic-temperature", ("temperature",))
    for key in ("temperature", "top_p", "top_k"):
        if request.get(key) is not None and re.match(rule("anthropic-sampling-for-model").limit("*"), str(model)):
            yield BrokenApiRule("anthropic-sampling-for-model", (key,), {"key": key})
    flag = temperature is not None and request.get("top_p") is not None
    if flag and re.match(rule("anthropic-sampling-both").limit("*"), str(model)):
        yield BrokenApiRule("anthropic-sampling-both", ("top_p",))


def _broken_thinking(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    thinking, choice, model = request.get("thinking"), request.get("tool_choice"), request.get("model")
    type_ = thinking.get("type") if isinstance(thinking, dict) else None
    if type_ == "adaptive" and re.match(rule("anthropic-adaptive-for-model").limit("*"), str(model)):
        yield BrokenApiRule("anthropic-adaptive-for-model", ("thinking",))
    if not isinstance(thinking, dict) or type_ != "enabled":
        return
    if re.match(rule("anthropic-thinking-for-model").limit("*"), str(model)):
        yield BrokenApiRule("anthropic-thinking-for-model", ("thinking",))
        return
    budget, most = thinking.get("budget_tokens"), request.get("max_tokens")
    if isinstance(budget, int) and isinstance(most, int) and budget >= most:
        yield BrokenApiRule("anthropic-budget", ("thinking", "budget_tokens"))
    if isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        yield BrokenApiRule("anthropic-thinking-forced", ("tool_choice",))
    if request.get("temperature") not in (None, 1):
        yield BrokenApiRule("anthropic-thinking-temperature", ("temperature",))


def _broken_tools(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    names: set[str] = set()
    for index, tool in enumerate(list_or_empty(request.get("tools"))):
        at: Path = ("tools", index)
        for broken in broken_tool(tool):
            yield broken._replace(at=(*at, *broken.at))
        name = tool.get("name") if isinstance(tool, dict) else None
        if isinstance(name, str) and name in names:
            yield BrokenApiRule("anthropic-unique", (*at, "name"))
        if isinstance(name, str):
            names.add(name)


def _broken_choice(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    choice, tools = request.get("tool_choice"), request.get("tools")
    if not isinstance(choice, dict):
        return
    if not tools:
        yield BrokenApiRule("anthropic-choice-without-tools", ("tool_choice",))
    elif choice.get("type") == "tool" and isinstance(choice.get("name"), str):
        names = [tool.get("name") for tool in list_or_empty(tools) if isinstance(tool, dict)]
        if choice["name"] not in names:
            yield BrokenApiRule("anthropic-choice-unknown", ("tool_choice", "name"), {"name": choice["name"]})


def _broken_messages(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    messages = request.get("messages")
    if messages == []:
        yield BrokenApiRule("anthropic-messages-empty", ("messages",))
    for at, message in messages_of(request):
        is_last = at[-1] == len(messages) - 1 if isinstance(messages, list) else False
        if message.get("content") in ("", []) and not (is_last and message.get("role") == "assistant"):
            yield BrokenApiRule("anthropic-content-empty", (*at, "content"), param=by_dots(at))
        yield from _blank(message, at)
        for block in blocks_of(message, at):
            yield from _broken_block(block, request)
    for index, part in enumerate(list_or_empty(request.get("system"))):
        if isinstance(part, dict) and part.get("text") == "":
            yield BrokenApiRule("anthropic-text-empty", ("system", index, "text"), param="system")


def _blank(message: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    """Yield a message that says nothing but white space. Beside other content, white space is taken."""
    content = message.get("content")
    texts = [content] if isinstance(content, str) else []
    if isinstance(content, list) and all(isinstance(part, dict) and part.get("type") == "text" for part in content):
        texts = [part.get("text") for part in content]
    if texts and all(isinstance(text, str) and text and not text.strip() for text in texts):
        yield BrokenApiRule("anthropic-text-blank", (*at, "content"), param="messages")


def _broken_block(block: Block, request: JSON) -> Iterator[BrokenApiRule]:
    value, at = block.value, block.at
    match block.type:
        case "text" if value.get("text") == "":
            yield BrokenApiRule("anthropic-text-empty", (*at, "text"), param="messages")
        case "thinking" if value.get("signature") == "":
            yield BrokenApiRule("anthropic-signature", (*at, "signature"), param=by_dots(at))
        case "tool_use":
            yield from _broken_id(value.get("id"), (*at, "id"), request)
            name, pattern = value.get("name"), rule("anthropic-call-name").limit("*")
            if isinstance(name, str) and not re.fullmatch(pattern, name):
                yield BrokenApiRule("anthropic-call-name", (*at, "name"), {"pattern": f"^{pattern}$"})
        case "tool_result":
            yield from _broken_id(value.get("tool_use_id"), (*at, "tool_use_id"), request)
            yield from _broken_result(block, request)
        case "image" | "document":
            yield from _broken_data(value, at, request)


def _broken_id(call: JSON, at: Path, request: JSON) -> Iterator[BrokenApiRule]:
    pattern = rule("anthropic-call-id").limit("*")
    if isinstance(call, str) and not re.fullmatch(pattern, call):
        yield BrokenApiRule("anthropic-call-id", at, {"pattern": f"^{pattern}$"})


def _broken_result(block: Block, request: JSON) -> Iterator[BrokenApiRule]:
    content, at = block.value.get("content"), (*block.at, "content")
    parts = [part for part in list_or_empty(content) if isinstance(part, dict)]
    if block.value.get("is_error") is True:
        param = form_place(block.at, request)
        if not content:
            yield BrokenApiRule("anthropic-error-empty", at, param=param)
        elif any(part.get("type") != "text" for part in parts):
            yield BrokenApiRule("anthropic-error-media", at, param=param)
    for index, part in enumerate(list_or_empty(content)):
        if isinstance(part, dict) and part.get("type") in ("image", "document"):
            yield from _broken_data(part, (*at, index), request)


def _broken_data(block: dict[str, Any], at: Path, request: JSON) -> Iterator[BrokenApiRule]:
    source = block.get("source")
    url = source.get("url") if isinstance(source, dict) and source.get("type") == "url" else None
    if isinstance(url, str) and url[:5].lower() == "data:":
        yield BrokenApiRule("anthropic-address", (*at, "source", "url"))
    if not isinstance(source, dict) or source.get("type") != "base64" or not isinstance(source.get("data"), str):
        return
    held, data = (*at, "source"), "".join(source["data"].split())
    param = form_place(held, request)
    if not data:
        yield BrokenApiRule("anthropic-image-empty", (*held, "data"), param=param)
    elif not _BASE64.fullmatch(data):
        yield BrokenApiRule("anthropic-data", (*held, "data"), param=param)
    elif block.get("type") == "image":
        label, begins = source.get("media_type"), base64.b64decode(data[:16].rstrip("=").ljust(16, "A"))
        kind = next((type_ for type_, signs in _SIGNATURES.items() if begins.startswith(signs)), None)
        if kind is not None and isinstance(label, str) and label in _SIGNATURES and kind != label:
            yield BrokenApiRule("anthropic-image-type", (*held, "data"), {"label": label})


def _broken_caches(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    most, count = rule("anthropic-cache-count").limit("*"), len(list(_caches(request)))
    if count > most:
        yield BrokenApiRule("anthropic-cache-count", (), {"most": most, "count": count})


def _caches(request: dict[str, JSON]) -> Iterator[JSON]:
    """Yield the cache hints of a request: of it, its tools, its system blocks, its messages' blocks and their parts."""
    blocks = [block.value for at, message in messages_of(request) for block in blocks_of(message, at)]
    parts = [
        part for block in blocks if block.get("type") == "tool_result" for part in list_or_empty(block.get("content"))
    ]
    for holder in (
        request,
        *list_or_empty(request.get("tools")),
        *list_or_empty(request.get("system")),
        *blocks,
        *parts,
    ):
        if isinstance(holder, dict) and holder.get("cache_control") is not None:
            yield holder["cache_control"]
