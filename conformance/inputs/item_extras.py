"""Responses items that are dealt to conversations and outputs: each kind of text with each edge, and rare members."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON, packed, unpacked
from conformance.formats.cursor import Pen
from conformance.formats.responses.calls import call_item, call_type, result_item, result_type
from conformance.formats.responses.read import FORMAT
from conformance.formats.responses.write import write_items
from conformance.inputs.choices import LIMIT, Choices, DealtOptions, weighted
from conformance.inputs.facts import Facts, answers, journeys
from conformance.inputs.material import FEW_SAID, LONG_TEXT, LONGEST_NAME, SAID
from conformance.inputs.media import PNG

# Items that follow one another, with ids of the number that they get.
Extra: TypeAlias = Callable[[int], list[JSON]]


def _always(*items: JSON) -> Extra:
    """The same items; a `#` in an id or in arguments becomes the number."""
    held = packed(list(items))
    return lambda number: [_numbered(item, number) for item in unpacked(held or b"N")]


def _numbered(item: dict[str, JSON], number: int) -> JSON:
    keys = ("id", "call_id", "approval_request_id", "arguments")
    return {
        key: value.replace("#", str(number)) if key in keys and isinstance(value, str) else value
        for key, value in item.items()
    }


def _text_extra(role: str) -> Callable[[str], Extra]:
    return lambda text: _always({"role": role, "content": text})


def _answer_extra(part: JSON, **more: JSON) -> Extra:
    message = {"type": "message", "id": "msg_e#", "role": "assistant", "status": "completed", "content": [part]}
    return _always(message | more)


def _output_text(text: str) -> Extra:
    return _answer_extra({"type": "output_text", "text": text, "annotations": []})


def _refusal_extra(text: str) -> Extra:
    return _answer_extra({"type": "refusal", "refusal": text})


def _call(**more: JSON) -> JSON:
    return call_item(call_id="call_e#", name="search", arguments='{"q":"#"}') | more


def _custom_call(**more: JSON) -> JSON:
    return {"type": "custom_tool_call", "call_id": "call_x#", "name": "run_code", "input": "SELECT 1", **more}


def _result(output: JSON, **more: JSON) -> Extra:
    return _always(_call(), result_item(call_id="call_e#", output=output) | more)


def _custom_result(output: JSON, **more: JSON) -> Extra:
    result = {"type": "custom_tool_call_output", "call_id": "call_x#", "output": output, **more}
    return _always(_custom_call(), result)


def _own_custom_input(text: str) -> Extra:
    return _always(_custom_call(input=text, id="ctc_e#"))


def _summary(text: str) -> Extra:
    return _always(_reasoning(summary=[{"type": "summary_text", "text": text}]), _FOLLOWING)


def _thought(text: str) -> Extra:
    return _always(_reasoning(content=[{"type": "reasoning_text", "text": text}]), _FOLLOWING)


def _reasoning(**more: JSON) -> JSON:
    return {"type": "reasoning", "id": "rs_e#", "summary": [], **more}


_FOLLOWING: JSON = {
    "type": "message", "id": "msg_f#", "role": "assistant", "status": "completed",
    "content": [{"type": "output_text", "text": "So it is.", "annotations": []}],
}  # fmt: skip


def _with_edges(
    *kinds: Callable[[str], Extra], own: tuple[str, ...] = SAID, in_pieces: bool = False
) -> DealtOptions[Extra]:
    """in_pieces: where texts are streamed, a short word is no situation: it is one piece of many."""
    return DealtOptions(
        kind(text) for kind in kinds for text in own if not in_pieces or not (text.isalpha() or len(text) == 1)
    )


def _together(extra: Extra, other: Extra) -> Extra:
    return lambda number: [*extra(number), *other(number)]


def _both(function: Callable[[str], Extra], other: Callable[[str], Extra]) -> Callable[[str], Extra]:
    return lambda text: _together(function(text), other(text))


# Plain texts; journeys have the others. Where there are many, two of them come at once: the table is dealt in a run.
_TEXTS = _with_edges(
    _both(_result, _text_extra("system")),
    _both(_custom_result, _text_extra("developer")),
    *map(_text_extra, ("user", "assistant")),
)
OWN_TEXTS = _with_edges(_output_text, _refusal_extra, _own_custom_input, _summary, _thought)
# An answer refuses or calls; what is converted as history can do both.
ANSWERED: DealtOptions[Extra] = DealtOptions(
    (
        *_with_edges(_output_text),
        *_with_edges(_own_custom_input, _summary, _thought, own=FEW_SAID),
    )
)
REFUSED = _with_edges(_refusal_extra, own=FEW_SAID)
REFUSED_IN_PIECES = _with_edges(_refusal_extra, own=FEW_SAID, in_pieces=True)

_BREAK: JSON = {"prompt_cache_breakpoint": {"mode": "explicit"}}
_TEXT: JSON = {"type": "input_text", "text": "Remember this."}
_IMAGE: JSON = {"type": "input_image", "image_url": "https://example.org/a%20b.png?x=1&y=2"}
_FILE: JSON = {"type": "input_file", "filename": "a.txt", "file_data": "data:text/plain;base64,QQ=="}
_FILE_BY_ID: JSON = {"type": "input_file", "file_id": "file-1"}
_CITATIONS: JSON = [
    {"type": "url_citation", "url": "https://example.org/", "start_index": 0, "end_index": 1, "title": "A"},
    {"type": "file_citation", "file_id": "file-1", "filename": "a.txt", "index": 0},
    {"type": "container_file_citation", "container_id": "c_1", "file_id": "file-2", "filename": "b.txt",
     "start_index": 0, "end_index": 1},
    {"type": "file_path", "file_id": "file-3", "index": 1},
]  # fmt: skip
_SAID: JSON = {"type": "output_text", "text": "It is.", "annotations": []}
_ACTION: JSON = {"type": "exec", "command": ["ls"], "env": {}}
_IN_FULL = {"detail": "original", "file_id": None}
_DETAILS = ("auto", "low", "high")


def _users(*parts: JSON) -> Extra:
    return _always({"type": "message", "role": "user", "content": list(parts)})


def _calls(*calls: JSON, in_order: bool = True) -> Extra:
    results = [result_item(call_id=call["call_id"], output=f"{call['name']}!") for call in calls]
    return _always(*calls, *(results if in_order else results[::-1]))


# Items of tools that the API runs, and of those that few clients have.
HOSTED: tuple[Extra, ...] = (
    _always({"type": "computer_call_output", "call_id": "call_cu#",
             "output": {"type": "computer_screenshot", "image_url": "https://example.org/s.png"}}),
    _always({"type": "tool_search_call", "id": "tsc_#", "arguments": {"paths": ["crm"]}, "execution": "server"}),
    _always({"type": "tool_search_output", "tools": [], "execution": "server"}),
    _always({"type": "additional_tools", "role": "developer", "tools": []}),
    _always({"type": "configuration_update"}),
    _always({"type": "compaction", "encrypted_content": "gAAAAABo"}),
    _always({"type": "local_shell_call", "id": "lsh_#", "call_id": "call_l#", "status": "completed", "action": _ACTION},
            {"type": "local_shell_call_output", "id": "call_l#", "output": "a.txt"}),
    _always({"type": "shell_call", "call_id": "call_s#", "action": {"commands": ["ls"]}},
            {"type": "shell_call_output", "call_id": "call_s#", "output": []}),
    _always({"type": "apply_patch_call", "call_id": "call_p#", "status": "completed",
             "operation": {"type": "delete_file", "path": "a.txt"}},
            {"type": "apply_patch_call_output", "call_id": "call_p#", "status": "completed"}),
    _always({"type": "mcp_approval_request", "id": "mcpr_#", "server_label": "a", "name": "drop", "arguments": "{}"},
            {"type": "mcp_approval_response", "approval_request_id": "mcpr_#", "approve": True}),
    _always({"type": "program", "id": "prog_#", "call_id": "call_g#", "code": "1+1", "fingerprint": "f"},
            {"type": "program_output", "id": "po_#", "call_id": "call_g#", "result": "2", "status": "completed"}),
)  # fmt: skip

_OF_CALLS: tuple[dict[str, JSON], ...] = (
    {"async": True}, {"async": False}, {"namespace": "crm"}, {"caller": {"type": "direct"}},
)  # fmt: skip
_OF_CUSTOM_CALLS: tuple[dict[str, JSON], ...] = (
    {"async": True, "id": "ctc_#", "status": "completed"}, {"async": False, "namespace": "crm", "status": "incomplete"},
    {"caller": {"type": "direct"}, "status": "in_progress"},
    *({"name": name} for name in ("y", "0", "enum", "Match-All", LONGEST_NAME)),
)  # fmt: skip
RARE: DealtOptions[Extra] = DealtOptions((
    _always({"role": "user", "content": "Again."}, {"role": "user", "content": "Again."}),
    *(_users(part | _BREAK) for part in (_TEXT, _IMAGE, _FILE)),
    *(_always({"role": role, "content": [_TEXT | _BREAK, _TEXT, _TEXT]}) for role in ("system", "developer")),
    *(_result([part | _BREAK]) for part in (_TEXT, _IMAGE, _FILE)),
    _users(_TEXT, _TEXT, _IMAGE | _IN_FULL), _users({"type": "input_image", "image_url": None, "file_id": "file-1"}),
    *(_users(_FILE | {"detail": detail, "file_id": None}) for detail in _DETAILS),
    *(_result([_TEXT, _FILE_BY_ID | {"detail": detail}]) for detail in _DETAILS),
    _result([_TEXT, _TEXT, _IMAGE | _IN_FULL]), _result([_IMAGE | {"detail": None}]),
    _result([_IMAGE | {"detail": "auto"}]),
    _result([{"type": "input_image", "image_url": None, "file_id": "file-1"}]),
    _result([_FILE | {"file_id": None, "file_url": None}]),
    _result([_FILE_BY_ID | {"file_data": None, "filename": None}]),
    _result("4", id=None, status=None), _result("4", status="incomplete"), _result("4", status="in_progress"),
    _result("4", name="search", namespace="crm"), _result("4", name=None, namespace=None, caller=None),
    _result("4", caller={"type": "direct"}),
    _always(_call(status="incomplete"), result_item(call_id="call_e#", output="4")),
    *(_always(_call(**more), result_item(call_id="call_e#", output="4"))
      for more in _OF_CALLS),
    *(_always(_custom_call(**more), {"type": "custom_tool_call_output", "call_id": "call_x#", "output": "ran"})
      for more in _OF_CUSTOM_CALLS),
    *(_custom_result(output) for output in ([_TEXT], [_TEXT, _IMAGE, _FILE])),
    _custom_result("ran", id="ctco_#", caller={"type": "direct"}),
))  # fmt: skip

# Own items of a model: an output has them too.
OWN: tuple[Extra, ...] = (
    *(_answer_extra(_SAID, phase=phase) for phase in (None, "commentary", "final_answer")),
    _answer_extra(_SAID, status="incomplete"), _answer_extra(_SAID, status="in_progress"),
    _answer_extra(_SAID | {"annotations": _CITATIONS}), _answer_extra(_SAID | {"annotations": _CITATIONS[:1]}),
    _answer_extra(_SAID, content=[_SAID, _SAID]),
    *(_always(_reasoning(status=status, encrypted_content=None), _FOLLOWING)
      for status in ("in_progress", "completed", "incomplete")),
    _always(_reasoning(content=[]), _FOLLOWING),
    _always(_reasoning(content=[{"type": "reasoning_text", "text": "A."}] * 2), _FOLLOWING),
)  # fmt: skip

# Ids of calls as long as the APIs take them, with a number of three digits.
_LONG = "call_#_" + "c" * 55
_LONG_IN_CHAT = "call_#_" + "c" * 31
CALLS: DealtOptions[Extra] = DealtOptions((
    _always({"type": "reasoning", "summary": [{"type": "summary_text", "text": "One."}] * 2}, _FOLLOWING),
    *HOSTED,
    *OWN,
    _always({"type": "compaction_trigger"}),
    *(_always({"role": role, "content": []}) for role in ("user", "assistant", "system", "developer")),
    _result([]),
    _custom_result([]),
    _always(_call(status=None), result_item(call_id="call_e#", output="4")),
    *(
        _always({"type": "message", "role": role, "id": "msg_m#", "content": [_TEXT], "status": "completed"})
        for role in ("system", "developer")
    ),
    _always({"role": "user", "content": "Hi.", "phase": None}),
    _always(*({"role": role, "content": "Be brief."} for role in ("system", "system", "developer", "developer"))),
    _always(*({"role": role, "content": "Be kind."} for role in ("developer", "system"))),
    _always({"type": "message", "role": "user", "id": "msg_m#", "content": [_TEXT], "status": "completed"}),
    _calls(_call(call_id="call_a#"), _call(call_id="call_A#", name="Search")),
    _calls(_call(call_id="call_#"), _call(call_id="call_#0"), in_order=False),
    _calls(_call(call_id="call_z#"), _call(call_id="call_y#", name="find")),
    _calls(_call(call_id="toolu_#"), _call(call_id="fc_#")),
    _calls(_call(call_id=_LONG_IN_CHAT)),
    *(
        _always(_custom_call(call_id=id_), {"type": "custom_tool_call_output", "call_id": id_, "output": "ran"})
        for id_ in ("toolu_x#", _LONG_IN_CHAT)
    ),
    _calls(_call(arguments='{"text":"\\ud83d\\ude42 None","said":"None","__proto__":{"type":"$ref"}}')),
    _calls(_call(arguments='{"data":"{\\"a\\":1}","b":false,"a":""}')),
))  # fmt: skip


_ONE_ACTION: JSON = {"commands": ["ls"], "timeout_ms": None, "max_output_length": None}
# Items of tools that the API runs, as it returns them. Results that clients send are in no answer.
HOSTED_OUTPUTS: tuple[Extra, ...] = (
    _always({"type": "computer_call", "id": "cu_#", "call_id": "call_cu#", "status": "completed",
             "action": {"type": "screenshot"}, "pending_safety_checks": []}),
    _always({"type": "tool_search_call", "id": "tsc_#", "arguments": {}, "execution": "server", "status": "completed",
             "call_id": None}),
    _always({"type": "tool_search_output", "id": "tso_#", "tools": [], "execution": "server", "status": "completed",
             "call_id": None}),
    _always({"type": "compaction", "id": "cmp_#", "encrypted_content": "gAAAAABo"}),
    _always({"type": "code_interpreter_call", "id": "ci_#", "status": "completed", "code": "1+1", "container_id": "c_1",
             "outputs": None}),
    _always({"type": "local_shell_call", "id": "lsh_#", "call_id": "call_l#", "status": "completed",
             "action": _ACTION}),
    _always({"type": "shell_call", "id": "sh_#", "call_id": "call_s#", "status": "completed", "action": _ONE_ACTION,
             "environment": None},
            {"type": "shell_call_output", "id": "sho_#", "call_id": "call_s#", "status": "completed", "output": [],
             "max_output_length": None}),
    _always({"type": "apply_patch_call", "id": "apc_#", "call_id": "call_p#", "status": "completed",
             "operation": {"type": "delete_file", "path": "a.txt"}}),
    _always({"type": "mcp_list_tools", "id": "mcpl_#", "server_label": "notes", "tools": []}),
    _always({"type": "mcp_approval_request", "id": "mcpr_#", "server_label": "a", "name": "drop", "arguments": "{}"}),
    _always({"type": "program", "id": "prog_#", "call_id": "call_g#", "code": "1+1", "fingerprint": "f"}),
    _always({"type": "program_output", "id": "po_#", "call_id": "call_g#", "result": "2", "status": "completed"}),
)  # fmt: skip
# What is in outputs alone, or has more members there.
OUTPUTS: DealtOptions[Extra] = DealtOptions((
    *OWN,
    _always({"type": "message", "id": "msg_n#", "role": "assistant", "status": "completed", "content": []}),
    *(_always(_call(id="fc_e#", **more)) for more in _OF_CALLS),
    _always(_call(id=None, namespace=None, **{"async": None})),
    _always(_custom_call(id=None, namespace=None, **{"async": None})),
    _always(_reasoning(content=None, status=None)),
    _always(_reasoning(summary=[{"type": "summary_text", "text": "One."}] * 2)),
    _answer_extra(_SAID | {"logprobs": []}),
    _always(*(_call(call_id=f"call_#_{index}") for index in range(6))),
    *(_always(_custom_call(**more)) for more in _OF_CUSTOM_CALLS), _always(_custom_call(id=None, call_id=_LONG)),
    _always(_call(call_id=_LONG)), _always(_call(call_id="toolu_#")), _always(_custom_call(call_id="toolu_x#")),
    _always(_call(call_id="call_a#"), _call(call_id="call_A#", name="Search")),
    _always(_call(call_id="call_#"), _call(call_id="call_#0")),
    _always(_call(call_id="call_z#"), _call(call_id="call_y#")),
    _always(_call(arguments='{"text":"\\ud83d\\ude42 None","said":"None","__proto__":{"type":"$ref"}}')),
    _always(_call(arguments='{"none":null,"no":false,"yes":true,"zero":0,"text":"","object":{},"list":[]}')),
    _always(_call(arguments='{"big":123456789012345678901234567890,"tiny":1.5E-9}')),
    *HOSTED_OUTPUTS,
))  # fmt: skip


_EACH_VALUE = '{"none":null,"no":false,"yes":true,"zero":0,"much":1E+2,"nothing":"","object":{},"list":[],"text":"'
# What streams get beside texts: they have many events, and so they get less.
STREAMED: DealtOptions[Extra] = DealtOptions((
    _always(_reasoning(), _reasoning(id="rs_f#"), {"type": "compaction", "id": "cmp_f#", "encrypted_content": "gA"}),
    *[_always({"type": "compaction", "id": "cmp_e#", "encrypted_content": "gA"}, _reasoning(), _call(arguments="{}"))]
    * 2,
    *map(_together, HOSTED_OUTPUTS[::2], HOSTED_OUTPUTS[1::2]),
    *(_answer_extra(_SAID, phase=phase) for phase in ("commentary", "final_answer")),
    _always(_custom_call(id="ctc_#")),
    _always(_call(arguments='{"text":"\\u00e9 \\ud83d\\ude42 \\n \\"now\\" or\\nso \U0001f642 e\u0301 12345"}')),
    _always(_call(arguments=_EACH_VALUE + LONG_TEXT + '"}')),
    _always({"type": "file_search_call", "id": "fs_#", "status": "completed", "queries": ["a"], "results": None}),
    _always({"type": "image_generation_call", "id": "ig_#", "status": "completed", "result": PNG}),
    *[_always({"type": "mcp_call", "id": "mcp_#", "status": "completed", "server_label": "notes", "name": "search",
               "arguments": '{"q":"a"}', "output": "none", "error": None})] * 2,
    *[_always({"type": "mcp_list_tools", "id": "mcpl_#", "server_label": "notes", "tools": []})] * 2,
    _always({"type": "web_search_call", "id": "ws_#", "status": "completed",
             "action": {"type": "search", "query": "a"}}),
))  # fmt: skip
STREAMED_ANSWERS = _with_edges(_output_text, in_pieces=True)
_LEFT_ALONE = weighted({False: 9, True: 1})


def outputs(
    choices: Choices,
    items: list[JSON],
    number: int,
    tables: tuple[DealtOptions[Extra], ...],
) -> list[JSON]:
    """Return an output with an entry of each table inserted anywhere; now and then as it is, if it is of one kind."""
    if not items or all(item["type"] == "reasoning" for item in items) or choices.pick(_LEFT_ALONE):
        return items
    for index, table in enumerate(tables):
        place = choices.pick(range(len(items) + 1))
        items = [*items[:place], *choices.pick(table)(number + index), *items[place:]]
    return items


def journey(choices: Choices, place: str) -> list[JSON]:
    """Return an answer whose items are beside each other in a way of their own. place: ANSWER, or MODEL for history."""
    pen, turns = Pen(FORMAT), Facts(choices, FORMAT, "call_").answer(choices.pick(answers(FORMAT, place)))
    return [item for turn in turns for item in write_items(turn, pen)]


_PLACES = DealtOptions(("front", "back", "between"))


def with_extras(choices: Choices, items: list[JSON], number: int) -> list[JSON]:
    """Return a conversation with a text, calls, something rare and a journey. number: one that no id in it has."""
    for index, table in enumerate((_TEXTS, RARE, CALLS)):
        place = choices.pick(_safe_places(items)[:LIMIT])
        items[place:place] = choices.pick(table)(number + index)
    pen, turns = Pen(FORMAT), Facts(choices, FORMAT, f"j{number}_").turns(choices.pick(journeys(FORMAT)))
    made = [item for turn in turns for item in write_items(turn, pen)]
    safe = _safe_places(items)[:LIMIT]
    place = {"front": 0, "back": safe[-1], "between": choices.pick(safe)}[choices.pick(_PLACES)]
    return [*items[:place], *made, *items[place:]]


def _safe_places(items: list[JSON]) -> list[int]:
    """Return where items can be inserted: where no call waits for its output, and not behind reasoning."""
    places, waiting = [0], 0
    for number, item in enumerate(items):
        kind = item.get("type", "")
        waiting += (result_type(kind) is not None) - (call_type(kind) is not None)
        if not waiting and kind != "reasoning":
            places.append(number + 1)
    return places
