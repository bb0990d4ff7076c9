"""The search for logical steps on arrays: how they are laid out for a theory, and its tasks."""
