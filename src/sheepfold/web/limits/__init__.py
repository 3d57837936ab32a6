"""Who is let in, and how often: rate limits, admission, attempts to log in, and the queue before a thread."""
