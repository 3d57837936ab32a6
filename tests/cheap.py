"""Passwords that are cheap to check: what ships takes a quarter of a second of processor for each, by design."""

from argon2 import PasswordHasher

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
