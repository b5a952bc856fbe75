// gemm m=16 n=8 k=16 float16 in float32 row*row=row pure: tm=16 tn=8 tk=16 wm=16 wn=8 teams=1 stages=2 turned=False
// slices=1 band=1 a_bytes=16 b_bytes=16 form=whole cluster=False
void copy_elements8(const uint to, __global const ushort *x, const int count)
{
  asm volatile("st.shared.b32 [%0], %1;"
      : : "r"(to), "r"((uint)(count > 0 ? x[0] : 0) | (uint)(count > 1 ? x[1] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 4], %1;"
      : : "r"(to), "r"((uint)(count > 2 ? x[2] : 0) | (uint)(count > 3 ? x[3] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 8], %1;"
      : : "r"(to), "r"((uint)(count > 4 ? x[4] : 0) | (uint)(count > 5 ? x[5] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 12], %1;"
      : : "r"(to), "r"((uint)(count > 6 ? x[6] : 0) | (uint)(count > 7 ? x[7] : 0) << 16));
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k,
    __global const half *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const half *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local uint4 tiles[129] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int row0 = get_group_id(1) * 16, col0 = get_group_id(0) * 8;
  const int team = 0, within = 0;
  const int row_part = within * 16, col_part = 0;
  const int a_line = place / 2, a_piece = (place % 2) * 8;
  const int a_lines = m - row0 - a_line;
  int a_room = k - a_piece;
  __global const ushort *a_from
      = (__global const ushort *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)a_piece);
  const uint a_to = base + a_line * 48 + a_piece * 2;
  const bool a_whole = a_row % 8 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const uint a_at = base + (row_part + lane % 8 + lane / 8 % 2 * 8) * 48 + (lane / 16 * 8 + team * 16) * 2;
  const int b_line = place, b_piece = 0;
  int b_lines = k - b_line;
  const int b_room = n - col0 - b_piece;
  __global const ushort *b_from
      = (__global const ushort *)(b + b_offset + (size_t)b_line * b_row + (size_t)(col0 + b_piece));
  const uint b_to = base + 768 + b_line * 16 + b_piece * 2;
  const bool b_whole = b_row % 8 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const uint b_at = base + 768 + (team * 16 + lane % 8 + lane / 8 % 2 * 8) * 16 + (col_part + lane / 16 * 8) * 2;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  uint long0_0, long0_1, long0_2, long0_3;
  uint short0_0, short0_1;
  const int steps = (k + 15) / 16;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 8);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
    }
    else {
      copy_elements8(a_to, a_from, (a_lines > 0 ? a_count : 0));
    }
    a_from += 16; a_room -= 16;
    const int b_count = clamp(b_room, 0, 8);
    if (b_whole) {
      if (b_line < 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
      }
    }
    else {
      if (b_line < 16) {
        copy_elements8(b_to, b_from, (b_lines > 0 ? b_count : 0));
      }
    }
    b_from += (size_t)16 * b_row; b_lines -= 16;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 0;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 1 < steps) {
      const uint filled = used == 0 ? 1024 : used - 1024;
      const int a_count = clamp(a_room, 0, 8);
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
      }
      else {
        copy_elements8(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
      }
      a_from += 16; a_room -= 16;
      const int b_count = clamp(b_room, 0, 8);
      if (b_whole) {
        if (b_line < 16) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
        }
      }
      else {
        if (b_line < 16) {
          copy_elements8(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        }
      }
      b_from += (size_t)16 * b_row; b_lines -= 16;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
        : "=r"(short0_0), "=r"(short0_1) : "r"(b_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    used = used == 1024 ? 0 : used + 1024;
  }
  const int rows = min(16, m - row0), cols = min(8, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = true;
  __global half *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  const bool whole = fresh && cols == 8;
  __local ushort *halves = (__local ushort *)tiles;
  __global ushort *to = (__global ushort *)c_at;
  const uint begins = (size_t)to / 2 % 8;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    __local ushort *line0 = halves + (row_part + g) * 16 + col_part + 2 * t + (begins + (row_part + g) * c_row) % 8;
    {
      uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(sum0_0_1), "f"(sum0_0_0));
      line0[0] = two; line0[1] = two >> 16;
    }
    {
      uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(sum0_0_3), "f"(sum0_0_2));
      line0[128] = two; line0[129] = two >> 16;
    }
  }
  else {
    __local float *mine = sums + (row_part + g) * 8 + col_part + 2 * t;
    *(__local float2 *)(mine) = (float2)(sum0_0_0, sum0_0_1);
    *(__local float2 *)(mine + 64) = (float2)(sum0_0_2, sum0_0_3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    for (int row = place; row < rows; row += 32) {
      const int shift = (begins + row * c_row) % 8;
      const int chunk = 0;
      if (chunk > 0 || shift == 0)
          *(__global uint4 *)(to + (size_t)row * c_row + chunk - shift) = *(__local uint4 *)(halves + row * 16 + chunk);
    }
    for (int row = place / 8; row < rows; row += 4) {
      const int shift = (begins + row * c_row) % 8;
      const int col = place % 8 + (place % 8 < 8 - shift ? 0 : 0);
      if (shift > 0) to[(size_t)row * c_row + col] = halves[row * 16 + shift + col];
    }
  }
  else {
    const int col = place % 4 * 2;
    for (int row = place / 4; row < rows; row += 8) {
      const __local float *from = sums + row * 8 + col;
      __global half *at = c_at + (size_t)row * c_row + col;
      const int odd = (size_t)at / 2 % 2;
      at -= odd; from -= odd;
      const int left = col - odd;
      if (fresh && left >= 0 && left + 1 < cols) {
        uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(from[1]), "f"(from[0]));
        *(__global uint *)at = two;
      }
      else {
        if (left >= 0 && left < cols) {
          {
            vstore_half_rte(from[0], 0, at);
          }
        }
        if (left + 1 < cols) {
          {
            vstore_half_rte(from[1], 0, at + 1);
          }
        }
      }
      if (odd && col == 0 && cols == 8) {
        {
          vstore_half_rte(from[8], 0, at + 8);
        }
      }
    }
  }
}
