// combine m=64 n=64 float32 row slices=2: items=64 elements=1
extern "C" __global__ void __launch_bounds__(64)
combine(
    const int m, const int n, const float alpha, const float beta,
    const float *__restrict__ partial,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int row = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  const ulong size = (ulong)m * n, item = ((ulong)(blockIdx.z + launched.first_z) * blockDim.z + threadIdx.z);
  const int start = (ulong)blockIdx.x * 64 + (ulong)threadIdx.x;
  const int stop = min(start + 1, n);
  for (int col = start; col < stop; col += 64) {
    float sum = partial[(item * 2) * size + (ulong)row * n + col];
    sum += partial[(item * 2) * size + (ulong)row * n + col + size];
    c[c_offset + (ulong)row * c_row + (ulong)col] = beta == 0
        ? alpha * sum : alpha * sum + beta * c[c_offset + (ulong)row * c_row + (ulong)col];
  }
}
