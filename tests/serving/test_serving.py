"""The server without processes: page, API, WebSockets, who may ask, and the command."""

import asyncio
import json
import socket
from contextlib import suppress
from threading import Lock

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
from click.testing import CliRunner
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import satdoku
from satdoku.cancellation import Stop, Stopped, run_under
from satdoku.cli import command
from satdoku.cli.main import cli
from satdoku.errors import OutputError, SatdokuError
from satdoku.formats.links.fpuzzles_writing import fpuzzles
from satdoku.formats.links.payloads import pack
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.page_files import files_of_page
from satdoku.serving.pool.worker import FULL, STOPPING, RequestRefused, answer
from satdoku.serving.web import running
from satdoku.serving.web.app import make_app
from satdoku.serving.web.live_socket import make_editors_app
from satdoku.serving.web.websocket import MOST_BYTES

PROPER = "....43..1.....4."
TWELVE = "12..34.........."
AT = "http://localhost:8000"
LIVE = "ws://localhost:8000/live"


class Inline:
    """In place of a crew: answers in threads, one question at a time because the kept solvers are
    not thread-safe."""

    def __init__(self):
        self.one = Lock()

    async def ask(self, client, name, arguments, seconds, say=lambda _: None):
        loop, stop = asyncio.get_running_loop(), Stop()

        def tell(progress):
            with suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(say, progress)

        def alone():
            with self.one:
                if stop.is_set():  # cancelled while it was waiting
                    raise Stopped
                return run_under(stop, answer, name, arguments, tell)

        try:
            return await asyncio.to_thread(alone)
        finally:
            stop.set()


def client(app=None, **more):
    return TestClient(app or make_app(Inline(), **more), base_url=AT, raise_server_exceptions=False)


@pytest.fixture(scope="module")
def desk():
    with client() as here:
        yield here


class Refusing:
    """In place of a crew."""

    def __init__(self, refusal):
        self.refusal = refusal

    async def ask(self, *arguments):
        raise self.refusal


# -- Page and API -------------------------------------------------------------------------------


def test_the_page_and_its_files_are_served_with_a_policy(desk):
    for path in ("/", *(f"/page/{name}" for name in files_of_page())):
        response = desk.get(path)
        assert response.status_code == 200
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_files_are_sent_compressed_and_only_when_they_have_changed(desk):
    first = desk.get("/page/main.js", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    again = desk.get("/page/main.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content
    other = desk.get("/page/style.css", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200 and other.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize(
    "path",
    [
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page//etc/passwd",
        "/page/..%2fapp.py",
        "/page/",
        "/page/%00",
        "/etc/passwd",
    ],
)
def test_no_other_file_is_served(desk, path):
    assert desk.get(path).status_code == 404


def test_an_operation_answers_its_record(desk):
    response = desk.post("/api/solve", json={"puzzle": PROPER})
    found = satdoku.outcome(PROPER)
    assert response.json() == found.record() | {"text": found.text()}


def test_operations_are_listed_and_described(desk):
    listed = [row["name"] for row in desk.get("/api").json()["operations"]]
    assert listed == list(OPERATIONS)
    assert {f"/api/{name}" for name in listed} == set(desk.get("/api/openapi.json").json()["paths"])
    page = desk.get("/api/docs").text
    assert all(f"/api/{name}<" in page for name in listed)
    assert "<script" not in page


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b"\xff", 400),
        (b'{"puzzle": 1}', 400),
        (b'{"puzzle": "1", "no": 1}', 400),
        (b"[" * 5000, 400),
        (b'{"puzzle": {"a": ' * 70 + b"1" + b"}" * 140, 400),
        (b'{"puzzle": "' + b"1" * 700_000 + b'"}', 400),
        (b'{"puzzle": "' + b"1" * MOST_BYTES + b'"}', 413),
        (b"1" * 5000, 400),
        (b'{"puzzle": "hello"}', 422),
    ],
)
def test_bad_bodies_get_one_line(desk, body, status):
    response = desk.post("/api/solve", content=body, headers={"content-type": "application/json"})
    assert response.status_code == status
    assert "\n" not in response.json()["error"]


