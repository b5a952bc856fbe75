"""The version of autoblas, which records carry as their provenance, and where the project is found."""

from __future__ import annotations

__all__ = ["DOCUMENTATION", "REPOSITORY", "__version__"]

__version__ = "0.2.0.dev0"

_HOME = "https://autoblas.example"
"""A placeholder, which the project's address replaces here and nowhere else."""

DOCUMENTATION = f"{_HOME}/docs"
REPOSITORY = f"{_HOME}/source"
