"""Recorded traffic of the APIs, in the forms that recorders write: read, never sent."""

from conformance.recordings.model import Interaction, Recordings, Skipped
from conformance.recordings.read import read_folder

__all__ = ["Interaction", "Recordings", "Skipped", "read_folder"]
