"""The commands of researchers: bots that meet, searches, counts and benches."""
