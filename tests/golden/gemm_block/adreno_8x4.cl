// gemm m=1024 n=1024 k=1024 float32 row*row=row b=image pure: gy=16 gx=16 rm=8 rn=4 rk=4 va=4 vb=1 vc=4 a_memory=buffer
// b_memory=image c_memory=buffer a_way=direct b_way=direct tk=8 pad=0 swizzle=1 slices=1 batch=grid order=jkl
// statement=sum multiply=plain unroll=False inline=False ids=global barrier=False hint=False flags=relaxed
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
gemm_block(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __read_only image2d_t b,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1) * 8;
  a += a_offset;
  c += c_offset;
  float4 sum[8];
  #pragma unroll
  for (int i = 0; i < 8; ++i) {
    sum[i] = (float4)(0);
  }
  for (int l = 0; l < k; l += 4) {
    float4 av[8];
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
      av[i] = vload4(0, a + (size_t)(row + i) * a_row + l);
    }
    float4 bv[4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      bv[i] = read_imagef(b, sampler, (int2)(col / 4, l + i));
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
      sum[i] += av[i].s0 * bv[0] + av[i].s1 * bv[1] + av[i].s2 * bv[2] + av[i].s3 * bv[3];
    }
  }
  #pragma unroll
  for (int i = 0; i < 8; ++i) {
    vstore4(sum[i], 0, c + (size_t)(row + i) * c_row + col);
  }
}
