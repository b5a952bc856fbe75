// gemm m=4096 n=4096 k=4096 float32 col*row=row: tm=256 tn=128 tk=16 rm=16 rn=8 chunk=4 va=4 vb=4 pad=4 buffers=1
// slices=1 multiply=plain
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
gemm_tile(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1), place = y * 16 + x;
  const int row0 = get_group_id(1) * 256, col0 = get_group_id(0) * 128;
  __local float a_tile[4160] __attribute__((aligned(64)));
  float4 a_next0; float4 a_next1; float4 a_next2; float4 a_next3;
  const bool a_whole = row0 + 256 <= m && a_col % 4 == 0 && (size_t)(a + a_offset) % (4 * sizeof(float)) == 0;
  __local float b_tile[2112] __attribute__((aligned(64)));
  float4 b_next0; float4 b_next1;
  const bool b_whole = col0 + 128 <= n && b_row % 4 == 0 && (size_t)(b + b_offset) % (4 * sizeof(float)) == 0;
  float4 sum0_0 = (float4)(0); float4 sum0_1 = (float4)(0);
  float4 sum1_0 = (float4)(0); float4 sum1_1 = (float4)(0);
  float4 sum2_0 = (float4)(0); float4 sum2_1 = (float4)(0);
  float4 sum3_0 = (float4)(0); float4 sum3_1 = (float4)(0);
  float4 sum4_0 = (float4)(0); float4 sum4_1 = (float4)(0);
  float4 sum5_0 = (float4)(0); float4 sum5_1 = (float4)(0);
  float4 sum6_0 = (float4)(0); float4 sum6_1 = (float4)(0);
  float4 sum7_0 = (float4)(0); float4 sum7_1 = (float4)(0);
  float4 sum8_0 = (float4)(0); float4 sum8_1 = (float4)(0);
  float4 sum9_0 = (float4)(0); float4 sum9_1 = (float4)(0);
  float4 sum10_0 = (float4)(0); float4 sum10_1 = (float4)(0);
  float4 sum11_0 = (float4)(0); float4 sum11_1 = (float4)(0);
  float4 sum12_0 = (float4)(0); float4 sum12_1 = (float4)(0);
  float4 sum13_0 = (float4)(0); float4 sum13_1 = (float4)(0);
  float4 sum14_0 = (float4)(0); float4 sum14_1 = (float4)(0);
  float4 sum15_0 = (float4)(0); float4 sum15_1 = (float4)(0);
  for (int start = 0; start < k; start += 16) {
    {
      const int v = place;
      const int e = (v % 64) * 4, l = v / 64;
      if (a_whole && start + 16 <= k) {
        a_next0 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col);
      }
      else {
        a_next0.s0 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col) : 0;
        a_next0.s1 = row0 + e + 1 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 1) + (size_t)(start + l) * a_col) : 0;
        a_next0.s2 = row0 + e + 2 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 2) + (size_t)(start + l) * a_col) : 0;
        a_next0.s3 = row0 + e + 3 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 3) + (size_t)(start + l) * a_col) : 0;
      }
    }
    {
      const int v = place + 256;
      const int e = (v % 64) * 4, l = v / 64;
      if (a_whole && start + 16 <= k) {
        a_next1 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col);
      }
      else {
        a_next1.s0 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col) : 0;
        a_next1.s1 = row0 + e + 1 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 1) + (size_t)(start + l) * a_col) : 0;
        a_next1.s2 = row0 + e + 2 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 2) + (size_t)(start + l) * a_col) : 0;
        a_next1.s3 = row0 + e + 3 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 3) + (size_t)(start + l) * a_col) : 0;
      }
    }
    {
      const int v = place + 512;
      const int e = (v % 64) * 4, l = v / 64;
      if (a_whole && start + 16 <= k) {
        a_next2 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col);
      }
      else {
        a_next2.s0 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col) : 0;
        a_next2.s1 = row0 + e + 1 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 1) + (size_t)(start + l) * a_col) : 0;
        a_next2.s2 = row0 + e + 2 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 2) + (size_t)(start + l) * a_col) : 0;
        a_next2.s3 = row0 + e + 3 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 3) + (size_t)(start + l) * a_col) : 0;
      }
    }
    {
      const int v = place + 768;
      const int e = (v % 64) * 4, l = v / 64;
      if (a_whole && start + 16 <= k) {
        a_next3 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col);
      }
      else {
        a_next3.s0 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) + (size_t)(start + l) * a_col) : 0;
        a_next3.s1 = row0 + e + 1 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 1) + (size_t)(start + l) * a_col) : 0;
        a_next3.s2 = row0 + e + 2 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 2) + (size_t)(start + l) * a_col) : 0;
        a_next3.s3 = row0 + e + 3 < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e + 3) + (size_t)(start + l) * a_col) : 0;
      }
    }
    {
      const int v = place;
      const int e = (v % 32) * 4, l = v / 32;
      if (b_whole && start + 16 <= k) {
        b_next0 = *(__global const float4 *)(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next0.s0 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
        b_next0.s1 = col0 + e + 1 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 1)) : 0;
        b_next0.s2 = col0 + e + 2 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 2)) : 0;
        b_next0.s3 = col0 + e + 3 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 3)) : 0;
      }
    }
    {
      const int v = place + 256;
      const int e = (v % 32) * 4, l = v / 32;
      if (b_whole && start + 16 <= k) {
        b_next1 = *(__global const float4 *)(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next1.s0 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
        b_next1.s1 = col0 + e + 1 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 1)) : 0;
        b_next1.s2 = col0 + e + 2 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 2)) : 0;
        b_next1.s3 = col0 + e + 3 < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 3)) : 0;
      }
    }
    {
      const int v = place;
      const int e = (v % 64) * 4, l = v / 64;
      *(__local float4 *)(a_tile + l * 260 + e) = a_next0;
    }
    {
      const int v = place + 256;
      const int e = (v % 64) * 4, l = v / 64;
      *(__local float4 *)(a_tile + l * 260 + e) = a_next1;
    }
    {
      const int v = place + 512;
      const int e = (v % 64) * 4, l = v / 64;
      *(__local float4 *)(a_tile + l * 260 + e) = a_next2;
    }
    {
      const int v = place + 768;
      const int e = (v % 64) * 4, l = v / 64;
      *(__local float4 *)(a_tile + l * 260 + e) = a_next3;
    }
    {
      const int v = place;
      const int e = (v % 32) * 4, l = v / 32;
      *(__local float4 *)(b_tile + l * 132 + e) = b_next0;
    }
    {
      const int v = place + 256;
      const int e = (v % 32) * 4, l = v / 32;
      *(__local float4 *)(b_tile + l * 132 + e) = b_next1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 16; ++l) {
      const float4 left0 = *(__local const float4 *)(a_tile + l * 260 + y * 4);
      const float4 left1 = *(__local const float4 *)(a_tile + l * 260 + y * 4 + 64);
      const float4 left2 = *(__local const float4 *)(a_tile + l * 260 + y * 4 + 128);
      const float4 left3 = *(__local const float4 *)(a_tile + l * 260 + y * 4 + 192);
      const float4 right0 = *(__local const float4 *)(b_tile + l * 132 + x * 4);
      const float4 right1 = *(__local const float4 *)(b_tile + l * 132 + x * 4 + 64);
      sum0_0 += left0.s0 * right0;
      sum0_1 += left0.s0 * right1;
      sum1_0 += left0.s1 * right0;
      sum1_1 += left0.s1 * right1;
      sum2_0 += left0.s2 * right0;
      sum2_1 += left0.s2 * right1;
      sum3_0 += left0.s3 * right0;
      sum3_1 += left0.s3 * right1;
      sum4_0 += left1.s0 * right0;
      sum4_1 += left1.s0 * right1;
      sum5_0 += left1.s1 * right0;
      sum5_1 += left1.s1 * right1;
      sum6_0 += left1.s2 * right0;
      sum6_1 += left1.s2 * right1;
      sum7_0 += left1.s3 * right0;
      sum7_1 += left1.s3 * right1;
      sum8_0 += left2.s0 * right0;
      sum8_1 += left2.s0 * right1;
      sum9_0 += left2.s1 * right0;
      sum9_1 += left2.s1 * right1;
      sum10_0 += left2.s2 * right0;
      sum10_1 += left2.s2 * right1;
      sum11_0 += left2.s3 * right0;
      sum11_1 += left2.s3 * right1;
      sum12_0 += left3.s0 * right0;
      sum12_1 += left3.s0 * right1;
      sum13_0 += left3.s1 * right0;
      sum13_1 += left3.s1 * right1;
      sum14_0 += left3.s2 * right0;
      sum14_1 += left3.s2 * right1;
      sum15_0 += left3.s3 * right0;
      sum15_1 += left3.s3 * right1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const bool whole = row0 + 256 <= m && col0 + 128 <= n && c_row % 4 == 0
      && (size_t)(c + c_offset) % (4 * sizeof(float)) == 0;
  {
    const int row = row0 + y * 4;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum0_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum0_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum0_0.s0 : alpha * sum0_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum0_0.s1 : alpha * sum0_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum0_0.s2 : alpha * sum0_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum0_0.s3 : alpha * sum0_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum0_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum0_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum0_1.s0 : alpha * sum0_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum0_1.s1 : alpha * sum0_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum0_1.s2 : alpha * sum0_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum0_1.s3 : alpha * sum0_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 1;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum1_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum1_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum1_0.s0 : alpha * sum1_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum1_0.s1 : alpha * sum1_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum1_0.s2 : alpha * sum1_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum1_0.s3 : alpha * sum1_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum1_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum1_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum1_1.s0 : alpha * sum1_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum1_1.s1 : alpha * sum1_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum1_1.s2 : alpha * sum1_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum1_1.s3 : alpha * sum1_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 2;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum2_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum2_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum2_0.s0 : alpha * sum2_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum2_0.s1 : alpha * sum2_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum2_0.s2 : alpha * sum2_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum2_0.s3 : alpha * sum2_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum2_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum2_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum2_1.s0 : alpha * sum2_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum2_1.s1 : alpha * sum2_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum2_1.s2 : alpha * sum2_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum2_1.s3 : alpha * sum2_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 3;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum3_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum3_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum3_0.s0 : alpha * sum3_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum3_0.s1 : alpha * sum3_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum3_0.s2 : alpha * sum3_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum3_0.s3 : alpha * sum3_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum3_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum3_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum3_1.s0 : alpha * sum3_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum3_1.s1 : alpha * sum3_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum3_1.s2 : alpha * sum3_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum3_1.s3 : alpha * sum3_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 64;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum4_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum4_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum4_0.s0 : alpha * sum4_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum4_0.s1 : alpha * sum4_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum4_0.s2 : alpha * sum4_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum4_0.s3 : alpha * sum4_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum4_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum4_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum4_1.s0 : alpha * sum4_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum4_1.s1 : alpha * sum4_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum4_1.s2 : alpha * sum4_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum4_1.s3 : alpha * sum4_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 65;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum5_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum5_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum5_0.s0 : alpha * sum5_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum5_0.s1 : alpha * sum5_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum5_0.s2 : alpha * sum5_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum5_0.s3 : alpha * sum5_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum5_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum5_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum5_1.s0 : alpha * sum5_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum5_1.s1 : alpha * sum5_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum5_1.s2 : alpha * sum5_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum5_1.s3 : alpha * sum5_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 66;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum6_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum6_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum6_0.s0 : alpha * sum6_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum6_0.s1 : alpha * sum6_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum6_0.s2 : alpha * sum6_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum6_0.s3 : alpha * sum6_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum6_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum6_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum6_1.s0 : alpha * sum6_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum6_1.s1 : alpha * sum6_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum6_1.s2 : alpha * sum6_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum6_1.s3 : alpha * sum6_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 67;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum7_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum7_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum7_0.s0 : alpha * sum7_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum7_0.s1 : alpha * sum7_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum7_0.s2 : alpha * sum7_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum7_0.s3 : alpha * sum7_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum7_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum7_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum7_1.s0 : alpha * sum7_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum7_1.s1 : alpha * sum7_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum7_1.s2 : alpha * sum7_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum7_1.s3 : alpha * sum7_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 128;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum8_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum8_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum8_0.s0 : alpha * sum8_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum8_0.s1 : alpha * sum8_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum8_0.s2 : alpha * sum8_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum8_0.s3 : alpha * sum8_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum8_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum8_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum8_1.s0 : alpha * sum8_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum8_1.s1 : alpha * sum8_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum8_1.s2 : alpha * sum8_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum8_1.s3 : alpha * sum8_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 129;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum9_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum9_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum9_0.s0 : alpha * sum9_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum9_0.s1 : alpha * sum9_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum9_0.s2 : alpha * sum9_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum9_0.s3 : alpha * sum9_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum9_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum9_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum9_1.s0 : alpha * sum9_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum9_1.s1 : alpha * sum9_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0
                ? alpha * sum9_1.s2 : alpha * sum9_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0
                ? alpha * sum9_1.s3 : alpha * sum9_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 130;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum10_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum10_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum10_0.s0 : alpha * sum10_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum10_0.s1
                : alpha * sum10_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum10_0.s2
                : alpha * sum10_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum10_0.s3
                : alpha * sum10_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum10_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum10_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum10_1.s0 : alpha * sum10_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum10_1.s1
                : alpha * sum10_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum10_1.s2
                : alpha * sum10_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum10_1.s3
                : alpha * sum10_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 131;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum11_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum11_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum11_0.s0 : alpha * sum11_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum11_0.s1
                : alpha * sum11_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum11_0.s2
                : alpha * sum11_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum11_0.s3
                : alpha * sum11_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum11_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum11_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum11_1.s0 : alpha * sum11_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum11_1.s1
                : alpha * sum11_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum11_1.s2
                : alpha * sum11_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum11_1.s3
                : alpha * sum11_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 192;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum12_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum12_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum12_0.s0 : alpha * sum12_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum12_0.s1
                : alpha * sum12_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum12_0.s2
                : alpha * sum12_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum12_0.s3
                : alpha * sum12_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum12_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum12_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum12_1.s0 : alpha * sum12_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum12_1.s1
                : alpha * sum12_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum12_1.s2
                : alpha * sum12_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum12_1.s3
                : alpha * sum12_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 193;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum13_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum13_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum13_0.s0 : alpha * sum13_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum13_0.s1
                : alpha * sum13_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum13_0.s2
                : alpha * sum13_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum13_0.s3
                : alpha * sum13_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum13_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum13_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum13_1.s0 : alpha * sum13_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum13_1.s1
                : alpha * sum13_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum13_1.s2
                : alpha * sum13_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum13_1.s3
                : alpha * sum13_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 194;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum14_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum14_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum14_0.s0 : alpha * sum14_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum14_0.s1
                : alpha * sum14_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum14_0.s2
                : alpha * sum14_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum14_0.s3
                : alpha * sum14_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum14_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum14_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum14_1.s0 : alpha * sum14_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum14_1.s1
                : alpha * sum14_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum14_1.s2
                : alpha * sum14_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum14_1.s3
                : alpha * sum14_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
  {
    const int row = row0 + y * 4 + 195;
    {
      const int col = col0 + x * 4;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum15_0;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum15_0 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum15_0.s0 : alpha * sum15_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum15_0.s1
                : alpha * sum15_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum15_0.s2
                : alpha * sum15_0.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum15_0.s3
                : alpha * sum15_0.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
    {
      const int col = col0 + x * 4 + 64;
      if (whole && beta == 0) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum15_1;
      }
      else if (whole) {
        *(__global float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum15_1 + beta * *(__global const float4 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum15_1.s0 : alpha * sum15_1.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0 ? alpha * sum15_1.s1
                : alpha * sum15_1.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = beta == 0 ? alpha * sum15_1.s2
                : alpha * sum15_1.s2 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 2)];
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = beta == 0 ? alpha * sum15_1.s3
                : alpha * sum15_1.s3 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 3)];
      }
    }
  }
}
