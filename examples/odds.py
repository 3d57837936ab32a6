"""Two bots play Mutton; along the game, how likely the Farmer may hold each wolf for one, and draw it as a picture.

python examples/odds.py odds.svg
"""

import sys
from random import Random

from sheepfold.bots import bot
from sheepfold.core.records.progress import Progress
from sheepfold.games import game

FARMER = 2
WIDTH, HEIGHT = 640, 320

mutton = game("mutton")
begun = Progress.begin(mutton, mutton.options.make({"quick": 11}), seats=2)
players, rng = {1: bot(mutton, "canny"), 2: bot(mutton, "novice")}, Random(3)

lines = {}
for step in begun.run(lambda now, seat: players[seat].choose(mutton.view(now.state, seat), rng)):
    truth = mutton.truth(step.state)
    odds = {one.about: dict(one.odds).get("wolf", 0.0) for one in mutton.beliefs(mutton.view(step.state, FARMER))}
    for letter, chance in odds.items():
        if truth[letter] == "wolf":
            lines.setdefault(letter, []).append((step.ply, chance))
last = step.ply
print(f"{last + 1} moves; the wolves were {', '.join(lines)}.")
for letter, points in lines.items():
    print(letter, " ".join(f"{chance:4.0%}" for _, chance in points))

if len(sys.argv) > 1:
    drawn = ""
    for number, points in enumerate(lines.values()):
        path = " ".join(f"{WIDTH * ply / last:.0f},{HEIGHT * (1 - chance):.0f}" for ply, chance in points)
        colour = ("#b0413e", "#4a7c59", "#3d5a80", "#c98f2b")[number % 4]
        drawn += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {WIDTH + 8} {HEIGHT + 8}">{drawn}</svg>')
