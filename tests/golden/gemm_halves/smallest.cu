// gemm m=128 n=64 k=64 float16*float16=float32 in float32 row*col=row pure: tn=64 stages=3 band=16 slices=1 groups=132
// copies=items cluster=1
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : "r"(left), "r"(right), "r"(keep))
__device__ __forceinline__ void put_pair(float *c, float x, float y)
{
  vec<float,2> both; both.x = x; both.y = y; *(vec<float,2> *)c = both;
}
__device__ __forceinline__ void put_some(float *c, const int step, const int count, float x, float y)
{
  if (count < 1) return;
  *c = x;
  if (count > 1) *(c + step) = y;
}
__device__ __forceinline__ vec<uint,4> one_by_one(const ushort *x, const int count)
{
  const vec<ushort,8> eight = vec<ushort,8>(count > 0 ? x[0] : 0, count > 1 ? x[1] : 0, count > 2 ? x[2] : 0,
      count > 3 ? x[3] : 0, count > 4 ? x[4] : 0, count > 5 ? x[5] : 0, count > 6 ? x[6] : 0, count > 7 ? x[7] : 0);
  return bits_of<vec<uint,4>>(eight);
}
#define DYNAMIC_LOCAL_BYTES 73776
extern "C" __global__ void __launch_bounds__(384)
gemm_halves(
    const int m, const int n, const int k,
    const half *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const half *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  auto &stages = local_at<vec<uint,4>[4608]>(0);
  auto &barriers = local_at<ulong[6]>(73728);
  const uint base = (uint)__cvta_generic_to_shared(stages), full = (uint)__cvta_generic_to_shared(barriers);
  const uint empty = full + 24;
  const int place = (ulong)threadIdx.x, lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 16), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 16), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  __syncthreads();
  const int steps = (k + 63) / 64;
  const int tall = (m + 127) / 128, wide = (n + 63) / 64;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    const int own = place - 256;
    const int a_line = own / 8, a_chunk = own % 8;
    const uint a_to0 = base + a_line * 128 + ((a_chunk % 8 ^ a_line % 8) << 4);
    const bool a_whole = a_row % 8 == 0 && (ulong)(a + a_offset) % 16 == 0;
    const int b_line = own / 8, b_chunk = own % 8;
    const uint b_to0 = base + 16384 + b_line * 128 + ((b_chunk % 8 ^ b_line % 8) << 4);
    const bool b_whole = b_col % 8 == 0 && (ulong)(b + b_offset) % 16 == 0;
    for (int tile = (ulong)blockIdx.x; tile < tall * wide; tile += (ulong)gridDim.x) {
      const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int a_first = min(tile_row * 128 + a_line, m - 1);
      const int a_more16 = min(tile_row * 128 + a_line + 16, m - 1) - a_first;
      const int a_more32 = min(tile_row * 128 + a_line + 32, m - 1) - a_first;
      const int a_more48 = min(tile_row * 128 + a_line + 48, m - 1) - a_first;
      const int a_more64 = min(tile_row * 128 + a_line + 64, m - 1) - a_first;
      const int a_more80 = min(tile_row * 128 + a_line + 80, m - 1) - a_first;
      const int a_more96 = min(tile_row * 128 + a_line + 96, m - 1) - a_first;
      const int a_more112 = min(tile_row * 128 + a_line + 112, m - 1) - a_first;
      const half *a_from = a + a_offset + (ulong)a_first * a_row + a_chunk * 8;
      const int b_first = min(tile_col * 64 + b_line, n - 1);
      const int b_more16 = min(tile_col * 64 + b_line + 16, n - 1) - b_first;
      const int b_more32 = min(tile_col * 64 + b_line + 32, n - 1) - b_first;
      const int b_more48 = min(tile_col * 64 + b_line + 48, n - 1) - b_first;
      const half *b_from = b + b_offset + (ulong)b_first * b_col + b_chunk * 8;
      for (int l = 0; l < k; l += 64) {
        const uint at = slot * 24576;
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
        const int a_room = min(max(k - l - a_chunk * 8, 0), 8);
        if (a_whole && a_room == 8 && l + 64 <= k) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to0 + at), "l"(a_from));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 2048), "l"(a_from + (int64)a_more16 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 4096), "l"(a_from + (int64)a_more32 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 6144), "l"(a_from + (int64)a_more48 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 8192), "l"(a_from + (int64)a_more64 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 10240), "l"(a_from + (int64)a_more80 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 12288), "l"(a_from + (int64)a_more96 * a_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 14336), "l"(a_from + (int64)a_more112 * a_row));
        }
        else if (a_whole) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at), "l"(a_from), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 2048), "l"(a_from + (int64)a_more16 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 4096), "l"(a_from + (int64)a_more32 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 6144), "l"(a_from + (int64)a_more48 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 8192), "l"(a_from + (int64)a_more64 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 10240), "l"(a_from + (int64)a_more80 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 12288), "l"(a_from + (int64)a_more96 * a_row), "r"(a_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 14336), "l"(a_from + (int64)a_more112 * a_row), "r"(a_room * 2));
        }
        else {
          {
            const vec<uint,4> eight = one_by_one((const ushort *)a_from, a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more16 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more32 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more48 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more64 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 8192), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more80 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 10240), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more96 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 12288), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(a_from + (int64)a_more112 * a_row), a_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 14336), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
        }
        a_from += 64;
        const int b_room = min(max(k - l - b_chunk * 8, 0), 8);
        if (b_whole && b_room == 8 && l + 64 <= k) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to0 + at), "l"(b_from));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 2048), "l"(b_from + (int64)b_more16 * b_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 4096), "l"(b_from + (int64)b_more32 * b_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 6144), "l"(b_from + (int64)b_more48 * b_col));
        }
        else if (b_whole) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at), "l"(b_from), "r"(b_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 2048), "l"(b_from + (int64)b_more16 * b_col), "r"(b_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 4096), "l"(b_from + (int64)b_more32 * b_col), "r"(b_room * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 6144), "l"(b_from + (int64)b_more48 * b_col), "r"(b_room * 2));
        }
        else {
          {
            const vec<uint,4> eight = one_by_one((const ushort *)b_from, b_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(b_from + (int64)b_more16 * b_col), b_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(b_from + (int64)b_more32 * b_col), b_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const vec<uint,4> eight = one_by_one((const ushort *)(b_from + (int64)b_more48 * b_col), b_room);
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
        }
        b_from += 64;
        if (a_whole && b_whole) {
          asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" : : "r"(full + 8 * slot) : "memory");
        }
        else {
          asm volatile("cp.async.commit_group;");
          asm volatile("cp.async.wait_group 0;");
          asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(full + 8 * slot) : "memory");
        }
        if (++slot == 3) { slot = 0; phase ^= 1; }
      }
    }
  }
  else {
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint lefts = ((base & 0x3ffff) >> 4) | 0x10000;
    const uint rights = ((base & 0x3ffff) >> 4) | 0x10000;
    for (int tile = (ulong)blockIdx.x; tile < tall * wide; tile += (ulong)gridDim.x) {
      const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int row = tile_row * 128 + team * 64 + warp % 4 * 16 + g;
      const int col = tile_col * 64 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      uint last = 0;
      for (int step = 0; step < steps; ++step) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
        uint left;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(left) : "r"(lefts + slot * 1536 + team * 512), "r"(0));
        uint right;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(right) : "r"(rights + slot * 1536 + 1024), "r"(0));
        asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
        MULTIPLY(left, right, step ? 1 : 0);
        MULTIPLY(left + 2, right + 2, 1);
        MULTIPLY(left + 4, right + 4, 1);
        MULTIPLY(left + 6, right + 6, 1);
        asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" : : : "memory");
        if (step > 0 && lane == 0)
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
        last = slot;
        if (++slot == 3) { slot = 0; phase ^= 1; }
      }
      asm volatile("wgmma.wait_group.sync.aligned 0;"
          : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8),
          "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16),
          "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24),
          "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : : "memory");
      if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
      const bool whole = tile_col * 64 + 64 <= n && c_row % 2 == 0 && (ulong)(c + c_offset) % 8 == 0;
      if (row < m) {
        float *c_at = c + c_offset + (ulong)row * c_row + (ulong)col;
        if (whole) {
          put_pair(c_at, acc0, acc1);
          put_pair(c_at + 8, acc4, acc5);
          put_pair(c_at + 16, acc8, acc9);
          put_pair(c_at + 24, acc12, acc13);
          put_pair(c_at + 32, acc16, acc17);
          put_pair(c_at + 40, acc20, acc21);
          put_pair(c_at + 48, acc24, acc25);
          put_pair(c_at + 56, acc28, acc29);
        }
        else {
          put_some(c_at, 1, n - col, acc0, acc1);
          put_some(c_at + 8, 1, n - col - 8, acc4, acc5);
          put_some(c_at + 16, 1, n - col - 16, acc8, acc9);
          put_some(c_at + 24, 1, n - col - 24, acc12, acc13);
          put_some(c_at + 32, 1, n - col - 32, acc16, acc17);
          put_some(c_at + 40, 1, n - col - 40, acc20, acc21);
          put_some(c_at + 48, 1, n - col - 48, acc24, acc25);
          put_some(c_at + 56, 1, n - col - 56, acc28, acc29);
        }
      }
      if (row + 8 < m) {
        float *c_at = c + c_offset + (ulong)(row + 8) * c_row + (ulong)col;
        if (whole) {
          put_pair(c_at, acc2, acc3);
          put_pair(c_at + 8, acc6, acc7);
          put_pair(c_at + 16, acc10, acc11);
          put_pair(c_at + 24, acc14, acc15);
          put_pair(c_at + 32, acc18, acc19);
          put_pair(c_at + 40, acc22, acc23);
          put_pair(c_at + 48, acc26, acc27);
          put_pair(c_at + 56, acc30, acc31);
        }
        else {
          put_some(c_at, 1, n - col, acc2, acc3);
          put_some(c_at + 8, 1, n - col - 8, acc6, acc7);
          put_some(c_at + 16, 1, n - col - 16, acc10, acc11);
          put_some(c_at + 24, 1, n - col - 24, acc14, acc15);
          put_some(c_at + 32, 1, n - col - 32, acc18, acc19);
          put_some(c_at + 40, 1, n - col - 40, acc22, acc23);
          put_some(c_at + 48, 1, n - col - 48, acc26, acc27);
          put_some(c_at + 56, 1, n - col - 56, acc30, acc31);
        }
      }
    }
  }
}
