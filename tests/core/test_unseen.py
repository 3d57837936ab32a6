"""Characters that nobody sees."""

from __future__ import annotations

import pytest

from sheepfold.core.words.lookalikes import has_unseen, visible

RTL, ZWSP, BOM, ZWJ, TAG, ESC = "\u202e", "\u200b", "\ufeff", "\u200d", "\U000e0041", "\x1b"


@pytest.mark.parametrize("unseen", [RTL, ZWSP, BOM, TAG, ESC, "\u2066", "\u00ad", "\u3164", "\x9b"])
def test_what_nobody_sees_is_left_out_and_known(unseen):
    assert visible(f"good{unseen} game") == "good game"
    assert has_unseen(f"good{unseen} game")


def test_what_is_seen_stays():
    family = f"\U0001f468{ZWJ}\U0001f469{ZWJ}\U0001f467"
    for text in (
        "good game",
        "Zo\u00eb",
        "\u05e9\u05dc\u05d5\u05dd",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        family,
    ):
        assert visible(text) == text


def test_a_label_needs_no_joiners():
    assert has_unseen(f"a{ZWJ}b")
    assert not has_unseen("my bot \u2013 Zo\u00eb's")


def test_blanks_are_single():
    assert visible(f"  a \n\t{ZWSP} b\u2028") == "a b"
