"""Notices: the outbox, what people want to be mailed, push, bounces, signed links."""
