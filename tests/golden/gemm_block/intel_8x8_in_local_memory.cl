// gemm m=1024 n=1024 k=1024 float32 row*row=row pure: gy=16 gx=16 rm=8 rn=8 rk=1 va=1 vb=4 vc=4 a_memory=buffer
// b_memory=buffer c_memory=buffer a_way=local b_way=direct tk=8 pad=0 swizzle=1 slices=1 batch=grid order=jkl
// statement=vector multiply=plain unroll=True inline=False ids=global barrier=False hint=False flags=none
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
gemm_block(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0) * 8;
  const int row = get_global_id(1) * 8;
  __local float a_tile[1024];
  a += a_offset;
  b += b_offset;
  c += c_offset;
  float4 sum0_0 = (float4)(0); float4 sum0_1 = (float4)(0);
  float4 sum1_0 = (float4)(0); float4 sum1_1 = (float4)(0);
  float4 sum2_0 = (float4)(0); float4 sum2_1 = (float4)(0);
  float4 sum3_0 = (float4)(0); float4 sum3_1 = (float4)(0);
  float4 sum4_0 = (float4)(0); float4 sum4_1 = (float4)(0);
  float4 sum5_0 = (float4)(0); float4 sum5_1 = (float4)(0);
  float4 sum6_0 = (float4)(0); float4 sum6_1 = (float4)(0);
  float4 sum7_0 = (float4)(0); float4 sum7_1 = (float4)(0);
  for (int start = 0; start < k; start += 8) {
    // A to local memory
    if (x < 8) {
      const int l = start + x;
      a_tile[y * 64 + x] = a[(size_t)row * a_row + l];
      a_tile[y * 64 + x + 8] = a[(size_t)(row + 1) * a_row + l];
      a_tile[y * 64 + x + 16] = a[(size_t)(row + 2) * a_row + l];
      a_tile[y * 64 + x + 24] = a[(size_t)(row + 3) * a_row + l];
      a_tile[y * 64 + x + 32] = a[(size_t)(row + 4) * a_row + l];
      a_tile[y * 64 + x + 40] = a[(size_t)(row + 5) * a_row + l];
      a_tile[y * 64 + x + 48] = a[(size_t)(row + 6) * a_row + l];
      a_tile[y * 64 + x + 56] = a[(size_t)(row + 7) * a_row + l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < 8; ++step) {
      const int l = start + step;
      // a step to registers, and its products
      const float a0 = a_tile[y * 64 + step];
      const float a1 = a_tile[y * 64 + step + 8];
      const float a2 = a_tile[y * 64 + step + 16];
      const float a3 = a_tile[y * 64 + step + 24];
      const float a4 = a_tile[y * 64 + step + 32];
      const float a5 = a_tile[y * 64 + step + 40];
      const float a6 = a_tile[y * 64 + step + 48];
      const float a7 = a_tile[y * 64 + step + 56];
      const float4 b0_0 = vload4(0, b + (size_t)l * b_row + col);
      const float4 b0_1 = vload4(0, b + (size_t)l * b_row + col + 4);
      sum0_0 += a0 * b0_0;
      sum0_1 += a0 * b0_1;
      sum1_0 += a1 * b0_0;
      sum1_1 += a1 * b0_1;
      sum2_0 += a2 * b0_0;
      sum2_1 += a2 * b0_1;
      sum3_0 += a3 * b0_0;
      sum3_1 += a3 * b0_1;
      sum4_0 += a4 * b0_0;
      sum4_1 += a4 * b0_1;
      sum5_0 += a5 * b0_0;
      sum5_1 += a5 * b0_1;
      sum6_0 += a6 * b0_0;
      sum6_1 += a6 * b0_1;
      sum7_0 += a7 * b0_0;
      sum7_1 += a7 * b0_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  vstore4(sum0_0, 0, c + (size_t)row * c_row + col);
  vstore4(sum0_1, 0, c + (size_t)row * c_row + col + 4);
  vstore4(sum1_0, 0, c + (size_t)(row + 1) * c_row + col);
  vstore4(sum1_1, 0, c + (size_t)(row + 1) * c_row + col + 4);
  vstore4(sum2_0, 0, c + (size_t)(row + 2) * c_row + col);
  vstore4(sum2_1, 0, c + (size_t)(row + 2) * c_row + col + 4);
  vstore4(sum3_0, 0, c + (size_t)(row + 3) * c_row + col);
  vstore4(sum3_1, 0, c + (size_t)(row + 3) * c_row + col + 4);
  vstore4(sum4_0, 0, c + (size_t)(row + 4) * c_row + col);
  vstore4(sum4_1, 0, c + (size_t)(row + 4) * c_row + col + 4);
  vstore4(sum5_0, 0, c + (size_t)(row + 5) * c_row + col);
  vstore4(sum5_1, 0, c + (size_t)(row + 5) * c_row + col + 4);
  vstore4(sum6_0, 0, c + (size_t)(row + 6) * c_row + col);
  vstore4(sum6_1, 0, c + (size_t)(row + 6) * c_row + col + 4);
  vstore4(sum7_0, 0, c + (size_t)(row + 7) * c_row + col);
  vstore4(sum7_1, 0, c + (size_t)(row + 7) * c_row + col + 4);
}
