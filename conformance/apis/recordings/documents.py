"""From the bytes of a file to the document it holds. What others wrote may cost no more than a damaged file."""

from __future__ import annotations

import gzip
import zlib
from itertools import pairwise
from types import ModuleType
from typing import Any, Final

from conformance.apis.recordings.folder import CASSETTE, LARGEST
from conformance.apis.recordings.httprr import HEADER, httprr_document
from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.files import LIBYAML_TOO_DEEP
from conformance.base.strict_json import TooManyDigits, parse_json, read_error
from conformance.base.values import JSON

DEEPEST = 300  # levels of YAML, and of a body
# How a line of server-sent-event text begins; no JSON begins so.
STREAM_BEGINNINGS = ("data:", "event:", "id:", "retry:", ":")


# The tags under which Ruby writes bytes, and PyYAML writes aiohttp's names of headers: by the version of multidict.
_BINARY: Final = "!binary"
_ISTR: Final = tuple(
    f"tag:yaml.org,2002:python/object/{made}:multidict.{module}.istr"
    for made in ("apply", "new")
    for module in ("_multidict", "_multidict_py", "_istr")
)


class Damaged(ValueError):
    """What cannot be read. The message says why, for people."""


class Foreign(ValueError):
    """A file that is not a recording. The message says what is missing."""


class Documents(tuple[Any, ...]):
    """The documents of a YAML file that has several."""


def document_of(name: str, data: bytes) -> Any:
    """Return what a file holds: a JSON value, the text of a stream as str, or Documents.

    YAML may hold more kinds of values (bytes, dates): callers that read a body must check. Raises Damaged, and
    UsageError where a library that reads it is not installed.
    """
    name = name.lower()
    for ending in (".gz", ".zz"):
        if name.endswith(ending):
            name, data = name.removesuffix(ending), _inflated(data)
    if name.endswith(".httprr") or data.startswith(HEADER):
        return _trace(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Damaged(f"it is not UTF-8 (byte {error.start})") from None
    if name.endswith((".yaml", ".yml")) or CASSETTE.match(data):
        return _yaml(text)
    if text.lstrip().startswith(STREAM_BEGINNINGS):
        return text
    if name.endswith((".txt", ".jsonl", ".sse")):
        return _lines(text)
    return json_of(text)


def json_of(text: str | bytes) -> JSON:
    """Return the value that JSON text says. Raises Damaged, also for NaN, Infinity and numbers beyond a double."""
    try:
        return parse_json(text)
    except RecursionError:
        raise Damaged("its JSON is nested too deeply") from None
    except UnicodeDecodeError:
        raise Damaged("it is not UTF-8") from None
    except TooManyDigits as error:
        raise Damaged(f"it cannot be read: {error}") from None
    except ValueError as error:
        raise Damaged(f"it is not JSON: {error}") from None


def _trace(data: bytes) -> Any:
    if not data.startswith(HEADER):
        raise Damaged(f"its first line is not {HEADER.decode()!r}")
    try:
        return httprr_document(data)
    except ValueError as error:
        raise Damaged(str(error)) from None


def _inflated(data: bytes) -> bytes:
    """Return the content of a compressed file. Raises Damaged, also where it would be too large."""
    wrapper = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)  # gzip or zlib, whichever it is
    try:
        content = wrapper.decompress(data, LARGEST)
    except (zlib.error, gzip.BadGzipFile) as error:
        raise Damaged(f"it cannot be decompressed: {error}") from None
    if wrapper.unconsumed_tail:
        raise Damaged(f"it holds more than {LARGEST // 1024 // 1024} MiB")
    if not wrapper.eof:
        raise Damaged("it was cut: its compressed content has no end")
    return content


def _lines(text: str) -> list[JSON]:
    """Return the values of lines of JSON. Raises Foreign where the first line is none: some other text."""
    values: list[JSON] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            values.append(json_of(line))
        except Damaged as error:
            if not values:
                raise Foreign("neither server-sent events nor lines of JSON") from None
            raise Damaged(f"line {number}: {error}") from None
    return values


def _yaml(text: str) -> Any:
    """Return what YAML says, by the loader that vcrpy reads its cassettes with: it makes no objects."""
    yaml, serializer = _yaml_reader()
    try:
        depth, begins = 0, []
        # The loader is compiled code that calls itself: it dies of what is nested too deeply.
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > DEEPEST:
                    raise Damaged(f"its YAML is nested deeper than {DEEPEST} levels")
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.DocumentStartEvent):
                begins.append(event.start_mark.index)
        if len(begins) > 1:
            # The loader of vcrpy reads one document.
            pieces = (text[begin:end] for begin, end in pairwise([*begins, len(text)]))
            return Documents(map(serializer.deserialize, pieces))
        return serializer.deserialize(text)
    except yaml.MarkedYAMLError as error:
        if error.problem == LIBYAML_TOO_DEEP:
            raise Damaged(f"its YAML is nested deeper than {DEEPEST} levels") from None
        line = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        raise Damaged(f"it cannot be read as YAML: {error.problem or error.context}{line}") from None
    except (yaml.YAMLError, ValueError, TypeError, OverflowError) as error:
        if isinstance(error, Damaged):
            raise
        reason = read_error(error) if isinstance(error, ValueError) else error
        raise Damaged(f"it cannot be read as YAML: {' '.join(str(reason).split())}") from None


def _yaml_reader() -> tuple[ModuleType, Any]:
    try:
        import yaml
        from vcr.serializers import yamlserializer  # late: it loads all of vcrpy
    except ImportError:
        raise missing("Cassettes") from None
    tags = {_BINARY: yaml.CSafeLoader.construct_yaml_binary, **dict.fromkeys(_ISTR, _first)}
    return yaml, yamlserializer.with_custom_tags(tags)


def _first(loader: Any, node: Any) -> Any:
    """Read the name of a header of aiohttp's client: a text, a list of it, or an object made of that."""
    if hasattr(node.value, "upper"):
        return loader.construct_scalar(node)
    pairs = node.value and isinstance(node.value[0], tuple)
    held = loader.construct_mapping(node, deep=True).get("args") if pairs else loader.construct_sequence(node)
    return next(iter(held or ()), "")


def missing(what: str) -> UsageError:
    """Return the error that says which extra is not installed."""
    return UsageError(
        f"{what} cannot be read: a library is missing.",
        f"Install the extra: {install_command('recordings')}",
    )
