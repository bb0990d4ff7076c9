"""The adapters of the environment, with the packages that they are for where those are installed
(`.ci/run` installs two of them apart, since they fix versions of what ours use)."""

import asyncio
import doctest
import inspect
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku.environment import split_of

PACKAGE = "satdoku.environment.adapters"
EXAMPLES = Path(__file__).parents[2] / "examples" / "verifiers"


@pytest.fixture
def adapter():
    """A function that imports an adapter, anew for each test."""
    yield lambda name: import_module(f"{PACKAGE}.{name}")
    for name in [*sys.modules]:
        if name.startswith(PACKAGE) or name == "sudoku_taskset":
            del sys.modules[name]


def wrong(puzzle, solution):
    """The solution with two blanks of the first row that has some exchanged."""
    one, two = [i for i, given in enumerate(puzzle) if given == "."][:2]
    digits = [*solution]
    digits[one], digits[two] = digits[two], digits[one]
    return "".join(digits)


@pytest.mark.slow
def test_the_question_tells_rules_and_their_cells(adapter):
    asking = adapter("asking")
    puzzle = asking.numbered(1, kind="thermometer")
    asked = asking.question(puzzle)
    assert "Along a thermometer digits increase from the bulb." in asked
    assert all(part in asked for part in puzzle.layout.name.split("+")[1:])
    assert "\n".join(puzzle.line[i : i + 9] for i in range(0, 81, 9)) in asked
    assert split_of(asking.numbered(1, "test", level="easy")) == "test"


def test_rewards_for_trl_are_those_of_score_answer(adapter):
    trl = adapter("trl_sudoku")
    rows = trl.rows(3, seed=5, level="easy")
    assert rows == trl.rows(3, seed=5, level="easy") != trl.rows(3, seed=6, level="easy")
    answers = [satdoku.solution(row["puzzle"]).line for row in rows]
    said = [answers[0], wrong(rows[1]["puzzle"], answers[1]), "I give up"]
    columns = {name: [row[name] for row in rows] for name in ("puzzle", "layout")}
    # what the trainer passes beside the columns
    more = {
        "prompts": [row["prompt"] for row in rows],
        "completion_ids": [[1]] * 3,
        "trainer_state": None,
        "log_extra": print,
        "log_metric": print,
    }
    chats = [[{"role": "assistant", "content": text}] for text in said]
    for completions in (said, chats):
        assert trl.right(completions=completions, **columns, **more) == [1, 0, 0]
    begun = rows[2]["puzzle"].replace(".", answers[2][rows[2]["puzzle"].index(".")], 1)
    assert trl.right([begun], [rows[2]["puzzle"]], ["9x9"]) == [0]
    assert 0 <= trl.parts([begun], [rows[2]["puzzle"]], ["9x9"])[0] < 1


