// copy_matrix rows=1024 cols=1024 complex64 col->row hermitian lower scaled: wx=1 wy=1 tile=4 tiles=16
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
copy_matrix(
    const int rows, const int cols, const float2 alpha,
    __global const float2 *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float2 *restrict y, const ulong y_offset, const int y_row, const int y_col)
{
  const int row = get_global_id(1) * 4;
  const int start = (get_group_id(0) * 16 + get_local_id(0)) * 4;
  if (row >= rows) return;
  for (int col = start; col < min(start + 64, cols); col += 4) {
    if (row + 4 <= rows && col + 4 <= cols && col + 4 <= row) {
      const float8 x0 = vload8(0, (__global const float *)(x + x_offset + (size_t)row + (size_t)col * x_col));
      const float8 x1 = vload8(0, (__global const float *)(x + x_offset + (size_t)row + (size_t)(col + 1) * x_col));
      const float8 x2 = vload8(0, (__global const float *)(x + x_offset + (size_t)row + (size_t)(col + 2) * x_col));
      const float8 x3 = vload8(0, (__global const float *)(x + x_offset + (size_t)row + (size_t)(col + 3) * x_col));
      const float8 z0 = (float8)(x0.s01, x1.s01, x2.s01, x3.s01);
      float8 scaled0 = alpha.x * z0;
      if (alpha.y != 0) {
        scaled0.even = alpha.x * z0.even - alpha.y * z0.odd;
        scaled0.odd = alpha.x * z0.odd + alpha.y * z0.even;
      }
      vstore8(scaled0, 0, (__global float *)(y + y_offset + (size_t)row * y_row + (size_t)col));
      const float8 z1 = (float8)(x0.s23, x1.s23, x2.s23, x3.s23);
      float8 scaled1 = alpha.x * z1;
      if (alpha.y != 0) {
        scaled1.even = alpha.x * z1.even - alpha.y * z1.odd;
        scaled1.odd = alpha.x * z1.odd + alpha.y * z1.even;
      }
      vstore8(scaled1, 0, (__global float *)(y + y_offset + (size_t)(row + 1) * y_row + (size_t)col));
      const float8 z2 = (float8)(x0.s45, x1.s45, x2.s45, x3.s45);
      float8 scaled2 = alpha.x * z2;
      if (alpha.y != 0) {
        scaled2.even = alpha.x * z2.even - alpha.y * z2.odd;
        scaled2.odd = alpha.x * z2.odd + alpha.y * z2.even;
      }
      vstore8(scaled2, 0, (__global float *)(y + y_offset + (size_t)(row + 2) * y_row + (size_t)col));
      const float8 z3 = (float8)(x0.s67, x1.s67, x2.s67, x3.s67);
      float8 scaled3 = alpha.x * z3;
      if (alpha.y != 0) {
        scaled3.even = alpha.x * z3.even - alpha.y * z3.odd;
        scaled3.odd = alpha.x * z3.odd + alpha.y * z3.even;
      }
      vstore8(scaled3, 0, (__global float *)(y + y_offset + (size_t)(row + 3) * y_row + (size_t)col));
    }
    else if (row + 4 <= rows && col + 4 <= cols && row + 4 <= col) {
      const float8 x0 = vload8(0, (__global const float *)(x + x_offset + (size_t)col + (size_t)row * x_col));
      const float8 x1 = vload8(0, (__global const float *)(x + x_offset + (size_t)col + (size_t)(row + 1) * x_col));
      const float8 x2 = vload8(0, (__global const float *)(x + x_offset + (size_t)col + (size_t)(row + 2) * x_col));
      const float8 x3 = vload8(0, (__global const float *)(x + x_offset + (size_t)col + (size_t)(row + 3) * x_col));
      const float8 z0 = x0 * (float8)(1, -1, 1, -1, 1, -1, 1, -1);
      float8 scaled0 = alpha.x * z0;
      if (alpha.y != 0) {
        scaled0.even = alpha.x * z0.even - alpha.y * z0.odd;
        scaled0.odd = alpha.x * z0.odd + alpha.y * z0.even;
      }
      vstore8(scaled0, 0, (__global float *)(y + y_offset + (size_t)row * y_row + (size_t)col));
      const float8 z1 = x1 * (float8)(1, -1, 1, -1, 1, -1, 1, -1);
      float8 scaled1 = alpha.x * z1;
      if (alpha.y != 0) {
        scaled1.even = alpha.x * z1.even - alpha.y * z1.odd;
        scaled1.odd = alpha.x * z1.odd + alpha.y * z1.even;
      }
      vstore8(scaled1, 0, (__global float *)(y + y_offset + (size_t)(row + 1) * y_row + (size_t)col));
      const float8 z2 = x2 * (float8)(1, -1, 1, -1, 1, -1, 1, -1);
      float8 scaled2 = alpha.x * z2;
      if (alpha.y != 0) {
        scaled2.even = alpha.x * z2.even - alpha.y * z2.odd;
        scaled2.odd = alpha.x * z2.odd + alpha.y * z2.even;
      }
      vstore8(scaled2, 0, (__global float *)(y + y_offset + (size_t)(row + 2) * y_row + (size_t)col));
      const float8 z3 = x3 * (float8)(1, -1, 1, -1, 1, -1, 1, -1);
      float8 scaled3 = alpha.x * z3;
      if (alpha.y != 0) {
        scaled3.even = alpha.x * z3.even - alpha.y * z3.odd;
        scaled3.odd = alpha.x * z3.odd + alpha.y * z3.even;
      }
      vstore8(scaled3, 0, (__global float *)(y + y_offset + (size_t)(row + 3) * y_row + (size_t)col));
    }
    else {
      for (int r = row; r < min(row + 4, rows); ++r) {
        for (int c = col; c < min(col + 4, cols); ++c) {
          float2 value;
          if (c < r) value = x[x_offset + (size_t)r + (size_t)c * x_col];
          else if (r == c) { value = x[x_offset + (size_t)r + (size_t)c * x_col]; value.y = 0; }
          else value = conj(x[x_offset + (size_t)c + (size_t)r * x_col]);
          y[y_offset + (size_t)r * y_row + (size_t)c] = scale(alpha, value);
        }
      }
    }
  }
}
