// gemm m=64 n=64 k=64 float32 row*row=row: tm=64 tn=64 rn=8 tk=8 stages=2 band=8 slices=1 last=False teams=1 order=rows
// lead=0 loop=summed registers=128
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
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
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
  const int row0 = (band + inside % high) * 64, col0 = inside / high * 64;
  const int y = place / 32 * 32 + place % 32 / 8 * 4;
  const int x = place % 32 % 8 * 4;
  __local float tiles[2112] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int total = max(k, 0), whole = max(total - 1, 0) / 8;
  const int tail = total - whole * 8;
  const bool a_whole = a_row % 4 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const int a_line = place / 2, a_l = place % 2 * 4;
  const int a_more32 = min(row0 + a_line + 32, m - 1) - min(row0 + a_line, m - 1);
  float4 a_next0 = (float4)(0);
  float4 a_next32 = (float4)(0);
  __global const float *a_from = a + a_offset + (size_t)min(row0 + a_line, m - 1) * a_row + a_l;
  const uint a_to = base + a_l * 272 + (a_line ^ a_l / 8 * 16) * 4;
  const bool b_whole = b_row % 4 == 0 && b_row >= n && (size_t)(b + b_offset) % 16 == 0;
  const int b_line = place / 16, b_chunk = place % 16;
  const int b_e = b_whole ? b_chunk * 4 : b_chunk % 16;
  const int b_room = n - col0 - b_e;
  const int b_at = b_whole ? min(col0 + b_e, (n - 1) / 4 * 4) : col0 + b_e;
  __global const float *b_from = b + b_offset + (size_t)b_line * b_row + b_at;
  const uint b_to = base + 2176 + b_line * 256 + b_e * 4;
  if (whole >= 1) {
    if (a_whole) {
      a_next0 = *(__global const float4 *)a_from;
      a_next32 = *(__global const float4 *)(a_from + (long)a_more32 * a_row);
    }
    else {
      a_next0.s0 = (a_from)[0];
      a_next0.s1 = (a_from)[1];
      a_next0.s2 = (a_from)[2];
      a_next0.s3 = (a_from)[3];
      a_next32.s0 = (a_from + (long)a_more32 * a_row)[0];
      a_next32.s1 = (a_from + (long)a_more32 * a_row)[1];
      a_next32.s2 = (a_from + (long)a_more32 * a_row)[2];
      a_next32.s3 = (a_from + (long)a_more32 * a_row)[3];
    }
    a_from += 8;
  }
  #pragma unroll
  for (int turn = 0; turn < 8; ++turn) {
    const int v = turn * 64 + place;
    const int l = v % 8, e = v / 8;
    const bool exists = row0 + e < m && l < tail;
    const float element = exists ? a[a_offset + (size_t)(row0 + e) * a_row + (size_t)(k - tail + l)] : 0;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(base + l * 272 + (e ^ l / 8 * 16) * 4), "f"(element));
  }
  #pragma unroll
  for (int turn = 0; turn < 8; ++turn) {
    const int v = turn * 64 + place;
    const int e = v % 64, l = v / 64;
    const bool exists = col0 + e < n && l < tail;
    const float element = exists ? b[b_offset + (size_t)(k - tail + l) * b_row + (size_t)(col0 + e)] : 0;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(base + 2176 + l * 256 + e * 4), "f"(element));
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
  int now = 0, next = 4224;
  uint left_at0 = base + y * 4;
  uint right_at0 = base + 2176 + x * 4;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 64];"
      : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 128];"
      : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0 + now));
  for (int more = whole; more >= 0; --more) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 272];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 336];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 256];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 384];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0 + now));
    if (more >= 1) {
      asm volatile("st.shared.f32 [%0], %1;" : : "r"(a_to + next), "f"(a_next0.s0));
      asm volatile("st.shared.f32 [%0 + 272], %1;" : : "r"(a_to + next), "f"(a_next0.s1));
      asm volatile("st.shared.f32 [%0 + 544], %1;" : : "r"(a_to + next), "f"(a_next0.s2));
      asm volatile("st.shared.f32 [%0 + 816], %1;" : : "r"(a_to + next), "f"(a_next0.s3));
      asm volatile("st.shared.f32 [%0 + 128], %1;" : : "r"(a_to + next), "f"(a_next32.s0));
      asm volatile("st.shared.f32 [%0 + 400], %1;" : : "r"(a_to + next), "f"(a_next32.s1));
      asm volatile("st.shared.f32 [%0 + 672], %1;" : : "r"(a_to + next), "f"(a_next32.s2));
      asm volatile("st.shared.f32 [%0 + 944], %1;" : : "r"(a_to + next), "f"(a_next32.s3));
      if (b_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to + next), "l"(b_from));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
            : : "r"(b_to + next + 1024), "l"(b_from + (size_t)4 * b_row));
      }
      else {
        if (b_room > 0) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(b_to + next), "l"(b_from));
        if (b_room > 16)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(b_to + next + 64), "l"(b_from + 16));
        if (b_room > 32)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(b_to + next + 128), "l"(b_from + 32));
        if (b_room > 48)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(b_to + next + 192), "l"(b_from + 48));
        if (b_room > 0)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                : : "r"(b_to + next + 1024), "l"(b_from + (size_t)4 * b_row));
        if (b_room > 16)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                : : "r"(b_to + next + 1024 + 64), "l"(b_from + (size_t)4 * b_row + 16));
        if (b_room > 32)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                : : "r"(b_to + next + 1024 + 128), "l"(b_from + (size_t)4 * b_row + 32));
        if (b_room > 48)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                : : "r"(b_to + next + 1024 + 192), "l"(b_from + (size_t)4 * b_row + 48));
      }
      b_from += (size_t)8 * b_row;
    }
    asm volatile("cp.async.commit_group;");
    if (more >= 2) {
      if (a_whole) {
        a_next0 = *(__global const float4 *)a_from;
        a_next32 = *(__global const float4 *)(a_from + (long)a_more32 * a_row);
      }
      else {
        a_next0.s0 = (a_from)[0];
        a_next0.s1 = (a_from)[1];
        a_next0.s2 = (a_from)[2];
        a_next0.s3 = (a_from)[3];
        a_next32.s0 = (a_from + (long)a_more32 * a_row)[0];
        a_next32.s1 = (a_from + (long)a_more32 * a_row)[1];
        a_next32.s2 = (a_from + (long)a_more32 * a_row)[2];
        a_next32.s3 = (a_from + (long)a_more32 * a_row)[3];
      }
      a_from += 8;
    }
    next = next == 4224 ? 0 : next + 4224;
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 544];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 608];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 512];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 640];"
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 816];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 880];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 768];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 896];"
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1088];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1024];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1360];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1424];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1280];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1408];"
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1632];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1696];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1536];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1664];"
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
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1904];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1968];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1792];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0 + now));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1920];"
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
    const int step = now == 4224 ? -4224 : 4224;
    now += step;
    asm volatile("cp.async.wait_group 0;");
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
