"""The wheels and tags that ``tools/package_check.py`` refuses."""

import zipfile
from pathlib import Path

from package_check import faults, refusal_of_tag

import autoblas

ROOT = Path(autoblas.__file__).parents[2]

METADATA = """Metadata-Version: 2.4
Project-URL: Source, https://somewhere.example
Classifier: Typing :: Typed
License-Expression: Apache-2.0
License-File: LICENSE

[a page](https://somewhere.example/page.html), [a heading](#below)
"""
FOLDER = "autoblas-1.0.dist-info"
HOME = f"{Path('/home', 'someone')}/"  # which no file that is shipped may have in one piece
RIGHT = {
    "autoblas/__init__.py": 'temporary = "/tmp"',
    f"{FOLDER}/METADATA": METADATA,
    f"{FOLDER}/licenses/LICENSE": "",
    f"{FOLDER}/licenses/THIRD_PARTY.md": "",
}


def _faults(tmp_path: Path, files: dict[str, str]) -> list[str]:
    path = tmp_path / "some.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return list(faults(path, tmp_path))


def test_a_wheel_is_looked_into(tmp_path):
    """One that is right has no fault; each change of it has one."""
    assert _faults(tmp_path, RIGHT) == []
    metadata = f"{FOLDER}/METADATA"
    changes = {
        "is of the tests": {"autoblas/tests/case.py": ""},
        "is no part of the package": {"docs/start.md": ""},
        f"has the path {HOME}": {"autoblas/a.py": f'"{HOME}x"'},
        f"has the path {tmp_path}": {"autoblas/a.py": f'"{tmp_path}/x"'},
        "the description links to": {
            metadata: METADATA.replace("https://somewhere.example/page.html", "docs/page.md")
        },
        "the metadata have no Project-URL": {metadata: METADATA.replace("Project-URL", "Home-Page")},
        "more than 2": {"autoblas/data.bin": "x" * 2_100_000},
    }
    for words, change in changes.items():
        (fault,) = _faults(tmp_path, {**RIGHT, **change})
        assert words in fault
    assert _faults(tmp_path, {name: text for name, text in RIGHT.items() if "THIRD" not in name}) == [
        "THIRD_PARTY.md is missing"
    ]


def test_a_tag_is_that_of_a_release():
    """It names the version, which is not one of development and has its date in the changelog."""
    changes = "# Changes\n\n## 0.2.0 (2026-12-01)\n\n- One.\n\n## 0.1.0\n"
    assert refusal_of_tag("v0.2.0", "0.2.0", changes) is None
    assert refusal_of_tag("v0.2.0rc1", "0.2.0rc1", changes.replace("0.2.0", "0.2.0rc1")) is None
    assert "is not v0.2.0" in str(refusal_of_tag("v0.2.1", "0.2.0", changes))
    assert "no version of a release" in str(refusal_of_tag("v0.2.0.dev0", "0.2.0.dev0", changes))
    for newest in ("0.2.0 (not released yet)", "0.1.0 (2026-12-01)"):
        changed = changes.replace("0.2.0 (2026-12-01)", newest)
        assert "the changelog begins" in str(refusal_of_tag("v0.2.0", "0.2.0", changed))
