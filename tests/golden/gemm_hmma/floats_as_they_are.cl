// gemm m=300 n=200 k=9 float32 col*row=row accuracy=strict: tm=32 tn=16 tk=16 wm=16 wn=16 teams=1 stages=2 turned=False
// slices=1 band=8 a_bytes=16 b_bytes=4 form=plain cluster=False
void copy_elements4(const uint to, __global const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 4; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local uint4 tiles[449] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 31) / 32, wide = (n + 15) / 16;
  const int tile = get_group_id(0), above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 32, col0 = rest / high * 16;
  const int team = 0, within = (place / 32) % 2;
  const int row_part = within * 16, col_part = 0;
  const int a_line = place / 8, a_piece = (place % 8) * 4;
  int a_lines = k - a_line;
  const int a_room = m - row0 - a_piece;
  __global const float *a_from
      = (__global const float *)(a + a_offset + (size_t)(row0 + a_piece) + (size_t)a_line * a_col);
  const uint a_to = base + a_line * 144 + a_piece * 4;
  const bool a_whole = a_col % 4 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const int b_line = place / 16, b_piece = place % 16;
  int b_lines = k - b_line;
  const int b_room = n - col0 - b_piece;
  __global const float *b_from
      = (__global const float *)(b + b_offset + (size_t)b_line * b_row + (size_t)(col0 + b_piece));
  const uint b_to = base + 2304 + b_line * 80 + b_piece * 4;
  const uint a_at = base + (row_part + g) * 4 + team * 2304;
  const uint b_at = base + 2304 + (col_part + 2 * t) * 4 + team * 1280;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  float sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  const int steps = (k + 15) / 16;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 4);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 1152), "l"(a_from + (long)8 * a_col), "r"((a_lines > 8 ? a_count : 0) * 4));
    }
    else {
      copy_elements4(a_to, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements4(a_to + 1152, a_from + (long)8 * a_col, (a_lines > 8 ? a_count : 0));
    }
    a_from += (size_t)16 * a_col; a_lines -= 16;
    const int b_count = clamp(b_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 320), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 640), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 960), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
    b_from += (size_t)16 * b_row; b_lines -= 16;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 0;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 1 < steps) {
      const uint filled = used == 0 ? 3584 : used - 3584;
      const int a_count = clamp(a_room, 0, 4);
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 1152), "l"(a_from + (long)8 * a_col), "r"((a_lines > 8 ? a_count : 0) * 4));
      }
      else {
        copy_elements4(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
        copy_elements4(a_to + filled + 1152, a_from + (long)8 * a_col, (a_lines > 8 ? a_count : 0));
      }
      a_from += (size_t)16 * a_col; a_lines -= 16;
      const int b_count = clamp(b_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 320), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 640), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 960), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
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
      asm volatile("ld.shared.f32 %0, [%1];" : "=f"(long_0_0) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(long_1_0) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 144];" : "=f"(long_0_1) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 176];" : "=f"(long_1_1) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 288];" : "=f"(long_0_2) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 320];" : "=f"(long_1_2) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 432];" : "=f"(long_0_3) : "r"(long_own));
      asm volatile("ld.shared.f32 %0, [%1 + 464];" : "=f"(long_1_3) : "r"(long_own));
      float short_0_0, short_0_1, short_0_2, short_0_3, short_1_0, short_1_1, short_1_2, short_1_3, short_2_0,
          short_2_1, short_2_2, short_2_3, short_3_0, short_3_1, short_3_2, short_3_3;
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(short_0_0), "=f"(short_1_0) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(short_2_0), "=f"(short_3_0) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 80];" : "=f"(short_0_1), "=f"(short_1_1) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 112];" : "=f"(short_2_1), "=f"(short_3_1) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 160];" : "=f"(short_0_2), "=f"(short_1_2) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 192];" : "=f"(short_2_2), "=f"(short_3_2) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 240];" : "=f"(short_0_3), "=f"(short_1_3) : "r"(short_own));
      asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 272];" : "=f"(short_2_3), "=f"(short_3_3) : "r"(short_own));
      sum0_0_0 = fma(long_0_0, short_0_0, sum0_0_0);
      sum0_0_1 = fma(long_0_0, short_1_0, sum0_0_1);
      sum0_0_2 = fma(long_1_0, short_0_0, sum0_0_2);
      sum0_0_3 = fma(long_1_0, short_1_0, sum0_0_3);
      sum0_1_0 = fma(long_0_0, short_2_0, sum0_1_0);
      sum0_1_1 = fma(long_0_0, short_3_0, sum0_1_1);
      sum0_1_2 = fma(long_1_0, short_2_0, sum0_1_2);
      sum0_1_3 = fma(long_1_0, short_3_0, sum0_1_3);
      sum0_0_0 = fma(long_0_1, short_0_1, sum0_0_0);
      sum0_0_1 = fma(long_0_1, short_1_1, sum0_0_1);
      sum0_0_2 = fma(long_1_1, short_0_1, sum0_0_2);
      sum0_0_3 = fma(long_1_1, short_1_1, sum0_0_3);
      sum0_1_0 = fma(long_0_1, short_2_1, sum0_1_0);
      sum0_1_1 = fma(long_0_1, short_3_1, sum0_1_1);
      sum0_1_2 = fma(long_1_1, short_2_1, sum0_1_2);
      sum0_1_3 = fma(long_1_1, short_3_1, sum0_1_3);
      sum0_0_0 = fma(long_0_2, short_0_2, sum0_0_0);
      sum0_0_1 = fma(long_0_2, short_1_2, sum0_0_1);
      sum0_0_2 = fma(long_1_2, short_0_2, sum0_0_2);
      sum0_0_3 = fma(long_1_2, short_1_2, sum0_0_3);
      sum0_1_0 = fma(long_0_2, short_2_2, sum0_1_0);
      sum0_1_1 = fma(long_0_2, short_3_2, sum0_1_1);
      sum0_1_2 = fma(long_1_2, short_2_2, sum0_1_2);
      sum0_1_3 = fma(long_1_2, short_3_2, sum0_1_3);
      sum0_0_0 = fma(long_0_3, short_0_3, sum0_0_0);
      sum0_0_1 = fma(long_0_3, short_1_3, sum0_0_1);
      sum0_0_2 = fma(long_1_3, short_0_3, sum0_0_2);
      sum0_0_3 = fma(long_1_3, short_1_3, sum0_0_3);
      sum0_1_0 = fma(long_0_3, short_2_3, sum0_1_0);
      sum0_1_1 = fma(long_0_3, short_3_3, sum0_1_1);
      sum0_1_2 = fma(long_1_3, short_2_3, sum0_1_2);
      sum0_1_3 = fma(long_1_3, short_3_3, sum0_1_3);
      long_own += 576;
      short_own += 320;
    }
    used = used == 3584 ? 0 : used + 3584;
  }
  const int rows = min(32, m - row0), cols = min(16, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = beta == 0;
  __global float *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  const bool whole = fresh && cols == 16;
  __local float *floats = (__local float *)tiles;
  __global float *to = (__global float *)c_at;
  const uint begins = (size_t)to / 4 % 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    __local float *line0 = floats + (row_part + g) * 24 + col_part + 2 * t + (begins + (row_part + g) * c_row) % 4;
    line0[0] = alpha * sum0_0_0; line0[1] = alpha * sum0_0_1;
    line0[192] = alpha * sum0_0_2; line0[193] = alpha * sum0_0_3;
    line0[8] = alpha * sum0_1_0; line0[9] = alpha * sum0_1_1;
    line0[200] = alpha * sum0_1_2; line0[201] = alpha * sum0_1_3;
  }
  else {
    __local float *mine = sums + (row_part + g) * 24 + col_part + 2 * t;
    *(__local float2 *)(mine) = (float2)(sum0_0_0, sum0_0_1);
    *(__local float2 *)(mine + 192) = (float2)(sum0_0_2, sum0_0_3);
    *(__local float2 *)(mine + 8) = (float2)(sum0_1_0, sum0_1_1);
    *(__local float2 *)(mine + 200) = (float2)(sum0_1_2, sum0_1_3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    for (int row = place / 4; row < rows; row += 16) {
      const int shift = (begins + row * c_row) % 4;
      const int chunk = (place % 4) * 4;
      if (chunk > 0 || shift == 0)
          *(__global uint4 *)(to + (size_t)row * c_row + chunk - shift) = *(__local uint4 *)(floats + row * 24 + chunk);
    }
    for (int row = place / 4; row < rows; row += 16) {
      const int shift = (begins + row * c_row) % 4;
      const int col = place % 4 + (place % 4 < 4 - shift ? 0 : 12);
      if (shift > 0) to[(size_t)row * c_row + col] = floats[row * 24 + shift + col];
    }
  }
  else {
    const int col = place % 16;
    #pragma unroll 4
    for (int row = place / 16; row < rows; row += 4) {
      const __local float *from = sums + row * 24 + col;
      __global float *at = c_at + (size_t)row * c_row + col;
      if (col < cols) {
        {
          *at = beta == 0 ? alpha * from[0] : alpha * from[0] + beta * *at;
        }
      }
    }
  }
}
