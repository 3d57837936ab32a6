"""Time: clocks, the time that all servers agree on, the heartbeat, vacations, what happens by itself."""
