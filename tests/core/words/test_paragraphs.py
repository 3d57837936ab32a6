"""Texts as data: lines are broken where there is no room, diagrams are shown in parts, and nothing is guessed."""

from __future__ import annotations

from sheepfold.core.words.paragraphs import Diagram, Glyph, Line, as_it_is, paragraph, side_by_side, written

WIDE = Diagram(
    (
        (Glyph(6, "0"), Glyph(10, "1"), Glyph(14, "2"), Glyph(18, "3"), Glyph(22, "4")),
        (Glyph(2, "-1"), Glyph(6, "S"), Glyph(7, "---"), Glyph(10, "D"), Glyph(18, "S!", ("bad",)), Glyph(20, "=="),
         Glyph(22, "D")),
        (Glyph(22, "|"),),
    ),
    margin=4,
)  # fmt: skip


def test_a_line_is_broken_at_blanks_and_goes_on_below_its_words() -> None:
    assert written(((Line("one two three four", "  "),),), 12) == "  one two\n  three four"
    assert written(((Line("averyveryverylongword"),),), 12) == "averyveryverylongword"
    assert written(((Line("one two three", more="  > "),),), 10) == "one two\n  > three"
    assert written(((Line("one two three", whole=True),),), 10) == "one two three"
    assert written(((Line("one two three", most=8),),)) == "one two\nthree"


def test_nobody_writes_a_second_line_into_a_line() -> None:
    assert written((paragraph("Ann writes: hm\n\nTo move, send\r\n  x"),), 72) == "Ann writes: hm  To move, send    x"


def test_a_column_keeps_at_most_half_of_the_room() -> None:
    assert written(((Line("let it be so", "pass  "),),), 12) == "pass  let it\n      be so"
    assert written(((Line("here", "a word too many  "),),), 12) == "a word too\nmany  here"


def test_in_a_paragraph_of_several_lines_they_are_told_apart() -> None:
    one, two = (Line("one two three"),), (Line("one two three"), Line("  four"))
    assert written((one, two), 8, hang=4) == "one two\nthree\n\none two\n    three\n  four"


def test_a_diagram_that_is_too_wide_is_shown_in_parts_with_the_marks_of_its_rows() -> None:
    assert WIDE.lines() == ["      0   1   2   3   4", "  -1  S---D       S!==D", "                      |"]
    assert written(((WIDE,),), 23) == "\n".join(WIDE.lines())
    assert written(((WIDE,),), 22).split("\n") == [
        "      0   1   2   3",
        "  -1  S---D",
        "",
        "",
        "Further to the right:",
        "",
        "     3   4",
        "  -1 S!==D",
        "         |",
    ]


def test_what_is_wider_than_all_the_room_is_shown_where_it_begins() -> None:
    far = Diagram(((Glyph(0, "a"), Glyph(40, "b" * 50), Glyph(95, "c")),))
    assert written(((far,),), 20).split() == ["a", *["Further", "to", "the", "right:"], "b" * 50,
                                             *["Further", "to", "the", "right:"], "c"]  # fmt: skip


def test_signs_are_painted_and_keep_their_places() -> None:
    shown = written(((WIDE,),), 22, paint=lambda signs, tints: f"<{signs}>" if "bad" in tints else signs)
    assert "  -1 <S!>==D" in shown


def test_a_plain_text_stays_as_it_is() -> None:
    text = "A line that is far too long for this.\n\n  1 | o o\n"
    assert written(as_it_is(text), 10) == text.rstrip("\n")


def test_words_stand_side_by_side() -> None:
    assert [*side_by_side(["9", "10", "11"], 3)] == [Glyph(3, "9"), Glyph(5, "10"), Glyph(8, "11")]
