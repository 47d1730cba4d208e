"""Games as data for a page, and the scripts and styles that draw them."""
