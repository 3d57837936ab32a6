"""Drivers for SQLite and PostgreSQL behind one port."""
