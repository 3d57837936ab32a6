"""Sheets to print, as PDF: puzzles with their solutions, and the games' own boards, tiles and cards."""
