"""Which generation names of graphics processors tell."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.generation import ALL, MAKERS, generation_of, lineage
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from support.planted_gpus import LINEAGES


@pytest.mark.parametrize(
    ("vendor", "name", "capability", "maker", "generation"), LINEAGES, ids=lambda x: str(x) if x else "none"
)
def test_names_of_drivers(vendor, name, capability, maker, generation):
    """By the compiler's target, code name, series or number; empty where a name is of several generations."""
    assert generation_of(vendor, name, capability) == (maker, generation)
    facts = replace(PLAIN_GPU, vendor=vendor, name=name, compute_capability=capability)
    assert lineage(facts) == (*(group for group in (generation, maker) if group), ALL)


def test_only_graphics_processors_are_of_a_generation():
    """Kernels for processors know more of them than a name says."""
    assert lineage(replace(PLAIN_CPU, vendor="Intel(R) Corporation", name="Intel(R) Arc(TM)")) == ()


@given(st.text(), st.text())
def test_any_names_have_an_answer(vendor, name):
    """A maker that is known or none, and a generation of that maker."""
    maker, generation = generation_of(vendor, name)
    assert maker in {"", *MAKERS}
    assert generation == "" or generation.startswith(f"{maker} ")
