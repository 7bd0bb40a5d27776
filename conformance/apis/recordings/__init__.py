"""Recorded traffic of the APIs, in the forms that recorders write: read, never sent."""

from conformance.apis.recordings.model import Interaction, Recordings, Skipped
from conformance.apis.recordings.read import read_folder

__all__ = ["Interaction", "Recordings", "Skipped", "read_folder"]
