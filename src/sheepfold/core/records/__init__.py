"""A game on its way and as it is kept: steps, fair chance, what may be taken back, records and plain JSON."""
