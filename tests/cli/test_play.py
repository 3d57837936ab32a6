"""Playing at the terminal: whole games, commands, nonsense, hand-over, leaving and coming back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.conftest import Command, refused
from sheepfold.cli.files import Keeper
from sheepfold.cli.play import bots_at, seat_names
from sheepfold.cli.play.game import TerminalGame
from sheepfold.cli.play.table import TerminalTable
from sheepfold.cli.play.terminal import Completing, Terminal
from sheepfold.cli.play.typed import COMMANDS, Leave
from sheepfold.core.contract.bot import Means, random_move
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.progress import verify
from sheepfold.core.records.record import Record, from_either, from_json
from sheepfold.games import game
from sheepfold.games.woolf.bot import Justice
from support import NONSENSE

WIPED = "~~~ wiped ~~~"


class Hands(Terminal):
    """People at the terminal who type what ``answer`` says, until it says nothing any more."""

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def ask(self, prompt: str, completing: Completing | None = None) -> str:
        self.asked.append(prompt)
        typed = self.answer(prompt)
        if typed is None:
            raise EOFError
        print(f"{prompt}{typed}")
        return typed

    def clear(self) -> None:
        print(WIPED)


def typing(*lines: str) -> Hands:
    left: Iterator[str] = iter(lines)
    return Hands(lambda _: next(left, None))


def table(name: str, hands: Hands, path: Path, people: list[int] | None = None, **options: Any) -> TerminalTable:
    chosen = game(name)
    seats = chosen.seats[0]
    people = people or list(range(1, seats + 1))
    names = seat_names(chosen, seats, people, None, ["random"])
    sitting = TerminalGame.fresh(chosen, chosen.options.make(options), names, bytes(32))
    return TerminalTable(sitting, bots_at(chosen, names), Keeper(path / "game.json", False), hands, resumed=False)


def kept(path: Path) -> Record:
    return from_json((path / "game.json").read_text())


def random_hands(rng: Random) -> tuple[Hands, list[TerminalTable]]:
    """People who play at random; the table is filled in once it stands."""
    at: list[TerminalTable] = []

    def answer(prompt: str) -> str:
        if not prompt.endswith("> "):
            return ""
        sitting = at[0].sitting
        seat = next(s for s, called in at[0].names.items() if prompt == f"{called}> ")
        if seat not in sitting.game.to_move(sitting.state):
            return ""
        return sitting.game.write(sitting.state, seat, random_move(sitting.game, sitting.state, seat, rng))

    return Hands(answer), at


@pytest.mark.parametrize("hotseat", [True, False])
def test_a_whole_game_is_played_and_its_record_verifies(name: str, hotseat: bool, tmp_path: Path) -> None:
    hands, at = random_hands(Random(1))
    at.append(table(name, hands, tmp_path, None if hotseat else [1]))
    at[0].run()
    record = kept(tmp_path)
    assert record.outcome == at[0].sitting.outcome
    assert verify(game(name), record).seed_known


@pytest.mark.parametrize("hotseat", [True, False])
def test_the_end_tells_result_seed_and_record(
    tmp_path: Path, hotseat: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    hands, at = random_hands(Random(2))
    at.append(table("dogs", hands, tmp_path, None if hotseat else [2], tiles=3))
    at[0].run()
    said = capsys.readouterr().out
    assert "The game is over" in said
    assert re.search(r"^Place +Name +Role +Points\n1 +\S", said, re.MULTILINE)
    assert kept(tmp_path).commitment in said
    assert f"Seed       {kept(tmp_path).seed}" in said
    assert str(tmp_path / "game.json") in said


def test_any_nonsense_gets_a_sentence_and_changes_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {"quit", "resign", "undo"}
    harmless = [line for line in NONSENSE if line.strip() and line.lower() not in commands]
    at = table(name, typing(*harmless), tmp_path)
    with pytest.raises(Leave):
        at.run()
    said = capsys.readouterr().out
    assert "Traceback" not in said
    first = kept(tmp_path)
    assert verify(game(name), first).seed_known


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in ("quit", "resign", "undo", "save")])
def test_commands_that_show_change_nothing(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = table(name, typing(command), tmp_path, [1])
    with pytest.raises(Leave):
        at.run()
    assert all(seat != 1 for seat, _ in kept(tmp_path).moves)
    said = capsys.readouterr().out
    assert said[said.index(f"> {command}") :].count("\n") > 1


def test_what_to_do_is_said_once_right_above_where_it_is_typed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = table(name, typing(), tmp_path, [1])
    with pytest.raises(Leave):
        at.run()
    sitting = at.sitting
    said, names = capsys.readouterr().out, dict(enumerate(sitting.names, 1))
    prompt = sitting.game.prompt(sitting.game.view(sitting.state, 1), names).text
    assert said.count(prompt) == 1
    assert said.endswith(f"{prompt}\n")


def test_the_tracking_sheet_is_shown_without_the_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Leave):
        table("mutton", typing("sparse", "sheet"), tmp_path, [2]).run()
    said = capsys.readouterr().out.split("> sheet\n")[1]
    assert "Score: " in said
    assert "Sheep   : " in said
    assert "a-" not in said


def test_what_a_shot_would_split_is_foreseen_without_shooting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = table("mutton", typing("sparse", "foresee A", "foresee pass", "foresee 7"), tmp_path, [2])
    with pytest.raises(Leave):
        at.run()
    said = capsys.readouterr().out.split("> foresee ")[1:]
    assert "You aim at A." in said[0]
    assert "possibilities" in said[0]
    assert "Nothing can be foretold" in said[1]
    assert at.sitting.steps[-1].seat == 1, "the Farmer has not moved"


def test_no_command_is_a_move_of_any_game(name: str) -> None:
    chosen = game(name)
    rng = Random(3)
    state = chosen.start(chosen.options(), chosen.seats[0])
    while waiting := chosen.to_move(state):
        seat = min(waiting)
        assert not {part.lower() for part in chosen.parts(state, seat, ())} & set(COMMANDS)
        state, _ = chosen.apply(state, seat, random_move(chosen, state, seat, rng))


# -- undo, resign, save, quit --------------------------------------------------------------------


def test_undo_goes_back_to_before_ones_own_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = table("dogs", typing("0,-1E", "undo", "0,1E"), tmp_path, [1])
    with pytest.raises(Leave):
        at.run()
    assert "Taken back." in capsys.readouterr().out
    assert kept(tmp_path).moves[0] == (1, "0,1E")


def test_undo_never_crosses_a_draw_of_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands, at = random_hands(Random(4))
    moves = hands.answer
    typed: list[str] = []

    def answer(prompt: str) -> str | None:
        if len(typed) >= 3:
            return None
        line = moves(prompt)
        if prompt.endswith("> "):
            typed.append(line or "")
            return "undo" if len(typed) == 3 else line
        return line

    hands.answer = answer
    at.append(table("fold", hands, tmp_path))
    with pytest.raises(Leave):
        at[0].run()
    assert "cannot be taken back: a secret was shown or chance was drawn since" in capsys.readouterr().out
    assert sum(seat != 0 for seat, _ in kept(tmp_path).moves) == 2


def test_undo_never_crosses_a_reveal(tmp_path: Path) -> None:
    sitting = table("mutton", typing(), tmp_path).sitting
    rng = Random(5)
    for _ in ("flock", "wolves", "kill"):
        (seat,) = sitting.game.to_move(sitting.state)
        sitting.move(seat, random_move(sitting.game, sitting.state, seat, rng))
    with pytest.raises(IllegalNow, match="a secret was shown"):
        sitting.take_back([1, 2])


def test_there_is_nothing_to_undo_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Leave):
        table("dogs", typing("undo"), tmp_path).run()
    assert "You have made no move" in capsys.readouterr().out


def test_resigning_asks_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = table("dogs", typing("resign", "no", "resign", "yes"), tmp_path)
    at.run()
    assert "You play on." in capsys.readouterr().out
    outcome = kept(tmp_path).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.by, outcome.winners) == ("resigned", 1, (2,))


DECIDED = ("1,-3N", "4,0W", "4,1N", "1,2E", "0,-3N", "-3,-1E")
"""A duel of five tiles that is won before its last two are laid."""


def test_a_decided_match_says_so_and_ends_where_all_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = typing("end", *DECIDED, "end", "no", "end", "yes")
    table("dogs", hands, tmp_path, tiles=5, mode="duel").run()
    early, late = capsys.readouterr().out.split(DECIDED[-1], 1)
    assert "The game is not decided yet. You may resign." in early
    assert "Type end to end the game here" not in early
    assert "It is decided. Player 1 wins. Type end to end the game here." in late
    assert "You play on." in late
    outcome = kept(tmp_path).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("decided", (1,))


def test_after_resigning_nobody_is_said_to_be_to_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table("mutton", typing("sparse", "resign", "yes"), tmp_path, [2]).run()
    said = capsys.readouterr().out.partition("Type yes to resign: yes\n")[2]
    assert said.startswith("\nPlayer gave up. Random wins.\n")
    assert "to move" not in said
    assert f"See it all with: sheepfold replay {tmp_path / 'game.json'}" in said


def test_saving_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.txt").write_text("precious")
    lines = [f"save {tmp_path}/old.txt", f"save {tmp_path}/new.txt", "save", f"save {tmp_path}/no/\0"]
    with pytest.raises(Leave):
        table("dogs", typing(*lines), tmp_path).run()
    said = capsys.readouterr().out
    assert "already something called" in said
    assert "Type a file's name after save" in said
    assert "this is not a file name" in said
    assert (tmp_path / "old.txt").read_text() == "precious"
    assert from_either((tmp_path / "new.txt").read_text()) == kept(tmp_path)


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    with pytest.raises(Leave):
        table("dogs", typing(), tmp_path).run()
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o600


def test_a_game_that_cannot_be_kept_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(Leave):
        table("dogs", typing("0,-1E"), tmp_path, [1]).run()
    said = capsys.readouterr().out
    assert said.count("cannot be written") == 1
    assert "type save FILE" in said


# -- several people ------------------------------------------------------------------------------


def screens(said: str) -> list[str]:
    return said.split(WIPED)


def test_a_secret_is_typed_on_a_wiped_screen_and_wiped_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = table("mutton", typing(), tmp_path)
    lines = ["sparse", "", "", "WOLF"]
    sitting = at.sitting

    def answer(prompt: str) -> str | None:
        if lines:
            return lines.pop(0)
        if not prompt.endswith("> "):
            return ""
        if prompt != "Player 1> ":
            return None
        return sitting.game.write(sitting.state, 1, random_move(sitting.game, sitting.state, 1, Random(6)))

    at.terminal = Hands(answer)
    with pytest.raises(Leave):
        at.run()
    first, *_, secret, between, last = screens(capsys.readouterr().out)
    assert "F L O W" not in first
    assert "F L O W" in secret
    assert between.strip() == "Hand the keyboard to Player 2. Player 2, press Enter."
    assert "F L O W" not in last
    assert "WOLF" not in last


def test_without_secrets_the_screen_is_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands, at = random_hands(Random(7))
    at.append(table("dogs", hands, tmp_path, tiles=5))
    at[0].run()
    said = capsys.readouterr().out
    assert WIPED not in said
    assert said.count("Game 1 is over") == 1


def test_everybody_sees_only_their_own_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands, at = random_hands(Random(8))
    at.append(table("woolf", hands, tmp_path))
    at[0].run()
    sitting, said = at[0].sitting, capsys.readouterr().out
    private = {
        seat: {
            sitting.game.tell(told.fact, at[0].names)
            for step in sitting.steps
            for told in step.told
            if told.to == {seat}
        }
        for seat in at[0].people
    }
    for screen in screens(said)[1:-1]:
        typing_there = {seat for seat in at[0].people if f"{at[0].names[seat]}> " in screen}
        assert len(typing_there) <= 1
        for seat in set(at[0].people) - typing_there:
            others = private[seat] - {line for mine in typing_there for line in private[mine]}
            assert not any(line in screen for line in others)


# -- the real command ----------------------------------------------------------------------------


def test_a_script_plays_and_the_game_is_continued(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold(
        "play", "dogs", "tiles=5", "--as", "sheep", "--bots", "random", "--record", "g.txt", input="0,-1E\n"
    )
    assert done.returncode == 0
    assert "sheepfold play --continue g.txt" in done.stdout
    assert from_either((tmp_path / "g.txt").read_text()).moves[0] == (1, "0,-1E")
    done = sheepfold("play", "--continue", "g.txt", input="resign\nyes\n")
    assert "Player gave up. Random wins." in done.stdout
    assert (tmp_path / "g.txt").read_text().startswith("Game: dogs\n")
    assert sheepfold("verify", "g.txt").returncode == 0
    refused(sheepfold("play", "--continue", "g.txt"), "over (resigned)")


def test_quitting_offers_to_keep_the_game(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold("play", "dogs", "--record", "a.json", input="quit\nyes\n")
    assert "The game is kept" in done.stdout
    assert (tmp_path / "a.json").exists()
    done = sheepfold("play", "dogs", "--record", "b.json", input="quit\nno\n")
    assert "was not kept" in done.stdout
    assert not (tmp_path / "b.json").exists()


def test_games_are_kept_in_the_data_folder(sheepfold: Command, tmp_path: Path) -> None:
    sheepfold("play", "dogs", "--as", "wolf", "--names", "Ann", "--bots", "random")
    (found,) = (tmp_path / "data" / "sheepfold" / "games").iterdir()
    assert json.loads(found.read_text())["seats"] == ["bot random", "Ann"]


def test_the_same_word_deals_the_same_chance(sheepfold: Command) -> None:
    one, two = (sheepfold("play", "fold", "--seed", "moor", "--record", f"{n}.json").stdout for n in (1, 2))
    assert one.replace("1.json", "2.json") == two


def test_play_alone_asks_and_plays(sheepfold: Command) -> None:
    done = sheepfold("play", input="chess\ndogs\ntiles=4\ntiles=5\nshepherd\nwolf\nAnn\nquit\nno\n")
    assert done.returncode == 0
    assert "There is no game 'chess'" in done.stdout
    assert "There is no seat 'shepherd'" in done.stdout
    assert "Ann is the Wolf" in done.stdout
    assert sheepfold("play", input="").stdout.endswith("Goodbye.\n")


def test_what_does_not_fit_is_refused(sheepfold: Command, tmp_path: Path) -> None:
    (tmp_path / "there.json").write_text("")
    refused(sheepfold("play", "--seats", "2"), "name a game")
    refused(sheepfold("play", "chess"), "'chess'")
    refused(sheepfold("play", "dogs", "--as", "shepherd"), "'shepherd'", "sheep", "wolf")
    refused(sheepfold("play", "dogs", "--as", "3"), "'3'", "1 to 2")
    refused(sheepfold("play", "dogs", "--effort", "much"), "'much'", "0.01 to 1000")
    refused(sheepfold("play", "dogs", "--bots", "shark"), "'shark'")
    refused(sheepfold("play", "dogs", "--hotseat", "--bots", "random"), "--hotseat")
    refused(sheepfold("play", "dogs", "--names", "Ann,Bob"), "2 for 1")
    refused(sheepfold("play", "dogs", "--names", "bot random"), "'bot'")
    refused(sheepfold("play", "dogs", "--record", "there.json"), "already something")
    refused(sheepfold("play", "dogs", "--record", tmp_path / "there.json" / "x"), "cannot be written")
    refused(sheepfold("play", "dogs", "--continue", "there.json"), "give only --continue FILE")
    refused(sheepfold("play", "--continue", "-"), "from a file")


def test_a_game_of_bots_alone_is_not_continued(sheepfold: Command, tmp_path: Path) -> None:
    sheepfold("play", "dogs", "--record", "g.json")
    (tmp_path / "g.json").write_text((tmp_path / "g.json").read_text().replace('"Player"', '"bot random"'))
    refused(sheepfold("play", "--continue", "g.json"), "Only bots")


def test_one_game_of_many_is_taken_out_before_it_is_continued(sheepfold: Command) -> None:
    sheepfold("selfplay", "dogs", "tiles=3", "--bots", "random", "--games", 2, "--out", "many.jsonl")
    refused(sheepfold("play", "--continue", "many.jsonl"), "several games", "convert")


def test_bots_think_as_long_as_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[float, bool]] = []
    monkeypatch.setattr(Justice, "equip", lambda self, means: given.append((means.effort, means.casual)))
    view = game("woolf").view(game("woolf").start(game("woolf").options(), 4), 1)
    monkeypatch.setattr(Justice, "choose", lambda self, view, rng: ("peek", "2"))
    for opponent in bots_at(game("woolf"), ["Ann", "bot justice"], Means(None, 2.5, casual=True)).values():
        opponent.choose(view, Random(1))
    assert given == [(2.5, True)]
