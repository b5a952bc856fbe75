// combine m=64 n=64 float32 row slices=2: items=64 elements=1
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
combine(
    const int m, const int n, const float alpha, const float beta,
    __global const float *restrict partial,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int row = get_global_id(1);
  const size_t size = (size_t)m * n, item = get_global_id(2);
  const int start = get_group_id(0) * 64 + get_local_id(0);
  const int stop = min(start + 1, n);
  for (int col = start; col < stop; col += 64) {
    float sum = partial[(item * 2) * size + (size_t)row * n + col];
    sum += partial[(item * 2) * size + (size_t)row * n + col + size];
    c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
        ? alpha * sum : alpha * sum + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
  }
}
