"""The room of the commands that make puzzles, or other puzzles of puzzles."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    commands=(
        RoomCommand(
            name="generate",
            heading="Make",
            place=1,
            summary="Generate puzzles, with no given more than they need.",
            schemas={
                "generate": Schema(
                    title="A generated puzzle",
                    records=("record_types:BoardRecord", "schemas:GeneratedRecord"),
                )
            },
        ),
        RoomCommand(
            name="minimize",
            heading="Make",
            place=2,
            summary="Minimise puzzles or grids: remove redundant givens.",
            schemas={
                "minimize": Schema(
                    title="Minimised puzzle",
                    records=("record_types:BoardRecord", "schemas:ChangedRecord"),
                    otherwise="schemas:UnchangedRecord",
                )
            },
        ),
        RoomCommand(
            name="shuffle",
            heading="Make",
            place=3,
            summary="Shuffle puzzles: rename digits, move rows and columns.",
            schemas={
                "shuffle": Schema(
                    title="Shuffled puzzle",
                    records=("record_types:BoardRecord", "schemas:ChangedRecord"),
                )
            },
        ),
        RoomCommand(
            name="canon",
            heading="Data",
            place=1,
            summary="Find canonical forms: equal for all isomorphs of a puzzle.",
            schemas={
                "canon": Schema(
                    title="A canonical form",
                    records=("batch.canonical_forms:CanonicalFormRecord",),
                    otherwise="schemas:UnansweredRecord",
                )
            },
        ),
    )
)
