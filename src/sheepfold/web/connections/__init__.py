"""Bounds on connections, between the event loop and the server: size, time, number, frames.

All of it stands on asyncio's contract of protocols and transports. The server's own protocols are wrapped, never
reached into.
"""
