"""What an index shows of the package, and what stands in one place only: addresses, versions, pins and licences."""

import re
import tomllib
from pathlib import Path

import click
import pytest

from autoblas.cli import cli
from autoblas.version import DOCUMENTATION, REPOSITORY, __version__

core = pytest.importorskip("hatchling.metadata.core")

ROOT = Path(__file__).parents[1]
HOST = DOCUMENTATION.split("/")[2]
SHOWN = {".cff", ".md", ".py", ".toml", ".yml", ".yaml"}
"""Endings of the files in which an address may stand."""


@pytest.fixture(scope="module")
def metadata():
    """What the build makes of pyproject.toml."""
    from hatchling.plugin.manager import PluginManager

    return core.ProjectMetadata(str(ROOT), PluginManager()).core


def test_addresses_come_from_the_version_module(metadata):
    """The metadata have those that indices and bots look for, all on the project's site or in its repository."""
    assert set(metadata.urls) >= {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
    assert all(url.startswith((DOCUMENTATION, REPOSITORY)) for url in metadata.urls.values())


def test_an_index_can_follow_every_link(metadata):
    """The description is README with absolute addresses of its pages, files and images."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", readme)
    shown = re.findall(r"\]\(([^)]*)\)", metadata.readme)
    assert len(shown) == len(links) > 5
    assert all(url.startswith("https://") for url in shown)
    assert f"{DOCUMENTATION}/start.html" in shown
    assert f"{REPOSITORY}/blob/main/CHANGELOG.md" in shown or ".dev" not in __version__
    assert re.sub(r"\]\([^)]*\)", "", metadata.readme) == re.sub(r"\]\([^)]*\)", "", readme)


def test_the_placeholder_of_the_address_stands_in_one_file():
    """So that the project's address replaces it there and nowhere else."""
    folders = (
        ROOT,
        *(ROOT / name for name in (".ci", ".github", "docs", "examples", "src", "tests", "tools")),
    )
    paths = {
        path for folder in folders for path in (folder.glob("*") if folder == ROOT else folder.rglob("*"))
    }
    texts = (path for path in paths if path.suffix in SHOWN and path.is_file())
    naming = [path.relative_to(ROOT).as_posix() for path in texts if HOST in path.read_text(encoding="utf-8")]
    assert naming == ["src/autoblas/version.py"]


def test_linters_are_pinned_once():
    """The hook before commits has the version of ruff that CI has."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pins = [each for each in (*groups["lint"], *groups["types"]) if isinstance(each, str)]
    assert all("==" in pin for pin in pins)
    (ruff,) = (pin.split("==")[1] for pin in pins if pin.startswith("ruff"))
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"rev: v(\S+)", hooks) == [ruff]


def test_actions_are_pinned_by_their_hashes():
    """What a tag of an action means can change; the version stands behind the hash."""
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for used in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), (path.name, used)


def test_forms_for_issues_name_commands_that_exist():
    """What a reporter is asked to run runs."""
    forms = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")]
    named = {name for form in forms for name in re.findall(r"`autoblas (\w+)", form)}
    assert {"doctor", "explain"} <= named <= set(cli.list_commands(click.Context(cli)))


def test_third_party_files_are_there():
    """The list of data of others names files that exist, and what ships says where it is from."""
    text = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)
    assert named
    assert all(list(ROOT.glob(name)) for name in named)
    assert "src/autoblas/database/published.json" in named


def test_the_citation_has_the_version():
    """A release changes both."""
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_changelog_says_what_users_notice():
    """The newest version is that of the package; its points have no measured numbers, and no numbers of records."""
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    points = re.findall(r"^- (.*)", newest, re.MULTILINE)
    assert newest.startswith(__version__.partition(".dev")[0])
    assert points
    assert [point for point in points if re.search(r"\d\s?(?:us|ms|times|%)|\d\.\d\d|record \d", point)] == []
