// gemm m=7 n=90 k=3000 float32 row*col=row: tm=8 tn=32 tk=64 wm=8 wn=16 teams=2 stages=2 turned=True slices=6 band=8
// a_bytes=4 b_bytes=8 form=parts cluster=False
void copy_elements2(const uint to, __global const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 2; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
uint4 cut(float x, float y)
{
  uint first; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(first) : "f"(y), "f"(x));
  x -= as_float(first << 16); y -= as_float(first & 0xffff0000u);
  uint second; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(second) : "f"(y), "f"(x));
  x -= as_float(second << 16); y -= as_float(second & 0xffff0000u);
  const uint left = as_uint(x), right = as_uint(y);
  return (uint4)(first, second, left >> 16 | (right & 0xffff0000u), left | right);
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global float *restrict partial,
    __global int *restrict arrived)
{
  __local uint4 tiles[1441] __attribute__((aligned(128)));
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
  const int a_line = place / 64, a_piece = place % 64;
  const int a_lines = m - row0 - a_line;
  int a_room = last - first - a_piece;
  __global const float *a_from
      = (__global const float *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)(first + a_piece));
  const uint a_to = base + a_line * 288 + a_piece * 4;
  const int b_line = place / 32, b_piece = (place % 32) * 2;
  const int b_lines = n - col0 - b_line;
  int b_room = last - first - b_piece;
  __global const float *b_from
      = (__global const float *)(b + b_offset + (size_t)(first + b_piece) + (size_t)(col0 + b_line) * b_col);
  const uint b_to = base + 2304 + b_line * 288 + b_piece * 4;
  const bool b_whole = b_col % 2 == 0 && (size_t)(b + b_offset) % 8 == 0;
  const uint b_at = base + 2304 + (col_part + g) * 288 + team * 64 + 2 * t * 4;
  const uint a_at = base + (row_part + g) * 288 + team * 64 + 2 * t * 4;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  const int steps = ((last - first) + 63) / 64;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 576), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1152), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1728), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
    a_from += 64; a_room -= 64;
    const int b_count = clamp(b_room, 0, 2);
    if (b_whole) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 1152), "l"(b_from + (long)4 * b_col), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 2304), "l"(b_from + (long)8 * b_col), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 3456), "l"(b_from + (long)12 * b_col), "r"((b_lines > 12 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 4608), "l"(b_from + (long)16 * b_col), "r"((b_lines > 16 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 5760), "l"(b_from + (long)20 * b_col), "r"((b_lines > 20 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 6912), "l"(b_from + (long)24 * b_col), "r"((b_lines > 24 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 8064), "l"(b_from + (long)28 * b_col), "r"((b_lines > 28 ? b_count : 0) * 4));
    }
    else {
      copy_elements2(b_to, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements2(b_to + 1152, b_from + (long)4 * b_col, (b_lines > 4 ? b_count : 0));
      copy_elements2(b_to + 2304, b_from + (long)8 * b_col, (b_lines > 8 ? b_count : 0));
      copy_elements2(b_to + 3456, b_from + (long)12 * b_col, (b_lines > 12 ? b_count : 0));
      copy_elements2(b_to + 4608, b_from + (long)16 * b_col, (b_lines > 16 ? b_count : 0));
      copy_elements2(b_to + 5760, b_from + (long)20 * b_col, (b_lines > 20 ? b_count : 0));
      copy_elements2(b_to + 6912, b_from + (long)24 * b_col, (b_lines > 24 ? b_count : 0));
      copy_elements2(b_to + 8064, b_from + (long)28 * b_col, (b_lines > 28 ? b_count : 0));
    }
    b_from += 64; b_room -= 64;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 0;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 1 < steps) {
      const uint filled = used == 0 ? 11520 : used - 11520;
      const int a_count = clamp(a_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 576), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1152), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1728), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
      a_from += 64; a_room -= 64;
      const int b_count = clamp(b_room, 0, 2);
      if (b_whole) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 1152), "l"(b_from + (long)4 * b_col), "r"((b_lines > 4 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 2304), "l"(b_from + (long)8 * b_col), "r"((b_lines > 8 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 3456), "l"(b_from + (long)12 * b_col), "r"((b_lines > 12 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 4608), "l"(b_from + (long)16 * b_col), "r"((b_lines > 16 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 5760), "l"(b_from + (long)20 * b_col), "r"((b_lines > 20 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 6912), "l"(b_from + (long)24 * b_col), "r"((b_lines > 24 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 8064), "l"(b_from + (long)28 * b_col), "r"((b_lines > 28 ? b_count : 0) * 4));
      }
      else {
        copy_elements2(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        copy_elements2(b_to + filled + 1152, b_from + (long)4 * b_col, (b_lines > 4 ? b_count : 0));
        copy_elements2(b_to + filled + 2304, b_from + (long)8 * b_col, (b_lines > 8 ? b_count : 0));
        copy_elements2(b_to + filled + 3456, b_from + (long)12 * b_col, (b_lines > 12 ? b_count : 0));
        copy_elements2(b_to + filled + 4608, b_from + (long)16 * b_col, (b_lines > 16 ? b_count : 0));
        copy_elements2(b_to + filled + 5760, b_from + (long)20 * b_col, (b_lines > 20 ? b_count : 0));
        copy_elements2(b_to + filled + 6912, b_from + (long)24 * b_col, (b_lines > 24 ? b_count : 0));
        copy_elements2(b_to + filled + 8064, b_from + (long)28 * b_col, (b_lines > 28 ? b_count : 0));
      }
      b_from += 64; b_room -= 64;
    }
    asm volatile("cp.async.commit_group;");
    uint long_from = b_at + used;
    uint short_from = a_at + used;
    #pragma unroll 1
    for (int turn = 0; turn < 2; ++turn) {
      uint lacking = 0;
      uint long0_0, long0_1, long0_2, long0_3;
      uint long1_0, long1_1, long1_2, long1_3;
      uint long2_0, long2_1, long2_2, long2_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "r"(long_from));
        const uint4 all = cut(x, y);
        long0_0 = all.x; long1_0 = all.y; long2_0 = all.z;
        lacking |= all.w;
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2304];" : "=f"(x), "=f"(y) : "r"(long_from));
        const uint4 all = cut(x, y);
        long0_1 = all.x; long1_1 = all.y; long2_1 = all.z;
        lacking |= all.w;
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(x), "=f"(y) : "r"(long_from));
        const uint4 all = cut(x, y);
        long0_2 = all.x; long1_2 = all.y; long2_2 = all.z;
        lacking |= all.w;
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2336];" : "=f"(x), "=f"(y) : "r"(long_from));
        const uint4 all = cut(x, y);
        long0_3 = all.x; long1_3 = all.y; long2_3 = all.z;
        lacking |= all.w;
      }
      uint short0_0, short0_1;
      uint short1_0, short1_1;
      uint short2_0, short2_1;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "r"(short_from));
        const uint4 all = cut(x, y);
        short0_0 = all.x; short1_0 = all.y; short2_0 = all.z;
        lacking |= all.w;
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(x), "=f"(y) : "r"(short_from));
        const uint4 all = cut(x, y);
        short0_1 = all.x; short1_1 = all.y; short2_1 = all.z;
        lacking |= all.w;
      }
      float wrong = 0;
      float new0_0_0, new0_0_1, new0_0_2, new0_0_3, small0_0_0, small0_0_1, small0_0_2, small0_0_3;
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_0_0), "=f"(new0_0_1), "=f"(new0_0_2), "=f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_0_0), "=f"(small0_0_1), "=f"(small0_0_2), "=f"(small0_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
      new0_0_0 += small0_0_0; wrong = fma(new0_0_0, 0.0f, wrong);
      new0_0_1 += small0_0_1; wrong = fma(new0_0_1, 0.0f, wrong);
      new0_0_2 += small0_0_2; wrong = fma(new0_0_2, 0.0f, wrong);
      new0_0_3 += small0_0_3; wrong = fma(new0_0_3, 0.0f, wrong);
      uint any;
      asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;"
          : "=r"(any) : "r"((lacking & 0xffff) | (wrong == 0 ? 0 : 1)));
      if (any == 0) {
        sum0_0_0 += new0_0_0; sum0_0_1 += new0_0_1; sum0_0_2 += new0_0_2; sum0_0_3 += new0_0_3;
      }
      else {
        uint long_own = long_from - 2 * t * 4;
        uint short_own = short_from - 2 * t * 4 + (2 * t - g) * 288;
        #pragma unroll 1
        for (int term = 0; term < 16; term += 4) {
          float long_0_0, long_0_1, long_0_2, long_0_3, long_1_0, long_1_1, long_1_2, long_1_3;
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
              : "=f"(long_0_0), "=f"(long_0_1), "=f"(long_0_2), "=f"(long_0_3) : "r"(long_own));
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2304];"
              : "=f"(long_1_0), "=f"(long_1_1), "=f"(long_1_2), "=f"(long_1_3) : "r"(long_own));
          float short_0_0, short_0_1, short_0_2, short_0_3, short_1_0, short_1_1, short_1_2, short_1_3;
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
              : "=f"(short_0_0), "=f"(short_0_1), "=f"(short_0_2), "=f"(short_0_3) : "r"(short_own));
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 288];"
              : "=f"(short_1_0), "=f"(short_1_1), "=f"(short_1_2), "=f"(short_1_3) : "r"(short_own));
          sum0_0_0 = fma(long_0_0, short_0_0, sum0_0_0);
          sum0_0_1 = fma(long_0_0, short_1_0, sum0_0_1);
          sum0_0_2 = fma(long_1_0, short_0_0, sum0_0_2);
          sum0_0_3 = fma(long_1_0, short_1_0, sum0_0_3);
          sum0_0_0 = fma(long_0_1, short_0_1, sum0_0_0);
          sum0_0_1 = fma(long_0_1, short_1_1, sum0_0_1);
          sum0_0_2 = fma(long_1_1, short_0_1, sum0_0_2);
          sum0_0_3 = fma(long_1_1, short_1_1, sum0_0_3);
          sum0_0_0 = fma(long_0_2, short_0_2, sum0_0_0);
          sum0_0_1 = fma(long_0_2, short_1_2, sum0_0_1);
          sum0_0_2 = fma(long_1_2, short_0_2, sum0_0_2);
          sum0_0_3 = fma(long_1_2, short_1_2, sum0_0_3);
          sum0_0_0 = fma(long_0_3, short_0_3, sum0_0_0);
          sum0_0_1 = fma(long_0_3, short_1_3, sum0_0_1);
          sum0_0_2 = fma(long_1_3, short_0_3, sum0_0_2);
          sum0_0_3 = fma(long_1_3, short_1_3, sum0_0_3);
          long_own += 16;
          short_own += 16;
        }
      }
      long_from += 128;
      short_from += 128;
    }
    used = used == 11520 ? 0 : used + 11520;
  }
  const int rows = min(8, m - row0), cols = min(32, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = beta == 0;
  __global float *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
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
  const int col = place % 32;
  for (int row = place / 32; row < rows; row += 4) {
    const __local float *from = sums + row * 36 + col;
    __global float *at = c_at + (size_t)row * c_row + col;
    if (col < cols) {
      {
        *at = beta == 0 ? alpha * from[0] : alpha * from[0] + beta * *at;
      }
    }
  }
}
