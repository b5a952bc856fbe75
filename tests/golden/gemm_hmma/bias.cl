// gemm m=16 n=8 k=16 float32 row*row=row bias=rows: tm=16 tn=8 tk=16 wm=16 wn=8 teams=1 stages=2 turned=False slices=1
// band=1 a_bytes=4 b_bytes=4 form=plain cluster=False
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const float *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  __local uint4 tiles[289] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int row0 = get_group_id(1) * 16, col0 = get_group_id(0) * 8;
  const int team = 0, within = 0;
  const int row_part = within * 16, col_part = 0;
  const int a_line = place / 16, a_piece = place % 16;
  const int a_lines = m - row0 - a_line;
  int a_room = k - a_piece;
  __global const float *a_from
      = (__global const float *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)a_piece);
  const uint a_to = base + a_line * 96 + a_piece * 4;
  const int b_line = place / 8, b_piece = place % 8;
  int b_lines = k - b_line;
  const int b_room = n - col0 - b_piece;
  __global const float *b_from
      = (__global const float *)(b + b_offset + (size_t)b_line * b_row + (size_t)(col0 + b_piece));
  const uint b_to = base + 1536 + b_line * 48 + b_piece * 4;
  const uint a_at = base + (row_part + g) * 96 + team * 64;
  const uint b_at = base + 1536 + (col_part + 2 * t) * 4 + team * 768;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  const int steps = (k + 15) / 16;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 192), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 384), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 576), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 768), "l"(a_from + (long)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 960), "l"(a_from + (long)10 * a_row), "r"((a_lines > 10 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1152), "l"(a_from + (long)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1344), "l"(a_from + (long)14 * a_row), "r"((a_lines > 14 ? a_count : 0) * 4));
    a_from += 16; a_room -= 16;
    const int b_count = clamp(b_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 192), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 384), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 576), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
    b_from += (size_t)16 * b_row; b_lines -= 16;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 0;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 1 < steps) {
      const uint filled = used == 0 ? 2304 : used - 2304;
      const int a_count = clamp(a_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 192), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 384), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 576), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 768), "l"(a_from + (long)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 960), "l"(a_from + (long)10 * a_row), "r"((a_lines > 10 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1152), "l"(a_from + (long)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1344), "l"(a_from + (long)14 * a_row), "r"((a_lines > 14 ? a_count : 0) * 4));
      a_from += 16; a_room -= 16;
      const int b_count = clamp(b_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 192), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 384), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 576), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
      b_from += (size_t)16 * b_row; b_lines -= 16;
    }
    asm volatile("cp.async.commit_group;");
    uint long_from = a_at + used;
    uint short_from = b_at + used;
    int lasting = k - step * 16 - team * 16;
    uint long_own = long_from;
    uint short_own = short_from;
    #pragma unroll 4
    for (int term = 0; term < min(lasting, 16); term += 4) {
      float long_0_0, long_0_1, long_0_2, long_0_3, long_1_0, long_1_1, long_1_2, long_1_3;
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(long_0_0), "=f"(long_0_1), "=f"(long_0_2), "=f"(long_0_3) : "r"(long_own));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
          : "=f"(long_1_0), "=f"(long_1_1), "=f"(long_1_2), "=f"(long_1_3) : "r"(long_own));
      float short_0_0, short_0_1, short_0_2, short_0_3, short_1_0, short_1_1, short_1_2, short_1_3;
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(short_0_0), "=f"(short_1_0) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 48];" : "=f"(short_0_1), "=f"(short_1_1) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 96];" : "=f"(short_0_2), "=f"(short_1_2) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 144];" : "=f"(short_0_3), "=f"(short_1_3) : "r"(short_own));
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
      short_own += 192;
    }
    used = used == 2304 ? 0 : used + 2304;
  }
  const int rows = min(16, m - row0), cols = min(8, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = beta == 0;
  __global float *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  const bool whole = fresh && cols == 8;
  __local float *floats = (__local float *)tiles;
  __global float *to = (__global float *)c_at;
  const uint begins = (size_t)to / 4 % 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    __local float *line0 = floats + (row_part + g) * 12 + col_part + 2 * t + (begins + (row_part + g) * c_row) % 4;
    const float added0 = *(bias + bias_offset + (size_t)min(row0 + row_part + g, m - 1) * bias_inc);
    const float added1 = *(bias + bias_offset + (size_t)min(row0 + row_part + g + 8, m - 1) * bias_inc);
    line0[0] = (alpha * sum0_0_0) + added0; line0[1] = (alpha * sum0_0_1) + added0;
    line0[96] = (alpha * sum0_0_2) + added1; line0[97] = (alpha * sum0_0_3) + added1;
  }
  else {
    __local float *mine = sums + (row_part + g) * 8 + col_part + 2 * t;
    *(__local float2 *)(mine) = (float2)(sum0_0_0, sum0_0_1);
    *(__local float2 *)(mine + 64) = (float2)(sum0_0_2, sum0_0_3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    for (int row = place / 2; row < rows; row += 16) {
      const int shift = (begins + row * c_row) % 4;
      const int chunk = (place % 2) * 4;
      if (chunk > 0 || shift == 0)
          *(__global uint4 *)(to + (size_t)row * c_row + chunk - shift) = *(__local uint4 *)(floats + row * 12 + chunk);
    }
    for (int row = place / 4; row < rows; row += 8) {
      const int shift = (begins + row * c_row) % 4;
      const int col = place % 4 + (place % 4 < 4 - shift ? 0 : 4);
      if (shift > 0) to[(size_t)row * c_row + col] = floats[row * 12 + shift + col];
    }
  }
  else {
    const int col = place % 8;
    for (int row = place / 8; row < rows; row += 4) {
      const __local float *from = sums + row * 8 + col;
      __global float *at = c_at + (size_t)row * c_row + col;
      if (col < cols) {
        {
          *at = (beta == 0 ? alpha * from[0] : alpha * from[0] + beta * *at)
              + *(bias + bias_offset + (size_t)(row0 + row) * bias_inc);
        }
      }
    }
  }
}
