"""The bench of the server: whatever it is asked for, both of its paces are measured, and it says when little was."""

import asyncio
import sys

import pytest

from sheepfold.cli.arguments import UsageError
from sheepfold.cli.lab import bench
from sheepfold.core.errors import SheepfoldError
from sheepfold_bench import server
from sheepfold_bench.load import WARM_UP, Cost, Pair, measured, relay
from sheepfold_bench.server import ServerCosts

GAME = [(ply % 2 + 1, "x") for ply in range(60)]


@pytest.fixture(scope="module")
def peer():
    with relay(size=40, durable=False) as running:
        yield running


@pytest.mark.parametrize(
    ("tables", "rate", "seconds", "steady"),
    [(1, 2000, 20, 25), (3, 2000, 20, 75), (3, 100_000, 86_400, 75), (4, 1, 1, 1), (4, 50, 1, 50)],
)
def test_both_paces_have_their_share_of_every_game(peer, tables, rate, seconds, steady):
    name = f"{tables}-{rate}-{seconds}"
    addresses = [(f"/{name}-{table}/1", f"/{name}-{table}/2") for table in range(tables)]
    pairs = [Pair(two, ("-", "-"), ("127.0.0.1", "127.0.0.1"), GAME) for two in addresses]
    found = asyncio.run(measured(peer, pairs, rate, seconds))
    warm_up = WARM_UP * tables
    assert (len(found.steady), found.full_moves) == (steady, 60 * tables - warm_up - steady)
    assert found.cost.steady > 0
    assert found.cost.full > 0


@pytest.mark.parametrize(
    ("steady", "full", "words"),
    [
        (4000, 7000, ""),
        (25, 30, "Few moves             25 at 200 moves/s and 30 as fast as it goes"),
        (1, 7000, "Few moves             1 at 200 moves/s"),
    ],
)
def test_who_measures_little_is_told_how_little(capsys, monkeypatch, steady, full, words):
    cost = Cost(0.001, 0.001)
    costs = ServerCosts(cost, cost, cost, [0.001] * steady, full, 1000.0, 1e5, 100.0)
    monkeypatch.setattr(server, "measure", lambda *asked: costs)
    assert bench.bench_parser().run(["server"]) == 0
    said = capsys.readouterr().out
    assert words in said
    assert ("Few moves" in said) == bool(words)


@pytest.mark.parametrize("option", ["--tables", "--rate", "--seconds"])
def test_to_measure_nothing_is_refused_in_a_sentence(option):
    with pytest.raises(UsageError, match=f"argument {option}: give a whole number from 1 to [0-9]+, not '0'"):
        bench.bench_parser().run(["server", option, "0"])


def test_without_a_checkout_one_sentence_says_so(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "sheepfold_bench"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if not path.endswith("tools")])
    with pytest.raises(SheepfoldError, match="bench torture needs a checkout; the installed package does not have it"):
        bench.bench_parser().run(["torture"])
