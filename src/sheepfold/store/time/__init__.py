"""Rows of time: the heartbeat, and when a table is due."""
