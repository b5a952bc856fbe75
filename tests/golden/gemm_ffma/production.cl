// gemm m=4096 n=4096 k=4096 float32 col*col=row: tm=128 tn=128 rn=8 tk=8 stages=3 band=8 slices=1 last=False teams=1
// order=rows lead=0 loop=summed registers=128
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
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gemm_ffma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int place = get_local_id(0), cols = get_num_groups(0);
  const int number = get_group_id(1) * cols + get_group_id(0);
  const int band = number / (8 * cols) * 8, inside = number - band * cols;
  const int high = min((int)get_num_groups(1) - band, 8);
  const int row0 = (band + inside % high) * 128, col0 = inside / high * 128;
  const int y = place / 64 * 32 + place % 32 / 8 * 4;
  const int x = place / 32 % 2 * 64 + place % 32 % 8 * 4;
  __local float tiles[6240] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int total = max(k, 0), whole = max(total - 1, 0) / 8;
  const int tail = total - whole * 8;
  const bool a_whole = a_col % 4 == 0 && a_col >= m && (size_t)(a + a_offset) % 16 == 0;
  const int a_line = place / 32, a_chunk = place % 32;
  const int a_e = a_whole ? a_chunk * 4 : a_chunk % 32;
  const int a_room = m - row0 - a_e;
  const int a_at = a_whole ? min(row0 + a_e, (m - 1) / 4 * 4) : row0 + a_e;
  __global const float *a_from = a + a_offset + (size_t)a_line * a_col + a_at;
  const uint a_to = base + a_line * 512 + a_e * 4;
  const bool b_whole = b_col % 4 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const int b_line = place / 2, b_l = place % 2 * 4;
  float4 b_next0 = (float4)(0);
  __global const float *b_from = b + b_offset + (size_t)min(col0 + b_line, n - 1) * b_col + b_l;
  const uint b_to = base + 4096 + b_l * 528 + (b_line ^ b_l / 8 * 16) * 4;
  if (whole >= 1) {
    if (b_whole) {
      b_next0 = *(__global const float4 *)b_from;
    }
    else {
      b_next0.s0 = (b_from)[0];
      b_next0.s1 = (b_from)[1];
      b_next0.s2 = (b_from)[2];
      b_next0.s3 = (b_from)[3];
    }
    b_from += 8;
  }
  #pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int v = turn * 256 + place;
    const int e = v % 128, l = v / 128;
    const bool exists = row0 + e < m && l < tail;
    const float element = exists ? a[a_offset + (size_t)(row0 + e) + (size_t)(k - tail + l) * a_col] : 0;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(base + l * 512 + e * 4), "f"(element));
  }
  #pragma unroll
  for (int turn = 0; turn < 4; ++turn) {
    const int v = turn * 256 + place;
    const int l = v % 8, e = v / 8;
    const bool exists = col0 + e < n && l < tail;
    const float element = exists ? b[b_offset + (size_t)(k - tail + l) + (size_t)(col0 + e) * b_col] : 0;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(base + 4096 + l * 528 + (e ^ l / 8 * 16) * 4), "f"(element));
  }
  if (whole >= 1) {
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to + 8320), "l"(a_from));
    }
    else {
      if (a_room > 0) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + 8320), "l"(a_from));
      if (a_room > 32)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + 8320 + 128), "l"(a_from + 32));
      if (a_room > 64)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + 8320 + 256), "l"(a_from + 64));
      if (a_room > 96)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + 8320 + 384), "l"(a_from + 96));
    }
    a_from += (size_t)8 * a_col;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(b_to + 8320), "f"(b_next0.s0));
    asm volatile("st.shared.f32 [%0 + 528], %1;" : : "r"(b_to + 8320), "f"(b_next0.s1));
    asm volatile("st.shared.f32 [%0 + 1056], %1;" : : "r"(b_to + 8320), "f"(b_next0.s2));
    asm volatile("st.shared.f32 [%0 + 1584], %1;" : : "r"(b_to + 8320), "f"(b_next0.s3));
  }
  asm volatile("cp.async.commit_group;");
  if (whole >= 2) {
    if (b_whole) {
      b_next0 = *(__global const float4 *)b_from;
    }
    else {
      b_next0.s0 = (b_from)[0];
      b_next0.s1 = (b_from)[1];
      b_next0.s2 = (b_from)[2];
      b_next0.s3 = (b_from)[3];
    }
    b_from += 8;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum0_0 = 0, sum0_1 = 0, sum0_2 = 0, sum0_3 = 0, sum0_4 = 0, sum0_5 = 0, sum0_6 = 0, sum0_7 = 0;
  float sum1_0 = 0, sum1_1 = 0, sum1_2 = 0, sum1_3 = 0, sum1_4 = 0, sum1_5 = 0, sum1_6 = 0, sum1_7 = 0;
  float sum2_0 = 0, sum2_1 = 0, sum2_2 = 0, sum2_3 = 0, sum2_4 = 0, sum2_5 = 0, sum2_6 = 0, sum2_7 = 0;
  float sum3_0 = 0, sum3_1 = 0, sum3_2 = 0, sum3_3 = 0, sum3_4 = 0, sum3_5 = 0, sum3_6 = 0, sum3_7 = 0;
  float sum4_0 = 0, sum4_1 = 0, sum4_2 = 0, sum4_3 = 0, sum4_4 = 0, sum4_5 = 0, sum4_6 = 0, sum4_7 = 0;
  float sum5_0 = 0, sum5_1 = 0, sum5_2 = 0, sum5_3 = 0, sum5_4 = 0, sum5_5 = 0, sum5_6 = 0, sum5_7 = 0;
  float sum6_0 = 0, sum6_1 = 0, sum6_2 = 0, sum6_3 = 0, sum6_4 = 0, sum6_5 = 0, sum6_6 = 0, sum6_7 = 0;
  float sum7_0 = 0, sum7_1 = 0, sum7_2 = 0, sum7_3 = 0, sum7_4 = 0, sum7_5 = 0, sum7_6 = 0, sum7_7 = 0;
  float left_p0, left_p1, left_p2, left_p3, left_p4, left_p5, left_p6, left_p7, right_p0, right_p1, right_p2, right_p3,
      right_p4, right_p5, right_p6, right_p7;
  float left_q0, left_q1, left_q2, left_q3, left_q4, left_q5, left_q6, left_q7, right_q0, right_q1, right_q2, right_q3,
      right_q4, right_q5, right_q6, right_q7;
  int now = 0, next = 16640;
  uint left_at0 = base + y * 4;
  uint right_at0 = base + 4096 + x * 4;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 64];"
      : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 128];"
      : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
  for (int more = whole; more >= 0; --more) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 512];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 576];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 528];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 656];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0 + now));
    if (more >= 2) {
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to + next), "l"(a_from));
      }
      else {
        if (a_room > 0) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + next), "l"(a_from));
        if (a_room > 32)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + next + 128), "l"(a_from + 32));
        if (a_room > 64)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + next + 256), "l"(a_from + 64));
        if (a_room > 96)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(a_to + next + 384), "l"(a_from + 96));
      }
      a_from += (size_t)8 * a_col;
      asm volatile("st.shared.f32 [%0], %1;" : : "r"(b_to + next), "f"(b_next0.s0));
      asm volatile("st.shared.f32 [%0 + 528], %1;" : : "r"(b_to + next), "f"(b_next0.s1));
      asm volatile("st.shared.f32 [%0 + 1056], %1;" : : "r"(b_to + next), "f"(b_next0.s2));
      asm volatile("st.shared.f32 [%0 + 1584], %1;" : : "r"(b_to + next), "f"(b_next0.s3));
    }
    asm volatile("cp.async.commit_group;");
    if (more >= 3) {
      if (b_whole) {
        b_next0 = *(__global const float4 *)b_from;
      }
      else {
        b_next0.s0 = (b_from)[0];
        b_next0.s1 = (b_from)[1];
        b_next0.s2 = (b_from)[2];
        b_next0.s3 = (b_from)[3];
      }
      b_from += 8;
    }
    next = next == 16640 ? 0 : next + 8320;
    sum0_0 = fma(left_p0, right_p0, sum0_0);
    sum0_1 = fma(left_p0, right_p1, sum0_1);
    sum0_2 = fma(left_p0, right_p2, sum0_2);
    sum0_3 = fma(left_p0, right_p3, sum0_3);
    sum0_4 = fma(left_p0, right_p4, sum0_4);
    sum0_5 = fma(left_p0, right_p5, sum0_5);
    sum0_6 = fma(left_p0, right_p6, sum0_6);
    sum0_7 = fma(left_p0, right_p7, sum0_7);
    sum1_7 = fma(left_p1, right_p7, sum1_7);
    sum1_6 = fma(left_p1, right_p6, sum1_6);
    sum1_5 = fma(left_p1, right_p5, sum1_5);
    sum1_4 = fma(left_p1, right_p4, sum1_4);
    sum1_3 = fma(left_p1, right_p3, sum1_3);
    sum1_2 = fma(left_p1, right_p2, sum1_2);
    sum1_1 = fma(left_p1, right_p1, sum1_1);
    sum1_0 = fma(left_p1, right_p0, sum1_0);
    sum2_0 = fma(left_p2, right_p0, sum2_0);
    sum2_1 = fma(left_p2, right_p1, sum2_1);
    sum2_2 = fma(left_p2, right_p2, sum2_2);
    sum2_3 = fma(left_p2, right_p3, sum2_3);
    sum2_4 = fma(left_p2, right_p4, sum2_4);
    sum2_5 = fma(left_p2, right_p5, sum2_5);
    sum2_6 = fma(left_p2, right_p6, sum2_6);
    sum2_7 = fma(left_p2, right_p7, sum2_7);
    sum3_7 = fma(left_p3, right_p7, sum3_7);
    sum3_6 = fma(left_p3, right_p6, sum3_6);
    sum3_5 = fma(left_p3, right_p5, sum3_5);
    sum3_4 = fma(left_p3, right_p4, sum3_4);
    sum3_3 = fma(left_p3, right_p3, sum3_3);
    sum3_2 = fma(left_p3, right_p2, sum3_2);
    sum3_1 = fma(left_p3, right_p1, sum3_1);
    sum3_0 = fma(left_p3, right_p0, sum3_0);
    sum4_0 = fma(left_p4, right_p0, sum4_0);
    sum4_1 = fma(left_p4, right_p1, sum4_1);
    sum4_2 = fma(left_p4, right_p2, sum4_2);
    sum4_3 = fma(left_p4, right_p3, sum4_3);
    sum4_4 = fma(left_p4, right_p4, sum4_4);
    sum4_5 = fma(left_p4, right_p5, sum4_5);
    sum4_6 = fma(left_p4, right_p6, sum4_6);
    sum4_7 = fma(left_p4, right_p7, sum4_7);
    sum5_7 = fma(left_p5, right_p7, sum5_7);
    sum5_6 = fma(left_p5, right_p6, sum5_6);
    sum5_5 = fma(left_p5, right_p5, sum5_5);
    sum5_4 = fma(left_p5, right_p4, sum5_4);
    sum5_3 = fma(left_p5, right_p3, sum5_3);
    sum5_2 = fma(left_p5, right_p2, sum5_2);
    sum5_1 = fma(left_p5, right_p1, sum5_1);
    sum5_0 = fma(left_p5, right_p0, sum5_0);
    sum6_0 = fma(left_p6, right_p0, sum6_0);
    sum6_1 = fma(left_p6, right_p1, sum6_1);
    sum6_2 = fma(left_p6, right_p2, sum6_2);
    sum6_3 = fma(left_p6, right_p3, sum6_3);
    sum6_4 = fma(left_p6, right_p4, sum6_4);
    sum6_5 = fma(left_p6, right_p5, sum6_5);
    sum6_6 = fma(left_p6, right_p6, sum6_6);
    sum6_7 = fma(left_p6, right_p7, sum6_7);
    sum7_7 = fma(left_p7, right_p7, sum7_7);
    sum7_6 = fma(left_p7, right_p6, sum7_6);
    sum7_5 = fma(left_p7, right_p5, sum7_5);
    sum7_4 = fma(left_p7, right_p4, sum7_4);
    sum7_3 = fma(left_p7, right_p3, sum7_3);
    sum7_2 = fma(left_p7, right_p2, sum7_2);
    sum7_1 = fma(left_p7, right_p1, sum7_1);
    sum7_0 = fma(left_p7, right_p0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1024];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1088];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1056];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1184];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
    sum0_0 = fma(left_q0, right_q0, sum0_0);
    sum0_1 = fma(left_q0, right_q1, sum0_1);
    sum0_2 = fma(left_q0, right_q2, sum0_2);
    sum0_3 = fma(left_q0, right_q3, sum0_3);
    sum0_4 = fma(left_q0, right_q4, sum0_4);
    sum0_5 = fma(left_q0, right_q5, sum0_5);
    sum0_6 = fma(left_q0, right_q6, sum0_6);
    sum0_7 = fma(left_q0, right_q7, sum0_7);
    sum1_7 = fma(left_q1, right_q7, sum1_7);
    sum1_6 = fma(left_q1, right_q6, sum1_6);
    sum1_5 = fma(left_q1, right_q5, sum1_5);
    sum1_4 = fma(left_q1, right_q4, sum1_4);
    sum1_3 = fma(left_q1, right_q3, sum1_3);
    sum1_2 = fma(left_q1, right_q2, sum1_2);
    sum1_1 = fma(left_q1, right_q1, sum1_1);
    sum1_0 = fma(left_q1, right_q0, sum1_0);
    sum2_0 = fma(left_q2, right_q0, sum2_0);
    sum2_1 = fma(left_q2, right_q1, sum2_1);
    sum2_2 = fma(left_q2, right_q2, sum2_2);
    sum2_3 = fma(left_q2, right_q3, sum2_3);
    sum2_4 = fma(left_q2, right_q4, sum2_4);
    sum2_5 = fma(left_q2, right_q5, sum2_5);
    sum2_6 = fma(left_q2, right_q6, sum2_6);
    sum2_7 = fma(left_q2, right_q7, sum2_7);
    sum3_7 = fma(left_q3, right_q7, sum3_7);
    sum3_6 = fma(left_q3, right_q6, sum3_6);
    sum3_5 = fma(left_q3, right_q5, sum3_5);
    sum3_4 = fma(left_q3, right_q4, sum3_4);
    sum3_3 = fma(left_q3, right_q3, sum3_3);
    sum3_2 = fma(left_q3, right_q2, sum3_2);
    sum3_1 = fma(left_q3, right_q1, sum3_1);
    sum3_0 = fma(left_q3, right_q0, sum3_0);
    sum4_0 = fma(left_q4, right_q0, sum4_0);
    sum4_1 = fma(left_q4, right_q1, sum4_1);
    sum4_2 = fma(left_q4, right_q2, sum4_2);
    sum4_3 = fma(left_q4, right_q3, sum4_3);
    sum4_4 = fma(left_q4, right_q4, sum4_4);
    sum4_5 = fma(left_q4, right_q5, sum4_5);
    sum4_6 = fma(left_q4, right_q6, sum4_6);
    sum4_7 = fma(left_q4, right_q7, sum4_7);
    sum5_7 = fma(left_q5, right_q7, sum5_7);
    sum5_6 = fma(left_q5, right_q6, sum5_6);
    sum5_5 = fma(left_q5, right_q5, sum5_5);
    sum5_4 = fma(left_q5, right_q4, sum5_4);
    sum5_3 = fma(left_q5, right_q3, sum5_3);
    sum5_2 = fma(left_q5, right_q2, sum5_2);
    sum5_1 = fma(left_q5, right_q1, sum5_1);
    sum5_0 = fma(left_q5, right_q0, sum5_0);
    sum6_0 = fma(left_q6, right_q0, sum6_0);
    sum6_1 = fma(left_q6, right_q1, sum6_1);
    sum6_2 = fma(left_q6, right_q2, sum6_2);
    sum6_3 = fma(left_q6, right_q3, sum6_3);
    sum6_4 = fma(left_q6, right_q4, sum6_4);
    sum6_5 = fma(left_q6, right_q5, sum6_5);
    sum6_6 = fma(left_q6, right_q6, sum6_6);
    sum6_7 = fma(left_q6, right_q7, sum6_7);
    sum7_7 = fma(left_q7, right_q7, sum7_7);
    sum7_6 = fma(left_q7, right_q6, sum7_6);
    sum7_5 = fma(left_q7, right_q5, sum7_5);
    sum7_4 = fma(left_q7, right_q4, sum7_4);
    sum7_3 = fma(left_q7, right_q3, sum7_3);
    sum7_2 = fma(left_q7, right_q2, sum7_2);
    sum7_1 = fma(left_q7, right_q1, sum7_1);
    sum7_0 = fma(left_q7, right_q0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1536];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1600];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1584];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1712];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0 + now));
    sum0_0 = fma(left_p0, right_p0, sum0_0);
    sum0_1 = fma(left_p0, right_p1, sum0_1);
    sum0_2 = fma(left_p0, right_p2, sum0_2);
    sum0_3 = fma(left_p0, right_p3, sum0_3);
    sum0_4 = fma(left_p0, right_p4, sum0_4);
    sum0_5 = fma(left_p0, right_p5, sum0_5);
    sum0_6 = fma(left_p0, right_p6, sum0_6);
    sum0_7 = fma(left_p0, right_p7, sum0_7);
    sum1_7 = fma(left_p1, right_p7, sum1_7);
    sum1_6 = fma(left_p1, right_p6, sum1_6);
    sum1_5 = fma(left_p1, right_p5, sum1_5);
    sum1_4 = fma(left_p1, right_p4, sum1_4);
    sum1_3 = fma(left_p1, right_p3, sum1_3);
    sum1_2 = fma(left_p1, right_p2, sum1_2);
    sum1_1 = fma(left_p1, right_p1, sum1_1);
    sum1_0 = fma(left_p1, right_p0, sum1_0);
    sum2_0 = fma(left_p2, right_p0, sum2_0);
    sum2_1 = fma(left_p2, right_p1, sum2_1);
    sum2_2 = fma(left_p2, right_p2, sum2_2);
    sum2_3 = fma(left_p2, right_p3, sum2_3);
    sum2_4 = fma(left_p2, right_p4, sum2_4);
    sum2_5 = fma(left_p2, right_p5, sum2_5);
    sum2_6 = fma(left_p2, right_p6, sum2_6);
    sum2_7 = fma(left_p2, right_p7, sum2_7);
    sum3_7 = fma(left_p3, right_p7, sum3_7);
    sum3_6 = fma(left_p3, right_p6, sum3_6);
    sum3_5 = fma(left_p3, right_p5, sum3_5);
    sum3_4 = fma(left_p3, right_p4, sum3_4);
    sum3_3 = fma(left_p3, right_p3, sum3_3);
    sum3_2 = fma(left_p3, right_p2, sum3_2);
    sum3_1 = fma(left_p3, right_p1, sum3_1);
    sum3_0 = fma(left_p3, right_p0, sum3_0);
    sum4_0 = fma(left_p4, right_p0, sum4_0);
    sum4_1 = fma(left_p4, right_p1, sum4_1);
    sum4_2 = fma(left_p4, right_p2, sum4_2);
    sum4_3 = fma(left_p4, right_p3, sum4_3);
    sum4_4 = fma(left_p4, right_p4, sum4_4);
    sum4_5 = fma(left_p4, right_p5, sum4_5);
    sum4_6 = fma(left_p4, right_p6, sum4_6);
    sum4_7 = fma(left_p4, right_p7, sum4_7);
    sum5_7 = fma(left_p5, right_p7, sum5_7);
    sum5_6 = fma(left_p5, right_p6, sum5_6);
    sum5_5 = fma(left_p5, right_p5, sum5_5);
    sum5_4 = fma(left_p5, right_p4, sum5_4);
    sum5_3 = fma(left_p5, right_p3, sum5_3);
    sum5_2 = fma(left_p5, right_p2, sum5_2);
    sum5_1 = fma(left_p5, right_p1, sum5_1);
    sum5_0 = fma(left_p5, right_p0, sum5_0);
    sum6_0 = fma(left_p6, right_p0, sum6_0);
    sum6_1 = fma(left_p6, right_p1, sum6_1);
    sum6_2 = fma(left_p6, right_p2, sum6_2);
    sum6_3 = fma(left_p6, right_p3, sum6_3);
    sum6_4 = fma(left_p6, right_p4, sum6_4);
    sum6_5 = fma(left_p6, right_p5, sum6_5);
    sum6_6 = fma(left_p6, right_p6, sum6_6);
    sum6_7 = fma(left_p6, right_p7, sum6_7);
    sum7_7 = fma(left_p7, right_p7, sum7_7);
    sum7_6 = fma(left_p7, right_p6, sum7_6);
    sum7_5 = fma(left_p7, right_p5, sum7_5);
    sum7_4 = fma(left_p7, right_p4, sum7_4);
    sum7_3 = fma(left_p7, right_p3, sum7_3);
    sum7_2 = fma(left_p7, right_p2, sum7_2);
    sum7_1 = fma(left_p7, right_p1, sum7_1);
    sum7_0 = fma(left_p7, right_p0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2048];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2112];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2112];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2240];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
    sum0_0 = fma(left_q0, right_q0, sum0_0);
    sum0_1 = fma(left_q0, right_q1, sum0_1);
    sum0_2 = fma(left_q0, right_q2, sum0_2);
    sum0_3 = fma(left_q0, right_q3, sum0_3);
    sum0_4 = fma(left_q0, right_q4, sum0_4);
    sum0_5 = fma(left_q0, right_q5, sum0_5);
    sum0_6 = fma(left_q0, right_q6, sum0_6);
    sum0_7 = fma(left_q0, right_q7, sum0_7);
    sum1_7 = fma(left_q1, right_q7, sum1_7);
    sum1_6 = fma(left_q1, right_q6, sum1_6);
    sum1_5 = fma(left_q1, right_q5, sum1_5);
    sum1_4 = fma(left_q1, right_q4, sum1_4);
    sum1_3 = fma(left_q1, right_q3, sum1_3);
    sum1_2 = fma(left_q1, right_q2, sum1_2);
    sum1_1 = fma(left_q1, right_q1, sum1_1);
    sum1_0 = fma(left_q1, right_q0, sum1_0);
    sum2_0 = fma(left_q2, right_q0, sum2_0);
    sum2_1 = fma(left_q2, right_q1, sum2_1);
    sum2_2 = fma(left_q2, right_q2, sum2_2);
    sum2_3 = fma(left_q2, right_q3, sum2_3);
    sum2_4 = fma(left_q2, right_q4, sum2_4);
    sum2_5 = fma(left_q2, right_q5, sum2_5);
    sum2_6 = fma(left_q2, right_q6, sum2_6);
    sum2_7 = fma(left_q2, right_q7, sum2_7);
    sum3_7 = fma(left_q3, right_q7, sum3_7);
    sum3_6 = fma(left_q3, right_q6, sum3_6);
    sum3_5 = fma(left_q3, right_q5, sum3_5);
    sum3_4 = fma(left_q3, right_q4, sum3_4);
    sum3_3 = fma(left_q3, right_q3, sum3_3);
    sum3_2 = fma(left_q3, right_q2, sum3_2);
    sum3_1 = fma(left_q3, right_q1, sum3_1);
    sum3_0 = fma(left_q3, right_q0, sum3_0);
    sum4_0 = fma(left_q4, right_q0, sum4_0);
    sum4_1 = fma(left_q4, right_q1, sum4_1);
    sum4_2 = fma(left_q4, right_q2, sum4_2);
    sum4_3 = fma(left_q4, right_q3, sum4_3);
    sum4_4 = fma(left_q4, right_q4, sum4_4);
    sum4_5 = fma(left_q4, right_q5, sum4_5);
    sum4_6 = fma(left_q4, right_q6, sum4_6);
    sum4_7 = fma(left_q4, right_q7, sum4_7);
    sum5_7 = fma(left_q5, right_q7, sum5_7);
    sum5_6 = fma(left_q5, right_q6, sum5_6);
    sum5_5 = fma(left_q5, right_q5, sum5_5);
    sum5_4 = fma(left_q5, right_q4, sum5_4);
    sum5_3 = fma(left_q5, right_q3, sum5_3);
    sum5_2 = fma(left_q5, right_q2, sum5_2);
    sum5_1 = fma(left_q5, right_q1, sum5_1);
    sum5_0 = fma(left_q5, right_q0, sum5_0);
    sum6_0 = fma(left_q6, right_q0, sum6_0);
    sum6_1 = fma(left_q6, right_q1, sum6_1);
    sum6_2 = fma(left_q6, right_q2, sum6_2);
    sum6_3 = fma(left_q6, right_q3, sum6_3);
    sum6_4 = fma(left_q6, right_q4, sum6_4);
    sum6_5 = fma(left_q6, right_q5, sum6_5);
    sum6_6 = fma(left_q6, right_q6, sum6_6);
    sum6_7 = fma(left_q6, right_q7, sum6_7);
    sum7_7 = fma(left_q7, right_q7, sum7_7);
    sum7_6 = fma(left_q7, right_q6, sum7_6);
    sum7_5 = fma(left_q7, right_q5, sum7_5);
    sum7_4 = fma(left_q7, right_q4, sum7_4);
    sum7_3 = fma(left_q7, right_q3, sum7_3);
    sum7_2 = fma(left_q7, right_q2, sum7_2);
    sum7_1 = fma(left_q7, right_q1, sum7_1);
    sum7_0 = fma(left_q7, right_q0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2560];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2624];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2640];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2768];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0 + now));
    sum0_0 = fma(left_p0, right_p0, sum0_0);
    sum0_1 = fma(left_p0, right_p1, sum0_1);
    sum0_2 = fma(left_p0, right_p2, sum0_2);
    sum0_3 = fma(left_p0, right_p3, sum0_3);
    sum0_4 = fma(left_p0, right_p4, sum0_4);
    sum0_5 = fma(left_p0, right_p5, sum0_5);
    sum0_6 = fma(left_p0, right_p6, sum0_6);
    sum0_7 = fma(left_p0, right_p7, sum0_7);
    sum1_7 = fma(left_p1, right_p7, sum1_7);
    sum1_6 = fma(left_p1, right_p6, sum1_6);
    sum1_5 = fma(left_p1, right_p5, sum1_5);
    sum1_4 = fma(left_p1, right_p4, sum1_4);
    sum1_3 = fma(left_p1, right_p3, sum1_3);
    sum1_2 = fma(left_p1, right_p2, sum1_2);
    sum1_1 = fma(left_p1, right_p1, sum1_1);
    sum1_0 = fma(left_p1, right_p0, sum1_0);
    sum2_0 = fma(left_p2, right_p0, sum2_0);
    sum2_1 = fma(left_p2, right_p1, sum2_1);
    sum2_2 = fma(left_p2, right_p2, sum2_2);
    sum2_3 = fma(left_p2, right_p3, sum2_3);
    sum2_4 = fma(left_p2, right_p4, sum2_4);
    sum2_5 = fma(left_p2, right_p5, sum2_5);
    sum2_6 = fma(left_p2, right_p6, sum2_6);
    sum2_7 = fma(left_p2, right_p7, sum2_7);
    sum3_7 = fma(left_p3, right_p7, sum3_7);
    sum3_6 = fma(left_p3, right_p6, sum3_6);
    sum3_5 = fma(left_p3, right_p5, sum3_5);
    sum3_4 = fma(left_p3, right_p4, sum3_4);
    sum3_3 = fma(left_p3, right_p3, sum3_3);
    sum3_2 = fma(left_p3, right_p2, sum3_2);
    sum3_1 = fma(left_p3, right_p1, sum3_1);
    sum3_0 = fma(left_p3, right_p0, sum3_0);
    sum4_0 = fma(left_p4, right_p0, sum4_0);
    sum4_1 = fma(left_p4, right_p1, sum4_1);
    sum4_2 = fma(left_p4, right_p2, sum4_2);
    sum4_3 = fma(left_p4, right_p3, sum4_3);
    sum4_4 = fma(left_p4, right_p4, sum4_4);
    sum4_5 = fma(left_p4, right_p5, sum4_5);
    sum4_6 = fma(left_p4, right_p6, sum4_6);
    sum4_7 = fma(left_p4, right_p7, sum4_7);
    sum5_7 = fma(left_p5, right_p7, sum5_7);
    sum5_6 = fma(left_p5, right_p6, sum5_6);
    sum5_5 = fma(left_p5, right_p5, sum5_5);
    sum5_4 = fma(left_p5, right_p4, sum5_4);
    sum5_3 = fma(left_p5, right_p3, sum5_3);
    sum5_2 = fma(left_p5, right_p2, sum5_2);
    sum5_1 = fma(left_p5, right_p1, sum5_1);
    sum5_0 = fma(left_p5, right_p0, sum5_0);
    sum6_0 = fma(left_p6, right_p0, sum6_0);
    sum6_1 = fma(left_p6, right_p1, sum6_1);
    sum6_2 = fma(left_p6, right_p2, sum6_2);
    sum6_3 = fma(left_p6, right_p3, sum6_3);
    sum6_4 = fma(left_p6, right_p4, sum6_4);
    sum6_5 = fma(left_p6, right_p5, sum6_5);
    sum6_6 = fma(left_p6, right_p6, sum6_6);
    sum6_7 = fma(left_p6, right_p7, sum6_7);
    sum7_7 = fma(left_p7, right_p7, sum7_7);
    sum7_6 = fma(left_p7, right_p6, sum7_6);
    sum7_5 = fma(left_p7, right_p5, sum7_5);
    sum7_4 = fma(left_p7, right_p4, sum7_4);
    sum7_3 = fma(left_p7, right_p3, sum7_3);
    sum7_2 = fma(left_p7, right_p2, sum7_2);
    sum7_1 = fma(left_p7, right_p1, sum7_1);
    sum7_0 = fma(left_p7, right_p0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3072];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3136];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3168];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3296];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
    sum0_0 = fma(left_q0, right_q0, sum0_0);
    sum0_1 = fma(left_q0, right_q1, sum0_1);
    sum0_2 = fma(left_q0, right_q2, sum0_2);
    sum0_3 = fma(left_q0, right_q3, sum0_3);
    sum0_4 = fma(left_q0, right_q4, sum0_4);
    sum0_5 = fma(left_q0, right_q5, sum0_5);
    sum0_6 = fma(left_q0, right_q6, sum0_6);
    sum0_7 = fma(left_q0, right_q7, sum0_7);
    sum1_7 = fma(left_q1, right_q7, sum1_7);
    sum1_6 = fma(left_q1, right_q6, sum1_6);
    sum1_5 = fma(left_q1, right_q5, sum1_5);
    sum1_4 = fma(left_q1, right_q4, sum1_4);
    sum1_3 = fma(left_q1, right_q3, sum1_3);
    sum1_2 = fma(left_q1, right_q2, sum1_2);
    sum1_1 = fma(left_q1, right_q1, sum1_1);
    sum1_0 = fma(left_q1, right_q0, sum1_0);
    sum2_0 = fma(left_q2, right_q0, sum2_0);
    sum2_1 = fma(left_q2, right_q1, sum2_1);
    sum2_2 = fma(left_q2, right_q2, sum2_2);
    sum2_3 = fma(left_q2, right_q3, sum2_3);
    sum2_4 = fma(left_q2, right_q4, sum2_4);
    sum2_5 = fma(left_q2, right_q5, sum2_5);
    sum2_6 = fma(left_q2, right_q6, sum2_6);
    sum2_7 = fma(left_q2, right_q7, sum2_7);
    sum3_7 = fma(left_q3, right_q7, sum3_7);
    sum3_6 = fma(left_q3, right_q6, sum3_6);
    sum3_5 = fma(left_q3, right_q5, sum3_5);
    sum3_4 = fma(left_q3, right_q4, sum3_4);
    sum3_3 = fma(left_q3, right_q3, sum3_3);
    sum3_2 = fma(left_q3, right_q2, sum3_2);
    sum3_1 = fma(left_q3, right_q1, sum3_1);
    sum3_0 = fma(left_q3, right_q0, sum3_0);
    sum4_0 = fma(left_q4, right_q0, sum4_0);
    sum4_1 = fma(left_q4, right_q1, sum4_1);
    sum4_2 = fma(left_q4, right_q2, sum4_2);
    sum4_3 = fma(left_q4, right_q3, sum4_3);
    sum4_4 = fma(left_q4, right_q4, sum4_4);
    sum4_5 = fma(left_q4, right_q5, sum4_5);
    sum4_6 = fma(left_q4, right_q6, sum4_6);
    sum4_7 = fma(left_q4, right_q7, sum4_7);
    sum5_7 = fma(left_q5, right_q7, sum5_7);
    sum5_6 = fma(left_q5, right_q6, sum5_6);
    sum5_5 = fma(left_q5, right_q5, sum5_5);
    sum5_4 = fma(left_q5, right_q4, sum5_4);
    sum5_3 = fma(left_q5, right_q3, sum5_3);
    sum5_2 = fma(left_q5, right_q2, sum5_2);
    sum5_1 = fma(left_q5, right_q1, sum5_1);
    sum5_0 = fma(left_q5, right_q0, sum5_0);
    sum6_0 = fma(left_q6, right_q0, sum6_0);
    sum6_1 = fma(left_q6, right_q1, sum6_1);
    sum6_2 = fma(left_q6, right_q2, sum6_2);
    sum6_3 = fma(left_q6, right_q3, sum6_3);
    sum6_4 = fma(left_q6, right_q4, sum6_4);
    sum6_5 = fma(left_q6, right_q5, sum6_5);
    sum6_6 = fma(left_q6, right_q6, sum6_6);
    sum6_7 = fma(left_q6, right_q7, sum6_7);
    sum7_7 = fma(left_q7, right_q7, sum7_7);
    sum7_6 = fma(left_q7, right_q6, sum7_6);
    sum7_5 = fma(left_q7, right_q5, sum7_5);
    sum7_4 = fma(left_q7, right_q4, sum7_4);
    sum7_3 = fma(left_q7, right_q3, sum7_3);
    sum7_2 = fma(left_q7, right_q2, sum7_2);
    sum7_1 = fma(left_q7, right_q1, sum7_1);
    sum7_0 = fma(left_q7, right_q0, sum7_0);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3584];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3648];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3696];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 3824];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0 + now));
    sum0_0 = fma(left_p0, right_p0, sum0_0);
    sum0_1 = fma(left_p0, right_p1, sum0_1);
    sum0_2 = fma(left_p0, right_p2, sum0_2);
    sum0_3 = fma(left_p0, right_p3, sum0_3);
    sum0_4 = fma(left_p0, right_p4, sum0_4);
    sum0_5 = fma(left_p0, right_p5, sum0_5);
    sum0_6 = fma(left_p0, right_p6, sum0_6);
    sum0_7 = fma(left_p0, right_p7, sum0_7);
    sum1_7 = fma(left_p1, right_p7, sum1_7);
    sum1_6 = fma(left_p1, right_p6, sum1_6);
    sum1_5 = fma(left_p1, right_p5, sum1_5);
    sum1_4 = fma(left_p1, right_p4, sum1_4);
    sum1_3 = fma(left_p1, right_p3, sum1_3);
    sum1_2 = fma(left_p1, right_p2, sum1_2);
    sum1_1 = fma(left_p1, right_p1, sum1_1);
    sum1_0 = fma(left_p1, right_p0, sum1_0);
    sum2_0 = fma(left_p2, right_p0, sum2_0);
    sum2_1 = fma(left_p2, right_p1, sum2_1);
    sum2_2 = fma(left_p2, right_p2, sum2_2);
    sum2_3 = fma(left_p2, right_p3, sum2_3);
    sum2_4 = fma(left_p2, right_p4, sum2_4);
    sum2_5 = fma(left_p2, right_p5, sum2_5);
    sum2_6 = fma(left_p2, right_p6, sum2_6);
    sum2_7 = fma(left_p2, right_p7, sum2_7);
    sum3_7 = fma(left_p3, right_p7, sum3_7);
    sum3_6 = fma(left_p3, right_p6, sum3_6);
    sum3_5 = fma(left_p3, right_p5, sum3_5);
    sum3_4 = fma(left_p3, right_p4, sum3_4);
    sum3_3 = fma(left_p3, right_p3, sum3_3);
    sum3_2 = fma(left_p3, right_p2, sum3_2);
    sum3_1 = fma(left_p3, right_p1, sum3_1);
    sum3_0 = fma(left_p3, right_p0, sum3_0);
    sum4_0 = fma(left_p4, right_p0, sum4_0);
    sum4_1 = fma(left_p4, right_p1, sum4_1);
    sum4_2 = fma(left_p4, right_p2, sum4_2);
    sum4_3 = fma(left_p4, right_p3, sum4_3);
    sum4_4 = fma(left_p4, right_p4, sum4_4);
    sum4_5 = fma(left_p4, right_p5, sum4_5);
    sum4_6 = fma(left_p4, right_p6, sum4_6);
    sum4_7 = fma(left_p4, right_p7, sum4_7);
    sum5_7 = fma(left_p5, right_p7, sum5_7);
    sum5_6 = fma(left_p5, right_p6, sum5_6);
    sum5_5 = fma(left_p5, right_p5, sum5_5);
    sum5_4 = fma(left_p5, right_p4, sum5_4);
    sum5_3 = fma(left_p5, right_p3, sum5_3);
    sum5_2 = fma(left_p5, right_p2, sum5_2);
    sum5_1 = fma(left_p5, right_p1, sum5_1);
    sum5_0 = fma(left_p5, right_p0, sum5_0);
    sum6_0 = fma(left_p6, right_p0, sum6_0);
    sum6_1 = fma(left_p6, right_p1, sum6_1);
    sum6_2 = fma(left_p6, right_p2, sum6_2);
    sum6_3 = fma(left_p6, right_p3, sum6_3);
    sum6_4 = fma(left_p6, right_p4, sum6_4);
    sum6_5 = fma(left_p6, right_p5, sum6_5);
    sum6_6 = fma(left_p6, right_p6, sum6_6);
    sum6_7 = fma(left_p6, right_p7, sum6_7);
    sum7_7 = fma(left_p7, right_p7, sum7_7);
    sum7_6 = fma(left_p7, right_p6, sum7_6);
    sum7_5 = fma(left_p7, right_p5, sum7_5);
    sum7_4 = fma(left_p7, right_p4, sum7_4);
    sum7_3 = fma(left_p7, right_p3, sum7_3);
    sum7_2 = fma(left_p7, right_p2, sum7_2);
    sum7_1 = fma(left_p7, right_p1, sum7_1);
    sum7_0 = fma(left_p7, right_p0, sum7_0);
    const int step = now == 16640 ? -16640 : 8320;
    now += step;
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 64];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 128];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
    sum0_0 = fma(left_q0, right_q0, sum0_0);
    sum0_1 = fma(left_q0, right_q1, sum0_1);
    sum0_2 = fma(left_q0, right_q2, sum0_2);
    sum0_3 = fma(left_q0, right_q3, sum0_3);
    sum0_4 = fma(left_q0, right_q4, sum0_4);
    sum0_5 = fma(left_q0, right_q5, sum0_5);
    sum0_6 = fma(left_q0, right_q6, sum0_6);
    sum0_7 = fma(left_q0, right_q7, sum0_7);
    sum1_7 = fma(left_q1, right_q7, sum1_7);
    sum1_6 = fma(left_q1, right_q6, sum1_6);
    sum1_5 = fma(left_q1, right_q5, sum1_5);
    sum1_4 = fma(left_q1, right_q4, sum1_4);
    sum1_3 = fma(left_q1, right_q3, sum1_3);
    sum1_2 = fma(left_q1, right_q2, sum1_2);
    sum1_1 = fma(left_q1, right_q1, sum1_1);
    sum1_0 = fma(left_q1, right_q0, sum1_0);
    sum2_0 = fma(left_q2, right_q0, sum2_0);
    sum2_1 = fma(left_q2, right_q1, sum2_1);
    sum2_2 = fma(left_q2, right_q2, sum2_2);
    sum2_3 = fma(left_q2, right_q3, sum2_3);
    sum2_4 = fma(left_q2, right_q4, sum2_4);
    sum2_5 = fma(left_q2, right_q5, sum2_5);
    sum2_6 = fma(left_q2, right_q6, sum2_6);
    sum2_7 = fma(left_q2, right_q7, sum2_7);
    sum3_7 = fma(left_q3, right_q7, sum3_7);
    sum3_6 = fma(left_q3, right_q6, sum3_6);
    sum3_5 = fma(left_q3, right_q5, sum3_5);
    sum3_4 = fma(left_q3, right_q4, sum3_4);
    sum3_3 = fma(left_q3, right_q3, sum3_3);
    sum3_2 = fma(left_q3, right_q2, sum3_2);
    sum3_1 = fma(left_q3, right_q1, sum3_1);
    sum3_0 = fma(left_q3, right_q0, sum3_0);
    sum4_0 = fma(left_q4, right_q0, sum4_0);
    sum4_1 = fma(left_q4, right_q1, sum4_1);
    sum4_2 = fma(left_q4, right_q2, sum4_2);
    sum4_3 = fma(left_q4, right_q3, sum4_3);
    sum4_4 = fma(left_q4, right_q4, sum4_4);
    sum4_5 = fma(left_q4, right_q5, sum4_5);
    sum4_6 = fma(left_q4, right_q6, sum4_6);
    sum4_7 = fma(left_q4, right_q7, sum4_7);
    sum5_7 = fma(left_q5, right_q7, sum5_7);
    sum5_6 = fma(left_q5, right_q6, sum5_6);
    sum5_5 = fma(left_q5, right_q5, sum5_5);
    sum5_4 = fma(left_q5, right_q4, sum5_4);
    sum5_3 = fma(left_q5, right_q3, sum5_3);
    sum5_2 = fma(left_q5, right_q2, sum5_2);
    sum5_1 = fma(left_q5, right_q1, sum5_1);
    sum5_0 = fma(left_q5, right_q0, sum5_0);
    sum6_0 = fma(left_q6, right_q0, sum6_0);
    sum6_1 = fma(left_q6, right_q1, sum6_1);
    sum6_2 = fma(left_q6, right_q2, sum6_2);
    sum6_3 = fma(left_q6, right_q3, sum6_3);
    sum6_4 = fma(left_q6, right_q4, sum6_4);
    sum6_5 = fma(left_q6, right_q5, sum6_5);
    sum6_6 = fma(left_q6, right_q6, sum6_6);
    sum6_7 = fma(left_q6, right_q7, sum6_7);
    sum7_7 = fma(left_q7, right_q7, sum7_7);
    sum7_6 = fma(left_q7, right_q6, sum7_6);
    sum7_5 = fma(left_q7, right_q5, sum7_5);
    sum7_4 = fma(left_q7, right_q4, sum7_4);
    sum7_3 = fma(left_q7, right_q3, sum7_3);
    sum7_2 = fma(left_q7, right_q2, sum7_2);
    sum7_1 = fma(left_q7, right_q1, sum7_1);
    sum7_0 = fma(left_q7, right_q0, sum7_0);
  }
  const bool aligned = c_row % 4 == 0 && (size_t)(c + c_offset) % 16 == 0;
  const int col1 = col0 + x;
  {
    const int row = row0 + y;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum0_0, sum0_1, sum0_2, sum0_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum0_4, sum0_5, sum0_6, sum0_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 1;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum1_0, sum1_1, sum1_2, sum1_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum1_4, sum1_5, sum1_6, sum1_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 2;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum2_0, sum2_1, sum2_2, sum2_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum2_4, sum2_5, sum2_6, sum2_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 3;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum3_0, sum3_1, sum3_2, sum3_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum3_4, sum3_5, sum3_6, sum3_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 16;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum4_0, sum4_1, sum4_2, sum4_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum4_4, sum4_5, sum4_6, sum4_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 17;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum5_0, sum5_1, sum5_2, sum5_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum5_4, sum5_5, sum5_6, sum5_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 18;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum6_0, sum6_1, sum6_2, sum6_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum6_4, sum6_5, sum6_6, sum6_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
  {
    const int row = row0 + y + 19;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum7_0, sum7_1, sum7_2, sum7_3), n - col1,
          alpha, beta, aligned);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 32), (float4)(sum7_4, sum7_5, sum7_6, sum7_7),
          n - (col1 + 32), alpha, beta, aligned);
    }
  }
}
