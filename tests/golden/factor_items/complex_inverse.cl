// factorization m=6 n=6 rhs=0 items=1000 complex128 lu inverse a=col batched: items=1 lanes=4 rows=1 columns=2
// staged=True unroll=False
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { double4 re, im; } number;
typedef struct { number unit; double4 size; } divisor;
number complex_number(double4 re, double4 im) { number c; c.re = re; c.im = im; return c; }
number conj_of(number a) { return complex_number(a.re, -a.im); }
number product(number a, number b)
{
  return complex_number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
number less(number c, number a, number b)
{
  return complex_number(c.re - a.re * b.re + a.im * b.im, c.im - a.re * b.im - a.im * b.re);
}
number over(number a, double4 b) { return complex_number(a.re / b, a.im / b); }
number either(long4 mask, number a, number b)
{
  return complex_number(mask ? a.re : b.re, mask ? a.im : b.im);
}
divisor divisor_of(number b)  // of Smith's algorithm
{
  divisor c;
  const long4 wide = fabs(b.re) >= fabs(b.im);
  const double4 r = (wide ? b.im : b.re) / (wide ? b.re : b.im);
  c.unit = complex_number(wide ? (double4)((double)1) : (double4)(r), wide ? (double4)(-r) : (double4)(-(double)1));
  c.size = wide ? b.re + b.im * r : b.re * r + b.im;
  return c;
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
factor_items(
    __global double2 *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global int *restrict info, const ulong info_offset, const int first, const int items)
{
  const size_t item = get_global_id(0) * 4;
  const size_t item_0 = item;
  __global double2 *a_0 = a + a_offset + item_0 * a_step;
  const size_t item_1 = min(item + 1, (size_t)items - 1);
  __global double2 *a_1 = a + a_offset + item_1 * a_step;
  const size_t item_2 = min(item + 2, (size_t)items - 1);
  __global double2 *a_2 = a + a_offset + item_2 * a_step;
  const size_t item_3 = min(item + 3, (size_t)items - 1);
  __global double2 *a_3 = a + a_offset + item_3 * a_step;
  number w[36];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      w[i * 6 + j] = complex_number((double4)((*(a_0 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_1 + (size_t)i + (size_t)j * a_col)).x, (*(a_2 + (size_t)i + (size_t)j * a_col)).x,
          (*(a_3 + (size_t)i + (size_t)j * a_col)).x),
          (double4)((*(a_0 + (size_t)i + (size_t)j * a_col)).y, (*(a_1 + (size_t)i + (size_t)j * a_col)).y,
          (*(a_2 + (size_t)i + (size_t)j * a_col)).y, (*(a_3 + (size_t)i + (size_t)j * a_col)).y));
    }
  }
  long4 order[6];
  for (int i = 0; i < 6; ++i) {
    order[i] = i;
  }
  long4 failed = 0;
  for (int k = 0; k < 6; ++k) {
    long4 at = k;
    double4 largest = fabs(w[k * 6 + k].re) + fabs(w[k * 6 + k].im);
    for (int i = k + 1; i < 6; ++i) {
      const double4 size = fabs(w[i * 6 + k].re) + fabs(w[i * 6 + k].im);
      const long4 larger = size > largest;
      at = larger ? (long4)(i) : at;
      largest = larger ? size : largest;
    }
    failed = failed == 0 && largest == 0 ? (long4)(k + 1) : failed;
    for (int i = k + 1; i < 6; ++i) {
      if (!all(at != i)) {
        const long4 here = at == i, row = order[k];
        order[k] = here ? order[i] : row;
        order[i] = here ? row : order[i];
        for (int j = 0; j < 6; ++j) {
          const number x = w[k * 6 + j];
          w[k * 6 + j] = either(here, w[i * 6 + j], x);
          w[i * 6 + j] = either(here, x, w[i * 6 + j]);
        }
      }
    }
    const divisor pivot = divisor_of(either(largest == 0, complex_number((double4)(1), (double4)(0)), w[k * 6 + k]));
    for (int i = k + 1; i < 6; ++i) {
      const number x = over(product(w[i * 6 + k], pivot.unit), pivot.size);
      w[i * 6 + k] = x;
      for (int j = k + 1; j < 6; ++j) {
        w[i * 6 + j] = less(w[i * 6 + j], x, w[k * 6 + j]);
      }
    }
  }
  if (first == 0 || info[info_offset + item_0] == 0)
      info[info_offset + item_0] = failed.s0 == 0 ? 0 : first + (int)failed.s0;
  if (first == 0 || info[info_offset + item_1] == 0)
      info[info_offset + item_1] = failed.s1 == 0 ? 0 : first + (int)failed.s1;
  if (first == 0 || info[info_offset + item_2] == 0)
      info[info_offset + item_2] = failed.s2 == 0 ? 0 : first + (int)failed.s2;
  if (first == 0 || info[info_offset + item_3] == 0)
      info[info_offset + item_3] = failed.s3 == 0 ? 0 : first + (int)failed.s3;
  int c = 0;
  for (; c + 1 < 6; c += 2) {
    number x0[6], x1[6];
    for (int i = 0; i < 6; ++i) {
      x0[i] = either(order[i] == c, complex_number((double4)(1), (double4)(0)),
          complex_number((double4)(0), (double4)(0)));
      x1[i] = either(order[i] == c + 1, complex_number((double4)(1), (double4)(0)),
          complex_number((double4)(0), (double4)(0)));
    }
    for (int s = 0; s < 6; ++s) {
      const int i = s;
      number y0 = x0[i];
      number y1 = x1[i];
      for (int q = 0; q < s; ++q) {
        const int k = q;
        const number t = w[i * 6 + k];
        y0 = less(y0, t, x0[k]);
        y1 = less(y1, t, x1[k]);
      }
      x0[i] = y0;
      x1[i] = y1;
    }
    for (int s = 0; s < 6; ++s) {
      const int i = 5 - s;
      number y0 = x0[i];
      number y1 = x1[i];
      for (int q = 0; q < s; ++q) {
        const int k = 5 - q;
        const number t = w[i * 6 + k];
        y0 = less(y0, t, x0[k]);
        y1 = less(y1, t, x1[k]);
      }
      const divisor pivot = divisor_of(w[i * 6 + i]);
      x0[i] = over(product(y0, pivot.unit), pivot.size);
      x1[i] = over(product(y1, pivot.unit), pivot.size);
    }
    for (int i = 0; i < 6; ++i) {
      *(a_0 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s0, x0[i].im.s0);
      *(a_1 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s1, x0[i].im.s1);
      *(a_2 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s2, x0[i].im.s2);
      *(a_3 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s3, x0[i].im.s3);
      *(a_0 + (size_t)i + (size_t)(c + 1) * a_col) = (double2)(x1[i].re.s0, x1[i].im.s0);
      *(a_1 + (size_t)i + (size_t)(c + 1) * a_col) = (double2)(x1[i].re.s1, x1[i].im.s1);
      *(a_2 + (size_t)i + (size_t)(c + 1) * a_col) = (double2)(x1[i].re.s2, x1[i].im.s2);
      *(a_3 + (size_t)i + (size_t)(c + 1) * a_col) = (double2)(x1[i].re.s3, x1[i].im.s3);
    }
  }
  for (; c < 6; c += 1) {
    number x0[6];
    for (int i = 0; i < 6; ++i) {
      x0[i] = either(order[i] == c, complex_number((double4)(1), (double4)(0)),
          complex_number((double4)(0), (double4)(0)));
    }
    for (int s = 0; s < 6; ++s) {
      const int i = s;
      number y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = q;
        const number t = w[i * 6 + k];
        y0 = less(y0, t, x0[k]);
      }
      x0[i] = y0;
    }
    for (int s = 0; s < 6; ++s) {
      const int i = 5 - s;
      number y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = 5 - q;
        const number t = w[i * 6 + k];
        y0 = less(y0, t, x0[k]);
      }
      const divisor pivot = divisor_of(w[i * 6 + i]);
      x0[i] = over(product(y0, pivot.unit), pivot.size);
    }
    for (int i = 0; i < 6; ++i) {
      *(a_0 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s0, x0[i].im.s0);
      *(a_1 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s1, x0[i].im.s1);
      *(a_2 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s2, x0[i].im.s2);
      *(a_3 + (size_t)i + (size_t)c * a_col) = (double2)(x0[i].re.s3, x0[i].im.s3);
    }
  }
}
