// copy_matrix rows=64 cols=64 float32 row->row general: wx=1 wy=1 tile=1 tiles=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
copy_matrix(
    const int rows, const int cols,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float *restrict y, const ulong y_offset, const int y_row, const int y_col)
{
  const int row = get_global_id(1);
  const int start = get_group_id(0) + get_local_id(0);
  if (row >= rows) return;
  for (int col = start; col < min(start + 1, cols); ++col) {
    {
      for (int r = row; r < min(row + 1, rows); ++r) {
        for (int c = col; c < min(col + 1, cols); ++c) {
          float value;
          value = x[x_offset + (size_t)r * x_row + (size_t)c];
          y[y_offset + (size_t)r * y_row + (size_t)c] = value;
        }
      }
    }
  }
}
