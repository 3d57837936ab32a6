"""Rows of time: the heartbeat, and when a table must be looked at next."""
