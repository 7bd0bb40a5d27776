"""Print what a JSON file has at paths such as /rules/MCP-2/verdict: look.py FILE PATH...

An entry of a list is named by its number, id, name or rule, or is any (*).
"""

import json
import sys


def found(value, keys):
    if not keys:
        return [value]
    key, *others = keys
    if isinstance(value, dict):
        inner = value.values() if key == "*" else [value[key]] if key in value else []
    else:
        names = [
            {str(place), *(element.get(name) for name in ("id", "name", "rule"))}
            if isinstance(element, dict)
            else {str(place)}
            for place, element in enumerate(value)
        ]
        inner = [element for element, own in zip(value, names, strict=True) if key in {"*", *own}]
    return [finding for each in inner for finding in found(each, others)]


with open(sys.argv[1], encoding="utf-8") as file:
    whole = json.load(file)
for path in sys.argv[2:]:
    print(f"{path}: {', '.join(json.dumps(finding) for finding in found(whole, path.split('/')[1:]))}")