@pytest.mark.slow
def test_tools_for_trl_pay_for_true_moves(adapter):
    tools = adapter("trl_sudoku").SudokuTools()
    for tool in (tools.place, tools.hint):
        *types, back = inspect.get_annotations(tool).values()
        assert "Returns:" in tool.__doc__ and back is str and {*types} <= {int}
    board, told = tools.reset(number=3, prompt=[]), list[str]()
    solution = satdoku.solution(board).line
    while "." in board:
        cells = [i for i, c in enumerate(board.replace("\n", "")) if c == "."]
        boards = np.array([satdoku.parse(board).cells] * len(cells), np.uint8)
        digits = np.array([int(solution[i]) for i in cells])
        single = satdoku.score_placements(boards, np.array(cells), digits).follows
        cell = cells[int(single.argmax())]
        said, board = tools.place(cell // 9 + 1, cell % 9 + 1, int(solution[cell])).split("\n", 1)
        told.append(said)
        assert said.startswith("follows:" if single.any() else ("follows", "guess"))
    assert any(said.startswith("follows:") for said in told)
    # True moves fill the board, however they are found; only false ones and hints cost.
    assert tools.get_reward() == 1
    assert "over" in tools.hint()
    tools.reset(number=3)
    assert tools.get_reward() == 0
    assert "hint" in tools.hint() and tools.get_reward() < 0
    board = tools.reset(number=3)
    cell = board.replace("\n", "").index(".")
    wrong_digit = int(solution[cell]) % 9 + 1
    assert tools.place(cell // 9 + 1, cell % 9 + 1, wrong_digit).startswith("false")
    assert tools.get_reward() < 0


@pytest.mark.slow
def test_tools_for_trl_have_schemas(adapter):
    schemas = pytest.importorskip(
        "transformers.utils.chat_template_utils", reason="transformers is not installed"
    )
    place = schemas.get_json_schema(adapter("trl_sudoku").SudokuTools().place)["function"]
    assert place["parameters"]["required"] == ["row", "column", "digit"]
    assert place["parameters"]["properties"]["digit"]["type"] == "integer"


@pytest.mark.slow
def test_rows_for_trl_make_a_dataset(adapter):
    pytest.importorskip("datasets.arrow_dataset", reason="datasets is not installed")
    trl = adapter("trl_sudoku")
    data = trl.dataset(2, level="easy")
    assert data.column_names == ["prompt", "puzzle", "layout"]
    assert data[1]["prompt"] == trl.rows(2, level="easy")[1]["prompt"]
    assert trl.numbers(3)["number"] == [0, 1, 2]


@pytest.mark.slow
def test_reasoning_gym_makes_and_scores_the_dataset(adapter):
    gym = pytest.importorskip("reasoning_gym", reason="reasoning_gym is not installed")
    adapter("reasoning_gym_sudoku")
    try:
        data = gym.create_dataset("satdoku", level="hard", seed=1, size=3)
        same = gym.create_dataset("satdoku", level="hard", seed=1, size=3)
        others = gym.create_dataset("satdoku", level="hard", seed=2, size=3)
        assert [*data] == [*same]
        assert not {x["answer"] for x in data} & {x["answer"] for x in others}
        for entry in data:
            assert satdoku.rate(entry["metadata"]["puzzle"]).label == "hard"
            assert data.score_answer(entry["answer"], entry) == 1
            assert (
                data.score_answer(wrong(entry["metadata"]["puzzle"], entry["answer"]), entry) == 0
            )
            assert data.score_answer(None, entry) == 0
        killer = gym.create_dataset("satdoku", kind="killer", split="test", seed=1, size=1)[0]
        assert "killer" in killer["question"]
        assert data.score_answer(killer["answer"], killer) == 1
        assert data.score_answer(wrong(killer["metadata"]["puzzle"], killer["answer"]), killer) == 0
        curriculum = gym.factory.create_curriculum("satdoku")
        curriculum.set_attr_level("level", 2)
        assert curriculum.generate_configuration({"size": 5}).level == "medium"
        with pytest.raises(AssertionError, match="level"):
            gym.create_dataset("satdoku", level="nonsense")
        both = gym.create_dataset(
            "composite",
            seed=1,
            size=4,
            datasets=[gym.composite.DatasetSpec("satdoku", 1, {"level": "easy"})],
        )
        entry = both[0]
        assert both.score_answer(entry["answer"], entry) == 1
    finally:
        for known in (gym.factory.DATASETS, gym.factory.CURRICULA):
            known.pop("satdoku", None)


@pytest.mark.slow
def test_verifiers_loads_and_scores_the_taskset(adapter, monkeypatch):
    vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    module = adapter("verifiers_sudoku")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    taskset = vf.load_taskset(module.SudokuConfig(id="sudoku-taskset", level="easy", seed=4))
    assert isinstance(taskset, module.SudokuTaskset)
    tasks = [*taskset.take(2)]
    assert [task.data.idx for task in tasks] == [0, 1]
    assert [task.data for task in tasks] == [task.data for task in islice(taskset, 2)]
    solution = satdoku.solution(tasks[0].data.puzzle).line
    for reply, score, verdict in (
        (f"So <answer>{solution}</answer>", 1, "right"),
        (f"<answer>{wrong(tasks[0].data.puzzle, solution)}</answer>", 0, "wrong cells"),
        ("I give up", 0, "not read"),
    ):
        agent = vf.AgentInfo(config=vf.AgentConfig())
        trace = vf.Trace(task=vf.TraceTask(type="SudokuTask", data=tasks[0].data), agent=agent)
        trace.root_reply = reply
        asyncio.run(tasks[0].score(trace))
        assert trace.rewards["right"].score == score
        assert {name for name, value in trace.metrics.items() if value} == {verdict}


@pytest.mark.slow
def test_openenv_serves_the_environment(adapter):
    pytest.importorskip("openenv.core.env_server.http_server", reason="openenv is not installed")
    module = adapter("openenv_sudoku")
    from starlette.testclient import TestClient

    with (
        TestClient(module.app) as client,
        client.websocket_connect("/ws") as one,
        client.websocket_connect("/ws") as two,
    ):
        assert client.get("/schema").json()["action"]["properties"]["line"]

        def ask(session, kind, **data):
            session.send_json({"type": kind} | ({"data": data} if data else {}))
            return session.receive_json()["data"]

        board = ask(one, "reset", seed=1)["observation"]["board"]
        assert ask(two, "reset", seed=2)["observation"]["board"] != board
        assert ask(two, "reset", puzzle=board)["observation"]["board"] == board
        hint = ask(one, "step", line="hint")
        assert hint["reward"] == -0.5 and hint["observation"]["verdict"] == "hint"
        solution, done = satdoku.solution(board).line, False
        while not done:
            cell = board.replace("\n", "").index(".")
            said = ask(one, "step", line=f"place r{cell // 9 + 1}c{cell % 9 + 1} {solution[cell]}")
            board, done = said["observation"]["board"], said["done"]
            assert said["observation"]["verdict"] in ("follows", "later", "guess")
        assert ask(one, "state")["solved"] and not ask(two, "state")["step_count"]


class NemoGymClient:
    """A session with the server of NeMo Gym for a row."""

    def __init__(self, app, row):
        from fastapi.testclient import TestClient

        self.client = TestClient(app)
        self.row = row

    def seed(self, **changed):
        return self.client.post("/seed_session", json=self.row | changed).status_code

    def act(self, action):
        return self.client.post("/act", json={"action": action}).text

    def verify(self, *output):
        response = {
            "id": "1",
            "created_at": 0,
            "model": "none",
            "object": "response",
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
            "output": output,
        }
        found = self.client.post("/verify", json=self.row | {"response": response}).json()
        assert found["puzzle"] == self.row["puzzle"]
        return found["reward"], found["verdict"]


def written(text):
    """A message of the assistant in the form of the Responses API."""
    part = {"type": "output_text", "text": text, "annotations": []}
    message = {"type": "message", "id": "2", "role": "assistant", "status": "completed"}
    return message | {"content": [part]}


@pytest.fixture
def nemo_gym(adapter):
    """The adapter for NeMo Gym, and its server's application."""
    pytest.importorskip("nemo_gym.base_resources_server", reason="nemo_gym is not installed")
    from nemo_gym.server_utils import ServerClient

    module = adapter("nemo_gym_sudoku")
    config = module.SudokuServerConfig(host="", port=1, entrypoint="app.py", name="satdoku")
    client = ServerClient.model_construct()
    return module, module.SudokuServer(config=config, server_client=client).setup_webserver()


@pytest.mark.slow
def test_nemo_gym_scores_answers(nemo_gym):
    module, app = nemo_gym
    row = module.answer_rows(1, seed=2, kind="thermometer")[0]
    asked = row["responses_create_params"]
    assert "thermometer" in asked["input"][0]["content"] and "tools" not in asked
    solution = satdoku.solution(satdoku.parse(row["puzzle"], row["layout"])).line
    false = wrong(row["puzzle"], solution)
    thought = {
        "type": "reasoning",
        "id": "3",
        "summary": [{"type": "summary_text", "text": solution}],
    }
    for output, found in (
        ([written(f"So <answer>{solution}</answer>")], (1, "right")),
        ([written(f"<answer>{false}</answer>")], (0, "wrong cells")),
        ([written(solution), written("I give up")], (0, "not read")),
        ([thought], (0, "not read")),
        ([], (0, "not read")),
    ):
        session = NemoGymClient(app, row)
        assert session.seed() == 200
        assert session.act("hint").startswith("no episode")
        assert session.verify(*output) == found
    assert NemoGymClient(app, row).verify(written(solution)) == (0, "no session")


@pytest.mark.slow
def test_nemo_gym_plays_episodes(nemo_gym):
    module, app = nemo_gym
    assert not doctest.testmod(module).failed
    row = module.play_rows(1, seed=2, layout="6x6")[0]
    assert row["responses_create_params"]["tools"] == [module.ACT]
    puzzle = satdoku.parse(row["puzzle"], row["layout"])
    solution = satdoku.solution(puzzle).line
    names = {i: f"r{i // 6 + 1}c{i % 6 + 1}" for i in range(36) if row["puzzle"][i] == "."}
    right = [f"place {name} {solution[i]}" for i, name in names.items()]
    first = next(iter(names))
    false = [f"place {names[first]} {int(solution[first]) % 6 + 1}"]
    for actions, least, most in (
        (right, 1, 1),
        (right[:1], 1 / len(right), 1 / len(right)),
        (["hint", *right], 0.5, 0.99),
        ([*false, *right], 0.5, 0.99),
        (false, -1, -0.01),
        (["undo", "x" * 30_000, "\n"], -1, -0.01),
        ([], 0, 0),
    ):
        session, other = NemoGymClient(app, row), NemoGymClient(app, row)
        assert session.seed() == other.seed() == 200
        told = [session.act(action) for action in actions]
        assert all(", reward " in one for one in told)
        reward, verdict = session.verify(written(solution))
        assert least - 1e-9 <= reward <= most + 1e-9 and verdict == "played"
        assert other.verify() == (0, "played")


@pytest.mark.slow
def test_a_session_of_nemo_gym_cannot_be_had_twice(nemo_gym):
    # a model may call any route as if it were a tool
    module, app = nemo_gym
    row = module.answer_rows(1, seed=2, level="easy")[0]
    solution = satdoku.solution(row["puzzle"]).line
    session = NemoGymClient(app, row)
    tools = row["responses_create_params"] | {"tools": [module.ACT]}
    assert session.seed() == 200
    assert session.seed(responses_create_params=tools) == 409
    assert session.act("hint").startswith("no episode")
    assert session.verify(written(solution)) == (1, "right")
    assert session.seed() == 409
    assert session.verify(written(solution)) == (0, "no session")
