// factorization m=12 n=12 rhs=3 items=1000 complex64 lu solve a=col b=row trans=C batched: team=16 matrices=4 columns=2
// unroll=True sub_groups=False
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
factor_teams(
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global float2 *restrict b, const ulong b_offset, const int b_row, const int b_col, const ulong b_step,
        const int rhs,
    __global const int *restrict pivots, const ulong pivots_offset, const ulong pivots_step, const int first,
        const int items)
{
  const int local_item = get_local_id(0);
  const int row = local_item % 16, team = local_item / 16;
  const size_t number_of_team = get_group_id(0) * 4 + team;
  const size_t item = min(number_of_team, (size_t)items - 1);
  const int live = item == number_of_team;  // others read and write nothing
  __local float2 all_tile[624] __attribute__((aligned(16)));
  __local float2 *tile = all_tile + team * 156;
  __local float2 all_lines[96] __attribute__((aligned(16)));
  __local float2 *lines = all_lines + team * 24;
  __local float all_sizes[48] __attribute__((aligned(16)));
  __local float *sizes = all_sizes + team * 12;
  __local int all_exchanged[48] __attribute__((aligned(16)));
  __local int *exchanged = all_exchanged + team * 12;
  a += item * a_step;
  b += item * b_step;
  pivots += pivots_offset + item * pivots_step + first;
  for (int e = row; e < 144; e += 16) {
    const int i = e % 12, j = e / 12;
    if (live) {
      const number x = complex_number((a[a_offset + (size_t)i + (size_t)j * a_col]).x,
          (a[a_offset + (size_t)i + (size_t)j * a_col]).y);
      tile[i * 13 + j] = (float2)(x.re, x.im);
    }
  }
  if (live && row < 12) exchanged[row] = pivots[row] - first;
  barrier(CLK_LOCAL_MEM_FENCE);
  int source = row;
  for (int k = 11; k >= 0; --k) {
    const int target = exchanged[k];
    source = source == k ? target : source == target ? k : source;
  }
  for (int c = 0; c < rhs; c += 2) {
    number x0 = complex_number((float)(0), 0);
    if (live && row < 12 && c < rhs)
        x0 = complex_number((b[b_offset + (size_t)row * b_row + (size_t)c]).x,
            (b[b_offset + (size_t)row * b_row + (size_t)c]).y);
    number x1 = complex_number((float)(0), 0);
    if (live && row < 12 && c + 1 < rhs)
        x1 = complex_number((b[b_offset + (size_t)row * b_row + (size_t)(c + 1)]).x,
            (b[b_offset + (size_t)row * b_row + (size_t)(c + 1)]).y);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    {
      const int least = min(row, 11);
      const divisor pivot
          = divisor_of(conj_of(complex_number((tile[least * 13 + least]).x, (tile[least * 13 + least]).y)));
      #pragma unroll
      for (int s = 0; s < 12; ++s) {
        const int k = s;
        __local float2 *line = lines + s % 2 * 12;
        if (row == k) {
          x0 = over(product(x0, pivot.unit), pivot.size);
          line[0] = (float2)(x0.re, x0.im);
          x1 = over(product(x1, pivot.unit), pivot.size);
          line[1] = (float2)(x1.re, x1.im);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row > k && row < 12) {
          const number t = conj_of(complex_number((tile[k * 13 + row]).x, (tile[k * 13 + row]).y));
          const number y0 = complex_number((line[0]).x, (line[0]).y);
          x0 = less(x0, t, y0);
          const number y1 = complex_number((line[1]).x, (line[1]).y);
          x1 = less(x1, t, y1);
        }
      }
    }
    {
      #pragma unroll
      for (int s = 0; s < 12; ++s) {
        const int k = 11 - s;
        __local float2 *line = lines + s % 2 * 12;
        if (row == k) {
          line[0] = (float2)(x0.re, x0.im);
          line[1] = (float2)(x1.re, x1.im);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row < k && row < 12) {
          const number t = conj_of(complex_number((tile[k * 13 + row]).x, (tile[k * 13 + row]).y));
          const number y0 = complex_number((line[0]).x, (line[0]).y);
          x0 = less(x0, t, y0);
          const number y1 = complex_number((line[1]).x, (line[1]).y);
          x1 = less(x1, t, y1);
        }
      }
    }
    if (live && row < 12 && c < rhs) { b[b_offset + (size_t)source * b_row + (size_t)c] = (float2)(x0.re, x0.im); }
    if (live && row < 12 && c + 1 < rhs)
        { b[b_offset + (size_t)source * b_row + (size_t)(c + 1)] = (float2)(x1.re, x1.im); }
  }
}
