"""The leak law over everything that the API and the sockets send.

The same game of Mutton is played twice on fresh servers with a stopped clock; only the wolves differ, in a
way that the rules have not made public yet. Every byte that the Farmer and a spectator receive is equal.
"""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from serving import Player, seated, server_in_thread
from sheepfold.core.bot import random_move
from sheepfold.core.progress import play
from sheepfold.games import game
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings
from support import NONSENSE

WOLF, FARMER = 1, 2
PLIES = 8
QUESTIONS = (
    "", "/events?since=0", "/story", "/choices", "/choices?so_far=A", "/picture.svg", "/board.txt", "/record.json",
    "/record.txt", "/chat", "/note", "/queue", "/invitation",
)  # fmt: skip
NEVER_LEGAL = ("", "?", "ß", "9" * 400, "--", "a1", "bid 3", "peek 2", "<script>", "A,A", "ABCD", ["A", "A"], ["?"], [])
"""Words that never move the Farmer, whatever the position."""


def two_worlds(options: dict[str, Any], luck: Random) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """A game and another that the Farmer cannot tell from it: the same moves, other wolves."""
    mutton = game("mutton")
    while True:
        state, moves = mutton.start(mutton.options.make(options), 2), []
        while len(moves) < PLIES and (movers := mutton.to_move(state)):
            (seat,) = movers
            step = play(mutton, state, seat, random_move(mutton, state, seat, luck), len(moves))
            moves.append((seat, step.text))
            state = step.state
        if len(moves) < PLIES:
            continue
        other = mutton.imagine(mutton.view(state, FARMER), luck)
        true, false = (mutton.view(world, WOLF).now.wolves for world in (state, other))
        if set(true) != set(false):
            named = next(ply for ply, (seat, _) in enumerate(moves) if seat == WOLF)
            return moves, [*moves[:named], (WOLF, false), *moves[named + 1 :]]


class Ear:
    """Keeps every byte of every answer, with what is random by design put aside."""

    def __init__(self, url: str, table: str, commitment: str) -> None:
        self.url, self.aside, self.heard = url, {table: "TABLE", commitment: "COMMITMENT"}, []
        self.aside[url.removeprefix("http://")] = "HOST"

    def keep(self, text: str) -> None:
        for found, name in self.aside.items():
            text = text.replace(found, name)
        self.heard.append(text)

    def answer(self, found: httpx.Response) -> None:
        headers = {name: value for name, value in found.headers.items() if name != "date"}
        self.keep(f"{found.status_code} {headers} {found.text}")


def received(tmp_path, moves: list[tuple[int, str]], options: dict[str, Any]) -> list[str]:
    """Everything that the Farmer and a nameless spectator get while the game is played."""
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0, now=lambda: 1_000_000.0)
    with server_in_thread(Settings(rate_limits=False, log_level="error"), setup) as url:
        wolf, farmer = Player(url, "Wanda"), Player(url, "Fred")
        table = seated(wolf, farmer, {"game": "mutton", "options": options})
        ear = Ear(url, table, wolf.get(f"/tables/{table}")["info"]["commitment"])
        ear.aside[farmer.get(f"/tables/{table}/invitation")["invite"]] = "INVITATION"
        spectator = httpx.Client(base_url=f"{url}/api/v1")
        with (
            farmer.socket(f"/tables/{table}/socket", since=0) as live,
            farmer.socket("/me/socket") as all_tables,
        ):
            told = 0
            for seat, text in [(0, ""), *moves]:
                if seat:
                    [wolf, farmer][seat - 1].post(f"/tables/{table}/moves", move=text)
                position = farmer.get(f"/tables/{table}")["position"]
                number, his_turn = position["number"], FARMER in position["to_move"]
                for line in (live, all_tables) if seat and number > told else (live,) * (number > told):
                    ear.keep(line.recv(timeout=20))
                told = number
                for question in QUESTIONS:
                    ear.answer(farmer.http.get(f"/tables/{table}{question}"))
                    ear.answer(spectator.get(f"/tables/{table}{question}"))
                for path in ("/me/tables", "/tables?status=running", "/ratings", "/me"):
                    ear.answer(farmer.http.get(path))
                for nonsense in NEVER_LEGAL if his_turn else (*NEVER_LEGAL, *NONSENSE, "A", "B", "C", "D:"):
                    ear.answer(farmer.http.post(f"/tables/{table}/moves", json={"move": nonsense}))
        return ear.heard


@pytest.mark.parametrize("more", [{}, {"reveal": False}, {"shotgun": True}], ids=["reveal", "no reveal", "shotgun"])
def test_nothing_that_is_sent_depends_on_what_the_farmer_may_not_know(tmp_path_factory, more):
    options = {"size": 3, "num_sheep": 12, "num_wolves": 3, "quick": 6} | more
    one, other = two_worlds(options, Random(len(str(more))))
    assert one != other
    heard = received(tmp_path_factory.mktemp("one"), one, options)
    assert len(heard) > 300
    assert heard == received(tmp_path_factory.mktemp("other"), other, options)
