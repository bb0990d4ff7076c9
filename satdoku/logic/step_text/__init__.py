"""Steps in words and as records: sentences, notation, JSON, and reading them back."""
