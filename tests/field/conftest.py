"""Reports as those of the wing below are built."""

from tests.results.conftest import _validator as _validator
from tests.results.conftest import evidence as evidence
from tests.results.conftest import hostile_report as hostile_report
from tests.results.conftest import losses as losses
from tests.results.conftest import report as report
from tests.results.conftest import rule as rule
