"""Reads the files of specs/."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256

from conformance.base.errors import ConformanceError, SpecificationError, UsageError
from conformance.base.files import specs_folder
from conformance.base.values import JSON
from conformance.rules.contracts.shape import check_shapes
from conformance.rules.contracts.yaml_core import read_yaml

DESCRIPTION = ".openapi.json"
# In the folder of an installed suite; see hatch_build.py.
COMPILED = "compiled.json"
NEEDED = ("sources.yaml", "every-operation.yaml")


def read_documents(folder: str) -> tuple[dict[str, JSON], str]:
    """Return every YAML file and API description of `folder` as JSON by its name, and the digest of that data.

    An installed suite reads one JSON file that the build made of them. A folder that somebody chose is read itself.
    Raises UsageError for a file that cannot be read, or that breaks its schema, and SpecificationError for an
    installed file whose content does not match its digest.
    """
    compiled = os.path.join(folder, COMPILED)
    if not os.environ.get("CONFORMANCE_SPECS") and os.path.isfile(compiled):
        return _read_compiled(compiled)
    documents = _read_yaml_files(folder)
    return documents, _digest(documents)


def compile_documents(folder: str) -> bytes:
    """Return the content of the COMPILED file of a folder: its digest, a line end, and the documents as JSON."""
    documents = _read_yaml_files(folder)
    # In the order of the files: rules judge the order of keys.
    return _digest(documents).encode() + b"\n" + json.dumps(documents).encode()


def _read_compiled(path: str) -> tuple[dict[str, JSON], str]:
    with open(path, "rb") as file:
        digest, _line_end, encoded = file.read().partition(b"\n")
    try:
        documents = json.loads(encoded)
    except ValueError:
        documents = None
    if documents is None or _digest(documents).encode() != digest:
        raise SpecificationError(f"{path} does not match its digest.", "Install the package again.")
    return documents, digest.decode()


def _digest(documents: dict[str, JSON]) -> str:
    return f"sha256:{sha256(json.dumps(documents, sort_keys=True).encode()).hexdigest()}"


def _read_yaml_files(folder: str) -> dict[str, JSON]:
    decoded = {name: _text_of_file(text, name) for name, text in _texts(folder).items()}
    schemas = {name: _schema(text, name) for name, text in decoded.items() if name.endswith(".schema.json")}
    documents = {name: read_yaml(text, name) for name, text in decoded.items() if name.endswith(".yaml")}
    check_shapes(documents, schemas)
    documents |= {name: _schema(text, name) for name, text in decoded.items() if name.endswith(DESCRIPTION)}
    return documents


def attributed(mistake: UsageError) -> ConformanceError:
    """Return a mistake in specs/ as the fault of its author: the person who edits the files, or the installed suite.

    Files that CONFORMANCE_SPECS names and those of a checkout are edited; an installed suite has a compiled file.
    """
    if os.environ.get("CONFORMANCE_SPECS") or not os.path.isfile(os.path.join(specs_folder(), COMPILED)):
        return mistake
    return SpecificationError(mistake.message, mistake.hint)


def read_text(name: str) -> str:
    """Return one further file of specs/, as text. Raises UsageError."""
    try:
        with open(os.path.join(specs_folder(), name), "rb") as file:
            return _text_of_file(file.read(), name)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.", "Check the specs folder.") from None


def read_schema(name: str) -> JSON:
    """Return a JSON Schema of specs/. Raises UsageError."""
    return _schema(read_text(name), name)


def contract_files(folder: str) -> dict[str, os.DirEntry[str]]:
    """Return the files that contracts are made of, by name, sorted. Raises UsageError where a needed one is missing."""
    files = {}
    for name, entry in _entries(folder, ""):
        if name.endswith((".yaml", ".schema.json", DESCRIPTION)):
            files[name] = entry
        elif entry.is_dir():
            own = dict(_entries(entry.path, f"{name}/"))
            contract, cases = own.get(f"{name}/contract.yaml"), own.get(f"{name}/cases")
            if contract is not None and contract.is_file():
                files[f"{name}/contract.yaml"] = contract
                if cases is not None and cases.is_dir():
                    files |= {
                        text: file for text, file in _entries(cases.path, f"{name}/cases/") if text.endswith(".yaml")
                    }
    for name in NEEDED:
        if name not in files:
            raise UsageError(f"{folder} has no {name}.", "Add it, or point CONFORMANCE_SPECS elsewhere.")
    return dict(sorted(files.items()))


def _entries(folder: str, before: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            yield before + entry.name, entry


def _texts(folder: str) -> dict[str, bytes]:
    texts = {}
    root = os.path.realpath(folder)
    # Some installers make links of the suite's own files; a folder that somebody else made holds files.
    foreign = bool(os.environ.get("CONFORMANCE_SPECS"))
    for name in contract_files(folder):
        path = os.path.join(folder, name)
        if foreign and os.path.commonpath([os.path.realpath(path), root]) != root:
            raise UsageError(f"{name} in {folder} is a link that leads out of the folder.", "Put the file there.")
        try:
            with open(path, "rb") as file:
                texts[name] = file.read()
        except OSError as error:
            raise UsageError(
                f"{name} in {folder} cannot be read: {error.strerror}.", "Check its permissions."
            ) from None
    return texts


def _text_of_file(text: bytes, name: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}, line {line}: it is not UTF-8.", "Save the file as UTF-8.") from None


def _schema(text: str, name: str) -> JSON:
    try:
        return json.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}.", "Fix the file.") from None
