// gemm m=64 n=64 k=512 items=16 complex64 row*col=row conjugate=b listed: tm=32 tn=32 tk=16 rm=4 rn=4 chunk=4 va=4 vb=4
// pad=0 buffers=1 slices=4 multiply=plain
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_tile(
    const int m, const int n, const int k,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float2 *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const ulong *restrict a_offsets,
    __global const ulong *restrict b_offsets)
{
  const size_t item = get_group_id(2) / 4;
  const int slice = get_group_id(2) % 4;
  a += a_offsets[item];
  b += b_offsets[item];
  c += (item * 4 + slice) * m * n;
  const int length = (k + 63) / 64 * 16;
  const int first = slice * length, last = min(first + length, k);
  const int x = get_local_id(0), y = get_local_id(1), place = y * 8 + x;
  const int row0 = get_group_id(1) * 32, col0 = get_group_id(0) * 32;
  __local float a_tile[1024] __attribute__((aligned(64)));
  float8 a_next0; float8 a_next1;
  const bool a_whole = row0 + 32 <= m && a_row % 4 == 0 && (size_t)(a + a_offset) % (4 * sizeof(float2)) == 0;
  __local float b_tile[1024] __attribute__((aligned(64)));
  float8 b_next0; float8 b_next1;
  const bool b_whole = col0 + 32 <= n && b_col % 4 == 0 && (size_t)(b + b_offset) % (4 * sizeof(float2)) == 0;
  float4 sum0_0 = (float4)(0);
  float4 sum1_0 = (float4)(0);
  float4 sum2_0 = (float4)(0);
  float4 sum3_0 = (float4)(0);
  float4 imag0_0 = (float4)(0);
  float4 imag1_0 = (float4)(0);
  float4 imag2_0 = (float4)(0);
  float4 imag3_0 = (float4)(0);
  for (int start = first; start < last; start += 16) {
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      if (a_whole && start + 16 <= last) {
        a_next0 = *(__global const float8 *)(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        const float2 pair0 = row0 + e < m && start + l < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : (float2)(0);
        a_next0.s0 = pair0.x;
        a_next0.s1 = pair0.y;
        const float2 pair1 = row0 + e < m && start + l + 1 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 1)) : (float2)(0);
        a_next0.s2 = pair1.x;
        a_next0.s3 = pair1.y;
        const float2 pair2 = row0 + e < m && start + l + 2 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 2)) : (float2)(0);
        a_next0.s4 = pair2.x;
        a_next0.s5 = pair2.y;
        const float2 pair3 = row0 + e < m && start + l + 3 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 3)) : (float2)(0);
        a_next0.s6 = pair3.x;
        a_next0.s7 = pair3.y;
      }
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      if (a_whole && start + 16 <= last) {
        a_next1 = *(__global const float8 *)(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l));
      }
      else {
        const float2 pair0 = row0 + e < m && start + l < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l)) : (float2)(0);
        a_next1.s0 = pair0.x;
        a_next1.s1 = pair0.y;
        const float2 pair1 = row0 + e < m && start + l + 1 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 1)) : (float2)(0);
        a_next1.s2 = pair1.x;
        a_next1.s3 = pair1.y;
        const float2 pair2 = row0 + e < m && start + l + 2 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 2)) : (float2)(0);
        a_next1.s4 = pair2.x;
        a_next1.s5 = pair2.y;
        const float2 pair3 = row0 + e < m && start + l + 3 < last
            ? *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(start + l + 3)) : (float2)(0);
        a_next1.s6 = pair3.x;
        a_next1.s7 = pair3.y;
      }
    }
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      if (b_whole && start + 16 <= last) {
        b_next0 = *(__global const float8 *)(b + b_offset + (size_t)(start + l) + (size_t)(col0 + e) * b_col);
      }
      else {
        const float2 pair0 = col0 + e < n && start + l < last
            ? *(b + b_offset + (size_t)(start + l) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next0.s0 = pair0.x;
        b_next0.s1 = pair0.y;
        const float2 pair1 = col0 + e < n && start + l + 1 < last
            ? *(b + b_offset + (size_t)(start + l + 1) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next0.s2 = pair1.x;
        b_next0.s3 = pair1.y;
        const float2 pair2 = col0 + e < n && start + l + 2 < last
            ? *(b + b_offset + (size_t)(start + l + 2) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next0.s4 = pair2.x;
        b_next0.s5 = pair2.y;
        const float2 pair3 = col0 + e < n && start + l + 3 < last
            ? *(b + b_offset + (size_t)(start + l + 3) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next0.s6 = pair3.x;
        b_next0.s7 = pair3.y;
      }
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      if (b_whole && start + 16 <= last) {
        b_next1 = *(__global const float8 *)(b + b_offset + (size_t)(start + l) + (size_t)(col0 + e) * b_col);
      }
      else {
        const float2 pair0 = col0 + e < n && start + l < last
            ? *(b + b_offset + (size_t)(start + l) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next1.s0 = pair0.x;
        b_next1.s1 = pair0.y;
        const float2 pair1 = col0 + e < n && start + l + 1 < last
            ? *(b + b_offset + (size_t)(start + l + 1) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next1.s2 = pair1.x;
        b_next1.s3 = pair1.y;
        const float2 pair2 = col0 + e < n && start + l + 2 < last
            ? *(b + b_offset + (size_t)(start + l + 2) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next1.s4 = pair2.x;
        b_next1.s5 = pair2.y;
        const float2 pair3 = col0 + e < n && start + l + 3 < last
            ? *(b + b_offset + (size_t)(start + l + 3) + (size_t)(col0 + e) * b_col) : (float2)(0);
        b_next1.s6 = pair3.x;
        b_next1.s7 = pair3.y;
      }
    }
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      *(a_tile + l * 32 + e) = a_next0.s0;
      *(a_tile + (l + 1) * 32 + e) = a_next0.s2;
      *(a_tile + (l + 2) * 32 + e) = a_next0.s4;
      *(a_tile + (l + 3) * 32 + e) = a_next0.s6;
      *(a_tile + 512 + l * 32 + e) = a_next0.s1;
      *(a_tile + 512 + (l + 1) * 32 + e) = a_next0.s3;
      *(a_tile + 512 + (l + 2) * 32 + e) = a_next0.s5;
      *(a_tile + 512 + (l + 3) * 32 + e) = a_next0.s7;
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      *(a_tile + l * 32 + e) = a_next1.s0;
      *(a_tile + (l + 1) * 32 + e) = a_next1.s2;
      *(a_tile + (l + 2) * 32 + e) = a_next1.s4;
      *(a_tile + (l + 3) * 32 + e) = a_next1.s6;
      *(a_tile + 512 + l * 32 + e) = a_next1.s1;
      *(a_tile + 512 + (l + 1) * 32 + e) = a_next1.s3;
      *(a_tile + 512 + (l + 2) * 32 + e) = a_next1.s5;
      *(a_tile + 512 + (l + 3) * 32 + e) = a_next1.s7;
    }
    {
      const int v = place;
      const int l = (v % 4) * 4, e = v / 4;
      *(b_tile + l * 32 + e) = b_next0.s0;
      *(b_tile + (l + 1) * 32 + e) = b_next0.s2;
      *(b_tile + (l + 2) * 32 + e) = b_next0.s4;
      *(b_tile + (l + 3) * 32 + e) = b_next0.s6;
      *(b_tile + 512 + l * 32 + e) = -b_next0.s1;
      *(b_tile + 512 + (l + 1) * 32 + e) = -b_next0.s3;
      *(b_tile + 512 + (l + 2) * 32 + e) = -b_next0.s5;
      *(b_tile + 512 + (l + 3) * 32 + e) = -b_next0.s7;
    }
    {
      const int v = place + 64;
      const int l = (v % 4) * 4, e = v / 4;
      *(b_tile + l * 32 + e) = b_next1.s0;
      *(b_tile + (l + 1) * 32 + e) = b_next1.s2;
      *(b_tile + (l + 2) * 32 + e) = b_next1.s4;
      *(b_tile + (l + 3) * 32 + e) = b_next1.s6;
      *(b_tile + 512 + l * 32 + e) = -b_next1.s1;
      *(b_tile + 512 + (l + 1) * 32 + e) = -b_next1.s3;
      *(b_tile + 512 + (l + 2) * 32 + e) = -b_next1.s5;
      *(b_tile + 512 + (l + 3) * 32 + e) = -b_next1.s7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 16; ++l) {
      const float4 left0 = *(__local const float4 *)(a_tile + l * 32 + y * 4);
      const float4 left_imag0 = *(__local const float4 *)(a_tile + 512 + l * 32 + y * 4);
      const float4 right0 = *(__local const float4 *)(b_tile + l * 32 + x * 4);
      const float4 right_imag0 = *(__local const float4 *)(b_tile + 512 + l * 32 + x * 4);
      sum0_0 += left0.s0 * right0;
      imag0_0 += left0.s0 * right_imag0;
      sum0_0 += -left_imag0.s0 * right_imag0;
      imag0_0 += left_imag0.s0 * right0;
      sum1_0 += left0.s1 * right0;
      imag1_0 += left0.s1 * right_imag0;
      sum1_0 += -left_imag0.s1 * right_imag0;
      imag1_0 += left_imag0.s1 * right0;
      sum2_0 += left0.s2 * right0;
      imag2_0 += left0.s2 * right_imag0;
      sum2_0 += -left_imag0.s2 * right_imag0;
      imag2_0 += left_imag0.s2 * right0;
      sum3_0 += left0.s3 * right0;
      imag3_0 += left0.s3 * right_imag0;
      sum3_0 += -left_imag0.s3 * right_imag0;
      imag3_0 += left_imag0.s3 * right0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  {
    const int row = row0 + y * 4;
    {
      const int col = col0 + x * 4;
      {
        if (row < m && col < n) c[c_offset + (size_t)row * c_row + (size_t)col] = (float2)(sum0_0.s0, imag0_0.s0);
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = (float2)(sum0_0.s1, imag0_0.s1);
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = (float2)(sum0_0.s2, imag0_0.s2);
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = (float2)(sum0_0.s3, imag0_0.s3);
      }
    }
  }
  {
    const int row = row0 + y * 4 + 1;
    {
      const int col = col0 + x * 4;
      {
        if (row < m && col < n) c[c_offset + (size_t)row * c_row + (size_t)col] = (float2)(sum1_0.s0, imag1_0.s0);
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = (float2)(sum1_0.s1, imag1_0.s1);
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = (float2)(sum1_0.s2, imag1_0.s2);
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = (float2)(sum1_0.s3, imag1_0.s3);
      }
    }
  }
  {
    const int row = row0 + y * 4 + 2;
    {
      const int col = col0 + x * 4;
      {
        if (row < m && col < n) c[c_offset + (size_t)row * c_row + (size_t)col] = (float2)(sum2_0.s0, imag2_0.s0);
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = (float2)(sum2_0.s1, imag2_0.s1);
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = (float2)(sum2_0.s2, imag2_0.s2);
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = (float2)(sum2_0.s3, imag2_0.s3);
      }
    }
  }
  {
    const int row = row0 + y * 4 + 3;
    {
      const int col = col0 + x * 4;
      {
        if (row < m && col < n) c[c_offset + (size_t)row * c_row + (size_t)col] = (float2)(sum3_0.s0, imag3_0.s0);
        if (row < m && col + 1 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 1)] = (float2)(sum3_0.s1, imag3_0.s1);
        if (row < m && col + 2 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 2)] = (float2)(sum3_0.s2, imag3_0.s2);
        if (row < m && col + 3 < n)
            c[c_offset + (size_t)row * c_row + (size_t)(col + 3)] = (float2)(sum3_0.s3, imag3_0.s3);
      }
    }
  }
}
