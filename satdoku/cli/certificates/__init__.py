"""Commands on certificates: claims with proofs, and their checker."""
