// substitution m=12 n=4 items=1000 complex64 a=col b=row upper conjugate batched: items=1 lanes=8 columns=2 staged=True
// unroll=False
typedef struct { float8 re, im; } number;
typedef struct { number unit; float8 size; } divisor;
number complex_number(float8 re, float8 im) { number c; c.re = re; c.im = im; return c; }
number conj_of(number a) { return complex_number(a.re, -a.im); }
number product(number a, number b)
{
  return complex_number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
number less(number c, number a, number b)
{
  return complex_number(c.re - a.re * b.re + a.im * b.im, c.im - a.re * b.im - a.im * b.re);
}
number over(number a, float8 b) { return complex_number(a.re / b, a.im / b); }
number either(int8 mask, number a, number b)
{
  return complex_number(mask ? a.re : b.re, mask ? a.im : b.im);
}
divisor divisor_of(number b)  // of Smith's algorithm
{
  divisor c;
  const int8 wide = fabs(b.re) >= fabs(b.im);
  const float8 r = (wide ? b.im : b.re) / (wide ? b.re : b.im);
  c.unit = complex_number(wide ? (float8)((float)1) : (float8)(r), wide ? (float8)(-r) : (float8)(-(float)1));
  c.size = wide ? b.re + b.im * r : b.re * r + b.im;
  return c;
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
substitute_items(
    const int n,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict b, const ulong b_offset, const int b_row, const int b_col, const float2 alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  const size_t item = get_global_id(0) * 8;
  const size_t item_0 = item;
  __global const float2 *a_0 = a + a_offset + item_0 * a_step;
  __global float2 *b_0 = b + b_offset + item_0 * b_step;
  const size_t item_1 = min(item + 1, (size_t)items - 1);
  __global const float2 *a_1 = a + a_offset + item_1 * a_step;
  __global float2 *b_1 = b + b_offset + item_1 * b_step;
  const size_t item_2 = min(item + 2, (size_t)items - 1);
  __global const float2 *a_2 = a + a_offset + item_2 * a_step;
  __global float2 *b_2 = b + b_offset + item_2 * b_step;
  const size_t item_3 = min(item + 3, (size_t)items - 1);
  __global const float2 *a_3 = a + a_offset + item_3 * a_step;
  __global float2 *b_3 = b + b_offset + item_3 * b_step;
  const size_t item_4 = min(item + 4, (size_t)items - 1);
  __global const float2 *a_4 = a + a_offset + item_4 * a_step;
  __global float2 *b_4 = b + b_offset + item_4 * b_step;
  const size_t item_5 = min(item + 5, (size_t)items - 1);
  __global const float2 *a_5 = a + a_offset + item_5 * a_step;
  __global float2 *b_5 = b + b_offset + item_5 * b_step;
  const size_t item_6 = min(item + 6, (size_t)items - 1);
  __global const float2 *a_6 = a + a_offset + item_6 * a_step;
  __global float2 *b_6 = b + b_offset + item_6 * b_step;
  const size_t item_7 = min(item + 7, (size_t)items - 1);
  __global const float2 *a_7 = a + a_offset + item_7 * a_step;
  __global float2 *b_7 = b + b_offset + item_7 * b_step;
  const number factor = complex_number((float8)(alpha.x), (float8)(alpha.y));
  number w[144];
  for (int i = 0; i < 12; ++i) {
    for (int j = i; j < 12; ++j) {
      w[i * 12 + j] = complex_number((float8)((*(a_0 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_1 + (size_t)i + (size_t)j * a_col)).x, (*(a_2 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_3 + (size_t)i + (size_t)j * a_col)).x, (*(a_4 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_5 + (size_t)i + (size_t)j * a_col)).x, (*(a_6 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_7 + (size_t)i + (size_t)j * a_col)).x),
          (float8)((*(a_0 + (size_t)i + (size_t)j * a_col)).y, (*(a_1 + (size_t)i + (size_t)j * a_col)).y,
          (*(a_2 + (size_t)i + (size_t)j * a_col)).y, (*(a_3 + (size_t)i + (size_t)j * a_col)).y,
          (*(a_4 + (size_t)i + (size_t)j * a_col)).y, (*(a_5 + (size_t)i + (size_t)j * a_col)).y,
          (*(a_6 + (size_t)i + (size_t)j * a_col)).y, (*(a_7 + (size_t)i + (size_t)j * a_col)).y));
    }
  }
  int c = 0;
  for (; c + 1 < n; c += 2) {
    number x0[12], x1[12];
    for (int i = 0; i < 12; ++i) {
      x0[i] = product(factor, complex_number((float8)((*(b_0 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_1 + (size_t)i * b_row + (size_t)c)).x, (*(b_2 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_3 + (size_t)i * b_row + (size_t)c)).x, (*(b_4 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_5 + (size_t)i * b_row + (size_t)c)).x, (*(b_6 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_7 + (size_t)i * b_row + (size_t)c)).x),
          (float8)((*(b_0 + (size_t)i * b_row + (size_t)c)).y, (*(b_1 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_2 + (size_t)i * b_row + (size_t)c)).y, (*(b_3 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_4 + (size_t)i * b_row + (size_t)c)).y, (*(b_5 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_6 + (size_t)i * b_row + (size_t)c)).y, (*(b_7 + (size_t)i * b_row + (size_t)c)).y)));
      x1[i] = product(factor, complex_number((float8)((*(b_0 + (size_t)i * b_row + (size_t)(c + 1))).x,
          (*(b_1 + (size_t)i * b_row + (size_t)(c + 1))).x, (*(b_2 + (size_t)i * b_row + (size_t)(c + 1))).x,
          (*(b_3 + (size_t)i * b_row + (size_t)(c + 1))).x, (*(b_4 + (size_t)i * b_row + (size_t)(c + 1))).x,
          (*(b_5 + (size_t)i * b_row + (size_t)(c + 1))).x, (*(b_6 + (size_t)i * b_row + (size_t)(c + 1))).x,
          (*(b_7 + (size_t)i * b_row + (size_t)(c + 1))).x),
          (float8)((*(b_0 + (size_t)i * b_row + (size_t)(c + 1))).y, (*(b_1 + (size_t)i * b_row + (size_t)(c + 1))).y,
          (*(b_2 + (size_t)i * b_row + (size_t)(c + 1))).y, (*(b_3 + (size_t)i * b_row + (size_t)(c + 1))).y,
          (*(b_4 + (size_t)i * b_row + (size_t)(c + 1))).y, (*(b_5 + (size_t)i * b_row + (size_t)(c + 1))).y,
          (*(b_6 + (size_t)i * b_row + (size_t)(c + 1))).y, (*(b_7 + (size_t)i * b_row + (size_t)(c + 1))).y)));
    }
    for (int s = 0; s < 12; ++s) {
      const int i = 11 - s;
      number y0 = x0[i];
      number y1 = x1[i];
      for (int q = 0; q < s; ++q) {
        const int k = 11 - q;
        const number t = conj_of(w[i * 12 + k]);
        y0 = less(y0, t, x0[k]);
        y1 = less(y1, t, x1[k]);
      }
      const divisor pivot = divisor_of(conj_of(w[i * 12 + i]));
      x0[i] = over(product(y0, pivot.unit), pivot.size);
      x1[i] = over(product(y1, pivot.unit), pivot.size);
    }
    for (int i = 0; i < 12; ++i) {
      *(b_0 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s0, x0[i].im.s0);
      *(b_1 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s1, x0[i].im.s1);
      *(b_2 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s2, x0[i].im.s2);
      *(b_3 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s3, x0[i].im.s3);
      *(b_4 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s4, x0[i].im.s4);
      *(b_5 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s5, x0[i].im.s5);
      *(b_6 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s6, x0[i].im.s6);
      *(b_7 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s7, x0[i].im.s7);
      *(b_0 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s0, x1[i].im.s0);
      *(b_1 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s1, x1[i].im.s1);
      *(b_2 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s2, x1[i].im.s2);
      *(b_3 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s3, x1[i].im.s3);
      *(b_4 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s4, x1[i].im.s4);
      *(b_5 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s5, x1[i].im.s5);
      *(b_6 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s6, x1[i].im.s6);
      *(b_7 + (size_t)i * b_row + (size_t)(c + 1)) = (float2)(x1[i].re.s7, x1[i].im.s7);
    }
  }
  for (; c < n; c += 1) {
    number x0[12];
    for (int i = 0; i < 12; ++i) {
      x0[i] = product(factor, complex_number((float8)((*(b_0 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_1 + (size_t)i * b_row + (size_t)c)).x, (*(b_2 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_3 + (size_t)i * b_row + (size_t)c)).x, (*(b_4 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_5 + (size_t)i * b_row + (size_t)c)).x, (*(b_6 + (size_t)i * b_row + (size_t)c)).x,
          (*(b_7 + (size_t)i * b_row + (size_t)c)).x),
          (float8)((*(b_0 + (size_t)i * b_row + (size_t)c)).y, (*(b_1 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_2 + (size_t)i * b_row + (size_t)c)).y, (*(b_3 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_4 + (size_t)i * b_row + (size_t)c)).y, (*(b_5 + (size_t)i * b_row + (size_t)c)).y,
          (*(b_6 + (size_t)i * b_row + (size_t)c)).y, (*(b_7 + (size_t)i * b_row + (size_t)c)).y)));
    }
    for (int s = 0; s < 12; ++s) {
      const int i = 11 - s;
      number y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = 11 - q;
        const number t = conj_of(w[i * 12 + k]);
        y0 = less(y0, t, x0[k]);
      }
      const divisor pivot = divisor_of(conj_of(w[i * 12 + i]));
      x0[i] = over(product(y0, pivot.unit), pivot.size);
    }
    for (int i = 0; i < 12; ++i) {
      *(b_0 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s0, x0[i].im.s0);
      *(b_1 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s1, x0[i].im.s1);
      *(b_2 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s2, x0[i].im.s2);
      *(b_3 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s3, x0[i].im.s3);
      *(b_4 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s4, x0[i].im.s4);
      *(b_5 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s5, x0[i].im.s5);
      *(b_6 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s6, x0[i].im.s6);
      *(b_7 + (size_t)i * b_row + (size_t)c) = (float2)(x0[i].re.s7, x0[i].im.s7);
    }
  }
}
