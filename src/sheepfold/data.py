"""Games as tables: what self-play gives, in Parquet files that polars, Arrow and DuckDB read.

A folder holds ``datasheet.json`` (what the data is, and what every column and number means) and shards of games:
``games-00000.parquet`` with a row per game, ``steps-00000.parquet`` with a row for every part that was said. A shard
follows from the datasheet alone, so that any number of processes writes the same bytes; it is there whole or not at
all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sheepfold import __version__
from sheepfold.bots import RANDOM
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.numbers import POINTS, STOP, WINS, NumberedGame
from sheepfold.core.errors import MissingExtra, SheepfoldError
from sheepfold.core.records.progress import replay
from sheepfold.core.records.record import Record, to_json
from sheepfold.env.position import Setting, setting
from sheepfold.lab import farm
from sheepfold.lab.selfplay import COMPILED_FROM, GamePlan, played, random_games, record_of_said, said_at_random

if TYPE_CHECKING:
    from polars import DataFrame, LazyFrame

SHARD: Final = 1000
"""Games in one shard."""
SHEET: Final = "datasheet.json"
EXTRAS: Final = ("views", "beliefs", "truth")
"""What steps can hold beside the actions."""

COLUMNS: Final = {
    "game": "the number of the game, from 1",
    "ply": "the number of the move in its game, from 0",
    "seat": "who moves; 0 is chance",
    "action": "the number of the part that was said (parts; of chance: chance); null: it lies beyond the window",
    "legal": "views: the numbers that could be said",
    "observation": "views: what the seat sees, plane after plane (planes); null for chance",
    "belief": "beliefs: how likely each way of each hidden thing is to the seat (hidden, ways), row by row",
    "truth": "truth: which way each hidden thing is; -1: nothing is hidden",
}


class BadData(SheepfoldError):
    """A folder cannot be written to, or does not hold what it should."""


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """Everything that decides the data."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    """One for every seat."""
    seed: str
    games: int
    extras: tuple[str, ...] = ()
    max_moves: int = 10_000

    def sheet(self) -> dict[str, Any]:
        """What is written beside the data."""
        return {"plan": json.loads(json.dumps(asdict(self))), **described(self.setting())}

    def setting(self) -> Setting:
        return setting(self.game, len(self.bots), **self.options)


def described(chosen: Setting) -> dict[str, Any]:
    """What every column and number means."""
    numbers, game = chosen.numbers, chosen.game
    return {
        "title": game.title,
        "credits": game.credits,
        "game_version": game.version,
        "sheepfold": __version__,
        "columns": COLUMNS,
        "parts": numbers.parts,
        "chance": numbers.chance,
        "planes": [[plane.name, plane.shape] for plane in numbers.planes],
        "hidden": numbers.hidden,
        "ways": numbers.ways,
    }


def write_records(records: Iterable[Record], folder: Path, extras: Sequence[str] = ()) -> dict[str, int]:
    """Finished games as tables, a folder for those of one game, number of seats and options, because numbers mean the
    same only there; how many games each folder has. Raises BadData, RecordError, MissingExtra."""
    _polars()
    alike: dict[tuple[str, int, str], list[Record]] = {}
    for record in records:
        words = json.dumps(dict(record.options), sort_keys=True)
        alike.setdefault((record.game, len(record.seats), words), []).append(record)
    found: dict[str, int] = {}
    for number, ((game, seats, words), some) in enumerate(sorted(alike.items()), 1):
        chosen = setting(game, seats, **json.loads(words))
        place = folder / f"{game}-{number:02}"
        plan = {"game": game, "options": json.loads(words), "seats": seats, "extras": list(extras)}
        _claim(place, json.dumps({"plan": plan, **described(chosen)}, indent=1), resume=False)
        for shard, first in enumerate(range(0, len(some), SHARD)):
            _write_tables(chosen, dict(enumerate(some[first : first + SHARD], first + 1)), extras, place, shard)
        found[place.name] = len(some)
    return found


def write(
    plan: DatasetPlan, folder: Path, jobs: int = 1, cluster: str | None = None, resume: bool = False
) -> Iterator[int]:
    """Write what is missing of the data; after every shard, how many games it has. Raises BadData, MissingExtra.

    A folder that holds anything is left as it is, unless it holds shards of the same plan and ``resume`` is asked for.
    """
    _polars()
    sheet = json.dumps(plan.sheet(), indent=1)
    _claim(folder, sheet, resume)
    todo = [
        _Shard(plan, str(folder), number)
        for number in range(-(-plan.games // SHARD))
        if not (folder / f"games-{number:05}.parquet").exists()
    ]
    yield from farm.spread(write_shard, todo, max(1, min(jobs, len(todo))), cluster)


def _claim(folder: Path, sheet: str, resume: bool) -> None:
    """Make the folder ours, or find out that it is. Raises BadData."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / SHEET
        if kept.exists():
            if kept.read_text("utf-8") != sheet:
                raise BadData(f"{folder} holds other data: its {SHEET} differs. Name another folder.")
            if not resume:
                raise BadData(f"{folder} holds this data already; with --resume what is missing is added.")
        elif any(folder.iterdir()):
            raise BadData(f"{folder} is not empty. Name another folder.")
        else:
            kept.write_text(sheet, "utf-8")
    except OSError as error:
        raise BadData(f"{folder} cannot be written: {(error.strerror or type(error).__name__).lower()}.") from None


