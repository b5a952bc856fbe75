// substitution m=4 n=1 items=9 float32 a=row b=row lower batched: items=1 lanes=1 columns=1 staged=False unroll=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
substitute_items(
    const int n,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const float alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  const size_t item = get_global_id(0);
  const size_t item_0 = item;
  __global const float *a_0 = a + a_offset + item_0 * a_step;
  __global float *b_0 = b + b_offset + item_0 * b_step;
  const float factor = alpha;
  int c = 0;
  for (; c < n; c += 1) {
    float x0[4];
    for (int i = 0; i < 4; ++i) {
      x0[i] = factor * *(b_0 + (size_t)i * b_row + (size_t)c);
    }
    for (int s = 0; s < 4; ++s) {
      const int i = s;
      float y0 = x0[i];
      for (int q = 0; q < s; ++q) {
        const int k = q;
        const float t = *(a_0 + (size_t)i * a_row + (size_t)k);
        y0 = y0 - t * x0[k];
      }
      const float pivot = *(a_0 + (size_t)i * a_row + (size_t)i);
      x0[i] = y0 / pivot;
    }
    for (int i = 0; i < 4; ++i) {
      *(b_0 + (size_t)i * b_row + (size_t)c) = x0[i];
    }
  }
}
