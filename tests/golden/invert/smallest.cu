// invert n=64 float32 row width=16: items=1 lanes=1 rows=1
extern "C" __global__ void __launch_bounds__(1)
invert(
    const int n,
    const float *__restrict__ x, const ulong x_offset, const int x_row, const int x_col,
    float *__restrict__ inverses,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong item = ((ulong)(blockIdx.z + launched.first_z) * blockDim.z + threadIdx.z),
      block = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  const ulong blocks = (n + 15) / 16;
  const int corner = block * 16, size = min(16, n - corner);
  const int col = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  if (col >= 16) return;
  float *out = (float *)(inverses + (item * blocks + block) * 256 + col);
  for (int i = 0; i < min(col, size); ++i) {
    *(out + i * 16) = 0;
  }
  for (int i = size; i < 16; ++i) {
    *(out + i * 16) = 0;
  }
  int row = col;
  for (; row + 1 <= size; row += 1) {
    float sum0 = row == col ? 1 : 0;
    for (int l = col; l < row; ++l) {
      const float known = *(out + l * 16);
      const float a0 = x[x_offset + (ulong)(corner + row) * x_row + (ulong)(corner + l)];
      sum0 -= a0 * known;
    }
    sum0 /= x[x_offset + (ulong)(corner + row) * x_row + (ulong)(corner + row)];
    *(out + row * 16) = sum0;
  }
}
