"""The stations of a run, in their order: each question to the subject, and what becomes of a failure after it.

All ask through a `Port`. `certify --trace` shows what each of them asked and found.
"""

from __future__ import annotations

from conformance.running.engine.ask import ask_all
from conformance.running.engine.causes import Causes
from conformance.running.engine.chain_laws import ChainLaws
from conformance.running.engine.charges import charged
from conformance.running.engine.choices import find_choices
from conformance.running.engine.declarations import Declarations
from conformance.running.engine.defects import defects
from conformance.running.engine.last_check import LastCheck
from conformance.running.engine.log import Station
from conformance.running.engine.number_probes import keeps_numbers
from conformance.running.engine.recurrence import drop_what_does_not_recur
from conformance.running.engine.repetitions import Repetitions
from conformance.running.engine.sequences import find_sequences
from conformance.running.engine.shrink_evidence import shrunk

NUMBERS = Station("numbers", "cases with fragile numbers", "whether exact numbers are observed", keeps_numbers)
CHOICES = Station("choices", "the probes of choices that are not stated", "the answers to judge by", find_choices)
TRIAL = Station("trial", "each input, most of them again, entries alone", "a rule whose check objects fails", ask_all)
CONTRAST = Station("contrast", "failed calls and losses, without one feature", "which rule is charged", Causes.settle)
SCOPE = Station("scope", "what the subject says it lacks", "the rule about that fails", Declarations.judge)
CHAIN = Station("chain", "further operations, with the result", "the rule about the chain fails", ChainLaws.judge)
REDUCTION = Station("reduction", "of failing examples: smaller inputs", "nothing; the smallest is shown", shrunk)
REPETITION = Station("repetition", "a new copy: inputs in another order", "a rule about state fails", Repetitions.judge)
RECURRENCE = Station(
    "recurrence",
    "fresh copies, if one does: failures of other rules",
    "what does not recur is not charged",
    drop_what_does_not_recur,
)
SEQUENCE = Station(
    "sequence", "fresh copies, after ever fewer inputs", "nothing; the shortest is shown", find_sequences
)
LAST_CHECK = Station(
    "last check", "the reference: failing examples", "if it fails too, the input is set aside", LastCheck.confirm
)
CHARGE = Station("charge", "", "of several rules, one is charged", charged)
DEFECT = Station("defect", "", "failures with one cause become one", defects)

STATIONS = (NUMBERS, CHOICES, TRIAL, CONTRAST, SCOPE, CHAIN, REDUCTION,
            REPETITION, RECURRENCE, SEQUENCE, LAST_CHECK, CHARGE, DEFECT)  # fmt: skip
