// texture rows=512 cols=500 items=4 float64 any back batched: wx=64 wy=4 texels=4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(64, 4, 1))) void
texture(
    const int rows, const int cols,
    __global double *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __read_only image2d_t image, const ulong x_step)
{
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int row = get_global_id(1);
  const int item = get_global_id(2), y = item * rows + row;
  x += item * x_step;
  if (row < rows) {
    const int start = get_group_id(0) * 256 + get_local_id(0);
    const int stop = min(start + 193, (cols + 1) / 2);
    for (int texel = start; texel < stop; texel += 64) {
      const int col = texel * 2;
      const double2 value = as_double2(read_imageui(image, sampler, (int2)(texel, y)));
      x[x_offset + (size_t)row * x_row + (size_t)col * x_col] = value.s0;
      if (col + 1 < cols) x[x_offset + (size_t)row * x_row + (size_t)(col + 1) * x_col] = value.s1;
    }
  }
}