def test_only_json_is_read(desk):
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        response = desk.post("/api/solve", content=b"{}", headers={"content-type": kind})
        assert response.status_code == 415
    packed = {"content-type": "application/json", "content-encoding": "gzip"}
    assert desk.post("/api/solve", content=b"{}", headers=packed).status_code == 415


def test_unknown_operations_and_methods(desk):
    assert desk.post("/api/nothing", json={}).status_code == 404
    assert desk.post("/api/editor solve", json={}).status_code == 404
    assert desk.get("/api/solve").status_code == 405


@pytest.mark.parametrize(
    ("refusal", "status"), [(RequestRefused(*FULL), 429), (RequestRefused(*STOPPING), 503)]
)
def test_who_is_refused_learns_when_to_ask_again(refusal, status):
    with client(make_app(Refusing(refusal))) as here:
        response = here.post("/api/solve", json={"puzzle": PROPER})
        assert response.status_code == status
        assert response.headers["retry-after"]
        with here.websocket_connect(LIVE) as live:
            live.send_json({"id": 1, "ask": "solve", "puzzle": PROPER})
            assert live.receive_json() == {"id": 1, "error": refusal.text, "retry": True}


# -- Who may ask --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": AT}, 200),
        ({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}, 200),
        ({"host": "[::1]:8000"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "localhost.evil.example"}, 421),
        ({"host": "evil.example@localhost"}, 421),
        ({"host": "localhost@evil.example"}, 421),
        ({"host": "["}, 421),
        ({"host": ""}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://localhost:9000"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://f-puzzles.com"}, 403),
    ],
)
def test_hosts_and_origins(desk, headers, status):
    assert desk.get("/api", headers=headers).status_code == status
    if status == 200:
        with desk.websocket_connect(LIVE, headers=headers):
            return
    with pytest.raises(WebSocketDisconnect), desk.websocket_connect(LIVE, headers=headers):
        pass


def test_a_token_is_asked_for_where_there_is_one():
    with client(hosts=(), token="s3cret") as here:
        host = {"host": "desk.example"}
        assert here.get("/", headers=host).status_code == 401
        assert here.get("/api", headers=host | {"authorization": "Bearer no"}).status_code == 401
        right = host | {"authorization": "Bearer s3cret"}
        assert here.get("/api", headers=right).status_code == 200
        with pytest.raises(WebSocketDisconnect), here.websocket_connect(LIVE):
            pass
        first = here.get("/?token=s3cret", headers=host, follow_redirects=False)
        assert first.status_code == 303
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "strict" in cookie.lower()
        assert here.get("/", headers=host | {"cookie": "satdoku=s3cret"}).status_code == 200


# -- The WebSocket of the page ------------------------------------------------------------------


def test_questions_are_answered_with_their_ids(desk):
    with desk.websocket_connect(LIVE) as live:
        live.send_json({"id": 7, "ask": "solve", "puzzle": TWELVE, "options": {"limit": 3}})
        told = live.receive_json()
        assert (told["id"], told["answer"]["outcome"]) == (7, "several")
        live.send_json({"id": 8, "ask": "kinds", "puzzle": {}})
        assert "kinds" in live.receive_json()["answer"]


def test_progress_comes_before_the_answer(desk):
    with desk.websocket_connect(LIVE) as live:
        live.send_json({"id": 1, "ask": "count", "puzzle": TWELVE})
        frames = [live.receive_json()]
        while "answer" not in frames[-1]:
            frames.append(live.receive_json())
    assert all("progress" in frame for frame in frames[:-1])
    assert frames[-1]["answer"]["count"] == 12


def test_a_newer_question_on_a_topic_cancels_the_older(desk):
    with desk.websocket_connect(LIVE) as live:
        for number in (1, 2):
            live.send_json({"id": number, "ask": "solve", "puzzle": PROPER, "topic": "live"})
        frames = [live.receive_json(), live.receive_json()]
    assert {"id": 1, "cancelled": True} in frames or frames[0]["id"] == 1
    assert frames[1]["id"] == 2
    assert "answer" in frames[1]


class Waiting:
    """A crew that never answers, and knows who went."""

    def __init__(self):
        self.gone = []

    async def ask(self, client, name, arguments, *more):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.gone.append(name)
            raise


