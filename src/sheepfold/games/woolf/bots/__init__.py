"""What the bots of Woolf!! think with; ``bot.py`` above says who they are."""
