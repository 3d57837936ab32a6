"""Tables: one in memory, its log, moves, seats, offers, chat, lists, and those who watch."""
