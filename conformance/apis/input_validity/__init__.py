"""The standing of inputs: whether a client or a server could send them.

Judged by the source format, and by what the client of the operation can ask for; the converter has no part in it.
"""

from conformance.apis.input_validity.model import DOCUMENTED, MALFORMED, REAL, Reason, Standing
from conformance.apis.input_validity.operations import has_standing, standing_in, standing_of

__all__ = ["DOCUMENTED", "MALFORMED", "REAL", "Reason", "Standing", "has_standing", "standing_in", "standing_of"]
