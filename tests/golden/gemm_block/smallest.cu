// gemm m=64 n=64 k=64 float32 row*row=row: gy=8 gx=8 rm=1 rn=1 rk=1 va=1 vb=1 vc=1 a_memory=buffer b_memory=buffer
// c_memory=buffer a_way=direct b_way=direct tk=8 pad=0 swizzle=1 slices=1 batch=grid order=jkl statement=element
// multiply=plain unroll=True inline=False ids=global barrier=False hint=False flags=none
extern "C" __global__ void __launch_bounds__(64)
gemm_block(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int col = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  const int row = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  a += a_offset;
  b += b_offset;
  c += c_offset;
  float sum0 = 0;
  for (int l = 0; l < k; ++l) {
    const float a0 = a[(ulong)row * a_row + l];
    const float b0 = b[(ulong)l * b_row + col];
    sum0 += a0 * b0;
  }
  c[(ulong)row * c_row + col] = beta == 0 ? alpha * sum0 : alpha * sum0 + beta * c[(ulong)row * c_row + col];
}
