// gemm m=64 n=64 k=64 float32 row*row=row bias=cols activation=relu: items=1 elements=64 rows=1
inline float activation(const float x)
{
  return x < 0 ? 0 : x;
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_epilogue_pass(
    const int m, const int n, const float beta,
    __global const float *restrict product,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const float *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  const int first = get_global_id(1), last = min(first + 1, m);
  const int start = get_group_id(0) * 64 + get_local_id(0);
  const int stop = min(start + 64, n);
  for (int row = first; row < last; ++row) {
    for (int col = start; col < stop; ++col) {
      float sum = product[(size_t)row * n + col];
      if (!(beta == 0)) sum += beta * c[c_offset + (size_t)row * c_row + (size_t)col];
      c[c_offset + (size_t)row * c_row + (size_t)col]
          = activation(sum + *(bias + bias_offset + (size_t)col * bias_inc));
    }
  }
}
