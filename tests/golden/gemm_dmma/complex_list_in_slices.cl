// gemm m=24 n=64 k=512 items=16 complex128 col*any=any conjugate=b listed: tm=32 tn=32 tk=16 wm=16 wn=16 stages=3
// band=8 slices=4 last=False ahead=rows
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double2 times(double2 a, double2 b) {
  return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
double2 scale(double2 a, double2 b) {
  return a.y == 0 ? (double2)(a.x * b.x, a.x * b.y) : times(a, b);
}
double2 conj(double2 a) {
  return (double2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_dmma(
    const int m, const int n, const int k,
    __global const double2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const double2 *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global double2 *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const ulong *restrict a_offsets,
    __global const ulong *restrict b_offsets)
{
  const size_t item = get_group_id(2) / 4;
  const int slice = get_group_id(2) % 4;
  a += a_offsets[item];
  b += b_offsets[item];
  c += (item * 4 + slice) * m * n;
  const int length = (k + 31) / 32 * 8;
  const int first = slice * length, last = min(first + length, k);
  __local double tiles[2304] __attribute__((aligned(1024)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  const int g = lane / 4, t = lane % 4;
  const int above = get_group_id(1) / 8 * 8, high = min((int)get_num_groups(1) - above, 8);
  const int number = ((int)get_group_id(1) - above) * (int)get_num_groups(0) + (int)get_group_id(0);
  const int row_wanted = (above + number % high) * 32;
  const int col_wanted = number / high * 16;
  const int row0 = row_wanted;
  const int col0 = min(col_wanted, n - 16);
  const int row_part = warp / 2 * 16;
  const int col_part = warp % 2 * 8;
  const int a_line = place / 32, a_chunk = place % 32;
  __global const double2 *a_from = a + a_offset + (size_t)(row0 + a_chunk) + (size_t)(first + a_line) * a_col;
  const uint a_to = base + a_line * 512 + (a_chunk ^ ((a_line & 1) << 2)) * 16;
  const uint a_at = base + (t >> 1) * 512 + row_part * 16 + (g ^ (((t >> 1) & 1) << 2)) * 16 + (t & 1) * 8;
  const int b_line = place / 8, b_chunk = place % 8;
  __global const double2 *b_from = b + b_offset + (size_t)(first + b_chunk) * b_row + (size_t)(col0 + b_line) * b_col;
  const uint b_to = base + 4096 + b_line * 128 + (b_chunk ^ ((b_line & 3) << 1)) * 16;
  const uint b_at = base + 4096 + (col_part + g) * 128 + ((t >> 1) ^ ((g & 3) << 1)) * 16 + (t & 1) * 8;
  double sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  double sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  double left0_0_0, left0_0_1, left0_1_0, left0_1_1;
  double left1_0_0, left1_0_1, left1_1_0, left1_1_1;
  double right0_0_0, right0_0_1, right0_0_2, right0_0_3;
  const ulong sign1 = (ulong)(~t & 1) << 63;
  const int terms = last - first;
  int turns = (terms + 7) / 8;
  if (turns > 0) {
    const int before = (turns - 1) * 8, left = terms - before;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
        : : "r"(a_to), "l"(a_from + (size_t)before * a_col), "r"(a_line < left ? clamp(m - a_chunk, 0, 1) * 16 : 0));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
        : : "r"(a_to + 2048), "l"(a_from + (size_t)before * a_col + (size_t)4 * a_col),
        "r"(a_line + 4 < left ? clamp(m - a_chunk, 0, 1) * 16 : 0));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
        : : "r"(b_to), "l"(b_from + (size_t)before * b_row), "r"(clamp(left - b_chunk, 0, 1) * 16));
  }
  asm volatile("cp.async.commit_group;");
  if (turns > 1) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
        : : "r"(a_to + 6144), "l"(a_from), "r"(clamp(m - a_chunk, 0, 1) * 16));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
        : : "r"(a_to + 6144 + 2048), "l"(a_from + (size_t)4 * a_col), "r"(clamp(m - a_chunk, 0, 1) * 16));
    a_from += (size_t)8 * a_col;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + 6144), "l"(b_from));
    b_from += (size_t)8 * b_row;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  asm volatile("cp.async.wait_group 1;");
  barrier(CLK_LOCAL_MEM_FENCE);
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_0_1) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(left0_1_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 1152];" : "=d"(left0_1_1) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"(b_at + used));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 8));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_2) : "r"((b_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 40));
  for (; turns > 0; --turns) {
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left1_0_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left1_0_1) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 2176];" : "=d"(left1_1_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 3200];" : "=d"(left1_1_1) : "r"(a_at + used));
    right0_0_1 = as_double(as_ulong(right0_0_1) ^ sign1);
    right0_0_3 = as_double(as_ulong(right0_0_3) ^ sign1);
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_0_0), "d"(left0_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_1_0), "d"(left0_1_1));
    if (turns > 2) {
      const uint filled = used == 0 ? 12288 : used - 6144;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + filled), "l"(a_from), "r"(clamp(m - a_chunk, 0, 1) * 16));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + filled + 2048), "l"(a_from + (size_t)4 * a_col), "r"(clamp(m - a_chunk, 0, 1) * 16));
      a_from += (size_t)8 * a_col;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + filled), "l"(b_from));
      b_from += (size_t)8 * b_row;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 72));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_2) : "r"((b_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 104));
    right0_0_1 = as_double(as_ulong(right0_0_1) ^ sign1);
    right0_0_3 = as_double(as_ulong(right0_0_3) ^ sign1);
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_0_0), "d"(left1_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_1_0), "d"(left1_1_1));
    used = used == 12288 ? 0 : used + 6144;
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_0_1) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(left0_1_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 1152];" : "=d"(left0_1_1) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 8));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_2) : "r"((b_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 40));
  }
  const int row = row0 + row_part + 2 * t, col = col0 + col_part + g;
  if (row < m) {
    __global double2 *at = c + c_offset + (size_t)row * c_row + (size_t)col;
    if (col >= col_wanted) *at = (double2)(sum0_0_0, sum0_0_2);
  }
  if (row + 1 < m) {
    __global double2 *at = c + c_offset + (size_t)(row + 1) * c_row + (size_t)col;
    if (col >= col_wanted) *at = (double2)(sum0_0_1, sum0_0_3);
  }
  if (row + 8 < m) {
    __global double2 *at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
    if (col >= col_wanted) *at = (double2)(sum1_0_0, sum1_0_2);
  }
  if (row + 9 < m) {
    __global double2 *at = c + c_offset + (size_t)(row + 9) * c_row + (size_t)col;
    if (col >= col_wanted) *at = (double2)(sum1_0_1, sum1_0_3);
  }
}
