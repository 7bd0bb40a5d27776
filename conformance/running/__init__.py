"""A run: a subject is asked, judged, and what was found is brought to a verdict.

Imports `rules`, `inputs`, `apis`, `formats` and `base`. Begin with `run.py`, then `engine/plan.py`, `engine/judge.py`
and `engine/collect.py`; `engine/stations.py` lists what a run does in its order. `subjects/` asks functions, processes,
services, SDKs and gateways; `serving/` is the other side of that. `engine/facts.py` and `engine/joins.py` make defects
of failures. `project/` reads a project's settings; `differential/`, `drift/` and `service/` are runs of another kind.
"""
