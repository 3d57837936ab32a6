"""Pages of tables: new ones, the table itself, lists, lessons, replays."""
