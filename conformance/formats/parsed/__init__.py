"""A parsed result: what a program gets of an answer."""
