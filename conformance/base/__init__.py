"""What everything stands on: JSON values, outcomes of calls, errors that users read, files, servers, redaction.

It imports nothing of the suite. Begin with `values.py` (JSON and pointers into it) and `observation.py` (what a call
returned, how it failed, what it changed); `errors.py` has what a user's mistake says. `redact/` takes keys out of what
is written. What is here knows no format, no rule and no command: whatever does, belongs into a wing above.
"""
