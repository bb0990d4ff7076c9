"""The command line: a command parses its arguments, calls the library and prints."""
