"""What a worker process runs, which imports nothing else."""

from typing import NoReturn


def raised(error: BaseException) -> NoReturn:
    """Raise an exception."""
    raise error
