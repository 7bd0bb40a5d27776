"""mcp-tool-to-chat-tool and mcp-tools-to-chat-tools (S2): MCP tools to nested Chat Completions tools."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import NOT_OBSERVABLE, OK, REORDERED, Failure, Findings, brief, input_at, output_at
from conformance.checks.mcp_tools.view import (
    CHAT_FIELDS,
    EMPTY_SCHEMAS,
    MCP_FIELDS,
    NAMELESS,
    NO_SCHEMA,
    ODD,
    SAFE_NAME,
    SPECIAL_NAMES,
    UNSAFE,
    UNUSABLE,
    USABLE,
    Changed,
    McpTool,
    McpTools,
    own_words,
)
from conformance.checks.tool_fields import PLACEHOLDER, changed, is_rename, not_added, schema_failure
from conformance.checks.tools import ToolPair, lacks_properties
from conformance.checks.trial import answer_of
from conformance.matching.alignment import MAY, MUST, NEVER
from conformance.oracles.tools import strict_problems
from conformance.values import ABSENT, JSON, equal, holders, same


def _differences(view: McpTool, changed: Changed) -> tuple[Failure, ...]:
    return tuple(
        schema_failure(view, pair, difference) for pair, difference, all_ in view.classified if changed in all_
    )


# The checks, in the order of contract.yaml.


def chat_form(view: McpTool) -> Findings:
    """MCP-1: {type, function: {name, description, parameters}}, name and description unchanged."""
    unasked_alone = view.is_list and len(view.kinds) > 1 and view.trial.alone is None
    if view.alignment is None:
        if view.answered and view.entries is not None and MUST in view.fates:
            return (Failure("no-list", "/output", f"wanted a list of tools, got {brief(view.output)}"),)
        return None
    found = [*arrivals(view, lost_alone=not unasked_alone), *nameless(view), *view.unrecognised()]
    for pair in formed(view):
        found += _form_failures(view, pair)
    return tuple(found) if found or view.pairs else None


def arrivals(view: McpTool, *, lost_alone: bool = True) -> Iterator[Failure]:
    """Yield tools that did not arrive, and those that did although unsafe-names refuses them.

    lost_alone: whether each entry was asked alone, or is the only one.
    """
    for index in view.alignment.missing if view.alignment is not None and lost_alone else ():
        if view.is_described(index) and not view.converts_alone(index):
            at = input_at(*view.entry_path(index))
            yield Failure("lost", at, f"the tool {brief((view.entries or [])[index]['name'])} did not arrive")
    for index, kind in enumerate(view.kinds):
        if kind == UNSAFE and view.fates[index] == NEVER and index in view.arrived and index not in view.uncertain:
            at = output_at(*view.position_path(view.arrived[index]))
            yield Failure("not-refused", at, "unsafe-names is refuse, but a tool with an unsafe name arrived")


def nameless(view: McpTool) -> Iterator[Failure]:
    """Yield what arrived in the place of a tool, has no name that an API takes, and may be any of several."""
    given = [entry.get("name") for entry in view.entries or () if isinstance(entry, dict)]
    for index in sorted(view.uncertain):
        pair = view.pair(index, view.arrived[index])
        name = pair.body.get("name") if pair is not None and isinstance(pair.body, dict) else None
        if pair is not None and not (isinstance(name, str) and (view.is_safe(name) or name in given)):
            message = f"wanted a tool with a name, got {brief(pair.result)}"
            yield Failure("no-name", output_at(*view.position_path(pair.position)), message)


def formed(view: McpTool) -> list[ToolPair]:
    """Return the pairs whose form a rule states: a tool without a schema may become anything where it may go."""
    return [pair for pair in view.pairs if view.kinds[pair.entry] != NO_SCHEMA or view.fates[pair.entry] == MUST]


def _form_failures(view: McpTool, pair: ToolPair) -> list[Failure]:
    at, result, body = view.position_path(pair.position), pair.result, pair.body
    if not isinstance(result, dict):
        return [Failure("no-object", output_at(*at), f"wanted a tool, got {brief(result)}")]
    found = []
    if result.get("type") != "function":
        found.append(Failure("type", output_at(*at, "type"), f'wanted "function", got {brief(result.get("type"))}'))
    if not isinstance(result.get("function"), dict):
        found.append(Failure("not-nested", output_at(*at), "name, description and parameters must be under `function`"))
    for key in result:
        if key not in ("type", "function") and key not in MCP_FIELDS:
            found.append(Failure("beside-function", output_at(*at, key), f"{brief(key)} is beside `function`"))
    found += name_failures(view, pair)
    # Where the description says nothing, the tool's own words may take its place.
    own = own_words((view.entries or [])[pair.entry]) if pair.source_description == "" else ()
    if isinstance(pair.source_description, str) and body.get("description") not in own:
        is_phrase = pair.source_description == "" and view.is_placeholder(body.get("description"))
        failures = changed(view, pair, "description", pair.source_description)
        found += (one._replace(kind=PLACEHOLDER) if is_phrase else one for one in failures)
    if "parameters" not in body:
        found.append(Failure("no-parameters", output_at(*view.at(pair)), "the tool has no `parameters`"))
    if "inputSchema" in body or "inputSchema" in result:
        found.append(
            Failure("input-schema", output_at(*view.at(pair)), "`inputSchema` must become `parameters`, not stay")
        )
    return found


def name_failures(view: McpTool, pair: ToolPair) -> Iterator[Failure]:
    """Judge a tool's name: unchanged, or as unsafe-names says."""
    name, wanted = pair.body.get("name", ABSENT), pair.source_name
    if same(name, wanted):
        if not view.is_safe(wanted) and view.trial.choices.get("unsafe-names") == "rename":
            at = output_at(*view.at(pair, "name"))
            yield Failure("not-renamed", at, f"unsafe-names is rename, but {brief(name)} was kept")
    elif SAFE_NAME.fullmatch(wanted) or not is_rename(view, pair, is_safe=isinstance(name, str) and view.is_safe(name)):
        yield from changed(view, pair, "name", wanted)


