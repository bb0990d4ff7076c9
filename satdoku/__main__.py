"""`python -m satdoku` is the command `satdoku`."""

from .cli.main import main

main()
