"""People: accounts, sessions and tokens, names, friends, ratings."""
