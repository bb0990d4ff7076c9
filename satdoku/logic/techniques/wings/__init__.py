"""Wings: a few cells tied to each other, one of which holds the digit in every case."""
