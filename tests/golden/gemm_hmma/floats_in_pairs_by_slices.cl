// gemm m=30 n=700 k=900 float32 col*col=row pure: tm=16 tn=32 tk=32 wm=16 wn=16 teams=2 stages=3 turned=True slices=8
// band=8 a_bytes=8 b_bytes=16 form=tf32x3 cluster=False
void copy_elements2(const uint to, __global const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 2; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
void copy_elements4(const uint to, __global const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 4; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
float eleven(float x)
{
  return as_float((as_uint(x) + 0x1000u) & 0xffffe000u);
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global float *restrict partial,
    __global int *restrict arrived)
{
  __local uint4 tiles[1441] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 15) / 16, wide = (n + 31) / 32;
  const int tile = get_group_id(0), above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 16, col0 = rest / high * 32;
  const int slices = get_num_groups(2);
  const int slice = get_group_id(2);
  const int length = (k + slices * 32 - 1) / (slices * 32) * 32;
  const int first = slice * length, last = min(first + length, k);
  const int team = place / 64, within = (place / 32) % 2;
  const int row_part = (within / 2) * 16, col_part = (within % 2) * 16;
  const int a_line = place / 8, a_piece = (place % 8) * 2;
  int a_lines = last - first - a_line;
  const int a_room = m - row0 - a_piece;
  __global const float *a_from
      = (__global const float *)(a + a_offset + (size_t)(row0 + a_piece) + (size_t)(first + a_line) * a_col);
  const uint a_to = base + a_line * 80 + a_piece * 4;
  const bool a_whole = a_col % 2 == 0 && (size_t)(a + a_offset) % 8 == 0;
  const int b_line = place / 8, b_piece = (place % 8) * 4;
  const int b_lines = n - col0 - b_line;
  int b_room = last - first - b_piece;
  __global const float *b_from
      = (__global const float *)(b + b_offset + (size_t)(first + b_piece) + (size_t)(col0 + b_line) * b_col);
  const uint b_to = base + 2560 + b_line * 160 + b_piece * 4;
  const bool b_whole = b_col % 4 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const uint b_at = base + 2560 + (col_part + g) * 160 + team * 64 + 2 * t * 4;
  const uint a_at = base + (row_part + g) * 4 + team * 1280 + 2 * t * 80;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  float sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  const int steps = ((last - first) + 31) / 32;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 2);
    if (a_whole) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(a_to + 1280), "l"(a_from + (long)16 * a_col), "r"((a_lines > 16 ? a_count : 0) * 4));
    }
    else {
      copy_elements2(a_to, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements2(a_to + 1280, a_from + (long)16 * a_col, (a_lines > 16 ? a_count : 0));
    }
    a_from += (size_t)32 * a_col; a_lines -= 32;
    const int b_count = clamp(b_room, 0, 4);
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 2560), "l"(b_from + (long)16 * b_col), "r"((b_lines > 16 ? b_count : 0) * 4));
    }
    else {
      copy_elements4(b_to, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements4(b_to + 2560, b_from + (long)16 * b_col, (b_lines > 16 ? b_count : 0));
    }
    b_from += 32; b_room -= 32;
  }
  asm volatile("cp.async.commit_group;");
  if (steps > 1) {
    const int a_count = clamp(a_room, 0, 2);
    if (a_whole) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(a_to + 7680), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(a_to + 8960), "l"(a_from + (long)16 * a_col), "r"((a_lines > 16 ? a_count : 0) * 4));
    }
    else {
      copy_elements2(a_to + 7680, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements2(a_to + 8960, a_from + (long)16 * a_col, (a_lines > 16 ? a_count : 0));
    }
    a_from += (size_t)32 * a_col; a_lines -= 32;
    const int b_count = clamp(b_room, 0, 4);
    if (b_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 7680), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(b_to + 10240), "l"(b_from + (long)16 * b_col), "r"((b_lines > 16 ? b_count : 0) * 4));
    }
    else {
      copy_elements4(b_to + 7680, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements4(b_to + 10240, b_from + (long)16 * b_col, (b_lines > 16 ? b_count : 0));
    }
    b_from += 32; b_room -= 32;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 2 < steps) {
      const uint filled = used == 0 ? 15360 : used - 7680;
      const int a_count = clamp(a_room, 0, 2);
      if (a_whole) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(a_to + filled + 1280), "l"(a_from + (long)16 * a_col), "r"((a_lines > 16 ? a_count : 0) * 4));
      }
      else {
        copy_elements2(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
        copy_elements2(a_to + filled + 1280, a_from + (long)16 * a_col, (a_lines > 16 ? a_count : 0));
      }
      a_from += (size_t)32 * a_col; a_lines -= 32;
      const int b_count = clamp(b_room, 0, 4);
      if (b_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to + filled + 2560), "l"(b_from + (long)16 * b_col), "r"((b_lines > 16 ? b_count : 0) * 4));
      }
      else {
        copy_elements4(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        copy_elements4(b_to + filled + 2560, b_from + (long)16 * b_col, (b_lines > 16 ? b_count : 0));
      }
      b_from += 32; b_room -= 32;
    }
    asm volatile("cp.async.commit_group;");
    uint long_from = b_at + used;
    uint short_from = a_at + used;
    float new0_0_0, new0_0_1, new0_0_2, new0_0_3, small0_0_0, small0_0_1, small0_0_2, small0_0_3;
    float new0_1_0, new0_1_1, new0_1_2, new0_1_3, small0_1_0, small0_1_1, small0_1_2, small0_1_3;
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long1_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long1_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 1280];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long1_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long1_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 80];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short2_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 112];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short3_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_0_0), "=f"(small0_0_1), "=f"(small0_0_2), "=f"(small0_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_1_0), "=f"(small0_1_1), "=f"(small0_1_2), "=f"(small0_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_0_0), "=f"(new0_0_1), "=f"(new0_0_2), "=f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_1_0), "=f"(new0_1_1), "=f"(new0_1_2), "=f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
    }
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long1_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long1_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 1312];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long1_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long1_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 640];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 720];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short2_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 672];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 752];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short3_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_0_0), "+f"(new0_0_1), "+f"(new0_0_2), "+f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_1_0), "+f"(new0_1_1), "+f"(new0_1_2), "+f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
    }
    float wrong0 = 0, wrong1 = 0, wrong2 = 0, wrong3 = 0;
    new0_0_0 += small0_0_0; wrong0 = fma(new0_0_0, 0.0f, wrong0);
    new0_0_1 += small0_0_1; wrong1 = fma(new0_0_1, 0.0f, wrong1);
    new0_0_2 += small0_0_2; wrong2 = fma(new0_0_2, 0.0f, wrong2);
    new0_0_3 += small0_0_3; wrong3 = fma(new0_0_3, 0.0f, wrong3);
    new0_1_0 += small0_1_0; wrong0 = fma(new0_1_0, 0.0f, wrong0);
    new0_1_1 += small0_1_1; wrong1 = fma(new0_1_1, 0.0f, wrong1);
    new0_1_2 += small0_1_2; wrong2 = fma(new0_1_2, 0.0f, wrong2);
    new0_1_3 += small0_1_3; wrong3 = fma(new0_1_3, 0.0f, wrong3);
    if (wrong0 + wrong1 + (wrong2 + wrong3) == 0) {
      sum0_0_0 = fma(new0_0_0, 0x1p-26f, sum0_0_0); sum0_0_1 = fma(new0_0_1, 0x1p-26f, sum0_0_1);
      sum0_0_2 = fma(new0_0_2, 0x1p-26f, sum0_0_2); sum0_0_3 = fma(new0_0_3, 0x1p-26f, sum0_0_3);
      sum0_1_0 = fma(new0_1_0, 0x1p-26f, sum0_1_0); sum0_1_1 = fma(new0_1_1, 0x1p-26f, sum0_1_1);
      sum0_1_2 = fma(new0_1_2, 0x1p-26f, sum0_1_2); sum0_1_3 = fma(new0_1_3, 0x1p-26f, sum0_1_3);
    }
    else {
      uint long_own = long_from - 2 * t * 4;
      uint short_own = short_from - 2 * t * 80 + (2 * t - g) * 4;
      #pragma unroll 1
      for (int term = 0; term < 16; term += 4) {
        float long_0_0, long_0_1, long_0_2, long_0_3, long_1_0, long_1_1, long_1_2, long_1_3;
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
            : "=f"(long_0_0), "=f"(long_0_1), "=f"(long_0_2), "=f"(long_0_3) : "r"(long_own));
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1280];"
            : "=f"(long_1_0), "=f"(long_1_1), "=f"(long_1_2), "=f"(long_1_3) : "r"(long_own));
        float short_0_0, short_0_1, short_0_2, short_0_3, short_1_0, short_1_1, short_1_2, short_1_3, short_2_0,
            short_2_1, short_2_2, short_2_3, short_3_0, short_3_1, short_3_2, short_3_3;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(short_0_0), "=f"(short_1_0) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(short_2_0), "=f"(short_3_0) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 80];" : "=f"(short_0_1), "=f"(short_1_1) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 112];" : "=f"(short_2_1), "=f"(short_3_1) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 160];" : "=f"(short_0_2), "=f"(short_1_2) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 192];" : "=f"(short_2_2), "=f"(short_3_2) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 240];" : "=f"(short_0_3), "=f"(short_1_3) : "r"(short_own));
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 272];" : "=f"(short_2_3), "=f"(short_3_3) : "r"(short_own));
        sum0_0_0 = fma(long_0_0, short_0_0, sum0_0_0);
        sum0_0_1 = fma(long_0_0, short_1_0, sum0_0_1);
        sum0_0_2 = fma(long_1_0, short_0_0, sum0_0_2);
        sum0_0_3 = fma(long_1_0, short_1_0, sum0_0_3);
        sum0_1_0 = fma(long_0_0, short_2_0, sum0_1_0);
        sum0_1_1 = fma(long_0_0, short_3_0, sum0_1_1);
        sum0_1_2 = fma(long_1_0, short_2_0, sum0_1_2);
        sum0_1_3 = fma(long_1_0, short_3_0, sum0_1_3);
        sum0_0_0 = fma(long_0_1, short_0_1, sum0_0_0);
        sum0_0_1 = fma(long_0_1, short_1_1, sum0_0_1);
        sum0_0_2 = fma(long_1_1, short_0_1, sum0_0_2);
        sum0_0_3 = fma(long_1_1, short_1_1, sum0_0_3);
        sum0_1_0 = fma(long_0_1, short_2_1, sum0_1_0);
        sum0_1_1 = fma(long_0_1, short_3_1, sum0_1_1);
        sum0_1_2 = fma(long_1_1, short_2_1, sum0_1_2);
        sum0_1_3 = fma(long_1_1, short_3_1, sum0_1_3);
        sum0_0_0 = fma(long_0_2, short_0_2, sum0_0_0);
        sum0_0_1 = fma(long_0_2, short_1_2, sum0_0_1);
        sum0_0_2 = fma(long_1_2, short_0_2, sum0_0_2);
        sum0_0_3 = fma(long_1_2, short_1_2, sum0_0_3);
        sum0_1_0 = fma(long_0_2, short_2_2, sum0_1_0);
        sum0_1_1 = fma(long_0_2, short_3_2, sum0_1_1);
        sum0_1_2 = fma(long_1_2, short_2_2, sum0_1_2);
        sum0_1_3 = fma(long_1_2, short_3_2, sum0_1_3);
        sum0_0_0 = fma(long_0_3, short_0_3, sum0_0_0);
        sum0_0_1 = fma(long_0_3, short_1_3, sum0_0_1);
        sum0_0_2 = fma(long_1_3, short_0_3, sum0_0_2);
        sum0_0_3 = fma(long_1_3, short_1_3, sum0_0_3);
        sum0_1_0 = fma(long_0_3, short_2_3, sum0_1_0);
        sum0_1_1 = fma(long_0_3, short_3_3, sum0_1_1);
        sum0_1_2 = fma(long_1_3, short_2_3, sum0_1_2);
        sum0_1_3 = fma(long_1_3, short_3_3, sum0_1_3);
        long_own += 16;
        short_own += 320;
      }
    }
    asm volatile("bar.warp.sync 0xffffffff;");
    used = used == 15360 ? 0 : used + 7680;
  }
  const int rows = min(16, m - row0), cols = min(32, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = true;
  __global float *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local float *mine = sums + team * 576 + (row_part + 2 * t) * 36 + col_part + g;
  mine[0] = sum0_0_0; mine[36] = sum0_0_1;
  mine[8] = sum0_0_2; mine[44] = sum0_0_3;
  mine[288] = sum0_1_0; mine[324] = sum0_1_1;
  mine[296] = sum0_1_2; mine[332] = sum0_1_3;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t meeting = (size_t)get_group_id(1) * get_num_groups(0) + get_group_id(0);
  __global float *parts = partial + meeting * slices * 512;
  for (int e = place * 4; e < 512; e += 512) {
    const int at = e / 32 * 36 + e % 32;
    float4 four = *((__local float4 *)(sums + at));
    four += *(__local float4 *)(sums + at + 576);
    *(__global float4 *)(parts + slice * 512 + e) = four;
  }
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  __local int before[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (place == 0) before[0] = atomic_inc((arrived + meeting));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before[0] != slices - 1) return;
  asm volatile("fence.acq_rel.gpu;" : : : "memory");
  for (int e = place * 4; e < 512; e += 512) {
    float4 four0 = (float4)(0, 0, 0, 0);
    #pragma unroll 1
    for (int s = 0; s < slices; s += 8) {
      float x0_0, y0_0, z0_0, w0_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x0_0), "=f"(y0_0), "=f"(z0_0), "=f"(w0_0) : "l"(parts + s * 512 + e) : "memory");
      float x1_0, y1_0, z1_0, w1_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x1_0), "=f"(y1_0), "=f"(z1_0), "=f"(w1_0) : "l"(parts + min(s + 1, slices - 1) * 512 + e) : "memory");
      float x2_0, y2_0, z2_0, w2_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x2_0), "=f"(y2_0), "=f"(z2_0), "=f"(w2_0) : "l"(parts + min(s + 2, slices - 1) * 512 + e) : "memory");
      float x3_0, y3_0, z3_0, w3_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x3_0), "=f"(y3_0), "=f"(z3_0), "=f"(w3_0) : "l"(parts + min(s + 3, slices - 1) * 512 + e) : "memory");
      float x4_0, y4_0, z4_0, w4_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x4_0), "=f"(y4_0), "=f"(z4_0), "=f"(w4_0) : "l"(parts + min(s + 4, slices - 1) * 512 + e) : "memory");
      float x5_0, y5_0, z5_0, w5_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x5_0), "=f"(y5_0), "=f"(z5_0), "=f"(w5_0) : "l"(parts + min(s + 5, slices - 1) * 512 + e) : "memory");
      float x6_0, y6_0, z6_0, w6_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x6_0), "=f"(y6_0), "=f"(z6_0), "=f"(w6_0) : "l"(parts + min(s + 6, slices - 1) * 512 + e) : "memory");
      float x7_0, y7_0, z7_0, w7_0;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
          : "=f"(x7_0), "=f"(y7_0), "=f"(z7_0), "=f"(w7_0) : "l"(parts + min(s + 7, slices - 1) * 512 + e) : "memory");
      four0 += (float4)(x0_0, y0_0, z0_0, w0_0);
      if (s + 1 < slices) four0 += (float4)(x1_0, y1_0, z1_0, w1_0);
      if (s + 2 < slices) four0 += (float4)(x2_0, y2_0, z2_0, w2_0);
      if (s + 3 < slices) four0 += (float4)(x3_0, y3_0, z3_0, w3_0);
      if (s + 4 < slices) four0 += (float4)(x4_0, y4_0, z4_0, w4_0);
      if (s + 5 < slices) four0 += (float4)(x5_0, y5_0, z5_0, w5_0);
      if (s + 6 < slices) four0 += (float4)(x6_0, y6_0, z6_0, w6_0);
      if (s + 7 < slices) four0 += (float4)(x7_0, y7_0, z7_0, w7_0);
    }
    *(__local float4 *)(sums + e / 32 * 36 + e % 32) = four0;
  }
  if (place == 0) arrived[meeting] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int col = place % 32;
  for (int row = place / 32; row < rows; row += 4) {
    const __local float *from = sums + row * 36 + col;
    __global float *at = c_at + (size_t)row * c_row + col;
    if (col < cols) {
      {
        *at = from[0];
      }
    }
  }
}
