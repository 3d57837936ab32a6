"""A bot in thirty lines: it sits down at a table and plays random legal moves, with nothing but HTTP.

python3 examples/random_bot.py http://127.0.0.1:8000 TABLE [INVITATION]
"""

import json
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

HOUSE, TABLE, INVITE = sys.argv[1] + "/api/v1", "/tables/" + sys.argv[2], (sys.argv[3:] or [None])[0]


def ask(path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": "Bearer " + token} if token else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(HOUSE + path, data, headers), timeout=90) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        if refusal.code != 429:  # too often: the server says when to come back
            raise
        time.sleep(int(refusal.headers["Retry-After"]))
        return ask(path, body, token)


token = ask("/guests", {"name": "Random bot", "program": True})["token"]
here = ask(TABLE + "/sit", {"invite": INVITE}, token)["position"]
while here["outcome"] is None:
    if here["seat"] in here["to_move"]:
        parts, choices = [], {"complete": False}
        while not choices["complete"]:
            query = urllib.parse.urlencode([("so_far", part) for part in parts])
            choices = ask(f"{TABLE}/choices?{query}", token=token)
            parts += [] if choices["complete"] else [random.choice(choices["parts"])]
        here = ask(TABLE + "/moves", {"move": parts, "expected": here["number"]}, token)["position"]
    else:
        here = ask(f"{TABLE}/events?since={here['number']}&wait=50", token=token)["position"]
print("It is over:", here["outcome"]["reason"])