def test_what_is_cancelled_or_left_by_its_client_is_not_worked_on():
    crew = Waiting()
    with client(make_app(crew)) as here:
        with here.websocket_connect(LIVE) as live:
            live.send_json({"id": 1, "ask": "solve", "puzzle": PROPER})
            live.send_json({"id": 2, "ask": "count", "puzzle": PROPER})
            live.send_json({"id": 3, "ask": "rate", "puzzle": PROPER, "topic": "t"})
            live.send_json({"cancel": 1})
            assert live.receive_json() == {"id": 1, "cancelled": True}
            live.send_json({"id": 4, "ask": "hint", "puzzle": PROPER, "topic": "t"})
            assert live.receive_json() == {"id": 3, "cancelled": True}
            live.send_json({"cancel": 1})
            live.send_json({"id": 4, "ask": "solve", "puzzle": PROPER})
            assert "being answered" in live.receive_json()["error"]
        assert crew.gone[:2] == ["solve", "rate"]
    assert sorted(crew.gone) == ["count", "hint", "rate", "solve"]


def test_a_client_who_reads_nothing_loses_progress_and_then_the_line_but_no_answer_alone():
    """Driven by hand: what is said before anything is sent."""
    from satdoku.serving.web.websocket import MOST_FRAMES, ClientConnection

    class Silent(ClientConnection):
        kind = "silent"

        def hear(self, text):
            raise AssertionError("nobody speaks")

    async def drive():
        line = Silent(None, None)
        line.hearing = asyncio.ensure_future(asyncio.Event().wait())
        for number in range(2 * MOST_FRAMES):
            line.say(str(number), is_progress=True)
        assert line.frames.qsize() < MOST_FRAMES
        while not line.frames.full():
            line.say("answer")
        assert not line.hearing.cancelling()
        line.say("one more")
        assert line.hearing.cancelling()
        line.hearing.cancel()

    asyncio.run(drive())


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "1",
        '{"id": "x", "ask": "solve"}',
        '{"id": 1}',
        '{"id": 1, "ask": 2}',
        '{"id": 1, "ask": "solv", "puzzle": "1"}',
        '{"id": 1, "ask": "solve"}',
        '{"id": 1, "ask": "solve", "puzzle": "1", "options": []}',
        '{"id": 1, "ask": "solve", "puzzle": "1", "options": {"engine": "x"}}',
        "[" * 2000,
    ],
)
def test_bad_frames_get_one_line_and_the_line_stays(desk, frame):
    with desk.websocket_connect(LIVE) as live:
        live.send_text(frame)
        told = live.receive_json()
        assert told["error"]
        assert told["retry"] is False
        live.send_json({"id": 9, "ask": "solve", "puzzle": PROPER})
        assert live.receive_json()["answer"]["outcome"] == "unique"


# -- The protocol of editors --------------------------------------------------------------------


@pytest.fixture(scope="module")
def editors():
    with client(make_editors_app(Inline())) as here:
        yield here


def data_of(puzzle, cells=None, **more):
    data = fpuzzles(satdoku.parse(puzzle)) | {"title": "Ünï ☃ 🧩"} | more
    for (r, c), square in (cells or {}).items():
        data["grid"][r][c] = square
    return pack(json.dumps(data))


