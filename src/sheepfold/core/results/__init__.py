"""What came of a game: points, places in words, and the pause between two rounds."""
