"""Converters of Responses input items to Chat messages that take the freedoms the rules leave, without the reference."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.reference import responses_input_to_chat_messages as reference
from tests.suite.selftest.banks.chat_messages import (
    INSTRUCTING,
    ITEMS,
    Item,
    Message,
    custom_calls_left_out,
    is_text,
    text_of,
    with_ids,
)
from tests.suite.selftest.model import Sound

LOG = logging.getLogger(__name__)


class Gateway:
    """What gateways differ in. Each flag is a freedom that the rules leave."""

    def __init__(self, *, hoists: bool, lists: bool, names: bool, refuses: bool, fills: bool, thinks: bool) -> None:
        """hoists: instructions to one leading message; lists: of text parts for every content.

        names: images of outputs, instead of moving them; refuses: what it does not know; fills: in results that lack;
        thinks: reasoning goes along in a field, and hosted calls as words of the assistant.
        """
        self.hoists, self.lists, self.names = hoists, lists, names
        self.refuses, self.fills, self.thinks = refuses, fills, thinks

    def __call__(self, given: Any) -> Any:
        """Convert."""
        given = json.loads(json.dumps(given))
        instructions = given.get("instructions") if isinstance(given, dict) else None
        items = given["input"] if isinstance(given, dict) else given
        if isinstance(items, str):
            items = [{"role": "user", "content": items}]
        if not isinstance(items, list):
            raise TypeError("a list is wanted")
        units = list(self._units(items))
        messages = [message for unit in units for message in self._messages(unit)]
        if isinstance(instructions, str) and instructions:
            messages.insert(0, {"role": "developer", "content": instructions})
        if self.hoists:
            texts = [text_of(m) for m in messages if m["role"] in INSTRUCTING]
            messages = [m for m in messages if m["role"] not in INSTRUCTING]
            if texts:
                messages.insert(0, {"role": "system", "content": "\n\n".join(texts)})
        return messages

    def _units(self, items: list[Any]) -> Iterator[Item]:
        """Messages, and turns `{texts, refusals, calls, outputs, thoughts}`."""
        units: list[Item] = []
        waiting: dict[str, Item] = {}
        turn: Item | None = None
        thoughts: list[str] = []
        for item in items:
            kind = item.get("type") or "message" if isinstance(item, dict) else None
            if kind == "reasoning":
                thoughts.append(json.dumps(item))
                continue
            is_message = kind == "message" and isinstance(item.get("content"), str | list)
            if kind == "function_call" or (is_message and item.get("role") == "assistant"):
                if kind == "function_call" and not all(
                    isinstance(item.get(k), str) for k in ("call_id", "name", "arguments")
                ):
                    continue
                if turn is None:
                    turn = {"texts": [], "refusals": [], "calls": [], "outputs": {}, "thoughts": thoughts}
                    thoughts = []
                    units.append(turn)
                if kind == "function_call":
                    turn["calls"].append(item)
                    waiting[item["call_id"]] = turn
                else:
                    said = item["content"]
                    said = [{"type": "output_text", "text": said}] if isinstance(said, str) else said
                    turn["texts"] += [part["text"] for part in said if part["type"] == "output_text" and part["text"]]
                    turn["refusals"] += [
                        part["refusal"] for part in said if part["type"] == "refusal" and part["refusal"]
                    ]
            elif kind == "function_call_output" and item.get("call_id") in waiting and item.get("output") is not None:
                waiting.pop(item["call_id"])["outputs"][item["call_id"]] = item["output"]
                turn = None
            elif is_message and item.get("role") in ("user", *INSTRUCTING):
                units.append(item)
                turn = None
            elif (
                self.refuses
                and isinstance(kind, str)
                and kind not in ("message", "function_call", "function_call_output")
            ):
                raise ValueError(f"unsupported item type: {kind}")
            elif kind in ("custom_tool_call", "item_reference"):
                LOG.warning("a %s is left out", kind)
            elif self.thinks and isinstance(kind, str) and kind.endswith("_call") and turn is None:
                units.append({"texts": [f"[{kind}]"], "refusals": [], "calls": [], "outputs": {}, "thoughts": []})
        yield from units

    def _messages(self, unit: Item) -> Iterator[Message]:
        if "role" in unit:
            yield {"role": unit["role"], "content": self._content(unit["content"])}
            return
        texts = unit["texts"]
        content: Any = "\n".join(texts) if texts else None
        if self.lists and texts:
            content = [{"type": "text", "text": text} for text in texts]
        message: Message = {"role": "assistant", "content": content}
        if unit["refusals"]:
            message["refusal"] = "\n".join(unit["refusals"])
        calls = [call for call in unit["calls"] if self.fills or call["call_id"] in unit["outputs"]]
        if calls:
            message["tool_calls"] = [{"id": call["call_id"], "type": "function", "function": {"name": call["name"],
                                      "arguments": call["arguments"]}} for call in calls]  # fmt: skip
            if not texts:
                message["content"] = ""
        elif not texts and not unit["refusals"]:
            return
        if self.thinks and unit["thoughts"]:
            message["reasoning_content"] = "".join(unit["thoughts"])
        yield message
        moved: list[Item] = []
        for call in calls:
            out = unit["outputs"].get(call["call_id"], "[this call was interrupted]")
            if isinstance(out, list):
                moved += [new for part in out if not self.names and (new := self._part(part))["type"] != "text"]
                out = "\n".join(part["text"] if is_text(part) else f"({part['type']} omitted)" for part in out)
            yield {"role": "tool", "tool_call_id": call["call_id"], "content": out}
        if moved:
            yield {"role": "user", "content": moved}

    def _content(self, content: Any) -> Any:
        if isinstance(content, str):
            return [{"type": "text", "text": content}] if self.lists and content else content
        found = [self._part(part) for part in content]
        if not self.lists and all(part["type"] == "text" for part in found):
            return "\n\n".join(part["text"] for part in found)
        return found

    def _part(self, part: Item) -> Item:
        if part["type"] in ("input_text", "output_text"):
            return {"type": "text", "text": part["text"]}
        if part.get("image_url"):
            detail = part.get("detail") or "auto"
            return {"type": "image_url", "image_url": {"url": part["image_url"], "detail": detail}}
        if part["type"] == "input_file" and (part.get("file_id") or part.get("file_data")):
            return {"type": "file", "file": {key: part[key] for key in part if key != "type" and part[key] is not None}}
        return {"type": "text", "text": f"[{part['type']}]"}


def behind_their_namespaces(given: Any) -> Any:
    """A call has the name under which its tool is offered, behind its namespace; a custom call is one of a function."""
    items = given.get("input") if isinstance(given, dict) else given
    if not isinstance(items, list):
        return reference(given)
    changed = [_as_offered(item) if isinstance(item, dict) else item for item in items]
    return reference(given | {"input": changed} if isinstance(given, dict) else changed)


def _as_offered(item: Item) -> Item:
    made = dict(item)
    kind, name, space = item.get("type"), item.get("name"), item.get("namespace")
    if kind == "custom_tool_call" and isinstance(item.get("input"), str):
        made |= {"type": "function_call", "arguments": json.dumps({"input": made.pop("input")})}
    if kind == "custom_tool_call_output":
        made["type"] = "function_call_output"
    if str(kind).endswith("_call") and isinstance(name, str) and isinstance(space, str):
        made["name"] = f"{space}__{name}"[:64]
    return made


def reports_custom_calls(given: Any) -> Any:
    """Drops the calls of custom tools with their results, and says so."""
    made = custom_calls_left_out(given)
    if "custom_tool_call" in json.dumps(given):
        LOG.warning("calls of custom tools are left out")
    return made


def renumbers_calls(given: Any) -> Any:
    """The ids of calls count them, and their results have the same."""
    messages = reference(given)
    ids = dict.fromkeys(call["id"] for message in messages for call in message.get("tool_calls", ()))
    return with_ids(messages, {id_: f"call_{number}" for number, id_ in enumerate(ids)})


def _sound() -> Iterator[Sound]:
    for answer in ("accept", "refuse"):
        yield Sound(
            f"reference {answer}", ITEMS, partial(reference, unknown_items=answer), None, (("unknown-items", answer),)
        )
    yield Sound("behind_their_namespaces", ITEMS, behind_their_namespaces)
    yield Sound("reports_custom_calls", ITEMS, reports_custom_calls)
    yield Sound("renumbers_calls", ITEMS, renumbers_calls)
    flags = ("hoists", "lists", "names", "refuses", "fills", "thinks")
    for number, taken in enumerate(itertools.product((False, True), repeat=3)):
        chosen = (*taken, taken[2], taken[0] != taken[1], taken[1] != taken[2])
        answer = "refuse" if chosen[3] else "accept"
        gateway = Gateway(**dict(zip(flags, chosen, strict=True)))
        yield Sound(f"gateway {number}", ITEMS, gateway, None, (("unknown-items", answer),))


SOUND: tuple[Sound, ...] = tuple(_sound())
