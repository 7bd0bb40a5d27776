"""The scripted API, under the name by which users import it; its code is `conformance.apis.emulator`."""

from conformance.apis.emulator import Emulator as Emulator
