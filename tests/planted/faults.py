"""The planted faults, by the package's room. The list only grows: where code moves, a fault is aimed again."""

from __future__ import annotations

from planted.plant import Fault

DASK = ("-m", "dask", "--budget", "3x")
"""What ``.ci/check dask`` tells pytest."""


def fault(name: str, sentence: str, where: str, old: str, new: str, *tests: str) -> Fault:
    """A fault; where it is, is written ``module:function``, and tests from the folder ``tests``, without ``.py``."""
    module, _, function = where.partition(":")
    files = tuple(f"tests/{test}.py" for test in tests)
    return Fault(
        name, sentence, module, function, old, new, files, DASK if module.startswith("dask/") else ()
    )


CALLS = (
    fault(
        "stale key", "A call that is known goes on with kernels of earlier results.",
        "blas/cached_calls:_cached.call",
        "queue is not calls.queue or cache.generation != generation.number", "queue is not calls.queue",
        "blas/test_cached_calls", "plan/test_forgetting",
    ),
    fault(
        "factor taken for a constant", "A repeated call goes on with another factor.",
        "plan/symbols:Rounding.rounded",
        "value = rounded_factor(self.argument, factors[self.argument], self.precision)", "value = 1.0",
        "blas/test_cached_calls",
    ),
    fault(
        "factor of another call", "A factor that differs from call to call is taken for a constant.",
        "calls/repeatable:template_of.source",
        "type(symbol) is Factor and symbol.rounding.argument in varying", "False",
        "blas/test_cached_calls",
    ),
    fault(
        "conjugate forgotten", "The conjugate of a factor says that it is the factor.",
        "plan/symbols:Factor.conjugate",
        "not conjugate and precision.is_complex", "conjugate",
        "plan/test_symbols",
    ),
    fault(
        "stale prepared call", "A prepared call goes on with kernels of earlier results.",
        "blas/prepared:PreparedCall._slow_path",
        "if self._generation != GENERATION.number:", "",
        "blas/test_prepared",
    ),
    fault(
        "prepared call of another thread", "A prepared call uses the kernels of the thread that made it.",
        "blas/prepared:PreparedCall._slow_path",
        "get_ident() != self._thread or (not (self._stays is None or self._stays()))",
        "not (self._stays is None or self._stays())",
        "blas/test_prepared",
    ),
    fault(
        "factor beyond float32", "A factor that float32 cannot hold becomes infinite.",
        "arrays/factors:rounded_factor",
        "precision is FLOAT32 and -FLOAT32_MAX <= value <= FLOAT32_MAX", "precision is FLOAT32",
        "blas/test_arguments", "blas/test_factors",
    ),
    fault(
        "event of NumPy call not waited for", "A call on NumPy arrays begins before what it was told to wait for.",
        "calls/dispatch:perform",
        "for event in wait_for or ():", "",
        "blas/test_queue_order",
    ),
    fault(
        "operands not waited for", "A call on device arrays begins before other queues have written them.",
        "calls/dispatch:enqueue",
        "events = [*(wait_for or ()), *adapter.awaited(arrays.values(), written, queue)]", "events = [*(wait_for or ())]",
        "blas/test_queue_order",
    ),
    fault(
        "silent fallback", "NumPy computes what the device could not, and nobody is told.",
        "calls/dispatch:perform",
        "warn_user(f'the host computed what the device could not: {error}')", "",
        "blas/test_fallback",
    ),
    fault(
        "fallback for a named queue", "A call that names its queue is computed by NumPy.",
        "calls/dispatch:perform",
        "if queue is not None:", "",
        "blas/test_fallback",
    ),
    fault(
        "launches out of order", "The launches of one call overtake each other on a queue without order.",
        "calls/dispatch:enqueue_all",
        "wait_for = () if plan.in_order else (event,)", "wait_for = ()",
        "blas/test_queue_order",
    ),
    fault(
        "shared memory after a failure", "Counters that a failed launch left are used by the next call.",
        "calls/dispatch:finish_queue",
        "WORKSPACE.release()", "",
        "blas/test_faults", "blas/test_interrupted",
    ),
    fault(
        "loan not read", "An operand on the host is lent without what it holds.",
        "calls/dispatch:_run_staged",
        "name in call.read", "False",
        "blas/test_routines",
    ),
    fault(
        "conjugate lost", "Of a product that is computed as its transpose the wrong operand is conjugated.",
        "plan/layouts/product:ProductLayout.transposed",
        "exchanged_names(self.conjugate)", "self.conjugate",
        "blas/test_routines",
    ),
    fault(
        "triangle not exchanged", "Of a product that is computed as its transpose the other triangle is written.",
        "plan/layouts/product:ProductLayout.transposed",
        "OPPOSITE[self.part]", "self.part",
        "blas/test_routines",
    ),
    fault(
        "offset of a block", "A block of a matrix is taken from the beginning of its memory.",
        "blas/plan_builder:MatrixOperand.block",
        "self.offset + row * view.row_stride + col * view.col_stride", "row * view.row_stride + col * view.col_stride",
        "blas/level3/test_triangular",
    ),
    fault(
        "product in place", "A product overwrites an operand that it still reads.",
        "blas/plan_builder:PlanBuilder.multiply",
        "if in_output and (again or not _packs(self.target.choice(layout), in_output)):", "",
        "blas/level3/test_triangular",
    ),
)  # fmt: skip
"""Calls: keys, dispatch, and what launches a routine makes."""

