// gemm m=1 n=4000 k=4000 items=2 complex128 row*row=row batched: lanes=1 each=1 held=16 tiles=1 items=8 deep=32
// unroll=2 slices=4 last=True multiply=plain prefetch=False
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
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gemm_skinny(
    const int m, const int n, const int k, const double2 alpha, const double2 beta,
    __global const double2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const double2 *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global double2 *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong b_step, const ulong c_step,
    __global double2 *restrict partial,
    __global int *restrict arrived)
{
  const size_t item = get_group_id(2) / 4;
  const int slice = get_group_id(2) % 4;
  a += item * a_step;
  b += item * b_step;
  c += item * c_step;
  const size_t partial_offset = (item * 4 + slice) * m * n;
  const int partial_row = n;
  const int length = (k + 7) / 8 * 2;
  const int first = slice * length, last = min(first + length, k);
  const int fresh = get_group_id(0) * 8;
  const int start = min(fresh, n - 8);  // where the last work-group ends, C does
  const int place = get_local_id(0), near = place % 8, far = place / 8;
  __local double2 sums[512];
  {
    double2 sum0_0 = (double2)(0); double2 imag0_0 = (double2)(0);
    int l = first + far;
    const int stop2 = last - 32;
    for (; l < stop2; l += 64) {
      {
        const double2 x0 = *(b + b_offset + (size_t)l * b_row + (size_t)(start + near));
        const double2 y0 = *(a + a_offset + (size_t)l);
        sum0_0 += y0.x * x0;
        imag0_0 += y0.y * x0;
      }
      {
        const double2 x0 = *(b + b_offset + (size_t)(l + 32) * b_row + (size_t)(start + near));
        const double2 y0 = *(a + a_offset + (size_t)(l + 32));
        sum0_0 += y0.x * x0;
        imag0_0 += y0.y * x0;
      }
    }
    for (; l < last; l += 32) {
      {
        const double2 x0 = *(b + b_offset + (size_t)l * b_row + (size_t)(start + near));
        const double2 y0 = *(a + a_offset + (size_t)l);
        sum0_0 += y0.x * x0;
        imag0_0 += y0.y * x0;
      }
    }
    vstore2(sum0_0, 0, (__local double *)(sums + far * 16 + near));
    vstore2(imag0_0, 0, (__local double *)(sums + far * 16 + near + 8));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 1; ++i) {
    for (int j = fresh - start + place; j < 8; j += 256) {
      double2 sum = sums[i * 16 + j];
      double2 imag = sums[i * 16 + j + 8];
      for (int other = 1; other < 32; ++other) {
        sum += sums[other * 16 + i * 16 + j];
        imag += sums[other * 16 + i * 16 + j + 8];
      }
      const double2 total = (double2)(sum.x - imag.y, sum.y + imag.x);
      partial[partial_offset + (size_t)i * partial_row + (size_t)(start + j)] = total;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t meeting
      = item * get_num_groups(1) * get_num_groups(0) + (size_t)get_group_id(1) * get_num_groups(0) + get_group_id(0);
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  __local int before[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (place == 0) before[0] = atomic_inc((arrived + meeting));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before[0] != 3) return;
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  if (place == 0) arrived[meeting] = 0;
  const size_t size = (size_t)m * n;
  for (int e = place; e < 8; e += 256) {
    const int r0 = e / 8, c0 = fresh + e % 8;
    const bool in0 = e < 8 && r0 < m && c0 < start + 8;
    __global const double2 *at0 = partial + item * 4 * size + (in0 ? (size_t)r0 * n + c0 : 0);
    double2 total0 = *(volatile __global const double2 *)at0;
    #pragma unroll 4
    for (int s = 1; s < 4; ++s) {
      total0 += *(volatile __global const double2 *)(at0 + s * size);
    }
    if (in0) {
      c[c_offset + (size_t)r0 * c_row + (size_t)c0] = (beta.x == 0 && beta.y == 0)
          ? scale(alpha, total0) : scale(alpha, total0) + scale(beta, c[c_offset + (size_t)r0 * c_row + (size_t)c0]);
    }
  }
}
