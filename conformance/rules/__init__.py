"""What is required of a converter: contracts, laws and checks.

Imports `apis`, `formats` and `base`; never `inputs` nor what runs. `contracts/` reads `specs/`: a rule is data, and its
check is code of the same name. `laws/` compares two values of the model, whichever formats they are of. `checks/` has
the checks of each operation. `alignment/` pairs what was sent with what came, `losses/` says which members reports must
name, `scope/` what a subject says that it lacks.
Begin with `checks/family.py`, then `checks/by_laws/chat_tools/` as the smallest example and `laws/turns.py` as a law.
"""