ROUTINES = (
    fault(
        "beta of later blocks", "Blocks of a system that are solved later miss alpha.",
        "blas/level3/trsm:_Blocks._subtract",
        "self.builder.multiply(coupling, solved, right, alpha=-1.0, beta=scale, conjugate=conjugate)",
        "self.builder.multiply(coupling, solved, right, alpha=-1.0, beta=1.0, conjugate=conjugate)",
        "blas/level3/test_triangular",
    ),
    fault(
        "alpha of the host's solution", "Where NumPy solves, alpha is left out.",
        "blas/level3/trsm:substitute_on_host",
        "solved = number(call.alpha) * out", "solved = 1 * out",
        "blas/test_fallback",
    ),
    fault(
        "triangle of a product", "The kernel skips the half of a triangular matrix that is not zero.",
        "blas/level3/trmm:add_triangular_product",
        "zeros: Zeros = 'a_upper' if lower else 'a_lower'", "zeros: Zeros = 'a_lower' if lower else 'a_upper'",
        "blas/level3/test_triangular",
    ),
    fault(
        "number of a later row", "A block that fails names its row in the block, and one that does not says that all is well.",
        "blas/lapack/cholesky:_Columns.factor",
        "self.builder.factor(block, self.info, 'cholesky', first=first)", "self.builder.factor(block, self.info, 'cholesky')",
        "blas/lapack/test_cholesky",
    ),
    fault(
        "wrong block of a factor", "Columns are multiplied by the rows of an earlier block.",
        "blas/lapack/cholesky:_Columns._subtract",
        "matrix.block(middle, stop - middle, first, middle - first)", "matrix.block(middle, stop - middle, 0, middle - first)",
        "blas/lapack/test_cholesky",
    ),
    fault(
        "factor's conjugate", "A complex factor is multiplied by its transpose.",
        "blas/lapack/cholesky:_Columns._subtract",
        "self.builder.multiply(left, right, target, alpha=-1.0, beta=1.0, conjugate='b', part='lower', hermitian=True)",
        "self.builder.multiply(left, right, target, alpha=-1.0, beta=1.0, part='lower', hermitian=True)",
        "blas/lapack/test_cholesky",
    ),
    fault(
        "sign of an inverse", "The block below the diagonal of an inverse has the wrong sign.",
        "blas/lapack/inverse:_add_inverse",
        "triangular(bottom.view, below.view, 'lower', unit=unit, alpha=-1.0)",
        "triangular(bottom.view, below.view, 'lower', unit=unit)",
        "blas/lapack/test_inverse",
    ),
    fault(
        "pass of orthonormal factors", "One of three passes is left out, which ill-conditioned matrices need.",
        "blas/lapack/orthogonal:_add_factors",
        "range(PASSES)", "(0, PASSES - 1)",
        "blas/lapack/test_orthogonal",
    ),
    fault(
        "test of orthonormal factors", "The last factors are told to be orthonormal without a test.",
        "blas/lapack/orthogonal:_add_factors",
        "_add_to_diagonal(builder, reduced, unit, -0.5)", "_add_to_diagonal(builder, reduced, unit, 0.0)",
        "blas/lapack/test_orthogonal",
    ),
    fault(
        "order of reflectors", "Blocks of reflectors multiply from the first one on, whatever side they stand on.",
        "blas/lapack/householder:_multiply",
        "starts if (side == 'L') == adjoint else reversed(starts)", "starts",
        "blas/lapack/test_householder",
    ),
    fault(
        "adjoint of reflectors", "The adjoint takes scaled reflectors where the others are due.",
        "blas/lapack/householder:_reflect",
        "(side == 'L') != adjoint", "side == 'L'",
        "blas/lapack/test_householder",
    ),
    fault(
        "R among reflectors", "The block of a reflector's first rows has R's elements on its diagonal.",
        "blas/lapack/householder:_reflect",
        "builder.copy(a.block(0, width, 0, width), corner, form='triangular', triangle='lower', unit=True)",
        "builder.copy(a.block(0, width, 0, width), corner, form='triangular', triangle='lower')",
        "blas/lapack/test_householder",
    ),
    fault(
        "columns behind reflectors", "Columns of wide matrices behind the last reflector are not multiplied.",
        "blas/lapack/householder:plan_geqrf",
        "_factor(builder, operands['a'], operands['tau'], first, stop, view.cols)",
        "_factor(builder, operands['a'], operands['tau'], first, stop, count)",
        "blas/lapack/test_householder",
    ),
    fault(
        "diagonal of ones", "The inverse of a triangle with ones on its diagonal writes them.",
        "blas/lapack/inverse:_add_inverse",
        "builder.copy(diagonal.result(first), block, form='triangular', unit=unit, partial=True)",
        "builder.copy(diagonal.result(first), block, form='triangular', partial=True)",
        "blas/lapack/test_inverse",
    ),
    fault(
        "second product of her2k", "The second product of her2k takes alpha, not its conjugate.",
        "blas/level3/updates:_terms",
        "alpha.conjugate() if name == 'her2k' else alpha", "alpha",
        "blas/test_routines",
    ),
    fault(
        "beta without a product", "A rank-k update of nothing leaves C as it was, whatever beta is.",
        "blas/level3/updates:update_triangle",
        "if n == 0 or (idle and beta == 1):", "if n == 0 or idle:\n    return arrays['c']",
        "blas/test_routines", "blas/level3/test_special_values",
    ),
    fault(
        "beta twice", "The second product of syr2k multiplies C by beta again.",
        "blas/level3/updates:add_ranked",
        "beta if i == 0 else 1.0", "beta",
        "blas/test_routines",
    ),
    fault(
        "uplo of a symmetric matrix", "symm reads the lower triangle, whatever uplo says.",
        "blas/level3/symmetric:add_symmetric_product",
        "builder.copy(operands['a'], full, form=form, triangle=stored)",
        "builder.copy(operands['a'], full, form=form, triangle='lower')",
        "blas/test_routines",
    ),
    fault(
        "conjugate of a triangle", "A triangular matrix is transposed where its conjugate transpose was asked for.",
        "blas/level2/triangular:_Triangle.stored_rows",
        "self.letter == 'C' and stored.view.precision.is_complex", "False",
        "blas/test_routines",
    ),
    fault(
        "offset of a vector", "A slice of a device array is read from the beginning of its buffer.",
        "blas/level2/calls:_values",
        "(offset + spec.shifts.get(name, 0)) % 2 ** 64", "spec.shifts.get(name, 0) % 2 ** 64",
        "blas/test_routines",
    ),
    fault(
        "reversed vectors", "Vectors that all go backwards are read one element beyond their end.",
        "blas/level1/calls:VectorOperand.reversed",
        "self.offset + (view.length - 1) * view.step", "self.offset + view.length * view.step",
        "blas/test_routines",
    ),
    fault(
        "elements of rotm", "The matrix of rotm is transposed.",
        "blas/level1/maps:plan_rotm",
        "(h11, h12, h21, h22)", "(h11, h21, h12, h22)",
        "blas/level1/test_rotation", "blas/level1/test_maps",
    ),
    fault(
        "overlapping items", "Items of a batch that share elements are written at once.",
        "blas/level3/gemm:_overlap",
        "np.diff(starts) < view.cols", "np.diff(starts) < 1",
        "blas/level3/test_gemm_batched_errors", "blas/level3/test_gemm_batched",
    ),
    fault(
        "item beyond its vector", "An item of a batch may reach beyond the end of its vector.",
        "blas/level3/gemm:_item_views",
        "int(starts.max()) + extent > array.size", "int(starts.max()) > array.size",
        "blas/level3/test_gemm_batched_errors",
    ),
    fault(
        "address of a vector that goes backwards", "The host's BLAS is given the last element of a vector as its first.",
        "blas/host/operands:vector",
        "if step < 0:", "",
        "blas/host/test_fast_path", "blas/host/test_ways",
    ),
    fault(
        "alias on the host", "The host's BLAS overwrites an operand that it still reads.",
        "blas/host/operands:separate",
        "not np.may_share_memory(a, b)", "True",
        "blas/host/test_ways", "blas/host/test_fast_path", "blas/host/test_products",
    ),
)  # fmt: skip
"""What single routines do."""