@dataclass(frozen=True, slots=True)
class _Shard:
    plan: DatasetPlan
    folder: str
    number: int

    def games(self) -> range:
        return range(self.number * SHARD + 1, min(self.plan.games, (self.number + 1) * SHARD) + 1)


def write_shard(shard: _Shard) -> int:
    """Play its games and write both files, the one with the games last: where that is, the shard is whole."""
    plan, many, chosen = shard.plan, shard.plan.games >= COMPILED_FROM, shard.plan.setting()
    plans = [
        GamePlan(plan.game, plan.options, plan.bots, plan.seed, number, plan.max_moves, many)
        for number in shard.games()
    ]
    if not plan.extras and set(plan.bots) == {RANDOM} and random_games(plan.game) is not None and many:
        _write_quickly(chosen, plans, Path(shard.folder), shard.number)
    else:
        records = {one.number: played(one) for one in plans}
        _write_tables(chosen, records, plan.extras, Path(shard.folder), shard.number)
    return len(plans)


def _write_tables(
    chosen: Setting, records: Mapping[int, Record], extras: Sequence[str], folder: Path, shard: int
) -> None:
    """Both files, the one with the games last."""
    games = [game_row(chosen, number, record) for number, record in records.items()]
    steps = [row for number, record in records.items() for row in step_rows(chosen, number, record, extras)]
    _save(_polars().DataFrame(steps, schema=_schema(chosen.numbers, extras)), folder / f"steps-{shard:05}.parquet")
    _save(_polars().DataFrame(games, infer_schema_length=None), folder / f"games-{shard:05}.parquet")


def _write_quickly(chosen: Setting, plans: Sequence[GamePlan], folder: Path, shard: int) -> None:
    """The same of random games and their actions: a kernel says all parts, so that nothing is replayed. A replay takes
    ten times as long as the game."""
    numbers, games = chosen.numbers, list[dict[str, Any]]()
    steps: dict[str, list[int | None]] = {"game": [], "ply": [], "seat": [], "action": []}
    for one in plans:
        said = said_at_random(one)
        assert said is not None
        games.append(game_row(chosen, one.number, record_of_said(one, said)))
        plies = [ply for ply, move in enumerate(said.moves) for _ in move.parts]
        steps["game"] += [one.number] * len(plies)
        steps["ply"] += plies
        steps["seat"] += [move.seat for move in said.moves for _ in move.parts]
        known = (numbers.chance_number, *[numbers.number] * chosen.seats)
        steps["action"] += [known[move.seat].get(part) for move in said.moves for part in move.parts]
    _save(_polars().DataFrame(steps, schema=_schema(numbers, ())), folder / f"steps-{shard:05}.parquet")
    _save(_polars().DataFrame(games, infer_schema_length=None), folder / f"games-{shard:05}.parquet")


