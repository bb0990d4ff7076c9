"""Records of conversations: the question in `prompt` (text or messages), `messages` or `input`, the
answer in the assistant's last message, in `output` or under another of the names that are scored,
or as `ground_truth` of `reward_model`.

>>> record = {"prompt": [{"role": "user", "content": "Solve 1..4............"}]}
>>> question_of(record)
'Solve 1..4............'
>>> answer_in({"reward_model": {"ground_truth": "1234341221434321"}})
'1234341221434321'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...board import Puzzle
from ...errors import ParseError
from ...formats.text.reader import read_found, text_lines
from ...layout import Layout, as_layout
from ..answers import read_answer

#: Keys of records under which the question is looked for, in this order.
ASKED = ("prompt", "messages", "input")
#: Keys of records under which a model's answer is looked for, in this order.
ANSWERED = ("completion", "response", "output", "prediction", "messages", "answer")
#: The record of a reward, and its key of the solution.
REWARD, TRUTH = "reward_model", "ground_truth"
#: The types of a message's parts that are text; the latter two are those of OpenAI's Responses API.
TEXTS = ("text", "input_text", "output_text")


def question_of(record: Mapping[str, object]) -> str:
    """Return the text of a record that asks: of messages the user's last; "" if there is none."""
    for name in ASKED:
        value = record.get(name)
        text = of_role(value, "user") if isinstance(value, list) else value
        if isinstance(text, str) and text.strip():
            return text
    return ""


def answer_in(record: Mapping[str, object]) -> object:
    """Return the solution that a record has, or else its answer; None if it has neither."""
    reward = record.get(REWARD)
    if isinstance(reward, Mapping) and reward.get(TRUTH):
        return reward[TRUTH]
    said = map(last_said, answers_in(record))
    return next(filter(None, said), None)


def answers_in(record: Mapping[str, object]) -> Iterator[object]:
    """Yield what a record has under the names of a model's answers."""
    for name in ANSWERED:
        if name in record:
            yield record[name]


def last_said(answer: object) -> object:
    """Return the assistant's last message of a conversation, or another answer as it is."""
    return of_role(answer, "assistant") if is_conversation(answer) else answer


def boards_in(record: Mapping[str, object]) -> tuple[Puzzle, str | None]:
    """Return (the puzzle that a conversation asks for, its answer as cells, or as it is if it is
    not understood). Raises `ParseError` if the question holds no puzzle."""
    name = record.get("layout")
    layout = as_layout(name) if isinstance(name, str) and name else None
    puzzle = last_board(question_of(record), layout)
    if puzzle is None:
        raise ParseError("the question holds no puzzle")
    answer = answer_in(record)
    if answer is None:
        return puzzle, None
    said = read_answer(str(answer), puzzle)
    if said is None or said.foreign:
        return puzzle, str(answer)
    cells = [digit or given for digit, given in zip(said.cells, puzzle.cells, strict=True)]
    return puzzle, Puzzle(tuple(cells), puzzle.layout).line


def last_board(text: str, layout: Layout | None) -> Puzzle | None:
    """Return the last board of a text."""
    found = [one[1] for one in read_found(text_lines(text), layout) if isinstance(one, tuple)]
    return found[-1] if found else None


def is_conversation(value: object) -> bool:
    """Whether a value is a list of messages with roles."""
    return isinstance(value, list) and any(
        isinstance(one, Mapping) and "role" in one for one in value
    )


def of_role(messages: object, role: str) -> str:
    """Return the text of the last message of a role, "" if there is none."""
    if not isinstance(messages, list):
        return ""
    for one in reversed(messages):
        if isinstance(one, Mapping) and one.get("role") == role:
            return _content(one.get("content"))
    return ""


def _content(content: object) -> str:
    """Return the text of a message: as it is, or of its parts that are text."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, Mapping)]
        return "\n".join(str(part["text"]) for part in parts if part.get("type") in TEXTS)
    return str(content or "")
