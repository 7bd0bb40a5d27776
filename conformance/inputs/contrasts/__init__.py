"""Contrasts: transformations that remove one feature from an input.

A call that fails is charged to the rule about a feature only if the same call without the feature succeeds. A rule
names its contrast in the contract (`contrast:`).
"""

from conformance.inputs.contrasts.conversations import CONVERSATIONS
from conformance.inputs.contrasts.exchanges import EXCHANGES
from conformance.inputs.contrasts.model import Contrast, explained
from conformance.inputs.contrasts.requests import REQUESTS
from conformance.inputs.contrasts.results import RESULTS
from conformance.inputs.contrasts.size import SIZE
from conformance.inputs.contrasts.tools import TOOLS

CONTRASTS = {**TOOLS, **CONVERSATIONS, **EXCHANGES, **REQUESTS, **RESULTS, **SIZE}

__all__ = ["CONTRASTS", "Contrast", "explained"]
