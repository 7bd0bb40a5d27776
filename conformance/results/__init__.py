"""What a run found, as documents and pages.

Imports `running` and what is below it. `document.py` writes report.json, and every other report is rendered from that:
`terminal.py`, `html/`, `junit.py`, `sarif.py`, `markdown.py`, `github.py`. Begin with `document.py` and `defects.py` (a
defect as readers see it). `compare/` compares two reports. `reproduction/` makes the script that shows one defect
without the suite. `certificate.py`, `signing.py` and `verification.py` make a certificate and check it.
"""
