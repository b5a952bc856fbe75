// factorization m=12 n=12 rhs=1 items=1000 float32 lu both a=row b=row batched: items=1 lanes=8 rows=1 columns=1
// staged=True unroll=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
factor_items(
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const ulong b_step,
        const int rhs,
    __global int *restrict pivots, const ulong pivots_offset, const ulong pivots_step,
    __global int *restrict info, const ulong info_offset, const int first, const int items)
{
  const size_t item = get_global_id(0) * 8;
  const size_t item_0 = item;
  __global float *a_0 = a + a_offset + item_0 * a_step;
  __global float *b_0 = b + b_offset + item_0 * b_step;
  __global int *pivots_0 = pivots + pivots_offset + item_0 * pivots_step + first;
  const size_t item_1 = min(item + 1, (size_t)items - 1);
  __global float *a_1 = a + a_offset + item_1 * a_step;
  __global float *b_1 = b + b_offset + item_1 * b_step;
  __global int *pivots_1 = pivots + pivots_offset + item_1 * pivots_step + first;
  const size_t item_2 = min(item + 2, (size_t)items - 1);
  __global float *a_2 = a + a_offset + item_2 * a_step;
  __global float *b_2 = b + b_offset + item_2 * b_step;
  __global int *pivots_2 = pivots + pivots_offset + item_2 * pivots_step + first;
  const size_t item_3 = min(item + 3, (size_t)items - 1);
  __global float *a_3 = a + a_offset + item_3 * a_step;
  __global float *b_3 = b + b_offset + item_3 * b_step;
  __global int *pivots_3 = pivots + pivots_offset + item_3 * pivots_step + first;
  const size_t item_4 = min(item + 4, (size_t)items - 1);
  __global float *a_4 = a + a_offset + item_4 * a_step;
  __global float *b_4 = b + b_offset + item_4 * b_step;
  __global int *pivots_4 = pivots + pivots_offset + item_4 * pivots_step + first;
  const size_t item_5 = min(item + 5, (size_t)items - 1);
  __global float *a_5 = a + a_offset + item_5 * a_step;
  __global float *b_5 = b + b_offset + item_5 * b_step;
  __global int *pivots_5 = pivots + pivots_offset + item_5 * pivots_step + first;
  const size_t item_6 = min(item + 6, (size_t)items - 1);
  __global float *a_6 = a + a_offset + item_6 * a_step;
  __global float *b_6 = b + b_offset + item_6 * b_step;
  __global int *pivots_6 = pivots + pivots_offset + item_6 * pivots_step + first;
  const size_t item_7 = min(item + 7, (size_t)items - 1);
  __global float *a_7 = a + a_offset + item_7 * a_step;
  __global float *b_7 = b + b_offset + item_7 * b_step;
  __global int *pivots_7 = pivots + pivots_offset + item_7 * pivots_step + first;
  float8 w[144];
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      w[i * 12 + j] = (float8)(*(a_0 + (size_t)i * a_row + (size_t)j), *(a_1 + (size_t)i * a_row + (size_t)j),
          *(a_2 + (size_t)i * a_row + (size_t)j), *(a_3 + (size_t)i * a_row + (size_t)j),
          *(a_4 + (size_t)i * a_row + (size_t)j), *(a_5 + (size_t)i * a_row + (size_t)j),
          *(a_6 + (size_t)i * a_row + (size_t)j), *(a_7 + (size_t)i * a_row + (size_t)j));
    }
  }
  int8 order[12];
  for (int i = 0; i < 12; ++i) {
    order[i] = i;
  }
  int8 failed = 0;
  for (int k = 0; k < 12; ++k) {
    int8 at = k;
    float8 largest = fabs(w[k * 12 + k]);
    for (int i = k + 1; i < 12; ++i) {
      const float8 size = fabs(w[i * 12 + k]);
      const int8 larger = size > largest;
      at = larger ? (int8)(i) : at;
      largest = larger ? size : largest;
    }
    failed = failed == 0 && largest == 0 ? (int8)(k + 1) : failed;
    pivots_0[k] = first + (int)at.s0;
    pivots_1[k] = first + (int)at.s1;
    pivots_2[k] = first + (int)at.s2;
    pivots_3[k] = first + (int)at.s3;
    pivots_4[k] = first + (int)at.s4;
    pivots_5[k] = first + (int)at.s5;
    pivots_6[k] = first + (int)at.s6;
    pivots_7[k] = first + (int)at.s7;
    for (int i = k + 1; i < 12; ++i) {
      if (!all(at != i)) {
        const int8 here = at == i, row = order[k];
        order[k] = here ? order[i] : row;
        order[i] = here ? row : order[i];
        for (int j = 0; j < 12; ++j) {
          const float8 x = w[k * 12 + j];
          w[k * 12 + j] = here ? w[i * 12 + j] : x;
          w[i * 12 + j] = here ? x : w[i * 12 + j];
        }
      }
    }
    const float8 pivot = largest == 0 ? (float8)(1) : w[k * 12 + k];
    for (int i = k + 1; i < 12; ++i) {
      const float8 x = w[i * 12 + k] / pivot;
      w[i * 12 + k] = x;
      for (int j = k + 1; j < 12; ++j) {
        w[i * 12 + j] = w[i * 12 + j] - x * w[k * 12 + j];
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
  if (first == 0 || info[info_offset + item_4] == 0)
      info[info_offset + item_4] = failed.s4 == 0 ? 0 : first + (int)failed.s4;
  if (first == 0 || info[info_offset + item_5] == 0)
      info[info_offset + item_5] = failed.s5 == 0 ? 0 : first + (int)failed.s5;
  if (first == 0 || info[info_offset + item_6] == 0)
      info[info_offset + item_6] = failed.s6 == 0 ? 0 : first + (int)failed.s6;
  if (first == 0 || info[info_offset + item_7] == 0)
      info[info_offset + item_7] = failed.s7 == 0 ? 0 : first + (int)failed.s7;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      const float8 factor = w[i * 12 + j];
      *(a_0 + (size_t)i * a_row + (size_t)j) = factor.s0;
      *(a_1 + (size_t)i * a_row + (size_t)j) = factor.s1;
      *(a_2 + (size_t)i * a_row + (size_t)j) = factor.s2;
      *(a_3 + (size_t)i * a_row + (size_t)j) = factor.s3;
      *(a_4 + (size_t)i * a_row + (size_t)j) = factor.s4;
      *(a_5 + (size_t)i * a_row + (size_t)j) = factor.s5;
      *(a_6 + (size_t)i * a_row + (size_t)j) = factor.s6;
      *(a_7 + (size_t)i * a_row + (size_t)j) = factor.s7;
    }
  }
  int c = 0;
  for (; c < rhs; c += 1) {
    float8 x0[12];
    for (int i = 0; i < 12; ++i) {
      x0[i] = (float8)(*(b_0 + (size_t)order[i].s0 * b_row + (size_t)c),
          *(b_1 + (size_t)order[i].s1 * b_row + (size_t)c), *(b_2 + (size_t)order[i].s2 * b_row + (size_t)c),
          *(b_3 + (size_t)order[i].s3 * b_row + (size_t)c), *(b_4 + (size_t)order[i].s4 * b_row + (size_t)c),
          *(b_5 + (size_t)order[i].s5 * b_row + (size_t)c), *(b_6 + (size_t)order[i].s6 * b_row + (size_t)c),
          *(b_7 + (size_t)order[i].s7 * b_row + (size_t)c));
    }
    for (int s = 0; s < 12; ++s) {
      const int i = s;
      float8 y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = q;
        const float8 t = w[i * 12 + k];
        y0 = y0 - t * x0[k];
      }
      x0[i] = y0;
    }
    for (int s = 0; s < 12; ++s) {
      const int i = 11 - s;
      float8 y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = 11 - q;
        const float8 t = w[i * 12 + k];
        y0 = y0 - t * x0[k];
      }
      const float8 pivot = w[i * 12 + i];
      x0[i] = y0 / pivot;
    }
    for (int i = 0; i < 12; ++i) {
      *(b_0 + (size_t)i * b_row + (size_t)c) = x0[i].s0;
      *(b_1 + (size_t)i * b_row + (size_t)c) = x0[i].s1;
      *(b_2 + (size_t)i * b_row + (size_t)c) = x0[i].s2;
      *(b_3 + (size_t)i * b_row + (size_t)c) = x0[i].s3;
      *(b_4 + (size_t)i * b_row + (size_t)c) = x0[i].s4;
      *(b_5 + (size_t)i * b_row + (size_t)c) = x0[i].s5;
      *(b_6 + (size_t)i * b_row + (size_t)c) = x0[i].s6;
      *(b_7 + (size_t)i * b_row + (size_t)c) = x0[i].s7;
    }
  }
}
