"""conformance scan: one server, as a client of it sees it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.redact import Redactor
from conformance.commands import data_output
from conformance.commands.roundtrips.requests import output_limit
from conformance.commands.subject import headers_of
from conformance.results import scan as report
from conformance.running.scan.capabilities import BY_NAME, CLIENTS_BY_NAME
from conformance.running.scan.model import Exchanged, HttpRequest
from conformance.running.scan.run import FINDING, REPEATED, Finder, Options, most_requests, requests_planned, scan
from conformance.running.scan.wire import LOOPBACK, NO_KEY, ScanClient, Send, Target, body_text

GOOD, BAD = 0, 1
_STYLES = ((r"\bworks\b", "green"), (r"\bWRONG\b.*?(?=  |$)", "bold red"), (r"\bLACKS\b", "bold red"),
           (r"^W\d+ ", "bold red"), (r"\bnot (offered|shown)\b", "yellow"), (r"^   curl .*", "dim"),
           (r"has all it needs", "green"))  # fmt: skip


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 what is asked for works, 1 something is wrong. Raises UsageError."""
    if parsed.list:
        return _list_names()
    options = _options(parsed)
    data_output.check_places({"--json": parsed.json, "--markdown": parsed.markdown})
    most = most_requests(options)
    if parsed.dry_run:
        return _list(options)
    if parsed.max_requests is not None and most > parsed.max_requests:
        raise UsageError(
            f"This scan sends up to {most} requests, and --max-requests is {parsed.max_requests}.",
            "Name fewer with --api, --capability or --for, or raise it.",
        )
    _see_consent(options, most, given=parsed.yes)
    key, headers = _key(parsed), headers_of(parsed.header)
    redactor = Redactor([key, *headers.values()] if key != NO_KEY else headers.values())
    with ExitStack() as stack:
        target: list[Target] = []

        def connect(addresses: Mapping[str, str]) -> Send:
            target[:] = [Target(addresses, key, headers)]
            client = ScanClient(target[0], parsed.timeout)
            stack.callback(client.close)
            return client

        finder = Finder(connect)
        finder.find(options.url, options.apis)
        send = connect(finder.offered)
        if parsed.record is not None:
            send = stack.enter_context(_recorded(send, parsed.record))
        with _progress() as told:
            result = scan(options, finder, send, told)
    _print(redactor.lines(report.lines(result, target[0], parsed.key_env, verbose=parsed.verbose)))
    if parsed.json is not None:
        data_output.write(parsed.json, report.document(result, target[0], parsed.key_env, redactor))
    if parsed.markdown is not None:
        data_output.write_text(parsed.markdown, redactor.text(report.markdown(result, target[0], parsed.key_env)))
    return GOOD if result.works else BAD


def _options(parsed: argparse.Namespace) -> Options:
    if parsed.address is None:
        raise UsageError("No server is named.", "Write conformance scan http://127.0.0.1:8000/v1.")
    try:
        parts = urlsplit(parsed.address)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits:
        raise UsageError(
            f"{parsed.address!r} is not the address of a server.", "Write it like http://127.0.0.1:8000/v1."
        )
    for name in parsed.capability or ():
        if name not in BY_NAME:
            raise UsageError(f"Unknown capability {name!r}.", did_you_mean(name, BY_NAME))
    for name in parsed.clients or ():
        if name not in CLIENTS_BY_NAME:
            raise UsageError(f"Unknown client {name!r}.", did_you_mean(name, CLIENTS_BY_NAME))
    clients = tuple(dict.fromkeys(parsed.clients or ()))
    wanted = frozenset(parsed.capability or ())
    for name in clients:
        wanted |= {*CLIENTS_BY_NAME[name].needs, *CLIENTS_BY_NAME[name].uses}
    apis = tuple(dict.fromkeys(parsed.api or ()))
    if clients and not apis:
        apis = tuple(dict.fromkeys(api for name in clients for api in CLIENTS_BY_NAME[name].apis))
    return Options(
        url=parsed.address,
        apis=apis,
        model=parsed.model,
        limit=parsed.max_tokens,
        capabilities=wanted or frozenset(BY_NAME),
        clients=clients,
    )