def no_default_in_properties(view: McpTool) -> Findings:
    """MCP-2: no `default` is left in a property, at any depth."""
    return _differences(view, Changed.DEFAULT_IN_PROPERTY) if view.schema_pairs else None


def no_default_elsewhere(view: McpTool) -> Findings:
    """MCP-2a: nor at any other schema position."""
    return _differences(view, Changed.DEFAULT_ELSEWHERE) if view.schema_pairs else None


def only_the_keyword_goes(view: McpTool) -> Findings:
    """MCP-2b: properties named like keywords stay, and so does data."""
    return _differences(view, Changed.LIKE_DEFAULT) if view.schema_pairs else None


def schema_kept(view: McpTool) -> Findings:
    """MCP-3: apart from defaults the schema equals the source."""
    if not view.schema_pairs:
        return None
    return (*_differences(view, Changed.OTHER), *not_added(view))


def special_names(view: McpTool) -> Findings:
    """MCP-11: names special to a language or to JSON Schema arrive as property names."""
    if not _has_special_name([pair.source_schema for pair in view.schema_pairs]):
        return None
    return _differences(view, Changed.SPECIAL_NAME)


def _has_special_name(schema: JSON) -> bool:
    return any(
        type(holder) is dict and type(named := holder.get("properties")) is dict and not SPECIAL_NAMES.isdisjoint(named)
        for holder in holders(schema)
    )


def empty_properties_stay(view: McpTool) -> Findings:
    """MCP-6: an empty `properties` stays."""
    pairs = [
        pair
        for pair in view.schema_pairs
        if isinstance(pair.source_schema, dict) and pair.source_schema.get("properties") == {}
    ]
    if not pairs:
        return None
    return tuple(
        Failure(
            "properties-gone", output_at(*view.at(pair, "parameters")), "the empty `properties` of the source is gone"
        )
        for pair in pairs
        if not isinstance(pair.schema, dict) or pair.schema.get("properties", ABSENT) != {}
    )


def no_mcp_fields(view: McpTool) -> Findings:
    """MCP-7: nothing of MCP leaks: annotations, title, outputSchema, _meta, icons."""
    found = []
    for pair in view.pairs:
        for holder, path in ((pair.result, view.position_path(pair.position)), (pair.body, view.at(pair))):
            if isinstance(holder, dict):
                found += [
                    Failure("leaks", output_at(*path, key), f"MCP's own field {brief(key)} leaks into the tool")
                    for key in holder
                    if key in MCP_FIELDS
                ]
            if holder is pair.body and pair.body is pair.result:
                break
    return tuple(dict.fromkeys(found)) if view.pairs else None


def chat_keys_only(view: McpTool) -> Findings:
    """MCP-8: no key beyond name, description and parameters; strict false is accepted."""
    if not view.pairs:
        return None
    return tuple(
        Failure(
            "further-key", output_at(*view.at(pair, key)), f"{brief(key)} is beyond name, description and parameters"
        )
        for pair in view.pairs
        if isinstance(pair.body, dict) and pair.body_path
        for key in pair.body
        if key not in CHAT_FIELDS and not (key == "strict" and pair.body[key] is False)
    )


def description_key(view: McpTool) -> Findings:
    """MCP-1a: the result has a description, also where the source has none."""
    bare = [pair for pair in view.pairs if pair.source_description is ABSENT and isinstance(pair.body, dict)]
    if not bare:
        return None
    return tuple(
        Failure("no-description", output_at(*view.at(pair)), "the result has no description")
        for pair in bare
        if "description" not in pair.body
    )


