"""What pages and programs are sent while they are connected: sockets, messages, scenes."""
