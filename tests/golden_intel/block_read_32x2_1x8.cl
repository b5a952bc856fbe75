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
  const int own_row = get_group_id(1) * 32, own_col = get_group_id(0) * 16;
  const int row = min(own_row, m - 32), col = min(own_col, n - 16);
  const int col0 = col + lane;
  const int col1 = col + lane + 8;
  float8 sum0_0 = (float8)(0); float8 sum0_1 = (float8)(0);
  float8 sum1_0 = (float8)(0); float8 sum1_1 = (float8)(0);
  float8 sum2_0 = (float8)(0); float8 sum2_1 = (float8)(0);
  float8 sum3_0 = (float8)(0); float8 sum3_1 = (float8)(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // a lane reads a column of the tile of A
    const float8 a0_0 = as_float8(intel_sub_group_block_read8(a, (int2)(start * 4, row)));
    const float8 a0_1 = as_float8(intel_sub_group_block_read8(a, (int2)(start * 4, row + 8)));
    const float8 a0_2 = as_float8(intel_sub_group_block_read8(a, (int2)(start * 4, row + 16)));
    const float8 a0_3 = as_float8(intel_sub_group_block_read8(a, (int2)(start * 4, row + 24)));
    const float8 b0_0 = as_float8(intel_sub_group_block_read8(b, (int2)(col * 4, start)));
    const float8 b0_1 = as_float8(intel_sub_group_block_read8(b, (int2)((col + 8) * 4, start)));
    // each column in turn goes to all lanes
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 0);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 0);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 0);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 0);
      sum0_0 += b0_0.s0 * left0;
      sum0_1 += b0_1.s0 * left0;
      sum1_0 += b0_0.s0 * left1;
      sum1_1 += b0_1.s0 * left1;
      sum2_0 += b0_0.s0 * left2;
      sum2_1 += b0_1.s0 * left2;
      sum3_0 += b0_0.s0 * left3;
      sum3_1 += b0_1.s0 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 1);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 1);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 1);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 1);
      sum0_0 += b0_0.s1 * left0;
      sum0_1 += b0_1.s1 * left0;
      sum1_0 += b0_0.s1 * left1;
      sum1_1 += b0_1.s1 * left1;
      sum2_0 += b0_0.s1 * left2;
      sum2_1 += b0_1.s1 * left2;
      sum3_0 += b0_0.s1 * left3;
      sum3_1 += b0_1.s1 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 2);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 2);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 2);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 2);
      sum0_0 += b0_0.s2 * left0;
      sum0_1 += b0_1.s2 * left0;
      sum1_0 += b0_0.s2 * left1;
      sum1_1 += b0_1.s2 * left1;
      sum2_0 += b0_0.s2 * left2;
      sum2_1 += b0_1.s2 * left2;
      sum3_0 += b0_0.s2 * left3;
      sum3_1 += b0_1.s2 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 3);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 3);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 3);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 3);
      sum0_0 += b0_0.s3 * left0;
      sum0_1 += b0_1.s3 * left0;
      sum1_0 += b0_0.s3 * left1;
      sum1_1 += b0_1.s3 * left1;
      sum2_0 += b0_0.s3 * left2;
      sum2_1 += b0_1.s3 * left2;
      sum3_0 += b0_0.s3 * left3;
      sum3_1 += b0_1.s3 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 4);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 4);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 4);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 4);
      sum0_0 += b0_0.s4 * left0;
      sum0_1 += b0_1.s4 * left0;
      sum1_0 += b0_0.s4 * left1;
      sum1_1 += b0_1.s4 * left1;
      sum2_0 += b0_0.s4 * left2;
      sum2_1 += b0_1.s4 * left2;
      sum3_0 += b0_0.s4 * left3;
      sum3_1 += b0_1.s4 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 5);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 5);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 5);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 5);
      sum0_0 += b0_0.s5 * left0;
      sum0_1 += b0_1.s5 * left0;
      sum1_0 += b0_0.s5 * left1;
      sum1_1 += b0_1.s5 * left1;
      sum2_0 += b0_0.s5 * left2;
      sum2_1 += b0_1.s5 * left2;
      sum3_0 += b0_0.s5 * left3;
      sum3_1 += b0_1.s5 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 6);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 6);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 6);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 6);
      sum0_0 += b0_0.s6 * left0;
      sum0_1 += b0_1.s6 * left0;
      sum1_0 += b0_0.s6 * left1;
      sum1_1 += b0_1.s6 * left1;
      sum2_0 += b0_0.s6 * left2;
      sum2_1 += b0_1.s6 * left2;
      sum3_0 += b0_0.s6 * left3;
      sum3_1 += b0_1.s6 * left3;
    }
    {
      const float8 left0 = intel_sub_group_shuffle(a0_0, 7);
      const float8 left1 = intel_sub_group_shuffle(a0_1, 7);
      const float8 left2 = intel_sub_group_shuffle(a0_2, 7);
      const float8 left3 = intel_sub_group_shuffle(a0_3, 7);
      sum0_0 += b0_0.s7 * left0;
      sum0_1 += b0_1.s7 * left0;
      sum1_0 += b0_0.s7 * left1;
      sum1_1 += b0_1.s7 * left1;
      sum2_0 += b0_0.s7 * left2;
      sum2_1 += b0_1.s7 * left2;
      sum3_0 += b0_0.s7 * left3;
      sum3_1 += b0_1.s7 * left3;
    }
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
    float8 left2;
    left2.s0 = read_imagef(a, sampler, (int2)(l, row + 16)).s0;
    left2.s1 = read_imagef(a, sampler, (int2)(l, row + 17)).s0;
    left2.s2 = read_imagef(a, sampler, (int2)(l, row + 18)).s0;
    left2.s3 = read_imagef(a, sampler, (int2)(l, row + 19)).s0;
    left2.s4 = read_imagef(a, sampler, (int2)(l, row + 20)).s0;
    left2.s5 = read_imagef(a, sampler, (int2)(l, row + 21)).s0;
    left2.s6 = read_imagef(a, sampler, (int2)(l, row + 22)).s0;
    left2.s7 = read_imagef(a, sampler, (int2)(l, row + 23)).s0;
    float8 left3;
    left3.s0 = read_imagef(a, sampler, (int2)(l, row + 24)).s0;
    left3.s1 = read_imagef(a, sampler, (int2)(l, row + 25)).s0;
    left3.s2 = read_imagef(a, sampler, (int2)(l, row + 26)).s0;
    left3.s3 = read_imagef(a, sampler, (int2)(l, row + 27)).s0;
    left3.s4 = read_imagef(a, sampler, (int2)(l, row + 28)).s0;
    left3.s5 = read_imagef(a, sampler, (int2)(l, row + 29)).s0;
    left3.s6 = read_imagef(a, sampler, (int2)(l, row + 30)).s0;
    left3.s7 = read_imagef(a, sampler, (int2)(l, row + 31)).s0;
    const float right0 = read_imagef(b, sampler, (int2)(col0, l)).s0;
    const float right1 = read_imagef(b, sampler, (int2)(col1, l)).s0;
    sum0_0 += right0 * left0;
    sum0_1 += right1 * left0;
    sum1_0 += right0 * left1;
    sum1_1 += right1 * left1;
    sum2_0 += right0 * left2;
    sum2_1 += right1 * left2;
    sum3_0 += right0 * left3;
    sum3_1 += right1 * left3;
  }
  if (col0 >= own_col) {
    if (row >= own_row) c[c_offset + (size_t)row * c_row + (size_t)col0] = sum0_0.s0;
    if (row + 1 >= own_row) c[c_offset + (size_t)(row + 1) * c_row + (size_t)col0] = sum0_0.s1;
    if (row + 2 >= own_row) c[c_offset + (size_t)(row + 2) * c_row + (size_t)col0] = sum0_0.s2;
    if (row + 3 >= own_row) c[c_offset + (size_t)(row + 3) * c_row + (size_t)col0] = sum0_0.s3;
    if (row + 4 >= own_row) c[c_offset + (size_t)(row + 4) * c_row + (size_t)col0] = sum0_0.s4;
    if (row + 5 >= own_row) c[c_offset + (size_t)(row + 5) * c_row + (size_t)col0] = sum0_0.s5;
    if (row + 6 >= own_row) c[c_offset + (size_t)(row + 6) * c_row + (size_t)col0] = sum0_0.s6;
    if (row + 7 >= own_row) c[c_offset + (size_t)(row + 7) * c_row + (size_t)col0] = sum0_0.s7;
    if (row + 8 >= own_row) c[c_offset + (size_t)(row + 8) * c_row + (size_t)col0] = sum1_0.s0;
    if (row + 9 >= own_row) c[c_offset + (size_t)(row + 9) * c_row + (size_t)col0] = sum1_0.s1;
    if (row + 10 >= own_row) c[c_offset + (size_t)(row + 10) * c_row + (size_t)col0] = sum1_0.s2;
    if (row + 11 >= own_row) c[c_offset + (size_t)(row + 11) * c_row + (size_t)col0] = sum1_0.s3;
    if (row + 12 >= own_row) c[c_offset + (size_t)(row + 12) * c_row + (size_t)col0] = sum1_0.s4;
    if (row + 13 >= own_row) c[c_offset + (size_t)(row + 13) * c_row + (size_t)col0] = sum1_0.s5;
    if (row + 14 >= own_row) c[c_offset + (size_t)(row + 14) * c_row + (size_t)col0] = sum1_0.s6;
    if (row + 15 >= own_row) c[c_offset + (size_t)(row + 15) * c_row + (size_t)col0] = sum1_0.s7;
    if (row + 16 >= own_row) c[c_offset + (size_t)(row + 16) * c_row + (size_t)col0] = sum2_0.s0;
    if (row + 17 >= own_row) c[c_offset + (size_t)(row + 17) * c_row + (size_t)col0] = sum2_0.s1;
    if (row + 18 >= own_row) c[c_offset + (size_t)(row + 18) * c_row + (size_t)col0] = sum2_0.s2;
    if (row + 19 >= own_row) c[c_offset + (size_t)(row + 19) * c_row + (size_t)col0] = sum2_0.s3;
    if (row + 20 >= own_row) c[c_offset + (size_t)(row + 20) * c_row + (size_t)col0] = sum2_0.s4;
    if (row + 21 >= own_row) c[c_offset + (size_t)(row + 21) * c_row + (size_t)col0] = sum2_0.s5;
    if (row + 22 >= own_row) c[c_offset + (size_t)(row + 22) * c_row + (size_t)col0] = sum2_0.s6;
    if (row + 23 >= own_row) c[c_offset + (size_t)(row + 23) * c_row + (size_t)col0] = sum2_0.s7;
    if (row + 24 >= own_row) c[c_offset + (size_t)(row + 24) * c_row + (size_t)col0] = sum3_0.s0;
    if (row + 25 >= own_row) c[c_offset + (size_t)(row + 25) * c_row + (size_t)col0] = sum3_0.s1;
    if (row + 26 >= own_row) c[c_offset + (size_t)(row + 26) * c_row + (size_t)col0] = sum3_0.s2;
    if (row + 27 >= own_row) c[c_offset + (size_t)(row + 27) * c_row + (size_t)col0] = sum3_0.s3;
    if (row + 28 >= own_row) c[c_offset + (size_t)(row + 28) * c_row + (size_t)col0] = sum3_0.s4;
    if (row + 29 >= own_row) c[c_offset + (size_t)(row + 29) * c_row + (size_t)col0] = sum3_0.s5;
    if (row + 30 >= own_row) c[c_offset + (size_t)(row + 30) * c_row + (size_t)col0] = sum3_0.s6;
    if (row + 31 >= own_row) c[c_offset + (size_t)(row + 31) * c_row + (size_t)col0] = sum3_0.s7;
  }
  if (col1 >= own_col) {
    if (row >= own_row) c[c_offset + (size_t)row * c_row + (size_t)col1] = sum0_1.s0;
    if (row + 1 >= own_row) c[c_offset + (size_t)(row + 1) * c_row + (size_t)col1] = sum0_1.s1;
    if (row + 2 >= own_row) c[c_offset + (size_t)(row + 2) * c_row + (size_t)col1] = sum0_1.s2;
    if (row + 3 >= own_row) c[c_offset + (size_t)(row + 3) * c_row + (size_t)col1] = sum0_1.s3;
    if (row + 4 >= own_row) c[c_offset + (size_t)(row + 4) * c_row + (size_t)col1] = sum0_1.s4;
    if (row + 5 >= own_row) c[c_offset + (size_t)(row + 5) * c_row + (size_t)col1] = sum0_1.s5;
    if (row + 6 >= own_row) c[c_offset + (size_t)(row + 6) * c_row + (size_t)col1] = sum0_1.s6;
    if (row + 7 >= own_row) c[c_offset + (size_t)(row + 7) * c_row + (size_t)col1] = sum0_1.s7;
    if (row + 8 >= own_row) c[c_offset + (size_t)(row + 8) * c_row + (size_t)col1] = sum1_1.s0;
    if (row + 9 >= own_row) c[c_offset + (size_t)(row + 9) * c_row + (size_t)col1] = sum1_1.s1;
    if (row + 10 >= own_row) c[c_offset + (size_t)(row + 10) * c_row + (size_t)col1] = sum1_1.s2;
    if (row + 11 >= own_row) c[c_offset + (size_t)(row + 11) * c_row + (size_t)col1] = sum1_1.s3;
    if (row + 12 >= own_row) c[c_offset + (size_t)(row + 12) * c_row + (size_t)col1] = sum1_1.s4;
    if (row + 13 >= own_row) c[c_offset + (size_t)(row + 13) * c_row + (size_t)col1] = sum1_1.s5;
    if (row + 14 >= own_row) c[c_offset + (size_t)(row + 14) * c_row + (size_t)col1] = sum1_1.s6;
    if (row + 15 >= own_row) c[c_offset + (size_t)(row + 15) * c_row + (size_t)col1] = sum1_1.s7;
    if (row + 16 >= own_row) c[c_offset + (size_t)(row + 16) * c_row + (size_t)col1] = sum2_1.s0;
    if (row + 17 >= own_row) c[c_offset + (size_t)(row + 17) * c_row + (size_t)col1] = sum2_1.s1;
    if (row + 18 >= own_row) c[c_offset + (size_t)(row + 18) * c_row + (size_t)col1] = sum2_1.s2;
    if (row + 19 >= own_row) c[c_offset + (size_t)(row + 19) * c_row + (size_t)col1] = sum2_1.s3;
    if (row + 20 >= own_row) c[c_offset + (size_t)(row + 20) * c_row + (size_t)col1] = sum2_1.s4;
    if (row + 21 >= own_row) c[c_offset + (size_t)(row + 21) * c_row + (size_t)col1] = sum2_1.s5;
    if (row + 22 >= own_row) c[c_offset + (size_t)(row + 22) * c_row + (size_t)col1] = sum2_1.s6;
    if (row + 23 >= own_row) c[c_offset + (size_t)(row + 23) * c_row + (size_t)col1] = sum2_1.s7;
    if (row + 24 >= own_row) c[c_offset + (size_t)(row + 24) * c_row + (size_t)col1] = sum3_1.s0;
    if (row + 25 >= own_row) c[c_offset + (size_t)(row + 25) * c_row + (size_t)col1] = sum3_1.s1;
    if (row + 26 >= own_row) c[c_offset + (size_t)(row + 26) * c_row + (size_t)col1] = sum3_1.s2;
    if (row + 27 >= own_row) c[c_offset + (size_t)(row + 27) * c_row + (size_t)col1] = sum3_1.s3;
    if (row + 28 >= own_row) c[c_offset + (size_t)(row + 28) * c_row + (size_t)col1] = sum3_1.s4;
    if (row + 29 >= own_row) c[c_offset + (size_t)(row + 29) * c_row + (size_t)col1] = sum3_1.s5;
    if (row + 30 >= own_row) c[c_offset + (size_t)(row + 30) * c_row + (size_t)col1] = sum3_1.s6;
    if (row + 31 >= own_row) c[c_offset + (size_t)(row + 31) * c_row + (size_t)col1] = sum3_1.s7;
  }
}
