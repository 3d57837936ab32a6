"""An LRU cache that can be asked what it holds."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Unlike ``lru_cache`` it can be asked whether it knows something, without working it out.

    Threads may share it: each step of it is one that no other thread can come between.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, which is now the one used last; None if it is not kept."""
        found = self._kept.get(key)
        if found is not None:
            try:  # noqa: SIM105 (it is asked dozens of times at every move, and suppressing costs more than looking)
                self._kept.move_to_end(key)
            except KeyError:  # forgotten by another thread just now
                pass
        return found

    def keep(self, key: K, value: V) -> V:
        """Remember a value, and forget the one that was not used for longest if there are too many."""
        self._kept[key] = value
        if len(self._kept) > self._most:
            try:  # noqa: SIM105 (as above)
                self._kept.popitem(last=False)
            except KeyError:  # all of it was forgotten by other threads just now
                pass
        return value

    def __len__(self) -> int:
        return len(self._kept)
