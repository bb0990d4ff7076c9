"""The files of the page, which the server sends and `static_site` copies, and what they may do."""

from __future__ import annotations

from pathlib import Path

#: Content types by file suffix; files with other suffixes are not served.
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
#: The page's content security policy: only our own files may run.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def files_of_page() -> dict[str, Path]:
    """Return the page's files by name. Requested names are only looked up here, never on disk."""
    folder = Path(__file__).with_name("page")
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in TYPES:
            files[path.relative_to(folder).as_posix()] = path
    return files
