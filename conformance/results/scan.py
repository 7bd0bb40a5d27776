"""What a scan found, for people, for programs and as Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from conformance import __version__
from conformance.base.redact import Redactor
from conformance.results.text import clip, counted, one_line
from conformance.running.scan.capabilities import BY_NAME, CAPABILITIES, CLIENTS_BY_NAME
from conformance.running.scan.model import (
    NOT_OFFERED,
    NOT_SHOWN,
    WORKS,
    WRONG,
    CapabilityResult,
    ClientResult,
    Defect,
    HttpRequest,
    ScanResult,
)
from conformance.running.scan.wire import NO_KEY, Target, body_text, headers_of

LONGEST_CURL = 1_500  # characters of a command that is shown
LONGEST_ANSWER = 300  # characters of an answer that is shown
SHOUTED = {WRONG: "WRONG"}


def curl(request: HttpRequest, url: str, target: Target, key_name: str | None) -> str:
    """Return the command that sends a request. key_name: the variable that has the key; None for no key."""
    key = f"${key_name}" if key_name else NO_KEY
    shown = target._replace(key=key)
    words = ["curl", "-sN", shlex.quote(url)]
    for name, value in headers_of(request, shown).items():
        header = f"{name}: {value}"
        words += ["-H", f'"{header}"' if key_name and key in value else shlex.quote(header)]
    for name in target.headers:
        words += ["-H", f'"{name}: ${name.upper().replace("-", "_")}"']
    if request.body is not None:
        words += ["-d", shlex.quote(body_text(request.body))]
    return " ".join(words)


def lines(result: ScanResult, target: Target, key_name: str | None, *, verbose: bool = False) -> list[str]:
    """Return the report as lines, without colours."""
    apis = list(result.models)
    models = sorted(set(result.models.values()))
    said = [f"{result.url}: {', '.join(apis)} by {', '.join(models)}; {counted(result.requests, 'request')} sent", ""]
    said += _table(result, apis)
    for defect in result.defects:
        said += ["", *_defect(defect, target, key_name)]
    reasons = list(_reasons(result, verbose=verbose))
    said += ["", *reasons] if reasons else []
    said += ["", *_clients(result)] if result.clients else []
    return [*said, "", _last(result)]


def _table(result: ScanResult, apis: Sequence[str]) -> Iterator[str]:
    found = {(each.api, each.capability): each for each in result.results}
    rows = [each for each in CAPABILITIES if any((api, each.name) in found for api in apis)]
    width = max((len(each.title) for each in rows), default=0) + 2
    cells = [[_cell(found.get((api, row.name))) for api in apis] for row in rows]
    widths = [max(map(len, (api, *(row[at] for row in cells)))) + 2 for at, api in enumerate(apis)]
    yield " " * width + "".join(api.ljust(w) for api, w in zip(apis, widths, strict=True)).rstrip()
    for row, held in zip(rows, cells, strict=True):
        yield f"{row.title:{width}}" + "".join(text.ljust(w) for text, w in zip(held, widths, strict=True)).rstrip()


def _cell(result: CapabilityResult | None) -> str:
    if result is None:
        return "-"
    return " ".join([SHOUTED.get(result.outcome, result.outcome), *result.defects[:3]])


def _defect(defect: Defect, target: Target, key_name: str | None) -> Iterator[str]:
    title = BY_NAME[defect.objection.capability].title
    yield f"{defect.id} {title} ({defect.api}): {one_line(defect.objection.message)}"
    if defect.objection.meets:
        yield f"   {defect.objection.meets}"
    shown = defect.shown_by
    command = curl(shown.request, shown.url, target, key_name)
    yield f"   {command if len(command) <= LONGEST_CURL else 'the request is long: --json has it'}"
    yield f"   answered {shown.reply.status or 'nothing'}: {one_line(clip(shown.reply.text, LONGEST_ANSWER))}"


def _reasons(result: ScanResult, *, verbose: bool) -> Iterator[str]:
    """Yield why something is not offered or not shown: what has one reason in one line."""
    for outcome in (NOT_OFFERED, NOT_SHOWN):
        grouped: dict[str, dict[str, list[str]]] = {}
        for each in result.results:
            if each.outcome == outcome:
                about = one_line(each.about) if verbose else clip(one_line(each.about), 120)
                grouped.setdefault(about, {}).setdefault(each.api, []).append(BY_NAME[each.capability].title)
        for about, by_api in grouped.items():
            by_titles: dict[str, list[str]] = {}
            for api, titles in by_api.items():
                by_titles.setdefault(", ".join(titles), []).append(api)
            held = "; ".join(f"{titles} ({', '.join(apis)})" for titles, apis in by_titles.items())
            yield f"{outcome}: {held}: {about}"
    if verbose:
        for api, why in result.absent.items():
            yield f"{NOT_OFFERED}: the API {api}: {one_line(why)}"


def clients_by_words(result: ScanResult) -> Iterator[tuple[str, str, str]]:
    """Yield each client with the APIs that it meets the same by, and what that is."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for each in result.clients:
        grouped.setdefault((CLIENTS_BY_NAME[each.client].title, client_words(each)), []).append(each.api)
    for (title, words), apis in grouped.items():
        yield title, ", ".join(apis), words


