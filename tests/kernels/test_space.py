"""Parameter spaces: points, rules, enumeration and the census of refusals."""

import itertools
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.space import Rule, Space, param, parameters


@dataclass(frozen=True)
class Tile:
    """A small record of parameters."""

    rows: int = param(4, 1, 2, 4, 8, doc="rows of the tile")
    cols: int = param(2, 2, 4, doc="columns of the tile")
    form: str = param("plain", "plain", "fma", doc="how it is written", group="form")


AREA = Rule("the tile has at most 16 elements", lambda p, q, f: p.rows * p.cols <= 16)
FITS = Rule("the tile does not exceed the problem", lambda p, q, f: p.rows <= q)
FORM = Rule("the device has fma", lambda p, q, f: p.form == "plain" or f)
SPACE = Space(Tile, (AREA, FITS, FORM))
TILES = [Tile(*values) for values in itertools.product((1, 2, 4, 8), (2, 4), ("plain", "fma"))]


def test_choices_docs_and_groups_are_those_declared():
    """The space reports the arguments of ``param``, in the order of the fields."""
    assert SPACE.choices() == {"rows": (1, 2, 4, 8), "cols": (2, 4), "form": ("plain", "fma")}
    assert list(SPACE.docs()) == ["rows", "cols", "form"]
    assert SPACE.docs()["form"] == "how it is written"
    assert SPACE.groups() == {"rows": "shape", "cols": "shape", "form": "form"}


def test_a_default_must_be_a_choice():
    """A field whose default the space itself would refuse cannot be declared."""
    with pytest.raises(ArgumentError, match="default: expected one of"):
        param(3, 1, 2, doc="never")


def test_points_are_frozen_and_round_trip():
    """The values of a point, as the database stores them, give the same point back."""
    point = SPACE.point({"rows": 8})
    assert point == Tile(rows=8)
    assert SPACE.point(parameters(point)) == point
    with pytest.raises(FrozenInstanceError):
        point.rows = 1  # type: ignore[misc]  # this is what must fail


def test_a_parameter_is_known_by_its_former_name():
    """Records that were made before it was renamed are read, and written with its name of today."""

    @dataclass(frozen=True)
    class Renamed:
        height: int = param(4, 1, 2, 4, 8, doc="rows of the tile", renamed_from="rows")

    space = Space(Renamed, ())
    assert space.point({"rows": 8}) == space.point({"height": 8}) == Renamed(8)
    assert parameters(space.point({"rows": 8})) == {"height": 8}
    with pytest.raises(ArgumentError, match="height: expected one of"):
        space.point({"rows": 3})
    assert kernels()["gemm_tile"].space.point({"halves": 2}).buffers == 2


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"depth": 1}, "depth: expected one of the parameters rows, cols, form; got an unknown name"),
        ({"rows": 3}, "rows: expected one of 1, 2, 4, 8; got 3"),
        ({"form": "FMA"}, "form: expected one of plain, fma; got FMA"),
        ({"form": ["fma"]}, "form: expected one of plain, fma; got ['fma']"),
    ],
)
def test_what_is_no_point_is_refused_by_name(values, message):
    """The message names the parameter, what it may be, and what came."""
    with pytest.raises(ArgumentError) as caught:
        SPACE.point(values)
    assert str(caught.value) == message


@pytest.mark.parametrize("rows", [4.0, True])
def test_values_are_those_of_the_choices_to_the_type(rows):
    """A value that JSON or a user wrote otherwise is refused or becomes the choice itself."""
    try:
        point = SPACE.point({"rows": rows})
    except ArgumentError:
        return
    assert type(point.rows) is int


@given(st.sampled_from(TILES), st.sampled_from([1, 4, 100]), st.booleans())
def test_the_first_broken_rule_is_named(point, problem, facts):
    """A refusal is the first rule's sentence that does not hold; there is none where all hold."""
    broken = [rule.sentence for rule in SPACE.rules if not rule.predicate(point, problem, facts)]
    assert SPACE.broken(point, problem, facts) == (broken[0] if broken else None)


@pytest.mark.parametrize("problem", [0, 2, 100])
@pytest.mark.parametrize("facts", [False, True])
def test_points_are_all_legal_ones_in_order(problem, facts):
    """The enumeration is the product of the choices without what a rule refuses, and the census counts both."""
    legal = [point for point in TILES if SPACE.broken(point, problem, facts) is None]
    assert list(SPACE.points(problem, facts)) == legal
    count, refused = SPACE.census(problem, facts)
    assert count == len(legal)
    assert list(refused) == [rule.sentence for rule in SPACE.rules]
    assert count + sum(refused.values()) == len(TILES)
    for sentence, number in refused.items():
        assert number == sum(SPACE.broken(point, problem, facts) == sentence for point in TILES)


