// pack rows=64 depth=64 complex128 col width=8 conjugate: depth=64 lanes=4 panels=4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pack(
    const int rows, const int depth,
    __global const double2 *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global double *restrict packed)
{
  const int start = get_global_id(0) * 64;
  const int stop = min(start + 64, depth);
  const int panel_start = get_global_id(1) * 4;
  const int panel_stop = min(panel_start + 4, (rows + 7) / 8);
  const int whole_stop = min(panel_stop, rows / 8);
  for (int l = start; l < stop; ++l) {
    for (int panel = panel_start; panel < whole_stop; ++panel) {
      const int row = panel * 8;
      __global double *out = packed + (size_t)row * depth * 2 + (size_t)l * 16;
      {
        const double8 x0 = vload8(0, (__global const double *)(x + x_offset + (size_t)row + (size_t)l * x_col));
        vstore4(x0.even, 0, out);
        vstore4(-x0.odd, 0, out + 8);
      }
      {
        const double8 x0 = vload8(0, (__global const double *)(x + x_offset + (size_t)(row + 4) + (size_t)l * x_col));
        vstore4(x0.even, 0, out + 4);
        vstore4(-x0.odd, 0, out + 12);
      }
    }
  }
  if (whole_stop < panel_stop) {
    const int row = whole_stop * 8;
    for (int l = start; l < stop; ++l) {
      for (int i = 0; i < 8; ++i) {
        __global double *out = packed + (size_t)row * depth * 2 + (size_t)l * 16;
        const double2 x0 = row + i < rows ? *(x + x_offset + (size_t)(row + i) + (size_t)l * x_col) : (double2)(0);
        out[i] = x0.x;
        out[i + 8] = -x0.y;
      }
    }
  }
}
