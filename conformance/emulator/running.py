"""The API that `conformance emulate` serves, under the name by which users import it."""

from conformance.apis.emulator.running import running_api as running_api