@dataclass(frozen=True)
class Deep:
    """Parameters enough that points are passed over several at a time."""

    a: int = param(0, 0, 1, 2, doc="one")
    b: int = param(0, 0, 1, 2, doc="another")
    c: int = param(0, 0, 1, 2, doc="one more")
    d: int = param(0, 0, 1, 2, doc="the last")

    @property
    def area(self) -> int:
        """A property that rules read."""
        return self.a * self.c


READS: dict[str, Callable[[Deep], int]] = {
    "none": lambda p: 0,
    "first": lambda p: p.a,
    "middle": lambda p: p.b + 2 * p.c,
    "property": lambda p: p.area,
    "all at once": lambda p: sum(vars(p)[name] for name in "abcd"),
    "as it comes": lambda p: p.d if p.a else p.b,
}


@given(
    st.lists(st.tuples(st.sampled_from(sorted(READS)), st.sets(st.integers(0, 8))), max_size=4),
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2), max_size=2),
)
def test_no_legal_point_is_passed_over(rules, fixed):
    """Whatever rules read, and however they come by it."""

    def rule(name, refused):
        return Rule(name, lambda p, q, f: READS[name](p) not in refused)

    space = Space(Deep, tuple(rule(*rule_values) for rule_values in rules))
    choices = [(fixed[name],) if name in fixed else (0, 1, 2) for name in "abcd"]
    points = [Deep(*values) for values in itertools.product(*choices)]
    assert list(space.points(0, 0, fixed)) == [p for p in points if space.broken(p, 0, 0) is None]


def test_points_that_a_rule_refuses_for_the_same_are_not_asked_about():
    """A rule of two parameters is asked once for each pair that it refuses, and one of none once."""
    asked: list[Deep] = []

    def noted(p, obeyed):
        asked.append(p)
        return obeyed

    assert not list(Space(Deep, (Rule("a or b", lambda p, q, f: noted(p, p.a + p.b > 9)),)).points(0, 0))
    assert len([p for p in asked if type(p) is Deep]) == 9
    asked.clear()
    assert not list(Space(Deep, (Rule("never", lambda p, q, f: noted(p, q > 0)),)).points(0, 0))
    assert len([p for p in asked if type(p) is Deep]) == 1


def test_a_parameter_can_be_held():
    """Points with one parameter fixed are the legal points that have that value."""
    points = list(SPACE.points(100, True, {"form": "fma"}))
    assert points == [point for point in SPACE.points(100, True) if point.form == "fma"]
    assert points


def test_a_requirement_that_fails_needs_no_point():
    """Where a problem or a device rules a kernel out, its points are not even enumerated."""

    def never(*_):
        raise AssertionError

    space = Space(Tile, (Rule("is not asked", never),), (Rule("the device is there", lambda p, q, f: f),))
    assert list(space.points(1, False)) == []
    assert space.unmet(1, False) == "the device is there"
    assert space.unmet(1, True) is None


def test_a_sample_has_different_legal_points_and_is_repeatable():
    """Drawn and walked to, within the rules, the same for the same seed; what is fixed stays so."""
    space = Space(Tile, (Rule("narrow", lambda p, q, f: p.rows * p.cols == 16),))
    points = set(space.points(None, None))
    sample = space.sample(None, None, 1000)
    assert set(sample) == points
    assert len(sample) == len(points) > 1
    assert space.sample(None, None, 2, seed=1) == space.sample(None, None, 2, seed=1)
    assert len(space.sample(None, None, 2, seed=1)) == 2
    fixed = space.sample(None, None, 1000, fixed={"rows": 4})
    assert {p.rows for p in fixed} == {4}
    assert set(fixed) == set(space.points(None, None, {"rows": 4}))


def test_a_sample_begins_with_what_it_is_given():
    """Starting points come first where they are legal; without any legal point there is no sample."""
    space = Space(Tile, (Rule("narrow", lambda p, q, f: p.rows * p.cols == 16),))
    good = next(space.points(None, None))
    assert space.sample(None, None, 1, start=[good]) == [good]
    never = Space(Tile, (Rule("never", lambda p, q, f: False),))
    assert never.sample(None, None, 5, start=[good]) == []


def test_a_sample_of_few_legal_points_ends_soon():
    """After as many vain tries as were asked for, of a hundred times as many: tuning something small begins at once."""
    asked = []

    def narrow(point, *_):
        asked.append(point)
        return point.rows * point.cols == 16

    space = Space(Tile, (Rule("narrow", narrow),))
    sample = space.sample(None, None, 20_000)
    assert len(asked) < 25_000
    assert set(sample) == set(space.points(None, None))
