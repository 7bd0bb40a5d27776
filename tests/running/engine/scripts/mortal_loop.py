"""The reference's loop, in a process that ends in the middle of some conversations."""

import json
import os
import urllib.request

from conformance.reference import tool_loop as loop


def tool_loop(given):
    if given["model"] == "dies":
        body = json.dumps({"model": "dies", "input": "Ping?"}).encode()
        headers = {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(given["base_url"] + "/responses", body, headers)).close()
        os._exit(3)
    return loop(given)
