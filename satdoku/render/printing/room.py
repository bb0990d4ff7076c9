"""The room of print: sheets of puzzles and books."""

from ...rooms import Room

ROOM = Room(
    names={
        "render.printing.book": "Book",
        "render.printing.chosen_book": "make_book",
        "render.printing.sheets": "Sheet documents sheets",
    },
)
