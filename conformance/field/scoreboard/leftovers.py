"""The badges that an earlier scoreboard made of a subject, in the folder of its reports."""

from __future__ import annotations

import json
import os

from conformance.field.scoreboard.badge import COLOURS, EVERY, LABEL, endpoint_of, image
from conformance.field.scoreboard.write import BADGES, file_name


def badges_of(subject: str, folder: str) -> list[str]:
    """Return the files of a subject's badges in the folder of its reports: those that say what the suite writes."""
    badges = os.path.join(folder, BADGES)
    found: list[str] = []
    for name in sorted(os.listdir(badges)) if os.path.isdir(badges) else ():
        stem, extension = os.path.splitext(name)
        if extension != ".json":
            continue
        try:
            with open(os.path.join(badges, name), encoding="utf-8") as file:
                data = json.load(file)
            label, message, colour = data["label"], data["message"], data["color"]
            ours = (
                data == endpoint_of(label, message, colour) and colour in COLOURS.values() and label.startswith(LABEL)
            )
            if not ours or stem != _stem(subject, label):
                continue
            found.append(os.path.join(badges, name))
            picture = os.path.join(badges, f"{stem}.svg")
            with open(picture, encoding="utf-8") as file:
                if file.read() == image(label, message, colour):
                    found.append(picture)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return found


def _stem(subject: str, label: str) -> str:
    """Return the name of the files of a subject's badge with a label, as the scoreboard gives it."""
    requirements = label.removeprefix(LABEL).strip() or EVERY
    return file_name(subject if requirements == EVERY else f"{subject}.{requirements}")
