"""Change what a certificate states, signed or not: tamper.py FILE CODE, where CODE changes `said` and its `run`."""

import base64
import json
import sys

path, code = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    whole = json.load(file)
said = json.loads(base64.b64decode(whole["payload"])) if "payload" in whole else whole
run = next(element for element in said["predicate"]["configuration"] if element["name"] == "run")["annotations"]
exec(code)
if "payload" in whole:
    whole["payload"] = base64.b64encode(json.dumps(said).encode()).decode()
with open(path, "w", encoding="utf-8") as file:
    json.dump(whole, file)
