// invert n=1024 complex64 col width=128: items=1 lanes=8 rows=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
inline float2 inverse(float2 z) {
  const float size = fmax(fabs(z.x), fabs(z.y));
  const float2 u = z / size;
  const float square = u.x * u.x + u.y * u.y;
  return (float2)(u.x / square / size, -u.y / square / size);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
invert(
    const int n,
    __global const float2 *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global float2 *restrict inverses)
{
  const size_t item = get_global_id(2), block = get_global_id(1);
  const size_t blocks = (n + 127) / 128;
  const int corner = block * 128, size = min(128, n - corner);
  const int col = get_global_id(0) * 8;
  if (col >= 128) return;
  __global float *out = (__global float *)(inverses + (item * blocks + block) * 16384 + col);
  for (int i = 0; i < min(col, size); ++i) {
    vstore16((float16)(0), 0, out + i * 256);
  }
  for (int i = size; i < 128; ++i) {
    vstore16((float16)(0), 0, out + i * 256);
  }
  int row = col;
  for (; row + 4 <= size; row += 4) {
    float16 sum0 = (float16)(row == col ? 1 : 0, 0, row == col + 1 ? 1 : 0, 0, row == col + 2 ? 1 : 0, 0,
        row == col + 3 ? 1 : 0, 0, row == col + 4 ? 1 : 0, 0, row == col + 5 ? 1 : 0, 0, row == col + 6 ? 1 : 0, 0,
        row == col + 7 ? 1 : 0, 0);
    float16 sum1 = (float16)(row + 1 == col ? 1 : 0, 0, row + 1 == col + 1 ? 1 : 0, 0, row + 1 == col + 2 ? 1 : 0, 0,
        row + 1 == col + 3 ? 1 : 0, 0, row + 1 == col + 4 ? 1 : 0, 0, row + 1 == col + 5 ? 1 : 0, 0,
        row + 1 == col + 6 ? 1 : 0, 0, row + 1 == col + 7 ? 1 : 0, 0);
    float16 sum2 = (float16)(row + 2 == col ? 1 : 0, 0, row + 2 == col + 1 ? 1 : 0, 0, row + 2 == col + 2 ? 1 : 0, 0,
        row + 2 == col + 3 ? 1 : 0, 0, row + 2 == col + 4 ? 1 : 0, 0, row + 2 == col + 5 ? 1 : 0, 0,
        row + 2 == col + 6 ? 1 : 0, 0, row + 2 == col + 7 ? 1 : 0, 0);
    float16 sum3 = (float16)(row + 3 == col ? 1 : 0, 0, row + 3 == col + 1 ? 1 : 0, 0, row + 3 == col + 2 ? 1 : 0, 0,
        row + 3 == col + 3 ? 1 : 0, 0, row + 3 == col + 4 ? 1 : 0, 0, row + 3 == col + 5 ? 1 : 0, 0,
        row + 3 == col + 6 ? 1 : 0, 0, row + 3 == col + 7 ? 1 : 0, 0);
    for (int l = col; l < row; ++l) {
      const float16 known = vload16(0, out + l * 256);
      const float2 a0 = x[x_offset + (size_t)(corner + row) + (size_t)(corner + l) * x_col];
      sum0.even -= a0.x * known.even - a0.y * known.odd; sum0.odd -= a0.x * known.odd + a0.y * known.even;
      const float2 a1 = x[x_offset + (size_t)(corner + row + 1) + (size_t)(corner + l) * x_col];
      sum1.even -= a1.x * known.even - a1.y * known.odd; sum1.odd -= a1.x * known.odd + a1.y * known.even;
      const float2 a2 = x[x_offset + (size_t)(corner + row + 2) + (size_t)(corner + l) * x_col];
      sum2.even -= a2.x * known.even - a2.y * known.odd; sum2.odd -= a2.x * known.odd + a2.y * known.even;
      const float2 a3 = x[x_offset + (size_t)(corner + row + 3) + (size_t)(corner + l) * x_col];
      sum3.even -= a3.x * known.even - a3.y * known.odd; sum3.odd -= a3.x * known.odd + a3.y * known.even;
    }
    const float2 pivot0 = inverse(x[x_offset + (size_t)(corner + row) + (size_t)(corner + row) * x_col]);
    const float16 old0 = sum0;
    sum0.even = pivot0.x * old0.even - pivot0.y * old0.odd;
    sum0.odd = pivot0.x * old0.odd + pivot0.y * old0.even;
    vstore16(sum0, 0, out + row * 256);
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 1) + (size_t)(corner + row) * x_col];
      sum1.even -= a.x * sum0.even - a.y * sum0.odd; sum1.odd -= a.x * sum0.odd + a.y * sum0.even;
    }
    const float2 pivot1 = inverse(x[x_offset + (size_t)(corner + row + 1) + (size_t)(corner + row + 1) * x_col]);
    const float16 old1 = sum1;
    sum1.even = pivot1.x * old1.even - pivot1.y * old1.odd;
    sum1.odd = pivot1.x * old1.odd + pivot1.y * old1.even;
    vstore16(sum1, 0, out + (row + 1) * 256);
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 2) + (size_t)(corner + row) * x_col];
      sum2.even -= a.x * sum0.even - a.y * sum0.odd; sum2.odd -= a.x * sum0.odd + a.y * sum0.even;
    }
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 2) + (size_t)(corner + row + 1) * x_col];
      sum2.even -= a.x * sum1.even - a.y * sum1.odd; sum2.odd -= a.x * sum1.odd + a.y * sum1.even;
    }
    const float2 pivot2 = inverse(x[x_offset + (size_t)(corner + row + 2) + (size_t)(corner + row + 2) * x_col]);
    const float16 old2 = sum2;
    sum2.even = pivot2.x * old2.even - pivot2.y * old2.odd;
    sum2.odd = pivot2.x * old2.odd + pivot2.y * old2.even;
    vstore16(sum2, 0, out + (row + 2) * 256);
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 3) + (size_t)(corner + row) * x_col];
      sum3.even -= a.x * sum0.even - a.y * sum0.odd; sum3.odd -= a.x * sum0.odd + a.y * sum0.even;
    }
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 3) + (size_t)(corner + row + 1) * x_col];
      sum3.even -= a.x * sum1.even - a.y * sum1.odd; sum3.odd -= a.x * sum1.odd + a.y * sum1.even;
    }
    {
      const float2 a = x[x_offset + (size_t)(corner + row + 3) + (size_t)(corner + row + 2) * x_col];
      sum3.even -= a.x * sum2.even - a.y * sum2.odd; sum3.odd -= a.x * sum2.odd + a.y * sum2.even;
    }
    const float2 pivot3 = inverse(x[x_offset + (size_t)(corner + row + 3) + (size_t)(corner + row + 3) * x_col]);
    const float16 old3 = sum3;
    sum3.even = pivot3.x * old3.even - pivot3.y * old3.odd;
    sum3.odd = pivot3.x * old3.odd + pivot3.y * old3.even;
    vstore16(sum3, 0, out + (row + 3) * 256);
  }
  for (; row + 1 <= size; row += 1) {
    float16 sum0 = (float16)(row == col ? 1 : 0, 0, row == col + 1 ? 1 : 0, 0, row == col + 2 ? 1 : 0, 0,
        row == col + 3 ? 1 : 0, 0, row == col + 4 ? 1 : 0, 0, row == col + 5 ? 1 : 0, 0, row == col + 6 ? 1 : 0, 0,
        row == col + 7 ? 1 : 0, 0);
    for (int l = col; l < row; ++l) {
      const float16 known = vload16(0, out + l * 256);
      const float2 a0 = x[x_offset + (size_t)(corner + row) + (size_t)(corner + l) * x_col];
      sum0.even -= a0.x * known.even - a0.y * known.odd; sum0.odd -= a0.x * known.odd + a0.y * known.even;
    }
    const float2 pivot0 = inverse(x[x_offset + (size_t)(corner + row) + (size_t)(corner + row) * x_col]);
    const float16 old0 = sum0;
    sum0.even = pivot0.x * old0.even - pivot0.y * old0.odd;
    sum0.odd = pivot0.x * old0.odd + pivot0.y * old0.even;
    vstore16(sum0, 0, out + row * 256);
  }
}
