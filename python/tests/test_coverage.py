"""The page of coverage says what is seen here. UPDATE_COVERAGE=1 writes it anew; `npm run docs` then makes the page."""

import json
import os
from pathlib import Path

import pytest
from coverage import FILE, observe, places
from loops import LOOPS


@pytest.mark.timeout(300)
@pytest.mark.parametrize("loop", list(LOOPS))
async def test_what_is_seen_is_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
    seen = await observe(loop, places(tmp_path, monkeypatch))
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if os.environ.get("UPDATE_COVERAGE"):
        FILE.write_text(json.dumps({**known, loop: seen}, indent=1) + "\n")
        return
    assert seen == known.get(loop)
