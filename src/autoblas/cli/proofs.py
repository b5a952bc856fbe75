"""What commands say of the self-test of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.isolate.apart import reason_of

if TYPE_CHECKING:
    from autoblas.devices.kept_proofs import Verdict

__all__ = ["words_on"]


def words_on(proof: Verdict) -> str:
    """What a device's proof came to, in words."""
    if proof.of_the_moment:
        return f"could not be tested, and a later call tries again: {reason_of(proof.refusal)}"
    if proof.refusal is not None:
        return f"does not work, it {proof.refusal}"
    without = f", without {', '.join(proof.failures)}" if proof.failures else ""
    speed = f"{proof.gflops:.0f} GFLOP/s in float32, {proof.launch_seconds * 1e6:.0f} us a launch"
    return f"works, it passed its self-test on {proof.date[:10]}{without}: {speed}"
