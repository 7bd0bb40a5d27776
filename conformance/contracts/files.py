"""Finds specs/ and reads its files."""

from __future__ import annotations

import json
import os

from conformance.digest import sha256
from conformance.errors import ConformanceError, SpecificationError, UsageError
from conformance.values import JSON

NEEDED = ("sources.yaml", "every-operation.yaml")


def specs_folder() -> str:
    """Return the folder of the specifications: $CONFORMANCE_SPECS, or the one installed in or beside the package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    chosen = os.environ.get("CONFORMANCE_SPECS")
    candidates = (
        [chosen] if chosen else [os.path.join(package, "specs"), os.path.join(os.path.dirname(package), "specs")]
    )
    for folder in candidates:
        if os.path.isfile(os.path.join(folder, "sources.yaml")):
            return folder
    if chosen:
        raise UsageError(f"CONFORMANCE_SPECS: {chosen} has no sources.yaml.", "Point it at a specs folder or unset it.")
    raise UsageError(f"No specifications in {candidates[0]}.", "The installation is damaged; install it again.")


def read_documents(folder: str) -> tuple[dict[str, JSON], str]:
    """Return every YAML file of `folder` as JSON by its relative name, and the digest of that data.

    Raises UsageError for a file that cannot be read, or that breaks its schema.
    """
    # Imported here: only the first run after a change of specs/ pays for YAML and schemas.
    from conformance.contracts.shape import check_shape
    from conformance.contracts.yaml_core import read_yaml

    decoded = {name: _decoded(text, name) for name, text in _texts(folder).items()}
    schemas = {name: _schema(text, name) for name, text in decoded.items() if name.endswith(".schema.json")}
    documents = {name: read_yaml(text, name) for name, text in decoded.items() if name.endswith(".yaml")}
    for name, document in documents.items():
        check_shape(document, name, schemas)
    return documents, "sha256:" + sha256(json.dumps(documents, sort_keys=True).encode()).hexdigest()


def blamed(mistake: UsageError) -> ConformanceError:
    """Return a mistake in a file of specs/ as the fault of whose it is: who chose the folder, or the suite."""
    return mistake if os.environ.get("CONFORMANCE_SPECS") else SpecificationError(mistake.what, mistake.mend)


def read_text(name: str) -> str:
    """Return one further file of specs/, as text. Raises UsageError."""
    try:
        with open(os.path.join(specs_folder(), name), "rb") as file:
            return _decoded(file.read(), name)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.", "Check the specs folder.") from None


def read_schema(name: str) -> JSON:
    """Return a JSON Schema of specs/. Raises UsageError."""
    return _schema(read_text(name), name)


def listed(folder: str) -> list[str]:
    """Return the names of the files that contracts are made of. Raises UsageError where a needed one is missing."""
    names = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".yaml", ".schema.json")):
                names.append(entry.name)
            elif os.path.isfile(os.path.join(entry.path, "contract.yaml")):
                names.append(f"{entry.name}/contract.yaml")
                cases = os.path.join(entry.path, "cases")
                if os.path.isdir(cases):
                    names += [f"{entry.name}/cases/{name}" for name in os.listdir(cases) if name.endswith(".yaml")]
    for name in NEEDED:
        if name not in names:
            raise UsageError(f"{folder} has no {name}.", "Add it, or point CONFORMANCE_SPECS elsewhere.")
    return sorted(names)


def _texts(folder: str) -> dict[str, bytes]:
    texts = {}
    for name in listed(folder):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                texts[name] = file.read()
        except OSError as error:
            raise UsageError(
                f"{name} in {folder} cannot be read: {error.strerror}.", "Check its permissions."
            ) from None
    return texts


def _decoded(text: bytes, name: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}, line {line}: it is not UTF-8.", "Save the file as UTF-8.") from None


def _schema(text: str, name: str) -> JSON:
    try:
        return json.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} is no JSON: {error}.", "Mend the file.") from None