ARRAYS = (
    fault(
        "alias on the device", "An output that overlaps an operand is accepted.",
        "arrays/opencl:OpenCLArrays.overlap",
        "share_memory(np.asarray(_AddressArray(a, start_a)), np.asarray(_AddressArray(b, start_b)))", "False",
        "blas/test_mistakes",
    ),
    fault(
        "key without offsets", "Slices of one array are taken for each other.",
        "arrays/opencl:OpenCLArrays.add_to_key",
        "key += (array.dtype, array.shape, array.strides, array.offset)",
        "key += (array.dtype, array.shape, array.strides)",
        "blas/test_cached_calls", "calls/test_reader", "blas/test_kept_keys",
    ),
    fault(
        "event not left", "What comes after a call on another queue does not wait for its result.",
        "arrays/opencl:OpenCLArrays.leave_event",
        "output.events[:] = (event,)", "",
        "blas/test_queue_order", "arrays/test_opencl_order",
    ),
    fault(
        "reader not noted", "An operand is overwritten from another queue while it is read.",
        "arrays/opencl:OpenCLArrays.leave_event",
        "_note_reader(array, event)", "",
        "blas/test_queue_order", "arrays/test_opencl_order",
    ),
    fault(
        "queue of an output", "A result is written while its own queue still works on it.",
        "arrays/opencl:OpenCLArrays.awaited",
        "events.append(cl.enqueue_marker(output_queue))", "cl.enqueue_marker(output_queue)",
        "blas/test_queue_order",
    ),
    fault(
        "closed queue", "A queue that was closed is used.",
        "arrays/opencl:_is_open",
        "return False", "return True",
        "blas/test_queue_order",
    ),
    fault(
        "stream of an operand", "A card's kernel begins before another stream has written its operand.",
        "arrays/cuda/adapter:CudaArrays.awaited",
        "queue.follow(stream)", "",
        "arrays/cuda/test_adapter", "blas/test_queue_order",
    ),
    fault(
        "memory of a card given back early", "What a library lent is given back while kernels use it.",
        "arrays/cuda/adapter:CudaArrays._retain",
        "if code:", "",
        "arrays/cuda/test_adapter",
    ),
    fault(
        "mapping of an array in use", "The host sees an array before the device has written it.",
        "arrays/mapped/array:MappedArray.map",
        "cl.wait_for_events(self.events)", "",
        "arrays/mapped/test_array", "blas/test_mapped_operands",
    ),
    fault(
        "mapped operand", "A device uses an array that the host has mapped.",
        "arrays/mapped/array:MappedArray.memory",
        "if self.is_mapped:", "",
        "arrays/mapped/test_array", "blas/test_mapped_operands",
    ),
    fault(
        "matrix that overlaps itself", "An output two of whose elements are one is accepted.",
        "problems/views:_overlaps",
        "stride <= reach", "stride < reach",
        "problems/test_views", "blas/test_mistakes",
    ),
    fault(
        "overlap that is hard to tell", "Arrays whose overlap takes long to tell are taken to be apart.",
        "problems/views:share_memory",
        "return True", "return False",
        "problems/test_views",
    ),
    fault(
        "beginning of a strided array", "An array that goes backwards is said to begin at its lowest address.",
        "problems/views:extent",
        "-low // array.itemsize", "0",
        "problems/test_views", "devices/opencl/test_loans",
    ),
)  # fmt: skip
"""Arrays of every library: order, overlaps, places."""