def told(editors, command, data, nonce=5):
    """The frames of an answer, up to its last."""
    with editors.websocket_connect("ws://localhost:4545") as editor:
        editor.send_json({"nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data})
        frames = [editor.receive_json()]
        while frames[-1].get("inProgress"):
            frames.append(editor.receive_json())
    assert {frame["nonce"] for frame in frames} == {nonce}
    return frames


def test_an_editor_is_told_solution_and_counts(editors):
    solution = list(satdoku.solve(PROPER).cells)
    assert told(editors, "solve", data_of(PROPER)) == [
        {"nonce": 5, "type": "solved", "solution": solution}
    ]
    assert told(editors, "check", data_of(TWELVE))[-1]["count"] == 2
    *before, last = told(editors, "count", data_of(TWELVE))
    assert (last["count"], last["inProgress"]) == (12, False)
    assert all(frame["type"] == "count" for frame in before)
    assert told(editors, "check", data_of("11" + "." * 14))[0]["count"] == 0
    nothing = told(editors, "solve", data_of("11" + "." * 14))[0]
    assert (nothing["type"], nothing["message"]) == ("invalid", "No solutions found.")


def test_only_givens_count_where_a_puzzle_is_judged(editors):
    entered = data_of(TWELVE, {(3, 3): {"value": 1}})
    assert told(editors, "count", entered)[-1]["count"] == 12


def test_true_candidates_by_cell_and_digit(editors):
    [frame] = told(editors, "truecandidates", data_of(TWELVE))
    counts = frame["solutionsPerCandidate"]
    assert len(counts) == 64
    assert set(counts) == {0, 1}
    more = data_of(TWELVE, truecandidatesoptions=["truecandidatesnumsolutions=4"])
    assert max(told(editors, "truecandidates", more)[0]["solutionsPerCandidate"]) == 4
    colours = data_of(TWELVE, truecandidatesoptions=["colored"])
    exact = told(editors, "truecandidates", colours)[0]["solutionsPerCandidate"]
    for v, number in enumerate(exact, 1):
        cell, digit = divmod(v - 1, 4)
        board = list(satdoku.parse(TWELVE).cells)
        if board[cell] not in (0, digit + 1):
            assert number == 0
            continue
        board[cell] = digit + 1
        puzzle = satdoku.Puzzle(tuple(board), satdoku.Layout.of_size(4))
        assert number == min(8, satdoku.count(puzzle, engine="dlx"))


def test_logic_that_keeps_what_no_solution_has_is_told_by_minus_one(editors):
    some = data_of(
        PROPER,
        truecandidatesoptions=["logical"],
        disabledlogic=["tuples", "pointing", "contradictions"],
    )
    counts = told(editors, "truecandidates", some)[0]["solutionsPerCandidate"]
    assert sorted(set(counts)) in ([0, 1], [-1, 0, 1])
    plain = told(editors, "truecandidates", data_of(PROPER))[0]["solutionsPerCandidate"]
    assert [max(0, n) for n in counts] == plain


def test_steps_go_on_from_digits_and_marks(editors):
    [path] = told(editors, "solvepath", data_of(PROPER))
    assert [cell["value"] for cell in path["cells"]] == list(satdoku.solve(PROPER).cells)
    assert path["isValid"]
    [first] = told(editors, "step", data_of(PROPER))
    assert first["message"] == "Initial candidates.\n"
    grid = fpuzzles(satdoku.parse(PROPER))["grid"]
    cells = {
        (k // 4, k % 4): grid[k // 4][k % 4]
        | ({} if cell["value"] else {"centerPencilMarks": cell["candidates"]})
        for k, cell in enumerate(first["cells"])
    }
    [second] = told(editors, "step", data_of(PROPER, cells))
    assert second["isValid"]
    assert second["message"].count("\n") == 1
    assert sum(cell["value"] > 0 for cell in second["cells"]) == 5
    assert all(cell["candidates"] is None for cell in second["cells"] if cell["value"])
    wrong = told(editors, "step", data_of(PROPER, {(0, 0): {"value": 4}}))[0]
    assert (wrong["isValid"], wrong["message"]) == (False, "Board is invalid!\n")


def test_an_estimate_goes_on_until_it_is_cancelled(editors):
    with editors.websocket_connect("ws://localhost:4545") as editor:
        request = {"nonce": 1, "command": "estimate", "dataType": "fpuzzles"}
        editor.send_json(request | {"data": data_of(TWELVE)})
        frame = editor.receive_json()
        assert frame["type"] == "estimate"
        assert frame["ci95_lower"] <= 12 <= frame["ci95_upper"]
        assert frame["iterations"] > 0
        editor.send_json(request | {"nonce": 2, "command": "solve", "data": data_of(PROPER)})
        while (frame := editor.receive_json())["nonce"] == 1:
            pass
        assert frame["type"] == "solved"
        editor.send_json({"nonce": 3, "command": "cancel"})
        assert editor.receive_json() == {"nonce": 3, "type": "canceled"}


@pytest.mark.parametrize(
    "frame",
    [
        "x",
        "[]",
        '{"nonce": 1}',
        '{"nonce": 1, "command": "fly"}',
        '{"nonce": 1, "command": "solve", "dataType": "csv", "data": ""}',
        '{"nonce": 1, "command": "solve", "dataType": "fpuzzles", "data": "!!!"}',
        json.dumps({"nonce": 1, "command": "step", "dataType": "fpuzzles", "data": pack("[]")}),
        json.dumps(
            {
                "nonce": 1,
                "command": "count",
                "dataType": "fpuzzles",
                "data": pack('{"size": 4, "grid": 3}'),
            }
        ),
        json.dumps(
            {
                "nonce": 1,
                "command": "step",
                "dataType": "fpuzzles",
                "data": pack(json.dumps({"size": 1, "grid": [[{"value": 7}]]})),
            }
        ),
    ],
)
def test_an_editor_that_sends_rubbish_is_told_so(editors, frame):
    with editors.websocket_connect("ws://localhost:4545") as editor:
        editor.send_text(frame)
        answer = editor.receive_json()
        assert answer["type"] == "invalid"
        assert "\n" not in answer["message"]


def test_pages_of_editors_may_ask_and_others_not(editors):
    at = "ws://localhost:4545"
    with editors.websocket_connect(at, headers={"origin": "https://f-puzzles.com"}) as editor:
        editor.send_json({"nonce": 1, "command": "cancel"})
        assert editor.receive_json()["type"] == "canceled"
    for origin in ("https://evil.example", "null"):
        with (
            pytest.raises(WebSocketDisconnect),
            editors.websocket_connect(at, headers={"origin": origin}),
        ):
            pass


# -- The command --------------------------------------------------------------------------------


def serve(monkeypatch, *arguments):
    """(what went wrong or "", the service that would run)."""
    asked = []
    monkeypatch.setattr(running, "serve", lambda service, *more: asked.append(service))
    result = CliRunner().invoke(cli, ["serve", *arguments])
    said = result.output + str(result.exception or "")
    return said, (asked or [None])[0]


def test_options_say_what_is_served(monkeypatch, tmp_path):
    (tmp_path / "token").write_text("abcdefgh\n")
    usual = serve(monkeypatch)[1]
    assert (usual.host, usual.port, usual.public, usual.editors) == (
        "127.0.0.1",
        8000,
        False,
        False,
    )
    options = [
        "--port=9",
        "--protocol",
        "--protocol-port=8",
        "--origin=https://a.example",
        "--workers=3",
        "--limit=9",
        "--memory=200",
        "--public",
        "--host=0.0.0.0",
        f"--token-file={tmp_path / 'token'}",
    ]
    service = serve(monkeypatch, *options)[1]
    assert (service.port, service.editors, service.editors_port) == (9, True, 8)
    assert (service.origins, service.token) == (("https://a.example",), "abcdefgh")
    monkeypatch.setenv("SATDOKU_TOKEN", "of the environment")
    assert serve(monkeypatch, "--public")[1].token == "of the environment"
    (tmp_path / "token").write_text("a b")
    for wrong in (f"--token-file={tmp_path / 'token'}", "--origin=http://a.example"):
        assert serve(monkeypatch, "--protocol", wrong)[1] is None
    limits = service.limits
    assert (limits.workers, limits.waiting, limits.memory) == (3, 9, 200_000_000)


def test_others_are_served_only_when_that_is_said(monkeypatch):
    said, service = serve(monkeypatch, "--host=0.0.0.0")
    assert service is None
    assert "--public" in said


@pytest.mark.parametrize("option", ["--protocol-port=9", "--origin=https://a.example"])
def test_what_would_change_nothing_is_refused(monkeypatch, option):
    said, service = serve(monkeypatch, option)
    assert service is None
    assert "leave out --" in said


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "uvicorn" else name)
    result = CliRunner().invoke(cli, ["serve"])
    assert isinstance(result.exception, SatdokuError)
    assert "pip install starlette uvicorn websockets" in str(result.exception)


def test_a_port_in_use_is_told_in_a_line():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OutputError, match=f"port {port} is in use"):
            running.serve(running.Service(port=port))
    with pytest.raises(OutputError, match="not an address"):
        running.listening("no..name", 0)  # and no server is asked for it