def description_absent(view: McpTool) -> Findings:
    """MCP-9: a tool without description converts; its description as description-when-absent says.

    Null is none for the Responses API; the Chat API refuses it.
    """
    if view.entries is None:
        return None
    bare = [
        index
        for index, entry in enumerate(view.entries)
        if view.kinds[index] in (USABLE, UNSAFE) and entry.get("description") is None
    ]
    if not bare or view.alignment is None:
        return None
    answers = answer_of(view.trial, "description-when-absent", "empty", "omit", "name")
    found = []
    for pair in view.pairs:
        if pair.entry not in bare or not isinstance(pair.body, dict):
            continue
        none = (ABSENT, None) if view.target == "openai-responses" else (ABSENT,)
        legal: dict[str, tuple[JSON, ...]] = {"empty": ("",), "omit": none, "name": view.names_of(pair)}
        actual = pair.body.get("description", ABSENT)
        # The tool's own words may take its place under every answer.
        if actual not in own_words(view.entries[pair.entry]) and not any(
            same(actual, text) for answer in answers for text in legal[answer]
        ):
            words = {"empty": '""', "omit": "no key", "name": brief(pair.source_name)}
            got = "no key" if actual is ABSENT else brief(actual)
            wanted = " or ".join(words[answer] for answer in answers)
            found.append(
                Failure(
                    PLACEHOLDER if view.is_placeholder(actual) else "description",
                    output_at(*view.at(pair, "description")),
                    f"the source has no description: wanted {wanted}, got {got}",
                )
            )
    missing = [
        index
        for index in bare
        if index not in view.arrived and view.fates[index] == MUST and not view.converts_alone(index)
    ]
    found += [
        Failure("lost", input_at(*view.entry_path(index)), "a tool without description did not arrive")
        for index in missing
    ]
    return tuple(found)


def unusable_tool(view: McpTool) -> Findings:
    """MCP-10: what cannot be converted fails alone, as unusable-tool says."""
    if view.entries is None:
        return None
    found = [index for index, kind in enumerate(view.kinds) if kind in UNUSABLE]
    if not found:
        return _odd_beside_others(view)
    answers = view.on_unusable
    first = input_at(*view.entry_path(found[0]))
    if view.outcome.refusal:
        if "raise" in answers or (not view.is_list and (answers == ("drop",) or view.kinds[0] == NAMELESS)):
            return OK
        # An entry that MAY arrive has another flaw, which another choice may refuse.
        blamed = [index for index in found if index in (view.failing_entries or ()) and view.fates[index] != MAY]
        if not blamed:
            return _odd_beside_others(view)
        message = f"unusable-tool is {answers[0]}, but the call failed: {view.outcome.refusal.message}"
        return (Failure("failed-instead", input_at(*view.entry_path(blamed[0])), message),)
    if view.alignment is None:
        return None
    if answers == ("raise",):
        return (
            Failure(
                "did-not-raise", first, f"the call must fail on {brief((view.entries)[found[0]])}, but it returned"
            ),
        )
    failures = []
    unseen = False
    for index in found:
        arrived = view.arrived.get(index)
        if index in view.uncertain:
            continue
        if arrived is None:
            unseen = unseen or view.outcome.diagnostics is None
            if view.kinds[index] == NO_SCHEMA and answers == ("empty-object",) and view.fates[index] == MUST:
                failures.append(
                    Failure("lost", input_at(*view.entry_path(index)), "the tool must convert with an empty schema")
                )
            elif view.outcome.diagnostics == ():
                failures.append(
                    Failure("silent", input_at(*view.entry_path(index)), "the entry was left out without any report")
                )
            continue
        at = output_at(*view.position_path(arrived))
        pair = view.pair(index, arrived)
        if pair is None or "empty-object" not in answers:
            failures.append(
                Failure("passed", at, f"{brief(view.entries[index])} cannot be converted, but something arrived")
            )
        elif pair.schema not in EMPTY_SCHEMAS:
            failures.append(Failure("no-empty-object", at, f"wanted an empty object schema, got {brief(pair.schema)}"))
    if unseen and not failures:
        return NOT_OBSERVABLE  # it was left out; whether that was reported, this subject does not show
    return tuple(failures)


def _odd_beside_others(view: McpTool) -> Findings:
    """What becomes of a tool whose description is no text is open, but not what becomes of the tools beside it."""
    refusal, failing = view.outcome.refusal, view.failing_entries or ()
    odd = [index for index in failing if view.kinds[index] == ODD]
    lost = [index for index, fate in enumerate(view.fates) if fate == MUST and index not in failing]
    if not refusal or not odd or not lost or "raise" in view.on_unusable:
        return None
    message = f"the call failed on a description that is no text, its neighbours with it: {refusal.message}"
    return (Failure("failed-beside", input_at(*view.entry_path(min(odd))), message),)


