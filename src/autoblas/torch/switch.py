"""Overrides of PyTorch's matrix products at one dispatch key, switched on and off by one number.

Ten operators are overridden below autograd, autocast and vmap: ``linear``, ``matmul``, ``einsum`` and all gradients arrive
at them. They are registered once a process and never taken away, because PyTorch frees a kernel under threads that run it.
"""

from __future__ import annotations

import inspect
import logging
import math
import sys
import threading
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from autoblas.errors import DeviceError
from autoblas.torch.decision import TABLE, Decision, Times, store, stored_key, timed
from autoblas.torch.products import Declined, Product, capturing, fits
from autoblas.torch.summary import LayoutReport, Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.problems import Accuracy

__all__ = ["SIGHTINGS", "Options", "Switch"]

LOG = logging.getLogger("autoblas.torch")

BASES = ("mm", "addmm", "bmm", "baddbmm")
"""Operators: a product, and one with a bias, of matrices and of stacks."""

STACKED = ("bmm", "baddbmm")

ALIGNMENT = 16
"""Bytes that the widest loads and copies want: what is aligned less is another layout."""

SIGHTINGS = 3
"""A layout is timed when it comes for this time: programs whose shapes change with each call never pay for that."""

LAYOUTS = 4096
"""Layouts that are remembered."""

VARIANTS = {name: ("", ".out", *(("_",) if "add" in name else ())) for name in BASES}
"""Overloads of each: a new result, a given one, and the bias as the result."""


class Options(NamedTuple):
    """What is served.

    Attributes:
        accuracy: ``"auto"``, or an accuracy of ``gemm``.
        min_flops: Multiplications and additions below which a call is left to PyTorch.
        dtypes: Element types that are served.
        decide: Who computes a layout: ``"measure"``, ``"records"`` or ``"always"``.
    """

    accuracy: Literal["auto", "standard", "strict", "fast"]
    min_flops: float
    dtypes: frozenset[Any]
    decide: Literal["measure", "records", "always"]


