// pack rows=64 depth=64 float32 col width=4: depth=16 lanes=1 panels=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pack(
    const int rows, const int depth,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float *restrict packed)
{
  const int start = get_global_id(0) * 16;
  const int stop = min(start + 16, depth);
  const int panel_start = get_global_id(1);
  const int panel_stop = min(panel_start + 1, (rows + 3) / 4);
  const int whole_stop = min(panel_stop, rows / 4);
  for (int l = start; l < stop; ++l) {
    for (int panel = panel_start; panel < whole_stop; ++panel) {
      const int row = panel * 4;
      __global float *out = packed + (size_t)row * depth + (size_t)l * 4;
      *out = *(x + x_offset + (size_t)row + (size_t)l * x_col);
      *(out + 1) = *(x + x_offset + (size_t)(row + 1) + (size_t)l * x_col);
      *(out + 2) = *(x + x_offset + (size_t)(row + 2) + (size_t)l * x_col);
      *(out + 3) = *(x + x_offset + (size_t)(row + 3) + (size_t)l * x_col);
    }
  }
  if (whole_stop < panel_stop) {
    const int row = whole_stop * 4;
    for (int l = start; l < stop; ++l) {
      for (int i = 0; i < 4; ++i) {
        *(packed + (size_t)row * depth + (size_t)l * 4 + i) = row + i < rows
            ? *(x + x_offset + (size_t)(row + i) + (size_t)l * x_col) : 0;
      }
    }
  }
}
