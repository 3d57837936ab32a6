"""Rows of tables, their logs, chat, reviews and lists."""