PLANS = (
    fault(
        "numbers kept after a failure", "After a launch that failed, arguments are believed to be set.",
        "plan/bound:BoundPlan.forget_arguments",
        "state.numbers.clear()", "",
        "plan/test_plan", "blas/test_faults",
    ),
    fault(
        "helper not waited for", "A kernel reads packed operands before they are packed, on a queue without order.",
        "plan/bound:BoundPlan.launch",
        "waits = None if self.in_order else [*(wait_for or ()), events[-1]]", "waits = wait_for",
        "plan/test_plan", "blas/test_queue_order",
    ),
    fault(
        "constants not set again", "A kernel that two calls share keeps the sizes of the other call.",
        "calls/launcher:_launch_lines",
        "lines.append(f'if state{tag}.numbers_from is not source{tag}:\\n    constants{tag}()')", "",
        "blas/test_cached_calls", "calls/test_launcher",
    ),
    fault(
        "shared memory too small", "Memory that calls share does not grow.",
        "plan/workspace:Workspace.shared",
        "memory is None or memory.size < scratch.nbytes", "memory is None",
        "plan/test_workspace",
    ),
    fault(
        "shared memory without order", "Calls on a queue without order share memory.",
        "plan/workspace:Workspace.take",
        "self.shared(device, queue, name, scratch) if device.in_order(queue) else allocate(device, scratch)",
        "self.shared(device, queue, name, scratch)",
        "plan/test_workspace",
    ),
    fault(
        "queue held too long", "What is kept of queues is kept of all.",
        "plan/queues:PerQueue.of",
        "if len(self._states) > self._most:", "",
        "plan/test_forgetting", "plan/test_workspace",
    ),
    fault(
        "plans not forgotten", "New results change nothing for layouts that are bound.",
        "calls/serve:bind",
        "_plans.by_queue.clear()", "",
        "plan/test_plan", "database/test_serving", "tune/test_tune",
    ),
    fault(
        "kernel that is not right serves", "A call fails where a recorded kernel is wrong, and tries no other.",
        "calls/serve:_first_that_builds",
        "(BuildError, VerificationError)", "BuildError",
        "checks/test_once",
    ),
    fault(
        "refused point serves", "A point that a rule refuses is chosen.",
        "plan/choose:tried",
        "candidate.refusal is not None", "candidate.refusal == ''",
        "plan/test_choose", "plan/test_candidates",
    ),
    fault(
        "kernel for another kind of device", "Kernels for GPUs are preferred on processors.",
        "plan/candidates:rank",
        "facts.kind not in kernel.made_for", "facts.kind in kernel.made_for",
        "plan/test_candidates",
    ),
    fault(
        "published point that is illegal", "A published point is offered where a rule refuses it.",
        "plan/candidates:published_points",
        "params != base and kernel.refusal(params, problem, facts) is None", "params != base",
        "plan/test_published", "plan/test_candidates",
    ),
)  # fmt: skip
"""Which kernels serve, how they are bound, and the memory that they share."""

