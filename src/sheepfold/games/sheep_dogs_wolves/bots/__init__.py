"""What the bots of Sheep, Dogs and Wolves think with; ``bot.py`` above says who they are."""
