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

from autoblas.errors import AllocationError, DeviceError
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

LAYOUTS = 4096
"""Layouts that are remembered."""

CAPTURED = 0.1
"""Share of the least work that is looked at in a capture, where the host's time does not count."""

VARIANTS = {name: ("", ".out", *(("_",) if "add" in name else ())) for name in BASES}
"""Overloads of each: a new result, a given one, and the bias as the result."""

GONE = "SafeKernelFunction has been invalidated"
"""What PyTorch says where the library went away whose kernel an override calls."""


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
        self._least = self._floor = math.inf
        self._plain: tuple[type, ...] = ()
        self._library: Any = None
        self._captures: Callable[[], bool] = lambda: False
        self._functional: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._decisions: dict[tuple[Any, ...], Decision] = {}
        self._sightings: Counter[tuple[Any, ...]] = Counter()
        self._orphans: dict[tuple[Any, ...], Product] = {}
        self._records: Records | None = None
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
            self._least = math.inf if options is None else options.min_flops / 2
            self._floor = self._least * CAPTURED

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Look at all work that is served in captures, outside of them too."""
        before, self._least = self._least, self._floor
        try:
            yield
        finally:
            self._least = before

    def reset(self) -> None:
        """Forget counts and decisions."""
        with self._lock:
            self._decisions.clear()
            self._sightings.clear()
            self._left: Counter[str] = Counter()
            self._faults: Counter[str] = Counter()
            self._threads: set[int] = set()

    def report(self) -> Report:
        """Counts since the last reset."""
        with self._lock:
            rows = [_layout_report(layout, decision) for layout, decision in self._decisions.items()]
            left = self._left.copy()
            for decision in self._decisions.values():
                if decision.left:
                    left[decision.reason] += decision.left
            return Report(
                on=self.options is not None,
                accuracy=self.options.accuracy if self.options else "",
                left=dict(left),
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
        if self.key == "CUDA":
            self._captures = torch._C._cuda_isCurrentStreamCapturing  # noqa: SLF001  # a tenth of the public way's time
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
        layout: tuple[Any, ...] | None = None
        try:
            layout = self._layout(base, tensors)
            decision = self._decisions.get(layout) or self._decide(layout, keys, tensors, named)
            if decision.serves:
                return self._served(decision, tensors, named, out)
            decision.left += 1
        except Declined as reason:
            self._left[str(reason)] += 1
        except Exception as error:  # noqa: BLE001  # whatever fails here, the program is PyTorch's and goes on
            self._fault(base, error, layout)
        return original(keys, *tensors, **named)

    def _layout(self, base: str, tensors: tuple[Any, ...]) -> tuple[Any, ...]:
        """What calls have in common that are decided alike.

        Raises:
            Declined: the tensors are not for us.
        """
        options, plain = self.options, self._plain
        dtype = tensors[-1].dtype
        if options is None or dtype not in options.dtypes:
            raise Declined("another type")
        for tensor in tensors:
            if type(tensor) not in plain:  # a subclass may run code of its own when it is asked for its shape
                raise Declined("a subclass of tensors")
        return (
            base,
            self._allows_tf32(tensors[-1]),
            *[(x.dtype, x.get_device(), x.shape, x.stride(), x.data_ptr() % ALIGNMENT) for x in tensors],
        )

    @staticmethod
    def _allows_tf32(a: Any) -> bool:
        """Whether PyTorch was told that less than float32 is enough, and computes with less."""
        torch: Any = sys.modules["torch"]
        return bool(a.dtype is torch.float32 and a.is_cuda and torch._C._get_cublas_allow_tf32())  # noqa: SLF001  # a tenth of the public way's time

    def _served(self, decision: Decision, tensors: tuple[Any, ...], named: dict[str, Any], out: Any) -> Any:
        """The result by autoblas; where there is no memory, once more without what PyTorch keeps."""
        a, b = tensors[-2:]
        c = tensors[0] if len(tensors) == 3 else None
        out = named.get("out", out)
        factors = named.get("alpha", 1), named.get("beta", 1)
        span = self._watched(decision, a) if decision.calls % WATCHED == WATCHED - 1 else None
        try:
            result = decision.product.compute(a, b, c, out, factors)
        except Exception as error:
            if not _out_of_memory(error) or self._captures():
                raise
            sys.modules["torch"].cuda.empty_cache()
            result = decision.product.compute(a, b, c, out, factors)
        decision.calls += 1
        if span is not None:
            span.end()
        self._threads.add(threading.get_ident())
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

    def _fault(self, base: str, error: Exception, layout: tuple[Any, ...] | None) -> None:
        """Note what failed; the layout is PyTorch's from now on, unless another time may be better."""
        message = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        self._note(base, message)
        if layout is None or self._captures():
            return
        if _out_of_memory(error):
            self._sightings[layout] = -LATER
        else:
            self._decisions.setdefault(layout, Decision(Product("standard"), serves=False)).give_back(message)

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
            RuntimeError: the error, which is another one, or of a call that is none of a product.
        """
        if GONE not in str(error):
            raise error
        a, b = tensors[-2:]
        c = tensors[0] if len(tensors) == 3 else None
        if not fits(3 if base in STACKED else 2, a, b, c):
            raise error
        place = str(error).removeprefix(GONE).strip()
        self._note(base, f"the library that overrode {base} before went away ({place}); autoblas computes")
        key = base, a.dtype, a.get_device(), a.shape, b.shape, a.stride(), b.stride()
        product = self._orphans.setdefault(key, Product("standard"))
        return product.compute(a, b, c, named.get("out", out), (named.get("alpha", 1), named.get("beta", 1)))

    # Deciding ----------------------------------------------------------------------------------------------------

    def _decide(
        self, layout: tuple[Any, ...], keys: Any, tensors: tuple[Any, ...], named: dict[str, Any]
    ) -> Decision:
        """Decide on a layout that is met for the first time; one thread at a time, or both would time each other.

        Raises:
            Declined: nobody can tell now, or PyTorch says what is wrong with the operands.
        """
        a, b = tensors[-2:]
        c = tensors[0] if len(tensors) == 3 else None
        if not fits(3 if layout[0] in STACKED else 2, a, b, c) or a.is_neg() or b.is_neg():
            raise Declined("operands that do not fit, or of several types")
        if self._captures():
            raise Declined("first met in a capture of a graph")
        with self._lock:
            options = self.options
            if layout not in self._decisions and options is not None:  # by a thread that was here before
                usual: Accuracy = "fast" if layout[1] else "standard"
                accuracy: Accuracy = usual if options.accuracy == "auto" else options.accuracy
                product = Product(accuracy)
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
        records = self._records = self._records or Records()
        base, theirs = layout[0], ["TF32"] if layout[1] else []
        parts = [f"{tuple(shape)}/{steps}+{offset}" for _, _, shape, steps, offset in layout[2:]]
        key = stored_key(a, " ".join([base, str(a.dtype), *parts, product.accuracy, *theirs]))
        kind = kind_of(base, [product.accuracy, *theirs], a, b)
        sizes = a.shape[0] if a.ndim == 3 else 1, *a.shape[-2:], b.shape[-1]
        times = records.exact(key)
        if times is not None:
            return Decision.by(times, product)
        if options.decide == "records" or torch.are_deterministic_algorithms_enabled():
            near = records.nearest(card_of(a), kind, sizes)
            if near is None:
                return Decision(product, serves=False, reason="no stored times of such a product")
            return Decision.by(near[0], product, near[1])
        if len(self._sightings) >= LAYOUTS:
            self._sightings.clear()
        self._sightings[layout] += 1
        if self._sightings[layout] < SIGHTINGS:
            raise Declined(f"a layout that came fewer than {SIGHTINGS} times")
        factors = named.get("alpha", 1), named.get("beta", 1)
        original = self._functional[base]
        scalars = {name: value for name, value in named.items() if name != "out"}
        out, bias = a.new_empty((*a.shape[:-1], b.shape[-1])), () if c is None else (c,)
        both = timed(
            a, lambda: product.compute(a, b, c, out, factors), lambda: original(keys, *bias, a, b, **scalars)
        )
        times = Times(*both, kind, sizes)
        records.keep(key, times)
        return Decision.by(times, product)


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
