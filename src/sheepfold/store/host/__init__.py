"""Rows for the host: the audit log, clean-up, export and import, rate limits."""
