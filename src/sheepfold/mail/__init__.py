"""Play by mail: what is told goes out through a relay, what is answered comes in over SMTP."""
