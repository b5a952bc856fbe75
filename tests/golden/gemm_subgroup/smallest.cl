// gemm m=64 n=64 k=64 float32 row*row=row: rm=4 rn=1 width=8 groups_m=1 spans=1 exchange=local load=plain barrier=False
// multiply=plain slices=1
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
gemm_subgroup(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local float a_tile[32] __attribute__((aligned(64)));
  const int tile = get_local_id(1) * 32;
  const int lane = get_local_id(0);
  // where the last tile ends, C does; what it shares with others is theirs to write
  const int own_row = get_group_id(1) * 4, own_col = get_group_id(0) * 8;
  const int row = min(own_row, m - 4), col = min(own_col, n - 8);
  const int col0 = col + lane;
  float4 sum0_0 = (float4)(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // the tile of A goes to local memory, column by column
    float4 a0_0;
    a0_0.s0 = a[a_offset + (size_t)row * a_row + (size_t)(start + lane)];
    a0_0.s1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)(start + lane)];
    a0_0.s2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)(start + lane)];
    a0_0.s3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)(start + lane)];
    *(__local float4 *)(a_tile + tile + lane * 4) = a0_0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 8; ++l) {
      const float right0 = b[b_offset + (size_t)(start + l) * b_row + (size_t)col0];
      const float4 left0 = *(__local const float4 *)(a_tile + tile + l * 4);
      sum0_0 += right0 * left0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // terms that fill no step
  for (int l = whole; l < k; ++l) {
    float4 left0;
    left0.s0 = a[a_offset + (size_t)row * a_row + (size_t)l];
    left0.s1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)l];
    left0.s2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)l];
    left0.s3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)l];
    const float right0 = b[b_offset + (size_t)l * b_row + (size_t)col0];
    sum0_0 += right0 * left0;
  }
  float line[4];
  if (col0 >= own_col) {
    vstore4(sum0_0, 0, line);
    for (int i = own_row - row; i < 4; ++i) {
      c[c_offset + (size_t)(row + i) * c_row + (size_t)col0] = beta == 0
          ? alpha * line[i] : alpha * line[i] + beta * c[c_offset + (size_t)(row + i) * c_row + (size_t)col0];
    }
  }
}
