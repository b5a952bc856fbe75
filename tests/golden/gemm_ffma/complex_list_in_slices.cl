// gemm m=64 n=64 k=512 items=16 complex64 col*row=row conjugate=b listed: tm=64 tn=64 rn=8 tk=8 stages=3 band=8
// slices=4 last=False teams=1 order=rows lead=0 loop=advanced registers=168
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
void bring(__global float2 *restrict c, const float4 total, const int room, const float one)
{
  if ((size_t)c % 16 == 0 && room >= 2) *(__global float4 *)c = (float4)(one * total.lo, one * total.hi);
  else {
    if (room > 0) c[0] = one * total.lo;
    if (room > 1) c[1] = one * total.hi;
  }
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
gemm_ffma(
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
  const int length = (k + 15) / 16 * 4;
  const int first = slice * length, last = min(first + length, k);
  const int place = get_local_id(0), cols = get_num_groups(0);
  const int number = get_group_id(1) * cols + get_group_id(0);
  const int band = number / (8 * cols) * 8, inside = number - band * cols;
  const int high = min((int)get_num_groups(1) - band, 8);
  const int row0 = (band + inside % high) * 64, col0 = inside / high * 32;
  const int y = place / 32 * 32 + place % 32 / 8 * 4;
  const int x = place % 32 % 8 * 4;
  __local float tiles[3264] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int total = max(last - first, 0), whole = max(total - 1, 0) / 4;
  const int tail = total - whole * 4;
  const int a_e = place % 64, a_l = place / 64;
  __global const float2 *a_from0 = a + a_offset + (size_t)min(row0 + a_e, m - 1) + (size_t)(first + a_l) * a_col;
  float2 a_next0_0 = (float2)(0);
  float2 a_next0_1 = (float2)(0);
  float2 a_next0_2 = (float2)(0);
  float2 a_next0_3 = (float2)(0);
  const uint a_to = base + a_l * 544 + a_e * 4;
  const int b_e = place % 32, b_l = place / 32;
  __global const float2 *b_from0 = b + b_offset + (size_t)(first + b_l) * b_row + (size_t)min(col0 + b_e, n - 1);
  float2 b_next0_0 = (float2)(0);
  float2 b_next0_2 = (float2)(0);
  const uint b_to = base + 2176 + b_l * 544 + b_e * 8;
  if (whole >= 1) {
    a_next0_0 = a_from0[0];
    a_next0_1 = a_from0[a_col];
    a_next0_2 = a_from0[(size_t)2 * a_col];
    a_next0_3 = a_from0[(size_t)3 * a_col];
    a_from0 += (size_t)4 * a_col;
    b_next0_0 = b_from0[0];
    b_next0_2 = b_from0[(size_t)2 * b_row];
    b_from0 += (size_t)4 * b_row;
  }
  const float2 a_next0_0_last = row0 + a_e < m && a_l < tail
      ? *(a + a_offset + (size_t)(row0 + a_e) + (size_t)(last - tail + a_l) * a_col) : (float2)(0);
  const float2 a_next0_1_last = row0 + a_e < m && a_l + 1 < tail
      ? *(a + a_offset + (size_t)(row0 + a_e) + (size_t)(last - tail + a_l + 1) * a_col) : (float2)(0);
  const float2 a_next0_2_last = row0 + a_e < m && a_l + 2 < tail
      ? *(a + a_offset + (size_t)(row0 + a_e) + (size_t)(last - tail + a_l + 2) * a_col) : (float2)(0);
  const float2 a_next0_3_last = row0 + a_e < m && a_l + 3 < tail
      ? *(a + a_offset + (size_t)(row0 + a_e) + (size_t)(last - tail + a_l + 3) * a_col) : (float2)(0);
  asm volatile("st.shared.f32 [%0], %1;" : : "r"(a_to), "f"(a_next0_0_last.x));
  asm volatile("st.shared.f32 [%0 + 272], %1;" : : "r"(a_to), "f"(a_next0_0_last.y));
  asm volatile("st.shared.f32 [%0 + 544], %1;" : : "r"(a_to), "f"(a_next0_1_last.x));
  asm volatile("st.shared.f32 [%0 + 816], %1;" : : "r"(a_to), "f"(a_next0_1_last.y));
  asm volatile("st.shared.f32 [%0 + 1088], %1;" : : "r"(a_to), "f"(a_next0_2_last.x));
  asm volatile("st.shared.f32 [%0 + 1360], %1;" : : "r"(a_to), "f"(a_next0_2_last.y));
  asm volatile("st.shared.f32 [%0 + 1632], %1;" : : "r"(a_to), "f"(a_next0_3_last.x));
  asm volatile("st.shared.f32 [%0 + 1904], %1;" : : "r"(a_to), "f"(a_next0_3_last.y));
  const float2 b_next0_0_last = col0 + b_e < n && b_l < tail
      ? *(b + b_offset + (size_t)(last - tail + b_l) * b_row + (size_t)(col0 + b_e)) : (float2)(0);
  const float2 b_next0_2_last = col0 + b_e < n && b_l + 2 < tail
      ? *(b + b_offset + (size_t)(last - tail + b_l + 2) * b_row + (size_t)(col0 + b_e)) : (float2)(0);
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" : : "r"(b_to), "f"(b_next0_0_last.x), "f"(-b_next0_0_last.y));
  asm volatile("st.shared.v2.f32 [%0 + 272], {%1, %2};" : : "r"(b_to), "f"(b_next0_0_last.y), "f"(b_next0_0_last.x));
  asm volatile("st.shared.v2.f32 [%0 + 1088], {%1, %2};" : : "r"(b_to), "f"(b_next0_2_last.x), "f"(-b_next0_2_last.y));
  asm volatile("st.shared.v2.f32 [%0 + 1360], {%1, %2};" : : "r"(b_to), "f"(b_next0_2_last.y), "f"(b_next0_2_last.x));
  if (whole >= 1) {
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(a_to + 4352), "f"(a_next0_0.x));
    asm volatile("st.shared.f32 [%0 + 272], %1;" : : "r"(a_to + 4352), "f"(a_next0_0.y));
    asm volatile("st.shared.f32 [%0 + 544], %1;" : : "r"(a_to + 4352), "f"(a_next0_1.x));
    asm volatile("st.shared.f32 [%0 + 816], %1;" : : "r"(a_to + 4352), "f"(a_next0_1.y));
    asm volatile("st.shared.f32 [%0 + 1088], %1;" : : "r"(a_to + 4352), "f"(a_next0_2.x));
    asm volatile("st.shared.f32 [%0 + 1360], %1;" : : "r"(a_to + 4352), "f"(a_next0_2.y));
    asm volatile("st.shared.f32 [%0 + 1632], %1;" : : "r"(a_to + 4352), "f"(a_next0_3.x));
    asm volatile("st.shared.f32 [%0 + 1904], %1;" : : "r"(a_to + 4352), "f"(a_next0_3.y));
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" : : "r"(b_to + 4352), "f"(b_next0_0.x), "f"(-b_next0_0.y));
    asm volatile("st.shared.v2.f32 [%0 + 272], {%1, %2};" : : "r"(b_to + 4352), "f"(b_next0_0.y), "f"(b_next0_0.x));
    asm volatile("st.shared.v2.f32 [%0 + 1088], {%1, %2};" : : "r"(b_to + 4352), "f"(b_next0_2.x), "f"(-b_next0_2.y));
    asm volatile("st.shared.v2.f32 [%0 + 1360], {%1, %2};" : : "r"(b_to + 4352), "f"(b_next0_2.y), "f"(b_next0_2.x));
  }
  if (whole >= 2) {
    a_next0_0 = a_from0[0];
    a_next0_1 = a_from0[a_col];
    a_next0_2 = a_from0[(size_t)2 * a_col];
    a_next0_3 = a_from0[(size_t)3 * a_col];
    a_from0 += (size_t)4 * a_col;
    b_next0_0 = b_from0[0];
    b_next0_2 = b_from0[(size_t)2 * b_row];
    b_from0 += (size_t)4 * b_row;
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
  int now = 0;
  uint left_at0 = base + y * 4;
  uint right_at0 = base + 2176 + x * 4;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 64];"
      : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0));
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 128];"
      : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0));
  for (int more = whole; more >= 0; --more) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 272];"
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 336];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 272];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 400];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0));
    const int next = now == 0 ? 8704 : now - 4352;
    if (more >= 2) {
      asm volatile("st.shared.f32 [%0], %1;" : : "r"(a_to + next), "f"(a_next0_0.x));
      asm volatile("st.shared.f32 [%0 + 272], %1;" : : "r"(a_to + next), "f"(a_next0_0.y));
      asm volatile("st.shared.f32 [%0 + 544], %1;" : : "r"(a_to + next), "f"(a_next0_1.x));
      asm volatile("st.shared.f32 [%0 + 816], %1;" : : "r"(a_to + next), "f"(a_next0_1.y));
      asm volatile("st.shared.f32 [%0 + 1088], %1;" : : "r"(a_to + next), "f"(a_next0_2.x));
      asm volatile("st.shared.f32 [%0 + 1360], %1;" : : "r"(a_to + next), "f"(a_next0_2.y));
      asm volatile("st.shared.f32 [%0 + 1632], %1;" : : "r"(a_to + next), "f"(a_next0_3.x));
      asm volatile("st.shared.f32 [%0 + 1904], %1;" : : "r"(a_to + next), "f"(a_next0_3.y));
      asm volatile("st.shared.v2.f32 [%0], {%1, %2};" : : "r"(b_to + next), "f"(b_next0_0.x), "f"(-b_next0_0.y));
      asm volatile("st.shared.v2.f32 [%0 + 272], {%1, %2};" : : "r"(b_to + next), "f"(b_next0_0.y), "f"(b_next0_0.x));
      asm volatile("st.shared.v2.f32 [%0 + 1088], {%1, %2};" : : "r"(b_to + next), "f"(b_next0_2.x), "f"(-b_next0_2.y));
      asm volatile("st.shared.v2.f32 [%0 + 1360], {%1, %2};" : : "r"(b_to + next), "f"(b_next0_2.y), "f"(b_next0_2.x));
    }
    if (more >= 3) {
      a_next0_0 = a_from0[0];
      a_next0_1 = a_from0[a_col];
      a_next0_2 = a_from0[(size_t)2 * a_col];
      a_next0_3 = a_from0[(size_t)3 * a_col];
      a_from0 += (size_t)4 * a_col;
      b_next0_0 = b_from0[0];
      b_next0_2 = b_from0[(size_t)2 * b_row];
      b_from0 += (size_t)4 * b_row;
    }
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
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 608];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 544];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 672];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0));
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
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 880];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 816];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 944];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0));
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
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1152];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1088];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1216];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0));
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
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1424];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1360];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1488];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0));
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
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1696];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1632];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1760];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0));
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
        : "=f"(left_q0), "=f"(left_q1), "=f"(left_q2), "=f"(left_q3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1968];"
        : "=f"(left_q4), "=f"(left_q5), "=f"(left_q6), "=f"(left_q7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1904];"
        : "=f"(right_q0), "=f"(right_q1), "=f"(right_q2), "=f"(right_q3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2032];"
        : "=f"(right_q4), "=f"(right_q5), "=f"(right_q6), "=f"(right_q7) : "r"(right_at0));
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
    const int step = now == 8704 ? -8704 : 4352;
    now += step;
    barrier(CLK_LOCAL_MEM_FENCE);
    left_at0 += step;
    right_at0 += step;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(left_p0), "=f"(left_p1), "=f"(left_p2), "=f"(left_p3) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 64];"
        : "=f"(left_p4), "=f"(left_p5), "=f"(left_p6), "=f"(left_p7) : "r"(left_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(right_p0), "=f"(right_p1), "=f"(right_p2), "=f"(right_p3) : "r"(right_at0));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 128];"
        : "=f"(right_p4), "=f"(right_p5), "=f"(right_p6), "=f"(right_p7) : "r"(right_at0));
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
  const float one = k < 0 ? 0 : 1;
  const int col1 = col0 + x / 2;
  {
    const int row = row0 + y;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum0_0, sum0_1, sum0_2, sum0_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum0_4, sum0_5, sum0_6, sum0_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 1;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum1_0, sum1_1, sum1_2, sum1_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum1_4, sum1_5, sum1_6, sum1_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 2;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum2_0, sum2_1, sum2_2, sum2_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum2_4, sum2_5, sum2_6, sum2_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 3;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum3_0, sum3_1, sum3_2, sum3_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum3_4, sum3_5, sum3_6, sum3_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 16;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum4_0, sum4_1, sum4_2, sum4_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum4_4, sum4_5, sum4_6, sum4_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 17;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum5_0, sum5_1, sum5_2, sum5_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum5_4, sum5_5, sum5_6, sum5_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 18;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum6_0, sum6_1, sum6_2, sum6_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum6_4, sum6_5, sum6_6, sum6_7),
          n - (col1 + 16), one);
    }
  }
  {
    const int row = row0 + y + 19;
    if (row < m) {
      bring(c + c_offset + (size_t)row * c_row + (size_t)col1, (float4)(sum7_0, sum7_1, sum7_2, sum7_3), n - col1, one);
      bring(c + c_offset + (size_t)row * c_row + (size_t)(col1 + 16), (float4)(sum7_4, sum7_5, sum7_6, sum7_7),
          n - (col1 + 16), one);
    }
  }
}
