"""The room of the commands on sets of puzzles for models: audited, made, scored."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    uses=("datasets",),
    commands=(
        RoomCommand(
            name="dataset",
            heading="Data",
            place=2,
            summary="Audit, make and score sets of puzzles for models.",
            is_group=True,
        ),
        RoomCommand(
            name="dataset audit",
            heading="Data",
            place=3,
            summary="Audit data sets: wrong answers, isomorphs, leaks, ratings.",
            schemas={
                "dataset-audit": Schema(
                    title="An audit of a data set",
                    records=("datasets.audit.report:AuditRecord",),
                    remark="Rows are numbered from 1.",
                    printed_by="dataset audit --format json",
                )
            },
        ),
        RoomCommand(
            name="dataset make",
            heading="Data",
            place=4,
            summary="Make a data set from RECIPE.toml in a new folder.",
            schemas={
                "dataset-make": Schema(
                    title="A data set's manifest",
                    records=("datasets.make.making:ManifestRecord",),
                    remark="manifest.json holds it, too.",
                    printed_by="dataset make --format json",
                )
            },
        ),
        RoomCommand(
            name="dataset score",
            heading="Data",
            place=5,
            summary="Score a model's answers: JSON Lines in, JSON Lines out.",
            schemas={
                "dataset-score": Schema(
                    title="A score",
                    records=("schemas:LineRecord", "datasets.scoring:ScoreRecord"),
                    printed_by="dataset score",
                )
            },
        ),
    ),
    topics={"datasets": "data"},
    pages=("data",),
)