def _see_consent(options: Options, most: int, *, given: bool) -> None:
    """Raise UsageError where requests would leave this machine and nobody agreed to that."""
    host = urlsplit(options.url).hostname
    if host in LOOPBACK or given:
        return
    raise UsageError(
        f"{host} is not on this machine: this scan would send it up to {most} requests, whose answers may have "
        f"{_tokens(options):,} tokens in all.",
        "Add --yes to send them, or --dry-run to list them.",
    )


def _tokens(options: Options) -> int:
    """Return how many tokens all answers may have."""
    found = [request for _api, _scenario, request in requests_planned(options)]
    again = (REPEATED + 1) * options.limit  # what is sent again, once with Chat's other limit
    return sum(_limit(request, options) for request in found) + again


def _limit(request: HttpRequest | None, options: Options) -> int:
    if request is not None and (request.body is None or "ount" in request.route.rpartition("/")[2]):
        return 0
    body = request.body if request is not None and isinstance(request.body, dict) else {}
    count = body.get("n", 1)
    return (output_limit(body) or options.limit) * (count if isinstance(count, int) else 1)


def _list(options: Options) -> int:
    """Print the requests that would be sent."""
    for api, scenario, request in requests_planned(options):
        title = BY_NAME[scenario.capability].title
        if request is None:
            print(f"{api} {title}: goes on from an answer before")
            continue
        size = 0 if request.body is None else len(body_text(request.body).encode())
        print(f"{api} {title}: {request.method} {request.route}, {size:,} bytes")
    print(
        f"Up to {most_requests(options)} requests, {FINDING} of them to find out what is offered and {REPEATED} to ask "
        f"again where the server fails; the answers may have {_tokens(options):,} tokens in all. Nothing was sent."
    )
    return GOOD


def _list_names() -> int:
    """Print the names of capabilities and clients."""
    width = max(map(len, (*BY_NAME, *CLIENTS_BY_NAME)))
    for capability in BY_NAME.values():
        print(f"{capability.name:{width}}  {capability.title} ({', '.join(capability.apis)})")
    print()
    for client in CLIENTS_BY_NAME.values():
        print(f"{client.name:{width}}  {client.title} ({', '.join(client.apis)}) needs {', '.join(client.needs)}")
    return GOOD


def _key(parsed: argparse.Namespace) -> str:
    if parsed.key_env is None:
        return NO_KEY
    key = os.environ.get(parsed.key_env, "")
    if not key:
        raise UsageError(f"--key-env {parsed.key_env}: the variable is not set.", f"Set {parsed.key_env}.")
    return key


@contextmanager
def _recorded(send: Send, folder: str) -> Iterator[Send]:
    """Give what sends and records, a cassette for each API, without keys."""
    # Imported here: vcrpy is an optional extra.
    from conformance.commands.roundtrips.cassettes import library, settings
    from conformance.results.write import see_writable

    see_writable(os.path.join(folder, "any.yaml"), "--record")
    plain = settings()["before_record_request"]

    def before_record(request: Any) -> Any:
        is_local = urlsplit(request.uri).hostname in LOOPBACK
        request = plain(request)
        if is_local:  # judged as a compatible host's when it is replayed: it is no local API of ours
            request.uri = request.uri.replace("local-api.invalid", "localhost", 1)
        return request

    recorder = library(record_mode="all", before_record_request=before_record)
    with ExitStack() as stack:
        opened: dict[str, Any] = {}

        def recording(request: HttpRequest) -> Exchanged:
            # vcrpy records into the cassette that was opened last: one API is scanned after the other.
            if request.api not in opened:
                stack.pop_all().close()
                path = os.path.join(folder, f"scan-{request.api}.yaml")
                opened[request.api] = stack.enter_context(recorder.use_cassette(path))
            return send(request)

        try:
            yield recording
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {error.strerror}.", "Name another folder.") from None
    print(f"recorded in {folder}: {', '.join(f'scan-{api}.yaml' for api in opened)}", file=sys.stderr)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """Give what shows how far the scan is, where somebody watches."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _what, _done, _total: None
        return
    with console.status("asking") as status:
        yield lambda what, done, total: status.update(f"{done} of {total}: {what}")


def _print(lines: Iterable[str]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        text = Text(line)
        for pattern, style in _STYLES:
            text.highlight_regex(pattern, style)
        console.print(text)
