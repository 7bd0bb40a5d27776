"""Where rules, cases and freedoms are in the files of specs/, as FILE:LINE: for errors, and for `explain`."""

from __future__ import annotations

import os
import re

from conformance.base.files import specs_folder


def contract_location(operation: str, identity: str) -> str:
    """Return where a rule or a freedom is: in the contract, the single form's, laws.yaml or every-operation.yaml."""
    return _location(_contracts(operation), identity)


def case_location(operation: str, case: str) -> str:
    """Return where a case of an operation is; that of a list form may be among its single form's.

    An example of a rule is where the rule is.
    """
    return _location([*_case_files(operation), *_contracts(operation)], case)


def relative_path(name: str) -> str:
    """Return the path of a file of specs/ as somebody in the current folder would write it."""
    path = os.path.join(specs_folder(), name)
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _location(names: list[str], identity: str) -> str:
    """Return FILE:LINE of the list entry with an id in the first of some files that has it, or the first FILE.

    An entry is found by its first line, `- id: IDENTITY`, in block or flow style.
    """
    word = re.escape(identity)
    entry = re.compile(rf"^[ \t]*-[ \t]+(\{{[ \t]*)?id:[ \t]*[\"']?{word}[\"']?[ \t]*(,.*|#.*)?$", re.MULTILINE)
    for name in names:
        try:
            with open(os.path.join(specs_folder(), name), encoding="utf-8") as file:
                text = file.read()
        except OSError:
            continue
        found = entry.search(text) if identity in text else None
        if found is not None:
            return f"{relative_path(name)}:{text.count(chr(10), 0, found.start()) + 1}"
    return relative_path(names[0])


def _contracts(operation: str) -> list[str]:
    own = f"{operation}/contract.yaml"
    if not os.path.exists(os.path.join(specs_folder(), own)):
        return [f"{operation}.yaml"]  # a service
    lifted = _lifted(own)
    return [own, *([f"{lifted}/contract.yaml"] if lifted else []), "laws.yaml", "every-operation.yaml"]


def _case_files(operation: str) -> list[str]:
    own = f"{operation}/contract.yaml"
    if not os.path.exists(os.path.join(specs_folder(), own)):
        return [f"{operation}.yaml"]
    operations = [operation, *filter(None, [_lifted(own)])]
    found = []
    for text in operations:
        folder = os.path.join(specs_folder(), text, "cases")
        if os.path.isdir(folder):
            found += [f"{text}/cases/{name}" for name in sorted(os.listdir(folder)) if name.endswith(".yaml")]
    return found or [f"{operation}/cases"]


def _lifted(name: str) -> str | None:
    with open(os.path.join(specs_folder(), name), encoding="utf-8") as file:
        found = re.search(r"^lifts: *(\S+)", file.read(), re.MULTILINE)
    return found[1] if found else None
