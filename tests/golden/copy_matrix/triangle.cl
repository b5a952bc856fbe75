// copy_matrix rows=64 cols=64 float32 row->row triangular lower unit partial: wx=1 wy=1 tile=4 tiles=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
copy_matrix(
    const int rows, const int cols,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float *restrict y, const ulong y_offset, const int y_row, const int y_col)
{
  const int row = get_global_id(1) * 4;
  const int start = (get_group_id(0) + get_local_id(0)) * 4;
  if (row >= rows) return;
  for (int col = start; col < min(start + 4, cols); col += 4) {
    if (row + 4 <= rows && col + 4 <= cols && col + 4 <= row) {
      const float4 x0 = vload4(0, x + x_offset + (size_t)row * x_row + (size_t)col);
      const float4 x1 = vload4(0, x + x_offset + (size_t)(row + 1) * x_row + (size_t)col);
      const float4 x2 = vload4(0, x + x_offset + (size_t)(row + 2) * x_row + (size_t)col);
      const float4 x3 = vload4(0, x + x_offset + (size_t)(row + 3) * x_row + (size_t)col);
      vstore4(x0, 0, y + y_offset + (size_t)row * y_row + (size_t)col);
      vstore4(x1, 0, y + y_offset + (size_t)(row + 1) * y_row + (size_t)col);
      vstore4(x2, 0, y + y_offset + (size_t)(row + 2) * y_row + (size_t)col);
      vstore4(x3, 0, y + y_offset + (size_t)(row + 3) * y_row + (size_t)col);
    }
    else if (row + 4 <= rows && col + 4 <= cols && row + 4 <= col) {
      continue;
    }
    else {
      for (int r = row; r < min(row + 4, rows); ++r) {
        for (int c = col; c < min(col + 4, cols); ++c) {
          float value;
          if (c < r) value = x[x_offset + (size_t)r * x_row + (size_t)c];
          else if (r == c) continue;
          else continue;
          y[y_offset + (size_t)r * y_row + (size_t)c] = value;
        }
      }
    }
  }
}
