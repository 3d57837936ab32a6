"""For the host: administration, moderation, the audit log, clean-up and retention, worker processes."""
