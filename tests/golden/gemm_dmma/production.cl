// gemm m=4096 n=4096 k=4096 float64 row*row=row: tm=128 tn=128 tk=16 wm=64 wn=32 stages=3 band=8 slices=1 last=False
// ahead=rows
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gemm_dmma(
    const int m, const int n, const int k, const double alpha, const double beta,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const double *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global double *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local double tiles[12288] __attribute__((aligned(1024)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  const int g = lane / 4, t = lane % 4;
  const int above = get_group_id(1) / 8 * 8, high = min((int)get_num_groups(1) - above, 8);
  const int number = ((int)get_group_id(1) - above) * (int)get_num_groups(0) + (int)get_group_id(0);
  const int row_wanted = (above + number % high) * 128;
  const int col_wanted = number / high * 128;
  const int row0 = min(row_wanted, m - 128);
  const int col0 = min(col_wanted, n - 128);
  const int row_part = warp / 4 * 64;
  const int col_part = warp % 4 * 32;
  const int a_line = place / 8, a_chunk = place % 8;
  __global const double *a_from = a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)(a_chunk * 2);
  const uint a_to = base + a_line * 128 + (a_chunk ^ ((a_line & 3) << 1)) * 16;
  const bool a_aligned = (size_t)(a + a_offset) % 16 == 0 && a_row % 2 == 0;
  const uint a_at = base + (row_part + g) * 128 + ((t >> 1) ^ ((g & 3) << 1)) * 16 + (t & 1) * 8;
  const int b_line = place / 64, b_chunk = place % 64;
  __global const double *b_from = b + b_offset + (size_t)b_line * b_row + (size_t)(col0 + b_chunk * 2);
  const uint b_to = base + 16384 + b_line * 1024 + (b_chunk ^ ((b_line & 3) << 1)) * 16;
  const bool b_aligned = (size_t)(b + b_offset) % 16 == 0 && b_row % 2 == 0 && col0 % 2 == 0;
  const uint b_at = base + 16384 + t * 1024 + col_part * 8 + ((g >> 1) ^ ((t & 3) << 1)) * 16 + (g & 1) * 8;
  double sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  double sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  double sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  double sum1_1_0 = 0, sum1_1_1 = 0, sum1_1_2 = 0, sum1_1_3 = 0;
  double sum2_0_0 = 0, sum2_0_1 = 0, sum2_0_2 = 0, sum2_0_3 = 0;
  double sum2_1_0 = 0, sum2_1_1 = 0, sum2_1_2 = 0, sum2_1_3 = 0;
  double sum3_0_0 = 0, sum3_0_1 = 0, sum3_0_2 = 0, sum3_0_3 = 0;
  double sum3_1_0 = 0, sum3_1_1 = 0, sum3_1_2 = 0, sum3_1_3 = 0;
  double sum4_0_0 = 0, sum4_0_1 = 0, sum4_0_2 = 0, sum4_0_3 = 0;
  double sum4_1_0 = 0, sum4_1_1 = 0, sum4_1_2 = 0, sum4_1_3 = 0;
  double sum5_0_0 = 0, sum5_0_1 = 0, sum5_0_2 = 0, sum5_0_3 = 0;
  double sum5_1_0 = 0, sum5_1_1 = 0, sum5_1_2 = 0, sum5_1_3 = 0;
  double sum6_0_0 = 0, sum6_0_1 = 0, sum6_0_2 = 0, sum6_0_3 = 0;
  double sum6_1_0 = 0, sum6_1_1 = 0, sum6_1_2 = 0, sum6_1_3 = 0;
  double sum7_0_0 = 0, sum7_0_1 = 0, sum7_0_2 = 0, sum7_0_3 = 0;
  double sum7_1_0 = 0, sum7_1_1 = 0, sum7_1_2 = 0, sum7_1_3 = 0;
  double left0_0_0, left0_0_1, left0_1_0, left0_1_1, left0_2_0, left0_2_1, left0_3_0, left0_3_1, left0_4_0, left0_4_1,
      left0_5_0, left0_5_1, left0_6_0, left0_6_1, left0_7_0, left0_7_1;
  double left1_0_0, left1_0_1, left1_1_0, left1_1_1, left1_2_0, left1_2_1, left1_3_0, left1_3_1, left1_4_0, left1_4_1,
      left1_5_0, left1_5_1, left1_6_0, left1_6_1, left1_7_0, left1_7_1;
  double right0_0_0, right0_0_1, right0_0_2, right0_0_3, right0_1_0, right0_1_1, right0_1_2, right0_1_3;
  const int terms = k;
  int turns = (terms + 15) / 16;
  if (turns > 0) {
    const int before = (turns - 1) * 16, left = terms - before;
    if (a_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from + before), "r"(clamp(left - a_chunk * 2, 0, 2) * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 4096), "l"(a_from + before + (size_t)32 * a_row), "r"(clamp(left - a_chunk * 2, 0, 2) * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 8192), "l"(a_from + before + (size_t)64 * a_row), "r"(clamp(left - a_chunk * 2, 0, 2) * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 12288), "l"(a_from + before + (size_t)96 * a_row), "r"(clamp(left - a_chunk * 2, 0, 2) * 8));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + piece * 8), "l"(a_from + before + piece), "r"(clamp(left - a_chunk * 2 - piece, 0, 1) * 8));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + 4096 + piece * 8), "l"(a_from + before + (size_t)32 * a_row + piece),
            "r"(clamp(left - a_chunk * 2 - piece, 0, 1) * 8));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + 8192 + piece * 8), "l"(a_from + before + (size_t)64 * a_row + piece),
            "r"(clamp(left - a_chunk * 2 - piece, 0, 1) * 8));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + 12288 + piece * 8), "l"(a_from + before + (size_t)96 * a_row + piece),
            "r"(clamp(left - a_chunk * 2 - piece, 0, 1) * 8));
      }
    }
    if (b_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to), "l"(b_from + (size_t)before * b_row), "r"(b_line < left ? 16 : 0));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to + 4096),
          "l"(b_from + (size_t)before * b_row + (size_t)4 * b_row), "r"(b_line + 4 < left ? 16 : 0));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to + 8192),
          "l"(b_from + (size_t)before * b_row + (size_t)8 * b_row), "r"(b_line + 8 < left ? 16 : 0));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to + 12288),
          "l"(b_from + (size_t)before * b_row + (size_t)12 * b_row), "r"(b_line + 12 < left ? 16 : 0));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + piece * 8), "l"(b_from + (size_t)before * b_row + piece), "r"(b_line < left ? 8 : 0));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + 4096 + piece * 8), "l"(b_from + (size_t)before * b_row + (size_t)4 * b_row + piece),
            "r"(b_line + 4 < left ? 8 : 0));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + 8192 + piece * 8), "l"(b_from + (size_t)before * b_row + (size_t)8 * b_row + piece),
            "r"(b_line + 8 < left ? 8 : 0));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + 12288 + piece * 8), "l"(b_from + (size_t)before * b_row + (size_t)12 * b_row + piece),
            "r"(b_line + 12 < left ? 8 : 0));
      }
    }
  }
  asm volatile("cp.async.commit_group;");
  if (turns > 1) {
    if (a_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to + 32768), "l"(a_from));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(a_to + 32768 + 4096), "l"(a_from + (size_t)32 * a_row));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(a_to + 32768 + 8192), "l"(a_from + (size_t)64 * a_row));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(a_to + 32768 + 12288), "l"(a_from + (size_t)96 * a_row));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(a_to + 32768 + piece * 8), "l"(a_from + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(a_to + 32768 + 4096 + piece * 8), "l"(a_from + (size_t)32 * a_row + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(a_to + 32768 + 8192 + piece * 8), "l"(a_from + (size_t)64 * a_row + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(a_to + 32768 + 12288 + piece * 8), "l"(a_from + (size_t)96 * a_row + piece));
      }
    }
    a_from += 16;
    if (b_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + 32768), "l"(b_from));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(b_to + 32768 + 4096), "l"(b_from + (size_t)4 * b_row));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(b_to + 32768 + 8192), "l"(b_from + (size_t)8 * b_row));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
          : : "r"(b_to + 32768 + 12288), "l"(b_from + (size_t)12 * b_row));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(b_to + 32768 + piece * 8), "l"(b_from + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(b_to + 32768 + 4096 + piece * 8), "l"(b_from + (size_t)4 * b_row + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(b_to + 32768 + 8192 + piece * 8), "l"(b_from + (size_t)8 * b_row + piece));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
            : : "r"(b_to + 32768 + 12288 + piece * 8), "l"(b_from + (size_t)12 * b_row + piece));
      }
    }
    b_from += (size_t)16 * b_row;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  asm volatile("cp.async.wait_group 1;");
  barrier(CLK_LOCAL_MEM_FENCE);
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left0_2_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left0_2_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left0_3_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left0_3_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left0_4_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left0_4_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left0_5_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left0_5_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left0_6_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left0_6_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left0_7_0) : "r"(a_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left0_7_1) : "r"((a_at + used) ^ 32));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"(b_at + used));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 64));
  asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(right0_0_2) : "r"(b_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 64));
  asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(right0_1_0) : "r"(b_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(right0_1_1) : "r"((b_at + used) ^ 64));
  asm volatile("ld.shared.f64 %0, [%1 + 4224];" : "=d"(right0_1_2) : "r"(b_at + used));
  asm volatile("ld.shared.f64 %0, [%1 + 4224];" : "=d"(right0_1_3) : "r"((b_at + used) ^ 64));
  for (; turns > 0; --turns) {
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left1_0_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left1_0_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left1_1_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left1_1_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left1_2_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left1_2_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left1_3_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left1_3_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left1_4_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left1_4_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left1_5_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left1_5_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left1_6_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left1_6_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left1_7_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left1_7_1) : "r"((a_at + used) ^ 96));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_0_0), "d"(left0_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_1_0), "d"(left0_1_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum2_0_0), "+d"(sum2_0_1), "+d"(sum2_0_2), "+d"(sum2_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_2_0), "d"(left0_2_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum3_0_0), "+d"(sum3_0_1), "+d"(sum3_0_2), "+d"(sum3_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_3_0), "d"(left0_3_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum4_0_0), "+d"(sum4_0_1), "+d"(sum4_0_2), "+d"(sum4_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_4_0), "d"(left0_4_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum5_0_0), "+d"(sum5_0_1), "+d"(sum5_0_2), "+d"(sum5_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_5_0), "d"(left0_5_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum6_0_0), "+d"(sum6_0_1), "+d"(sum6_0_2), "+d"(sum6_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_6_0), "d"(left0_6_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum7_0_0), "+d"(sum7_0_1), "+d"(sum7_0_2), "+d"(sum7_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_7_0), "d"(left0_7_1));
    if (turns > 2) {
      const uint filled = used == 0 ? 65536 : used - 32768;
      if (a_aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to + filled), "l"(a_from));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(a_to + filled + 4096), "l"(a_from + (size_t)32 * a_row));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(a_to + filled + 8192), "l"(a_from + (size_t)64 * a_row));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(a_to + filled + 12288), "l"(a_from + (size_t)96 * a_row));
      }
      else {
        #pragma unroll 1
        for (int piece = 0; piece < 2; ++piece) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + piece * 8), "l"(a_from + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + 4096 + piece * 8), "l"(a_from + (size_t)32 * a_row + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + 8192 + piece * 8), "l"(a_from + (size_t)64 * a_row + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + 12288 + piece * 8), "l"(a_from + (size_t)96 * a_row + piece));
        }
      }
      a_from += 16;
      if (b_aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + filled), "l"(b_from));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(b_to + filled + 4096), "l"(b_from + (size_t)4 * b_row));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(b_to + filled + 8192), "l"(b_from + (size_t)8 * b_row));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(b_to + filled + 12288), "l"(b_from + (size_t)12 * b_row));
      }
      else {
        #pragma unroll 1
        for (int piece = 0; piece < 2; ++piece) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + piece * 8), "l"(b_from + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + 4096 + piece * 8), "l"(b_from + (size_t)4 * b_row + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + 8192 + piece * 8), "l"(b_from + (size_t)8 * b_row + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + 12288 + piece * 8), "l"(b_from + (size_t)12 * b_row + piece));
        }
      }
      b_from += (size_t)16 * b_row;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ld.shared.f64 %0, [%1 + 8192];" : "=d"(right0_0_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 8192];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 12288];" : "=d"(right0_0_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 12288];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 64));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum7_1_0), "+d"(sum7_1_1), "+d"(sum7_1_2), "+d"(sum7_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_7_0), "d"(left0_7_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum6_1_0), "+d"(sum6_1_1), "+d"(sum6_1_2), "+d"(sum6_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_6_0), "d"(left0_6_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum5_1_0), "+d"(sum5_1_1), "+d"(sum5_1_2), "+d"(sum5_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_5_0), "d"(left0_5_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum4_1_0), "+d"(sum4_1_1), "+d"(sum4_1_2), "+d"(sum4_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_4_0), "d"(left0_4_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum3_1_0), "+d"(sum3_1_1), "+d"(sum3_1_2), "+d"(sum3_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_3_0), "d"(left0_3_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum2_1_0), "+d"(sum2_1_1), "+d"(sum2_1_2), "+d"(sum2_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_2_0), "d"(left0_2_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_1_0), "+d"(sum1_1_1), "+d"(sum1_1_2), "+d"(sum1_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_1_0), "d"(left0_1_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_1_0), "+d"(sum0_1_1), "+d"(sum0_1_2), "+d"(sum0_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left0_0_0), "d"(left0_0_1));
    asm volatile("ld.shared.f64 %0, [%1 + 8320];" : "=d"(right0_1_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 8320];" : "=d"(right0_1_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 12416];" : "=d"(right0_1_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 12416];" : "=d"(right0_1_3) : "r"((b_at + used) ^ 64));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_0_0), "d"(left1_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_1_0), "d"(left1_1_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum2_0_0), "+d"(sum2_0_1), "+d"(sum2_0_2), "+d"(sum2_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_2_0), "d"(left1_2_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum3_0_0), "+d"(sum3_0_1), "+d"(sum3_0_2), "+d"(sum3_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_3_0), "d"(left1_3_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum4_0_0), "+d"(sum4_0_1), "+d"(sum4_0_2), "+d"(sum4_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_4_0), "d"(left1_4_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum5_0_0), "+d"(sum5_0_1), "+d"(sum5_0_2), "+d"(sum5_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_5_0), "d"(left1_5_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum6_0_0), "+d"(sum6_0_1), "+d"(sum6_0_2), "+d"(sum6_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_6_0), "d"(left1_6_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum7_0_0), "+d"(sum7_0_1), "+d"(sum7_0_2), "+d"(sum7_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left1_7_0), "d"(left1_7_1));
    used = used == 65536 ? 0 : used + 32768;
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left0_2_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(left0_2_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left0_3_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(left0_3_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left0_4_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(left0_4_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left0_5_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 5120];" : "=d"(left0_5_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left0_6_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 6144];" : "=d"(left0_6_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left0_7_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 7168];" : "=d"(left0_7_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(right0_0_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 4096];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 64));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum7_1_0), "+d"(sum7_1_1), "+d"(sum7_1_2), "+d"(sum7_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_7_0), "d"(left1_7_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum6_1_0), "+d"(sum6_1_1), "+d"(sum6_1_2), "+d"(sum6_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_6_0), "d"(left1_6_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum5_1_0), "+d"(sum5_1_1), "+d"(sum5_1_2), "+d"(sum5_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_5_0), "d"(left1_5_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum4_1_0), "+d"(sum4_1_1), "+d"(sum4_1_2), "+d"(sum4_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_4_0), "d"(left1_4_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum3_1_0), "+d"(sum3_1_1), "+d"(sum3_1_2), "+d"(sum3_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_3_0), "d"(left1_3_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum2_1_0), "+d"(sum2_1_1), "+d"(sum2_1_2), "+d"(sum2_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_2_0), "d"(left1_2_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_1_0), "+d"(sum1_1_1), "+d"(sum1_1_2), "+d"(sum1_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_1_0), "d"(left1_1_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_1_0), "+d"(sum0_1_1), "+d"(sum0_1_2), "+d"(sum0_1_3)
        : "d"(right0_1_0), "d"(right0_1_1), "d"(right0_1_2), "d"(right0_1_3), "d"(left1_0_0), "d"(left1_0_1));
    asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(right0_1_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 128];" : "=d"(right0_1_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 4224];" : "=d"(right0_1_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 4224];" : "=d"(right0_1_3) : "r"((b_at + used) ^ 64));
  }
  const int row = row0 + row_part + 2 * t, col = col0 + col_part + g;
  if (row >= row_wanted) {
    __global double *at = c + c_offset + (size_t)row * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum0_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum0_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum0_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum0_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum0_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum0_1_2 + beta * old3;
    }
  }
  if (row + 1 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 1) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum0_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum0_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum0_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum0_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum0_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum0_1_3 + beta * old3;
    }
  }
  if (row + 8 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum1_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum1_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum1_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum1_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum1_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum1_1_2 + beta * old3;
    }
  }
  if (row + 9 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 9) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum1_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum1_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum1_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum1_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum1_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum1_1_3 + beta * old3;
    }
  }
  if (row + 16 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 16) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum2_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum2_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum2_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum2_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum2_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum2_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum2_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum2_1_2 + beta * old3;
    }
  }
  if (row + 17 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 17) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum2_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum2_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum2_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum2_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum2_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum2_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum2_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum2_1_3 + beta * old3;
    }
  }
  if (row + 24 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 24) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum3_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum3_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum3_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum3_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum3_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum3_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum3_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum3_1_2 + beta * old3;
    }
  }
  if (row + 25 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 25) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum3_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum3_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum3_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum3_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum3_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum3_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum3_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum3_1_3 + beta * old3;
    }
  }
  if (row + 32 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 32) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum4_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum4_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum4_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum4_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum4_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum4_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum4_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum4_1_2 + beta * old3;
    }
  }
  if (row + 33 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 33) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum4_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum4_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum4_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum4_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum4_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum4_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum4_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum4_1_3 + beta * old3;
    }
  }
  if (row + 40 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 40) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum5_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum5_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum5_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum5_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum5_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum5_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum5_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum5_1_2 + beta * old3;
    }
  }
  if (row + 41 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 41) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum5_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum5_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum5_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum5_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum5_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum5_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum5_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum5_1_3 + beta * old3;
    }
  }
  if (row + 48 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 48) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum6_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum6_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum6_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum6_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum6_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum6_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum6_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum6_1_2 + beta * old3;
    }
  }
  if (row + 49 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 49) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum6_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum6_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum6_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum6_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum6_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum6_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum6_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum6_1_3 + beta * old3;
    }
  }
  if (row + 56 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 56) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum7_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum7_0_2;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum7_1_0;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum7_1_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum7_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum7_0_2 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum7_1_0 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum7_1_2 + beta * old3;
    }
  }
  if (row + 57 >= row_wanted) {
    __global double *at = c + c_offset + (size_t)(row + 57) * c_row + (size_t)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum7_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum7_0_3;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum7_1_1;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum7_1_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : (double)(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : (double)(0);
      const double old2 = col + 16 >= col_wanted ? *(at + 16) : (double)(0);
      const double old3 = col + 24 >= col_wanted ? *(at + 24) : (double)(0);
      if (col >= col_wanted) *at = alpha * sum7_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum7_0_3 + beta * old1;
      if (col + 16 >= col_wanted) *(at + 16) = alpha * sum7_1_1 + beta * old2;
      if (col + 24 >= col_wanted) *(at + 24) = alpha * sum7_1_3 + beta * old3;
    }
  }
}
