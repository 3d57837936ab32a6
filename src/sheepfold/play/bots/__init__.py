"""Bots: their worker processes, the fair queue before these, and advice to people."""
