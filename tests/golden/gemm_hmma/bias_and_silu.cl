// gemm m=512 n=768 k=768 bfloat16 in float32 row*col=row pure bias=cols activation=silu: tm=64 tn=64 tk=32 wm=32 wn=32
// teams=1 stages=3 turned=False slices=1 band=8 a_bytes=16 b_bytes=16 form=whole cluster=False
void copy_elements8(const uint to, __global const ushort *x, const int count)
{
  asm volatile("st.shared.b32 [%0], %1;"
      : : "r"(to), "r"((uint)(count > 0 ? x[0] : 0) | (uint)(count > 1 ? x[1] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 4], %1;"
      : : "r"(to), "r"((uint)(count > 2 ? x[2] : 0) | (uint)(count > 3 ? x[3] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 8], %1;"
      : : "r"(to), "r"((uint)(count > 4 ? x[4] : 0) | (uint)(count > 5 ? x[5] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 12], %1;"
      : : "r"(to), "r"((uint)(count > 6 ? x[6] : 0) | (uint)(count > 7 ? x[7] : 0) << 16));
}
inline float activation(const float x)
{
  return x / (1 + exp(0.69314718f * (-1.4426950408889634f * x)));
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k,
    __global const ushort *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const ushort *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global ushort *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const ushort *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  __local uint4 tiles[1921] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 63) / 64, wide = (n + 63) / 64;
  const int tile = get_group_id(0), above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 64, col0 = rest / high * 64;
  const int team = 0, within = (place / 32) % 4;
  const int row_part = (within / 2) * 32, col_part = (within % 2) * 32;
  const int a_line = place / 4, a_piece = (place % 4) * 8;
  const int a_lines = m - row0 - a_line;
  int a_room = k - a_piece;
  __global const ushort *a_from
      = (__global const ushort *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)a_piece);
  const uint a_to = base + a_line * 80 + a_piece * 2;
  const bool a_whole = a_row % 8 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const uint a_at = base + (row_part + lane % 8 + lane / 8 % 2 * 8) * 80 + (lane / 16 * 8 + team * 16) * 2;
  const int b_line = place / 4, b_piece = (place % 4) * 8;
  const int b_lines = n - col0 - b_line;
  int b_room = k - b_piece;
  __global const ushort *b_from
      = (__global const ushort *)(b + b_offset + (size_t)b_piece + (size_t)(col0 + b_line) * b_col);
  const uint b_to = base + 5120 + b_line * 80 + b_piece * 2;
  const bool b_whole = b_col % 8 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const uint b_at = base + 5120 + (col_part + lane % 8 + lane / 16 * 8) * 80 + (lane / 8 % 2 * 8 + team * 16) * 2;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  float sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  float sum0_2_0 = 0, sum0_2_1 = 0, sum0_2_2 = 0, sum0_2_3 = 0;
  float sum0_3_0 = 0, sum0_3_1 = 0, sum0_3_2 = 0, sum0_3_3 = 0;
  float sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  float sum1_1_0 = 0, sum1_1_1 = 0, sum1_1_2 = 0, sum1_1_3 = 0;
  float sum1_2_0 = 0, sum1_2_1 = 0, sum1_2_2 = 0, sum1_2_3 = 0;
  float sum1_3_0 = 0, sum1_3_1 = 0, sum1_3_2 = 0, sum1_3_3 = 0;
  uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3;
  uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1;
  const int steps = (k + 31) / 32;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 8);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 2560), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 2));
    }
    else {
      copy_elements8(a_to, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements8(a_to + 2560, a_from + (long)32 * a_row, (a_lines > 32 ? a_count : 0));
    }
    a_from += 32; a_room -= 32;
    const int b_count = clamp(b_room, 0, 8);
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 2560), "l"(b_from + (long)32 * b_col), "r"((b_lines > 32 ? b_count : 0) * 2));
    }
    else {
      copy_elements8(b_to, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements8(b_to + 2560, b_from + (long)32 * b_col, (b_lines > 32 ? b_count : 0));
    }
    b_from += 32; b_room -= 32;
  }
  asm volatile("cp.async.commit_group;");
  if (steps > 1) {
    const int a_count = clamp(a_room, 0, 8);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 10240), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 12800), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 2));
    }
    else {
      copy_elements8(a_to + 10240, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements8(a_to + 12800, a_from + (long)32 * a_row, (a_lines > 32 ? a_count : 0));
    }
    a_from += 32; a_room -= 32;
    const int b_count = clamp(b_room, 0, 8);
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 10240), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 12800), "l"(b_from + (long)32 * b_col), "r"((b_lines > 32 ? b_count : 0) * 2));
    }
    else {
      copy_elements8(b_to + 10240, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements8(b_to + 12800, b_from + (long)32 * b_col, (b_lines > 32 ? b_count : 0));
    }
    b_from += 32; b_room -= 32;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 2 < steps) {
      const uint filled = used == 0 ? 20480 : used - 10240;
      const int a_count = clamp(a_room, 0, 8);
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 2560), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 2));
      }
      else {
        copy_elements8(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
        copy_elements8(a_to + filled + 2560, a_from + (long)32 * a_row, (a_lines > 32 ? a_count : 0));
      }
      a_from += 32; a_room -= 32;
      const int b_count = clamp(b_room, 0, 8);
      if (b_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + filled + 2560), "l"(b_from + (long)32 * b_col), "r"((b_lines > 32 ? b_count : 0) * 2));
      }
      else {
        copy_elements8(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        copy_elements8(b_to + filled + 2560, b_from + (long)32 * b_col, (b_lines > 32 ? b_count : 0));
      }
      b_from += 32; b_room -= 32;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 1280];"
        : "=r"(long1_0), "=r"(long1_1), "=r"(long1_2), "=r"(long1_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(short0_0), "=r"(short0_1), "=r"(short1_0), "=r"(short1_1) : "r"(b_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 1280];"
        : "=r"(short2_0), "=r"(short2_1), "=r"(short3_0), "=r"(short3_1) : "r"(b_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_0_0), "+f"(sum1_0_1), "+f"(sum1_0_2), "+f"(sum1_0_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_1_0), "+f"(sum1_1_1), "+f"(sum1_1_2), "+f"(sum1_1_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_1_0), "+f"(sum0_1_1), "+f"(sum0_1_2), "+f"(sum0_1_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_2_0), "+f"(sum0_2_1), "+f"(sum0_2_2), "+f"(sum0_2_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_2_0), "+f"(sum1_2_1), "+f"(sum1_2_2), "+f"(sum1_2_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_3_0), "+f"(sum1_3_1), "+f"(sum1_3_2), "+f"(sum1_3_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_3_0), "+f"(sum0_3_1), "+f"(sum0_3_2), "+f"(sum0_3_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 32];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 1312];"
        : "=r"(long1_0), "=r"(long1_1), "=r"(long1_2), "=r"(long1_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 32];"
        : "=r"(short0_0), "=r"(short0_1), "=r"(short1_0), "=r"(short1_1) : "r"(b_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + 1312];"
        : "=r"(short2_0), "=r"(short2_1), "=r"(short3_0), "=r"(short3_1) : "r"(b_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_0_0), "+f"(sum1_0_1), "+f"(sum1_0_2), "+f"(sum1_0_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_1_0), "+f"(sum1_1_1), "+f"(sum1_1_2), "+f"(sum1_1_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_1_0), "+f"(sum0_1_1), "+f"(sum0_1_2), "+f"(sum0_1_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_2_0), "+f"(sum0_2_1), "+f"(sum0_2_2), "+f"(sum0_2_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_2_0), "+f"(sum1_2_1), "+f"(sum1_2_2), "+f"(sum1_2_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum1_3_0), "+f"(sum1_3_1), "+f"(sum1_3_2), "+f"(sum1_3_3)
        : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_3_0), "+f"(sum0_3_1), "+f"(sum0_3_2), "+f"(sum0_3_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
    used = used == 20480 ? 0 : used + 10240;
  }
  const int rows = min(64, m - row0), cols = min(64, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = true;
  __global ushort *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  const bool whole = fresh && cols == 64;
  __local ushort *halves = (__local ushort *)tiles;
  __global ushort *to = (__global ushort *)c_at;
  const uint begins = (size_t)to / 2 % 8;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    __local ushort *line0 = halves + (row_part + g) * 72 + col_part + 2 * t + (begins + (row_part + g) * c_row) % 8;
    const float added0
        = as_float(convert_uint(*(bias + bias_offset + (size_t)min(col0 + col_part + 2 * t, n - 1) * bias_inc)) << 16);
    const float added1 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 1, n - 1) * bias_inc)) << 16);
    const float added2 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 8, n - 1) * bias_inc)) << 16);
    const float added3 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 9, n - 1) * bias_inc)) << 16);
    const float added4 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 16, n - 1) * bias_inc)) << 16);
    const float added5 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 17, n - 1) * bias_inc)) << 16);
    const float added6 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 24, n - 1) * bias_inc)) << 16);
    const float added7 = as_float(convert_uint(*(bias + bias_offset
        + (size_t)min(col0 + col_part + 2 * t + 25, n - 1) * bias_inc)) << 16);
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_0_1 + added1)), "f"(activation(sum0_0_0 + added0)));
      line0[0] = two; line0[1] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_0_3 + added1)), "f"(activation(sum0_0_2 + added0)));
      line0[576] = two; line0[577] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_1_1 + added3)), "f"(activation(sum0_1_0 + added2)));
      line0[8] = two; line0[9] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_1_3 + added3)), "f"(activation(sum0_1_2 + added2)));
      line0[584] = two; line0[585] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_2_1 + added5)), "f"(activation(sum0_2_0 + added4)));
      line0[16] = two; line0[17] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_2_3 + added5)), "f"(activation(sum0_2_2 + added4)));
      line0[592] = two; line0[593] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_3_1 + added7)), "f"(activation(sum0_3_0 + added6)));
      line0[24] = two; line0[25] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum0_3_3 + added7)), "f"(activation(sum0_3_2 + added6)));
      line0[600] = two; line0[601] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_0_1 + added1)), "f"(activation(sum1_0_0 + added0)));
      line0[1152] = two; line0[1153] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_0_3 + added1)), "f"(activation(sum1_0_2 + added0)));
      line0[1728] = two; line0[1729] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_1_1 + added3)), "f"(activation(sum1_1_0 + added2)));
      line0[1160] = two; line0[1161] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_1_3 + added3)), "f"(activation(sum1_1_2 + added2)));
      line0[1736] = two; line0[1737] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_2_1 + added5)), "f"(activation(sum1_2_0 + added4)));
      line0[1168] = two; line0[1169] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_2_3 + added5)), "f"(activation(sum1_2_2 + added4)));
      line0[1744] = two; line0[1745] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_3_1 + added7)), "f"(activation(sum1_3_0 + added6)));
      line0[1176] = two; line0[1177] = two >> 16;
    }
    {
      uint two;
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;"
          : "=r"(two) : "f"(activation(sum1_3_3 + added7)), "f"(activation(sum1_3_2 + added6)));
      line0[1752] = two; line0[1753] = two >> 16;
    }
  }
  else {
    __local float *mine = sums + (row_part + g) * 72 + col_part + 2 * t;
    *(__local float2 *)(mine) = (float2)(sum0_0_0, sum0_0_1);
    *(__local float2 *)(mine + 576) = (float2)(sum0_0_2, sum0_0_3);
    *(__local float2 *)(mine + 8) = (float2)(sum0_1_0, sum0_1_1);
    *(__local float2 *)(mine + 584) = (float2)(sum0_1_2, sum0_1_3);
    *(__local float2 *)(mine + 16) = (float2)(sum0_2_0, sum0_2_1);
    *(__local float2 *)(mine + 592) = (float2)(sum0_2_2, sum0_2_3);
    *(__local float2 *)(mine + 24) = (float2)(sum0_3_0, sum0_3_1);
    *(__local float2 *)(mine + 600) = (float2)(sum0_3_2, sum0_3_3);
    *(__local float2 *)(mine + 1152) = (float2)(sum1_0_0, sum1_0_1);
    *(__local float2 *)(mine + 1728) = (float2)(sum1_0_2, sum1_0_3);
    *(__local float2 *)(mine + 1160) = (float2)(sum1_1_0, sum1_1_1);
    *(__local float2 *)(mine + 1736) = (float2)(sum1_1_2, sum1_1_3);
    *(__local float2 *)(mine + 1168) = (float2)(sum1_2_0, sum1_2_1);
    *(__local float2 *)(mine + 1744) = (float2)(sum1_2_2, sum1_2_3);
    *(__local float2 *)(mine + 1176) = (float2)(sum1_3_0, sum1_3_1);
    *(__local float2 *)(mine + 1752) = (float2)(sum1_3_2, sum1_3_3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (whole) {
    for (int row = place / 8; row < rows; row += 16) {
      const int shift = (begins + row * c_row) % 8;
      const int chunk = (place % 8) * 8;
      if (chunk > 0 || shift == 0)
          *(__global uint4 *)(to + (size_t)row * c_row + chunk - shift) = *(__local uint4 *)(halves + row * 72 + chunk);
    }
    for (int row = place / 8; row < rows; row += 16) {
      const int shift = (begins + row * c_row) % 8;
      const int col = place % 8 + (place % 8 < 8 - shift ? 0 : 56);
      if (shift > 0) to[(size_t)row * c_row + col] = halves[row * 72 + shift + col];
    }
  }
  else {
    const int col = place % 32 * 2;
    #pragma unroll 4
    for (int row = place / 32; row < rows; row += 4) {
      const __local float *from = sums + row * 72 + col;
      __global ushort *at = c_at + (size_t)row * c_row + col;
      const int odd = (size_t)at / 2 % 2;
      at -= odd; from -= odd;
      const int left = col - odd;
      if (fresh && left >= 0 && left + 1 < cols) {
        uint two;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(two)
            : "f"(activation(from[1] + as_float(convert_uint(*(bias + bias_offset
            + (size_t)(col0 + left + 1) * bias_inc)) << 16))), "f"(activation(from[0]
            + as_float(convert_uint(*(bias + bias_offset + (size_t)(col0 + left) * bias_inc)) << 16))));
        *(__global uint *)at = two;
      }
      else {
        if (left >= 0 && left < cols) {
          {
            { const uint wide = as_uint(activation(from[0]
                + as_float(convert_uint(*(bias + bias_offset + (size_t)(col0 + left) * bias_inc)) << 16)));
                *at = convert_ushort((wide & 0x7fffffffu) > 0x7f800000u
                ? (uint)(0x7fc0u) : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16); }
          }
        }
        if (left + 1 < cols) {
          {
            { const uint wide = as_uint(activation(from[1]
                + as_float(convert_uint(*(bias + bias_offset + (size_t)(col0 + left + 1) * bias_inc)) << 16)));
                *(at + 1) = convert_ushort((wide & 0x7fffffffu) > 0x7f800000u
                ? (uint)(0x7fc0u) : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16); }
          }
        }
      }
      if (odd && col == 0 && cols == 64) {
        {
          { const uint wide = as_uint(activation(from[64]
              + as_float(convert_uint(*(bias + bias_offset + (size_t)(col0 + left + 64) * bias_inc)) << 16)));
              *(at + 64) = convert_ushort((wide & 0x7fffffffu) > 0x7f800000u
              ? (uint)(0x7fc0u) : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16); }
        }
      }
    }
  }
}
