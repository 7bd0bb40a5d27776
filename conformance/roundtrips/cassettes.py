"""What a project's conftest.py takes to play recorded conversations, under the name by which users import it."""

from conformance.commands.roundtrips.cassettes import set_up as set_up
from conformance.commands.roundtrips.cassettes import settings as settings
