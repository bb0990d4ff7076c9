"""Commands on encodings, engines and proofs."""
