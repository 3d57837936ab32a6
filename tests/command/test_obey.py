"""A command in, a letter out: the commands of the old server as they are typed there."""

from __future__ import annotations

import re

import pytest

from command.conftest import ANNS, BOBS, Post
from figures import FIRST_FIGURE
from sheepfold.command import board_mail, opening
from sheepfold.core.contract.bot import Thinking
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.terms import DAY, SeatPlan

pytestmark = pytest.mark.anyio


async def test_a_challenge_starts_a_board_at_once_and_boards_count_from_101(post: Post) -> None:
    first = await post.must("mutton challenge -size=5 -num_wolves=3 -no_berserk ann bob")
    assert (first.subject, first.board) == ("New Mutton Board 101 bob", 101)
    assert "-size=5 -num_wolves=3 -no_berserk" in first.text
    second = await post.must("dogs challenge bob ann")
    assert second.subject.startswith("New Sheep, Dogs and Wolves Board 102 ")


async def test_the_board_of_the_help_is_drawn_letter_for_letter(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    reply = await post.must(f"mutton move 101 bob {BOBS} sparse")
    assert reply.subject == "Mutton Board 101 ann"
    assert f"{FIRST_FIGURE}\n" in reply.text


async def test_secrets_are_shown_to_their_owner_alone(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    mine = await post.must(f"mutton move 101 ann {ANNS} HIDE")
    assert "Your wolves: D E H I." in mine.text
    assert "2.  DEHI" in mine.text
    theirs, all_see = await post.must(f"mutton showas bob {BOBS} 101"), await post.must("mutton show 101")
    for text in (theirs.text, all_see.text):
        assert "2.  ..." in text
        assert "DEHI" not in text
        assert "Your wolves" not in text
    assert "Your wolves: D E H I." in (await post.must(f"mutton showas ann {ANNS} 101")).text


async def test_what_was_secret_in_the_first_game_is_read_in_the_second(post: Post) -> None:
    await post.must("mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob")
    for name, secret, move in (("bob", BOBS, "a1,a2,b2,b3"), ("ann", ANNS, "A")):
        await post.must(f"mutton move 101 {name} {secret} {move}")
    assert "2.  ..." in (await post.must("mutton show 101")).text
    for name, secret, move in (
        ("ann", ANNS, "B:A-b1,C-c2,D-c3"), ("bob", BOBS, "A"), ("ann", ANNS, "mirror"), ("bob", BOBS, "B")
    ):  # fmt: skip
        await post.must(f"mutton move 101 {name} {secret} {move}")
    shown = await post.must("mutton show 101"), await post.must(f"mutton showas ann {ANNS} 101")
    for letter in shown:
        assert ("2.  A" in letter.text, "6.  ..." in letter.text) == (True, True)


async def test_a_single_wolf_is_one_letter(post: Post) -> None:
    await post.must("mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    asked = await post.must(f"mutton showas ann {ANNS} 101")
    assert "Choose your wolf in secret: 1 letter." in asked.text
    assert "Name one letter from A to D." in (await post.refused(f"mutton move 101 ann {ANNS} x:y")).text


async def test_a_move_with_a_number_counts_only_as_that_move(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    before = await post.everything()
    late = await post.refused(f"mutton move 101#7 bob {BOBS} sparse")
    assert "You sent this as move 7, but the next move at this board is number 1." in late.text
    assert late.subject == "Mutton Board 101 Error"
    assert await post.everything() == before
    await post.must(f"mutton move 101#1 bob {BOBS} sparse")


async def test_the_terms_of_a_challenge_are_those_of_its_options(post: Post) -> None:
    await post.must("mutton challenge --nagtime=3 --forfeittime=10 --totaltime=60 --unrated ann bob")
    info = await post.service.tables.info(await post.service.boards.find(101))
    assert (info.terms.clock.kind, info.terms.clock.main, info.rated) == ("days", 10 * DAY, False)
    assert (info.terms.clock.nag, info.terms.clock.total) == (3 * DAY, 60 * DAY)
    await post.must("mutton challenge ann bob")
    info = await post.service.tables.info(await post.service.boards.find(102))
    assert (info.terms.clock.main, info.terms.clock.nag, info.rated) == (21 * DAY, 7 * DAY, True)


@pytest.mark.parametrize(
    ("given", "main", "nag", "total"),
    [("", 21, 7, 0), ("--forfeittime=5", 5, 5, 0), ("--totaltime=10", 10, 7, 10), ("--nagtime=20", 21, 20, 0)],
)
async def test_what_is_not_said_of_the_time_follows_from_what_is(
    post: Post, given: str, main: int, nag: int, total: int
) -> None:
    await post.must(f"mutton challenge {given} ann bob")
    clock = (await post.service.tables.info(await post.service.boards.find(101))).terms.clock
    assert (clock.main, clock.nag, clock.total) == (main * DAY, nag * DAY, total * DAY)


async def test_a_challenge_says_how_long_bots_think_and_does_not_count_then(post: Post) -> None:
    woolf, plans = post.service.shelf.game("woolf"), (SeatPlan("me"), SeatPlan(), *[SeatPlan("bot", "justice")] * 2)
    for words, thinking, rated in ((["--thinking=long"], Thinking.LONG, False), ([], Thinking.USUAL, True)):
        terms = opening._terms(woolf, opening.agreed(woolf, words), plans)
        assert (terms.thinking, terms.rated) == (thinking, rated)
    assert "brief, usual or long" in (await post.refused("mutton challenge --thinking=hard ann bob")).text
    assert "did you mean --thinking?" in (await post.refused("mutton challenge --thinkng=long ann bob")).text
    assert "Nobody sits here who can" in (await post.refused("mutton challenge --thinking=long ann bob")).text
    assert "move at once" in (await post.refused("fold challenge --thinking=brief ann bob")).text


async def test_a_challenge_says_that_bots_may_hurry(post: Post) -> None:
    woolf, plans = post.service.shelf.game("woolf"), (SeatPlan("me"), *[SeatPlan("bot", "justice")] * 3)
    for words in ([], ["--hurry"]):
        assert opening._terms(woolf, opening.agreed(woolf, words), plans).hurry == bool(words)
    assert "always move at full speed" in (await post.refused("fold challenge --hurry ann bob")).text


@pytest.mark.parametrize("given", ["--nagtime=22", "--forfeittime=0", "--forfeittime=000000005999", "--totaltime=x"])
async def test_times_that_cannot_be_are_refused(post: Post, given: str) -> None:
    await post.refused(f"mutton challenge {given} ann bob")


async def test_what_players_are_told_unasked_names_game_board_and_turn(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    table = await post.service.boards.find(101)
    new = await board_mail(post.service, table, post.bob, Reason.START)
    assert (new.subject, new.to, new.board, new.table) == ("New Mutton Board 101 bob", post.bob, 101, table)
    assert new.picture is not None
    assert "mutton move 101#1 bob PASSWORD MOVE" in new.text
    assert (await board_mail(post.service, table, post.bob, Reason.NAG)).subject == "Nag: Mutton Board 101 bob"


async def test_an_answer_to_a_board_may_be_nothing_but_a_move(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must("sparse", door="mail", user=post.bob, board=101)
    reply = await post.must("HIDE", door="mail", user=post.ann, board=101)
    assert "Your wolves: D E H I." in reply.text
    assert "Answer with nothing but your move in the first line." in reply.text


# -- who may do what ---------------------------------------------------------------------------


async def test_who_was_seated_by_others_withdraws_without_loss(post: Post) -> None:
    for word in ("resign 101 bob {}", "move 102 bob {} resign", "reject 103 bob {}"):
        await post.must("mutton challenge ann bob")
        reply = await post.must(f"mutton {word.format(BOBS)}")
        assert "it counts for nobody" in " ".join(reply.text.split())
    assert not await post.service.ratings.ladder("mutton")


async def test_nobody_loses_on_time_what_they_never_agreed_to(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    post.clock.time += 22 * DAY
    await post.service.ticker.beat()
    await post.service.ticker.tick()
    shown = await post.must("mutton show 101")
    assert "it counts for nobody" in shown.text
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 102 bob {BOBS} sparse")
    await post.must(f"mutton move 102 ann {ANNS} HIDE")
    post.clock.time += 22 * DAY
    await post.service.ticker.beat()
    await post.service.ticker.tick()
    shown = await post.must("mutton show 102")
    assert "ann ran out of time. bob wins." in shown.text
    assert re.search(r"^Place +Name +Role\n1 +bob ", shown.text, re.MULTILINE)
    assert "Ratings" in shown.text
    assert "1000 -> " in shown.text


async def test_a_limit_says_at_how_many_boards_others_may_seat_somebody(post: Post) -> None:
    await post.must(f"mutton limit bob {BOBS} 1")
    await post.must("mutton challenge ann bob")
    full = await post.refused("mutton challenge ann bob")
    assert "bob plays at as many tables as they want" in full.text
    await post.must("dogs challenge ann bob")
    await post.must("mutton challenge bob ann")  # whoever starts a board agrees to it
    assert "cannot seat you" in (await post.must(f"mutton limit bob {BOBS} 0")).text
    assert "until you play at 20" in (await post.must(f"mutton limit bob {BOBS} none")).text


async def test_a_token_stands_in_the_place_of_a_password(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    credentials = post.service.sessions
    _, play = await credentials.new_token(post.bob, "mail", ["play"])
    _, read = await credentials.new_token(post.bob, "eyes", ["read"])
    reply = await post.must(f"mutton move 101 bob {play} sparse")
    assert "token" not in reply.text
    assert (await post.must(f"mutton showas bob {read} 101")).ok
    for line in (f"mutton resign 101 bob {read}", f"signoff bob {play}", f"mutton move 101 ann {play} HIDE"):
        refused = await post.refused(line)
        assert play not in refused.text
        assert read not in refused.text
    token = next(iter(await credentials.tokens(post.bob)))
    await credentials.revoke_token(post.bob, token.id)
    await post.refused(f"mutton showas bob {play} 101")


async def test_what_somebody_writes_in_the_body_is_passed_on(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse", "Good luck,\nand have fun!\n-- \nBob of the hills")
    shown = await post.must(f"mutton showas ann {ANNS} 101")
    assert "bob writes: Good luck, and have fun!" in shown.text
    assert "hills" not in shown.text


async def test_a_message_waits_for_its_reader_and_is_read_once(post: Post) -> None:
    await post.must(f"message ann {ANNS} bob", "Another game?\nOn Sunday.")
    first = await post.must(f"vacation bob {BOBS}")
    assert "ann wrote to you on" in first.text
    assert "  | Another game?\n  | On Sunday." in first.text
    assert "wrote to you" not in (await post.must(f"vacation bob {BOBS}")).text
    assert "1 to 4,000 characters" in (await post.refused(f"message ann {ANNS} bob")).text


async def test_a_preview_shows_what_a_move_would_give_and_plays_nothing(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    before = await post.everything()
    reply = await post.must(f"mutton preview 101 bob {BOBS} sparse")
    assert f"{FIRST_FIGURE}\n" in reply.text
    assert await post.everything() == before
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton move 101 ann {ANNS} HIDE")
    killed = await post.must(f"mutton preview 101 ann {ANNS} A:B-b4,E-d4")  # from the Wolf nothing is hidden
    assert "Sheep   : x B" in killed.text
    await post.must(f"mutton move 101 ann {ANNS} A:B-b4,E-d4")
    shot = await post.must(f"mutton preview 101 bob {BOBS} D")
    assert "What it reveals is known only when it is played" in shot.text
    assert "Aroooo" not in shot.text


async def test_moves_kept_ready_are_played_when_their_turn_comes(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    assert "1. HIDE" in (await post.must(f"mutton queue 101 ann {ANNS} HIDE")).text
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    table = await post.service.boards.find(101)
    await post.service.watching.look(table, post.ann, since=4, wait=5)
    assert "Your wolves: D E H I." in (await post.must(f"mutton showas ann {ANNS} 101")).text


async def test_draws_and_undo_need_consent(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    asked = await post.must(f"mutton move 101 bob {BOBS} undo")
    assert "You propose taking the last move back." in asked.text
    seen = await post.must(f"mutton showas ann {ANNS} 101")
    assert "mutton move 101 ann PASSWORD accept" in seen.text
    await post.must(f"mutton move 101 ann {ANNS} accept")
    assert (await post.must("mutton show 101")).subject == "Mutton Board 101 bob"
    await post.must(f"mutton move 101 bob {BOBS} propose")
    await post.must(f"mutton move 101 ann {ANNS} reject")
    assert "Nothing is proposed" in (await post.refused(f"mutton move 101 ann {ANNS} accept")).text
    await post.must(f"mutton move 101 ann {ANNS} propose")
    drawn = await post.must(f"mutton accept 101 bob {BOBS}")
    assert "By agreement. It is a draw." in drawn.text


async def test_a_number_of_seats_is_read_whole(post: Post) -> None:
    assert "4 to 8 players" in (await post.refused(f"woolf seek ann {ANNS} 004000")).text
    assert (await post.must(f"woolf seek ann {ANNS} 5")).board == 101


async def test_a_seeker_is_found(post: Post) -> None:
    await post.must(f"mutton seek -size=5 --unrated ann {ANNS}")
    listed = await post.must("mutton seek")
    assert "101  Mutton  ann and 1 open seat, waiting" in listed.text
    assert "mutton accept BOARD USERID PASSWORD" in listed.text
    begun = await post.must(f"mutton accept 101 bob {BOBS}")
    assert begun.subject == "Mutton Board 101 bob"


async def test_a_waiting_board_names_who_sits_there_and_counts_open_seats(post: Post) -> None:
    waiting = (await post.must(f"woolf seek ann {ANNS} 5")).text
    assert "Woolf!! board 101: ann and 4 open seats." in waiting
    assert "The board waits for players." in waiting


async def test_an_account_is_made_changed_and_ended_by_command(post: Post) -> None:
    await post.must("signup cyd cyds-secret cyd@example.org")
    assert "taken" in (await post.refused("signup CYD other-secret")).text
    await post.must("change address cyd cyds-secret new@example.org")
    await post.must("change password cyd cyds-secret better-secret")
    await post.refused("vacation cyd cyds-secret")
    assert "until" in (await post.must("vacation cyd better-secret 5")).text
    await post.must("signoff cyd better-secret")
    await post.refused("vacation cyd better-secret")


async def test_games_are_shared_for_research_only_by_whoever_says_so(post: Post) -> None:
    assert "None of your games" in (await post.must(f"research ann {ANNS}")).text
    assert "may be given away" in (await post.must(f"research ann {ANNS} yes")).text
    assert (await post.service.accounts.user(post.ann)).research
    assert "None of your games" in (await post.must(f"research ann {ANNS} no")).text
    assert "yes or no" in (await post.refused(f"research ann {ANNS} perhaps")).text


async def test_whoever_subscribes_is_mailed_of_a_board_of_others(post: Post) -> None:
    await post.must("signup cyd cyds-secret cyd@example.org")
    await post.must("mutton challenge ann bob")
    cyd = (await post.service.accounts.user_named("cyd")).id
    table = await post.service.boards.find(101)
    assert "Confirm your mail" in (await post.must("mutton subscribe 101 cyd cyds-secret")).text
    assert (await post.service.mail_wishes.thread(table, cyd)).wants == "all"
    await post.must("unsubscribe", door="mail", user=cyd, board=101)
    assert (await post.service.mail_wishes.thread(table, cyd)).wants == "none"


async def test_a_challenge_by_mail_from_a_confirmed_address_is_asked_about(post: Post) -> None:
    line, here = "mutton challenge ann bob", {"door": "mail", "address": "Ann@Example.org"}
    assert "You can start only a board at which you play" in (await post.refused(line, **here)).text
    link = await post.service.addresses.link("confirm", post.ann)
    await post.service.addresses.confirm(link)
    question = await post(line, **here)
    assert (question.asks, question.subject) == (post.ann, line)
    assert (await post.must(line, **here, user=post.ann)).subject == "New Mutton Board 101 bob"
    assert (await post.refused("mutton challenge bob cyd", **here)).asks is None
    assert (await post.refused(f"mutton challenge {'-size=5 ' * 25}ann bob", **here)).asks is None  # too long to ask


async def test_secrets_of_the_past_are_for_their_owner(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton move 101 ann {ANNS} HIDE")
    mine = await post.must(f"mutton showas ann {ANNS} 101#2")
    assert ("Your wolves: D E H I." in mine.text, mine.to) == (True, post.ann)
    for line in ("mutton show 101#2", f"mutton showas bob {BOBS} 101#2"):
        assert "Your wolves" not in (await post.must(line)).text
    assert "There is no move 9 yet; the last is 2." in (await post.refused("mutton show 101#9")).text


async def test_letters_of_a_game_that_was_given_up_turn_everything_up(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton move 101 ann {ANNS} ABCD")
    assert "Your wolves: A B C D." in (await post.must(f"mutton showas ann {ANNS} 101")).text
    assert "olves: A B C D." not in (await post.must(f"mutton showas bob {BOBS} 101")).text
    await post.must(f"mutton resign 101 bob {BOBS}")
    seen = [await post.must("show 101", door="mail", user=user, board=101) for user in (post.ann, post.bob, None)]
    for letter in seen:
        _, _, board = letter.text.partition("The position at the end:")
        assert "The wolves: A B C D." in board
    assert len({letter.picture for letter in seen}) == 1


async def test_a_draw_is_listed_as_one(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton move 101 bob {BOBS} propose")
    await post.must(f"mutton move 101 ann {ANNS} accept")
    assert "ann and bob, over. It is a draw." in (await post.must("mutton show ann all")).text


async def test_letters_say_who_is_on_vacation(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    assert "vacation" not in (await post.must(f"mutton showas ann {ANNS} 101")).text
    until = (await post.must(f"vacation bob {BOBS} 5")).text.partition("until ")[2].partition(":")[0]
    assert f"bob is on vacation until {until}." in (await post.must(f"mutton showas ann {ANNS} 101")).text
    await post.must(f"vacation bob {BOBS} 0")
    assert "vacation" not in (await post.must(f"mutton showas ann {ANNS} 101")).text
