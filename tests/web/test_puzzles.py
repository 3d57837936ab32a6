"""Puzzles over the API and on pages: the answer is in nothing that is sent before it was given."""

from __future__ import annotations

import pytest

from serving import Reader, problem
from sheepfold import puzzles

FIRST = {(each.game, each.kind): each for each in reversed(puzzles.shipped())}


@pytest.mark.parametrize("puzzle", FIRST.values(), ids=lambda each: f"{each.game} {each.kind}")
def test_nothing_that_is_sent_tells_the_answer_before_it_is_given(anna, bert, url, puzzle):
    found = anna.get(f"/puzzles/{puzzle.id}")
    solution = puzzles.shown(puzzle).solution
    assert found["answered"] is None
    assert [choice["answer"] for choice in found["choices"]] == list(solution.choices)
    page = Reader(url).open(f"/puzzles/{puzzle.id}")
    for sent in (str(found), page):
        assert solution.reason not in sent
    told = anna.post(f"/puzzles/{puzzle.id}/answer", answer=solution.answer)
    assert (told["right"], told["reason"]) == (True, solution.reason)
    assert anna.get(f"/puzzles/{puzzle.id}")["answered"] == told
    assert bert.get(f"/puzzles/{puzzle.id}")["answered"] is None


def test_the_next_and_the_days_puzzle_are_there_for_all_and_a_standing_for_who_is_known(anna, url):
    assert anna.get("/puzzles/next", game="dogs")["game"] == "dogs"
    assert anna.get("/puzzles/today")["today"]
    assert anna.get("/me/puzzles") == {
        "rating": 1000, "margin": 667, "answered": 0, "right": 0, "row": 0, "best_row": 0,
    }  # fmt: skip


def test_answering_twice_and_nonsense_get_a_sentence(anna):
    puzzle = puzzles.shipped()[3]
    answer = puzzles.shown(puzzle).solution.answer
    path = f"/puzzles/{puzzle.id}/answer"
    assert problem(anna.http.post(path, json={"answer": "the moon"}))["detail"].startswith("Answer with one of")
    anna.post(path, answer=answer)
    again = problem(anna.http.post(path, json={"answer": answer}))
    assert again["detail"] == "You have answered this puzzle already."
    problem(anna.http.get("/puzzles/00"))
    problem(anna.http.get("/puzzles/next?game=chess"))


def test_a_visitor_without_a_name_answers_by_the_form_and_is_a_guest_then(url):
    reader = Reader(url)
    puzzle = puzzles.shipped()[5]
    solution = puzzles.shown(puzzle).solution
    assert "Choose an answer first" in reader.send(f"/puzzles/{puzzle.id}", status=422)
    wrong = next(choice for choice in solution.choices if choice != solution.answer)
    told = reader.send(f"/puzzles/{puzzle.id}", answer=wrong)
    assert "Not this time." in told
    assert "right in 0 of 1" in told
    assert "answered this puzzle already" in reader.send(f"/puzzles/{puzzle.id}", answer=wrong, status=422)


def test_twelve_are_there_to_print(url):
    sheet = Reader(url).http.get("/puzzles/sheet.pdf")
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF-")
