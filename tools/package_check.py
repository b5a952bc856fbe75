"""Checks of built files: ``python tools/package_check.py dist`` looks into the wheel and the sdist of a folder.

With ``--tag v1.2.3`` in place of the folder it compares a tag with the version and the changelog.
A wheel is small, has its licences and no tests, and its description has no link that an index cannot follow. No file
names the folder in which it was built.
"""

from __future__ import annotations

import re
import runpy
import sys
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["faults", "refusal_of_tag"]

ROOT = Path(__file__).resolve().parents[1]

MOST = 2e6
"""Bytes of a wheel."""

FOLDERS = re.compile(rb"/(?:home|Users)/[A-Za-z][\w.-]*/|[A-Z]:\\\\?Users\\")
"""The start of a path in a user's home folder."""

RELATIVE = re.compile(r"\]\((?!https?://|#)[^)]*\)|(?:src|href)=\"(?!https?://|#)")
"""A link or an image whose target is beside a file."""

LICENCES = {"LICENSE", "THIRD_PARTY.md"}


def faults(path: Path, root: Path) -> Iterator[str]:
    """Sentences, without their ends, on what is wrong with a wheel or an sdist.

    Args:
        path: The file.
        root: The checkout in which it was built.
    """
    files = _contents(path)
    for name, data in files.items():
        folder = FOLDERS.search(data)
        if folder or str(root).encode() in data:
            yield f"{name} has the path {folder[0].decode() if folder else root}"
    metadata = next(data for name, data in files.items() if re.fullmatch(r"[^/]*/(METADATA|PKG-INFO)", name))
    message = BytesParser().parsebytes(metadata)
    for key in ("Project-URL", "Classifier", "License-Expression", "License-File"):
        if key not in message:
            yield f"the metadata have no {key}"
    yield from (f"the description links to {link}" for link in RELATIVE.findall(str(message.get_payload())))
    yield from (f"{licence} is missing" for licence in LICENCES - {Path(name).name for name in files})
    if path.suffix == ".whl":
        size = path.stat().st_size
        if size > MOST:
            yield f"it has {size / 1e6:.2f} MB, more than {MOST / 1e6:.0f}"
        yield from (
            f"{name} is no part of the package"
            for name in files
            if not re.match(r"autoblas(-[^/]*\.dist-info)?/", name)
        )
        yield from (
            f"{name} is of the tests" for name in files if re.search(r"(^|/)(tests?|conftest)\b", name)
        )


def _contents(path: Path) -> Mapping[str, bytes]:
    """The files in an archive, by name."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as sdist:
        members = [member for member in sdist.getmembers() if member.isfile()]
        opened = {member.name: sdist.extractfile(member) for member in members}
        return {name: file.read() for name, file in opened.items() if file is not None}


def refusal_of_tag(tag: str, version: str, changes: str) -> str | None:
    """The reason why a tag is not that of a release; None where it is.

    Args:
        tag: The tag.
        version: The version of the package.
        changes: The changelog, whose newest version must have its date.
    """
    if tag != f"v{version}":
        return f"the tag {tag} is not v{version}, which src/autoblas/version.py and CITATION.cff should name"
    if not re.fullmatch(r"v\d+(\.\d+)*((a|b|rc)\d+)?", tag):
        return f"{version} is no version of a release"
    newest = changes.split("\n## ")[1].partition("\n")[0]
    if not re.fullmatch(rf"{re.escape(version)} \(20\d\d-\d\d-\d\d\)", newest):
        return f'the changelog begins with "{newest}" in place of "{version} (YYYY-MM-DD)"'
    return None


def check_folder(folder: Path) -> int:
    """Print the sizes and faults of all files; return the number of faults."""
    count = 0
    paths = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
    for path in paths:
        sentences = list(faults(path, ROOT))
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, {len(_contents(path))} files")
        print("".join(f"  {fault}\n" for fault in sentences), end="")
        count += len(sentences)
    return count if len(paths) == 2 else count + 1


if __name__ == "__main__":
    if sys.argv[1] == "--tag":
        version = runpy.run_path(str(ROOT / "src/autoblas/version.py"))["__version__"]
        sys.exit(refusal_of_tag(sys.argv[2], version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    sys.exit(check_folder(Path(sys.argv[1])))