def game_row(chosen: Setting, number: int, record: Record) -> dict[str, Any]:
    """One game. ``record`` can be replayed; the rest says how it ended."""
    outcome, numbers = record.outcome, chosen.numbers
    assert outcome is not None
    return {
        "game": number,
        "seed": record.seed,
        "options": json.dumps(dict(record.options)),
        "bots": list(record.seats),
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "utilities": list(numbers.utilities(outcome, WINS)),
        "points": list(numbers.utilities(outcome, POINTS)),
        "moves": len(record.moves),
        "record": to_json(record),
    }


def step_rows(chosen: Setting, number: int, record: Record, extras: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every part that was said, ``STOP`` included, with what belongs to it."""
    game, numbers = chosen.game, chosen.numbers
    for step in replay(game, record):
        chance = step.seat == NATURE
        known, view = (numbers.chance_number, None) if chance else (numbers.number, game.view(step.before, step.seat))
        row: dict[str, Any] = {"game": number, "ply": step.ply, "seat": step.seat}
        if "beliefs" in extras:
            row["belief"] = None if chance else numbers.odds(game.beliefs(view))
        if "truth" in extras:
            row["truth"] = numbers.truth(game.truth(step.before))
        may_go_on = not chance and game.parts(step.before, step.seat, step.move)
        for length, part in enumerate((*step.move, STOP) if may_go_on else step.move):
            shown: dict[str, Any] = {}
            if "views" in extras:
                so_far = step.move[:length]
                ahead = game.ahead(step.before, step.seat, so_far)
                parts = (*ahead.parts, STOP) if ahead.complete else ahead.parts
                shown["legal"] = sorted(known[each] for each in parts if each in known)
                shown["observation"] = None
                if not chance:
                    shown["observation"] = [0.0] * numbers.size
                    numbers.fill(view, so_far, shown["observation"])
            yield row | {"action": known.get(part)} | shown


# -- files -------------------------------------------------------------------------------------


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "lab") from None
    return polars


def _schema(numbers: NumberedGame, extras: Sequence[str]) -> dict[str, Any]:
    pl = _polars()
    found = {"game": pl.Int64, "ply": pl.Int32, "seat": pl.Int8, "action": pl.Int32}
    if "views" in extras:
        found |= {"legal": pl.List(pl.Int32), "observation": pl.Array(pl.Float32, numbers.size)}
    if "beliefs" in extras:
        found["belief"] = pl.List(pl.Float32)
    if "truth" in extras:
        found["truth"] = pl.List(pl.Int8)
    return found


def _save(frame: DataFrame, path: Path) -> None:
    """All or nothing."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    frame.write_parquet(beside, compression="zstd")
    os.replace(beside, path)


def datasheet(folder: str | Path) -> dict[str, Any]:
    """What the data is. Raises BadData."""
    try:
        found: dict[str, Any] = json.loads((Path(folder) / SHEET).read_text("utf-8"))
    except (OSError, ValueError):
        raise BadData(f"{folder} holds no data of self-play: there is no readable {SHEET}.") from None
    return found


def scan(folder: str | Path, what: str = "steps") -> LazyFrame:
    """All steps, or ``games``, as a lazy polars frame. Raises BadData, which names a broken shard, and MissingExtra."""
    pl = _polars()
    datasheet(folder)
    paths = sorted(Path(folder).glob(f"{what}-*.parquet"))
    if not paths:
        raise BadData(f"{folder} holds no {what} yet.")
    for path in paths:
        try:
            pl.read_parquet_schema(path)
        except Exception as error:
            why = str(error).partition("\n")[0]
            pair = " and ".join(f"{kind}-{path.stem.rpartition('-')[2]}.parquet" for kind in ("games", "steps"))
            raise BadData(f"{path} is broken ({why}); delete {pair}, and --resume writes them anew.") from None
    found: LazyFrame = pl.scan_parquet(paths)
    return found
