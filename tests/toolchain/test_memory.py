"""How much memory there is: never more than a limit that is set."""

import resource

from cryptagon.toolchain import memory


def test_the_least_limit_counts(tmp_path, monkeypatch):
    built_in = memory.memory_limit()
    assert built_in > 1 << 26
    (tmp_path / "memory.max").write_text(f"{1 << 25}\n")
    (tmp_path / "none").write_text("max\n")
    monkeypatch.setattr(memory, "CGROUP_LIMITS", (tmp_path / "none", tmp_path / "not there"))
    assert memory.memory_limit() >= built_in
    monkeypatch.setattr(memory, "CGROUP_LIMITS", (tmp_path / "none", tmp_path / "memory.max"))
    assert memory.memory_limit() == 1 << 25
    monkeypatch.setattr(
        memory.resource, "getrlimit", lambda kind: (1 << 24, resource.RLIM_INFINITY)
    )
    assert memory.memory_limit() == 1 << 24 and "0.0 GiB of memory" in memory.memory_in_words()
