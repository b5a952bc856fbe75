// matvec m=64 n=64 float32 general across: items=64 lines=1 lanes=1 rows=1 parts=1
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
matvec_columns(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global const float *restrict x, const ulong x_offset, const float alpha, const float beta,
    __global float *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  const int column = get_group_id(0) * 64 + get_local_id(0);
  const int c = min(column, n - 1);
  const int part = get_group_id(1), parts = get_num_groups(1);
  const int share = (m + parts - 1) / parts;
  float sum = 0;
  int row = part * share;
  const int stop = min((part + 1) * share, m);
  for (; row < stop; row += 1) {
    __global const float *row0 = a + (a_offset + (size_t)row * a_row);
    const float a0 = *(row0 + c);
    const float x0 = *(x + row);
    const float factor0 = x0;
    sum += a0 * factor0;
  }
  if (c >= column) {
    *(y + c) = alpha * sum + (beta == 0 ? 0 : beta * *(y + c));
  }
}
