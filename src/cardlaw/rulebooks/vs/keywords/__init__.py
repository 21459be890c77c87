"""Keywords (701) that are more than an event of their own."""
