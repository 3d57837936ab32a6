"""Train an agent for Woolf!! on one core in a minute or two, with nothing but NumPy, and let it play.

    python examples/train.py woolf_net.npy
    sheepfold arena woolf turn_limit=1 --alone --bots train:net,random   (in the folder examples, with the file there)
    sheepfold serve --agent woolf/net=train:net

It learns by REINFORCE: a linear policy over the planes plays seat 1 against random players in many games at once; parts
of games that went better than usual become likelier, others less likely.
"""

import os
import sys
from functools import cache

import numpy as np

from sheepfold import env

FILE = os.environ.get("WOOLF_NET", "woolf_net.npy")


def softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    odds = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return odds / odds.sum(axis=-1, keepdims=True)


def drawn(odds, rng):
    return (odds.cumsum(axis=1) > rng.random((len(odds), 1))).argmax(axis=1)


def train(rounds, lanes=64, rate=0.3, seed=1):
    """The weights after so many rounds of a hundred steps in every lane."""
    games = env.vector("woolf", n=lanes, seats=4, seed=seed, turn_limit=1)
    rng = np.random.default_rng(seed)
    weights = np.zeros((games.numbers.size, len(games.numbers.parts)))
    open_games = [[] for _ in range(lanes)]
    usual, seen = 0.0, games.observe()
    for number in range(rounds):
        slope, won, over = np.zeros_like(weights), 0.0, 0
        for _ in range(100):
            mine = seen.seat == 1
            learned = softmax(seen.observation @ weights, seen.mask)
            plain = seen.mask / seen.mask.sum(axis=1, keepdims=True)
            actions = drawn(np.where(mine[:, None], learned, plain), rng)
            for lane in np.flatnonzero(mine):
                open_games[lane].append((seen.observation[lane], actions[lane], learned[lane]))
            seen = games.step(actions)
            for lane in np.flatnonzero(seen.done):
                better = seen.reward[lane, 0] - usual
                usual += 0.005 * better
                won, over = won + seen.reward[lane, 0], over + 1
                for observation, action, odds in open_games[lane]:
                    step = -odds
                    step[action] += 1
                    slope += better * np.outer(observation, step)
                open_games[lane] = []
        weights += rate * slope / max(1, over)
        print(f"round {number + 1}: {over} games, utility {won / max(1, over):+.3f}", flush=True)
    return weights


@cache
def kept():
    return np.load(FILE)


def net(observation, mask):
    """The agent: a function of observation and mask, as ``--bots train:net`` wants it."""
    return softmax(observation @ kept(), mask.astype(bool)).argmax()


if __name__ == "__main__":
    np.save(sys.argv[1], train(rounds=int(sys.argv[2]) if len(sys.argv) > 2 else 60))
