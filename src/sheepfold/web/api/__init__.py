"""The JSON API under /api/v1: every route is declared once, and that gives routing, checks and documentation."""
