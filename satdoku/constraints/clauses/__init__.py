"""Generic forms as clauses: `form_clauses` is the entry, each other file encodes one form."""
