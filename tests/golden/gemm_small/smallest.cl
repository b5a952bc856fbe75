// gemm m=32 n=32 k=32 items=512 float32 row*col=row batched: tm=32 tn=32 rn=4 tk=8 stages=2 registers=128
void bring(__global float *restrict c, const float4 total, const int room, const float alpha, const float beta,
    const bool aligned)
{
  if (aligned && room >= 4)
      *(__global float4 *)c = beta == 0 ? alpha * total : alpha * total + beta * *(__global float4 *)c;
  else {
    if (room > 0) c[0] = beta == 0 ? alpha * total.s0 : alpha * total.s0 + beta * c[0];
    if (room > 1) c[1] = beta == 0 ? alpha * total.s1 : alpha * total.s1 + beta * c[1];
    if (room > 2) c[2] = beta == 0 ? alpha * total.s2 : alpha * total.s2 + beta * c[2];
    if (room > 3) c[3] = beta == 0 ? alpha * total.s3 : alpha * total.s3 + beta * c[3];
  }
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
gemm_small(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong b_step, const ulong c_step)
{
  const size_t item = get_group_id(2);
  a += item * a_step;
  b += item * b_step;
  c += item * c_step;
  __local float tiles[1536] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0);
  const int row0 = get_group_id(1) * 32, col0 = get_group_id(0) * 32;
  const int rows_at = place / 32 * 32, lane_row = place % 32 / 8;
  const int cols_at = 0, lane_col = place % 32 % 8;
  const bool a_whole = a_row % 4 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const int a_line = place / 2, a_first = place % 2 * 4;
  __global const float *a_from0 = a + a_offset + (size_t)min(row0 + a_line, m - 1) * a_row + a_first;
  __global const float *a_from16 = a + a_offset + (size_t)min(row0 + a_line + 16, m - 1) * a_row + a_first;
  const uint a_to = base + (a_line % 4 * 4 + a_line / 4 % 4 + a_line / 16 * 16) * 48 + a_first * 4;
  const bool b_whole = b_col % 4 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const int b_line = place / 2, b_first = place % 2 * 4;
  __global const float *b_from0 = b + b_offset + (size_t)min(col0 + b_line, n - 1) * b_col + b_first;
  __global const float *b_from16 = b + b_offset + (size_t)min(col0 + b_line + 16, n - 1) * b_col + b_first;
  const uint b_to = base + 1536 + (b_line % 4 * 8 + b_line / 4 % 8 + b_line / 32 * 32) * 48 + b_first * 4;
  int next = 0;
  if (next < k) {
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from0), "r"(clamp(k - next - a_first, 0, 4) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 768), "l"(a_from16), "r"(clamp(k - next - a_first, 0, 4) * 4));
    }
    else {
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
            : : "r"(a_to + e * 4), "l"(a_from0 + e), "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(a_to + 768 + e * 4), "l"(a_from16 + e),
            "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
    }
    a_from0 += 8; a_from16 += 8;
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to), "l"(b_from0), "r"(clamp(k - next - b_first, 0, 4) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 192), "l"(b_from16), "r"(clamp(k - next - b_first, 0, 4) * 4));
    }
    else {
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
            : : "r"(b_to + e * 4), "l"(b_from0 + e), "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(b_to + 192 + e * 4), "l"(b_from16 + e),
            "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
    }
    b_from0 += 8; b_from16 += 8;
  }
  asm volatile("cp.async.commit_group;");
  next += 8;
  if (next < k) {
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 3072), "l"(a_from0), "r"(clamp(k - next - a_first, 0, 4) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 3840), "l"(a_from16), "r"(clamp(k - next - a_first, 0, 4) * 4));
    }
    else {
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(a_to + 3072 + e * 4), "l"(a_from0 + e),
            "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(a_to + 3840 + e * 4), "l"(a_from16 + e),
            "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
    }
    a_from0 += 8; a_from16 += 8;
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 3072), "l"(b_from0), "r"(clamp(k - next - b_first, 0, 4) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 3264), "l"(b_from16), "r"(clamp(k - next - b_first, 0, 4) * 4));
    }
    else {
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(b_to + 3072 + e * 4), "l"(b_from0 + e),
            "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
      #pragma unroll 1
      for (int e = 0; e < 4; ++e) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(b_to + 3264 + e * 4), "l"(b_from16 + e),
            "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
      }
    }
    b_from0 += 8; b_from16 += 8;
  }
  asm volatile("cp.async.commit_group;");
  next += 8;
  float sum0_0 = 0, sum0_1 = 0, sum0_2 = 0, sum0_3 = 0;
  float sum1_0 = 0, sum1_1 = 0, sum1_2 = 0, sum1_3 = 0;
  float sum2_0 = 0, sum2_1 = 0, sum2_2 = 0, sum2_3 = 0;
  float sum3_0 = 0, sum3_1 = 0, sum3_2 = 0, sum3_3 = 0;
  float sum4_0 = 0, sum4_1 = 0, sum4_2 = 0, sum4_3 = 0;
  float sum5_0 = 0, sum5_1 = 0, sum5_2 = 0, sum5_3 = 0;
  float sum6_0 = 0, sum6_1 = 0, sum6_2 = 0, sum6_3 = 0;
  float sum7_0 = 0, sum7_1 = 0, sum7_2 = 0, sum7_3 = 0;
  float a0_0, a0_1, a0_2, a0_3, a1_0, a1_1, a1_2, a1_3, a2_0, a2_1, a2_2, a2_3, a3_0, a3_1, a3_2, a3_3, a4_0, a4_1,
      a4_2, a4_3, a5_0, a5_1, a5_2, a5_3, a6_0, a6_1, a6_2, a6_3, a7_0, a7_1, a7_2, a7_3;
  float b0_0, b0_1, b0_2, b0_3, b1_0, b1_1, b1_2, b1_3, b2_0, b2_1, b2_2, b2_3, b3_0, b3_1, b3_2, b3_3;
  uint stage = 0;
  asm volatile("cp.async.wait_group 1;");
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int l = 0;;) {
    uint a_at = base + stage + (rows_at + lane_row) * 48;
    uint b_at = base + 1536 + stage + (cols_at + lane_col) * 48;
    const int count = k - l;
    if (count >= 8) {
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(a0_0), "=f"(a0_1), "=f"(a0_2), "=f"(a0_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 192];"
          : "=f"(a1_0), "=f"(a1_1), "=f"(a1_2), "=f"(a1_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 384];"
          : "=f"(a2_0), "=f"(a2_1), "=f"(a2_2), "=f"(a2_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 576];"
          : "=f"(a3_0), "=f"(a3_1), "=f"(a3_2), "=f"(a3_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
          : "=f"(a4_0), "=f"(a4_1), "=f"(a4_2), "=f"(a4_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 960];"
          : "=f"(a5_0), "=f"(a5_1), "=f"(a5_2), "=f"(a5_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
          : "=f"(a6_0), "=f"(a6_1), "=f"(a6_2), "=f"(a6_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1344];"
          : "=f"(a7_0), "=f"(a7_1), "=f"(a7_2), "=f"(a7_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(b0_0), "=f"(b0_1), "=f"(b0_2), "=f"(b0_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 384];"
          : "=f"(b1_0), "=f"(b1_1), "=f"(b1_2), "=f"(b1_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
          : "=f"(b2_0), "=f"(b2_1), "=f"(b2_2), "=f"(b2_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
          : "=f"(b3_0), "=f"(b3_1), "=f"(b3_2), "=f"(b3_3) : "r"(b_at));
      sum0_0 = fma(a0_0, b0_0, sum0_0);
      sum0_1 = fma(a0_0, b1_0, sum0_1);
      sum0_2 = fma(a0_0, b2_0, sum0_2);
      sum0_3 = fma(a0_0, b3_0, sum0_3);
      sum1_0 = fma(a1_0, b0_0, sum1_0);
      sum1_1 = fma(a1_0, b1_0, sum1_1);
      sum1_2 = fma(a1_0, b2_0, sum1_2);
      sum1_3 = fma(a1_0, b3_0, sum1_3);
      sum2_0 = fma(a2_0, b0_0, sum2_0);
      sum2_1 = fma(a2_0, b1_0, sum2_1);
      sum2_2 = fma(a2_0, b2_0, sum2_2);
      sum2_3 = fma(a2_0, b3_0, sum2_3);
      sum3_0 = fma(a3_0, b0_0, sum3_0);
      sum3_1 = fma(a3_0, b1_0, sum3_1);
      sum3_2 = fma(a3_0, b2_0, sum3_2);
      sum3_3 = fma(a3_0, b3_0, sum3_3);
      sum4_0 = fma(a4_0, b0_0, sum4_0);
      sum4_1 = fma(a4_0, b1_0, sum4_1);
      sum4_2 = fma(a4_0, b2_0, sum4_2);
      sum4_3 = fma(a4_0, b3_0, sum4_3);
      sum5_0 = fma(a5_0, b0_0, sum5_0);
      sum5_1 = fma(a5_0, b1_0, sum5_1);
      sum5_2 = fma(a5_0, b2_0, sum5_2);
      sum5_3 = fma(a5_0, b3_0, sum5_3);
      sum6_0 = fma(a6_0, b0_0, sum6_0);
      sum6_1 = fma(a6_0, b1_0, sum6_1);
      sum6_2 = fma(a6_0, b2_0, sum6_2);
      sum6_3 = fma(a6_0, b3_0, sum6_3);
      sum7_0 = fma(a7_0, b0_0, sum7_0);
      sum7_1 = fma(a7_0, b1_0, sum7_1);
      sum7_2 = fma(a7_0, b2_0, sum7_2);
      sum7_3 = fma(a7_0, b3_0, sum7_3);
      sum0_0 = fma(a0_1, b0_1, sum0_0);
      sum0_1 = fma(a0_1, b1_1, sum0_1);
      sum0_2 = fma(a0_1, b2_1, sum0_2);
      sum0_3 = fma(a0_1, b3_1, sum0_3);
      sum1_0 = fma(a1_1, b0_1, sum1_0);
      sum1_1 = fma(a1_1, b1_1, sum1_1);
      sum1_2 = fma(a1_1, b2_1, sum1_2);
      sum1_3 = fma(a1_1, b3_1, sum1_3);
      sum2_0 = fma(a2_1, b0_1, sum2_0);
      sum2_1 = fma(a2_1, b1_1, sum2_1);
      sum2_2 = fma(a2_1, b2_1, sum2_2);
      sum2_3 = fma(a2_1, b3_1, sum2_3);
      sum3_0 = fma(a3_1, b0_1, sum3_0);
      sum3_1 = fma(a3_1, b1_1, sum3_1);
      sum3_2 = fma(a3_1, b2_1, sum3_2);
      sum3_3 = fma(a3_1, b3_1, sum3_3);
      sum4_0 = fma(a4_1, b0_1, sum4_0);
      sum4_1 = fma(a4_1, b1_1, sum4_1);
      sum4_2 = fma(a4_1, b2_1, sum4_2);
      sum4_3 = fma(a4_1, b3_1, sum4_3);
      sum5_0 = fma(a5_1, b0_1, sum5_0);
      sum5_1 = fma(a5_1, b1_1, sum5_1);
      sum5_2 = fma(a5_1, b2_1, sum5_2);
      sum5_3 = fma(a5_1, b3_1, sum5_3);
      sum6_0 = fma(a6_1, b0_1, sum6_0);
      sum6_1 = fma(a6_1, b1_1, sum6_1);
      sum6_2 = fma(a6_1, b2_1, sum6_2);
      sum6_3 = fma(a6_1, b3_1, sum6_3);
      sum7_0 = fma(a7_1, b0_1, sum7_0);
      sum7_1 = fma(a7_1, b1_1, sum7_1);
      sum7_2 = fma(a7_1, b2_1, sum7_2);
      sum7_3 = fma(a7_1, b3_1, sum7_3);
      sum0_0 = fma(a0_2, b0_2, sum0_0);
      sum0_1 = fma(a0_2, b1_2, sum0_1);
      sum0_2 = fma(a0_2, b2_2, sum0_2);
      sum0_3 = fma(a0_2, b3_2, sum0_3);
      sum1_0 = fma(a1_2, b0_2, sum1_0);
      sum1_1 = fma(a1_2, b1_2, sum1_1);
      sum1_2 = fma(a1_2, b2_2, sum1_2);
      sum1_3 = fma(a1_2, b3_2, sum1_3);
      sum2_0 = fma(a2_2, b0_2, sum2_0);
      sum2_1 = fma(a2_2, b1_2, sum2_1);
      sum2_2 = fma(a2_2, b2_2, sum2_2);
      sum2_3 = fma(a2_2, b3_2, sum2_3);
      sum3_0 = fma(a3_2, b0_2, sum3_0);
      sum3_1 = fma(a3_2, b1_2, sum3_1);
      sum3_2 = fma(a3_2, b2_2, sum3_2);
      sum3_3 = fma(a3_2, b3_2, sum3_3);
      sum4_0 = fma(a4_2, b0_2, sum4_0);
      sum4_1 = fma(a4_2, b1_2, sum4_1);
      sum4_2 = fma(a4_2, b2_2, sum4_2);
      sum4_3 = fma(a4_2, b3_2, sum4_3);
      sum5_0 = fma(a5_2, b0_2, sum5_0);
      sum5_1 = fma(a5_2, b1_2, sum5_1);
      sum5_2 = fma(a5_2, b2_2, sum5_2);
      sum5_3 = fma(a5_2, b3_2, sum5_3);
      sum6_0 = fma(a6_2, b0_2, sum6_0);
      sum6_1 = fma(a6_2, b1_2, sum6_1);
      sum6_2 = fma(a6_2, b2_2, sum6_2);
      sum6_3 = fma(a6_2, b3_2, sum6_3);
      sum7_0 = fma(a7_2, b0_2, sum7_0);
      sum7_1 = fma(a7_2, b1_2, sum7_1);
      sum7_2 = fma(a7_2, b2_2, sum7_2);
      sum7_3 = fma(a7_2, b3_2, sum7_3);
      sum0_0 = fma(a0_3, b0_3, sum0_0);
      sum0_1 = fma(a0_3, b1_3, sum0_1);
      sum0_2 = fma(a0_3, b2_3, sum0_2);
      sum0_3 = fma(a0_3, b3_3, sum0_3);
      sum1_0 = fma(a1_3, b0_3, sum1_0);
      sum1_1 = fma(a1_3, b1_3, sum1_1);
      sum1_2 = fma(a1_3, b2_3, sum1_2);
      sum1_3 = fma(a1_3, b3_3, sum1_3);
      sum2_0 = fma(a2_3, b0_3, sum2_0);
      sum2_1 = fma(a2_3, b1_3, sum2_1);
      sum2_2 = fma(a2_3, b2_3, sum2_2);
      sum2_3 = fma(a2_3, b3_3, sum2_3);
      sum3_0 = fma(a3_3, b0_3, sum3_0);
      sum3_1 = fma(a3_3, b1_3, sum3_1);
      sum3_2 = fma(a3_3, b2_3, sum3_2);
      sum3_3 = fma(a3_3, b3_3, sum3_3);
      sum4_0 = fma(a4_3, b0_3, sum4_0);
      sum4_1 = fma(a4_3, b1_3, sum4_1);
      sum4_2 = fma(a4_3, b2_3, sum4_2);
      sum4_3 = fma(a4_3, b3_3, sum4_3);
      sum5_0 = fma(a5_3, b0_3, sum5_0);
      sum5_1 = fma(a5_3, b1_3, sum5_1);
      sum5_2 = fma(a5_3, b2_3, sum5_2);
      sum5_3 = fma(a5_3, b3_3, sum5_3);
      sum6_0 = fma(a6_3, b0_3, sum6_0);
      sum6_1 = fma(a6_3, b1_3, sum6_1);
      sum6_2 = fma(a6_3, b2_3, sum6_2);
      sum6_3 = fma(a6_3, b3_3, sum6_3);
      sum7_0 = fma(a7_3, b0_3, sum7_0);
      sum7_1 = fma(a7_3, b1_3, sum7_1);
      sum7_2 = fma(a7_3, b2_3, sum7_2);
      sum7_3 = fma(a7_3, b3_3, sum7_3);
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 16];"
          : "=f"(a0_0), "=f"(a0_1), "=f"(a0_2), "=f"(a0_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 208];"
          : "=f"(a1_0), "=f"(a1_1), "=f"(a1_2), "=f"(a1_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 400];"
          : "=f"(a2_0), "=f"(a2_1), "=f"(a2_2), "=f"(a2_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 592];"
          : "=f"(a3_0), "=f"(a3_1), "=f"(a3_2), "=f"(a3_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 784];"
          : "=f"(a4_0), "=f"(a4_1), "=f"(a4_2), "=f"(a4_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 976];"
          : "=f"(a5_0), "=f"(a5_1), "=f"(a5_2), "=f"(a5_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1168];"
          : "=f"(a6_0), "=f"(a6_1), "=f"(a6_2), "=f"(a6_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1360];"
          : "=f"(a7_0), "=f"(a7_1), "=f"(a7_2), "=f"(a7_3) : "r"(a_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 16];"
          : "=f"(b0_0), "=f"(b0_1), "=f"(b0_2), "=f"(b0_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 400];"
          : "=f"(b1_0), "=f"(b1_1), "=f"(b1_2), "=f"(b1_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 784];"
          : "=f"(b2_0), "=f"(b2_1), "=f"(b2_2), "=f"(b2_3) : "r"(b_at));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1168];"
          : "=f"(b3_0), "=f"(b3_1), "=f"(b3_2), "=f"(b3_3) : "r"(b_at));
      sum0_0 = fma(a0_0, b0_0, sum0_0);
      sum0_1 = fma(a0_0, b1_0, sum0_1);
      sum0_2 = fma(a0_0, b2_0, sum0_2);
      sum0_3 = fma(a0_0, b3_0, sum0_3);
      sum1_0 = fma(a1_0, b0_0, sum1_0);
      sum1_1 = fma(a1_0, b1_0, sum1_1);
      sum1_2 = fma(a1_0, b2_0, sum1_2);
      sum1_3 = fma(a1_0, b3_0, sum1_3);
      sum2_0 = fma(a2_0, b0_0, sum2_0);
      sum2_1 = fma(a2_0, b1_0, sum2_1);
      sum2_2 = fma(a2_0, b2_0, sum2_2);
      sum2_3 = fma(a2_0, b3_0, sum2_3);
      sum3_0 = fma(a3_0, b0_0, sum3_0);
      sum3_1 = fma(a3_0, b1_0, sum3_1);
      sum3_2 = fma(a3_0, b2_0, sum3_2);
      sum3_3 = fma(a3_0, b3_0, sum3_3);
      sum4_0 = fma(a4_0, b0_0, sum4_0);
      sum4_1 = fma(a4_0, b1_0, sum4_1);
      sum4_2 = fma(a4_0, b2_0, sum4_2);
      sum4_3 = fma(a4_0, b3_0, sum4_3);
      sum5_0 = fma(a5_0, b0_0, sum5_0);
      sum5_1 = fma(a5_0, b1_0, sum5_1);
      sum5_2 = fma(a5_0, b2_0, sum5_2);
      sum5_3 = fma(a5_0, b3_0, sum5_3);
      sum6_0 = fma(a6_0, b0_0, sum6_0);
      sum6_1 = fma(a6_0, b1_0, sum6_1);
      sum6_2 = fma(a6_0, b2_0, sum6_2);
      sum6_3 = fma(a6_0, b3_0, sum6_3);
      sum7_0 = fma(a7_0, b0_0, sum7_0);
      sum7_1 = fma(a7_0, b1_0, sum7_1);
      sum7_2 = fma(a7_0, b2_0, sum7_2);
      sum7_3 = fma(a7_0, b3_0, sum7_3);
      sum0_0 = fma(a0_1, b0_1, sum0_0);
      sum0_1 = fma(a0_1, b1_1, sum0_1);
      sum0_2 = fma(a0_1, b2_1, sum0_2);
      sum0_3 = fma(a0_1, b3_1, sum0_3);
      sum1_0 = fma(a1_1, b0_1, sum1_0);
      sum1_1 = fma(a1_1, b1_1, sum1_1);
      sum1_2 = fma(a1_1, b2_1, sum1_2);
      sum1_3 = fma(a1_1, b3_1, sum1_3);
      sum2_0 = fma(a2_1, b0_1, sum2_0);
      sum2_1 = fma(a2_1, b1_1, sum2_1);
      sum2_2 = fma(a2_1, b2_1, sum2_2);
      sum2_3 = fma(a2_1, b3_1, sum2_3);
      sum3_0 = fma(a3_1, b0_1, sum3_0);
      sum3_1 = fma(a3_1, b1_1, sum3_1);
      sum3_2 = fma(a3_1, b2_1, sum3_2);
      sum3_3 = fma(a3_1, b3_1, sum3_3);
      sum4_0 = fma(a4_1, b0_1, sum4_0);
      sum4_1 = fma(a4_1, b1_1, sum4_1);
      sum4_2 = fma(a4_1, b2_1, sum4_2);
      sum4_3 = fma(a4_1, b3_1, sum4_3);
      sum5_0 = fma(a5_1, b0_1, sum5_0);
      sum5_1 = fma(a5_1, b1_1, sum5_1);
      sum5_2 = fma(a5_1, b2_1, sum5_2);
      sum5_3 = fma(a5_1, b3_1, sum5_3);
      sum6_0 = fma(a6_1, b0_1, sum6_0);
      sum6_1 = fma(a6_1, b1_1, sum6_1);
      sum6_2 = fma(a6_1, b2_1, sum6_2);
      sum6_3 = fma(a6_1, b3_1, sum6_3);
      sum7_0 = fma(a7_1, b0_1, sum7_0);
      sum7_1 = fma(a7_1, b1_1, sum7_1);
      sum7_2 = fma(a7_1, b2_1, sum7_2);
      sum7_3 = fma(a7_1, b3_1, sum7_3);
      sum0_0 = fma(a0_2, b0_2, sum0_0);
      sum0_1 = fma(a0_2, b1_2, sum0_1);
      sum0_2 = fma(a0_2, b2_2, sum0_2);
      sum0_3 = fma(a0_2, b3_2, sum0_3);
      sum1_0 = fma(a1_2, b0_2, sum1_0);
      sum1_1 = fma(a1_2, b1_2, sum1_1);
      sum1_2 = fma(a1_2, b2_2, sum1_2);
      sum1_3 = fma(a1_2, b3_2, sum1_3);
      sum2_0 = fma(a2_2, b0_2, sum2_0);
      sum2_1 = fma(a2_2, b1_2, sum2_1);
      sum2_2 = fma(a2_2, b2_2, sum2_2);
      sum2_3 = fma(a2_2, b3_2, sum2_3);
      sum3_0 = fma(a3_2, b0_2, sum3_0);
      sum3_1 = fma(a3_2, b1_2, sum3_1);
      sum3_2 = fma(a3_2, b2_2, sum3_2);
      sum3_3 = fma(a3_2, b3_2, sum3_3);
      sum4_0 = fma(a4_2, b0_2, sum4_0);
      sum4_1 = fma(a4_2, b1_2, sum4_1);
      sum4_2 = fma(a4_2, b2_2, sum4_2);
      sum4_3 = fma(a4_2, b3_2, sum4_3);
      sum5_0 = fma(a5_2, b0_2, sum5_0);
      sum5_1 = fma(a5_2, b1_2, sum5_1);
      sum5_2 = fma(a5_2, b2_2, sum5_2);
      sum5_3 = fma(a5_2, b3_2, sum5_3);
      sum6_0 = fma(a6_2, b0_2, sum6_0);
      sum6_1 = fma(a6_2, b1_2, sum6_1);
      sum6_2 = fma(a6_2, b2_2, sum6_2);
      sum6_3 = fma(a6_2, b3_2, sum6_3);
      sum7_0 = fma(a7_2, b0_2, sum7_0);
      sum7_1 = fma(a7_2, b1_2, sum7_1);
      sum7_2 = fma(a7_2, b2_2, sum7_2);
      sum7_3 = fma(a7_2, b3_2, sum7_3);
      sum0_0 = fma(a0_3, b0_3, sum0_0);
      sum0_1 = fma(a0_3, b1_3, sum0_1);
      sum0_2 = fma(a0_3, b2_3, sum0_2);
      sum0_3 = fma(a0_3, b3_3, sum0_3);
      sum1_0 = fma(a1_3, b0_3, sum1_0);
      sum1_1 = fma(a1_3, b1_3, sum1_1);
      sum1_2 = fma(a1_3, b2_3, sum1_2);
      sum1_3 = fma(a1_3, b3_3, sum1_3);
      sum2_0 = fma(a2_3, b0_3, sum2_0);
      sum2_1 = fma(a2_3, b1_3, sum2_1);
      sum2_2 = fma(a2_3, b2_3, sum2_2);
      sum2_3 = fma(a2_3, b3_3, sum2_3);
      sum3_0 = fma(a3_3, b0_3, sum3_0);
      sum3_1 = fma(a3_3, b1_3, sum3_1);
      sum3_2 = fma(a3_3, b2_3, sum3_2);
      sum3_3 = fma(a3_3, b3_3, sum3_3);
      sum4_0 = fma(a4_3, b0_3, sum4_0);
      sum4_1 = fma(a4_3, b1_3, sum4_1);
      sum4_2 = fma(a4_3, b2_3, sum4_2);
      sum4_3 = fma(a4_3, b3_3, sum4_3);
      sum5_0 = fma(a5_3, b0_3, sum5_0);
      sum5_1 = fma(a5_3, b1_3, sum5_1);
      sum5_2 = fma(a5_3, b2_3, sum5_2);
      sum5_3 = fma(a5_3, b3_3, sum5_3);
      sum6_0 = fma(a6_3, b0_3, sum6_0);
      sum6_1 = fma(a6_3, b1_3, sum6_1);
      sum6_2 = fma(a6_3, b2_3, sum6_2);
      sum6_3 = fma(a6_3, b3_3, sum6_3);
      sum7_0 = fma(a7_3, b0_3, sum7_0);
      sum7_1 = fma(a7_3, b1_3, sum7_1);
      sum7_2 = fma(a7_3, b2_3, sum7_2);
      sum7_3 = fma(a7_3, b3_3, sum7_3);
    }
    else {
      for (int done = 0; done < count; done += 4) {
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
            : "=f"(a0_0), "=f"(a0_1), "=f"(a0_2), "=f"(a0_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 192];"
            : "=f"(a1_0), "=f"(a1_1), "=f"(a1_2), "=f"(a1_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 384];"
            : "=f"(a2_0), "=f"(a2_1), "=f"(a2_2), "=f"(a2_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 576];"
            : "=f"(a3_0), "=f"(a3_1), "=f"(a3_2), "=f"(a3_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
            : "=f"(a4_0), "=f"(a4_1), "=f"(a4_2), "=f"(a4_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 960];"
            : "=f"(a5_0), "=f"(a5_1), "=f"(a5_2), "=f"(a5_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
            : "=f"(a6_0), "=f"(a6_1), "=f"(a6_2), "=f"(a6_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1344];"
            : "=f"(a7_0), "=f"(a7_1), "=f"(a7_2), "=f"(a7_3) : "r"(a_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
            : "=f"(b0_0), "=f"(b0_1), "=f"(b0_2), "=f"(b0_3) : "r"(b_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 384];"
            : "=f"(b1_0), "=f"(b1_1), "=f"(b1_2), "=f"(b1_3) : "r"(b_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
            : "=f"(b2_0), "=f"(b2_1), "=f"(b2_2), "=f"(b2_3) : "r"(b_at));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
            : "=f"(b3_0), "=f"(b3_1), "=f"(b3_2), "=f"(b3_3) : "r"(b_at));
        sum0_0 = fma(a0_0, b0_0, sum0_0);
        sum0_1 = fma(a0_0, b1_0, sum0_1);
        sum0_2 = fma(a0_0, b2_0, sum0_2);
        sum0_3 = fma(a0_0, b3_0, sum0_3);
        sum1_0 = fma(a1_0, b0_0, sum1_0);
        sum1_1 = fma(a1_0, b1_0, sum1_1);
        sum1_2 = fma(a1_0, b2_0, sum1_2);
        sum1_3 = fma(a1_0, b3_0, sum1_3);
        sum2_0 = fma(a2_0, b0_0, sum2_0);
        sum2_1 = fma(a2_0, b1_0, sum2_1);
        sum2_2 = fma(a2_0, b2_0, sum2_2);
        sum2_3 = fma(a2_0, b3_0, sum2_3);
        sum3_0 = fma(a3_0, b0_0, sum3_0);
        sum3_1 = fma(a3_0, b1_0, sum3_1);
        sum3_2 = fma(a3_0, b2_0, sum3_2);
        sum3_3 = fma(a3_0, b3_0, sum3_3);
        sum4_0 = fma(a4_0, b0_0, sum4_0);
        sum4_1 = fma(a4_0, b1_0, sum4_1);
        sum4_2 = fma(a4_0, b2_0, sum4_2);
        sum4_3 = fma(a4_0, b3_0, sum4_3);
        sum5_0 = fma(a5_0, b0_0, sum5_0);
        sum5_1 = fma(a5_0, b1_0, sum5_1);
        sum5_2 = fma(a5_0, b2_0, sum5_2);
        sum5_3 = fma(a5_0, b3_0, sum5_3);
        sum6_0 = fma(a6_0, b0_0, sum6_0);
        sum6_1 = fma(a6_0, b1_0, sum6_1);
        sum6_2 = fma(a6_0, b2_0, sum6_2);
        sum6_3 = fma(a6_0, b3_0, sum6_3);
        sum7_0 = fma(a7_0, b0_0, sum7_0);
        sum7_1 = fma(a7_0, b1_0, sum7_1);
        sum7_2 = fma(a7_0, b2_0, sum7_2);
        sum7_3 = fma(a7_0, b3_0, sum7_3);
        sum0_0 = fma(a0_1, b0_1, sum0_0);
        sum0_1 = fma(a0_1, b1_1, sum0_1);
        sum0_2 = fma(a0_1, b2_1, sum0_2);
        sum0_3 = fma(a0_1, b3_1, sum0_3);
        sum1_0 = fma(a1_1, b0_1, sum1_0);
        sum1_1 = fma(a1_1, b1_1, sum1_1);
        sum1_2 = fma(a1_1, b2_1, sum1_2);
        sum1_3 = fma(a1_1, b3_1, sum1_3);
        sum2_0 = fma(a2_1, b0_1, sum2_0);
        sum2_1 = fma(a2_1, b1_1, sum2_1);
        sum2_2 = fma(a2_1, b2_1, sum2_2);
        sum2_3 = fma(a2_1, b3_1, sum2_3);
        sum3_0 = fma(a3_1, b0_1, sum3_0);
        sum3_1 = fma(a3_1, b1_1, sum3_1);
        sum3_2 = fma(a3_1, b2_1, sum3_2);
        sum3_3 = fma(a3_1, b3_1, sum3_3);
        sum4_0 = fma(a4_1, b0_1, sum4_0);
        sum4_1 = fma(a4_1, b1_1, sum4_1);
        sum4_2 = fma(a4_1, b2_1, sum4_2);
        sum4_3 = fma(a4_1, b3_1, sum4_3);
        sum5_0 = fma(a5_1, b0_1, sum5_0);
        sum5_1 = fma(a5_1, b1_1, sum5_1);
        sum5_2 = fma(a5_1, b2_1, sum5_2);
        sum5_3 = fma(a5_1, b3_1, sum5_3);
        sum6_0 = fma(a6_1, b0_1, sum6_0);
        sum6_1 = fma(a6_1, b1_1, sum6_1);
        sum6_2 = fma(a6_1, b2_1, sum6_2);
        sum6_3 = fma(a6_1, b3_1, sum6_3);
        sum7_0 = fma(a7_1, b0_1, sum7_0);
        sum7_1 = fma(a7_1, b1_1, sum7_1);
        sum7_2 = fma(a7_1, b2_1, sum7_2);
        sum7_3 = fma(a7_1, b3_1, sum7_3);
        sum0_0 = fma(a0_2, b0_2, sum0_0);
        sum0_1 = fma(a0_2, b1_2, sum0_1);
        sum0_2 = fma(a0_2, b2_2, sum0_2);
        sum0_3 = fma(a0_2, b3_2, sum0_3);
        sum1_0 = fma(a1_2, b0_2, sum1_0);
        sum1_1 = fma(a1_2, b1_2, sum1_1);
        sum1_2 = fma(a1_2, b2_2, sum1_2);
        sum1_3 = fma(a1_2, b3_2, sum1_3);
        sum2_0 = fma(a2_2, b0_2, sum2_0);
        sum2_1 = fma(a2_2, b1_2, sum2_1);
        sum2_2 = fma(a2_2, b2_2, sum2_2);
        sum2_3 = fma(a2_2, b3_2, sum2_3);
        sum3_0 = fma(a3_2, b0_2, sum3_0);
        sum3_1 = fma(a3_2, b1_2, sum3_1);
        sum3_2 = fma(a3_2, b2_2, sum3_2);
        sum3_3 = fma(a3_2, b3_2, sum3_3);
        sum4_0 = fma(a4_2, b0_2, sum4_0);
        sum4_1 = fma(a4_2, b1_2, sum4_1);
        sum4_2 = fma(a4_2, b2_2, sum4_2);
        sum4_3 = fma(a4_2, b3_2, sum4_3);
        sum5_0 = fma(a5_2, b0_2, sum5_0);
        sum5_1 = fma(a5_2, b1_2, sum5_1);
        sum5_2 = fma(a5_2, b2_2, sum5_2);
        sum5_3 = fma(a5_2, b3_2, sum5_3);
        sum6_0 = fma(a6_2, b0_2, sum6_0);
        sum6_1 = fma(a6_2, b1_2, sum6_1);
        sum6_2 = fma(a6_2, b2_2, sum6_2);
        sum6_3 = fma(a6_2, b3_2, sum6_3);
        sum7_0 = fma(a7_2, b0_2, sum7_0);
        sum7_1 = fma(a7_2, b1_2, sum7_1);
        sum7_2 = fma(a7_2, b2_2, sum7_2);
        sum7_3 = fma(a7_2, b3_2, sum7_3);
        sum0_0 = fma(a0_3, b0_3, sum0_0);
        sum0_1 = fma(a0_3, b1_3, sum0_1);
        sum0_2 = fma(a0_3, b2_3, sum0_2);
        sum0_3 = fma(a0_3, b3_3, sum0_3);
        sum1_0 = fma(a1_3, b0_3, sum1_0);
        sum1_1 = fma(a1_3, b1_3, sum1_1);
        sum1_2 = fma(a1_3, b2_3, sum1_2);
        sum1_3 = fma(a1_3, b3_3, sum1_3);
        sum2_0 = fma(a2_3, b0_3, sum2_0);
        sum2_1 = fma(a2_3, b1_3, sum2_1);
        sum2_2 = fma(a2_3, b2_3, sum2_2);
        sum2_3 = fma(a2_3, b3_3, sum2_3);
        sum3_0 = fma(a3_3, b0_3, sum3_0);
        sum3_1 = fma(a3_3, b1_3, sum3_1);
        sum3_2 = fma(a3_3, b2_3, sum3_2);
        sum3_3 = fma(a3_3, b3_3, sum3_3);
        sum4_0 = fma(a4_3, b0_3, sum4_0);
        sum4_1 = fma(a4_3, b1_3, sum4_1);
        sum4_2 = fma(a4_3, b2_3, sum4_2);
        sum4_3 = fma(a4_3, b3_3, sum4_3);
        sum5_0 = fma(a5_3, b0_3, sum5_0);
        sum5_1 = fma(a5_3, b1_3, sum5_1);
        sum5_2 = fma(a5_3, b2_3, sum5_2);
        sum5_3 = fma(a5_3, b3_3, sum5_3);
        sum6_0 = fma(a6_3, b0_3, sum6_0);
        sum6_1 = fma(a6_3, b1_3, sum6_1);
        sum6_2 = fma(a6_3, b2_3, sum6_2);
        sum6_3 = fma(a6_3, b3_3, sum6_3);
        sum7_0 = fma(a7_3, b0_3, sum7_0);
        sum7_1 = fma(a7_3, b1_3, sum7_1);
        sum7_2 = fma(a7_3, b2_3, sum7_2);
        sum7_3 = fma(a7_3, b3_3, sum7_3);
        a_at += 16;
        b_at += 16;
      }
    }
    l += 8;
    if (l >= k) break;
    asm volatile("cp.async.wait_group 0;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (next < k) {
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + stage), "l"(a_from0), "r"(clamp(k - next - a_first, 0, 4) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + stage + 768), "l"(a_from16), "r"(clamp(k - next - a_first, 0, 4) * 4));
      }
      else {
        #pragma unroll 1
        for (int e = 0; e < 4; ++e) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(a_to + stage + e * 4), "l"(a_from0 + e),
              "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
        }
        #pragma unroll 1
        for (int e = 0; e < 4; ++e) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
              : : "r"(a_to + stage + 768 + e * 4), "l"(a_from16 + e),
              "r"(clamp(clamp(k - next - a_first, 0, 4) * 4 - e * 4, 0, 4)));
        }
      }
      a_from0 += 8; a_from16 += 8;
      if (b_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + stage), "l"(b_from0), "r"(clamp(k - next - b_first, 0, 4) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + stage + 192), "l"(b_from16), "r"(clamp(k - next - b_first, 0, 4) * 4));
      }
      else {
        #pragma unroll 1
        for (int e = 0; e < 4; ++e) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(b_to + stage + e * 4), "l"(b_from0 + e),
              "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
        }
        #pragma unroll 1
        for (int e = 0; e < 4; ++e) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
              : : "r"(b_to + stage + 192 + e * 4), "l"(b_from16 + e),
              "r"(clamp(clamp(k - next - b_first, 0, 4) * 4 - e * 4, 0, 4)));
        }
      }
      b_from0 += 8; b_from16 += 8;
    }
    asm volatile("cp.async.commit_group;");
    next += 8;
    stage = stage == 3072 ? 0 : stage + 3072;
  }
  const bool aligned = c_row % 4 == 0 && (size_t)(c + c_offset) % 16 == 0;
  const int col1 = col0 + cols_at;
  {
    const int row = row0 + rows_at + lane_row * 4;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum0_0, sum0_1, sum0_2, sum0_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 1;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum1_0, sum1_1, sum1_2, sum1_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 2;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum2_0, sum2_1, sum2_2, sum2_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 3;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum3_0, sum3_1, sum3_2, sum3_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 16;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum4_0, sum4_1, sum4_2, sum4_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 17;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum5_0, sum5_1, sum5_2, sum5_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 18;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum6_0, sum6_1, sum6_2, sum6_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + rows_at + lane_row * 4 + 19;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + lane_col * 4),
          (float4)(sum7_0, sum7_1, sum7_2, sum7_3), n - (col1 + lane_col * 4), alpha, beta, aligned);
    }
  }
}
