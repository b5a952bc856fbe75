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
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from autoblas.arrays.cuda.array import ALIGNED
from autoblas.errors import AllocationError, ArgumentError, DeviceError
from autoblas.torch.decision import WATCHED, Decision, Span, timed
from autoblas.torch.products import Declined, Product, fits
from autoblas.torch.records import Records, Times, card_of, kind_of, stored_key
from autoblas.torch.summary import LayoutReport, Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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

LATER = 64
"""Calls of a layout before it is timed again, where there was no memory for it."""

BOUND = 16384
"""Calls that are remembered: layouts, threads, streams and factors."""

LAYOUTS = 4096
"""Layouts that are remembered."""

CAPTURED = 0.1
"""Share of the least work that is looked at in a capture, where the host's time does not count."""

VARIANTS = {name: ("", ".out", *(("_",) if "add" in name else ())) for name in BASES}
"""Overloads of each: a new result, a given one, and the bias as the result."""

GONE = "SafeKernelFunction has been invalidated"
"""PyTorch's message where the library went away whose kernel an override calls."""


class Options(NamedTuple):
    """Options of serving.

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
        self._least = self._floor = math.inf
        self._plain: tuple[type, ...] = ()
        self._library: Any = None
        self._captures: Callable[[], bool] = lambda: False
        self._tf32: Callable[[], bool] = lambda: False
        self._stream: Callable[[int], int] = lambda _: 0
        self._functional: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._decisions: dict[tuple[Any, ...], Decision] = {}
        self._sightings: Counter[tuple[Any, ...]] = Counter()
        self._bound: dict[tuple[Any, ...], tuple[Decision, Any]] = {}
        self._orphans: dict[tuple[Any, ...], Product] = {}
        self._records: Records
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
                self._records, self._latest = Records(), options
            self.options = options
            self._least = (
                math.inf if options is None else max(options.min_flops / 2, 1)
            )  # never empty products
            self._floor = max(self._least * CAPTURED, 1)

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Serve, outside of captures too, all work that is served in them."""
        self._least = self._floor
        try:
            yield
        finally:
            with self._lock:
                self.set(self.options)  # which another thread may have changed

    def reset(self) -> None:
        """Forget counts and decisions."""
        with self._lock:
            self._decisions.clear()
            self._bound.clear()
            self._sightings.clear()
            self._left: Counter[str] = Counter()
            self._faults: Counter[str] = Counter()
            self._threads: set[int] = set()

    def report(self, *, reset: bool = False) -> Report:
        """Counts since the last reset.

        Args:
            reset: Whether they begin anew, in the same moment.
        """
        with self._lock:
            rows = [_layout_report(layout, decision) for layout, decision in self._decisions.items()]
            left = self._left.copy()
            for decision in self._decisions.values():
                if decision.left:
                    left[decision.reason] += decision.left
            counts = Report(
                on=self.options is not None,
                accuracy=self.options.accuracy if self.options else "",
                left=dict(left),
                faults=dict(self._faults),
                threads=len(self._threads),
                layouts=tuple(sorted(rows, key=lambda row: -row.saved)),
            )
            if reset:
                self.reset()
        return counts

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
        if self.key == "CUDA":
            names = "_cuda_isCurrentStreamCapturing", "_cuda_getCurrentRawStream"
            self._captures, self._stream = (getattr(torch._C, name) for name in names)  # noqa: SLF001  # the public ways take ten times as long
            self._tf32 = tf32_setting(torch)
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
            for name, kernel in kernels.items():
                override = self._override(
                    name.rstrip("_").removesuffix(".out"), kernel, in_place=name[-1] == "_"
                )
                library.impl(name, override, self.key, with_keyset=True, **more)
        self._library = library

    def _override(self, base: str, original: Callable[..., Any], *, in_place: bool) -> Callable[..., Any]:
        """The kernel of one overload. Small calls pay for a call of Python, one product and one comparison."""

        def override(keys: Any, *tensors: Any, **named: Any) -> Any:
            out = tensors[0] if in_place else None
            try:
                work = tensors[-2].numel() * tensors[-1].shape[-1]
                if work < self._least and (work < self._floor or not self._captures()):
                    return original(keys, *tensors, **named)
                return self._serve(base, original, keys, tensors, named, out)
            except IndexError:  # no dimensions, of which PyTorch says what is wrong
                return original(keys, *tensors, **named)
            except RuntimeError as error:
                if GONE not in str(error):
                    raise
                return self._alone(base, error, tensors, named, out)

        return override

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
        key: tuple[Any, ...] | None = None
        refusal: ArgumentError | None = None
        try:
            out = named.get("out", out)
            key = self._key(base, tensors, out, named)
            decision, product = self._bound.get(key) or self._bind(key, keys, tensors, out, named)
            if decision.serves:
                return self._computed(decision, product, tensors, out)
            decision.left += 1
        except Declined as reason:
            self._left[str(reason)] += 1
        except ArgumentError as error:
            refusal = error.with_traceback(None)  # which would hold memory
        except Exception as error:  # noqa: BLE001  # whatever fails here, the program is PyTorch's and goes on
            self._fault(base, error, key)
        result = original(keys, *tensors, **named)
        if refusal is not None:  # of what PyTorch computes: else the call is wrong
            self._fault(base, refusal, key)
        return result

    def _key(self, base: str, tensors: tuple[Any, ...], out: Any, named: dict[str, Any]) -> tuple[Any, ...]:
        """The key of calls that one launch computes: all that they have in common.

        Raises:
            Declined: a tensor has code of its own, which would run when it is asked for its shape.
        """
        plain = self._plain
        layouts = []
        for x in tensors if out is None else (*tensors, out):
            if type(x) not in plain:
                raise Declined("a subclass of tensors")
            layouts.append((x.dtype, x.get_device(), x.shape, x.stride(), x.data_ptr() % ALIGNED))
        where = threading.get_ident(), self._stream(layouts[-1][1])
        return (*where, named.get("alpha", 1), named.get("beta", 1), base, self._tf32(), *layouts)

    def _computed(self, decision: Decision, product: Product, tensors: tuple[Any, ...], out: Any) -> Any:
        """The result by autoblas; where there is no memory, once more without what PyTorch keeps."""
        span = self._watched(decision, tensors[-1]) if decision.calls % WATCHED == WATCHED - 1 else None
        result = None
        try:
            result = product.compute(tensors, out)
        except Exception as error:
            if not _out_of_memory(error) or self._captures():
                raise
        if result is None:  # here, because the error holds what the call had allocated
            sys.modules["torch"].cuda.empty_cache()
            result = product.compute(tensors, out)
        decision.calls += 1
        if span is not None:
            span.end()
        return result

    def _watched(self, decision: Decision, tensor: Any) -> Span | None:
        """A span for a call that is timed; None where calls are to be alike, or nothing can be timed."""
        torch: Any = sys.modules["torch"]
        if decision.expected is None or self._captures() or torch.are_deterministic_algorithms_enabled():
            return None
        span = decision.watched(tensor)
        if decision.returned:
            LOG.warning("a layout is given back to PyTorch: %s", decision.reason)
        return span

    def _fault(self, base: str, error: Exception, key: tuple[Any, ...] | None) -> None:
        """Note what failed; the layout is PyTorch's from now on, unless another time may be better."""
        message = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        self._note(base, message)
        if key is None or self._captures():
            return
        layout = _layout(key)
        with self._lock:
            if _out_of_memory(error):
                self._sightings[layout] = -LATER
            else:
                decision = self._decisions.setdefault(layout, Decision(serves=False))
                decision.give_back(message)
                self._bound[key] = decision, None

    def _note(self, base: str, message: str) -> None:
        """Count a fault; the first of a kind has a line in the log."""
        if message not in self._faults:
            LOG.warning("a call of %s failed: %s", base, message)
        self._faults[message] += 1

    def _alone(
        self, base: str, error: RuntimeError, tensors: tuple[Any, ...], named: dict[str, Any], out: Any
    ) -> Any:
        """The result where the library is gone whose kernel this override calls: PyTorch's own cannot be reached any more.

        Raises:
            RuntimeError: the error, of a call that is none of a product.
        """
        if not fits(3 if base in STACKED else 2, tensors):
            raise error
        place = str(error).removeprefix(GONE).strip()
        self._note(base, f"the library that overrode {base} before went away ({place}); autoblas computes")
        out = named.get("out", out)
        try:
            key = self._key(base, tensors, out, named)
            product = self._orphans.get(key)
            if product is None:
                if len(self._orphans) >= BOUND:
                    self._orphans.clear()
                product = self._orphans[key] = Product("standard", tensors, out, key[2:4])
            return product.compute(tensors, out)
        except Declined:
            raise error from None

    # Deciding ----------------------------------------------------------------------------------------------------

    def _bind(
        self, key: tuple[Any, ...], keys: Any, tensors: tuple[Any, ...], out: Any, named: dict[str, Any]
    ) -> tuple[Decision, Any]:
        """The decision on a layout, made where it is met for the first time, and the product of its calls.

        One thread at a time decides, or both would time each other.

        Raises:
            Declined: nobody can tell now, or PyTorch says what is wrong with the tensors.
        """
        base, a, b = key[4], *tensors[-2:]
        layout = _layout(key)
        with self._lock:
            options, decision = self.options, self._decisions.get(layout)
            if options is None or a.dtype not in options.dtypes:
                raise Declined("another type")
            if not fits(3 if base in STACKED else 2, tensors) or a.is_neg() or b.is_neg():
                raise Declined("operands that do not fit, or of several types")
            usual: Accuracy = "fast" if layout[1] else "standard"
            accuracy: Accuracy = usual if options.accuracy == "auto" else options.accuracy
            product = Product(accuracy, tensors, out, key[2:4])
            if decision is None and self._captures():
                raise Declined("first met in a capture of a graph")
            if decision is None and options.decide == "always":
                decision = Decision(serves=True)
            if decision is None:
                decision = self._by_times(options, layout, keys, tensors, named, accuracy)
            if layout not in self._decisions and len(self._decisions) >= LAYOUTS:
                self._decisions.clear()
                self._bound.clear()  # whose calls would be counted in decisions that no report has
            if len(self._bound) >= BOUND:
                self._bound.clear()
            self._decisions[layout] = decision
            self._bound[key] = decision, product
            self._threads.add(key[0])
        return decision, product

    def _by_times(
        self,
        options: Options,
        layout: tuple[Any, ...],
        keys: Any,
        tensors: tuple[Any, ...],
        named: dict[str, Any],
        accuracy: Accuracy,
    ) -> Decision:
        """Decide by stored times, or by timing both.

        Raises:
            Declined: the layout has not come often enough to be timed.
        """
        a, b = tensors[-2:]
        torch: Any = sys.modules["torch"]
        base, theirs = layout[0], ["TF32"] if layout[1] else []
        parts = [f"{tuple(shape)}/{steps}+{offset}" for _, _, shape, steps, offset in layout[2:]]
        key = stored_key(a, " ".join([base, str(a.dtype), *parts, accuracy, *theirs]))
        kind = kind_of(base, [accuracy, *theirs], a, b)
        items = a.shape[0] if a.ndim == 3 else 1
        sizes = max(items, 1), max(a.shape[-2], 1), max(a.shape[-1], 1), max(b.shape[-1], 1)
        times = self._records.exact(key)
        if times is not None:
            return Decision.by(times)
        if options.decide == "records" or torch.are_deterministic_algorithms_enabled():
            near = self._records.nearest(card_of(a), kind, sizes)
            if near is None:
                return Decision(serves=False, reason="no stored times of such a product")
            return Decision.by(*near)
        if len(self._sightings) >= LAYOUTS:
            self._sightings.clear()
        self._sightings[layout] += 1
        if self._sightings[layout] < SIGHTINGS:
            raise Declined(f"a layout that came fewer than {SIGHTINGS} times")
        original, scalars = self._functional[base], {k: v for k, v in named.items() if k != "out"}
        out = a.new_empty((*a.shape[:-1], b.shape[-1]))
        product = Product(accuracy, tensors, out, (named.get("alpha", 1), named.get("beta", 1)))
        both = timed(a, lambda: product.compute(tensors, out), lambda: original(keys, *tensors, **scalars))
        times = Times(*both, kind, sizes)
        self._records.keep(key, times)
        return Decision.by(times)