CHECKS = (
    fault(
        "verdict of a moment kept", "A check that the moment broke off condemns a kernel for later processes.",
        "plan/texts:store_verdict",
        "if not lasting:", "",
        "checks/test_once",
    ),
    fault(
        "verdict of a lost process", "A check that ended with its process is waited for again.",
        "plan/texts:TextVerdict.lost",
        "(ProcessLookupError, OverflowError)", "OverflowError",
        "checks/test_once",
    ),
    fault(
        "self-test not repeated", "doctor --again reads the verdict that it should replace.",
        "devices/selftest/results:_tested_under_lock",
        "stored = None if again else stored_result(key)", "stored = stored_result(key)",
        "devices/selftest/test_proof",
    ),
    fault(
        "failed type still offered", "Doubles are used on a device that failed at them.",
        "devices/selftest_results:without_failures",
        "facts.fp64 and 'double' not in failed", "facts.fp64",
        "devices/selftest/test_proof",
    ),
    fault(
        "verdict of another driver", "A verdict outlives an update of the driver.",
        "devices/selftest_results:selftest_key",
        "f'{claims.name}, {claims.platform}, {claims.driver}, self-test {sources_hash(*SELF_TEST)}, {claims.build}'",
        "f'{claims.name}, {claims.platform}, self-test {sources_hash(*SELF_TEST)}, {claims.build}'",
        "devices/selftest/test_proof",
    ),
    fault(
        "verdicts of others lost", "A verdict that is kept replaces those on other devices.",
        "store/table:JsonTable.put_all",
        "[*older.items(), *rows.items()]", "[*rows.items()]",
        "store/test_stores",
    ),
    fault(
        "a little faster device", "A device that was a little faster in one measurement is chosen.",
        "devices/selftest/serving_device:fastest",
        "verdict.gflops > FASTER * verdicts[best].gflops", "verdict.gflops > verdicts[best].gflops",
        "devices/selftest/test_proof",
    ),
    fault(
        "canary of a product", "A kernel that writes outside C passes its check.",
        "checks/product:MatmulTrial._judge",
        "outside_changed and q.c_in == 'buffer' or (changed and (not beta))", "changed and (not beta)",
        "kernels/test_faults",
    ),
    fault(
        "canary of a packed copy", "A kernel that writes behind the packed copy passes its check.",
        "checks/helpers:PackTrial.check",
        "None if untouched else 'memory behind the packed copy was written'", "None",
        "kernels/test_faults",
    ),
    fault(
        "bound of long sums", "The bound of an error grows more slowly than the error.",
        "checks/verify:gamma",
        "product / (1 - product) if product < 1 else float('inf')", "product",
        "checks/test_verify", "checks/test_verify_bounds",
    ),
    fault(
        "NaN is right", "A result that is NaN passes where the reference is a number.",
        "checks/verify:compare",
        "ratios = np.where(np.isnan(ratios), np.inf, ratios)", "ratios = np.where(np.isnan(ratios), 0.0, ratios)",
        "checks/test_verify",
    ),
    fault(
        "bound of complex products", "The bound of complex products forgets that they are of two numbers.",
        "checks/verify:product_bound",
        "if summed.is_complex:", "",
        "checks/test_verify_bounds", "checks/test_verify",
    ),
    fault(
        "bound off by one", "Errors up to twice the bound pass.",
        "checks/verify:compare",
        "ratios[index] <= 1", "ratios[index] <= 2",
        "checks/test_verify",
    ),
)  # fmt: skip
"""Whether results are right, devices sound, and verdicts kept or not."""

