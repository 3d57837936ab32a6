"""What the bots of Wolf in the Fold think with; ``bot.py`` above says who they are."""
