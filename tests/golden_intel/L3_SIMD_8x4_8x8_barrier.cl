__kernel __attribute__((intel_reqd_sub_group_size(8))) __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_subgroup(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int lane = get_sub_group_local_id();
  // where the last tile ends, C does; what it shares with others is theirs to write
  const int own_row = (get_group_id(1) * 8 + sub_group_broadcast(get_sub_group_id(), 0)) * 8,
      own_col = get_group_id(0) * 32;
  const int row = min(own_row, m - 8), col = min(own_col, n - 32);
  const int col0 = col + lane;
  const int col1 = col + lane + 8;
  const int col2 = col + lane + 16;
  const int col3 = col + lane + 24;
  float8 sum0_0 = (float8)(0); float8 sum0_1 = (float8)(0); float8 sum0_2 = (float8)(0); float8 sum0_3 = (float8)(0);
  const int whole = k - k % 8;
  for (int start = 0; start < whole; start += 8) {
    // a lane reads a column of the tile of A
    float8 a0_0;
    a0_0.s0 = a[a_offset + (size_t)row * a_row + (size_t)(start + lane)];
    a0_0.s1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)(start + lane)];
    a0_0.s2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)(start + lane)];
    a0_0.s3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)(start + lane)];
    a0_0.s4 = a[a_offset + (size_t)(row + 4) * a_row + (size_t)(start + lane)];
    a0_0.s5 = a[a_offset + (size_t)(row + 5) * a_row + (size_t)(start + lane)];
    a0_0.s6 = a[a_offset + (size_t)(row + 6) * a_row + (size_t)(start + lane)];
    a0_0.s7 = a[a_offset + (size_t)(row + 7) * a_row + (size_t)(start + lane)];
    barrier(CLK_LOCAL_MEM_FENCE);
    // each column in turn goes to all lanes
    {
      const float right0 = b[b_offset + (size_t)start * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)start * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)start * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)start * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 0);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 1) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 1) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 1) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 1) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 1);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 2) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 2) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 2) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 2) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 2);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 3) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 3) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 3) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 3) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 3);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 4) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 4) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 4) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 4) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 4);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 5) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 5) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 5) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 5) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 5);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 6) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 6) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 6) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 6) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 6);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
    {
      const float right0 = b[b_offset + (size_t)(start + 7) * b_row + (size_t)col0];
      const float right1 = b[b_offset + (size_t)(start + 7) * b_row + (size_t)col1];
      const float right2 = b[b_offset + (size_t)(start + 7) * b_row + (size_t)col2];
      const float right3 = b[b_offset + (size_t)(start + 7) * b_row + (size_t)col3];
      const float8 left0 = intel_sub_group_shuffle(a0_0, 7);
      sum0_0 += right0 * left0;
      sum0_1 += right1 * left0;
      sum0_2 += right2 * left0;
      sum0_3 += right3 * left0;
    }
  }
  // terms that fill no step
  for (int l = whole; l < k; ++l) {
    float8 left0;
    left0.s0 = a[a_offset + (size_t)row * a_row + (size_t)l];
    left0.s1 = a[a_offset + (size_t)(row + 1) * a_row + (size_t)l];
    left0.s2 = a[a_offset + (size_t)(row + 2) * a_row + (size_t)l];
    left0.s3 = a[a_offset + (size_t)(row + 3) * a_row + (size_t)l];
    left0.s4 = a[a_offset + (size_t)(row + 4) * a_row + (size_t)l];
    left0.s5 = a[a_offset + (size_t)(row + 5) * a_row + (size_t)l];
    left0.s6 = a[a_offset + (size_t)(row + 6) * a_row + (size_t)l];
    left0.s7 = a[a_offset + (size_t)(row + 7) * a_row + (size_t)l];
    const float right0 = b[b_offset + (size_t)l * b_row + (size_t)col0];
    const float right1 = b[b_offset + (size_t)l * b_row + (size_t)col1];
    const float right2 = b[b_offset + (size_t)l * b_row + (size_t)col2];
    const float right3 = b[b_offset + (size_t)l * b_row + (size_t)col3];
    sum0_0 += right0 * left0;
    sum0_1 += right1 * left0;
    sum0_2 += right2 * left0;
    sum0_3 += right3 * left0;
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
  }
  if (col2 >= own_col) {
    if (row >= own_row) c[c_offset + (size_t)row * c_row + (size_t)col2] = sum0_2.s0;
    if (row + 1 >= own_row) c[c_offset + (size_t)(row + 1) * c_row + (size_t)col2] = sum0_2.s1;
    if (row + 2 >= own_row) c[c_offset + (size_t)(row + 2) * c_row + (size_t)col2] = sum0_2.s2;
    if (row + 3 >= own_row) c[c_offset + (size_t)(row + 3) * c_row + (size_t)col2] = sum0_2.s3;
    if (row + 4 >= own_row) c[c_offset + (size_t)(row + 4) * c_row + (size_t)col2] = sum0_2.s4;
    if (row + 5 >= own_row) c[c_offset + (size_t)(row + 5) * c_row + (size_t)col2] = sum0_2.s5;
    if (row + 6 >= own_row) c[c_offset + (size_t)(row + 6) * c_row + (size_t)col2] = sum0_2.s6;
    if (row + 7 >= own_row) c[c_offset + (size_t)(row + 7) * c_row + (size_t)col2] = sum0_2.s7;
  }
  if (col3 >= own_col) {
    if (row >= own_row) c[c_offset + (size_t)row * c_row + (size_t)col3] = sum0_3.s0;
    if (row + 1 >= own_row) c[c_offset + (size_t)(row + 1) * c_row + (size_t)col3] = sum0_3.s1;
    if (row + 2 >= own_row) c[c_offset + (size_t)(row + 2) * c_row + (size_t)col3] = sum0_3.s2;
    if (row + 3 >= own_row) c[c_offset + (size_t)(row + 3) * c_row + (size_t)col3] = sum0_3.s3;
    if (row + 4 >= own_row) c[c_offset + (size_t)(row + 4) * c_row + (size_t)col3] = sum0_3.s4;
    if (row + 5 >= own_row) c[c_offset + (size_t)(row + 5) * c_row + (size_t)col3] = sum0_3.s5;
    if (row + 6 >= own_row) c[c_offset + (size_t)(row + 6) * c_row + (size_t)col3] = sum0_3.s6;
    if (row + 7 >= own_row) c[c_offset + (size_t)(row + 7) * c_row + (size_t)col3] = sum0_3.s7;
  }
}
