"""What takes long is told on a terminal, and erased before an answer is printed."""

from __future__ import annotations

import io

import pytest

from satdoku.cli.stream import progress


def test_what_begins_is_told_once_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    with progress.Watch() as watch:
        watch.announce("nobody watches")
        assert watch._timer is None
        watch.shows = True
        watch.announce("still looking at one")
        watch._timer.join()  # type: ignore[attr-defined]
        assert stream.getvalue() == "\rstill looking at one"
        watch.announce("still looking at others")
        watch._timer.join()  # type: ignore[attr-defined]
    assert stream.getvalue().endswith("\rstill looking at others\r" + " " * 23 + "\r")


def test_what_ends_soon_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 1000)
    with progress.Watch() as watch:
        watch.shows = True
        watch.announce("still looking at one")
    assert not stream.getvalue()
