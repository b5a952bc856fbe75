// gemm m=1024 n=1024 k=1024 float32 row*row=row: gy=8 gx=8 rm=4 rn=4 rk=4 va=4 vb=4 vc=4 a_memory=buffer
// b_memory=buffer c_memory=buffer a_way=local b_way=local tk=8 pad=1 swizzle=1 slices=1 batch=grid order=lkj
// statement=element multiply=mad unroll=True inline=True ids=global barrier=False hint=True flags=none
__kernel __attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_block(
    const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1) * 4;
  __local float4 a_tile[288];
  __local float4 b_tile[288];
  a += a_offset;
  b += b_offset;
  c += c_offset;
  float4 sum0 = (float4)(0);
  float4 sum1 = (float4)(0);
  float4 sum2 = (float4)(0);
  float4 sum3 = (float4)(0);
  for (int start = 0; start < 1024; start += 32) {
    // A to local memory
    {
      const int l = start + x * 4;
      a_tile[y * 36 + x] = vload4(0, a + (size_t)row * a_row + l);
      a_tile[y * 36 + x + 9] = vload4(0, a + (size_t)(row + 1) * a_row + l);
      a_tile[y * 36 + x + 18] = vload4(0, a + (size_t)(row + 2) * a_row + l);
      a_tile[y * 36 + x + 27] = vload4(0, a + (size_t)(row + 3) * a_row + l);
    }
    // B to local memory
    {
      const int l = start + y * 4;
      b_tile[x * 36 + y] = vload4(0, b + (size_t)l * b_row + col);
      b_tile[x * 36 + y + 9] = vload4(0, b + (size_t)(l + 1) * b_row + col);
      b_tile[x * 36 + y + 18] = vload4(0, b + (size_t)(l + 2) * b_row + col);
      b_tile[x * 36 + y + 27] = vload4(0, b + (size_t)(l + 3) * b_row + col);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < 8; ++step) {
      // a step to registers, and its products
      const float4 a0 = a_tile[y * 36 + step];
      const float4 a1 = a_tile[y * 36 + step + 9];
      const float4 a2 = a_tile[y * 36 + step + 18];
      const float4 a3 = a_tile[y * 36 + step + 27];
      const float4 b0 = b_tile[x * 36 + step];
      const float4 b1 = b_tile[x * 36 + step + 9];
      const float4 b2 = b_tile[x * 36 + step + 18];
      const float4 b3 = b_tile[x * 36 + step + 27];
      sum0.s0 = mad(a0.s0, b0.s0, sum0.s0);
      sum1.s0 = mad(a1.s0, b0.s0, sum1.s0);
      sum2.s0 = mad(a2.s0, b0.s0, sum2.s0);
      sum3.s0 = mad(a3.s0, b0.s0, sum3.s0);
      sum0.s1 = mad(a0.s0, b0.s1, sum0.s1);
      sum1.s1 = mad(a1.s0, b0.s1, sum1.s1);
      sum2.s1 = mad(a2.s0, b0.s1, sum2.s1);
      sum3.s1 = mad(a3.s0, b0.s1, sum3.s1);
      sum0.s2 = mad(a0.s0, b0.s2, sum0.s2);
      sum1.s2 = mad(a1.s0, b0.s2, sum1.s2);
      sum2.s2 = mad(a2.s0, b0.s2, sum2.s2);
      sum3.s2 = mad(a3.s0, b0.s2, sum3.s2);
      sum0.s3 = mad(a0.s0, b0.s3, sum0.s3);
      sum1.s3 = mad(a1.s0, b0.s3, sum1.s3);
      sum2.s3 = mad(a2.s0, b0.s3, sum2.s3);
      sum3.s3 = mad(a3.s0, b0.s3, sum3.s3);
      sum0.s0 = mad(a0.s1, b1.s0, sum0.s0);
      sum1.s0 = mad(a1.s1, b1.s0, sum1.s0);
      sum2.s0 = mad(a2.s1, b1.s0, sum2.s0);
      sum3.s0 = mad(a3.s1, b1.s0, sum3.s0);
      sum0.s1 = mad(a0.s1, b1.s1, sum0.s1);
      sum1.s1 = mad(a1.s1, b1.s1, sum1.s1);
      sum2.s1 = mad(a2.s1, b1.s1, sum2.s1);
      sum3.s1 = mad(a3.s1, b1.s1, sum3.s1);
      sum0.s2 = mad(a0.s1, b1.s2, sum0.s2);
      sum1.s2 = mad(a1.s1, b1.s2, sum1.s2);
      sum2.s2 = mad(a2.s1, b1.s2, sum2.s2);
      sum3.s2 = mad(a3.s1, b1.s2, sum3.s2);
      sum0.s3 = mad(a0.s1, b1.s3, sum0.s3);
      sum1.s3 = mad(a1.s1, b1.s3, sum1.s3);
      sum2.s3 = mad(a2.s1, b1.s3, sum2.s3);
      sum3.s3 = mad(a3.s1, b1.s3, sum3.s3);
      sum0.s0 = mad(a0.s2, b2.s0, sum0.s0);
      sum1.s0 = mad(a1.s2, b2.s0, sum1.s0);
      sum2.s0 = mad(a2.s2, b2.s0, sum2.s0);
      sum3.s0 = mad(a3.s2, b2.s0, sum3.s0);
      sum0.s1 = mad(a0.s2, b2.s1, sum0.s1);
      sum1.s1 = mad(a1.s2, b2.s1, sum1.s1);
      sum2.s1 = mad(a2.s2, b2.s1, sum2.s1);
      sum3.s1 = mad(a3.s2, b2.s1, sum3.s1);
      sum0.s2 = mad(a0.s2, b2.s2, sum0.s2);
      sum1.s2 = mad(a1.s2, b2.s2, sum1.s2);
      sum2.s2 = mad(a2.s2, b2.s2, sum2.s2);
      sum3.s2 = mad(a3.s2, b2.s2, sum3.s2);
      sum0.s3 = mad(a0.s2, b2.s3, sum0.s3);
      sum1.s3 = mad(a1.s2, b2.s3, sum1.s3);
      sum2.s3 = mad(a2.s2, b2.s3, sum2.s3);
      sum3.s3 = mad(a3.s2, b2.s3, sum3.s3);
      sum0.s0 = mad(a0.s3, b3.s0, sum0.s0);
      sum1.s0 = mad(a1.s3, b3.s0, sum1.s0);
      sum2.s0 = mad(a2.s3, b3.s0, sum2.s0);
      sum3.s0 = mad(a3.s3, b3.s0, sum3.s0);
      sum0.s1 = mad(a0.s3, b3.s1, sum0.s1);
      sum1.s1 = mad(a1.s3, b3.s1, sum1.s1);
      sum2.s1 = mad(a2.s3, b3.s1, sum2.s1);
      sum3.s1 = mad(a3.s3, b3.s1, sum3.s1);
      sum0.s2 = mad(a0.s3, b3.s2, sum0.s2);
      sum1.s2 = mad(a1.s3, b3.s2, sum1.s2);
      sum2.s2 = mad(a2.s3, b3.s2, sum2.s2);
      sum3.s2 = mad(a3.s3, b3.s2, sum3.s2);
      sum0.s3 = mad(a0.s3, b3.s3, sum0.s3);
      sum1.s3 = mad(a1.s3, b3.s3, sum1.s3);
      sum2.s3 = mad(a2.s3, b3.s3, sum2.s3);
      sum3.s3 = mad(a3.s3, b3.s3, sum3.s3);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  vstore4(beta == 0 ? alpha * sum0 : alpha * sum0 + beta * vload4(0, c + (size_t)row * c_row + col), 0,
      c + (size_t)row * c_row + col);
  vstore4(beta == 0 ? alpha * sum1 : alpha * sum1 + beta * vload4(0, c + (size_t)(row + 1) * c_row + col), 0,
      c + (size_t)(row + 1) * c_row + col);
  vstore4(beta == 0 ? alpha * sum2 : alpha * sum2 + beta * vload4(0, c + (size_t)(row + 2) * c_row + col), 0,
      c + (size_t)(row + 2) * c_row + col);
  vstore4(beta == 0 ? alpha * sum3 : alpha * sum3 + beta * vload4(0, c + (size_t)(row + 3) * c_row + col), 0,
      c + (size_t)(row + 3) * c_row + col);
}
