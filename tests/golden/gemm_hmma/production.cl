// gemm m=5 n=77 k=30001 float16 in float32 row*row=row: tm=8 tn=32 tk=64 wm=8 wn=16 teams=2 stages=2 turned=True
// slices=24 band=8 a_bytes=2 b_bytes=2 form=whole cluster=False
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const half *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const half *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global float *restrict partial,
    __global int *restrict arrived)
{
  __local uint4 tiles[785] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 7) / 8, wide = (n + 31) / 32;
  const int tile = get_group_id(0), above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 8, col0 = rest / high * 32;
  const int slices = get_num_groups(2);
  const int slice = get_group_id(2);
  const int length = (k + slices * 64 - 1) / (slices * 64) * 64;
  const int first = slice * length, last = min(first + length, k);
  const int team = place / 64, within = (place / 32) % 2;
  const int row_part = (within / 2) * 8, col_part = (within % 2) * 16;
  const int a_line = place / 32, a_piece = (place % 32) * 2;
  const int a_lines = m - row0 - a_line;
  int a_room = last - first - a_piece;
  __global const ushort *a_from
      = (__global const ushort *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)(first + a_piece));
  const uint a_to = base + a_line * 144 + a_piece * 2;
  ushort a0_0, a0_1, a4_0, a4_1;
  const uint a_at = base + (row_part + lane % 8 + lane / 16 * 8) * 144 + (lane / 8 % 2 * 8 + team * 16) * 2;
  const int b_line = place / 16, b_piece = (place % 16) * 2;
  int b_lines = last - first - b_line;
  const int b_room = n - col0 - b_piece;
  __global const ushort *b_from
      = (__global const ushort *)(b + b_offset + (size_t)(first + b_line) * b_row + (size_t)(col0 + b_piece));
  const uint b_to = base + 1152 + b_line * 80 + b_piece * 2;
  ushort b0_0, b0_1, b8_0, b8_1, b16_0, b16_1, b24_0, b24_1, b32_0, b32_1, b40_0, b40_1, b48_0, b48_1, b56_0, b56_1;
  const uint b_at = base + 1152 + (team * 16 + lane % 8 + lane / 16 * 8) * 80 + (col_part + lane / 8 % 2 * 8) * 2;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  uint long0_0, long0_1, long0_2, long0_3;
  uint short0_0, short0_1;
  const int steps = ((last - first) + 63) / 64;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 2);
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(a0_0), "=&h"(a0_1) : "l"(a_from), "r"((a_lines > 0 ? a_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(a4_0), "=&h"(a4_1) : "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0)));
    a_from += 64; a_room -= 64;
    const int b_count = clamp(b_room, 0, 2);
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b0_0), "=&h"(b0_1) : "l"(b_from), "r"((b_lines > 0 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b8_0), "=&h"(b8_1) : "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b16_0), "=&h"(b16_1) : "l"(b_from + (long)16 * b_row), "r"((b_lines > 16 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b24_0), "=&h"(b24_1) : "l"(b_from + (long)24 * b_row), "r"((b_lines > 24 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b32_0), "=&h"(b32_1) : "l"(b_from + (long)32 * b_row), "r"((b_lines > 32 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b40_0), "=&h"(b40_1) : "l"(b_from + (long)40 * b_row), "r"((b_lines > 40 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b48_0), "=&h"(b48_1) : "l"(b_from + (long)48 * b_row), "r"((b_lines > 48 ? b_count : 0)));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
        : "=&h"(b56_0), "=&h"(b56_1) : "l"(b_from + (long)56 * b_row), "r"((b_lines > 56 ? b_count : 0)));
    b_from += (size_t)64 * b_row; b_lines -= 64;
    asm volatile("st.shared.b32 [%0], %1;" : : "r"(a_to), "r"((uint)a0_0 | (uint)a0_1 << 16));
    asm volatile("st.shared.b32 [%0 + 576], %1;" : : "r"(a_to), "r"((uint)a4_0 | (uint)a4_1 << 16));
    asm volatile("st.shared.b32 [%0], %1;" : : "r"(b_to), "r"((uint)b0_0 | (uint)b0_1 << 16));
    asm volatile("st.shared.b32 [%0 + 640], %1;" : : "r"(b_to), "r"((uint)b8_0 | (uint)b8_1 << 16));
    asm volatile("st.shared.b32 [%0 + 1280], %1;" : : "r"(b_to), "r"((uint)b16_0 | (uint)b16_1 << 16));
    asm volatile("st.shared.b32 [%0 + 1920], %1;" : : "r"(b_to), "r"((uint)b24_0 | (uint)b24_1 << 16));
    asm volatile("st.shared.b32 [%0 + 2560], %1;" : : "r"(b_to), "r"((uint)b32_0 | (uint)b32_1 << 16));
    asm volatile("st.shared.b32 [%0 + 3200], %1;" : : "r"(b_to), "r"((uint)b40_0 | (uint)b40_1 << 16));
    asm volatile("st.shared.b32 [%0 + 3840], %1;" : : "r"(b_to), "r"((uint)b48_0 | (uint)b48_1 << 16));
    asm volatile("st.shared.b32 [%0 + 4480], %1;" : : "r"(b_to), "r"((uint)b56_0 | (uint)b56_1 << 16));
  }
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 1 < steps) {
      const int a_count = clamp(a_room, 0, 2);
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(a0_0), "=&h"(a0_1) : "l"(a_from), "r"((a_lines > 0 ? a_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(a4_0), "=&h"(a4_1) : "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0)));
      a_from += 64; a_room -= 64;
      const int b_count = clamp(b_room, 0, 2);
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b0_0), "=&h"(b0_1) : "l"(b_from), "r"((b_lines > 0 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b8_0), "=&h"(b8_1) : "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b16_0), "=&h"(b16_1) : "l"(b_from + (long)16 * b_row), "r"((b_lines > 16 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b24_0), "=&h"(b24_1) : "l"(b_from + (long)24 * b_row), "r"((b_lines > 24 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b32_0), "=&h"(b32_1) : "l"(b_from + (long)32 * b_row), "r"((b_lines > 32 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b40_0), "=&h"(b40_1) : "l"(b_from + (long)40 * b_row), "r"((b_lines > 40 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b48_0), "=&h"(b48_1) : "l"(b_from + (long)48 * b_row), "r"((b_lines > 48 ? b_count : 0)));
      asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %3, 0; setp.gt.u32 q, %3, 1; mov.b16 %0, 0; mov.b16 %1, 0; @p ld.global.nc.b16 %0, [%2]; @q ld.global.nc.b16 %1, [%2 + 2]; }"
          : "=&h"(b56_0), "=&h"(b56_1) : "l"(b_from + (long)56 * b_row), "r"((b_lines > 56 ? b_count : 0)));
      b_from += (size_t)64 * b_row; b_lines -= 64;
    }
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(b_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
        : "=r"(short0_0), "=r"(short0_1) : "r"(a_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4 + 2560];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(b_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2 + 64];"
        : "=r"(short0_0), "=r"(short0_1) : "r"(a_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    used = used == 6272 ? 0 : used + 6272;
    if (step + 1 < steps) {
      asm volatile("st.shared.b32 [%0], %1;" : : "r"(a_to + used), "r"((uint)a0_0 | (uint)a0_1 << 16));
      asm volatile("st.shared.b32 [%0 + 576], %1;" : : "r"(a_to + used), "r"((uint)a4_0 | (uint)a4_1 << 16));
      asm volatile("st.shared.b32 [%0], %1;" : : "r"(b_to + used), "r"((uint)b0_0 | (uint)b0_1 << 16));
      asm volatile("st.shared.b32 [%0 + 640], %1;" : : "r"(b_to + used), "r"((uint)b8_0 | (uint)b8_1 << 16));
      asm volatile("st.shared.b32 [%0 + 1280], %1;" : : "r"(b_to + used), "r"((uint)b16_0 | (uint)b16_1 << 16));
      asm volatile("st.shared.b32 [%0 + 1920], %1;" : : "r"(b_to + used), "r"((uint)b24_0 | (uint)b24_1 << 16));
      asm volatile("st.shared.b32 [%0 + 2560], %1;" : : "r"(b_to + used), "r"((uint)b32_0 | (uint)b32_1 << 16));
      asm volatile("st.shared.b32 [%0 + 3200], %1;" : : "r"(b_to + used), "r"((uint)b40_0 | (uint)b40_1 << 16));
      asm volatile("st.shared.b32 [%0 + 3840], %1;" : : "r"(b_to + used), "r"((uint)b48_0 | (uint)b48_1 << 16));
      asm volatile("st.shared.b32 [%0 + 4480], %1;" : : "r"(b_to + used), "r"((uint)b56_0 | (uint)b56_1 << 16));
    }
  }
  const int rows = min(8, m - row0), cols = min(32, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = beta == 0;
  __global half *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local float *mine = sums + team * 288 + (row_part + 2 * t) * 36 + col_part + g;
  mine[0] = sum0_0_0; mine[36] = sum0_0_1;
  mine[8] = sum0_0_2; mine[44] = sum0_0_3;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t meeting = (size_t)get_group_id(1) * get_num_groups(0) + get_group_id(0);
  __global float *parts = partial + meeting * slices * 256;
  for (int e = place * 4; e < 256; e += 512) {
    const int at = e / 32 * 36 + e % 32;
    float4 four = *((__local float4 *)(sums + at));
    four += *(__local float4 *)(sums + at + 288);
    *(__global float4 *)(parts + slice * 256 + e) = four;
  }
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  __local int before[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (place == 0) before[0] = atomic_inc((arrived + meeting));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before[0] != slices - 1) return;
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  const int share = place / 64;
  const int e = (place % 64) * 4;
  float4 four0 = (float4)(0, 0, 0, 0);
  #pragma unroll 1
  for (int s = share; s < slices; s += 16) {
    float x0_0, y0_0, z0_0, w0_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x0_0), "=f"(y0_0), "=f"(z0_0), "=f"(w0_0) : "l"(parts + s * 256 + e) : "memory");
    float x1_0, y1_0, z1_0, w1_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x1_0), "=f"(y1_0), "=f"(z1_0), "=f"(w1_0) : "l"(parts + min(s + 2, slices - 1) * 256 + e) : "memory");
    float x2_0, y2_0, z2_0, w2_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x2_0), "=f"(y2_0), "=f"(z2_0), "=f"(w2_0) : "l"(parts + min(s + 4, slices - 1) * 256 + e) : "memory");
    float x3_0, y3_0, z3_0, w3_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x3_0), "=f"(y3_0), "=f"(z3_0), "=f"(w3_0) : "l"(parts + min(s + 6, slices - 1) * 256 + e) : "memory");
    float x4_0, y4_0, z4_0, w4_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x4_0), "=f"(y4_0), "=f"(z4_0), "=f"(w4_0) : "l"(parts + min(s + 8, slices - 1) * 256 + e) : "memory");
    float x5_0, y5_0, z5_0, w5_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x5_0), "=f"(y5_0), "=f"(z5_0), "=f"(w5_0) : "l"(parts + min(s + 10, slices - 1) * 256 + e) : "memory");
    float x6_0, y6_0, z6_0, w6_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x6_0), "=f"(y6_0), "=f"(z6_0), "=f"(w6_0) : "l"(parts + min(s + 12, slices - 1) * 256 + e) : "memory");
    float x7_0, y7_0, z7_0, w7_0;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(x7_0), "=f"(y7_0), "=f"(z7_0), "=f"(w7_0) : "l"(parts + min(s + 14, slices - 1) * 256 + e) : "memory");
    four0 += (float4)(x0_0, y0_0, z0_0, w0_0);
    if (s + 2 < slices) four0 += (float4)(x1_0, y1_0, z1_0, w1_0);
    if (s + 4 < slices) four0 += (float4)(x2_0, y2_0, z2_0, w2_0);
    if (s + 6 < slices) four0 += (float4)(x3_0, y3_0, z3_0, w3_0);
    if (s + 8 < slices) four0 += (float4)(x4_0, y4_0, z4_0, w4_0);
    if (s + 10 < slices) four0 += (float4)(x5_0, y5_0, z5_0, w5_0);
    if (s + 12 < slices) four0 += (float4)(x6_0, y6_0, z6_0, w6_0);
    if (s + 14 < slices) four0 += (float4)(x7_0, y7_0, z7_0, w7_0);
  }
  *((__local float4 *)(sums + place * 4)) = four0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (share == 0) {
    four0 += *(__local float4 *)(sums + e + 256);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int at = e / 32 * 36 + e % 32;
  if (share == 0) *((__local float4 *)(sums + at)) = four0;
  if (place == 0) arrived[meeting] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int col = place % 16 * 2;
  for (int row = place / 16; row < rows; row += 8) {
    const __local float *from = sums + row * 36 + col;
    __global half *at = c_at + (size_t)row * c_row + col;
    const int odd = (size_t)at / 2 % 2;
    at -= odd; from -= odd;
    const int left = col - odd;
    if (fresh && left >= 0 && left + 1 < cols) {
      uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(alpha * from[1]), "f"(alpha * from[0]));
      *(__global uint *)at = two;
    }
    else {
      if (left >= 0 && left < cols) {
        {
          vstore_half_rte(beta == 0 ? alpha * from[0] : alpha * from[0] + beta * vload_half(0, at), 0, at);
        }
      }
      if (left + 1 < cols) {
        {
          vstore_half_rte(beta == 0 ? alpha * from[1] : alpha * from[1] + beta * vload_half(0, at + 1), 0, at + 1);
        }
      }
    }
    if (odd && col == 0 && cols == 32) {
      {
        vstore_half_rte(beta == 0 ? alpha * from[32] : alpha * from[32] + beta * vload_half(0, at + 32), 0, at + 32);
      }
    }
  }
}
