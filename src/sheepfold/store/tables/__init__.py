"""Rows of tables, their logs, chat and lists."""
