"""Compares two reports of a subject: what newly fails, newly passes, or changed; as text, Markdown, HTML and data."""
