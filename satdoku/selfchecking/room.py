"""The room of self-checks: parts of the program that answer the same question must agree."""

from ..rooms import Room

ROOM = Room(
    names={"selfchecking.running": "Failure FailureRecord SelfCheck SelfCheckRecord selfcheck"}
)
