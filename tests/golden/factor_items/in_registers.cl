// factorization m=8 n=8 rhs=0 items=1000 float64 cholesky factor a=any upper batched: items=64 lanes=1 rows=1 columns=1
// staged=True unroll=True
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
factor_items(
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global int *restrict info, const ulong info_offset, const int first, const int items)
{
  const size_t item = get_global_id(0);
  if (item >= items) return;
  const size_t item_0 = item;
  __global double *a_0 = a + a_offset + item_0 * a_step;
  double w[64];
  #pragma unroll
  for (int i = 0; i < 8; ++i) {
    #pragma unroll
    for (int j = 0; j < i + 1; ++j) {
      w[i * 8 + j] = *(a_0 + (size_t)j * a_row + (size_t)i * a_col);
    }
  }
  int failed = 0;
  #pragma unroll
  for (int j = 0; j < 8; ++j) {
    double pivot = w[j * 8 + j];
    #pragma unroll
    for (int k = 0; k < j; ++k) {
      pivot -= w[j * 8 + k] * w[j * 8 + k];
    }
    failed = failed == 0 && (pivot <= 0 || pivot != pivot) ? j + 1 : failed;
    const double root = sqrt(pivot);
    w[j * 8 + j] = root;
    int i = j + 1;
    #pragma unroll
    for (; i < 8; i += 1) {
      double x0 = w[i * 8 + j];
      #pragma unroll
      for (int k = 0; k < j; ++k) {
        const double y = w[j * 8 + k];
        x0 = x0 - w[i * 8 + k] * y;
      }
      w[i * 8 + j] = x0 / root;
    }
  }
  if (first == 0 || info[info_offset + item_0] == 0) info[info_offset + item_0] = failed == 0 ? 0 : first + (int)failed;
  #pragma unroll
  for (int i = 0; i < 8; ++i) {
    #pragma unroll
    for (int j = 0; j < i + 1; ++j) {
      const double factor = w[i * 8 + j];
      *(a_0 + (size_t)j * a_row + (size_t)i * a_col) = factor;
    }
  }
}
