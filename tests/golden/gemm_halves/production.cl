// gemm m=4096 n=4096 k=4096 float16 in float32 col*row=row: tn=128 stages=6 band=16 slices=1 groups=132 copies=items
// cluster=1
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; .reg .b64 a, b; mov.b64 a, {%64, 0x40000040}; mov.b64 b, {%65, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, a, b, p, 1, 1, 1, 1;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31), "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39), "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47), "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55), "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63) : "r"(left), "r"(right), "r"(keep))
void put_pair(__global half *c, const float alpha, const float beta, float x, float y)
{
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * vload_half(0, c);
  if (beta != 0) y += beta * vload_half(0, c + 1);
  uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x)); *(__global uint *)c = both;
}
void put_some(__global half *c, const int step, const int count, const float alpha, const float beta, float x, float y)
{
  if (count < 1) return;
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * vload_half(0, c);
  if (beta != 0 && count > 1) y += beta * vload_half(0, c + step);
  vstore_half_rte(x, 0, c);
  if (count > 1) vstore_half_rte(y, 0, c + step);
}
uint4 one_by_one(__global const ushort *x, const int count)
{
  const ushort8 eight = (ushort8)(count > 0 ? x[0] : 0, count > 1 ? x[1] : 0, count > 2 ? x[2] : 0,
      count > 3 ? x[3] : 0, count > 4 ? x[4] : 0, count > 5 ? x[5] : 0, count > 6 ? x[6] : 0, count > 7 ? x[7] : 0);
  return as_uint4(eight);
}
__kernel __attribute__((reqd_work_group_size(384, 1, 1))) void
gemm_halves(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const half *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const half *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local uint4 stages[12288] __attribute__((aligned(1024)));
  __local ulong barriers[12];
  __local uint4 turned[1024] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)stages, full = (uint)(size_t)barriers;
  const uint empty = full + 48;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 16), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 16), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 24), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 24), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 32), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 32), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 40), "r"(128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 40), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int steps = (k + 63) / 64;
  const int tall = (m + 127) / 128, wide = (n + 127) / 128;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    const int own = place - 256;
    const int a_line = own / 16, a_chunk = own % 16;
    const uint a_to0 = base + a_chunk / 8 * 8192 + a_line * 128 + ((a_chunk % 8 ^ a_line % 8) << 4);
    const bool a_whole = a_col % 8 == 0 && (size_t)(a + a_offset) % 16 == 0;
    const int b_line = own / 16, b_chunk = own % 16;
    const uint b_to0 = base + 16384 + b_chunk / 8 * 8192 + b_line * 128 + ((b_chunk % 8 ^ b_line % 8) << 4);
    const bool b_whole = b_row % 8 == 0 && (size_t)(b + b_offset) % 16 == 0;
    for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
      const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int a_first = tile_row * 128 + a_chunk * 8;
      const int a_room = clamp(m - a_first, 0, 8);
      __global const half *a_from = a + a_offset + (size_t)a_line * a_col + a_first;
      const int b_first = tile_col * 128 + b_chunk * 8;
      const int b_room = clamp(n - b_first, 0, 8);
      __global const half *b_from = b + b_offset + (size_t)b_line * b_row + b_first;
      for (int l = 0; l < k; l += 64) {
        const uint at = slot * 32768;
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
        if (a_whole && a_room == 8 && l + 64 <= k) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to0 + at), "l"(a_from));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 1024), "l"(a_from + (long)8 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 2048), "l"(a_from + (long)16 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 3072), "l"(a_from + (long)24 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 4096), "l"(a_from + (long)32 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 5120), "l"(a_from + (long)40 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 6144), "l"(a_from + (long)48 * a_col));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(a_to0 + at + 7168), "l"(a_from + (long)56 * a_col));
        }
        else if (a_whole) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at), "l"(a_from), "r"((l + a_line < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 1024), "l"(a_from + (long)8 * a_col), "r"((l + a_line + 8 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 2048), "l"(a_from + (long)16 * a_col), "r"((l + a_line + 16 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 3072), "l"(a_from + (long)24 * a_col), "r"((l + a_line + 24 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 4096), "l"(a_from + (long)32 * a_col), "r"((l + a_line + 32 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 5120), "l"(a_from + (long)40 * a_col), "r"((l + a_line + 40 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 6144), "l"(a_from + (long)48 * a_col), "r"((l + a_line + 48 < k ? a_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(a_to0 + at + 7168), "l"(a_from + (long)56 * a_col), "r"((l + a_line + 56 < k ? a_room : 0) * 2));
        }
        else {
          {
            const uint4 eight = one_by_one((__global const ushort *)a_from, (l + a_line < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)8 * a_col), (l + a_line + 8 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 1024), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)16 * a_col), (l + a_line + 16 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)24 * a_col), (l + a_line + 24 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 3072), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)32 * a_col), (l + a_line + 32 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)40 * a_col), (l + a_line + 40 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 5120), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)48 * a_col), (l + a_line + 48 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(a_from + (long)56 * a_col), (l + a_line + 56 < k ? a_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(a_to0 + at + 7168), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
        }
        a_from += (size_t)64 * a_col;
        if (b_whole && b_room == 8 && l + 64 <= k) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to0 + at), "l"(b_from));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 1024), "l"(b_from + (long)8 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 2048), "l"(b_from + (long)16 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 3072), "l"(b_from + (long)24 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 4096), "l"(b_from + (long)32 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 5120), "l"(b_from + (long)40 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 6144), "l"(b_from + (long)48 * b_row));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
              : : "r"(b_to0 + at + 7168), "l"(b_from + (long)56 * b_row));
        }
        else if (b_whole) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at), "l"(b_from), "r"((l + b_line < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 1024), "l"(b_from + (long)8 * b_row), "r"((l + b_line + 8 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 2048), "l"(b_from + (long)16 * b_row), "r"((l + b_line + 16 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 3072), "l"(b_from + (long)24 * b_row), "r"((l + b_line + 24 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 4096), "l"(b_from + (long)32 * b_row), "r"((l + b_line + 32 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 5120), "l"(b_from + (long)40 * b_row), "r"((l + b_line + 40 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 6144), "l"(b_from + (long)48 * b_row), "r"((l + b_line + 48 < k ? b_room : 0) * 2));
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to0 + at + 7168), "l"(b_from + (long)56 * b_row), "r"((l + b_line + 56 < k ? b_room : 0) * 2));
        }
        else {
          {
            const uint4 eight = one_by_one((__global const ushort *)b_from, (l + b_line < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)8 * b_row), (l + b_line + 8 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 1024), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)16 * b_row), (l + b_line + 16 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)24 * b_row), (l + b_line + 24 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 3072), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)32 * b_row), (l + b_line + 32 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)40 * b_row), (l + b_line + 40 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 5120), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)48 * b_row), (l + b_line + 48 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
          {
            const uint4 eight
                = one_by_one((__global const ushort *)(b_from + (long)56 * b_row), (l + b_line + 56 < k ? b_room : 0));
            asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                : : "r"(b_to0 + at + 7168), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
          }
        }
        b_from += (size_t)64 * b_row;
        if (a_whole && b_whole) {
          asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" : : "r"(full + 8 * slot) : "memory");
        }
        else {
          asm volatile("cp.async.commit_group;");
          asm volatile("cp.async.wait_group 0;");
          asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(full + 8 * slot) : "memory");
        }
        if (++slot == 6) { slot = 0; phase ^= 1; }
      }
    }
  }
  else {
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint lefts = ((base & 0x3ffff) >> 4) | 0x2000000;
    const uint rights = ((base & 0x3ffff) >> 4) | 0x2000000;
    for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
      const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int row = tile_row * 128 + team * 64 + warp % 4 * 16 + g;
      const int col = tile_col * 128 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      float acc32 = 0, acc33 = 0, acc34 = 0, acc35 = 0, acc36 = 0, acc37 = 0, acc38 = 0, acc39 = 0, acc40 = 0,
          acc41 = 0, acc42 = 0, acc43 = 0, acc44 = 0, acc45 = 0, acc46 = 0, acc47 = 0;
      float acc48 = 0, acc49 = 0, acc50 = 0, acc51 = 0, acc52 = 0, acc53 = 0, acc54 = 0, acc55 = 0, acc56 = 0,
          acc57 = 0, acc58 = 0, acc59 = 0, acc60 = 0, acc61 = 0, acc62 = 0, acc63 = 0;
      uint last = 0;
      for (int step = 0; step < steps; ++step) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
        uint left;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(left) : "r"(lefts + slot * 2048 + team * 512), "r"(0));
        uint right;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(right) : "r"(rights + slot * 2048 + 1024), "r"(0));
        asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
        MULTIPLY(left, right, step ? 1 : 0);
        MULTIPLY(left + 128, right + 128, 1);
        MULTIPLY(left + 256, right + 256, 1);
        MULTIPLY(left + 384, right + 384, 1);
        asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("//@wgmma.wait_group.sync.aligned 1;" : : : "memory");
        if (step > 0 && lane == 0)
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
        last = slot;
        if (++slot == 6) { slot = 0; phase ^= 1; }
      }
      asm volatile("//@wgmma.wait_group.sync.aligned 0;"
          : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8),
          "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16),
          "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24),
          "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31), "+f"(acc32),
          "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39), "+f"(acc40),
          "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47), "+f"(acc48),
          "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55), "+f"(acc56),
          "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63) : : "memory");
      if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
      const bool whole = tile_col * 128 + 128 <= n && c_row % 2 == 0 && (size_t)(c + c_offset) % 4 == 0;
      const bool lines = whole && c_row % 8 == 0 && (size_t)(c + c_offset) % 16 == 0 && beta == 0;
      if (lines) {
        const uint mine = (uint)(size_t)turned + warp * 2048;
        const int line = lane / 8, chunk = lane % 8;
        const uint at0_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc1), "f"(alpha * acc0));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_0), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc3), "f"(alpha * acc2));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_0), "r"(both));
        }
        const uint at0_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc5), "f"(alpha * acc4));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_1), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc7), "f"(alpha * acc6));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_1), "r"(both));
        }
        const uint at0_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc9), "f"(alpha * acc8));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_2), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc11), "f"(alpha * acc10));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_2), "r"(both));
        }
        const uint at0_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc13), "f"(alpha * acc12));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_3), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc15), "f"(alpha * acc14));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_3), "r"(both));
        }
        const uint at0_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc17), "f"(alpha * acc16));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_4), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc19), "f"(alpha * acc18));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_4), "r"(both));
        }
        const uint at0_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc21), "f"(alpha * acc20));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_5), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc23), "f"(alpha * acc22));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_5), "r"(both));
        }
        const uint at0_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc25), "f"(alpha * acc24));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_6), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc27), "f"(alpha * acc26));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_6), "r"(both));
        }
        const uint at0_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc29), "f"(alpha * acc28));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_7), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc31), "f"(alpha * acc30));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_7), "r"(both));
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        {
          uint4 eight;
          const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 4;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 8;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 12;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        const uint at1_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc33), "f"(alpha * acc32));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_0), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc35), "f"(alpha * acc34));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_0), "r"(both));
        }
        const uint at1_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc37), "f"(alpha * acc36));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_1), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc39), "f"(alpha * acc38));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_1), "r"(both));
        }
        const uint at1_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc41), "f"(alpha * acc40));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_2), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc43), "f"(alpha * acc42));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_2), "r"(both));
        }
        const uint at1_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc45), "f"(alpha * acc44));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_3), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc47), "f"(alpha * acc46));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_3), "r"(both));
        }
        const uint at1_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc49), "f"(alpha * acc48));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_4), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc51), "f"(alpha * acc50));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_4), "r"(both));
        }
        const uint at1_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc53), "f"(alpha * acc52));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_5), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc55), "f"(alpha * acc54));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_5), "r"(both));
        }
        const uint at1_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc57), "f"(alpha * acc56));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_6), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc59), "f"(alpha * acc58));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_6), "r"(both));
        }
        const uint at1_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc61), "f"(alpha * acc60));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_7), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc63), "f"(alpha * acc62));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_7), "r"(both));
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        {
          uint4 eight;
          const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 4;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 8;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 12;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
      }
      else {
        if (row < m) {
          __global half *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, alpha, beta, acc0, acc1);
            put_pair(c_at + 8, alpha, beta, acc4, acc5);
            put_pair(c_at + 16, alpha, beta, acc8, acc9);
            put_pair(c_at + 24, alpha, beta, acc12, acc13);
            put_pair(c_at + 32, alpha, beta, acc16, acc17);
            put_pair(c_at + 40, alpha, beta, acc20, acc21);
            put_pair(c_at + 48, alpha, beta, acc24, acc25);
            put_pair(c_at + 56, alpha, beta, acc28, acc29);
            put_pair(c_at + 64, alpha, beta, acc32, acc33);
            put_pair(c_at + 72, alpha, beta, acc36, acc37);
            put_pair(c_at + 80, alpha, beta, acc40, acc41);
            put_pair(c_at + 88, alpha, beta, acc44, acc45);
            put_pair(c_at + 96, alpha, beta, acc48, acc49);
            put_pair(c_at + 104, alpha, beta, acc52, acc53);
            put_pair(c_at + 112, alpha, beta, acc56, acc57);
            put_pair(c_at + 120, alpha, beta, acc60, acc61);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, acc0, acc1);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, acc4, acc5);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, acc8, acc9);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, acc12, acc13);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, acc16, acc17);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, acc20, acc21);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, acc24, acc25);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, acc28, acc29);
            put_some(c_at + 64, 1, n - col - 64, alpha, beta, acc32, acc33);
            put_some(c_at + 72, 1, n - col - 72, alpha, beta, acc36, acc37);
            put_some(c_at + 80, 1, n - col - 80, alpha, beta, acc40, acc41);
            put_some(c_at + 88, 1, n - col - 88, alpha, beta, acc44, acc45);
            put_some(c_at + 96, 1, n - col - 96, alpha, beta, acc48, acc49);
            put_some(c_at + 104, 1, n - col - 104, alpha, beta, acc52, acc53);
            put_some(c_at + 112, 1, n - col - 112, alpha, beta, acc56, acc57);
            put_some(c_at + 120, 1, n - col - 120, alpha, beta, acc60, acc61);
          }
        }
        if (row + 8 < m) {
          __global half *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, alpha, beta, acc2, acc3);
            put_pair(c_at + 8, alpha, beta, acc6, acc7);
            put_pair(c_at + 16, alpha, beta, acc10, acc11);
            put_pair(c_at + 24, alpha, beta, acc14, acc15);
            put_pair(c_at + 32, alpha, beta, acc18, acc19);
            put_pair(c_at + 40, alpha, beta, acc22, acc23);
            put_pair(c_at + 48, alpha, beta, acc26, acc27);
            put_pair(c_at + 56, alpha, beta, acc30, acc31);
            put_pair(c_at + 64, alpha, beta, acc34, acc35);
            put_pair(c_at + 72, alpha, beta, acc38, acc39);
            put_pair(c_at + 80, alpha, beta, acc42, acc43);
            put_pair(c_at + 88, alpha, beta, acc46, acc47);
            put_pair(c_at + 96, alpha, beta, acc50, acc51);
            put_pair(c_at + 104, alpha, beta, acc54, acc55);
            put_pair(c_at + 112, alpha, beta, acc58, acc59);
            put_pair(c_at + 120, alpha, beta, acc62, acc63);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, acc2, acc3);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, acc6, acc7);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, acc10, acc11);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, acc14, acc15);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, acc18, acc19);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, acc22, acc23);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, acc26, acc27);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, acc30, acc31);
            put_some(c_at + 64, 1, n - col - 64, alpha, beta, acc34, acc35);
            put_some(c_at + 72, 1, n - col - 72, alpha, beta, acc38, acc39);
            put_some(c_at + 80, 1, n - col - 80, alpha, beta, acc42, acc43);
            put_some(c_at + 88, 1, n - col - 88, alpha, beta, acc46, acc47);
            put_some(c_at + 96, 1, n - col - 96, alpha, beta, acc50, acc51);
            put_some(c_at + 104, 1, n - col - 104, alpha, beta, acc54, acc55);
            put_some(c_at + 112, 1, n - col - 112, alpha, beta, acc58, acc59);
            put_some(c_at + 120, 1, n - col - 120, alpha, beta, acc62, acc63);
          }
        }
      }
    }
  }
}
