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

__all__ = ["SIGHTINGS", "ServingOptions", "Switch"]

LOG = logging.getLogger("autoblas.torch")

BASES = ("mm", "addmm", "bmm", "baddbmm")
"""Operators: a product, and one with a bias, of matrices and of stacks."""

STACKED = ("bmm", "baddbmm")

ALIGNMENT = 16
"""Alignment, in bytes, of the widest loads and copies: an operand aligned less has another layout."""

SIGHTINGS = 3
"""Calls of a layout up to its measurement: programs whose shapes change with each call never pay for one."""

LATER = 64
"""Calls of a layout before it is timed again, where there was no memory for it."""

BOUND = 16384
"""Upper limit of cached calls, by layout, thread, stream and factors."""

LAYOUTS = 4096
"""Upper limit of cached layouts."""

CAPTURED = 0.1
"""Share of ``min_flops`` that is the limit in a capture, where the host's time does not count."""

VARIANTS = {name: ("", ".out", *(("_",) if "add" in name else ())) for name in BASES}
"""Overloads of an operator: with a new result, into an argument, and into the bias."""

GONE = "SafeKernelFunction has been invalidated"
"""PyTorch's message where the library was unloaded whose kernel an override calls."""


class ServingOptions(NamedTuple):
    """Options of serving.

    Attributes:
        accuracy: ``"auto"``, or an accuracy of ``gemm``.
        min_flops: Multiplications and additions below which PyTorch computes a call.
        dtypes: Element types that are served.
        decide: How the library for a layout is chosen: ``"measure"``, ``"records"`` or ``"always"``.
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
        options: The options of serving; None while it is off.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.options: ServingOptions | None = None
        self._last_options: ServingOptions | None = None
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

    def set(self, options: ServingOptions | None) -> None:
        """Serve by these options from now on, or not at all; new options reset the counts.

        Raises:
            DeviceError: PyTorch is too old to be overridden.
        """
        with self._lock:
            if options is not None and self._library is None:
                self._register()
            if options is not None and options != self._last_options:
                self.reset()
                self._records, self._last_options = Records(), options
            self.options = options
            self._least = (
                math.inf if options is None else max(options.min_flops / 2, 1)
            )  # never empty products
            self._floor = max(self._least * CAPTURED, 1)

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Serve small calls too, as in captures of graphs."""
        self._least = self._floor
        try:
            yield
        finally:
            with self._lock:
                self.set(self.options)  # another thread may have changed them

    def reset(self) -> None:
        """Forget counts and decisions."""
        with self._lock:
            self._decisions.clear()
            self._bound.clear()
            self._sightings.clear()
            self._declined: Counter[str] = Counter()
            self._faults: Counter[str] = Counter()
            self._threads: set[int] = set()

    def report(self, *, reset: bool = False) -> Report:
        """Counts since the last reset.

        Args:
            reset: Reset the counts in the same moment.
        """
        with self._lock:
            rows = [_layout_report(layout, decision) for layout, decision in self._decisions.items()]
            declined = self._declined.copy()
            for decision in self._decisions.values():
                if decision.pytorch_calls:
                    declined[decision.reason] += decision.pytorch_calls
            counts = Report(
                on=self.options is not None,
                accuracy=self.options.accuracy if self.options else "",
                left=dict(declined),
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
            self._captures, self._stream = (getattr(torch._C, name) for name in names)  # noqa: SLF001  # the public functions take ten times as long
            self._tf32 = tf32_setting(torch)
        library = torch.library.Library("aten", "IMPL")
        options = (
            {"allow_override": True} if "allow_override" in inspect.signature(library.impl).parameters else {}
        )
        kernels = {
            f"{base}{end}": get(f"aten::{base}{end}", self.key).call_boxed
            for base in BASES
            for end in VARIANTS[base]
        }
        self._functional = {base: kernels[base] for base in BASES}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch warns of overridden kernels
            for name, kernel in kernels.items():
                override = self._override(
                    name.rstrip("_").removesuffix(".out"), kernel, in_place=name[-1] == "_"
                )
                library.impl(name, override, self.key, with_keyset=True, **options)
        self._library = library

    def _override(self, base: str, original: Callable[..., Any], *, in_place: bool) -> Callable[..., Any]:
        """The kernel of one overload. Small calls pay for a call of Python, one product and one comparison."""

        def override(keys: Any, *tensors: Any, **keywords: Any) -> Any:
            out = tensors[0] if in_place else None
            try:
                work = tensors[-2].numel() * tensors[-1].shape[-1]
                if work < self._least and (work < self._floor or not self._captures()):
                    return original(keys, *tensors, **keywords)
                return self._serve(base, original, keys, tensors, keywords, out)
            except IndexError:  # a tensor without dimensions: PyTorch raises the error
                return original(keys, *tensors, **keywords)
            except RuntimeError as error:
                if GONE not in str(error):
                    raise
                return self._without_pytorch(base, error, tensors, keywords, out)

        return override

    # Serving -----------------------------------------------------------------------------------------------------

    def _serve(
        self,
        base: str,
        original: Callable[..., Any],
        keys: Any,
        tensors: tuple[Any, ...],
        keywords: dict[str, Any],
        out: Any,
    ) -> Any:
        """The result of a call that is large enough, by the library that computes its layout."""
        key: tuple[Any, ...] | None = None
        refusal: ArgumentError | None = None
        try:
            out = keywords.get("out", out)
            key = self._key(base, tensors, out, keywords)
            decision, product = self._bound.get(key) or self._bind(key, keys, tensors, out, keywords)
            if decision.serves:
                return self._computed(decision, product, tensors, out)
            decision.pytorch_calls += 1
        except Declined as reason:
            self._declined[str(reason)] += 1
        except ArgumentError as error:
            refusal = error.with_traceback(None)  # the traceback would hold memory
        except Exception as error:  # noqa: BLE001  # after any fault PyTorch computes the call
            self._fault(base, error, key)
        result = original(keys, *tensors, **keywords)
        if refusal is not None:  # PyTorch did compute the call, so that it was not wrong
            self._fault(base, refusal, key)
        return result

    def _key(
        self, base: str, tensors: tuple[Any, ...], out: Any, keywords: dict[str, Any]
    ) -> tuple[Any, ...]:
        """The key of calls that one bound product computes: thread, stream, factors, operator and layouts.

        Raises:
            Declined: a tensor is of a subclass, whose code would run with each access.
        """
        plain = self._plain
        layouts = []
        for x in tensors if out is None else (*tensors, out):
            if type(x) not in plain:
                raise Declined("a subclass of tensors")
            layouts.append((x.dtype, x.get_device(), x.shape, x.stride(), x.data_ptr() % ALIGNED))
        stream = self._stream(layouts[-1][1])
        factors = keywords.get("alpha", 1), keywords.get("beta", 1)
        return (threading.get_ident(), stream, *factors, base, self._tf32(), *layouts)

    def _computed(self, decision: Decision, product: Product, tensors: tuple[Any, ...], out: Any) -> Any:
        """The result by autoblas; where memory is short, again after PyTorch has freed its cached memory."""
        span = self._watched(decision, tensors[-1]) if decision.calls % WATCHED == WATCHED - 1 else None
        result = None
        try:
            result = product.compute(tensors, out)
        except Exception as error:
            if not _out_of_memory(error) or self._captures():
                raise
        if result is None:  # outside of the handler, because the error holds the memory of the failed call
            sys.modules["torch"].cuda.empty_cache()
            result = product.compute(tensors, out)
        decision.calls += 1
        if span is not None:
            span.end()
        return result

    def _watched(self, decision: Decision, tensor: Any) -> Span | None:
        """A span for a call that is timed; None in deterministic mode, in captures, and where no time is expected."""
        torch: Any = sys.modules["torch"]
        if decision.expected is None or self._captures() or torch.are_deterministic_algorithms_enabled():
            return None
        span = decision.watched(tensor)
        if decision.returned:
            LOG.warning("a layout is given back to PyTorch: %s", decision.reason)
        return span

    def _fault(self, base: str, error: Exception, key: tuple[Any, ...] | None) -> None:
        """Count a fault; PyTorch computes the layout from now on, or for some calls after a lack of memory."""
        message = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        self._count_fault(base, message)
        if key is None or self._captures():
            return
        layout = _layout(key)
        with self._lock:
            if _out_of_memory(error):
                self._sightings[layout] = -LATER
            else:
                decision = self._decisions.setdefault(layout, Decision(serves=False))
                decision.return_to_pytorch(message)
                self._bound[key] = decision, None

    def _count_fault(self, base: str, message: str) -> None:
        """Count a fault by its message; the first is logged."""
        if message not in self._faults:
            LOG.warning("a call of %s failed: %s", base, message)
        self._faults[message] += 1

    def _without_pytorch(
        self, base: str, error: RuntimeError, tensors: tuple[Any, ...], keywords: dict[str, Any], out: Any
    ) -> Any:
        """The result by autoblas where the library whose kernel this override calls was unloaded.

        Raises:
            RuntimeError: the error, of a call that is no product.
        """
        if not fits(3 if base in STACKED else 2, tensors):
            raise error
        details = str(error).removeprefix(GONE).strip()
        self._count_fault(
            base, f"the library that overrode {base} before went away ({details}); autoblas computes"
        )
        out = keywords.get("out", out)
        try:
            key = self._key(base, tensors, out, keywords)
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
        self, key: tuple[Any, ...], keys: Any, tensors: tuple[Any, ...], out: Any, keywords: dict[str, Any]
    ) -> tuple[Decision, Any]:
        """The decision on a layout, which its first call makes, and the product of its calls.

        One thread at a time decides, because measurements would disturb each other.

        Raises:
            Declined: there is no decision yet, or PyTorch raises the error of the tensors.
        """
        base, a, b = key[4], *tensors[-2:]
        layout = _layout(key)
        with self._lock:
            options, decision = self.options, self._decisions.get(layout)
            if options is None or a.dtype not in options.dtypes:
                raise Declined("another type")
            if not fits(3 if base in STACKED else 2, tensors) or a.is_neg() or b.is_neg():
                raise Declined("operands that do not fit, or of several types")
            default: Accuracy = "fast" if layout[1] else "standard"
            accuracy: Accuracy = default if options.accuracy == "auto" else options.accuracy
            product = Product(accuracy, tensors, out, key[2:4])
            if decision is None and self._captures():
                raise Declined("first met in a capture of a graph")
            if decision is None and options.decide == "always":
                decision = Decision(serves=True)
            if decision is None:
                decision = self._by_times(options, layout, keys, tensors, keywords, accuracy)
            if layout not in self._decisions and len(self._decisions) >= LAYOUTS:
                self._decisions.clear()
                self._bound.clear()  # their decisions are in no report any more
            if len(self._bound) >= BOUND:
                self._bound.clear()
            self._decisions[layout] = decision
            self._bound[key] = decision, product
            self._threads.add(key[0])
        return decision, product

    def _by_times(
        self,
        options: ServingOptions,
        layout: tuple[Any, ...],
        keys: Any,
        tensors: tuple[Any, ...],
        keywords: dict[str, Any],
        accuracy: Accuracy,
    ) -> Decision:
        """The decision by stored times, or by a measurement of both libraries.

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
        original, scalars = self._functional[base], {k: v for k, v in keywords.items() if k != "out"}
        out = a.new_empty((*a.shape[:-1], b.shape[-1]))
        product = Product(accuracy, tensors, out, (keywords.get("alpha", 1), keywords.get("beta", 1)))
        seconds = timed(a, lambda: product.compute(tensors, out), lambda: original(keys, *tensors, **scalars))
        times = Times(*seconds, kind, sizes)
        self._records.store(key, times)
        return Decision.by(times)


def tf32_setting(torch: Any) -> Callable[[], bool]:
    """A function that returns the setting of TF32 in products, by either of PyTorch's names for it.

    ``allow_tf32`` raises an error where the program used the newer name ``fp32_precision``.
    """
    precision = torch._C._get_fp32_precision_getter  # noqa: SLF001  # the public functions take ten times as long
    return lambda: bool(precision("cuda", "matmul") == "tf32")


def _layout(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The layout of calls, from their key: operator, TF32, and types, shapes, strides and alignment of operands."""
    base, tf32, *tensors = key[4:]
    operands = tensors[: 3 if "add" in base else 2]
    return (
        base,
        tf32 and "float32" in str(operands[0][0]),
        *[(*x, offset % ALIGNMENT) for *x, offset in operands],
    )


def _out_of_memory(error: Exception) -> bool:
    """True if memory was short, which PyTorch and drivers say in words."""
    message = str(error).lower().replace("_", " ")
    return isinstance(error, (AllocationError, MemoryError)) or "out of memory" in message


def _layout_report(layout: tuple[Any, ...], decision: Decision) -> LayoutReport:
    """The row of a report for a decision."""
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
