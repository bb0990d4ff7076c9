"""The functions behind the operations: from arguments to a record each, which is the answer."""
