"""Why a move was played, in a sentence or two, from what its player could see."""

from __future__ import annotations

from dataclasses import replace

from sheepfold.core.contract import Move
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton import belief, rules
from sheepfold.games.mutton.belief import evidence, posterior
from sheepfold.games.mutton.terms import PASS, STAND, Options
from sheepfold.games.mutton.view import View, farmers_eyes, witnesses


def explain(view: DuelView[Options, View], move: Move) -> str:
    now = view.now
    if now is None:
        return (
            "More than that the Wolf seldom scores." if move == (PASS,) else "The Wolf's part seemed worth that much."
        )
    match now.phase:
        case "place":
            return "Everybody has few neighbours, so each kill points at few."
        case "choose":
            return "Chance chose my wolves, so that nobody can guess them."
        case "wolf":
            return _killing(now, move)
    return _aiming(now, move)


def _percent(chance: float) -> str:
    return f"{max(1, min(99, round(100 * chance)))} %" if 0 < chance < 1 else f"{round(100 * chance)} %"


def _aiming(view: View, move: Move) -> str:
    odds = belief.odds(view)
    suspect = max(odds, key=lambda letter: (odds[letter], letter))
    if move == (PASS,):
        return (
            f"Nobody stands out: even {suspect} is a wolf with only {_percent(odds[suspect])}."
            " Another night will tell more."
        )
    letters = [part.removesuffix(":") for part in move[:1] if part.endswith(":")] or list(move)
    if len(letters) > 1:
        return (
            f"All wolves left are among these {len(letters)} with {_percent(belief.all_among(view, letters))}."
            " Going on would cost more sheep."
        )
    letter = letters[0]
    if odds[letter] >= 1:
        return f"{letter} must be a wolf: nothing else explains who ran."
    first = (
        "Nobody is likelier."
        if odds[letter] >= odds[suspect] - 1e-9
        else "By how this Wolf hunts it is likelier still."
    )
    forced = " I had to shoot somebody." if view.log[-1].kind == STAND else ""
    return f"{letter} is a wolf with {_percent(odds[letter])}. {first}{forced}"


def _killing(view: View, move: Move) -> str:
    if move == (PASS,):
        return "None of my wolves has a neighbour."
    if not move[0].endswith(":"):
        return f"{move[0]} had nobody left beside it, so it went home."
    victim = move[0][0]
    seen = witnesses(view, victim)
    known = evidence(farmers_eyes(view))
    before = posterior(known).count
    dead = rules.mask_of(victim)
    if view.options.reveal:
        wolf = victim in (view.wolves or "")
        known = replace(known, sure=known.sure | dead) if wolf else replace(known, cleared=known.cleared | dead)
    after = posterior(replace(known, packs=(*known.packs, seen)))
    mine = rules.mask_of([a.letter for a in view.animals if a.letter in (view.wolves or "") and a.fate == "alive"])
    hottest = max((after.chances()[i] for i in range(view.options.num_sheep) if (mine & ~dead) >> i & 1), default=0.0)
    share = _percent(after.count / before)
    return (
        f"Beside {victim} stood {seen.bit_count()}. That leaves the Farmer {share} of all possibilities,"
        f" and at most {_percent(hottest)} on one of my wolves."
    )
