"""The file of a project: subjects and settings, written once for every command that is run in it."""