RECORDS = (
    fault(
        "records of other kinds of device", "Records of GPUs are taken for processors.",
        "database/lookup:_tier",
        "if neighbour.kind != machine.kind:", "",
        "database/test_lookup",
    ),
    fault(
        "record of another problem", "A record of another signature is said to be of this one.",
        "database/lookup:lookup",
        "exact and recorded_signature == signature", "exact",
        "database/test_lookup",
    ),
    fault(
        "older record wins", "An older record replaces a newer one.",
        "database/store:_merge",
        "recency(old[0]) > recency(row[4])", "recency(old[0]) < recency(row[4])",
        "database/test_store",
    ),
    fault(
        "record from the future", "A record with a date in the future can never be replaced.",
        "database/record:recency",
        "timestamp if timestamp <= time.time() else -math.inf", "timestamp",
        "database/test_store", "database/test_records",
    ),
    fault(
        "change just made", "A change within the clock's tick is not seen by other processes.",
        "database/store:Store._current_stamp",
        "if 0 <= now - status.st_mtime_ns < _SETTLED:", "",
        "database/test_store", "database/test_serving",
    ),
    fault(
        "lock not taken", "Two tuners write into one journal.",
        "store/lock:FileLock.exclusive",
        "self._locked('BEGIN EXCLUSIVE')", "self._locked('BEGIN')",
        "tuning/test_journal",
    ),
    fault(
        "file half written", "A file that is replaced is missing or cut off where the process ends.",
        "store/folder:replace_file",
        "unfinished.write_bytes(data)", "path.write_bytes(data)",
        "store/test_folder", "database/test_disk_faults",
    ),
    fault(
        "line behind a torn one", "A line that is appended behind one that was cut short is lost with it.",
        "store/lines:JsonLines.append",
        "self._torn()", "False",
        "store/test_stores",
    ),
    fault(
        "killed is crashed", "A process that others ended is taken for one that crashed.",
        "isolate/worker:Worker._lost",
        "status is not None and processes.ended_from_outside(status)", "False",
        "isolate/test_workers",
    ),
    fault(
        "answer of another request", "A process that was interrupted in an exchange goes on.",
        "isolate/worker:Worker.ask",
        "self.close()", "pass",
        "isolate/test_workers",
    ),
    fault(
        "milliseconds of CLBlast", "Times of other tuners, of CLBlast among them, are read as seconds.",
        "records/kernel_tuner:seconds_in",
        "time / 1000.0", "time",
        "records/test_clblast",
    ),
    fault(
        "noise told apart", "Records that differ by noise are called different.",
        "records/merge:Change.told_apart",
        "self.ours.spread + self.theirs.spread", "0.0",
        "records/test_merge",
    ),
    fault(
        "merged without being asked", "Records of others replace ones that are kept.",
        "records/merge:merged",
        "change.what == 'new' or (change.what != 'same' and take(change))", "True",
        "records/test_merge",
    ),
)  # fmt: skip
"""What is kept of measurements, and what others send."""

