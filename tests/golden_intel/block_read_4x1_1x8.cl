__kernel __attribute__((intel_reqd_sub_group_size(8))) __attribute__((reqd_work_group_size(8, 1, 1))) void
gemm_subgroup(
    const int m, const int n, const int k,
    __read_only image2d_t a, const ulong a_offset, const int a_row, const int a_col,
    __read_only image2d_t b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int lane = get_sub_group_local_id();
  // where the last tile ends, C does; what it shares with others is theirs to write
  const int own_row = get_group_id(1) * 4, own_col = get_group_id(0) * 8;
  const int row = min(own_row, m - 4), col = min(own_col, n - 8);
  const int col0 = col + lane;
  float4 sum0_0 = (float4)(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // a lane reads a column of the tile of A
    const float4 a0_0 = as_float4(intel_sub_group_block_read4(a, (int2)(start * 4, row)));
    const float8 b0_0 = as_float8(intel_sub_group_block_read8(b, (int2)(col * 4, start)));
    // each column in turn goes to all lanes
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 0);
      sum0_0 += b0_0.s0 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 1);
      sum0_0 += b0_0.s1 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 2);
      sum0_0 += b0_0.s2 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 3);
      sum0_0 += b0_0.s3 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 4);
      sum0_0 += b0_0.s4 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 5);
      sum0_0 += b0_0.s5 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 6);
      sum0_0 += b0_0.s6 * left0;
    }
    {
      const float4 left0 = intel_sub_group_shuffle(a0_0, 7);
      sum0_0 += b0_0.s7 * left0;
    }
  }
  // terms that fill no step
  for (int l = whole; l < k; ++l) {
    float4 left0;
    left0.s0 = read_imagef(a, sampler, (int2)(l, row)).s0;
    left0.s1 = read_imagef(a, sampler, (int2)(l, row + 1)).s0;
    left0.s2 = read_imagef(a, sampler, (int2)(l, row + 2)).s0;
    left0.s3 = read_imagef(a, sampler, (int2)(l, row + 3)).s0;
    const float right0 = read_imagef(b, sampler, (int2)(col0, l)).s0;
    sum0_0 += right0 * left0;
  }
  if (col0 >= own_col) {
    if (row >= own_row) c[c_offset + (size_t)row * c_row + (size_t)col0] = sum0_0.s0;
    if (row + 1 >= own_row) c[c_offset + (size_t)(row + 1) * c_row + (size_t)col0] = sum0_0.s1;
    if (row + 2 >= own_row) c[c_offset + (size_t)(row + 2) * c_row + (size_t)col0] = sum0_0.s2;
    if (row + 3 >= own_row) c[c_offset + (size_t)(row + 3) * c_row + (size_t)col0] = sum0_0.s3;
  }
}
