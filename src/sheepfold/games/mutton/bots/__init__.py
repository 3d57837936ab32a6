"""What the bots of Mutton think with; ``bot.py`` above says who they are."""