TUNING = (
    fault(
        "journal line lost", "A point that takes the process with it is not known to have been begun.",
        "tuning/journal:Journal.intend",
        "self._write(intent(stage, point, source), durable=first)", "",
        "tuning/test_journal", "tuning/test_interruptions",
    ),
    fault(
        "journal line not on the disk", "A point that takes the machine with it is not known to have been begun.",
        "tuning/journal:Journal._write",
        "if durable:", "",
        "tuning/test_journal_trials",
    ),
    fault(
        "suspicion outlives success", "A point that came back stays under suspicion.",
        "tuning/history:History.apply",
        "self.suspects.pop(name, None)", "",
        "tuning/test_journal_trials", "tuning/test_journal",
    ),
    fault(
        "stage not announced", "A stage of a point is begun without a line in the journal.",
        "tuning/session:_Run._try.permit",
        "memory.intend(stage, point, source)", "",
        "tuning/test_session", "tuning/test_interruptions",
    ),
    fault(
        "too few trials believed", "A point that was timed once is not timed as often as was asked.",
        "tuning/session:_Run._recalled",
        "remembered is not None and _settled(remembered, request.trials)", "remembered is not None",
        "tuning/test_session",
    ),
    fault(
        "best that is none", "A point that became slower stays the best.",
        "tuning/session:_Run._report",
        "self.best = self.result.best_index", "pass",
        "tuning/test_session",
    ),
    fault(
        "evidence of a contest", "A contest is decided too early.",
        "tuning/contest:evidence",
        "math.comb(rounds + 1, i)", "math.comb(rounds, i)",
        "tuning/test_contest",
    ),
    fault(
        "earlier times dropped", "Of a point that is timed again the earlier times are lost.",
        "tuning/outcome:Outcome.extended",
        "self.seconds + later.seconds", "later.seconds",
        "tuning/test_outcome",
    ),
    fault(
        "bad outcome overrules nothing", "A point that failed when it was timed again keeps its old times.",
        "tuning/outcome:Outcome.extended",
        "return later", "return self",
        "tuning/test_outcome",
    ),
)  # fmt: skip
"""Searches, journals and contests."""

DEVICES = (
    fault(
        "number of a device", "gpu1 is every GPU from the second on.",
        "devices/opencl/selection:fitting",
        "candidates[int(kind[2]):][:1]", "candidates[int(kind[2]):]",
        "devices/opencl/test_selection",
    ),
    fault(
        "transfer not settled", "Memory of a call that failed is given back while parts of it are copied.",
        "devices/staging:StagedTransfer.settle",
        "await_end(event, self._errors)", "",
        "devices/test_staging",
    ),
    fault(
        "pinned memory", "Memory that is pinned in part is copied as if all of it were.",
        "devices/staging:_PinnedRegions.contain",
        "begin <= start and end <= stop", "begin <= start < stop",
        "devices/test_staging", "devices/cuda/test_engines",
    ),
    fault(
        "stream that follows nothing", "A stream does not wait for the one that it follows.",
        "devices/cuda/streams:CudaQueue.follow",
        "checked(cuda.cuStreamWaitEvent, self.stream, event, 0)", "",
        "arrays/cuda/test_adapter", "devices/cuda/test_fake_card",
    ),
    fault(
        "edge of a vector", "One element beyond the edge of a matrix is read.",
        "emit/edges:_existing",
        "f'count > {s} ? {element} : {zero(d, precision)}'", "f'count >= {s} ? {element} : {zero(d, precision)}'",
        "kernels/test_text_hashes",
    ),
    fault(
        "sign of a complex product", "The real part of a complex product is a sum.",
        "emit/scalars:product_sum",
        "('x', '-y', 'y')", "('x', 'y', 'y')",
        "emit/test_scalars",
    ),
    fault(
        "places of items", "Items of a list are taken to be evenly spaced.",
        "emit/operands:item_start",
        "f'{name}[{item}]' if listed else f'{item} * {name}'", "f'{item} * {name}'",
        "kernels/test_text_hashes",
    ),
)  # fmt: skip
"""Devices, and the texts that they are given."""

