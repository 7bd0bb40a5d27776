"""Local APIs that answer by a script. There are two, which share their bodies:

`Emulator` is what a tool loop talks to while it is judged: many scripts, each at an address of its own. It serves on
the standard library alone, because every run that judges a loop waits for its start. A script with an `Acceptance`
refuses what the API refuses; without one it answers any object, for clients whose requests are judged elsewhere.

    with Emulator() as api:
        base_url = api.open("chat", [{"tool_calls": [...]}, "Done."])

SDKs and gateways keep one address: it plays one script after the other, for either API and as streams too.

    base_url = api.address()
    api.play(base_url, ["Done."])

`conformance.emulator.running.running_api` is the API that SDKs, frameworks and `conformance emulate` talk to: one
script, JSON and streams, and requests accepted and refused as the real API does.
"""

from conformance.emulator.acceptance import Acceptance, Given
from conformance.emulator.bodies import APIS, CHAT, RESPONSES, ROUTES, completed, error_body, refusal_of
from conformance.emulator.server import Emulator, Seen

__all__ = [
    "APIS",
    "CHAT",
    "RESPONSES",
    "ROUTES",
    "Acceptance",
    "Emulator",
    "Given",
    "Seen",
    "completed",
    "error_body",
    "refusal_of",
]
