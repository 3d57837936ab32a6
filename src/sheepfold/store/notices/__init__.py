"""Rows of notices: the outbox, mail wishes, push subscriptions, bounces, secrets that links are signed with."""
