// gemm m=400 n=400 k=400 items=10 float32*float64=float32 in float32 col*row=row batched b=image c=image pure: gy=10
// gx=10 rm=4 rn=4 rk=4 va=2 vb=1 vc=1 a_memory=buffer b_memory=image c_memory=image a_way=local b_way=direct tk=10
// pad=1 swizzle=1 slices=1 batch=loop order=lkj statement=element multiply=mad unroll=True inline=True ids=global
// barrier=False hint=False flags=none
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(10, 10, 1))) void
gemm_block(
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __read_only image2d_t b, const int b_row, const ulong b_step,
    __write_only image2d_t c, const int c_row, const ulong c_step, const ulong a_step)
{
  const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1) * 4;
  __local float2 a_tile[880];
  for (int item = 0; item < 10; ++item) {
    __global const float *a_item = a + a_offset + item * a_step;
    const int b_above = item * (b_step / b_row);
    const int c_above = item * (c_step / c_row);
    float4 sum0 = (float4)(0);
    float4 sum1 = (float4)(0);
    float4 sum2 = (float4)(0);
    float4 sum3 = (float4)(0);
    for (int start = 0; start < 400; start += 40) {
      // A to local memory
      {
        const int l = start + x * 4;
        a_tile[y * 88 + x * 2] = vload2(0, a_item + row + (size_t)l * a_col);
        a_tile[y * 88 + x * 2 + 1] = vload2(0, a_item + row + 2 + (size_t)l * a_col);
        a_tile[y * 88 + x * 2 + 22] = vload2(0, a_item + row + (size_t)(l + 1) * a_col);
        a_tile[y * 88 + x * 2 + 23] = vload2(0, a_item + row + 2 + (size_t)(l + 1) * a_col);
        a_tile[y * 88 + x * 2 + 44] = vload2(0, a_item + row + (size_t)(l + 2) * a_col);
        a_tile[y * 88 + x * 2 + 45] = vload2(0, a_item + row + 2 + (size_t)(l + 2) * a_col);
        a_tile[y * 88 + x * 2 + 66] = vload2(0, a_item + row + (size_t)(l + 3) * a_col);
        a_tile[y * 88 + x * 2 + 67] = vload2(0, a_item + row + 2 + (size_t)(l + 3) * a_col);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int step = 0; step < 10; ++step) {
        const int l = start + step * 4;
        // a step to registers, and its products
        const float2 a0_0 = a_tile[y * 88 + step * 2];
        const float2 a0_1 = a_tile[y * 88 + step * 2 + 1];
        const float2 a1_0 = a_tile[y * 88 + step * 2 + 22];
        const float2 a1_1 = a_tile[y * 88 + step * 2 + 23];
        const float2 a2_0 = a_tile[y * 88 + step * 2 + 44];
        const float2 a2_1 = a_tile[y * 88 + step * 2 + 45];
        const float2 a3_0 = a_tile[y * 88 + step * 2 + 66];
        const float2 a3_1 = a_tile[y * 88 + step * 2 + 67];
        const float2 b0_0 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2, b_above + l))));
        const float2 b0_1 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2 + 1, b_above + l))));
        const float2 b1_0 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2, b_above + l + 1))));
        const float2 b1_1 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2 + 1, b_above + l + 1))));
        const float2 b2_0 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2, b_above + l + 2))));
        const float2 b2_1 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2 + 1, b_above + l + 2))));
        const float2 b3_0 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2, b_above + l + 3))));
        const float2 b3_1 = convert_float2(as_double2(read_imageui(b, sampler, (int2)(col / 2 + 1, b_above + l + 3))));
        sum0.s0 = mad(a0_0.s0, b0_0.s0, sum0.s0);
        sum1.s0 = mad(a0_0.s1, b0_0.s0, sum1.s0);
        sum2.s0 = mad(a0_1.s0, b0_0.s0, sum2.s0);
        sum3.s0 = mad(a0_1.s1, b0_0.s0, sum3.s0);
        sum0.s1 = mad(a0_0.s0, b0_0.s1, sum0.s1);
        sum1.s1 = mad(a0_0.s1, b0_0.s1, sum1.s1);
        sum2.s1 = mad(a0_1.s0, b0_0.s1, sum2.s1);
        sum3.s1 = mad(a0_1.s1, b0_0.s1, sum3.s1);
        sum0.s2 = mad(a0_0.s0, b0_1.s0, sum0.s2);
        sum1.s2 = mad(a0_0.s1, b0_1.s0, sum1.s2);
        sum2.s2 = mad(a0_1.s0, b0_1.s0, sum2.s2);
        sum3.s2 = mad(a0_1.s1, b0_1.s0, sum3.s2);
        sum0.s3 = mad(a0_0.s0, b0_1.s1, sum0.s3);
        sum1.s3 = mad(a0_0.s1, b0_1.s1, sum1.s3);
        sum2.s3 = mad(a0_1.s0, b0_1.s1, sum2.s3);
        sum3.s3 = mad(a0_1.s1, b0_1.s1, sum3.s3);
        sum0.s0 = mad(a1_0.s0, b1_0.s0, sum0.s0);
        sum1.s0 = mad(a1_0.s1, b1_0.s0, sum1.s0);
        sum2.s0 = mad(a1_1.s0, b1_0.s0, sum2.s0);
        sum3.s0 = mad(a1_1.s1, b1_0.s0, sum3.s0);
        sum0.s1 = mad(a1_0.s0, b1_0.s1, sum0.s1);
        sum1.s1 = mad(a1_0.s1, b1_0.s1, sum1.s1);
        sum2.s1 = mad(a1_1.s0, b1_0.s1, sum2.s1);
        sum3.s1 = mad(a1_1.s1, b1_0.s1, sum3.s1);
        sum0.s2 = mad(a1_0.s0, b1_1.s0, sum0.s2);
        sum1.s2 = mad(a1_0.s1, b1_1.s0, sum1.s2);
        sum2.s2 = mad(a1_1.s0, b1_1.s0, sum2.s2);
        sum3.s2 = mad(a1_1.s1, b1_1.s0, sum3.s2);
        sum0.s3 = mad(a1_0.s0, b1_1.s1, sum0.s3);
        sum1.s3 = mad(a1_0.s1, b1_1.s1, sum1.s3);
        sum2.s3 = mad(a1_1.s0, b1_1.s1, sum2.s3);
        sum3.s3 = mad(a1_1.s1, b1_1.s1, sum3.s3);
        sum0.s0 = mad(a2_0.s0, b2_0.s0, sum0.s0);
        sum1.s0 = mad(a2_0.s1, b2_0.s0, sum1.s0);
        sum2.s0 = mad(a2_1.s0, b2_0.s0, sum2.s0);
        sum3.s0 = mad(a2_1.s1, b2_0.s0, sum3.s0);
        sum0.s1 = mad(a2_0.s0, b2_0.s1, sum0.s1);
        sum1.s1 = mad(a2_0.s1, b2_0.s1, sum1.s1);
        sum2.s1 = mad(a2_1.s0, b2_0.s1, sum2.s1);
        sum3.s1 = mad(a2_1.s1, b2_0.s1, sum3.s1);
        sum0.s2 = mad(a2_0.s0, b2_1.s0, sum0.s2);
        sum1.s2 = mad(a2_0.s1, b2_1.s0, sum1.s2);
        sum2.s2 = mad(a2_1.s0, b2_1.s0, sum2.s2);
        sum3.s2 = mad(a2_1.s1, b2_1.s0, sum3.s2);
        sum0.s3 = mad(a2_0.s0, b2_1.s1, sum0.s3);
        sum1.s3 = mad(a2_0.s1, b2_1.s1, sum1.s3);
        sum2.s3 = mad(a2_1.s0, b2_1.s1, sum2.s3);
        sum3.s3 = mad(a2_1.s1, b2_1.s1, sum3.s3);
        sum0.s0 = mad(a3_0.s0, b3_0.s0, sum0.s0);
        sum1.s0 = mad(a3_0.s1, b3_0.s0, sum1.s0);
        sum2.s0 = mad(a3_1.s0, b3_0.s0, sum2.s0);
        sum3.s0 = mad(a3_1.s1, b3_0.s0, sum3.s0);
        sum0.s1 = mad(a3_0.s0, b3_0.s1, sum0.s1);
        sum1.s1 = mad(a3_0.s1, b3_0.s1, sum1.s1);
        sum2.s1 = mad(a3_1.s0, b3_0.s1, sum2.s1);
        sum3.s1 = mad(a3_1.s1, b3_0.s1, sum3.s1);
        sum0.s2 = mad(a3_0.s0, b3_1.s0, sum0.s2);
        sum1.s2 = mad(a3_0.s1, b3_1.s0, sum1.s2);
        sum2.s2 = mad(a3_1.s0, b3_1.s0, sum2.s2);
        sum3.s2 = mad(a3_1.s1, b3_1.s0, sum3.s2);
        sum0.s3 = mad(a3_0.s0, b3_1.s1, sum0.s3);
        sum1.s3 = mad(a3_0.s1, b3_1.s1, sum1.s3);
        sum2.s3 = mad(a3_1.s0, b3_1.s1, sum2.s3);
        sum3.s3 = mad(a3_1.s1, b3_1.s1, sum3.s3);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    write_imagef(c, (int2)(col / 4, c_above + row), sum0);
    write_imagef(c, (int2)(col / 4, c_above + row + 1), sum1);
    write_imagef(c, (int2)(col / 4, c_above + row + 2), sum2);
    write_imagef(c, (int2)(col / 4, c_above + row + 3), sum3);
  }
}
