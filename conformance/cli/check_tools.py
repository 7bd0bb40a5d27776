"""conformance check-tools: what an API says to tools, before anyone sends them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import NamedTuple

from conformance.errors import UsageError
from conformance.files import json_of, read_file
from conformance.oracles import OPENAI, rules_of
from conformance.redact import Redactor
from conformance.reports.sarif import ERROR, WARNING, Described, Finding, sarif
from conformance.reports.text import counted, one_line, visible
from conformance.reports.write import see_writable, write_json
from conformance.subjects.environment import clean_environment, secret_values
from conformance.subjects.mcp_server import harvest
from conformance.tool_check import Judged, Recognised, Said, judge, recognise
from conformance.tool_check.forms import MCP, UNKNOWN
from conformance.tool_check.judged import OWN_RULES, REFUSED
from conformance.tool_check.lines import lines_of
from conformance.values import JSON

FORMAT = 1


class _Source(NamedTuple):
    """Where the tools come from. name: as the person gave it. text: the file's; None where there is no file."""

    name: str
    document: JSON
    text: str | None


def run(parsed: argparse.Namespace) -> int:
    """Judge the tools; return 1 where the API refuses any. Raises UsageError for tools that cannot be read."""
    for flag, path in (("--json", parsed.json), ("--sarif", parsed.sarif)):
        if path is not None:
            see_writable(path, flag)
    if parsed.profile != OPENAI and not parsed.target.startswith("openai-"):
        raise UsageError(f"--host is not for --target {parsed.target}.", "Remove it: it is for OpenAI's two APIs.")
    source = _read(parsed)
    try:
        recognised = recognise(source.document)
    except UsageError as error:
        raise UsageError(f"{source.name}: {error.message}", error.hint) from None
    judged = judge(recognised, parsed.target, parsed.profile)
    if not recognised.tools and not judged.said:
        raise UsageError(f"{source.name}: its list of tools is empty.", "Nothing was judged; give it tools.")
    redactor = Redactor(secret_values(parsed.env))
    lines = {redactor.text(at): line for at, line in _lines(source, judged).items()}
    source = source._replace(name=redactor.text(source.name))
    judged = judged._replace(said=tuple(_redacted(one, redactor) for one in judged.said))
    for line in _text_lines(source.name, recognised, judged, parsed.target, lines):
        print(line)
    if parsed.json is not None:
        write_json(parsed.json, _as_json(source, recognised, judged, parsed.target, lines))
    if parsed.sarif is not None:
        write_json(parsed.sarif, _as_sarif(source, judged, lines))
    return 1 if judged.refused or any(one.level == REFUSED for one in judged.said) else 0


def _redacted(said: Said, redactor: Redactor) -> Said:
    """Return the finding without keys: it quotes the tools."""
    at, message = redactor.text(said.at), redactor.text(said.message)
    name, param = (None if text is None else redactor.text(text) for text in (said.name, said.param))
    return replace(said, at=at, message=message, name=name, param=param)


def _read(parsed: argparse.Namespace) -> _Source:
    if parsed.mcp_server is None:
        if parsed.env:
            raise UsageError("--env is for an MCP server.", "Name one with --mcp-server, or leave it out.")
        data = read_file(parsed.file, parsed.file, "Name a JSON file.")
        document = json_of(data, parsed.file, "Correct the file.")
        return _Source(parsed.file, document, data.decode("utf-8"))

    tools = harvest(parsed.mcp_server, timeout=parsed.start_timeout, env=clean_environment(parsed.env))
    return _Source(parsed.mcp_server, {"tools": tools}, None)


def _lines(source: _Source, judged: Judged) -> dict[str, int]:
    """Return the line of each place that something is said of; of a place that is not there, of what it would be in."""
    if source.text is None:
        return {}
    wanted = {place for one in judged.said for place in _upwards(one.at)}
    found = lines_of(source.text, wanted)
    return {one.at: next(found[place] for place in _upwards(one.at) if place in found) for one in judged.said if found}


def _upwards(at: str) -> list[str]:
    """Return a place, what it is in, and so on to the whole document."""
    steps = at.split("/")
    return ["/".join(steps[:length]) for length in range(len(steps), 0, -1)]


def _text_lines(name: str, recognised: Recognised, judged: Judged, target: str, lines: Mapping[str, int]) -> list[str]:
    """Return what the terminal shows."""
    shown = [f"{visible(name, '')}: {_form(recognised)}; {_way(recognised, judged, target)}"]
    for one in judged.said:
        line = f", line {lines[one.at]}" if one.at in lines else ""
        called = f" ({one_line(one.name, 80)})" if one.name is not None else ""
        shown += ["", f"  {one.level} {one.rule} at {visible(one.at, '') or 'the whole'}{line}{called}"]
        shown.append(f"    {one_line(one.message)}")
        beside = [f"{key} {value}" for key, value in (("param", one.param), ("code", one.code)) if value is not None]
        if beside and one.level == REFUSED:
            shown.append(f"    {visible(', '.join(beside), '')}")
    warned = sum(one.level != REFUSED for one in judged.said)
    count = counted(len(recognised.tools), "tool")
    end = f"{judged.refused} of {count} refused" if judged.refused else f"{count}, none refused"
    return [*shown, "", f"{end}, {counted(warned, 'warning')}"]


def _form(recognised: Recognised) -> str:
    if not recognised.tools:
        return f"{recognised.described}, no tools"
    forms = {MCP: "MCP", UNKNOWN: "an unknown form"}
    named = forms.get(recognised.form, recognised.form)
    others = f", {recognised.others} of another form" if recognised.others else ""
    return f"{recognised.described}, {counted(len(recognised.tools), 'tool')} in the form of {named}{others}"


def _way(recognised: Recognised, judged: Judged, target: str) -> str:
    if judged.converted:
        return f"converted by the reference, then judged by {target}"
    if recognised.form == target or not recognised.tools:
        return f"judged by {target}"
    return f"checked for {target} as they are, although that is not its form"


def _as_json(
    source: _Source, recognised: Recognised, judged: Judged, target: str, lines: Mapping[str, int]
) -> dict[str, JSON]:
    return {
        "format": FORMAT,
        "source": source.name,
        "target": target,
        "form": recognised.form,
        "converted": bool(judged.converted),
        "tools": len(recognised.tools),
        "refused": judged.refused,
        "findings": [{**asdict(one), "line": lines.get(one.at)} for one in judged.said],
    }


def _as_sarif(source: _Source, judged: Judged, lines: Mapping[str, int]) -> dict[str, JSON]:
    texts = {**OWN_RULES, **rules_of()}
    named = dict.fromkeys(one.rule for one in judged.said)
    rules = [Described(name, texts[name]) for name in named]
    file = source.name if source.text is not None else None
    found = [
        Finding(
            rule=one.rule,
            level=ERROR if one.level == REFUSED else WARNING,
            message=one.message,
            file=file,
            line=lines.get(one.at),
            pointer=one.at,
            identity=f"{one.rule}\n{one.name or ''}\n{_within(one)}",
        )
        for one in judged.said
    ]
    return sarif(rules, found)


def _within(one: Said) -> str:
    """Return the place within the tool, which stays when tools before it come and go."""
    return one.at if one.tool is None or one.name is None else one.at.split(f"/{one.tool}", 1)[-1]
