// gemm m=64 n=64 k=64 float64 row*row=row: tm=32 tn=32 tk=16 wm=16 wn=16 stages=2 band=1 slices=1 last=False
// ahead=nothing
extern "C" __global__ void __launch_bounds__(128)
gemm_dmma(
    const int m, const int n, const int k, const double alpha, const double beta,
    const double *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const double *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    double *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(1024) double tiles[2048];
  const uint base = (uint)__cvta_generic_to_shared(tiles);
  const int place = (ulong)threadIdx.x, lane = place % 32, warp = place / 32;
  const int g = lane / 4, t = lane % 4;
  const int row_wanted = (ulong)(blockIdx.y + launched.first_y) * 32, col_wanted = (ulong)blockIdx.x * 32;
  const int row0 = min(row_wanted, m - 32);
  const int col0 = min(col_wanted, n - 32);
  const int row_part = warp / 2 * 16;
  const int col_part = warp % 2 * 16;
  const int a_line = place / 8, a_chunk = place % 8;
  const double *a_from = a + a_offset + (ulong)(row0 + a_line) * a_row + (ulong)(a_chunk * 2);
  const uint a_to = base + a_line * 128 + (a_chunk ^ ((a_line & 3) << 1)) * 16;
  const bool a_aligned = (ulong)(a + a_offset) % 16 == 0 && a_row % 2 == 0;
  const uint a_at = base + (row_part + g) * 128 + ((t >> 1) ^ ((g & 3) << 1)) * 16 + (t & 1) * 8;
  const int b_line = place / 16, b_chunk = place % 16;
  const double *b_from = b + b_offset + (ulong)b_line * b_row + (ulong)(col0 + b_chunk * 2);
  const uint b_to = base + 4096 + b_line * 256 + (b_chunk ^ ((b_line & 3) << 1)) * 16;
  const bool b_aligned = (ulong)(b + b_offset) % 16 == 0 && b_row % 2 == 0 && col0 % 2 == 0;
  const uint b_at = base + 4096 + t * 256 + col_part * 8 + ((g >> 1) ^ ((t & 3) << 1)) * 16 + (g & 1) * 8;
  double sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  double sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  double left0_0_0, left0_0_1, left0_1_0, left0_1_1;
  double right0_0_0, right0_0_1, right0_0_2, right0_0_3;
  const int terms = k;
  int turns = (terms + 15) / 16;
  if (turns > 0) {
    const int before = (turns - 1) * 16, left = terms - before;
    if (a_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from + before), "r"(min(max(left - a_chunk * 2, 0), 2) * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 2048), "l"(a_from + before + (ulong)16 * a_row), "r"(min(max(left - a_chunk * 2, 0), 2) * 8));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(a_to + piece * 8),
            "l"(a_from + before + piece), "r"(min(max(left - a_chunk * 2 - piece, 0), 1) * 8));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + 2048 + piece * 8), "l"(a_from + before + (ulong)16 * a_row + piece),
            "r"(min(max(left - a_chunk * 2 - piece, 0), 1) * 8));
      }
    }
    if (b_aligned) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to), "l"(b_from + (ulong)before * b_row), "r"(b_line < left ? 16 : 0));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to + 2048),
          "l"(b_from + (ulong)before * b_row + (ulong)8 * b_row), "r"(b_line + 8 < left ? 16 : 0));
    }
    else {
      #pragma unroll 1
      for (int piece = 0; piece < 2; ++piece) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + piece * 8), "l"(b_from + (ulong)before * b_row + piece), "r"(b_line < left ? 8 : 0));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + 2048 + piece * 8), "l"(b_from + (ulong)before * b_row + (ulong)8 * b_row + piece),
            "r"(b_line + 8 < left ? 8 : 0));
      }
    }
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (; turns > 0; --turns) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    if (turns > 1) {
      const uint filled = used == 0 ? 8192 : used - 8192;
      if (a_aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to + filled), "l"(a_from));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(a_to + filled + 2048), "l"(a_from + (ulong)16 * a_row));
      }
      else {
        #pragma unroll 1
        for (int piece = 0; piece < 2; ++piece) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + piece * 8), "l"(a_from + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(a_to + filled + 2048 + piece * 8), "l"(a_from + (ulong)16 * a_row + piece));
        }
      }
      a_from += 16;
      if (b_aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + filled), "l"(b_from));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(b_to + filled + 2048), "l"(b_from + (ulong)8 * b_row));
      }
      else {
        #pragma unroll 1
        for (int piece = 0; piece < 2; ++piece) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + piece * 8), "l"(b_from + piece));
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
              : : "r"(b_to + filled + 2048 + piece * 8), "l"(b_from + (ulong)8 * b_row + piece));
        }
      }
      b_from += (ulong)16 * b_row;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_0) : "r"(a_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_1) : "r"((a_at + used) ^ 32));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(right0_0_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 64));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_0_0), "d"(left0_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_1_0), "d"(left0_1_1));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(left0_0_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_0) : "r"((a_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 1024];" : "=d"(left0_1_1) : "r"((a_at + used) ^ 96));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(right0_0_0) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 2048];" : "=d"(right0_0_1) : "r"((b_at + used) ^ 64));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(right0_0_2) : "r"(b_at + used));
    asm volatile("ld.shared.f64 %0, [%1 + 3072];" : "=d"(right0_0_3) : "r"((b_at + used) ^ 64));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum0_0_0), "+d"(sum0_0_1), "+d"(sum0_0_2), "+d"(sum0_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_0_0), "d"(left0_0_1));
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(sum1_0_0), "+d"(sum1_0_1), "+d"(sum1_0_2), "+d"(sum1_0_3)
        : "d"(right0_0_0), "d"(right0_0_1), "d"(right0_0_2), "d"(right0_0_3), "d"(left0_1_0), "d"(left0_1_1));
    used = used == 8192 ? 0 : used + 8192;
  }
  const int row = row0 + row_part + 2 * t, col = col0 + col_part + g;
  if (row >= row_wanted) {
    double *at = c + c_offset + (ulong)row * c_row + (ulong)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum0_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : double(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : double(0);
      if (col >= col_wanted) *at = alpha * sum0_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_2 + beta * old1;
    }
  }
  if (row + 1 >= row_wanted) {
    double *at = c + c_offset + (ulong)(row + 1) * c_row + (ulong)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum0_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : double(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : double(0);
      if (col >= col_wanted) *at = alpha * sum0_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum0_0_3 + beta * old1;
    }
  }
  if (row + 8 >= row_wanted) {
    double *at = c + c_offset + (ulong)(row + 8) * c_row + (ulong)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum1_0_0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_2;
    }
    else {
      const double old0 = col >= col_wanted ? *at : double(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : double(0);
      if (col >= col_wanted) *at = alpha * sum1_0_0 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_2 + beta * old1;
    }
  }
  if (row + 9 >= row_wanted) {
    double *at = c + c_offset + (ulong)(row + 9) * c_row + (ulong)col;
    if (beta == 0) {
      if (col >= col_wanted) *at = alpha * sum1_0_1;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_3;
    }
    else {
      const double old0 = col >= col_wanted ? *at : double(0);
      const double old1 = col + 8 >= col_wanted ? *(at + 8) : double(0);
      if (col >= col_wanted) *at = alpha * sum1_0_1 + beta * old0;
      if (col + 8 >= col_wanted) *(at + 8) = alpha * sum1_0_3 + beta * old1;
    }
  }
}
