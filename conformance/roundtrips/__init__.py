"""Recorded conversations for tests of users; the code is `conformance.commands.roundtrips`."""
