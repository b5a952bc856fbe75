// substitution m=24 n=2 items=1000 complex64 a=col b=row upper conjugate batched: team=32 matrices=2 columns=2
// unroll=True sub_groups=True
typedef struct { float re, im; } number;
typedef struct { number unit; float size; } divisor;
number complex_number(float re, float im) { number c; c.re = re; c.im = im; return c; }
number conj_of(number a) { return complex_number(a.re, -a.im); }
number product(number a, number b)
{
  return complex_number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
number less(number c, number a, number b)
{
  return complex_number(c.re - a.re * b.re + a.im * b.im, c.im - a.re * b.im - a.im * b.re);
}
number over(number a, float b) { return complex_number(a.re / b, a.im / b); }
number either(int mask, number a, number b)
{
  return complex_number(mask ? a.re : b.re, mask ? a.im : b.im);
}
divisor divisor_of(number b)  // of Smith's algorithm
{
  divisor c;
  const int wide = fabs(b.re) >= fabs(b.im);
  const float r = (wide ? b.im : b.re) / (wide ? b.re : b.im);
  c.unit = complex_number(wide ? (float)1 : r, wide ? -r : -(float)1);
  c.size = wide ? b.re + b.im * r : b.re * r + b.im;
  return c;
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
substitute_teams(
    const int n,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict b, const ulong b_offset, const int b_row, const int b_col, const float2 alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  const int local_item = get_local_id(0);
  const int row = local_item % 32, team = local_item / 32;
  const size_t number_of_team = get_group_id(0) * 2 + team;
  const size_t item = min(number_of_team, (size_t)items - 1);
  const int live = item == number_of_team;  // others read and write nothing
  __local float2 all_tile[1200] __attribute__((aligned(16)));
  __local float2 *tile = all_tile + team * 600;
  __local float2 all_lines[96] __attribute__((aligned(16)));
  __local float2 *lines = all_lines + team * 48;
  a += item * a_step;
  b += item * b_step;
  for (int e = row; e < 576; e += 32) {
    const int i = e % 24, j = e / 24;
    if (live && i <= j) {
      tile[i * 25 + j] = a[a_offset + (size_t)i + (size_t)j * a_col];
    }
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  const number factor = complex_number((alpha).x, (alpha).y);
  for (int c = 0; c < n; c += 2) {
    number x0 = complex_number((float)(0), 0);
    if (live && row < 24 && c < n)
        x0 = product(factor, complex_number((b[b_offset + (size_t)row * b_row + (size_t)c]).x,
            (b[b_offset + (size_t)row * b_row + (size_t)c]).y));
    number x1 = complex_number((float)(0), 0);
    if (live && row < 24 && c + 1 < n)
        x1 = product(factor, complex_number((b[b_offset + (size_t)row * b_row + (size_t)(c + 1)]).x,
            (b[b_offset + (size_t)row * b_row + (size_t)(c + 1)]).y));
    {
      const int least = min(row, 23);
      const divisor pivot
          = divisor_of(conj_of(complex_number((tile[least * 25 + least]).x, (tile[least * 25 + least]).y)));
      #pragma unroll
      for (int s = 0; s < 24; ++s) {
        const int k = 23 - s;
        __local float2 *line = lines + s % 2 * 24;
        if (row == k) {
          x0 = over(product(x0, pivot.unit), pivot.size);
          line[0] = (float2)(x0.re, x0.im);
          x1 = over(product(x1, pivot.unit), pivot.size);
          line[1] = (float2)(x1.re, x1.im);
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (row < k && row < 24) {
          const number t = conj_of(complex_number((tile[row * 25 + k]).x, (tile[row * 25 + k]).y));
          const number y0 = complex_number((line[0]).x, (line[0]).y);
          x0 = less(x0, t, y0);
          const number y1 = complex_number((line[1]).x, (line[1]).y);
          x1 = less(x1, t, y1);
        }
      }
    }
    if (live && row < 24 && c < n) { b[b_offset + (size_t)row * b_row + (size_t)c] = (float2)(x0.re, x0.im); }
    if (live && row < 24 && c + 1 < n) { b[b_offset + (size_t)row * b_row + (size_t)(c + 1)] = (float2)(x1.re, x1.im); }
  }
}
