// substitution m=16 n=16 float32 a=row b=row lower: items=1 lanes=1 vectors=1 rows=2 teams=1
__device__ __forceinline__ float scaled(float a, float factor) { return a * factor; }
__device__ __forceinline__ float zero_of(float a) { return a * 0; }
__device__ __forceinline__ float reciprocal(float b)
{
  const float r = 1 / b;
  return isnormal(r) ? r : (float)__int_as_float(0x7fffffff);
}
extern "C" __global__ void __launch_bounds__(1)
substitute(
    const int m, const int n,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col, const float alpha,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(4) float solved[16];
  const ulong slabs = n, slab = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  const int col = slab;
  float *own = solved;
  int row = 0;
  for (; row + 2 <= m; row += 2) {
    float x0_0, x1_0;
    x0_0 = b[b_offset + (ulong)row * b_row + (ulong)col];
    x1_0 = b[b_offset + (ulong)(row + 1) * b_row + (ulong)col];
    x0_0 = scaled(x0_0, alpha);
    x1_0 = scaled(x1_0, alpha);
    for (int j = 0; j < row; ++j) {
      const float known0 = *(own + j);
      const float a0 = a[a_offset + (ulong)row * a_row + (ulong)j];
      const float a1 = a[a_offset + (ulong)(row + 1) * a_row + (ulong)j];
      x0_0 -= a0 * known0;
      x1_0 -= a1 * known0;
    }
    *(own + row) = x0_0;
    *(own + row + 1) = x1_0;
    const float near0 = reciprocal(a[a_offset + (ulong)row * a_row + (ulong)row]);
    x0_0 = scaled(x0_0, near0);
    {
      const float a1 = a[a_offset + (ulong)(row + 1) * a_row + (ulong)row];
      x1_0 -= a1 * x0_0;
    }
    const float near1 = reciprocal(a[a_offset + (ulong)(row + 1) * a_row + (ulong)(row + 1)]);
    x1_0 = scaled(x1_0, near1);
    const float zeros = zero_of(x0_0) + zero_of(x1_0);
    if (!(zeros == 0)) {
      for (int k = 0; k < 2; ++k) {
        const float pivot = a[a_offset + (ulong)(row + k) * a_row + (ulong)(row + k)];
        {
          float x = *(own + (row + k));
          for (int s = 0; s < k; ++s) {
            const float left = a[a_offset + (ulong)(row + k) * a_row + (ulong)(row + s)];
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
    b[b_offset + (ulong)row * b_row + (ulong)col] = x0_0;
    b[b_offset + (ulong)(row + 1) * b_row + (ulong)col] = x1_0;
  }
  for (; row + 1 <= m; row += 1) {
    float x0_0;
    x0_0 = b[b_offset + (ulong)row * b_row + (ulong)col];
    x0_0 = scaled(x0_0, alpha);
    for (int j = 0; j < row; ++j) {
      const float known0 = *(own + j);
      const float a0 = a[a_offset + (ulong)row * a_row + (ulong)j];
      x0_0 -= a0 * known0;
    }
    *(own + row) = x0_0;
    const float near0 = reciprocal(a[a_offset + (ulong)row * a_row + (ulong)row]);
    x0_0 = scaled(x0_0, near0);
    const float zeros = zero_of(x0_0);
    if (!(zeros == 0)) {
      for (int k = 0; k < 1; ++k) {
        const float pivot = a[a_offset + (ulong)(row + k) * a_row + (ulong)(row + k)];
        {
          float x = *(own + (row + k));
          for (int s = 0; s < k; ++s) {
            const float left = a[a_offset + (ulong)(row + k) * a_row + (ulong)(row + s)];
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
    b[b_offset + (ulong)row * b_row + (ulong)col] = x0_0;
  }
}
