"""For researchers: self-play, perft, fuzzing, benchmarks."""
