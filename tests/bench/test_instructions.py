"""Instructions a move: what is counted lies between two marks, and the counted game is heard of to its end."""

import shutil
import sys

import pytest
import uvloop

from sheepfold.cli.lab import bench
from sheepfold.games import SHELF
from sheepfold_bench import counted, instructions
from sheepfold_bench.load import BenchError


def test_a_part_of_a_program_that_does_twice_as_much_counts_twice_as_many():
    loops = "import os; os.getsid(0)\nfor n in range(10**5): n\nos.getsid(0)\nfor n in range(2*10**5): n\nos.getsid(0)"
    _, once, twice = instructions.dumps(shutil.which("valgrind"), [sys.executable, "-c", loops])
    assert 1.9 < twice / once < 2.1


def test_in_every_game_the_same_moves_count_alone_and_with_pages(monkeypatch):
    marks, moves = [], []
    post, send = counted.Client.post, counted.Page.move

    async def posting(self, path, body):
        moves.append(path.endswith("/moves"))
        return await post(self, path, body)

    def sending(self, text, key):
        moves.append(True)
        send(self, text, key)

    monkeypatch.setattr(counted.Client, "post", posting)
    monkeypatch.setattr(counted.Page, "move", sending)
    monkeypatch.setattr(counted, "mark", lambda: marks.append(sum(moves)))
    uvloop.run(counted.count(map(SHELF.game, SHELF)))
    between = [end - begin for begin, end in zip(marks[::2], marks[1::2], strict=True)]
    assert between == [counted.COUNTED] * len(counted.WAYS) * len(SHELF)


def test_without_valgrind_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BenchError, match=r"needs valgrind, which is not installed \(apt-get install valgrind\)"):
        bench.bench_parser().run(["instructions"])
