"""conformance check-tools: what an API says to tools, before anyone sends them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from conformance.apis.oracles import OPENAI, rules_of
from conformance.base.errors import UsageError
from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.commands import data_output
from conformance.commands.tool_check import JudgedTools, Recognised, ToolFinding, judge, recognise
from conformance.commands.tool_check.forms import MCP, UNKNOWN
from conformance.commands.tool_check.judged import OWN_RULES, REFUSED
from conformance.commands.tool_check.lines import lines_of
from conformance.commands.tool_sources import Sources, ToolSource, read_sources
from conformance.results.sarif import ERROR, WARNING, SarifFinding, SarifRule, sarif
from conformance.results.text import counted, one_line, visible
from conformance.results.write import write_json
from conformance.running.subjects.environment import clean_environment, secret_values
from conformance.running.subjects.mcp_server import harvest

FORMAT = 2


class _CheckedSource(NamedTuple):
    """What was found in a source. lines: of each place that something is said of, where there is a text."""

    source: ToolSource
    recognised: Recognised
    judged: JudgedTools
    lines: Mapping[str, int]

    @property
    def is_refused(self) -> bool:
        """Whether the API refuses any of it."""
        return bool(self.judged.refused) or any(finding.level == REFUSED for finding in self.judged.said)


def run(parsed: argparse.Namespace) -> int:
    """Judge the tools; return 1 where the API refuses any. Raises UsageError for tools that cannot be read."""
    data_output.check_places({"--json": parsed.json, "--sarif": parsed.sarif})
    profile = _profile(parsed)
    redactor = Redactor(secret_values(parsed.env))
    sources = _read(parsed)
    found = [_checked_source(source, parsed.target, profile, redactor) for source in sources.read]
    for number, source in enumerate(found):
        print("\n".join([*([""] if number else []), *_text_lines(source, parsed.target)]))
    last = [*redactor.lines(sources.left_out), *([_total(found)] if found[1:] else [])]
    if last:
        print("\n".join(["", *last] if found else last))
    if parsed.json is not None:
        data_output.write(parsed.json, _as_json(found, parsed.target))
    if parsed.sarif is not None:
        write_json(parsed.sarif, _as_sarif(found))
    return 1 if any(source.is_refused for source in found) else 0


def _profile(parsed: argparse.Namespace) -> str:
    """Return the profile of the host: the file of the project says nothing of other APIs. Raises UsageError."""
    if parsed.target.startswith("openai-"):
        return str(parsed.profile)
    if "profile" in parsed.given and parsed.profile != OPENAI:
        raise UsageError(f"--host is not for --target {parsed.target}.", "Remove it: it is for OpenAI's two APIs.")
    return OPENAI


def _checked_source(source: ToolSource, target: str, profile: str, redactor: Redactor) -> _CheckedSource:
    try:
        recognised = recognise(source.document)
    except UsageError as error:
        raise UsageError(f"{source.name}: {error.message}", error.hint) from None
    judged = judge(recognised, target, profile)
    if not recognised.tools and not judged.said:
        raise UsageError(f"{source.name}: its list of tools is empty.", "Nothing was judged; give it tools.")
    lines = {redactor.text(at): line for at, line in _lines(source, judged).items()}
    judged = judged._replace(said=tuple(_redacted(finding, redactor) for finding in judged.said))
    return _CheckedSource(source._replace(name=redactor.text(source.name)), recognised, judged, lines)


def _redacted(said: ToolFinding, redactor: Redactor) -> ToolFinding:
    """Return the finding without keys: it quotes the tools."""
    at, message = redactor.text(said.at), redactor.text(said.message)
    name, param = (None if text is None else redactor.text(text) for text in (said.name, said.param))
    return replace(said, at=at, message=message, name=name, param=param)


def _read(parsed: argparse.Namespace) -> Sources:
    if parsed.mcp_server is None:
        if not parsed.files and not parsed.skip_others:
            raise UsageError("No tools are named.", "Name a file, a folder, - for standard input, or --mcp-server CMD.")
        if parsed.env:
            raise UsageError("--env is for an MCP server.", "Name one with --mcp-server, or leave it out.")
        return read_sources(parsed.files, skip_others=parsed.skip_others)
    if parsed.files:
        raise UsageError("--mcp-server cannot be combined with files.", "Check them one after the other.")
    tools = harvest(parsed.mcp_server, timeout=parsed.start_timeout, env=clean_environment(parsed.env))
    return Sources((ToolSource(parsed.mcp_server, {"tools": tools}, None),), ())


def _lines(source: ToolSource, judged: JudgedTools) -> dict[str, int]:
    """Return the line of each place that something is said of; of a place that is not there, of what it would be in."""
    if source.text is None:
        return {}
    wanted = {place for finding in judged.said for place in _upwards(finding.at)}
    found = lines_of(source.text, wanted)
    return {
        finding.at: next(found[place] for place in _upwards(finding.at) if place in found)
        for finding in judged.said
        if found
    }


def _upwards(at: str) -> list[str]:
    """Return a place, what it is in, and so on to the whole document."""
    steps = at.split("/")
    return ["/".join(steps[:length]) for length in range(len(steps), 0, -1)]


def _text_lines(found: _CheckedSource, target: str) -> list[str]:
    """Return what the terminal shows."""
    source, recognised, judged, lines = found
    shown = [f"{visible(source.name, '')}: {_form(recognised)}; {_way(recognised, judged, target)}"]
    for finding in judged.said:
        line = f", line {lines[finding.at]}" if finding.at in lines else ""
        called = f" ({one_line(finding.name, 80)})" if finding.name is not None else ""
        shown += ["", f"  {finding.level} {finding.rule} at {visible(finding.at, '') or 'the whole'}{line}{called}"]
        shown.append(f"    {one_line(finding.message)}")
        beside = [
            f"{key} {value}" for key, value in (("param", finding.param), ("code", finding.code)) if value is not None
        ]
        if beside and finding.level == REFUSED:
            shown.append(f"    {visible(', '.join(beside), '')}")
    return [*shown, "", _counts([found])]


def _total(found: Sequence[_CheckedSource]) -> str:
    return f"{counted(len(found), 'source')}: {_counts(found)}"


def _counts(found: Sequence[_CheckedSource]) -> str:
    count = counted(sum(len(source.recognised.tools) for source in found), "tool")
    refused = sum(source.judged.refused for source in found)
    warned = sum(said.level != REFUSED for source in found for said in source.judged.said)
    end = f"{refused} of {count} refused" if refused else f"{count}, none refused"
    return f"{end}, {counted(warned, 'warning')}"


def _form(recognised: Recognised) -> str:
    if not recognised.tools:
        return f"{recognised.described}, no tools"
    names = {MCP: "in the form of MCP", UNKNOWN: "in no form that is known"}
    forms = [(count, names.get(form, f"in the form of {form}")) for form, count in recognised.forms.items()]
    tools = counted(len(recognised.tools), "tool")
    if len(forms) == 1:
        return f"{recognised.described}, {tools} {forms[0][1]}"
    return f"{recognised.described}, {tools}: {', '.join(f'{count} {form}' for count, form in forms)}"


def _way(recognised: Recognised, judged: JudgedTools, target: str) -> str:
    if judged.converted:
        return f"converted by the reference, then judged by {target}"
    if recognised.form == target or not recognised.tools:
        return f"judged by {target}"
    return f"checked for {target} as they are, although that is not its form"


def _as_json(found: Sequence[_CheckedSource], target: str) -> dict[str, JSON]:
    return {
        "format": FORMAT,
        "target": target,
        "tools": sum(len(source.recognised.tools) for source in found),
        "refused": sum(source.judged.refused for source in found),
        "sources": [
            {
                "source": source.name,
                "form": recognised.form,
                "converted": bool(judged.converted),
                "tools": len(recognised.tools),
                "refused": judged.refused,
                "findings": [{**asdict(finding), "line": lines.get(finding.at)} for finding in judged.said],
            }
            for source, recognised, judged, lines in found
        ],
    }


def _as_sarif(found: Sequence[_CheckedSource]) -> dict[str, JSON]:
    texts = {**OWN_RULES, **rules_of()}
    named = dict.fromkeys(said.rule for source in found for said in source.judged.said)
    rules = [SarifRule(name, texts[name]) for name in named]
    return sarif(rules, [_finding(source, said) for source in found for said in source.judged.said])


def _finding(found: _CheckedSource, said: ToolFinding) -> SarifFinding:
    file = found.source.name if found.source.text is not None else None
    return SarifFinding(
        rule=said.rule,
        level=ERROR if said.level == REFUSED else WARNING,
        message=said.message,
        file=file,
        line=found.lines.get(said.at),
        pointer=said.at,
        identity=f"{said.rule}\n{said.name or ''}\n{_within(said)}",
    )


def _within(finding: ToolFinding) -> str:
    """Return the place within the tool, which stays when tools before it come and go."""
    return finding.at if finding.tool is None or finding.name is None else finding.at.split(f"/{finding.tool}", 1)[-1]
