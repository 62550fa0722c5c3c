"""Clones of Amplifier's own repositories, for tests that need more of it than the published kernel."""

import os
import sys
from pathlib import Path

import pytest

VARIABLE = "AMPLIFIER_CHECKOUTS"


def checkout(name: str) -> Path:
    """The clone of a repository, importable; the test is skipped where there is none."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        pytest.skip(f"{VARIABLE} names no folder with clones of Amplifier's repositories")
    place = Path(folder) / name
    if not place.is_dir():
        pytest.skip(f"{VARIABLE} has no {name}")
    if str(place) not in sys.path:
        sys.path.append(str(place))
    return place
