// substitution m=256 n=4096 complex64 a=col b=row upper: items=1 lanes=8 vectors=1 rows=4 teams=1
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
float16 scaled(float16 a, float2 factor)
{
  if (factor.y == 0) return a * factor.x;
  float16 c;
  c.even = factor.x * a.even - factor.y * a.odd;
  c.odd = factor.x * a.odd + factor.y * a.even;
  return c;
}
float16 zero_of(float16 a) { return a * (float16)(0); }
float2 divide(float2 a, float2 b)
{
  if (fabs(b.x) >= fabs(b.y)) {
    const float r = b.y / b.x, d = b.x + b.y * r;
    return (float2)((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  const float r = b.x / b.y, d = b.x * r + b.y;
  return (float2)((a.x * r + a.y) / d, (a.y * r - a.x) / d);
}
float16 divide_pairs(float16 a, float2 b)
{
  float16 c;
  if (fabs(b.x) >= fabs(b.y)) {
    const float r = b.y / b.x, d = b.x + b.y * r;
    c.even = (a.even + a.odd * r) / d;
    c.odd = (a.odd - a.even * r) / d;
  } else {
    const float r = b.x / b.y, d = b.x * r + b.y;
    c.even = (a.even * r + a.odd) / d;
    c.odd = (a.odd * r - a.even) / d;
  }
  return c;
}
float2 reciprocal(float2 b)
{
  const float2 r = divide((float2)(1, 0), b);
  return isnormal(fmax(fabs(r.x), fabs(r.y))) ? r : (float2)(NAN, NAN);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
substitute(
    const int m, const int n,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict b, const ulong b_offset, const int b_row, const int b_col, const float2 alpha)
{
  __local float2 solved[2048] __attribute__((aligned(64)));
  const size_t slabs = (n + 7) / 8, slab = get_global_id(0);
  const int col = slab * 8;
  __local float2 *own = solved;
  const int count = min(8, n - col);
  int row = 0;
  for (; row + 4 <= m; row += 4) {
    float16 x0_0, x1_0, x2_0, x3_0;
    if (count == 8) {
      x0_0 = vload16(0, (__global const float *)(b + b_offset + (size_t)(m - 1 - row) * b_row + (size_t)col));
      x1_0 = vload16(0, (__global const float *)(b + b_offset + (size_t)(m - 1 - (row + 1)) * b_row + (size_t)col));
      x2_0 = vload16(0, (__global const float *)(b + b_offset + (size_t)(m - 1 - (row + 2)) * b_row + (size_t)col));
      x3_0 = vload16(0, (__global const float *)(b + b_offset + (size_t)(m - 1 - (row + 3)) * b_row + (size_t)col));
    }
    else {
      for (int e = 0; e < 8; ++e) {
        for (int k = 0; k < 4; ++k) {
          *(own + (row + k) * 8 + e) = e < count
              ? b[b_offset + (size_t)(m - 1 - (row + k)) * b_row + (size_t)(col + e)] : (float2)(0);
        }
      }
      x0_0 = *(__local const float16 *)(__local float *)(own + row * 8);
      x1_0 = *(__local const float16 *)(__local float *)(own + (row + 1) * 8);
      x2_0 = *(__local const float16 *)(__local float *)(own + (row + 2) * 8);
      x3_0 = *(__local const float16 *)(__local float *)(own + (row + 3) * 8);
    }
    x0_0 = scaled(x0_0, alpha);
    x1_0 = scaled(x1_0, alpha);
    x2_0 = scaled(x2_0, alpha);
    x3_0 = scaled(x3_0, alpha);
    float16 y0_0 = (float16)(0);
    float16 y1_0 = (float16)(0);
    float16 y2_0 = (float16)(0);
    float16 y3_0 = (float16)(0);
    for (int j = 0; j < row; ++j) {
      const float16 known0 = *(__local const float16 *)(__local float *)(own + j * 8);
      const float2 a0 = a[a_offset + (size_t)(m - 1 - row) + (size_t)(m - 1 - j) * a_col];
      const float2 a1 = a[a_offset + (size_t)(m - 1 - (row + 1)) + (size_t)(m - 1 - j) * a_col];
      const float2 a2 = a[a_offset + (size_t)(m - 1 - (row + 2)) + (size_t)(m - 1 - j) * a_col];
      const float2 a3 = a[a_offset + (size_t)(m - 1 - (row + 3)) + (size_t)(m - 1 - j) * a_col];
      x0_0 -= a0.x * known0;
      y0_0 -= a0.y * known0;
      x1_0 -= a1.x * known0;
      y1_0 -= a1.y * known0;
      x2_0 -= a2.x * known0;
      y2_0 -= a2.y * known0;
      x3_0 -= a3.x * known0;
      y3_0 -= a3.y * known0;
    }
    x0_0.even -= y0_0.odd;
    x0_0.odd += y0_0.even;
    x1_0.even -= y1_0.odd;
    x1_0.odd += y1_0.even;
    x2_0.even -= y2_0.odd;
    x2_0.odd += y2_0.even;
    x3_0.even -= y3_0.odd;
    x3_0.odd += y3_0.even;
    *(__local float16 *)(__local float *)(own + row * 8) = x0_0;
    *(__local float16 *)(__local float *)(own + (row + 1) * 8) = x1_0;
    *(__local float16 *)(__local float *)(own + (row + 2) * 8) = x2_0;
    *(__local float16 *)(__local float *)(own + (row + 3) * 8) = x3_0;
    const float2 near0 = reciprocal(a[a_offset + (size_t)(m - 1 - row) + (size_t)(m - 1 - row) * a_col]);
    x0_0 = scaled(x0_0, near0);
    {
      const float2 a1 = a[a_offset + (size_t)(m - 1 - (row + 1)) + (size_t)(m - 1 - row) * a_col];
      const float2 a2 = a[a_offset + (size_t)(m - 1 - (row + 2)) + (size_t)(m - 1 - row) * a_col];
      const float2 a3 = a[a_offset + (size_t)(m - 1 - (row + 3)) + (size_t)(m - 1 - row) * a_col];
      x1_0.even -= a1.x * x0_0.even - a1.y * x0_0.odd;
      x1_0.odd -= a1.x * x0_0.odd + a1.y * x0_0.even;
      x2_0.even -= a2.x * x0_0.even - a2.y * x0_0.odd;
      x2_0.odd -= a2.x * x0_0.odd + a2.y * x0_0.even;
      x3_0.even -= a3.x * x0_0.even - a3.y * x0_0.odd;
      x3_0.odd -= a3.x * x0_0.odd + a3.y * x0_0.even;
    }
    const float2 near1 = reciprocal(a[a_offset + (size_t)(m - 1 - (row + 1)) + (size_t)(m - 1 - (row + 1)) * a_col]);
    x1_0 = scaled(x1_0, near1);
    {
      const float2 a2 = a[a_offset + (size_t)(m - 1 - (row + 2)) + (size_t)(m - 1 - (row + 1)) * a_col];
      const float2 a3 = a[a_offset + (size_t)(m - 1 - (row + 3)) + (size_t)(m - 1 - (row + 1)) * a_col];
      x2_0.even -= a2.x * x1_0.even - a2.y * x1_0.odd;
      x2_0.odd -= a2.x * x1_0.odd + a2.y * x1_0.even;
      x3_0.even -= a3.x * x1_0.even - a3.y * x1_0.odd;
      x3_0.odd -= a3.x * x1_0.odd + a3.y * x1_0.even;
    }
    const float2 near2 = reciprocal(a[a_offset + (size_t)(m - 1 - (row + 2)) + (size_t)(m - 1 - (row + 2)) * a_col]);
    x2_0 = scaled(x2_0, near2);
    {
      const float2 a3 = a[a_offset + (size_t)(m - 1 - (row + 3)) + (size_t)(m - 1 - (row + 2)) * a_col];
      x3_0.even -= a3.x * x2_0.even - a3.y * x2_0.odd;
      x3_0.odd -= a3.x * x2_0.odd + a3.y * x2_0.even;
    }
    const float2 near3 = reciprocal(a[a_offset + (size_t)(m - 1 - (row + 3)) + (size_t)(m - 1 - (row + 3)) * a_col]);
    x3_0 = scaled(x3_0, near3);
    const float16 zeros = zero_of(x0_0) + zero_of(x1_0) + zero_of(x2_0) + zero_of(x3_0);
    if (!(all(zeros == (float16)(0)))) {
      for (int k = 0; k < 4; ++k) {
        const float2 pivot = a[a_offset + (size_t)(m - 1 - (row + k)) + (size_t)(m - 1 - (row + k)) * a_col];
        {
          float16 x = *(__local const float16 *)(__local float *)(own + (row + k) * 8);
          for (int s = 0; s < k; ++s) {
            const float2 left = a[a_offset + (size_t)(m - 1 - (row + k)) + (size_t)(m - 1 - (row + s)) * a_col];
            const float16 known = *(__local const float16 *)(__local float *)(own + (row + s) * 8);
            x.even -= left.x * known.even - left.y * known.odd;
            x.odd -= left.x * known.odd + left.y * known.even;
          }
          x = divide_pairs(x, pivot);
          *(__local float16 *)(__local float *)(own + (row + k) * 8) = x;
        }
      }
      x0_0 = *(__local const float16 *)(__local float *)(own + row * 8);
      x1_0 = *(__local const float16 *)(__local float *)(own + (row + 1) * 8);
      x2_0 = *(__local const float16 *)(__local float *)(own + (row + 2) * 8);
      x3_0 = *(__local const float16 *)(__local float *)(own + (row + 3) * 8);
    }
    *(__local float16 *)(__local float *)(own + row * 8) = x0_0;
    *(__local float16 *)(__local float *)(own + (row + 1) * 8) = x1_0;
    *(__local float16 *)(__local float *)(own + (row + 2) * 8) = x2_0;
    *(__local float16 *)(__local float *)(own + (row + 3) * 8) = x3_0;
    if (count == 8) {
      vstore16(x0_0, 0, (__global float *)(b + b_offset + (size_t)(m - 1 - row) * b_row + (size_t)col));
      vstore16(x1_0, 0, (__global float *)(b + b_offset + (size_t)(m - 1 - (row + 1)) * b_row + (size_t)col));
      vstore16(x2_0, 0, (__global float *)(b + b_offset + (size_t)(m - 1 - (row + 2)) * b_row + (size_t)col));
      vstore16(x3_0, 0, (__global float *)(b + b_offset + (size_t)(m - 1 - (row + 3)) * b_row + (size_t)col));
    }
    else {
      for (int e = 0; e < count; ++e) {
        for (int k = 0; k < 4; ++k) {
          b[b_offset + (size_t)(m - 1 - (row + k)) * b_row + (size_t)(col + e)] = *(own + (row + k) * 8 + e);
        }
      }
    }
  }
  for (; row + 1 <= m; row += 1) {
    float16 x0_0;
    if (count == 8) {
      x0_0 = vload16(0, (__global const float *)(b + b_offset + (size_t)(m - 1 - row) * b_row + (size_t)col));
    }
    else {
      for (int e = 0; e < 8; ++e) {
        for (int k = 0; k < 1; ++k) {
          *(own + (row + k) * 8 + e) = e < count
              ? b[b_offset + (size_t)(m - 1 - (row + k)) * b_row + (size_t)(col + e)] : (float2)(0);
        }
      }
      x0_0 = *(__local const float16 *)(__local float *)(own + row * 8);
    }
    x0_0 = scaled(x0_0, alpha);
    float16 y0_0 = (float16)(0);
    for (int j = 0; j < row; ++j) {
      const float16 known0 = *(__local const float16 *)(__local float *)(own + j * 8);
      const float2 a0 = a[a_offset + (size_t)(m - 1 - row) + (size_t)(m - 1 - j) * a_col];
      x0_0 -= a0.x * known0;
      y0_0 -= a0.y * known0;
    }
    x0_0.even -= y0_0.odd;
    x0_0.odd += y0_0.even;
    *(__local float16 *)(__local float *)(own + row * 8) = x0_0;
    const float2 near0 = reciprocal(a[a_offset + (size_t)(m - 1 - row) + (size_t)(m - 1 - row) * a_col]);
    x0_0 = scaled(x0_0, near0);
    const float16 zeros = zero_of(x0_0);
    if (!(all(zeros == (float16)(0)))) {
      for (int k = 0; k < 1; ++k) {
        const float2 pivot = a[a_offset + (size_t)(m - 1 - (row + k)) + (size_t)(m - 1 - (row + k)) * a_col];
        {
          float16 x = *(__local const float16 *)(__local float *)(own + (row + k) * 8);
          for (int s = 0; s < k; ++s) {
            const float2 left = a[a_offset + (size_t)(m - 1 - (row + k)) + (size_t)(m - 1 - (row + s)) * a_col];
            const float16 known = *(__local const float16 *)(__local float *)(own + (row + s) * 8);
            x.even -= left.x * known.even - left.y * known.odd;
            x.odd -= left.x * known.odd + left.y * known.even;
          }
          x = divide_pairs(x, pivot);
          *(__local float16 *)(__local float *)(own + (row + k) * 8) = x;
        }
      }
      x0_0 = *(__local const float16 *)(__local float *)(own + row * 8);
    }
    *(__local float16 *)(__local float *)(own + row * 8) = x0_0;
    if (count == 8) {
      vstore16(x0_0, 0, (__global float *)(b + b_offset + (size_t)(m - 1 - row) * b_row + (size_t)col));
    }
    else {
      for (int e = 0; e < count; ++e) {
        for (int k = 0; k < 1; ++k) {
          b[b_offset + (size_t)(m - 1 - (row + k)) * b_row + (size_t)(col + e)] = *(own + (row + k) * 8 + e);
        }
      }
    }
  }
}
