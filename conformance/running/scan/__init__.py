"""A scan of a server: what a client of it meets, capability by capability.

`capabilities` and `clients` say what is looked for and who needs it, `scenarios` which requests show it, `judging` what
their answers must be; `forms` has what any answer must be. `run.scan` finds the APIs, asks and counts.
"""
