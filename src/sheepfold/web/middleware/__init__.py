"""ASGI middleware around the whole application."""
