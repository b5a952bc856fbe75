// texture rows=64 cols=64 float32 row: wx=1 wy=1 texels=1
float4 load_first(__global const float *x, int count)
{
  if (count >= 4) return vload4(0, x);
  return (float4)(count > 0 ? *x : 0, count > 1 ? *(x + 1) : 0, count > 2 ? *(x + 2) : 0, 0);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
texture(
    const int rows, const int cols,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __write_only image2d_t image)
{
  const int row = get_global_id(1);
  if (row < rows) {
    const int texel = get_global_id(0);
    if (texel < (cols + 3) / 4) {
      const int col = texel * 4;
      write_imagef(image, (int2)(texel, row), load_first(x + x_offset + (size_t)row * x_row + (size_t)col, cols - col));
    }
  }
}
