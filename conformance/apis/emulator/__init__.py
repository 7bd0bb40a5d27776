"""Local APIs that answer by a script, and refuse what the real API refuses.

`acceptance` decides which requests are accepted, `api` answers from the script; both know nothing of HTTP. They listen
in two ways. `Emulator` is what judged conversations talk to: many scripts, each at an address of its own. It serves on
the standard library alone, because every run that judges a loop waits for its start.

    with Emulator() as api:
        base_url = api.open("chat", [{"tool_calls": [...]}, "Done."])

SDKs and gateways keep one address: it plays one script after the other, for any API.

    base_url = api.address()
    api.play(base_url, ["Done."])

`conformance.apis.emulator.running.running_api` is the API that `conformance emulate` serves to SDKs and frameworks:
with keys, and with a script that begins again.
"""

from conformance.apis.emulator.acceptance import Acceptance, ConversationStart
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import APIS, CHAT, EMULATED, RESPONSES, ROUTES, completed, refusal_of
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.routes import addressed, asked_at
from conformance.apis.emulator.server import Emulator, SeenRequest

__all__ = [
    "ANTHROPIC",
    "APIS",
    "CHAT",
    "EMULATED",
    "GEMINI",
    "RESPONSES",
    "ROUTES",
    "Acceptance",
    "ConversationStart",
    "Emulator",
    "SeenRequest",
    "addressed",
    "asked_at",
    "completed",
    "refusal_of",
]
