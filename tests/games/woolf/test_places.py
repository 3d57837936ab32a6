"""The page's table of people: what lies there when a game is left before its end."""

from __future__ import annotations

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.places import laid_open

NAMES = {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan", 5: "Eve"}


def test_everybodys_cards_lie_open_with_the_suspicions_that_were_sealed() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x", "2 suspect 1 3")
    shown = laid_open(GAME.opened(state, 5), 2, NAMES)
    assert [each.word for each in shown] == ["wolf", "shepherd boy", "hunter", "sheep", "hunter"]
    assert [[card.image for card in each.cards] for each in shown][:2] == [["wolf", "sheep"], ["boy", "sheep"]]
    assert [each.name for each in shown if each.you] == ["Bob"]
    assert [each.early for each in shown] == [True, True, False, False, False]
    aims = [[(aim.word, aim.name, aim.right) for aim in each.aims] for each in shown]
    assert aims[0] == [("sheep", "Dan", True)]
    assert aims[1] == [("wolf", "Ann", True), ("sheep", "Cleo", False)]
    assert aims[2:] == [[], [], []]


def test_nothing_is_scored_in_a_round_that_was_left() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x")
    assert not any(each.judged or each.points or each.error for each in laid_open(GAME.opened(state, 5), None, NAMES))
