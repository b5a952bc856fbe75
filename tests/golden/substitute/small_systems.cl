// substitution m=4 n=1 items=1000 float32 a=row b=row lower batched: items=16 lanes=1 vectors=1 rows=4 teams=1
float scaled(float a, float factor) { return a * factor; }
float zero_of(float a) { return a * 0; }
float reciprocal(float b)
{
  const float r = 1 / b;
  return isnormal(r) ? r : (float)NAN;
}
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void
substitute(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const float alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  __local float solved[64] __attribute__((aligned(4)));
  const int place = get_local_id(0);
  const size_t slabs = n, slab = get_global_id(0);
  const int col = slab % slabs;
  if (slab >= slabs * items) return;
  const size_t item = slab / slabs;
  a += item * a_step;
  b += item * b_step;
  __local float *own = solved + place;
  const int row = 0;
  float x0_0, x1_0, x2_0, x3_0;
  x0_0 = b[b_offset + (size_t)row * b_row + (size_t)col];
  x1_0 = b[b_offset + (size_t)(row + 1) * b_row + (size_t)col];
  x2_0 = b[b_offset + (size_t)(row + 2) * b_row + (size_t)col];
  x3_0 = b[b_offset + (size_t)(row + 3) * b_row + (size_t)col];
  x0_0 = scaled(x0_0, alpha);
  x1_0 = scaled(x1_0, alpha);
  x2_0 = scaled(x2_0, alpha);
  x3_0 = scaled(x3_0, alpha);
  *(own + row * 16) = x0_0;
  *(own + (row + 1) * 16) = x1_0;
  *(own + (row + 2) * 16) = x2_0;
  *(own + (row + 3) * 16) = x3_0;
  const float near0 = reciprocal(a[a_offset + (size_t)row * a_row + (size_t)row]);
  x0_0 = scaled(x0_0, near0);
  {
    const float a1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)row];
    const float a2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)row];
    const float a3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)row];
    x1_0 -= a1 * x0_0;
    x2_0 -= a2 * x0_0;
    x3_0 -= a3 * x0_0;
  }
  const float near1 = reciprocal(a[a_offset + (size_t)(row + 1) * a_row + (size_t)(row + 1)]);
  x1_0 = scaled(x1_0, near1);
  {
    const float a2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)(row + 1)];
    const float a3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)(row + 1)];
    x2_0 -= a2 * x1_0;
    x3_0 -= a3 * x1_0;
  }
  const float near2 = reciprocal(a[a_offset + (size_t)(row + 2) * a_row + (size_t)(row + 2)]);
  x2_0 = scaled(x2_0, near2);
  {
    const float a3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)(row + 2)];
    x3_0 -= a3 * x2_0;
  }
  const float near3 = reciprocal(a[a_offset + (size_t)(row + 3) * a_row + (size_t)(row + 3)]);
  x3_0 = scaled(x3_0, near3);
  const float zeros = zero_of(x0_0) + zero_of(x1_0) + zero_of(x2_0) + zero_of(x3_0);
  if (!(zeros == 0)) {
    for (int k = 0; k < 4; ++k) {
      const float pivot = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + k)];
      {
        float x = *(own + (row + k) * 16);
        for (int s = 0; s < k; ++s) {
          const float left = a[a_offset + (size_t)(row + k) * a_row + (size_t)(row + s)];
          const float known = *(own + (row + s) * 16);
          x -= left * known;
        }
        x = x / pivot;
        *(own + (row + k) * 16) = x;
      }
    }
    x0_0 = *(own + row * 16);
    x1_0 = *(own + (row + 1) * 16);
    x2_0 = *(own + (row + 2) * 16);
    x3_0 = *(own + (row + 3) * 16);
  }
  *(own + row * 16) = x0_0;
  *(own + (row + 1) * 16) = x1_0;
  *(own + (row + 2) * 16) = x2_0;
  *(own + (row + 3) * 16) = x3_0;
  b[b_offset + (size_t)row * b_row + (size_t)col] = x0_0;
  b[b_offset + (size_t)(row + 1) * b_row + (size_t)col] = x1_0;
  b[b_offset + (size_t)(row + 2) * b_row + (size_t)col] = x2_0;
  b[b_offset + (size_t)(row + 3) * b_row + (size_t)col] = x3_0;
}
