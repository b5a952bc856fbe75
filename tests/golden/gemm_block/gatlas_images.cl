// gemm m=5120 n=5120 k=5120 float32 col*row=row a=image b=image: gy=8 gx=8 rm=4 rn=4 rk=4 va=1 vb=1 vc=4 a_memory=image
// b_memory=image c_memory=buffer a_way=direct b_way=direct tk=8 pad=0 swizzle=1 slices=1 batch=grid order=jkl
// statement=element multiply=mad unroll=True inline=False ids=global barrier=False hint=True flags=none
__kernel __attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_block(
    const int m, const int n, const int k, const float alpha, const float beta,
    __read_only image2d_t a,
    __read_only image2d_t b,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1) * 4;
  c += c_offset;
  float4 sum0 = (float4)(0);
  float4 sum1 = (float4)(0);
  float4 sum2 = (float4)(0);
  float4 sum3 = (float4)(0);
  for (int l = 0; l < k; l += 4) {
    const float4 a0 = read_imagef(a, sampler, (int2)(row / 4, l));
    const float4 a1 = read_imagef(a, sampler, (int2)(row / 4, l + 1));
    const float4 a2 = read_imagef(a, sampler, (int2)(row / 4, l + 2));
    const float4 a3 = read_imagef(a, sampler, (int2)(row / 4, l + 3));
    const float4 b0 = read_imagef(b, sampler, (int2)(col / 4, l));
    const float4 b1 = read_imagef(b, sampler, (int2)(col / 4, l + 1));
    const float4 b2 = read_imagef(b, sampler, (int2)(col / 4, l + 2));
    const float4 b3 = read_imagef(b, sampler, (int2)(col / 4, l + 3));
    sum0.s0 = mad(a0.s0, b0.s0, sum0.s0);
    sum0.s0 = mad(a1.s0, b1.s0, sum0.s0);
    sum0.s0 = mad(a2.s0, b2.s0, sum0.s0);
    sum0.s0 = mad(a3.s0, b3.s0, sum0.s0);
    sum0.s1 = mad(a0.s0, b0.s1, sum0.s1);
    sum0.s1 = mad(a1.s0, b1.s1, sum0.s1);
    sum0.s1 = mad(a2.s0, b2.s1, sum0.s1);
    sum0.s1 = mad(a3.s0, b3.s1, sum0.s1);
    sum0.s2 = mad(a0.s0, b0.s2, sum0.s2);
    sum0.s2 = mad(a1.s0, b1.s2, sum0.s2);
    sum0.s2 = mad(a2.s0, b2.s2, sum0.s2);
    sum0.s2 = mad(a3.s0, b3.s2, sum0.s2);
    sum0.s3 = mad(a0.s0, b0.s3, sum0.s3);
    sum0.s3 = mad(a1.s0, b1.s3, sum0.s3);
    sum0.s3 = mad(a2.s0, b2.s3, sum0.s3);
    sum0.s3 = mad(a3.s0, b3.s3, sum0.s3);
    sum1.s0 = mad(a0.s1, b0.s0, sum1.s0);
    sum1.s0 = mad(a1.s1, b1.s0, sum1.s0);
    sum1.s0 = mad(a2.s1, b2.s0, sum1.s0);
    sum1.s0 = mad(a3.s1, b3.s0, sum1.s0);
    sum1.s1 = mad(a0.s1, b0.s1, sum1.s1);
    sum1.s1 = mad(a1.s1, b1.s1, sum1.s1);
    sum1.s1 = mad(a2.s1, b2.s1, sum1.s1);
    sum1.s1 = mad(a3.s1, b3.s1, sum1.s1);
    sum1.s2 = mad(a0.s1, b0.s2, sum1.s2);
    sum1.s2 = mad(a1.s1, b1.s2, sum1.s2);
    sum1.s2 = mad(a2.s1, b2.s2, sum1.s2);
    sum1.s2 = mad(a3.s1, b3.s2, sum1.s2);
    sum1.s3 = mad(a0.s1, b0.s3, sum1.s3);
    sum1.s3 = mad(a1.s1, b1.s3, sum1.s3);
    sum1.s3 = mad(a2.s1, b2.s3, sum1.s3);
    sum1.s3 = mad(a3.s1, b3.s3, sum1.s3);
    sum2.s0 = mad(a0.s2, b0.s0, sum2.s0);
    sum2.s0 = mad(a1.s2, b1.s0, sum2.s0);
    sum2.s0 = mad(a2.s2, b2.s0, sum2.s0);
    sum2.s0 = mad(a3.s2, b3.s0, sum2.s0);
    sum2.s1 = mad(a0.s2, b0.s1, sum2.s1);
    sum2.s1 = mad(a1.s2, b1.s1, sum2.s1);
    sum2.s1 = mad(a2.s2, b2.s1, sum2.s1);
    sum2.s1 = mad(a3.s2, b3.s1, sum2.s1);
    sum2.s2 = mad(a0.s2, b0.s2, sum2.s2);
    sum2.s2 = mad(a1.s2, b1.s2, sum2.s2);
    sum2.s2 = mad(a2.s2, b2.s2, sum2.s2);
    sum2.s2 = mad(a3.s2, b3.s2, sum2.s2);
    sum2.s3 = mad(a0.s2, b0.s3, sum2.s3);
    sum2.s3 = mad(a1.s2, b1.s3, sum2.s3);
    sum2.s3 = mad(a2.s2, b2.s3, sum2.s3);
    sum2.s3 = mad(a3.s2, b3.s3, sum2.s3);
    sum3.s0 = mad(a0.s3, b0.s0, sum3.s0);
    sum3.s0 = mad(a1.s3, b1.s0, sum3.s0);
    sum3.s0 = mad(a2.s3, b2.s0, sum3.s0);
    sum3.s0 = mad(a3.s3, b3.s0, sum3.s0);
    sum3.s1 = mad(a0.s3, b0.s1, sum3.s1);
    sum3.s1 = mad(a1.s3, b1.s1, sum3.s1);
    sum3.s1 = mad(a2.s3, b2.s1, sum3.s1);
    sum3.s1 = mad(a3.s3, b3.s1, sum3.s1);
    sum3.s2 = mad(a0.s3, b0.s2, sum3.s2);
    sum3.s2 = mad(a1.s3, b1.s2, sum3.s2);
    sum3.s2 = mad(a2.s3, b2.s2, sum3.s2);
    sum3.s2 = mad(a3.s3, b3.s2, sum3.s2);
    sum3.s3 = mad(a0.s3, b0.s3, sum3.s3);
    sum3.s3 = mad(a1.s3, b1.s3, sum3.s3);
    sum3.s3 = mad(a2.s3, b2.s3, sum3.s3);
    sum3.s3 = mad(a3.s3, b3.s3, sum3.s3);
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
