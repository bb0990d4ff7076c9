"""Commands that serve: the desk in the browser, and tools for agents."""
