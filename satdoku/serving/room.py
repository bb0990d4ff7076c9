"""The room of the server: the desk in a browser, the API, and tools for agents. What it brings to
a user are the commands of `cli/serving`."""

from ..rooms import Room

ROOM = Room(uses=("certificates", "diagnosis"), names={"serving.operations": "OPERATIONS"})
