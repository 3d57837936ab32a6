"""Texts that would be taken for each other."""

from __future__ import annotations

import pytest

from sheepfold.core.words.lookalikes import looks, scripts, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "bOB"),
        ("Bob", "B\u043eb"),  # a Cyrillic о
        ("Bob", "B0b"),
        ("Bob", "\u0412\u041e\u0412"),  # all Cyrillic, in capitals
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),  # all Cyrillic
        ("Olga", "\u039flga"),  # a Greek Ο
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Mum", "Murn"),
        ("bob", "\uff42\uff4f\uff42"),  # full width
        ("Zoe\u0308", "Zo\u00eb"),
        ("o", "\u05e1"),  # a Hebrew samekh
    ],
)
def test_doubles_look_alike(one, other):
    assert looks(one) & looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Nera", "Vera"), ("ilona", "llona"), ("Anna", "Anne"), ("Zoe", "Zo\u00eb"), ("Lil", "Bill")]
)
def test_names_that_differ_do_not(one, other):
    assert not looks(one) & looks(other)


def test_a_skeleton_is_its_own():
    for text in ("paypal", "\u0440\u0430\u0443\u0440\u0430l", "m", "\u3230", "Zo\u00eb"):
        assert skeleton(skeleton(skeleton(text))) == skeleton(skeleton(text))


def test_scripts_that_are_mixed_are_named():
    assert scripts("\u0410nna") == {"Latin", "Cyrillic"}
    assert scripts("Anna-Zo\u00eb 7.") == frozenset()
    assert scripts("\u0410\u043d\u043d\u0430 7") == frozenset()


def test_languages_of_several_scripts_mix_none():
    assert scripts("\u6771\u4eac\u30bf\u30ef\u30fc") == scripts("\u5927\ud55c") == frozenset()
