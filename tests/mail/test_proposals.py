"""What is proposed at a board, and what becomes of it, is told by mail to whom it concerns."""

from __future__ import annotations

import pytest

from mail.conftest import Post
from sheepfold.play.notices.recipients import ABSENT
from sheepfold.play.terms import OfferKind

pytestmark = pytest.mark.anyio

ANN, BOB = "ann@mail.example", "bob@mail.example"


@pytest.mark.parametrize(
    ("kind", "proposed", "refused"),
    [
        (OfferKind.DRAW, "proposes a draw", "does not agree to a draw"),
        (OfferKind.UNDO, "proposes taking the last move back", "does not agree to taking the last move back"),
    ],
)
async def test_a_proposal_says_what_it_is_and_its_refusal_reaches_whoever_made_it(
    door: Post, kind: OfferKind, proposed: str, refused: str
) -> None:
    table = await door.table()
    await door.service.tables.move(table, door.ann, "add 1")
    await door.service.tables.offer(table, door.ann, kind)
    door.wall.pass_by(ABSENT)
    proposal = (await door.send())[-1]
    assert (proposal.to, str(proposal.mail["Subject"])) == (BOB, f"Tiny Board 101 Ann {proposed}")
    assert " ".join(proposal.text.split()).count(f"Ann {proposed}") == 1
    await door.answer(proposal, "reject\nNot yet.")
    refusal = next(mail for mail in await door.send() if mail.to == ANN)
    assert str(refusal.mail["Subject"]) == f"Tiny Board 101 Bob {refused}"
    assert (f"Bob {refused}." in refusal.text, "Bob writes: Not yet." in refusal.text) == (True, True)


async def test_who_takes_their_own_proposal_back_is_not_told_of_it_nor_who_was_asked(door: Post) -> None:
    table = await door.table()
    await door.service.tables.offer(table, door.ann, OfferKind.DRAW)
    await door.drop_all()
    await door.service.tables.answer(table, door.ann, OfferKind.DRAW, False)
    door.wall.pass_by(ABSENT)
    assert await door.send() == []
    story = (await door.service.watching.story(table, door.bob)).events
    assert story[-1].sentences == ("Ann no longer proposes a draw.",)


async def test_whoever_sees_the_refusal_on_a_page_gets_no_mail(door: Post) -> None:
    table = await door.table()
    await door.service.tables.offer(table, door.ann, OfferKind.DRAW)
    await door.drop_all()
    await door.service.tables.answer(table, door.bob, OfferKind.DRAW, False)
    await door.service.sessions.new_session(door.ann)
    door.wall.pass_by(ABSENT)
    assert await door.send() == []


async def test_who_was_seated_and_never_answered_did_not_call_the_game_off_themselves(door: Post) -> None:
    await door.begin(ANN, "tiny challenge bob ann")
    await door.send()
    door.wall.pass_by(22 * 86_400)
    await door.service.ticker.tick()
    over = [mail for mail in await door.send() if mail.to == ANN][-1]
    assert "Bob has not answered in time: the game was called off." in over.text
