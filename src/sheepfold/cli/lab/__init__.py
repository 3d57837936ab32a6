"""The commands of researchers: bots that meet, searches, counts and benches; and the options that several have."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser, whole
from sheepfold.lab import farm


def takes_seed(made: Parser) -> None:
    made.add_argument("--seed", metavar="WORD", default="0", help="seed of all chance: any word (0)")


def takes_processes(made: Parser) -> None:
    """How many processes work, here or on a cluster."""
    made.add_argument("--jobs", metavar="N", type=whole(1, 4096), default=farm.cores(), help="processes (all cores)")
    about = f"play there; {farm.ADDRESS} says where it is (else: on this machine)"
    made.add_argument("--cluster", choices=farm.CLUSTERS, help=about)
