"""``sheepfold dataset DATABASE --out DIR``: finished games of people who agreed to it, as tables without names."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sheepfold.cli.arguments import Parser, UsageError, words
from sheepfold.core.words.prose import plural, shown


def parser() -> Parser:
    made = Parser(
        "dataset",
        "Write the finished games of an installation as tables for research: those in which all people agreed to it in "
        "their settings, without names, times and talk.",
    )
    made.add_argument("database", metavar="DATABASE", help="sqlite:///PATH, a path, or postgresql://…")
    made.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder to write")
    made.add_argument(
        "--with", dest="extras", metavar="A,B", type=words, default=[], help="what steps hold: views, beliefs, truth"
    )
    return made


def run(given: list[str]) -> int:
    asked = parser().read(given)
    from sheepfold import data
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup

    if strange := set(asked.extras) - {"actions", *data.EXTRAS}:
        known = ", ".join(("actions", *data.EXTRAS))
        raise UsageError(f"Steps cannot hold {shown(', '.join(sorted(strange)))!r}; there are {known}.")
    url = asked.database if "://" in asked.database else f"sqlite:///{asked.database}"
    if url.startswith("sqlite:///") and not Path(url[10:]).is_file():
        raise UsageError(f"There is no database {shown(url[10:])!r}.")

    async def work() -> int:
        async with Service.open(Setup(database=url, tick=0, workers=0)) as service:
            records = await service.admin.shared_records()
        found = data.write_records(records, asked.out, [extra for extra in data.EXTRAS if extra in asked.extras])
        for folder, games in found.items():
            print(f"{asked.out / folder}: {plural(games, 'game')}")
        if not found:
            print("There is no finished game in which everybody agreed to it.")
        return 0

    return asyncio.run(work())
