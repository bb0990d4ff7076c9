"""The files of the desk's page: small, whole, and with nothing that a strict page must not have."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from pathlib import Path

import pytest

import satdoku

PAGE = Path(satdoku.__file__).parent / "serving" / "page"
FILES = sorted(PAGE.iterdir())
MODULES = [file for file in FILES if file.suffix == ".js"]


def imported(module: Path) -> set[Path]:
    """A module, and all that it imports."""
    found, waiting = {module}, [module]
    while waiting:
        for name in re.findall(r'from "\./(\w+\.js)"', waiting.pop().read_text()):
            if PAGE / name not in found:
                found.add(PAGE / name)
                waiting.append(PAGE / name)
    return found


def weight_of(files: Iterable[Path]) -> int:
    """Return how many bytes browsers load, each file compressed: plain code may be long."""
    return sum(len(zlib.compress(file.read_bytes(), 9)) for file in files)


def test_page_weighs_under_135_kilobytes_and_its_worker_under_37() -> None:
    """With all it loads, desk and play, compressed; an exported page has a worker for answers,
    which loads what few rules need when it meets one."""
    worker = imported(PAGE / "static_answers.js")
    forms = imported(PAGE / "own_forms.js")
    assert weight_of(set(FILES) - worker - forms) < 135_000
    assert weight_of(worker) < 37_000
    assert weight_of(forms) < 14_500


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.name)
def test_modules_say_what_they_are_and_are_read_in_one_sitting(file: Path) -> None:
    """A comment first, under 450 lines as they are laid out."""
    text = file.read_text()
    assert text.startswith("// ")
    assert len(text.splitlines()) < 450


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.name)
def test_modules_import_what_there_is(file: Path) -> None:
    """Each imported name is exported by the file it is said to be in."""
    found = re.findall(r'import \{([^}]*)\} from "\./([\w.]+)"', file.read_text())
    for names, source in found:
        other = (PAGE / source).read_text()
        for name in filter(None, map(str.strip, names.split(","))):
            assert re.search(rf"export (async )?(class|function|const) {name}\b", other), (
                f"{file.name} imports {name} of {source}"
            )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere_or_writes_markup(file: Path) -> None:
    """No address but the names of namespaces and the editors' own; no markup from data; no style
    or script in the page itself."""
    text = file.read_text()
    addresses = set(re.findall(r"https?://[\w./-]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    if file.suffix == ".html":
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", text)
        for name in re.findall(r'(?:href|src)="/page/([^"]+)"', text):
            assert (PAGE / name).is_file()
