// factorization m=4 n=4 rhs=1 items=9 float32 cholesky both a=row b=row lower batched: items=1 lanes=1 rows=1 columns=1
// staged=True unroll=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
factor_items(
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const ulong b_step,
        const int rhs,
    __global int *restrict info, const ulong info_offset, const int first, const int items)
{
  const size_t item = get_global_id(0);
  const size_t item_0 = item;
  __global float *a_0 = a + a_offset + item_0 * a_step;
  __global float *b_0 = b + b_offset + item_0 * b_step;
  float w[16];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i + 1; ++j) {
      w[i * 4 + j] = *(a_0 + (size_t)i * a_row + (size_t)j);
    }
  }
  int failed = 0;
  for (int j = 0; j < 4; ++j) {
    float pivot = w[j * 4 + j];
    for (int k = 0; k < j; ++k) {
      pivot -= w[j * 4 + k] * w[j * 4 + k];
    }
    failed = failed == 0 && (pivot <= 0 || pivot != pivot) ? j + 1 : failed;
    const float root = sqrt(pivot);
    w[j * 4 + j] = root;
    int i = j + 1;
    for (; i < 4; i += 1) {
      float x0 = w[i * 4 + j];
      for (int k = 0; k < j; ++k) {
        const float y = w[j * 4 + k];
        x0 = x0 - w[i * 4 + k] * y;
      }
      w[i * 4 + j] = x0 / root;
    }
  }
  if (first == 0 || info[info_offset + item_0] == 0) info[info_offset + item_0] = failed == 0 ? 0 : first + (int)failed;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i + 1; ++j) {
      const float factor = w[i * 4 + j];
      *(a_0 + (size_t)i * a_row + (size_t)j) = factor;
    }
  }
  int c = 0;
  for (; c < rhs; c += 1) {
    float x0[4];
    for (int i = 0; i < 4; ++i) {
      x0[i] = *(b_0 + (size_t)i * b_row + (size_t)c);
    }
    for (int s = 0; s < 4; ++s) {
      const int i = s;
      float y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = q;
        const float t = w[i * 4 + k];
        y0 = y0 - t * x0[k];
      }
      const float pivot = w[i * 4 + i];
      x0[i] = y0 / pivot;
    }
    for (int s = 0; s < 4; ++s) {
      const int i = 3 - s;
      float y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = 3 - q;
        const float t = w[k * 4 + i];
        y0 = y0 - t * x0[k];
      }
      const float pivot = w[i * 4 + i];
      x0[i] = y0 / pivot;
    }
    for (int i = 0; i < 4; ++i) {
      *(b_0 + (size_t)i * b_row + (size_t)c) = x0[i];
    }
  }
}
