"""Benches and torture of the server: for developers, in the checkout alone; not in the wheel."""
