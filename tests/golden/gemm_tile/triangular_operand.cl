// gemm m=512 n=512 k=512 float32 row*row=row zeros=a_upper: tm=32 tn=32 tk=16 rm=4 rn=4 chunk=4 va=4 vb=4 pad=0
// buffers=1 slices=1 multiply=plain
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_tile(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1), place = y * 8 + x;
  const int row0 = get_group_id(1) * 32, col0 = get_group_id(0) * 32;
  const int last_term = min(row0 + 32, k);
  __local float a_tile[512] __attribute__((aligned(64)));
  float4 a_next0; float4 a_next1;
  const bool a_whole = row0 + 32 <= m && a_row % 4 == 0 && (size_t)(a + a_offset) % (4 * sizeof(float)) == 0;
  __local float b_tile[512] __attribute__((aligned(64)));
  float4 b_next0; float4 b_next1;
  const bool b_whole = col0 + 32 <= n && b_row % 4 == 0 && (size_t)(b + b_offset) % (4 * sizeof(float)) == 0;
  float4 sum0_0 = (float4)(0);
  float4 sum1_0 = (float4)(0);
  float4 sum2_0 = (float4)(0);
  float4 sum3_0 = (float4)(0);
  for (int start = 0; start < last_term; start += 16) {
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      if (a_whole && start + 16 <= last_term) {
        a_next0 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next0.s0 = row0 + e < m && start + l < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
        a_next0.s1 = row0 + e < m && start + l + 1 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 1)) : 0;
        a_next0.s2 = row0 + e < m && start + l + 2 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 2)) : 0;
        a_next0.s3 = row0 + e < m && start + l + 3 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 3)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      if (a_whole && start + 16 <= last_term) {
        a_next1 = *(__global const float4 *)(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next1.s0 = row0 + e < m && start + l < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
        a_next1.s1 = row0 + e < m && start + l + 1 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 1)) : 0;
        a_next1.s2 = row0 + e < m && start + l + 2 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 2)) : 0;
        a_next1.s3 = row0 + e < m && start + l + 3 < last_term
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 3)) : 0;
      }
    }
    {
      const int v = place;
      const int e = (v % 8) * 4, l = v / 8;
      if (b_whole && start + 16 <= last_term) {
        b_next0 = *(__global const float4 *)(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next0.s0 = col0 + e < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
        b_next0.s1 = col0 + e + 1 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 1)) : 0;
        b_next0.s2 = col0 + e + 2 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 2)) : 0;
        b_next0.s3 = col0 + e + 3 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 3)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int e = (v % 8) * 4, l = v / 8;
      if (b_whole && start + 16 <= last_term) {
        b_next1 = *(__global const float4 *)(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next1.s0 = col0 + e < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
        b_next1.s1 = col0 + e + 1 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 1)) : 0;
        b_next1.s2 = col0 + e + 2 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 2)) : 0;
        b_next1.s3 = col0 + e + 3 < n && start + l < last_term
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e + 3)) : 0;
      }
    }
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      *(a_tile + l * 32 + e) = a_next0.s0;
      *(a_tile + (l + 1) * 32 + e) = a_next0.s1;
      *(a_tile + (l + 2) * 32 + e) = a_next0.s2;
      *(a_tile + (l + 3) * 32 + e) = a_next0.s3;
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      *(a_tile + l * 32 + e) = a_next1.s0;
      *(a_tile + (l + 1) * 32 + e) = a_next1.s1;
      *(a_tile + (l + 2) * 32 + e) = a_next1.s2;
      *(a_tile + (l + 3) * 32 + e) = a_next1.s3;
    }
    {
      const int v = place;
      const int e = (v % 8) * 4, l = v / 8;
      *(__local float4 *)(b_tile + l * 32 + e) = b_next0;
    }
    {
      const int v = place + 64;
      const int e = (v % 8) * 4, l = v / 8;
      *(__local float4 *)(b_tile + l * 32 + e) = b_next1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 16; ++l) {
      const float4 left0 = *(__local const float4 *)(a_tile + l * 32 + y * 4);
      const float4 right0 = *(__local const float4 *)(b_tile + l * 32 + x * 4);
      sum0_0 += left0.s0 * right0;
      sum1_0 += left0.s1 * right0;
      sum2_0 += left0.s2 * right0;
      sum3_0 += left0.s3 * right0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const bool whole = row0 + 32 <= m && col0 + 32 <= n && c_row % 4 == 0
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
  }
}
