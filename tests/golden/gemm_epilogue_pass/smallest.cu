// gemm m=64 n=64 k=64 float32 row*row=row bias=cols activation=relu: items=1 elements=64 rows=1
__device__ __forceinline__ float activation(const float x)
{
  return x < 0 ? 0 : x;
}
extern "C" __global__ void __launch_bounds__(1)
gemm_epilogue_pass(
    const int m, const int n, const float beta,
    const float *__restrict__ product,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const float *__restrict__ bias, const ulong bias_offset, const ulong bias_inc,
    const launch_part launched)
{
  wait_for_earlier();
  const int first = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y), last = min(first + 1, m);
  const int start = (ulong)blockIdx.x * 64 + (ulong)threadIdx.x;
  const int stop = min(start + 64, n);
  for (int row = first; row < last; ++row) {
    for (int col = start; col < stop; ++col) {
      float sum = product[(ulong)row * n + col];
      if (!(beta == 0)) sum += beta * c[c_offset + (ulong)row * c_row + (ulong)col];
      c[c_offset + (ulong)row * c_row + (ulong)col] = activation(sum + *(bias + bias_offset + (ulong)col * bias_inc));
    }
  }
}
