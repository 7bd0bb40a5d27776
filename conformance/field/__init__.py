"""Real libraries: the catalogue, the survey of their releases, and the pages of the results.

Imports `results` and what is below it. `libraries/` has a folder for each library: a program that calls it and
`library.toml`, which says what to install and what of its behaviour is known. `survey/` installs releases and judges
them, `rows.py` is what is kept of each, `pages/` and `scoreboard/` show it. Begin with `survey/survey.py`.
"""
