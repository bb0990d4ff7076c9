"""Files for solvers: one file per format, and the table of formats."""
