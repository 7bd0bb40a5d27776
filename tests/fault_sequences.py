"""How many sequences of faults the tests give: a few; more where the environment says so, as `.ci/run` and tox do."""

import os

SEQUENCES = int(os.environ.get("CONFORMANCE_FAULT_SEQUENCES", "12"))
ALL_FORMS = SEQUENCES >= 1000  # of inputs and keys too, which take minutes