def tf32_setting(torch: Any) -> Callable[[], bool]:
    """The setting of TF32 in products, a function without arguments, by whichever of PyTorch's names a program sets it.

    ``allow_tf32`` raises an error where the program used the newer name ``fp32_precision``.
    """
    precision = torch._C._get_fp32_precision_getter  # noqa: SLF001  # likewise
    return lambda: bool(precision("cuda", "matmul") == "tf32")


def _layout(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The layout of calls, by which they are decided: a part of their key."""
    base, tf32, *tensors = key[4:]
    operands = tensors[: 3 if "add" in base else 2]
    return (
        base,
        tf32 and "float32" in str(operands[0][0]),
        *[(*x, offset % ALIGNMENT) for *x, offset in operands],
    )


def _out_of_memory(error: Exception) -> bool:
    """Whether there may be room another time; PyTorch and drivers say so in words."""
    words = str(error).lower().replace("_", " ")
    return isinstance(error, (AllocationError, MemoryError)) or "out of memory" in words


def _layout_report(layout: tuple[Any, ...], decision: Decision) -> LayoutReport:
    """A decision in numbers and words."""
    base, _, *tensors = layout
    (dtype, _, a, steps_a, _), (_, _, b, steps_b, _) = tensors[-2:]
    times = decision.times
    return LayoutReport(
        operator=base,
        dtype=str(dtype).removeprefix("torch."),
        items=a[0] if len(a) == 3 else 1,
        rows=a[-2],
        terms=a[-1],
        columns=b[-1],
        form="".join("n" if steps[-1] == 1 else "t" for steps in (steps_a, steps_b)),
        served=decision.serves,
        returned=decision.returned,
        reason=decision.reason,
        calls=decision.calls,
        ours=times.ours if times else 0.0,
        theirs=times.theirs if times else 0.0,
    )
