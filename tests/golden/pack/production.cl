// pack rows=1024 depth=1024 float32 row width=12: depth=256 lanes=8 panels=4
float8 lower(float8 a, float8 b) { float8 c; c.even = a.lo; c.odd = b.lo; return c; }
float8 upper(float8 a, float8 b) { float8 c; c.even = a.hi; c.odd = b.hi; return c; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pack(
    const int rows, const int depth,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float *restrict packed)
{
  const int start = get_global_id(0) * 256;
  const int stop = min(start + 256, depth);
  const int panel_start = get_global_id(1) * 4;
  const int panel_stop = min(panel_start + 4, (rows + 11) / 12);
  const int whole_stop = min(panel_stop, rows / 12);
  const int squares_stop = start + (stop - start) / 8 * 8;
  for (int panel = panel_start; panel < whole_stop; ++panel) {
    const int row = panel * 12;
    for (int square = 0; square < 12; square += 8) {
      const int i = min(square, 4);
      for (int l = start; l < squares_stop; l += 8) {
        __global float *out = packed + (size_t)row * depth + (size_t)l * 12 + i;
        const float8 x0 = vload8(0, x + x_offset + (size_t)(row + i) * x_row + (size_t)l);
        const float8 x1 = vload8(0, x + x_offset + (size_t)(row + i + 1) * x_row + (size_t)l);
        const float8 x2 = vload8(0, x + x_offset + (size_t)(row + i + 2) * x_row + (size_t)l);
        const float8 x3 = vload8(0, x + x_offset + (size_t)(row + i + 3) * x_row + (size_t)l);
        const float8 x4 = vload8(0, x + x_offset + (size_t)(row + i + 4) * x_row + (size_t)l);
        const float8 x5 = vload8(0, x + x_offset + (size_t)(row + i + 5) * x_row + (size_t)l);
        const float8 x6 = vload8(0, x + x_offset + (size_t)(row + i + 6) * x_row + (size_t)l);
        const float8 x7 = vload8(0, x + x_offset + (size_t)(row + i + 7) * x_row + (size_t)l);
        const float8 x0_0 = lower(x0, x4);
        const float8 x0_1 = upper(x0, x4);
        const float8 x0_2 = lower(x1, x5);
        const float8 x0_3 = upper(x1, x5);
        const float8 x0_4 = lower(x2, x6);
        const float8 x0_5 = upper(x2, x6);
        const float8 x0_6 = lower(x3, x7);
        const float8 x0_7 = upper(x3, x7);
        const float8 x1_0 = lower(x0_0, x0_4);
        const float8 x1_1 = upper(x0_0, x0_4);
        const float8 x1_2 = lower(x0_1, x0_5);
        const float8 x1_3 = upper(x0_1, x0_5);
        const float8 x1_4 = lower(x0_2, x0_6);
        const float8 x1_5 = upper(x0_2, x0_6);
        const float8 x1_6 = lower(x0_3, x0_7);
        const float8 x1_7 = upper(x0_3, x0_7);
        const float8 x2_0 = lower(x1_0, x1_4);
        const float8 x2_1 = upper(x1_0, x1_4);
        const float8 x2_2 = lower(x1_1, x1_5);
        const float8 x2_3 = upper(x1_1, x1_5);
        const float8 x2_4 = lower(x1_2, x1_6);
        const float8 x2_5 = upper(x1_2, x1_6);
        const float8 x2_6 = lower(x1_3, x1_7);
        const float8 x2_7 = upper(x1_3, x1_7);
        vstore8(x2_0, 0, out);
        vstore8(x2_1, 0, out + 12);
        vstore8(x2_2, 0, out + 24);
        vstore8(x2_3, 0, out + 36);
        vstore8(x2_4, 0, out + 48);
        vstore8(x2_5, 0, out + 60);
        vstore8(x2_6, 0, out + 72);
        vstore8(x2_7, 0, out + 84);
      }
    }
    for (int l = squares_stop; l < stop; ++l) {
      for (int i = 0; i < 12; ++i) {
        *(packed + (size_t)row * depth + (size_t)l * 12 + i) = *(x + x_offset + (size_t)(row + i) * x_row + (size_t)l);
      }
    }
  }
  if (whole_stop < panel_stop) {
    const int row = whole_stop * 12;
    for (int l = start; l < stop; ++l) {
      for (int i = 0; i < 12; ++i) {
        *(packed + (size_t)row * depth + (size_t)l * 12 + i) = row + i < rows
            ? *(x + x_offset + (size_t)(row + i) * x_row + (size_t)l) : 0;
      }
    }
  }
}