EDGES = (
    fault(
        "wrong operations", "Complex products are counted as real ones.",
        "problems/matmul:Matmul.flops",
        "8 if self.accumulator.is_complex else 2", "2",
        "problems/test_problems",
    ),
    fault(
        "bytes of shared operands", "An operand that all items share is counted for each.",
        "problems/matmul:Matmul.min_bytes",
        "1 if x in self.shared else self.items", "self.items",
        "problems/test_problems",
    ),
    fault(
        "exit status of misuse", "A wrong argument is told apart from nothing else.",
        "cli/__init__:_status_of",
        "_complain(str(error), MISUSE)", "_complain(str(error), FAILURE)",
        "cli/test_transcripts", "cli/test_any_words",
    ),
    fault(
        "rows of a product", "-m is passed over.",
        "cli/options:sizes_options.with_sizes",
        "n if m is None else m", "n",
        "cli/test_transcripts", "cli/test_launch_lists",
    ),
    fault(
        "units of a record", "Microseconds of records are printed as milliseconds.",
        "cli/output/candidates:_times",
        "f'took {candidate.seconds * 1000000.0:.1f} us'", "f'took {candidate.seconds * 1000.0:.1f} us'",
        "cli/output/test_candidates",
    ),
    fault(
        "lower triangle in blocks", "Of a symmetric matrix of Dask the blocks below the diagonal are always read.",
        "dask/level3:_mirrored",
        "stored = (row > col) == lower", "stored = row > col",
        "test_dask",
    ),
    fault(
        "conjugate of alpha in blocks", "The second product of her2k on arrays of Dask takes alpha itself.",
        "dask/level3:_ranked",
        "np.conj(alpha).item() if name == 'her2k' else alpha", "alpha",
        "test_dask",
    ),
    fault(
        "part of shared memory", "A block that is part of shared memory is taken for all of it.",
        "dask/shared:_dumps",
        "not isinstance(memory, _Memory) or len(memory) != block.nbytes", "not isinstance(memory, _Memory)",
        "test_dask_shared",
    ),
    fault(
        "shared memory of another block", "A block is read from memory that was given back.",
        "dask/shared:_loads",
        "if os.fstat(file).st_ino != header['inode']:", "",
        "test_dask_shared",
    ),
    fault(
        "steps of SciPy's vectors", "A vector with a negative step is read forwards.",
        "compat/_f2py:Frame.vector",
        "elements if step > 0 else elements[::-1]", "elements",
        "compat/test_scipy_blas",
    ),
    fault(
        "overwrite of SciPy", "An operand is overwritten without overwrite_c.",
        "compat/_f2py:Frame.output",
        "array is value and overwrite and array.flags.f_contiguous and array.flags.writeable",
        "array is value and array.flags.f_contiguous and array.flags.writeable",
        "compat/test_scipy_blas", "compat/test_scipy_shapes",
    ),
    fault(
        "systems of LAPACK not solved", "Right-hand sides of systems with a positive definite matrix are not solved.",
        "compat/_scipy_lapack:posv",
        "routines.potrs(a, b, uplo=uplo)", "b *= 2",
        "compat/test_scipy_lapack",
    ),
    fault(
        "exchanges of a panel", "Rows beside a panel stay where they were.",
        "blas/lapack/lu:_Columns.factor",
        "count < self.matrix.view.cols", "count < 0",
        "blas/lapack/test_lu",
    ),
)  # fmt: skip
"""Problems, commands, Dask and other libraries' interfaces."""

FAULTS = (*CALLS, *ROUTINES, *ARRAYS, *PLANS, *CHECKS, *RECORDS, *TUNING, *DEVICES, *EDGES)
"""All of them."""
