"""What generated requests of both formats have in common: values of members, tools that are chosen, streams, faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import LONGEST_NAME, fresh, table

Request = dict[str, JSON]
Fault = Callable[[Choices, Request], object]

OPEN: JSON = {"type": "object", "properties": {"name": {"type": "string"}, "shade": {"type": "string"}}}
CLOSED: JSON = {
    "type": "object", "properties": {"name": {"type": "string", "description": "Größe"}}, "required": ["name"],
    "additionalProperties": False,
}  # fmt: skip
_MOST_METADATA: JSON = {f"key {number}": "größer " * 73 for number in range(16)}  # of up to 512 characters each
# The values of members that both formats have. A null is a member that asks for nothing.
SHARED: Mapping[str, DealtOptions[bytes]] = {
    "temperature": table(0, 1e-05, 1, 1.0, 1.5, 2, None),
    "top_p": table(0.9, 1, 0.05, 0, None),
    "user": table("user-7", "größer u:7.b", "ada@example.com", "", None),
    "safety_identifier": table("s-7", "", None),
    "prompt_cache_key": table("notes", "", None),
    "prompt_cache_retention": table("24h", "in_memory", None),
    "prompt_cache_options": table({"mode": "explicit"}, {"mode": "implicit", "ttl": "30m"}, {}, None),
    "moderation": table(
        {"model": "omni-moderation-latest"}, {"model": "omni-moderation-latest", "policy": None},
        {"model": "omni-moderation-latest", "policy": {"input": {"mode": "block"}}},
        {"model": "omni-moderation-latest", "policy": {"output": {"mode": "score"}, "input": None}},
        {"model": "omni-moderation-latest", "policy": {"output": None, "input": {"mode": "score"}}},
        {"model": "omni-moderation-latest", "policy": {"output": {"mode": "block"}}}, None,
    ),
    "metadata": table({"team": "größer", "run": "7"}, {"team": " padded "}, _MOST_METADATA, {}, {"": ""}, None),
    "service_tier": table("auto", "default", "flex", "scale", "priority", "fast", None),
    "store": table(True, False, None),
}  # fmt: skip
# A tool that is chosen by its name: of every kind, and of names that programs stumble over.
CHOSEN = DealtOptions(tuple(
    (kind, name)
    for kind in ("function", "custom")
    for name in ("search", "9", "Run-2", "__proto__", LONGEST_NAME)
))  # fmt: skip
PARALLEL = DealtOptions((False, True, None))
MODES, ALLOWED = (
    DealtOptions(("auto", "required")),
    DealtOptions((2, 1, 2)),
)  # of a choice among some tools, and how many those are
CHOOSES = "chooses"  # in the place of tools that are made, and of a choice among them
# What crowds of both formats have besides.
OF_CROWDS: Mapping[str, DealtOptions[bytes]] = {
    "stream": table(True, False, None), "parallel_tool_calls": table(False, True, None),
    "tools": table(CHOOSES, None), "tool_choice": table(CHOOSES, "auto", None),
}  # fmt: skip
_STREAMS = weighted({"": 2, True: 3, False: 1, None: 1})
_HAS_OPTIONS = weighted({True: 3, False: 1})


def add_stream(choices: Choices, request: Request, options: DealtOptions[bytes]) -> None:
    """Let a request ask for a stream, sometimes with options."""
    stream = choices.pick(_STREAMS)
    if stream != "":
        request["stream"] = stream
    if stream and choices.pick(_HAS_OPTIONS):
        request["stream_options"] = fresh(choices, options)


def member(name: str, *values: JSON) -> Fault:
    """Return what gives a request one of some values that a member cannot have."""
    dealt = table(*values)

    def add(choices: Choices, request: Request) -> None:
        request[name] = fresh(choices, dealt)

    return add


def without(name: str) -> Fault:
    """Return what takes a member from a request."""
    return lambda _choices, request: request.pop(name, None)


def fault_names(faults: Mapping[str, Fault], body: str) -> DealtOptions[str]:
    """Return a table of faults: of members, of the tools, and of the messages or input, which is most of a request."""
    return DealtOptions((*faults, body, body, body, body, "tools", "tools", "tools"))


def make_malformed(
    choices: Choices,
    names: DealtOptions[str],
    faults: Mapping[str, Fault],
    request: Request,
    parts: Mapping[str, Callable[[Choices], tuple[str, Request]]],
    make_tools: Callable[[Choices], JSON],
) -> tuple[str, JSON]:
    """Give a request one fault, in one of its parts or in another member. Return the fault's name, and the request.

    parts: for each part, what makes a malformed one, as members of a request.
    """
    name = choices.pick(names)
    if name in parts:
        fault, members = parts[name](choices)
        return f"in {name}: {fault}", request | members
    if name == "a choice that is none":
        request["tools"] = make_tools(choices)
    faults[name](choices, request)
    return name, request


def deep_and_wide(
    plain: Request, tools: Sequence[tuple[str, JSON]], bodies: Sequence[tuple[str, Request]]
) -> Sequence[tuple[str, JSON]]:
    """Return requests with deep and wide parts. plain: one without tools. bodies: messages or input, as members."""
    return [
        *((name, {**plain, "tools": value}) for name, value in tools if not name.startswith("wide")),
        *((name, plain | members) for name, members in bodies),
    ]
