"""Imported by the fork server: workers are forked with everything already loaded."""

from .warming import warm_up

warm_up()