def list_form(view: McpTools) -> Findings:
    """MCP-5: one result for each tool that converts, in order, each equal to the single form."""
    if view.entries is None:
        return None
    if view.outcome.refusal and len(view.entries) > 1:
        return None if _of_one_name(view) else _fails_together(view)
    if view.alignment is None:
        if view.answered and MUST not in view.fates:  # else MCP-1 says it
            return (Failure("no-list", "/output", f"wanted a list of tools, got {brief(view.output)}"),)
        return None
    if view.outputs is not None and not view.entries:
        return OK if view.outputs == [] else (Failure("not-empty", "/output", f"wanted [], got {brief(view.output)}"),)
    found = []
    shared = _of_one_name(view)
    if not (view.alignment.in_order or shared):
        found.append(Failure(REORDERED, "/output", "the tools are not in the order of the input"))
    found += [Failure("unasked", output_at(index), "a tool that comes from no entry") for index in view.unasked]
    found += _lost(view, [index for index in view.alignment.missing if index not in shared])
    for index, alone in enumerate(_each_alone(view)):
        if view.kinds[index] == USABLE and index not in shared:
            found += _differs_alone(view, index, alone)
    return tuple(found)


def one_name(view: McpTools) -> Findings:
    """MCP-5a: two tools of one name both arrive, each as it does alone."""
    shared = _of_one_name(view)
    if not shared:
        return None
    if view.outcome.refusal:
        return _fails_together(view)
    if view.alignment is None:
        return None
    found = _lost(view, [index for index in view.alignment.missing if index in shared])
    for index, alone in enumerate(_each_alone(view)):
        if index in shared:
            found += _differs_alone(view, index, alone)
    return tuple(found)


def _of_one_name(view: McpTools) -> frozenset[int]:
    """Return the positions of the usable tools whose name another entry has too."""
    return frozenset(index for index in view.entries_of(USABLE) if view.shares_name(index))


def _lost(view: McpTools, missing: list[int]) -> list[Failure]:
    return [
        Failure("lost", input_at(index), "this tool has no result")
        for index in missing
        if view.kinds[index] in (USABLE, UNSAFE) and view.is_described(index)
    ]


def _each_alone(view: McpTools) -> list[JSON]:
    """Return the result of each entry by the single form, or without one in a list of its own."""
    if view.trial.single_form is not None:
        return [single.output for single in view.trial.single_form]
    lists = [single.output for single in view.trial.alone or ()]
    return [tools[0] if isinstance(tools, list) and len(tools) == 1 else ABSENT for tools in lists]


def _fails_together(view: McpTools) -> Findings:
    """Charge a list that fails although no entry of it does alone."""
    if view.trial.alone is None or view.failing_entries is None or view.failing_entries:
        return None
    message = view.outcome.refusal.message if view.outcome.refusal else ""
    return (Failure("fails-together", "/input", f"nothing in the list makes the call fail, but it does: {message}"),)


def _differs_alone(view: McpTools, index: int, alone: JSON) -> list[Failure]:
    position = view.arrived.get(index)
    if position is None or index in view.uncertain or alone is ABSENT:
        return []
    if alone is (view.outputs or [])[position]:
        return []  # of a list of one
    if equal((view.outputs or [])[position], view.received(alone)):
        return []
    if view.trial.single_form is None:
        message = f"in a list of its own this tool gives {brief(alone)}"
        return [Failure("differs-alone", output_at(position), message)]
    message = f"the single form gives {brief(alone)} for this tool"
    return [Failure("differs-from-single", output_at(position), message)]


def root_properties(view: McpTool) -> Findings:
    """API-5: where the source is an object schema without `properties`, the result has an empty one."""
    pairs = [pair for pair in view.pairs if lacks_properties(pair.source_schema) and pair.schema is not ABSENT]
    if not pairs:
        return None
    return tuple(
        Failure("no-properties", output_at(*view.at(pair, "parameters")),
                "the API wants `properties` at the root, if only an empty one")
        for pair in pairs
        if lacks_properties(pair.schema)
    )  # fmt: skip


def strict_not_invented(view: McpTool) -> Findings:
    """MCP-8a: never strict true on a schema that strict mode refuses."""
    if not view.pairs:
        return None
    found = []
    for pair in view.pairs:
        if isinstance(pair.body, dict) and pair.body.get("strict") is True:
            problem = next(strict_problems(pair.schema), None)
            if problem:
                at = output_at(*view.at(pair, "strict"))
                found.append(Failure("strict", at, f"strict true on a schema that strict mode refuses: {problem}"))
    return tuple(found)
