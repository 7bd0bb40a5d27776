"""What rules assert: pure functions of what was observed, joined to rules by the check's name.

`by_laws/` has the operations that the laws judge: `answers` and `requests` by nothing else, the others with charges of
their own. `letters/` has those that readings of their own judge, mostly the letter of one document. `tools/` is what
both say of tools and their schemas. The modules beside them serve all: `trial.py` and `view.py` what a check sees,
`findings.py` what it returns, `conduct.py` how a subject behaves, `exact.py` numbers and texts. New operations go into
`by_laws/`; `registry.py` finds a package by the name that the operation's declaration has.
"""
