"""A reader of the sentences of classic steps, which proves them again."""
