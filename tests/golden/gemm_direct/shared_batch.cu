// gemm m=64 n=64 k=64 items=16 complex64 row*row=row conjugate=a batched shared=b: wx=8 wy=8 rm=2 rn=1 apart=False
// slices=1 multiply=plain
__device__ __forceinline__ vec<float,2> times(vec<float,2> a, vec<float,2> b) {
  return vec<float,2>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ vec<float,2> scale(vec<float,2> a, vec<float,2> b) {
  return a.y == 0 ? vec<float,2>(a.x * b.x, a.x * b.y) : times(a, b);
}
__device__ __forceinline__ vec<float,2> conj(vec<float,2> a) {
  return vec<float,2>(a.x, -a.y);
}
extern "C" __global__ void __launch_bounds__(64)
gemm_direct(
    const int m, const int n, const int k, const vec<float,2> alpha, const vec<float,2> beta,
    const vec<float,2> *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const vec<float,2> *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    vec<float,2> *__restrict__ c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong c_step,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong item = (ulong)(blockIdx.z + launched.first_z);
  a += item * a_step;
  c += item * c_step;
  const int col = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  const int row = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y) * 2;
  const int row0 = min(row, m - 1);
  const int row1 = min(row + 1, m - 1);
  const int col0 = min(col, n - 1);
  vec<float,2> sum0_0 = 0;
  vec<float,2> sum1_0 = 0;
  for (int l = 0; l < k; ++l) {
    const vec<float,2> a0 = conj(*(a + a_offset + (ulong)row0 * a_row + (ulong)l));
    const vec<float,2> a1 = conj(*(a + a_offset + (ulong)row1 * a_row + (ulong)l));
    const vec<float,2> b0 = b[b_offset + (ulong)l * b_row + (ulong)col0];
    sum0_0.x += a0.x * b0.x; sum0_0.x += -a0.y * b0.y; sum0_0.y += a0.x * b0.y; sum0_0.y += a0.y * b0.x;
    sum1_0.x += a1.x * b0.x; sum1_0.x += -a1.y * b0.y; sum1_0.y += a1.x * b0.y; sum1_0.y += a1.y * b0.x;
  }
  if (row < m && col < n) {
    c[c_offset + (ulong)row0 * c_row + (ulong)col0] = (beta.x == 0 && beta.y == 0)
        ? scale(alpha, sum0_0) : scale(alpha, sum0_0) + scale(beta, c[c_offset + (ulong)row0 * c_row + (ulong)col0]);
  }
  if (row + 1 < m && col < n) {
    c[c_offset + (ulong)row1 * c_row + (ulong)col0] = (beta.x == 0 && beta.y == 0)
        ? scale(alpha, sum1_0) : scale(alpha, sum1_0) + scale(beta, c[c_offset + (ulong)row1 * c_row + (ulong)col0]);
  }
}
