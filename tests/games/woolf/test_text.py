"""The table in words: who has what, what was said, what is turned up."""

from __future__ import annotations

from games.woolf.setting import FIVE, facts, heard, played, table, turns
from sheepfold.core.contract import NATURE
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.state import State

NAMES = {1: "Ada", 2: "Bruno", 3: "Cleo", 4: "Dov", 5: "Emi"}


def text(state: State, seat: int | None) -> str:
    return GAME.text(GAME.view(state, seat), NAMES)


def test_the_text_tells_everything_on_the_table() -> None:
    state = table(*FIVE, questions={1: ("dog", "sheep")})
    state = played(state, "1 ask 3 dog", "2 peek 4", "0 0", "3 peek 5", "0 0")
    assert text(state, 3) == (
        "Woolf!!, round 1 of 3 (basic set, cards shuffled before every peek)\n"
        "Early suspicions: 0 of 2\n"
        "\n"
        "1 Ada: 0 points\n"
        "2 Bruno: 0 points\n"
        "3 Cleo (you): 0 points\n"
        "    1 asked dog: yes\n"
        "4 Dov: 0 points, to move\n"
        "    tokens: wolf from 2\n"
        "5 Emi: 0 points\n"
        "    tokens: ? from 3\n"
        "\n"
        "Your cards: hunter and hunting dog\n"
        "You play the hunter and seek: < wolf, << hunting dog\n"
        f"Your questions: {', '.join(state.questions[2])}\n"
        "You saw a card of Emi: hunter that looks like a question mark\n"
        "\n"
        "This round:\n"
        '  Ada asked you: "Is one of your cards a hunting dog?" - yes.\n'
        '  Bruno peeked at a card of Dov: "a wolf".\n'
        "  You peeked at a card of Emi and cannot tell.\n"
        "\n"
        "Dov is to move."
    )


def test_the_reveal_tells_cards_pointers_points_and_errors() -> None:
    state = turns(table(*FIVE))  # everybody peeks to the left, so the boy calls Cleo a wolf
    state = played(state, "1 suspect 4 x", "2 suspect 1 3", "3 suspect 1 0", "4 suspect 0 5")
    state, told = heard(state, "5 suspect 3 0")
    sentence = GAME.tell(facts(told, None)[1], NAMES)
    assert "Ada played the wolf (wolf and sheep); early suspicion sheep = Dov: right, 2 points." in sentence
    assert "wolf = Ada, sheep = Cleo: wrong, a red error token, 1 point for crying wolf." in sentence
    assert "final suspicion wolf = Cleo, hunting dog = nobody: wrong, an error token." in sentence
    assert sentence in "Round 1 is over. " + " ".join(
        line.strip() for line in text(state, None).splitlines() if " played the " in line
    )


def test_the_simulated_player_is_the_empty_chair() -> None:
    words = GAME.text(GAME.view(table(*FIVE, players=4), 1), {n: NAMES[n] for n in range(1, 5)})
    assert "5 the empty chair (nobody sits there: may be peeked at and suspected, never asked)" in words


def test_names_stay_as_people_write_them() -> None:
    state = played(table(*FIVE, players=4), "1 peek 5", "0 0")
    names = {1: "ada", 2: "bruno", 3: "cleo", 4: "dov"}
    assert "  ada peeked at a card of the empty chair" in GAME.text(GAME.view(state, 2), names)
    assert GAME.prompt(GAME.view(state, 1), names).text == "bruno is to move."


def test_places_are_named_where_cards_keep_them() -> None:
    words = text(played(table(*FIVE, shuffle=False), "1 peek 3R"), 1)
    assert "Your cards: left wolf; right sheep" in words
    assert "You saw the right card of Cleo: hunting dog" in words
    assert "cards keep their places" in words


def test_prompts_say_whose_turn_it_is_and_what_to_do() -> None:
    state = table(*FIVE)

    def prompt(state: State, seat: int | None) -> str:
        return GAME.prompt(GAME.view(state, seat), NAMES).text

    assert prompt(state, 1) == "Your turn: peek or ask. You may suspect from your second turn on."
    assert prompt(state, 2) == prompt(state, None) == "Ada is to move."
    assert prompt(played(state, "1 peek 2"), 1) == "Ada peeks at a card."
    assert prompt(turns(state), 1) == "Your turn: peek, ask or suspect. You seek the sheep."
    final = played(turns(state), "1 suspect 4 x", "2 suspect 1 4")
    assert prompt(final, 4) == "Final suspicion: say who is the hunting dog and the hunter, or decline."
    assert prompt(final, 1) == "The final suspicions: waiting for Cleo, Dov and Emi."
    assert prompt(GAME.start(GAME.options(), 5), 1) == "The cards are being dealt."


def test_a_red_token_is_named_in_the_prompt() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 2 x", "2 suspect 1 4")
    state = played(state, "3 decline", "4 decline", "5 decline")
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 3))
    while state.turn != 1:
        state = played(state, f"{state.turn} peek 1", "0 0")
    assert "Your red error token: no early suspicion" in GAME.prompt(GAME.view(state, 1), NAMES).detail


def test_own_sealed_pointers_are_told_to_their_owner_only() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x")
    assert "Your suspicion: sheep = Dov" in text(state, 1)
    assert "Dov" not in [line for line in text(state, 2).splitlines() if "suspicion" in line][-1]


def test_a_role_is_never_public() -> None:
    view = GAME.view(table(*FIVE), 1)
    assert [GAME.role(view, seat) for seat in range(1, 6)] == [""] * 5
