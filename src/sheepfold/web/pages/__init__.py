"""The pages: HTML from templates, pictures from the games, and small modules of our own in the browser."""
