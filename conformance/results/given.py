"""Words the inputs that the user gave: what is malformed in them, how each fared, and what a run of them decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from conformance.apis.input_validity import REAL
from conformance.base.values import steps
from conformance.results.given_document import CONVERTED, FAILS, NOT_JUDGED, REFUSED
from conformance.results.text import counted, name_list, one_line
from conformance.rules.contracts import SETS
from conformance.running.engine.result import INPUT, RECORDING, TOOL
from conformance.running.engine.sets import DECIDES

Report = Mapping[str, Any]  # as in specs/report.schema.json
Entry = Mapping[str, Any]  # an entry of its member given; where only the source matters, of that of evidence
REASONS_SHOWN = 10  # why one input is not real
ADVICE_SHOWN = 5  # of one input
# Inputs of a kind that a rule objects to, or that were refused; report.json has them all.
NAMED, TOOLS_NAMED = 10, 40
FINE_NAMED = 40  # inputs of a kind that are fine
SHOWING_NAMED = 4  # inputs of a kind that show a defect
ROWS = 30  # of the page
ALL_TOOLS = "all of them at once"
NAME, WIDTH = 100, 240  # characters of a name, and of what is said
WORDS = {FAILS: "fails", REFUSED: "refused", CONVERTED: "converted"}


def source_words(entry: Entry, tool: str | None = None) -> str:
    """Return where an input comes from, in words. tool: the one that is meant, of a list of all of them."""
    name = one_line(entry["name"] if tool is None else tool, NAME)
    if entry["kind"] == TOOL:
        return f"{'all tools' if entry.get('tools') and tool is None else f'tool {name}'} of the server"
    return f"recorded input {name}" if entry["kind"] == RECORDING else f"input {name}"


def source_of_evidence(evidence: Mapping[str, Any]) -> str:
    """Return where the input of evidence comes from, in words; of a list of tools, the tool that the pointer names."""
    given, (side, *path) = evidence["given"], steps(evidence["at"]) or [""]
    tools, actual = given.get("tools", ()), evidence["actual"]
    aligned = side == "input" or (side == "output" and isinstance(actual, list) and len(actual) == len(tools))
    is_meant = aligned and path and path[0].isdecimal() and int(path[0]) < len(tools)
    return source_words(given, tools[int(path[0])] if is_meant else None)


def standing_lines(report: Report) -> list[str]:
    """Return what is wrong with the files of --input that are not real, a line for each reason, with its place."""
    lines = []
    unreal = [entry for entry in _of_kind(report, INPUT) if entry.get("standing", {"kind": REAL})["kind"] != REAL]
    for entry in unreal[:NAMED]:
        standing = entry["standing"]
        decided = " and ".join(_decided([standing["kind"]]))
        lines.append(f"{_input_name(entry, report)} is {standing['kind']}; such an input decides only {decided}:")
        reasons = standing.get("reasons", [])
        lines += [f"  {_reason(reason)}" for reason in reasons[:REASONS_SHOWN]]
        if len(reasons) > REASONS_SHOWN:
            lines.append(f"  and {len(reasons) - REASONS_SHOWN} more, which report.json has")
    if unreal[NAMED:]:
        lines.append(f"{counted(len(unreal) - NAMED, 'more input is', 'more inputs are')} not real.")
    return lines


def decided_lines(report: Report) -> list[str]:
    """Return what a run decides of which no input is real, if it conforms; nothing for any other run."""
    kinds = {element["standing"]["kind"] for element in report.get("given", ()) if "standing" in element}
    if not report["summary"]["conforms"] or not report["run"].get("only_given") or not kinds or REAL in kinds:
        return []
    decided = _decided(kinds)
    others = [name for name in SETS if name not in decided]
    return [
        f"No input of this run is real, so it decides only {' and '.join(decided)}: "
        f"it does not show that {' and '.join(others)} {'hold' if others[1:] else 'holds'}."
    ]


def account_lines(report: Report) -> list[str]:
    """Return how the given inputs fared: by name those that did not fare well, then the others together."""
    lines = []
    for server in dict.fromkeys(entry.get("server", "") for entry in _of_kind(report, TOOL)):
        lines += _tool_lines(server, [entry for entry in _of_kind(report, TOOL) if entry.get("server", "") == server])
    recorded, files = _of_kind(report, RECORDING), _of_kind(report, INPUT)
    if recorded:
        named = [entry for entry in recorded if entry["verdict"] != NOT_JUDGED]
        said = [f"  {_input_name(entry, report)}: {'; '.join(fared)}" for entry in named if (fared := _fared(entry))]
        lines += [f"Recorded inputs: {_gist(recorded)}", *_some(said)]
    if files:
        fine = [_input_name(file, report) for file in files if not _fared(file)]
        lines += [f"Given inputs: {_gist(files)}", *_file_lines(files, report), *_fine_line(fine)]
    return lines


def _tool_lines(server: str, entries: Sequence[Entry]) -> list[str]:
    """Return how the tools of a server fared, in all operations that they were given to."""
    number = len({name for entry in entries for name in entry.get("tools", (entry["name"],))})
    found: dict[str, dict[str, None]] = {}
    for entry in entries:
        name = ALL_TOOLS if entry.get("tools") else entry["name"]
        found.setdefault(name, {}).update(dict.fromkeys(_fared(entry)))
    came = f"Tools of the server {one_line(server, WIDTH)}: {number:,} came"
    lines = [f"  {one_line(name, NAME)}: {'; '.join(said)}" for name, said in found.items() if said]
    return [
        came,
        *_some(lines, TOOLS_NAMED),
        *_fine_line([one_line(name, NAME) for name, said in found.items() if not said]),
    ]


def _file_lines(files: Sequence[Entry], report: Report) -> list[str]:
    """Return a line for each file that did not fare well; of one of which much is said, a line for each thing."""
    found = []
    for file in files:
        said = _fared(file)
        if said[1:]:
            found.append("\n".join([f"  {_input_name(file, report)}:", *(f"    {text}" for text in said)]))
        elif said:
            found.append(f"  {_input_name(file, report)}: {said[0]}")
    return [line for text in _some(found) for line in text.split("\n")]


def _fine_line(names: Sequence[str]) -> list[str]:
    return [f"  fine: {name_list(names, FINE_NAMED)}"] if names else []


def _some(lines: Sequence[str], most: int = NAMED) -> list[str]:
    left = len(lines) - most
    return [*lines[:most], *([f"  and {left:,} more, which report.json has"] if left > 0 else [])]


def _input_name(entry: Entry, report: Report) -> str:
    """Return a name, with the operation where inputs of this kind were judged in several."""
    judged = (other for other in _of_kind(report, entry["kind"]) if other["verdict"] != NOT_JUDGED)
    several = len({other["operation"] for other in judged}) > 1
    name = one_line(entry["name"], WIDTH)
    return f"{name} of {one_line(entry['operation'], NAME)}" if several else name


def _gist(entries: Sequence[Entry]) -> str:
    """Return how many inputs fared how."""
    counts = Counter(entry["verdict"] for entry in entries)
    fail = "fails" if counts[FAILS] == 1 else "fail"
    parts = [f"{counts[name]:,} {said}" for name, said in (WORDS | {FAILS: fail}).items() if counts[name]]
    reasons = Counter(entry.get("reason", "") for entry in entries if entry["verdict"] == NOT_JUDGED)
    parts += [f"{number:,} not judged ({one_line(reason, WIDTH)})" for reason, number in reasons.items()]
    return f"{len(entries):,}, of which {', '.join(parts)}" if parts[1:] else parts[0]


def _fared(entry: Entry) -> list[str]:
    """Return how an input fared, in words; nothing for one that was converted and to which nothing objects."""
    failing = ", ".join(_failing(entry)) if entry.get("defects") else f"fails {', '.join(_failing(entry))}"
    return [*([failing] if entry["verdict"] == FAILS else []), *_remarks(entry)]


def _remarks(entry: Entry) -> list[str]:
    """Return what is said of an input beside its defects."""
    said = []
    if entry["verdict"] in (REFUSED, NOT_JUDGED):
        said.append(f"{_verdict(entry)}: {one_line(entry.get('reason', ''), WIDTH)}")
    advice = entry.get("advice", ())
    said += [
        f"advice: {one_line(own['rule'], NAME)} at {one_line(own['at'], WIDTH)}: {one_line(own['message'], WIDTH)}"
        for own in advice[:ADVICE_SHOWN]
    ]
    if len(advice) > ADVICE_SHOWN:
        said.append(f"and {counted(len(advice) - ADVICE_SHOWN, 'more piece', 'more pieces')} of advice")
    standing = entry.get("standing", {})
    if entry["kind"] != INPUT and standing.get("reasons"):
        said.append(f"{standing['kind']}: {_reason(standing['reasons'][0])}")
    return said


def _failing(entry: Entry) -> list[str]:
    """Return the defects that show in an input; the rules that it fails if no defect names them."""
    return [one_line(name, NAME) for name in entry.get("defects") or entry.get("rules", ())]


def _verdict(entry: Entry) -> str:
    return WORDS.get(entry["verdict"], "not judged")


def _reason(reason: Mapping[str, str]) -> str:
    return one_line(f"{reason['at'] or '(the whole)'}: {reason['message']}", WIDTH)


def _decided(kinds: Iterable[str]) -> list[str]:
    """Return the sets that inputs of these standings decide."""
    return [name for name in SETS if any(name in DECIDES[kind] for kind in kinds)]


def showing(report: Report, defect: str) -> str:
    """Return the given inputs that show a defect, in words; nothing if none does."""
    entries = [element for element in report.get("given", ()) if defect in element.get("defects", ())]
    found = []
    for kind, word, after in (
        (TOOL, "tool", " of the server"),
        (RECORDING, "recorded input", ""),
        (INPUT, "input", ""),
    ):
        own = [entry for entry in entries if entry["kind"] == kind]
        names = list(
            dict.fromkeys(ALL_TOOLS if element.get("tools") else one_line(element["name"], NAME) for element in own)
        )
        if names:
            found.append(f"{word}{'s' if names[1:] else ''} {_some_names(names)}{after}")
    return "; ".join(found)


def _some_names(names: Sequence[str]) -> str:
    """Return some names; with semicolons where a name has commas, as the place in a recording."""
    left = len(names) - SHOWING_NAMED
    separator = "; " if any("," in name for name in names) else ", "
    return separator.join(names[:SHOWING_NAMED]) + (f" and {left:,} more" if left > 0 else "")


def _of_kind(report: Report, kind: str) -> list[Entry]:
    return [element for element in report.get("given", ()) if element["kind"] == kind]


def given_table(report: Report) -> dict[str, Any]:
    """Return what the page shows of the given inputs: those first that did not fare well."""
    entries = sorted(report.get("given", ()), key=lambda value: not _fared(value))
    return {
        "given": [_row(entry) for entry in entries[:ROWS]],
        "given_total": len(entries),
        "given_notes": [line.strip() for line in (*standing_lines(report), *decided_lines(report))],
    }


def _row(entry: Entry) -> tuple[str, str, str, Sequence[str], str]:
    """Return a row: where an input comes from, operation, verdict, defects or rules, and what is said besides."""
    return (
        source_words(entry),
        one_line(entry["operation"], NAME),
        _verdict(entry),
        _failing(entry),
        "; ".join(_remarks(entry)),
    )
