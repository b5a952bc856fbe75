// substitution m=16 n=16 float32 a=row b=row lower: items=1 lanes=1 vectors=1 rows=2 teams=1
float scaled(float a, float factor) { return a * factor; }
float zero_of(float a) { return a * 0; }
float reciprocal(float b)
{
  const float r = 1 / b;
  return isnormal(r) ? r : (float)NAN;
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
substitute(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const float alpha)
{
  __local float solved[16] __attribute__((aligned(4)));
  const size_t slabs = n, slab = get_global_id(0);
  const int col = slab;
  __local float *own = solved;
  int row = 0;
  for (; row + 2 <= m; row += 2) {
    float x0_0, x1_0;
    x0_0 = b[b_offset + (size_t)row * b_row + (size_t)col];
    x1_0 = b[b_offset + (size_t)(row + 1) * b_row + (size_t)col];
    x0_0 = scaled(x0_0, alpha);
    x1_0 = scaled(x1_0, alpha);
    for (int j = 0; j < row; ++j) {
      const float known0 = *(own + j);
      const float a0 = a[a_offset + (size_t)row * a_row + (size_t)j];
      const float a1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)j];
      x0_0 -= a0 * known0;
      x1_0 -= a1 * known0;
    }
    *(own + row) = x0_0;
    *(own + row + 1) = x1_0;
    const float near0 = reciprocal(a[a_offset + (size_t)row * a_row + (size_t)row]);
    x0_0 = scaled(x0_0, near0);
    {
      const float a1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)row];
      x1_0 -= a1 * x0_0;
    }
    const float near1 = reciprocal(a[a_offset + (size_t)(row + 1) * a_row + (size_t)(row + 1)]);
    x1_0 = scaled(x1_0, near1);
    const float zeros = zero_of(x0_0) + zero_of(x1_0);
    if (!(zeros == 0)) {
      for (int k = 0; k < 2; ++k) {
        const float pivot = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + k)];
        {
          float x = *(own + (row + k));
          for (int s = 0; s < k; ++s) {
            const float left = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + s)];
            const float known = *(own + (row + s));
            x -= left * known;
          }
          x = x / pivot;
          *(own + (row + k)) = x;
        }
      }
      x0_0 = *(own + row);
      x1_0 = *(own + row + 1);
    }
    *(own + row) = x0_0;
    *(own + row + 1) = x1_0;
    b[b_offset + (size_t)row * b_row + (size_t)col] = x0_0;
    b[b_offset + (size_t)(row + 1) * b_row + (size_t)col] = x1_0;
  }
  for (; row + 1 <= m; row += 1) {
    float x0_0;
    x0_0 = b[b_offset + (size_t)row * b_row + (size_t)col];
    x0_0 = scaled(x0_0, alpha);
    for (int j = 0; j < row; ++j) {
      const float known0 = *(own + j);
      const float a0 = a[a_offset + (size_t)row * a_row + (size_t)j];
      x0_0 -= a0 * known0;
    }
    *(own + row) = x0_0;
    const float near0 = reciprocal(a[a_offset + (size_t)row * a_row + (size_t)row]);
    x0_0 = scaled(x0_0, near0);
    const float zeros = zero_of(x0_0);
    if (!(zeros == 0)) {
      for (int k = 0; k < 1; ++k) {
        const float pivot = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + k)];
        {
          float x = *(own + (row + k));
          for (int s = 0; s < k; ++s) {
            const float left = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + s)];
            const float known = *(own + (row + s));
            x -= left * known;
          }
          x = x / pivot;
          *(own + (row + k)) = x;
        }
      }
      x0_0 = *(own + row);
    }
    *(own + row) = x0_0;
    b[b_offset + (size_t)row * b_row + (size_t)col] = x0_0;
  }
}
