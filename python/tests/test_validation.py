"""The kernel's own suite for hook modules."""

from pathlib import Path

import pytest
from amplifier_core.validation.behavioral import HookBehaviorTests
from amplifier_core.validation.structural import HookStructuralTests
from host import ROOT


@pytest.fixture
def module_path() -> Path:
    return ROOT / "amplifier_module_hooks_claude_code_bridge"


class TestStructure(HookStructuralTests):
    pass


class TestBehaviour(HookBehaviorTests):
    pass
