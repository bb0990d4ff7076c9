"""The kinds of rules that are built in: each file adds its rows to `constraints.table`."""
