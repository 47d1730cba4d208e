"""A tournament or games as one page that needs no server."""
