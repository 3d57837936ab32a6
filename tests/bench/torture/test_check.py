"""The judge of histories: each promise, kept and broken."""

from dataclasses import replace

import pytest

from sheepfold_bench.torture.check import violations
from sheepfold_bench.torture.history import Attempt, Disturbance, Ending, Heard, History, Promise

MAIN, EXTRA = 100.0, 2.0


def attempt(ply, text, began, ended, answer="done", key=None):
    return Attempt("t", ply, ply % 2 + 1, text, key or f"{ply}{text}", 0, began, ended, answer)


def heard(number, text, viewer="seat 1", line=1, at=25.0):
    return Heard("t", viewer, line, number, {"number": number, "text": text}, at)


def story(*texts):
    return tuple({"number": number, "text": text} for number, text in enumerate(texts, 1))


ENDING = Ending(
    table="t", stored=("seat 1", "the line 'hm'"), opening=0,
    moves=("a", "b", "c"), stories={"seat 1": story("a", "b", "c")}, chats={"seat 1, chat": story("hm")},
    left={1: 89.0, 2: 92.0}, main=MAIN, extra=EXTRA, began=(0.0, 0.0), forfeited=False,
)  # fmt: skip
"""Seat 1 thought for 10 and for 5 seconds, seat 2 for 10."""
CLEAN = [
    Promise("t", "seat 1", 0.0),
    attempt(0, "a", 10.0, 10.0),
    heard(1, "a"),
    Promise("t", "the line 'hm'", 11.0),
    heard(1, "hm", viewer="seat 1, chat"),
    attempt(1, "b", 20.0, 20.0),
    heard(2, "b"),
    attempt(2, "c", 25.0, 25.0),
    heard(3, "c"),
    ENDING,
]


def judged(*entries):
    return violations(History(list(entries)))


def changed(kind, at, *instead):
    """The clean history with its entry number ``at`` of that kind replaced."""
    places = [n for n, entry in enumerate(CLEAN) if isinstance(entry, kind)]
    return [*CLEAN[: places[at]], *instead, *CLEAN[places[at] + 1 :]]


def test_a_clean_history_has_nothing_against_it():
    assert judged(*CLEAN) == []


def test_an_acknowledged_move_that_is_not_stored():
    found = judged(*CLEAN[:-1], attempt(3, "d", 30.0, 31.0), ENDING)
    assert found == ["Table t: move 3 was acknowledged as d, but nothing is stored."]


def test_an_acknowledged_move_in_whose_place_another_is_stored():
    found = judged(attempt(1, "x", 20.0, 20.0), *CLEAN)
    assert "Table t: two moves were acknowledged as number 1: b, x." in found


def test_a_move_that_is_acknowledged_twice_and_stored_once_is_no_fault():
    assert judged(attempt(1, "b", 20.0, 20.0), *CLEAN) == []


def test_a_move_that_is_stored_twice():
    assert "Table t: b is stored as move 3, which nobody asked for." in judged(
        *CLEAN[:-1], replace(ENDING, moves=("a", "b", "c", "b"))
    )


def test_a_refused_move_that_is_stored():
    found = judged(*changed(Attempt, 2, attempt(2, "c", 25.0, 25.0, "refused")))
    assert found == ["Table t: c is stored as move 2, though it was refused."]


@pytest.mark.parametrize("moves", [("a", "b"), ("a", "b", "c")])
def test_a_move_without_an_answer_may_be_stored_or_not(moves):
    entries = changed(Attempt, 2, attempt(2, "c", 25.0, 25.0, "unknown"))
    entries = [entry for entry in entries if not isinstance(entry, Heard | Ending)]
    assert judged(*entries, replace(ENDING, moves=moves, stories={}, chats={}, left={})) == []


@pytest.mark.parametrize("times", [0, 2])
@pytest.mark.parametrize("what", ["seat 1", "the line 'hm'"])
def test_what_was_acknowledged_in_the_opening_or_the_chat_is_stored_once(what, times):
    stored = [each for each in ENDING.stored if each != what] + [what] * times
    found = judged(*CLEAN[:-1], replace(ENDING, stored=tuple(stored)))
    assert found == [f"Table t: {what} was acknowledged, but is stored {times} times."]


def test_a_table_whose_opening_was_acknowledged_and_which_is_not_there():
    found = judged(CLEAN[0], replace(ENDING, stored=(), moves=(), stories={}, chats={}, left={}))
    assert found == ["Table t: seat 1 was acknowledged, but is stored 0 times."]


def test_a_line_of_chat_that_never_came():
    found = judged(*changed(Heard, 1))
    assert found == ["Table t, seat 1, chat: heard 0 of 1 events, and never the rest."]


def test_a_move_that_is_heard_of_after_the_deadline():
    found = judged(*changed(Heard, 2, heard(2, "b", at=50.5)))
    assert found == ["Table t, seat 1: heard event 2 30.5 seconds after its acknowledgement."]


def test_time_under_faults_does_not_count_against_the_deadline():
    assert judged(Disturbance("kill", 29.0, 30.0), *changed(Heard, 2, heard(2, "b", at=50.5))) == []


def test_an_event_that_was_left_out():
    assert judged(*changed(Heard, 2)) == ["Table t, seat 1: heard event 3 on line 1 where 2 was next."]


def test_an_event_that_came_twice():
    found = judged(*changed(Heard, 2, heard(2, "b"), heard(2, "b", line=2)))
    assert found == ["Table t, seat 1: heard event 2 on line 2 where 3 was next."]


def test_an_event_that_was_told_otherwise_than_it_is_stored():
    assert judged(*changed(Heard, 2, heard(2, "x"))) == ["Table t, seat 1: heard event 2 otherwise than it is stored."]


def test_an_event_that_was_told_and_never_stored():
    assert judged(*CLEAN[:-1], heard(4, "d"), ENDING) == ["Table t, seat 1: heard event 4 otherwise than it is stored."]


def test_an_event_that_never_came():
    assert judged(*changed(Heard, 3)) == ["Table t, seat 1: heard 2 of 3 events, and never the rest."]


def test_a_forfeit_of_somebody_who_had_time():
    found = judged(*CLEAN[:-1], replace(ENDING, forfeited=True))
    assert found == ["Table t: somebody was called late who had time left."]


@pytest.mark.parametrize("left", [87.9, 90.1])
def test_a_clock_that_is_more_than_a_second_from_the_referees(left):
    found = judged(*CLEAN[:-1], replace(ENDING, left={1: left, 2: 92.0}))
    assert found == [f"Table t: seat 1 was charged {104 - left:.1f} seconds, where a referee saw 15.0 to 15.0."]


def test_a_clock_within_a_second_of_the_referees():
    assert judged(*CLEAN[:-1], replace(ENDING, left={1: 88.1, 2: 92.9})) == []


def test_time_in_which_the_servers_were_struck_may_be_given_back_or_not():
    for left in (89.0, 93.0):
        assert judged(Disturbance("pause", 2.0, 6.0), *CLEAN[:-1], replace(ENDING, left={1: left, 2: 92.0})) == []


def test_a_history_is_read_as_it_was_written(tmp_path):
    history = History([Disturbance("kill", 1.0, 2.0), *CLEAN])
    history.write(tmp_path / "history.jsonl")
    assert History.read(tmp_path / "history.jsonl") == history


def test_what_is_no_history_is_refused(tmp_path):
    (tmp_path / "no.jsonl").write_text('{"is": "disturbance", "name": "kill"}\n')
    with pytest.raises(ValueError, match="no line of a history"):
        History.read(tmp_path / "no.jsonl")
