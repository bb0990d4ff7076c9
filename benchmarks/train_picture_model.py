"""Make the model of `satdoku.pictures`: python benchmarks/train_picture_model.py FONTS FILE.npz

FONTS is a folder with the fonts of Debian's packages in `PACKAGES`:

    apt-get download PACKAGE …
    for package in *.deb; do dpkg -x $package FONTS; done

Symbols are drawn at many sizes, turned, blurred, with noise, and cut out as `satdoku read` does it.
A network of one hidden layer learns to tell them apart by Adam's method (D. Kingma, J. Ba, "Adam: a
method for stochastic optimization", 2015). Families in `HELD_BACK` choose the temperature, which
makes the probabilities say how often the model is right. The fonts of
`benchmarks/read_pictures.py`, which judges the reader, are no part of this.

--samples sets the number of pictures (a minute for 60,000), --seed the random numbers. The same
fonts and numbers give the same bytes on processors of one kind.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

# Several threads add in another order, which changes the last digits of sums. NumPy looks at these
# when it is loaded.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from satdoku.pictures.glyphs import SIDE, described, glyphs_in, scaled
from satdoku.pictures.model import SYMBOLS

PACKAGES = [
    "fonts-adf-accanthis",
    "fonts-adf-baskervald",
    "fonts-adf-berenis",
    "fonts-adf-gillius",
    "fonts-adf-ikarius",
    "fonts-adf-libris",
    "fonts-adf-romande",
    "fonts-adf-solothurn",
    "fonts-adf-switzera",
    "fonts-adf-tribun",
    "fonts-adf-universalis",
    "fonts-agave",
    "fonts-anonymous-pro",
    "fonts-arapey",
    "fonts-averia-sans-gwf",
    "fonts-averia-serif-gwf",
    "fonts-beteckna",
    "fonts-breip",
    "fonts-cabin",
    "fonts-cardo",
    "fonts-clear-sans",
    "fonts-cmu",
    "fonts-comic-neue",
    "fonts-crosextra-carlito",
    "fonts-dosis",
    "fonts-droid-fallback",
    "fonts-ebgaramond",
    "fonts-ecolier-court",
    "fonts-fantasque-sans",
    "fonts-freefont-ttf",
    "fonts-gfs-artemisia",
    "fonts-gfs-baskerville",
    "fonts-gfs-didot",
    "fonts-gfs-neohellenic",
    "fonts-go",
    "fonts-humor-sans",
    "fonts-inconsolata",
    "fonts-jetbrains-mono",
    "fonts-junction",
    "fonts-jura",
    "fonts-karla",
    "fonts-lato",
    "fonts-league-mono",
    "fonts-league-spartan",
    "fonts-linuxlibertine",
    "fonts-lmodern",
    "fonts-manrope",
    "fonts-monofur",
    "fonts-mononoki",
    "fonts-national-park",
    "fonts-noto-core",
    "fonts-noto-mono",
    "fonts-ocr-b",
    "fonts-oldstandard",
    "fonts-open-sans",
    "fonts-opendin",
    "fonts-osifont",
    "fonts-oxygen",
    "fonts-paratype",
    "fonts-play",
    "fonts-quattrocento",
    "fonts-quicksand",
    "fonts-roboto-unhinted",
    "fonts-routed-gothic",
    "fonts-sjfonts",
    "fonts-sora",
    "fonts-stix",
    "fonts-texgyre",
    "fonts-tiresias",
    "fonts-tuffy",
    "fonts-urw-base35",
    "fonts-yanone-kaffeesatz",
]

#: Words in the names of fonts whose symbols are not letters and digits.
UNUSUAL = (
    "symbol",
    "dingbat",
    "math",
    "icon",
    "ornament",
    "braille",
    "music",
    "d050000l",
    "initial",
)
#: Families whose names begin so choose the temperature, and say how good the model is.
HELD_BACK = (
    "Lato",
    "Gillius",
    "Open Sans",
    "Old Standard",
    "Inconsolata",
    "Carlito",
    "TeX Gyre Sch",
    "Play",
)
#: Characters that are no symbol of a board, or look like none.
OTHERS = "QRTUVWXY?*+-=#&%@/.:,~adefhkmnuy"
#: Side of the cell in which a symbol is drawn.
CELL = 64
#: Numbers of the hidden layer, passes over the samples, samples in a step, and the first step.
HIDDEN, EPOCHS, BATCH, STEP = 160, 24, 256, 2e-3


def families_in(folder: Path) -> dict[str, list[Path]]:
    """Return the usable fonts of a folder by family."""
    found: dict[str, list[Path]] = {}
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf")):
        if path.is_symlink() or any(word in path.name.lower() for word in UNUSUAL):
            continue
        try:
            font = ImageFont.truetype(path, 24)
            shapes = {bytes(font.getmask(symbol)) for symbol in SYMBOLS}
        except OSError:
            continue
        if len(shapes) >= len(SYMBOLS) - 2:  # a font without them draws one box for all
            found.setdefault(font.getname()[0] or path.stem, []).append(path)
    return found


def drawn(text: str, path: Path, rng: np.random.Generator) -> np.ndarray:
    """Return a cell with a text in a font, distorted; ink is between 0 and 1."""
    own = int(rng.integers(18, 90))  # the side of the cell in the picture
    share = rng.uniform(0.4, 0.95) if rng.random() < 0.7 else rng.uniform(0.22, 0.4)
    finer = 3  # drawn larger and reduced, so that no hinting shows
    font = ImageFont.truetype(path, max(6, round(own * share * finer)))
    canvas = Image.new("L", (own * finer, own * finer), 0)
    middle = own * finer / 2
    at = (middle + rng.normal(0, own * 0.05), middle + rng.normal(0, own * 0.05))
    stroke = int(rng.integers(1, 3)) if rng.random() < 0.12 else 0
    ImageDraw.Draw(canvas).text(at, text, fill=255, font=font, anchor="mm", stroke_width=stroke)
    cell = np.asarray(canvas, np.float32) / 255
    side = own * finer
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    turned = corners - side / 2
    angle = rng.normal(0, 0.07)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turned = turned @ turn.T + side / 2 + rng.normal(0, 0.03 * side, (4, 2))
    moved = cv2.getPerspectiveTransform(corners, turned.astype(np.float32))
    cell = cv2.warpPerspective(cell, moved, (side, side), flags=cv2.INTER_LINEAR)
    if rng.random() < 0.15:
        cell = (cv2.erode if rng.random() < 0.5 else cv2.dilate)(cell, np.ones((2, 2), np.uint8))
    cell = cv2.resize(cell, (own, own), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.6:
        cell = cv2.GaussianBlur(cell, (0, 0), rng.uniform(0.2, 0.035 * own * share + 0.3))
    cell = cell + rng.normal(0, rng.uniform(0, 0.09), cell.shape).astype(np.float32)
    if rng.random() < 0.3:
        levels = np.clip(230 - cell * 200, 0, 255).astype(np.uint8)
        _, packed = cv2.imencode(
            ".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))]
        )
        cell = (230 - cv2.imdecode(packed, 0).astype(np.float32)) / 200
    method = cv2.INTER_AREA if own > CELL else cv2.INTER_LINEAR
    cell = cv2.resize(cell, (CELL, CELL), interpolation=method)
    return np.clip(cell * rng.uniform(0.75, 1.15), 0, 1)


def sample(label: int, path: Path, rng: np.random.Generator) -> np.ndarray | None:
    """Return a scaled glyph of a class; None if its ink does not hold together."""
    if label < len(SYMBOLS):
        found = glyphs_in(drawn(SYMBOLS[label], path, rng))
        if not found:
            return None
        largest = max(found, key=lambda glyph: glyph.ink.sum())
        total = sum(glyph.ink.sum() for glyph in found)
        return scaled(largest.ink) if largest.ink.sum() > 0.93 * total else None
    return scaled(no_symbol(path, rng))


def no_symbol(path: Path, rng: np.random.Generator) -> np.ndarray:
    """Return ink that is none of the symbols."""
    kind = rng.random()
    if kind < 0.4:
        cell = drawn(OTHERS[rng.integers(len(OTHERS))], path, rng)
    elif kind < 0.55:  # two that touch
        pair = rng.choice(list(SYMBOLS[:10]), 2)
        cell = drawn("".join(pair), path, rng)
        left, right = cell.copy(), np.roll(cell, int(rng.integers(2, 6)), axis=1)
        cell = np.maximum(left, right)
    elif kind < 0.8:  # a part of one
        whole = largest_in(drawn(SYMBOLS[rng.integers(26)], path, rng))
        keep = rng.uniform(0.25, 0.6)
        if rng.random() < 0.5:
            return whole[: max(2, int(len(whole) * keep))]
        return whole[int(len(whole) * (1 - keep)) :]
    else:  # lines, rings and spots
        cell = np.zeros((CELL, CELL), np.float32)
        for _ in range(int(rng.integers(1, 3))):
            a, b = (tuple(int(v) for v in rng.integers(8, CELL - 8, 2)) for _ in range(2))
            shape = rng.random()
            if shape < 0.5:
                cv2.line(cell, a, b, 1.0, int(rng.integers(1, 5)))
            elif shape < 0.75:
                cv2.ellipse(
                    cell,
                    a,
                    tuple(int(v) for v in rng.integers(2, 20, 2)),
                    float(rng.uniform(0, 180)),
                    0,
                    360,
                    1.0,
                    -1,
                )
            else:
                cv2.rectangle(cell, a, b, 1.0, int(rng.integers(1, 4)))
    return largest_in(cell)


def largest_in(cell: np.ndarray) -> np.ndarray:
    """Return the ink of the largest glyph of a cell; a stroke if there is none."""
    found = glyphs_in(cell)
    if not found:
        return np.ones((4, 20), np.float32)
    return max(found, key=lambda glyph: glyph.ink.sum()).ink


def samples(
    families: dict[str, list[Path]], count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return scaled glyphs and their classes."""
    squares, labels = np.zeros((count, SIDE, SIDE), np.float32), np.zeros(count, np.int64)
    names = sorted(families)
    chance = np.array([2.0] * 10 + [1.0] * (len(SYMBOLS) - 10) + [5.0])
    chance /= chance.sum()
    done = 0
    while done < count:
        paths = families[names[rng.integers(len(names))]]
        label = int(rng.choice(len(SYMBOLS) + 1, p=chance))
        square = sample(label, paths[rng.integers(len(paths))], rng)
        if square is not None:
            squares[done], labels[done] = square, label
            done += 1
    return squares, labels


