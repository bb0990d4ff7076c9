"""The worker processes that answer requests, and the queue before them."""