class Switch:
    """Overrides of one dispatch key.

    Args:
        key: ``"CUDA"``, or ``"CPU"`` where tests have no card.

    Attributes:
        options: What is served; None while nothing is.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.options: Options | None = None
        self._latest: Options | None = None
        self._least = math.inf
        self._plain: tuple[type, ...] = ()
        self._library: Any = None
        self._functional: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._decisions: dict[tuple[Any, ...], Decision] = {}
        self._sightings: Counter[tuple[Any, ...]] = Counter()
        self._stored: dict[str, Times] = {}
        self.reset()

    # Options and counts ------------------------------------------------------------------------------------------

    def set(self, options: Options | None) -> None:
        """Serve by other options from now on, or nothing; with other options counts begin anew.

        Raises:
            DeviceError: PyTorch is too old to be overridden.
        """
        with self._lock:
            if options is not None and self._library is None:
                self._register()
            if options is not None and options != self._latest:
                self.reset()
                self._stored, self._latest = TABLE.read(), options
            self.options = options
            self._least = math.inf if options is None else options.min_flops / 2

    def reset(self) -> None:
        """Forget counts and decisions."""
        with self._lock:
            self._decisions.clear()
            self._left: Counter[str] = Counter()
            self._faults: Counter[str] = Counter()
            self._threads: set[int] = set()

    def report(self) -> Report:
        """Counts since the last reset."""
        with self._lock:
            rows = [_layout_report(layout, decision) for layout, decision in self._decisions.items()]
            return Report(
                on=self.options is not None,
                accuracy=self.options.accuracy if self.options else "",
                left=dict(self._left),
                faults=dict(self._faults),
                threads=len(self._threads),
                layouts=tuple(sorted(rows, key=lambda row: -row.saved)),
            )

    # Registering -------------------------------------------------------------------------------------------------

    def _register(self) -> None:
        """Put overrides in front of the kernels that are registered now, once a process."""
        torch: Any = sys.modules["torch"]
        get = getattr(torch.library, "get_kernel", None)
        if get is None:
            raise DeviceError(
                f"autoblas.torch.enable() needs PyTorch 2.9 or newer, this is {torch.__version__}"
            )
        self._plain = (torch.Tensor, torch.nn.Parameter)
        library = torch.library.Library("aten", "IMPL")
        more = (
            {"allow_override": True} if "allow_override" in inspect.signature(library.impl).parameters else {}
        )
        kernels = {
            f"{base}{end}": get(f"aten::{base}{end}", self.key).call_boxed
            for base in BASES
            for end in VARIANTS[base]
        }
        self._functional = {base: kernels[base] for base in BASES}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a registered kernel is overridden, as is wanted
            for base in BASES:
                for end in VARIANTS[base]:
                    override = self._override(base, kernels[base + end], in_place=end == "_")
                    library.impl(base + end, override, self.key, with_keyset=True, **more)
        self._library = library

    def _override(self, base: str, original: Callable[..., Any], *, in_place: bool) -> Callable[..., Any]:
        """The kernel of one overload. Small calls pay for a call of Python, one product and one comparison."""

        def product(keys: Any, a: Any, b: Any, **options: Any) -> Any:
            try:
                small = a.numel() * b.shape[-1] < self._least
            except IndexError:  # no dimensions, of which PyTorch says what is wrong
                small = True
            if small:
                return original(keys, a, b, **options)
            return self._serve(base, original, keys, (a, b), options, None)

        def sum_with_product(keys: Any, c: Any, a: Any, b: Any, **options: Any) -> Any:
            try:
                small = a.numel() * b.shape[-1] < self._least
            except IndexError:
                small = True
            if small:
                return original(keys, c, a, b, **options)
            return self._serve(base, original, keys, (c, a, b), options, c if in_place else None)

        return sum_with_product if base in {"addmm", "baddbmm"} else product

    # Serving -----------------------------------------------------------------------------------------------------

    def _serve(
        self,
        base: str,
        original: Callable[..., Any],
        keys: Any,
        tensors: tuple[Any, ...],
        named: dict[str, Any],
        out: Any,
    ) -> Any:
        """The result of a call that is large enough, by whoever computes its layout."""
        a, b = tensors[-2:]
        c = tensors[0] if len(tensors) == 3 else None
        out = named.get("out", out)
        try:
            decision = self._decision(base, keys, tensors, named)
            if decision.serves:
                factors = named.get("alpha", 1), named.get("beta", 1)
                result = decision.product.compute(a, b, c, out, factors)
                decision.calls += 1
                self._threads.add(threading.get_ident())
                return result
            self._left[decision.reason] += 1
        except Declined as reason:
            self._left[str(reason)] += 1
        except Exception as error:  # noqa: BLE001  # whatever fails here, the program is PyTorch's and goes on
            message = f"{type(error).__name__}: {error}".splitlines()[0][:200]
            if message not in self._faults:
                LOG.warning("PyTorch computes %s, because of %s", base, message)
            self._faults[message] += 1
        return original(keys, *tensors, **named)

    def _decision(self, base: str, keys: Any, tensors: tuple[Any, ...], named: dict[str, Any]) -> Decision:
        """Who computes calls of this layout.

        Raises:
            Declined: nobody can tell now, or the tensors are not for us.
        """
        options, plain = self.options, self._plain
        a = tensors[-2]
        if options is None or a.dtype not in options.dtypes:
            raise Declined("another type")
        for tensor in tensors:
            if type(tensor) not in plain:  # a subclass may run code of its own when it is asked for its shape
                raise Declined("a subclass of tensors")
        layout = (
            base,
            a.dtype,
            a.device,
            self._allows_tf32(a),
            *[(x.dtype, x.shape, x.stride(), x.data_ptr() % ALIGNMENT) for x in tensors],
        )
        decision = self._decisions.get(layout)
        if decision is None:
            decision = self._decide(options, layout, keys, tensors, named)
        return decision

    @staticmethod
    def _allows_tf32(a: Any) -> bool:
        """Whether PyTorch was told that less than float32 is enough, and computes with less."""
        torch: Any = sys.modules["torch"]
        return bool(a.dtype is torch.float32 and a.is_cuda and torch._C._get_cublas_allow_tf32())  # noqa: SLF001  # a tenth of the public way's time

    def _decide(
        self,
        options: Options,
        layout: tuple[Any, ...],
        keys: Any,
        tensors: tuple[Any, ...],
        named: dict[str, Any],
    ) -> Decision:
        """Decide on a layout that is met for the first time; one thread at a time, or both would time each other."""
        a, b = tensors[-2:]
        c = tensors[0] if len(tensors) == 3 else None
        if not fits(3 if layout[0] in STACKED else 2, a, b, c) or a.is_neg() or b.is_neg():
            raise Declined("operands that do not fit, or of several types")
        if capturing(a):
            raise Declined("first met in a capture of a graph")
        usual: Accuracy = "fast" if layout[3] else "standard"
        accuracy: Accuracy = usual if options.accuracy == "auto" else options.accuracy
        product = Product(accuracy)
        with self._lock:
            if layout not in self._decisions:  # by a thread that was here before
                decision = (
                    Decision(product, serves=True)
                    if options.decide == "always"
                    else self._by_times(options, layout, keys, (a, b, c), named, product)
                )
                if len(self._decisions) >= LAYOUTS:
                    self._decisions.clear()
                self._decisions[layout] = decision
            return self._decisions[layout]

    def _by_times(
        self,
        options: Options,
        layout: tuple[Any, ...],
        keys: Any,
        operands: tuple[Any, Any, Any],
        named: dict[str, Any],
        product: Product,
    ) -> Decision:
        """Decide by stored times, or by timing both.

        Raises:
            Declined: the layout has not come often enough to be timed.
        """
        a, b, c = operands
        torch: Any = sys.modules["torch"]
        parts = [f"{tuple(shape)}/{steps}+{offset}" for _, shape, steps, offset in layout[4:]]
        theirs = ["TF32"] if layout[3] else []
        key = stored_key(a, " ".join([layout[0], str(a.dtype), *parts, product.accuracy, *theirs]))
        if key in self._stored:
            return Decision.by(self._stored[key], product)
        if options.decide == "records" or torch.are_deterministic_algorithms_enabled():
            return Decision(product, serves=False, reason="no stored times")
        if len(self._sightings) >= LAYOUTS:
            self._sightings.clear()
        self._sightings[layout] += 1
        if self._sightings[layout] < SIGHTINGS:
            raise Declined(f"a layout that came fewer than {SIGHTINGS} times")
        factors = named.get("alpha", 1), named.get("beta", 1)
        original = self._functional[layout[0]]
        scalars = {name: value for name, value in named.items() if name != "out"}

        out, bias = a.new_empty((*a.shape[:-1], b.shape[-1])), () if c is None else (c,)
        times = timed(
            a, lambda: product.compute(a, b, c, out, factors), lambda: original(keys, *bias, a, b, **scalars)
        )
        self._stored[key] = times
        store(key, times)
        return Decision.by(times, product)


def _layout_report(layout: tuple[Any, ...], decision: Decision) -> LayoutReport:
    """A decision in numbers and words."""
    base, dtype, _, _, *tensors = layout
    (_, a, steps_a, _), (_, b, steps_b, _) = tensors[-2:]
    form = "".join("n" if steps[-1] == 1 else "t" for steps in (steps_a, steps_b))
    ours, theirs = (decision.times.ours, decision.times.theirs) if decision.times else (0.0, 0.0)
    return LayoutReport(
        operator=base,
        dtype=str(dtype).removeprefix("torch."),
        items=a[0] if len(a) == 3 else 1,
        rows=a[-2],
        terms=a[-1],
        columns=b[-1],
        form=form,
        served=decision.serves,
        reason=decision.reason,
        calls=decision.calls,
        ours=ours,
        theirs=theirs,
    )
