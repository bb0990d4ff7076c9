"""What the process imports from which workers are forked: they begin with all of it loaded."""

from .warming import warm_up

warm_up()
