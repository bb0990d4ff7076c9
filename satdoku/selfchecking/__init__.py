"""Self-check: components that answer the same question must agree on every puzzle."""
