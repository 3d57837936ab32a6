"""What comes anew every day: the puzzle and the deal of the day, and all other puzzles."""
