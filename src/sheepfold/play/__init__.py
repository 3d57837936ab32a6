"""Play: tables, seats, clocks, offers, queued moves, chat; one service that every door calls."""
