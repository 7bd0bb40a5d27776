"""What the real APIs accept, answer and send.

Imports `formats` and `base`. `oracles/` judges a value as an API would, in its own words: pinned types in `specs/api/`,
and the rules beyond them. `emulator/` is a scripted API that refuses what the oracles refuse. `input_validity/` says
whether anybody sends an input: real, documented or malformed. `recordings/` reads recorded traffic of every recorder.
Begin with `oracles/judge.py`. What an API does is written here; what a converter must do is a matter of `rules`.
"""
