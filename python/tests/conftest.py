"""Every test has its own project, its own home, and leaves no process behind."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from host import Place, is_alive

from amplifier_module_hooks_claude_code_bridge import sidecar as sidecars
from amplifier_module_hooks_claude_code_bridge.shared import SHARED


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing that a test does is in the home of whoever runs it."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def place(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return Place(project, home)


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The pids of all sidecars that a test starts; none of them may be left."""
    pids: list[int] = []
    begin = sidecars.Sidecar.__init__

    def counted(self: sidecars.Sidecar, *given: object) -> None:
        begin(self, *given)  # type: ignore[arg-type]
        pids.append(self.pid)

    monkeypatch.setattr(sidecars.Sidecar, "__init__", counted)
    before = dict(os.environ)
    yield pids
    os.environ.clear()
    os.environ.update(before)
    left = SHARED.current
    SHARED.end()
    SHARED.__init__()  # type: ignore[misc]
    assert left is None, "a session was not ended"
    assert [pid for pid in pids if is_alive(pid)] == []


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The kernel's own threads can crash an interpreter that ends; what was found out must not be lost by that."""
    status = getattr(config, "_exit_status", None)
    if status is not None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    session.config._exit_status = int(exitstatus)  # type: ignore[attr-defined]
