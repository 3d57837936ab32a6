"""Rows of people: accounts, sessions, names, friends, ratings, messages."""
