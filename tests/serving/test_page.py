"""The page of an explanation: pictures share what is there once, and are what they were."""

import re

import pytest

import satdoku
from satdoku.render.page import page
from satdoku.render.picture.svg import picture

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DIAGONAL = '{"puzzle": "1...............", "layout": "4x4+diagonal"}'


@pytest.mark.parametrize("puzzle", [EASY, DIAGONAL])
def test_pictures_are_what_they_were_when_what_they_share_is_put_in(puzzle):
    found = satdoku.explain(puzzle)
    html = page(found, with_record=False)
    shared = dict(re.findall(r'<g id="(p\d+)">(.*?)</g>\n', html, re.S))
    assert len(set(shared.values())) == len(shared)
    body = html.partition("</defs></svg>")[2]
    for _ in range(2):  # runs of parts, and parts
        body = re.sub(r'<use href="#(p\d+)"/>', lambda use: shared[use[1]], body)
    board = found.start.board
    drawn = [picture(position, step, board) for position, step in found.positions()]
    drawn.append(picture(found.end, givens=board))
    told = re.findall(r"<svg.*?</svg>", body, re.S)
    assert ["".join(one.split()) for one in told] == ["".join(one.split()) for one in drawn]


def test_a_page_of_many_steps_is_smaller_than_a_third_of_its_pictures():
    found = satdoku.explain(EASY)
    board = found.start.board
    whole = sum(len(picture(position, step, board)) for position, step in found.positions())
    assert len(found.steps) > 40
    assert len(page(found, with_record=False)) < whole / 3
