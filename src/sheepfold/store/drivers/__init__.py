"""The two databases, and what both promise."""
