"""Histories in the manner of Jepsen: people play on servers that are killed, paused, cut off and lied to about the
time; everything that was asked, answered and told is written down, and the whole is checked afterwards."""
