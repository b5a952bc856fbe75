// gemm m=64 n=64 k=64 float32 row*row=row: tm=16 tn=16 tk=16 rm=2 rn=2 chunk=2 va=1 vb=1 pad=0 buffers=1 slices=1
// multiply=plain
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_tile(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1), place = y * 8 + x;
  const int row0 = get_group_id(1) * 16, col0 = get_group_id(0) * 16;
  __local float a_tile[256] __attribute__((aligned(64)));
  float a_next0; float a_next1; float a_next2; float a_next3;
  const bool a_whole = row0 + 16 <= m;
  __local float b_tile[256] __attribute__((aligned(64)));
  float b_next0; float b_next1; float b_next2; float b_next3;
  const bool b_whole = col0 + 16 <= n;
  float2 sum0_0 = (float2)(0);
  float2 sum1_0 = (float2)(0);
  for (int start = 0; start < k; start += 16) {
    {
      const int v = place;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next0 = *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next0 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next1 = *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next1 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
      }
    }
    {
      const int v = place + 128;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next2 = *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next2 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
      }
    }
    {
      const int v = place + 192;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next3 = *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        a_next3 = row0 + e < m && start + l < k
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : 0;
      }
    }
    {
      const int v = place;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next0 = *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next0 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next1 = *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next1 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 128;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next2 = *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next2 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 192;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next3 = *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e));
      }
      else {
        b_next3 = col0 + e < n && start + l < k
            ? *(b + b_offset + (size_t)(start + l) * b_row + (size_t)(col0 + e)) : 0;
      }
    }
    {
      const int v = place;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next0;
    }
    {
      const int v = place + 64;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next1;
    }
    {
      const int v = place + 128;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next2;
    }
    {
      const int v = place + 192;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next3;
    }
    {
      const int v = place;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next0;
    }
    {
      const int v = place + 64;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next1;
    }
    {
      const int v = place + 128;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next2;
    }
    {
      const int v = place + 192;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 16; ++l) {
      const float2 left0 = *(__local const float2 *)(a_tile + l * 16 + y * 2);
      const float2 right0 = *(__local const float2 *)(b_tile + l * 16 + x * 2);
      sum0_0 += left0.s0 * right0;
      sum1_0 += left0.s1 * right0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const bool whole = row0 + 16 <= m && col0 + 16 <= n && c_row % 2 == 0
      && (size_t)(c + c_offset) % (2 * sizeof(float)) == 0;
  {
    const int row = row0 + y * 2;
    {
      const int col = col0 + x * 2;
      if (whole && beta == 0) {
        *(__global float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum0_0;
      }
      else if (whole) {
        *(__global float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum0_0 + beta * *(__global const float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum0_0.s0 : alpha * sum0_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum0_0.s1 : alpha * sum0_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
      }
    }
  }
  {
    const int row = row0 + y * 2 + 1;
    {
      const int col = col0 + x * 2;
      if (whole && beta == 0) {
        *(__global float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col) = alpha * sum1_0;
      }
      else if (whole) {
        *(__global float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col)
            = alpha * sum1_0 + beta * *(__global const float2 *)(c + c_offset + (size_t)row * c_row + (size_t)col);
      }
      else {
        if (row < m && col < n)
            c[c_offset + (size_t)row * c_row + (size_t)col] = beta == 0
                ? alpha * sum1_0.s0 : alpha * sum1_0.s0 + beta * c[c_offset + (size_t)row * c_row + (size_t)col];
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = beta == 0
                ? alpha * sum1_0.s1 : alpha * sum1_0.s1 + beta * c[c_offset + (size_t)row * c_row + (size_t)(col + 1)];
      }
    }
  }
}
