"""The options of the commands here, and which exclude which."""

from __future__ import annotations

from ..options import (
    EXISTING,
    FLAG,
    FOLDER,
    INPUTS,
    OWN_KIND,
    READ_PUZZLES,
    TEXT,
    TIME_LIMIT,
    Option,
)
from ..refusals import Exclusion
from ..values import ValueType, whole

PORT_NUMBER = whole(0, 65535)
WORKER_NUMBER = whole(1, 256, "N")
SERVE_PORT = Option("--port", PORT_NUMBER, "Port of the page; 0: any free port.", default=8000)
HOST = Option(
    "--host",
    ValueType("ADDRESS"),
    "The address to listen on; any other than this machine's own need --public.",
    default="127.0.0.1",
)
OPEN = Option("--open", FLAG, "Open the page in the browser.", into="opens")
EXPORT = Option(
    "--export",
    FOLDER,
    "Write the desk to DIR as a site that needs no server, and end; to FILE.html as one "
    "file, which opens from a disk, too.",
    into="folder",
)
PYTHON = Option(
    "--python",
    FOLDER,
    "A full distribution of Pyodide, so that the exported site answers everything.",
)
PUZZLES = Option(
    "--puzzles",
    ValueType("FILE", EXISTING, many=True),
    "Puzzles that the exported site answers for, beside the usual boards; the link to each "
    "is printed.",
)
PUBLIC = Option("--public", FLAG, "Serve other machines too; requests need the token.")
TOKEN_FILE = Option(
    "--token-file",
    ValueType("FILE", EXISTING),
    "A file that holds the token, which SATDOKU_TOKEN may hold instead; without either "
    "--public creates one and prints it.",
)
PROTOCOL = Option(
    "--protocol",
    FLAG,
    "Also answer editors such as f-puzzles, at ws://localhost:4545.",
    into="editors",
)
PROTOCOL_PORT = Option(
    "--protocol-port",
    PORT_NUMBER,
    "Another port for --protocol.",
    default=4545,
    into="editors_port",
)
ORIGIN = Option(
    "--origin",
    ValueType("https://SITE", many=True),
    "Another site whose pages may use --protocol.",
    into="origins",
)
MCP_PORT = Option(
    "--port",
    PORT_NUMBER,
    "Serve HTTP at http://127.0.0.1:PORT/mcp instead of pipes; 0: any free port.",
)
SERVE_WORKERS = Option(
    "--workers", WORKER_NUMBER, "Requests handled at once.  [default: one per core, at least 2]"
)
MCP_WORKERS = Option(
    "--workers", WORKER_NUMBER, "Calls handled at once.  [default: one per core, at least 2]"
)
LIMIT = Option(
    "--limit",
    whole(1, 100000),
    "Maximum queue length; further requests get status 429.",
    default=256,
)
MEMORY = Option(
    "--memory",
    whole(100, 1000000, "MB"),
    "Memory limit of a worker, after which it is replaced.",
    default=700,
)
PUBLISH_OUTPUT = Option(
    "-o --output",
    ValueType("FILE.html|DIR"),
    "One file that holds everything, or a folder for a web host.",
    heading="Output",
    required=True,
)
PUBLISH_TITLE = Option("--title", TEXT, "The title of the puzzles.")
PUBLISH_AUTHOR = Option("--author", TEXT, "Their author.")
PUBLISH_RULES = Option(
    "--rules", TEXT, "The rules in words, in place of the usual text for each kind."
)
PUBLISH_TIME = TIME_LIMIT._replace(
    meaning="Time limit for each puzzle's rating, hints and redundant clues.", default=20.0
)
#: The options of each command, in the order of its help.
OPTIONS = {
    "serve": (
        SERVE_PORT, HOST, OPEN, EXPORT, PYTHON, PUZZLES, PUBLIC, TOKEN_FILE, PROTOCOL,
        PROTOCOL_PORT, ORIGIN, SERVE_WORKERS, LIMIT, MEMORY,
    ),
    "publish": (
        INPUTS, PUBLISH_TITLE, PUBLISH_AUTHOR, PUBLISH_RULES, OWN_KIND, *READ_PUZZLES,
        PUBLISH_OUTPUT, PUBLISH_TIME,
    ),
    "mcp": (MCP_PORT, MCP_WORKERS),
}  # fmt: skip
EXCLUSIONS = {
    "serve": (
        Exclusion("no --export", "--puzzles --python", "these go into an exported site (--export)"),
        Exclusion(
            "--export",
            "--port --host --open --public --token-file --protocol --protocol-port --origin "
            "--workers --limit --memory",
            "--export serves nothing",
        ),
        Exclusion("no --protocol", "--protocol-port --origin", "--protocol is missing"),
    ),
}
