"""The browser's and the programs' door: JSON API with OpenAPI, live sockets, accounts, pages."""
