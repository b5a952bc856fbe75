// gemm m=64 n=64 k=64 float32 row*row=row: rm=4 rn=1 width=8 groups_m=1 spans=1 exchange=local load=plain barrier=False
// multiply=plain slices=1
extern "C" __global__ void __launch_bounds__(8)
gemm_subgroup(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(64) float a_tile[32];
  const int tile = (ulong)threadIdx.y * 32;
  const int lane = (ulong)threadIdx.x;
  // where the last tile ends, C does; what it shares with others is theirs to write
  const int own_row = (ulong)(blockIdx.y + launched.first_y) * 4, own_col = (ulong)blockIdx.x * 8;
  const int row = min(own_row, m - 4), col = min(own_col, n - 8);
  const int col0 = col + lane;
  vec<float,4> sum0_0 = vec<float,4>(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // the tile of A goes to local memory, column by column
    vec<float,4> a0_0;
    a0_0.s[0] = a[a_offset + (ulong)row * a_row + (ulong)(start + lane)];
    a0_0.s[1] = a[a_offset + (ulong)(row + 1) * a_row + (ulong)(start + lane)];
    a0_0.s[2] = a[a_offset + (ulong)(row + 2) * a_row + (ulong)(start + lane)];
    a0_0.s[3] = a[a_offset + (ulong)(row + 3) * a_row + (ulong)(start + lane)];
    *(vec<float,4> *)(a_tile + tile + lane * 4) = a0_0;
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const float right0 = b[b_offset + (ulong)(start + l) * b_row + (ulong)col0];
      const vec<float,4> left0 = *(const vec<float,4> *)(a_tile + tile + l * 4);
      sum0_0 += right0 * left0;
    }
    __syncthreads();
  }
  // terms that fill no step
  for (int l = whole; l < k; ++l) {
    vec<float,4> left0;
    left0.s[0] = a[a_offset + (ulong)row * a_row + (ulong)l];
    left0.s[1] = a[a_offset + (ulong)(row + 1) * a_row + (ulong)l];
    left0.s[2] = a[a_offset + (ulong)(row + 2) * a_row + (ulong)l];
    left0.s[3] = a[a_offset + (ulong)(row + 3) * a_row + (ulong)l];
    const float right0 = b[b_offset + (ulong)l * b_row + (ulong)col0];
    sum0_0 += right0 * left0;
  }
  float line[4];
  if (col0 >= own_col) {
    store_lanes(line, sum0_0);
    for (int i = own_row - row; i < 4; ++i) {
      c[c_offset + (ulong)(row + i) * c_row + (ulong)col0] = beta == 0
          ? alpha * line[i] : alpha * line[i] + beta * c[c_offset + (ulong)(row + i) * c_row + (ulong)col0];
    }
  }
}
