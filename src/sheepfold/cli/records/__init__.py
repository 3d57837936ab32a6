"""The commands that read records: look at them, check them, write them in the other format."""