def trained(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
    """Return weights and biases of both layers."""
    classes = len(SYMBOLS) + 1
    sizes = (x.shape[1], HIDDEN, classes)
    weights = [
        rng.normal(0, (2 / sizes[0]) ** 0.5, sizes[:2]),
        np.zeros(sizes[1]),
        rng.normal(0, (1 / sizes[1]) ** 0.5, sizes[1:]),
        np.zeros(sizes[2]),
    ]
    weights = [w.astype(np.float32) for w in weights]
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    steps, total = 0, EPOCHS * (len(x) // BATCH)
    for epoch in range(EPOCHS):
        order, loss = rng.permutation(len(x)), 0.0
        for start in range(0, len(x) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            inputs = x[chosen]
            before = inputs @ weights[0] + weights[1]
            kept = (rng.random(before.shape, np.float32) < 0.8) / 0.8
            inner = np.maximum(before, 0) * kept
            scores = inner @ weights[2] + weights[3]
            shares = softmax(scores)
            loss -= np.log(shares[np.arange(BATCH), y[chosen]] + 1e-9).sum()
            shares[np.arange(BATCH), y[chosen]] -= 1
            shares /= BATCH
            back = (shares @ weights[2].T) * kept * (before > 0)
            slopes = [inputs.T @ back, back.sum(0), inner.T @ shares, shares.sum(0)]
            steps += 1
            step = STEP * 0.5 * (1 + np.cos(np.pi * steps / total))
            for i, slope in enumerate(slopes):
                means[i] += 0.1 * (slope - means[i])
                squares[i] += 0.001 * (slope**2 - squares[i])
                mean, square = means[i] / (1 - 0.9**steps), squares[i] / (1 - 0.999**steps)
                weights[i] -= (step * (mean / (np.sqrt(square) + 1e-8) + 1e-4 * weights[i])).astype(
                    np.float32
                )
        print(f"pass {epoch + 1}: loss {loss / len(x):.4f}", flush=True)
    return weights


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the probabilities of scores, row by row."""
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def main() -> None:
    """Train, choose the temperature, write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fonts", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--samples", type=int, default=160_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    families = families_in(given.fonts)
    held = {name: paths for name, paths in families.items() if name.startswith(HELD_BACK)}
    learnt = {name: paths for name, paths in families.items() if name not in held}
    print(f"{len(learnt)} families to learn from, {len(held)} held back: {', '.join(sorted(held))}")
    squares, labels = samples(learnt, given.samples, rng)
    weights = trained(described(squares), labels, rng)
    squares, labels = samples(held, given.samples // 8, rng)
    inner = np.maximum(described(squares) @ weights[0] + weights[1], 0)
    scores = inner @ weights[2] + weights[3]
    losses = {}
    for temperature in np.arange(0.5, 4, 0.1):
        shares = softmax(scores / temperature)[np.arange(len(labels)), labels]
        losses[float(temperature)] = -np.log(shares + 1e-9).mean()
    best = min(losses, key=lambda temperature: losses[temperature])
    shares = softmax(scores / best)
    right = shares.argmax(1) == labels
    digits = (labels > 0) & (labels < 10)
    among = shares[digits][:, 1:10].argmax(1) + 1 == labels[digits]
    print(
        f"held back: {right.mean():.4%} of {len(right)} right, digits 1 to 9 among themselves "
        f"{among.mean():.4%}; temperature {best:.1f}"
    )
    sure = shares.max(1) > 0.98
    print(f"sure: {sure.mean():.2%}, of these right {right[sure].mean():.4%}")
    names = ("hidden", "hidden_bias", "output", "output_bias")
    arrays = {name: w.astype(np.float16) for name, w in zip(names, weights, strict=True)}
    np.savez_compressed(given.file, **arrays, temperature=np.float16(best))
    print(f"{given.file}: {given.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