def _clients(result: ScanResult) -> Iterator[str]:
    rows = list(clients_by_words(result))
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    for title, apis, words in rows:
        yield f"{title:{widths[0]}}  {apis:{widths[1]}}  {words}"


def client_words(client: ClientResult) -> str:
    """Return what a client meets, in a line."""
    if client.outcome == NOT_OFFERED:
        return "not offered: the server has none of its APIs"
    if client.lacks:
        return f"LACKS {', '.join(map(_lack, client.lacks))}"
    said = "has all it needs"
    if client.unseen:
        said = f"not shown: {', '.join(_titles(client.unseen))}"
    wrong = [each for each in client.misses if each.outcome == WRONG]
    absent = [each for each in client.misses if each.outcome == NOT_OFFERED]
    said += f"; wrong, where it is used: {', '.join(_titles(wrong))}" if wrong else ""
    return said + (f"; goes without {', '.join(_titles(absent))}" if absent else "")


def _lack(result: CapabilityResult) -> str:
    what = " ".join([result.outcome, *result.defects[:1]])
    return f"{BY_NAME[result.capability].title} ({what})"


def _titles(results: Sequence[CapabilityResult]) -> list[str]:
    return [BY_NAME[each.capability].title for each in results]


def _last(result: ScanResult) -> str:
    counts = dict.fromkeys((WRONG, WORKS, NOT_OFFERED, NOT_SHOWN), 0)
    for each in result.results:
        counts[each.outcome] += 1
    words = {WORKS: "work"}
    said = ", ".join(f"{count} {words.get(outcome, outcome)}" for outcome, count in counts.items() if count)
    if not result.asked:
        return said
    names = " and ".join(CLIENTS_BY_NAME[name].title for name in result.asked)
    return f"{names}: {'what is needed is there' if result.works else 'something that is needed is not there'}; {said}"


def document(result: ScanResult, target: Target, key_name: str | None, redactor: Redactor) -> dict[str, Any]:
    """Return the report as data (specs/scan.schema.json), without keys."""
    content: dict[str, Any] = {
        "format": 1,
        "suite": {"version": __version__},
        "server": {
            "url": result.url,
            "apis": [{"api": api, "model": model} for api, model in result.models.items()],
            "absent": [{"api": api, "about": why} for api, why in result.absent.items()],
        },
        "requests": result.requests,
        "works": result.works,
        "capabilities": [
            {
                "api": each.api,
                "capability": each.capability,
                "outcome": each.outcome,
                "about": each.about,
                "defects": list(each.defects),
            }
            for each in result.results
        ],
        "defects": [_defect_document(each, target, key_name) for each in result.defects],
        "clients": [
            {
                "client": each.client,
                "api": each.api,
                "outcome": each.outcome,
                "lacks": [lack.capability for lack in each.lacks],
                "unseen": [unseen.capability for unseen in each.unseen],
                "misses": [miss.capability for miss in each.misses],
            }
            for each in result.clients
        ],
    }
    redacted: dict[str, Any] = redactor.value(content)
    return redacted


def _defect_document(defect: Defect, target: Target, key_name: str | None) -> dict[str, Any]:
    shown = defect.shown_by
    return {
        "id": defect.id,
        "api": defect.api,
        "capability": defect.objection.capability,
        "message": defect.objection.message,
        "meets": defect.objection.meets,
        "scenario": defect.scenario,
        "curl": curl(shown.request, shown.url, target, key_name),
        "request": {"method": shown.request.method, "url": shown.url, "body": shown.request.body},
        "answer": {
            "status": shown.reply.status,
            "content_type": shown.reply.content_type,
            "text": shown.reply.text,
            "failure": shown.reply.failure,
        },
    }


def markdown(result: ScanResult, target: Target, key_name: str | None) -> str:
    """Return the report as Markdown."""
    apis = list(result.models)
    found = {(each.api, each.capability): each for each in result.results}
    said = [f"# {result.url}", "", f"| | {' | '.join(apis)} |", f"|---|{'---|' * len(apis)}"]
    for row in CAPABILITIES:
        if any((api, row.name) in found for api in apis):
            said.append(f"| {row.title} | {' | '.join(_cell(found.get((api, row.name))) for api in apis)} |")
    for defect in result.defects:
        first, *rest = _defect(defect, target, key_name)
        said += ["", f"## {first}", "", rest[0].strip(), "", "```text", *(line.strip() for line in rest[1:]), "```"]
    if result.clients:
        said += ["", "| client | API | |", "|---|---|---|"]
        said += [f"| {' | '.join(row)} |" for row in clients_by_words(result)]
    return "\n".join([*said, "", _last(result), ""])
