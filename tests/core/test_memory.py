"""The memory keeps what was used last."""

from __future__ import annotations

from sheepfold.core.memory import Memory


def test_what_was_kept_is_found_again_and_anything_else_is_not() -> None:
    memory: Memory[str, int] = Memory(2)
    assert memory.keep("ewe", 1) == 1
    assert (memory.get("ewe"), memory.get("ram")) == (1, None)


def test_the_value_not_used_for_longest_is_forgotten_first() -> None:
    memory: Memory[str, int] = Memory(2)
    memory.keep("ewe", 1)
    memory.keep("ram", 2)
    memory.get("ewe")
    memory.keep("lamb", 3)
    assert [memory.get(name) for name in ("ewe", "ram", "lamb")] == [1, None, 3]
    assert len(memory) == 2
