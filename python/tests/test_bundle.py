"""Every documented way to add the module leads to it, from wherever it is asked for."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from amplifier_core import ModuleLoader
from checkouts import checkout
from host import MODULE, ROOT

REPOSITORY = ROOT.parent
BUNDLES = ["bundle.yaml", "python/bundle.yaml", "python/behaviors/claude-code-hooks.yaml"]


@pytest.mark.parametrize("file", BUNDLES)
def test_a_bundle_names_the_folder_of_the_module(file: str) -> None:
    bundle = REPOSITORY / file
    [hook] = yaml.safe_load(bundle.read_text())["hooks"]
    project = tomllib.loads((bundle.parent / hook["source"] / "pyproject.toml").read_text())
    assert hook["module"] in project["project"]["entry-points"]["amplifier.modules"]


@pytest.mark.parametrize("folder", [REPOSITORY, ROOT])
def test_the_kernel_finds_the_package_in_every_folder_that_a_source_may_name(folder: Path) -> None:
    found = ModuleLoader()._find_package_dir(MODULE, folder)
    assert found is not None and (found / "session.py").is_file()


def test_no_documented_command_stores_a_relative_path() -> None:
    """What is added is written into settings that count everywhere."""
    documented = (REPOSITORY / "docs" / "amplifier.md").read_text() + (ROOT / "README.md").read_text()
    added = re.findall(r"amplifier bundle add (\S+)", documented)
    assert added
    assert [one for one in added if not one.strip('"').startswith(("git+https://", "file://$PWD/"))] == []


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with what is in the working tree, as it would be published."""
    folder = tmp_path / "published"
    folder.mkdir()
    listed = subprocess.run(
        ["git", "-C", str(REPOSITORY), "ls-files", "bundle.yaml", "python", "amplifier_module_*"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\n")
    for name in filter(None, listed):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        source = REPOSITORY / name
        if source.is_symlink():
            (folder / name).symlink_to(source.readlink())
        elif source.exists():
            (folder / name).write_bytes(source.read_bytes())
    who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-qm", "all"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    return folder


@pytest.mark.parametrize(
    "source",
    [
        "git+file://{}@main",
        "git+file://{}@main#subdirectory=python",
        "git+file://{}@main#subdirectory=python/behaviors/claude-code-hooks.yaml",
        "file://{}",
        "file://{}/python/behaviors/claude-code-hooks.yaml",
    ],
)
async def test_the_real_loader_takes_it_as_a_bundle(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    checkout("amplifier-foundation")
    from amplifier_foundation import load_bundle  # type: ignore[import-not-found]

    monkeypatch.chdir(tmp_path)
    bundle = await load_bundle(source.format(repository))
    [hook] = bundle.hooks
    assert hook["module"] == MODULE and (Path(hook["source"]) / "pyproject.toml").is_file()


@pytest.mark.parametrize("source", ["git+file://{}@main", "git+file://{}@main#subdirectory=python"])
async def test_the_real_loader_takes_it_as_a_module(repository: Path, source: str) -> None:
    checkout("amplifier-foundation")
    from amplifier_foundation.modules.activator import ModuleActivator  # type: ignore[import-not-found]

    found: Any = await ModuleActivator(install_deps=False).activate(MODULE, source.format(repository))
    package = ModuleLoader()._find_package_dir(MODULE, Path(found))
    assert package is not None and (package / "session.py").is_file()
