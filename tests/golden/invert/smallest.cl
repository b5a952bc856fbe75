// invert n=64 float32 row width=16: items=1 lanes=1 rows=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
invert(
    const int n,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float *restrict inverses)
{
  const size_t item = get_global_id(2), block = get_global_id(1);
  const size_t blocks = (n + 15) / 16;
  const int corner = block * 16, size = min(16, n - corner);
  const int col = get_global_id(0);
  if (col >= 16) return;
  __global float *out = (__global float *)(inverses + (item * blocks + block) * 256 + col);
  for (int i = 0; i < min(col, size); ++i) {
    *(out + i * 16) = 0;
  }
  for (int i = size; i < 16; ++i) {
    *(out + i * 16) = 0;
  }
  int row = col;
  for (; row + 1 <= size; row += 1) {
    float sum0 = row == col ? 1 : 0;
    for (int l = col; l < row; ++l) {
      const float known = *(out + l * 16);
      const float a0 = x[x_offset + (size_t)(corner + row) * x_row + (size_t)(corner + l)];
      sum0 -= a0 * known;
    }
    sum0 /= x[x_offset + (size_t)(corner + row) * x_row + (size_t)(corner + row)];
    *(out + row * 16) = sum0;
  }
}
