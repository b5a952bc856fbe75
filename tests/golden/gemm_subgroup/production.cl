// gemm m=1024 n=1024 k=1024 float32 col*row=row: rm=16 rn=2 width=8 groups_m=4 spans=1 exchange=local load=image
// barrier=False multiply=plain slices=1
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void
gemm_subgroup(
    const int m, const int n, const int k, const float alpha, const float beta,
    __read_only image2d_t a, const ulong a_offset, const int a_row, const int a_col,
    __read_only image2d_t b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local float a_tile[512] __attribute__((aligned(64)));
  const int tile = get_local_id(1) * 128;
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int lane = get_local_id(0);
  // where the last tile ends, C does; what it shares with others is theirs to write
  const int own_row = (get_group_id(1) * 4 + get_local_id(1)) * 16, own_col = get_group_id(0) * 16;
  const int row = min(own_row, m - 16), col = min(own_col, n - 16);
  const int col0 = col + lane;
  const int col1 = col + lane + 8;
  float8 sum0_0 = (float8)(0); float8 sum0_1 = (float8)(0);
  float8 sum1_0 = (float8)(0); float8 sum1_1 = (float8)(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // the tile of A goes to local memory, column by column
    float8 a0_0;
    a0_0.s0 = read_imagef(a, sampler, (int2)(start + lane, row)).s0;
    a0_0.s1 = read_imagef(a, sampler, (int2)(start + lane, row + 1)).s0;
    a0_0.s2 = read_imagef(a, sampler, (int2)(start + lane, row + 2)).s0;
    a0_0.s3 = read_imagef(a, sampler, (int2)(start + lane, row + 3)).s0;
    a0_0.s4 = read_imagef(a, sampler, (int2)(start + lane, row + 4)).s0;
    a0_0.s5 = read_imagef(a, sampler, (int2)(start + lane, row + 5)).s0;
    a0_0.s6 = read_imagef(a, sampler, (int2)(start + lane, row + 6)).s0;
    a0_0.s7 = read_imagef(a, sampler, (int2)(start + lane, row + 7)).s0;
    float8 a0_1;
    a0_1.s0 = read_imagef(a, sampler, (int2)(start + lane, row + 8)).s0;
    a0_1.s1 = read_imagef(a, sampler, (int2)(start + lane, row + 9)).s0;
    a0_1.s2 = read_imagef(a, sampler, (int2)(start + lane, row + 10)).s0;
    a0_1.s3 = read_imagef(a, sampler, (int2)(start + lane, row + 11)).s0;
    a0_1.s4 = read_imagef(a, sampler, (int2)(start + lane, row + 12)).s0;
    a0_1.s5 = read_imagef(a, sampler, (int2)(start + lane, row + 13)).s0;
    a0_1.s6 = read_imagef(a, sampler, (int2)(start + lane, row + 14)).s0;
    a0_1.s7 = read_imagef(a, sampler, (int2)(start + lane, row + 15)).s0;
    *(__local float8 *)(a_tile + tile + lane * 16) = a0_0;
    *(__local float8 *)(a_tile + tile + lane * 16 + 8) = a0_1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 8; ++l) {
      const float right0 = read_imagef(b, sampler, (int2)(col0, start + l)).s0;
      const float right1 = read_imagef(b, sampler, (int2)(col1, start + l)).s0;
      const float8 left0 = *(__local const float8 *)(a_tile + tile + l * 16);
      const float8 left1 = *(__local const float8 *)(a_tile + tile + l * 16 + 8);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum1_0 += right0 * left1;
      sum1_1 += right1 * left1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // terms that fill no step
  for (int l = whole; l < k; ++l) {
    float8 left0;
    left0.s0 = read_imagef(a, sampler, (int2)(l, row)).s0;
    left0.s1 = read_imagef(a, sampler, (int2)(l, row + 1)).s0;
    left0.s2 = read_imagef(a, sampler, (int2)(l, row + 2)).s0;
    left0.s3 = read_imagef(a, sampler, (int2)(l, row + 3)).s0;
    left0.s4 = read_imagef(a, sampler, (int2)(l, row + 4)).s0;
    left0.s5 = read_imagef(a, sampler, (int2)(l, row + 5)).s0;
    left0.s6 = read_imagef(a, sampler, (int2)(l, row + 6)).s0;
    left0.s7 = read_imagef(a, sampler, (int2)(l, row + 7)).s0;
    float8 left1;
    left1.s0 = read_imagef(a, sampler, (int2)(l, row + 8)).s0;
    left1.s1 = read_imagef(a, sampler, (int2)(l, row + 9)).s0;
    left1.s2 = read_imagef(a, sampler, (int2)(l, row + 10)).s0;
    left1.s3 = read_imagef(a, sampler, (int2)(l, row + 11)).s0;
    left1.s4 = read_imagef(a, sampler, (int2)(l, row + 12)).s0;
    left1.s5 = read_imagef(a, sampler, (int2)(l, row + 13)).s0;
    left1.s6 = read_imagef(a, sampler, (int2)(l, row + 14)).s0;
    left1.s7 = read_imagef(a, sampler, (int2)(l, row + 15)).s0;
    const float right0 = read_imagef(b, sampler, (int2)(col0, l)).s0;
    const float right1 = read_imagef(b, sampler, (int2)(col1, l)).s0;
    sum0_0 += right0 * left0;
    sum0_1 += right1 * left0;
    sum1_0 += right0 * left1;
    sum1_1 += right1 * left1;
  }
  float line[16];
  if (col0 >= own_col) {
    vstore8(sum0_0, 0, line);
    vstore8(sum1_0, 0, line + 8);
    for (int i = own_row - row; i < 16; ++i) {
      c[c_offset + (size_t)(row + i) * c_row + (size_t)col0] = beta == 0
          ? alpha * line[i] : alpha * line[i] + beta * c[c_offset + (size_t)(row + i) * c_row + (size_t)col0];
    }
  }
  if (col1 >= own_col) {
    vstore8(sum0_1, 0, line);
    vstore8(sum1_1, 0, line + 8);
    for (int i = own_row - row; i < 16; ++i) {
      c[c_offset + (size_t)(row + i) * c_row + (size_t)col1] = beta == 0
          ? alpha * line[i] : alpha * line[i] + beta * c[c_offset + (size_t)(row + i) * c_row + (size_t)col1];
    }
  }
}
