// gemm m=427 n=427 k=427 float32 row*row=row: tm=64 tn=32 tk=64 wm=32 wn=32 teams=2 stages=3 turned=False slices=1
// band=8 a_bytes=4 b_bytes=4 form=tf32x3 cluster=False
float eleven(float x)
{
  return as_float((as_uint(x) + 0x1000u) & 0xffffe000u);
}
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  __local uint4 tiles[5185] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)tiles;
  const int place = get_local_id(0), lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 63) / 64, wide = (n + 31) / 32;
  const int tile = get_group_id(0), above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 64, col0 = rest / high * 32;
  const int team = place / 64, within = (place / 32) % 2;
  const int row_part = within * 32, col_part = 0;
  const int a_line = place / 64, a_piece = place % 64;
  const int a_lines = m - row0 - a_line;
  int a_room = k - a_piece;
  __global const float *a_from
      = (__global const float *)(a + a_offset + (size_t)(row0 + a_line) * a_row + (size_t)a_piece);
  const uint a_to = base + a_line * 288 + a_piece * 4;
  const int b_line = place / 32, b_piece = place % 32;
  int b_lines = k - b_line;
  const int b_room = n - col0 - b_piece;
  __global const float *b_from
      = (__global const float *)(b + b_offset + (size_t)b_line * b_row + (size_t)(col0 + b_piece));
  const uint b_to = base + 18432 + b_line * 144 + b_piece * 4;
  const uint a_at = base + (row_part + g) * 288 + team * 64 + 2 * t * 4;
  const uint b_at = base + 18432 + (col_part + g) * 4 + team * 2304 + 2 * t * 144;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  float sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  float sum0_2_0 = 0, sum0_2_1 = 0, sum0_2_2 = 0, sum0_2_3 = 0;
  float sum0_3_0 = 0, sum0_3_1 = 0, sum0_3_2 = 0, sum0_3_3 = 0;
  float sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  float sum1_1_0 = 0, sum1_1_1 = 0, sum1_1_2 = 0, sum1_1_3 = 0;
  float sum1_2_0 = 0, sum1_2_1 = 0, sum1_2_2 = 0, sum1_2_3 = 0;
  float sum1_3_0 = 0, sum1_3_1 = 0, sum1_3_2 = 0, sum1_3_3 = 0;
  const int steps = (k + 63) / 64;
  if (steps > 0) {
    const int a_count = clamp(a_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 576), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1152), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 1728), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 2304), "l"(a_from + (long)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 2880), "l"(a_from + (long)10 * a_row), "r"((a_lines > 10 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 3456), "l"(a_from + (long)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 4032), "l"(a_from + (long)14 * a_row), "r"((a_lines > 14 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 4608), "l"(a_from + (long)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 5184), "l"(a_from + (long)18 * a_row), "r"((a_lines > 18 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 5760), "l"(a_from + (long)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 6336), "l"(a_from + (long)22 * a_row), "r"((a_lines > 22 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 6912), "l"(a_from + (long)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 7488), "l"(a_from + (long)26 * a_row), "r"((a_lines > 26 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 8064), "l"(a_from + (long)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 8640), "l"(a_from + (long)30 * a_row), "r"((a_lines > 30 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 9216), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 9792), "l"(a_from + (long)34 * a_row), "r"((a_lines > 34 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 10368), "l"(a_from + (long)36 * a_row), "r"((a_lines > 36 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 10944), "l"(a_from + (long)38 * a_row), "r"((a_lines > 38 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 11520), "l"(a_from + (long)40 * a_row), "r"((a_lines > 40 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 12096), "l"(a_from + (long)42 * a_row), "r"((a_lines > 42 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 12672), "l"(a_from + (long)44 * a_row), "r"((a_lines > 44 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 13248), "l"(a_from + (long)46 * a_row), "r"((a_lines > 46 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 13824), "l"(a_from + (long)48 * a_row), "r"((a_lines > 48 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 14400), "l"(a_from + (long)50 * a_row), "r"((a_lines > 50 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 14976), "l"(a_from + (long)52 * a_row), "r"((a_lines > 52 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 15552), "l"(a_from + (long)54 * a_row), "r"((a_lines > 54 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 16128), "l"(a_from + (long)56 * a_row), "r"((a_lines > 56 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 16704), "l"(a_from + (long)58 * a_row), "r"((a_lines > 58 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 17280), "l"(a_from + (long)60 * a_row), "r"((a_lines > 60 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 17856), "l"(a_from + (long)62 * a_row), "r"((a_lines > 62 ? a_count : 0) * 4));
    a_from += 64; a_room -= 64;
    const int b_count = clamp(b_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 576), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 1152), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 1728), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 2304), "l"(b_from + (long)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 2880), "l"(b_from + (long)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 3456), "l"(b_from + (long)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 4032), "l"(b_from + (long)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 4608), "l"(b_from + (long)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 5184), "l"(b_from + (long)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 5760), "l"(b_from + (long)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 6336), "l"(b_from + (long)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 6912), "l"(b_from + (long)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 7488), "l"(b_from + (long)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 8064), "l"(b_from + (long)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 8640), "l"(b_from + (long)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
    b_from += (size_t)64 * b_row; b_lines -= 64;
  }
  asm volatile("cp.async.commit_group;");
  if (steps > 1) {
    const int a_count = clamp(a_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 27648), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 28224), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 28800), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 29376), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 29952), "l"(a_from + (long)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 30528), "l"(a_from + (long)10 * a_row), "r"((a_lines > 10 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 31104), "l"(a_from + (long)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 31680), "l"(a_from + (long)14 * a_row), "r"((a_lines > 14 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 32256), "l"(a_from + (long)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 32832), "l"(a_from + (long)18 * a_row), "r"((a_lines > 18 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 33408), "l"(a_from + (long)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 33984), "l"(a_from + (long)22 * a_row), "r"((a_lines > 22 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 34560), "l"(a_from + (long)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 35136), "l"(a_from + (long)26 * a_row), "r"((a_lines > 26 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 35712), "l"(a_from + (long)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 36288), "l"(a_from + (long)30 * a_row), "r"((a_lines > 30 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 36864), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 37440), "l"(a_from + (long)34 * a_row), "r"((a_lines > 34 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 38016), "l"(a_from + (long)36 * a_row), "r"((a_lines > 36 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 38592), "l"(a_from + (long)38 * a_row), "r"((a_lines > 38 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 39168), "l"(a_from + (long)40 * a_row), "r"((a_lines > 40 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 39744), "l"(a_from + (long)42 * a_row), "r"((a_lines > 42 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 40320), "l"(a_from + (long)44 * a_row), "r"((a_lines > 44 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 40896), "l"(a_from + (long)46 * a_row), "r"((a_lines > 46 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 41472), "l"(a_from + (long)48 * a_row), "r"((a_lines > 48 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 42048), "l"(a_from + (long)50 * a_row), "r"((a_lines > 50 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 42624), "l"(a_from + (long)52 * a_row), "r"((a_lines > 52 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 43200), "l"(a_from + (long)54 * a_row), "r"((a_lines > 54 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 43776), "l"(a_from + (long)56 * a_row), "r"((a_lines > 56 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 44352), "l"(a_from + (long)58 * a_row), "r"((a_lines > 58 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 44928), "l"(a_from + (long)60 * a_row), "r"((a_lines > 60 ? a_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(a_to + 45504), "l"(a_from + (long)62 * a_row), "r"((a_lines > 62 ? a_count : 0) * 4));
    a_from += 64; a_room -= 64;
    const int b_count = clamp(b_room, 0, 1);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 27648), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 28224), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 28800), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 29376), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 29952), "l"(b_from + (long)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 30528), "l"(b_from + (long)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 31104), "l"(b_from + (long)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 31680), "l"(b_from + (long)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 32256), "l"(b_from + (long)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 32832), "l"(b_from + (long)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 33408), "l"(b_from + (long)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 33984), "l"(b_from + (long)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 34560), "l"(b_from + (long)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 35136), "l"(b_from + (long)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 35712), "l"(b_from + (long)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
        : : "r"(b_to + 36288), "l"(b_from + (long)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
    b_from += (size_t)64 * b_row; b_lines -= 64;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 1;");
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step + 2 < steps) {
      const uint filled = used == 0 ? 55296 : used - 27648;
      const int a_count = clamp(a_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 576), "l"(a_from + (long)2 * a_row), "r"((a_lines > 2 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1152), "l"(a_from + (long)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 1728), "l"(a_from + (long)6 * a_row), "r"((a_lines > 6 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 2304), "l"(a_from + (long)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 2880), "l"(a_from + (long)10 * a_row), "r"((a_lines > 10 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 3456), "l"(a_from + (long)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 4032), "l"(a_from + (long)14 * a_row), "r"((a_lines > 14 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 4608), "l"(a_from + (long)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 5184), "l"(a_from + (long)18 * a_row), "r"((a_lines > 18 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 5760), "l"(a_from + (long)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 6336), "l"(a_from + (long)22 * a_row), "r"((a_lines > 22 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 6912), "l"(a_from + (long)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 7488), "l"(a_from + (long)26 * a_row), "r"((a_lines > 26 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 8064), "l"(a_from + (long)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 8640), "l"(a_from + (long)30 * a_row), "r"((a_lines > 30 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 9216), "l"(a_from + (long)32 * a_row), "r"((a_lines > 32 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 9792), "l"(a_from + (long)34 * a_row), "r"((a_lines > 34 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 10368), "l"(a_from + (long)36 * a_row), "r"((a_lines > 36 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 10944), "l"(a_from + (long)38 * a_row), "r"((a_lines > 38 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 11520), "l"(a_from + (long)40 * a_row), "r"((a_lines > 40 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 12096), "l"(a_from + (long)42 * a_row), "r"((a_lines > 42 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 12672), "l"(a_from + (long)44 * a_row), "r"((a_lines > 44 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 13248), "l"(a_from + (long)46 * a_row), "r"((a_lines > 46 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 13824), "l"(a_from + (long)48 * a_row), "r"((a_lines > 48 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 14400), "l"(a_from + (long)50 * a_row), "r"((a_lines > 50 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 14976), "l"(a_from + (long)52 * a_row), "r"((a_lines > 52 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 15552), "l"(a_from + (long)54 * a_row), "r"((a_lines > 54 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 16128), "l"(a_from + (long)56 * a_row), "r"((a_lines > 56 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 16704), "l"(a_from + (long)58 * a_row), "r"((a_lines > 58 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 17280), "l"(a_from + (long)60 * a_row), "r"((a_lines > 60 ? a_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(a_to + filled + 17856), "l"(a_from + (long)62 * a_row), "r"((a_lines > 62 ? a_count : 0) * 4));
      a_from += 64; a_room -= 64;
      const int b_count = clamp(b_room, 0, 1);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 576), "l"(b_from + (long)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 1152), "l"(b_from + (long)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 1728), "l"(b_from + (long)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 2304), "l"(b_from + (long)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 2880), "l"(b_from + (long)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 3456), "l"(b_from + (long)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 4032), "l"(b_from + (long)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 4608), "l"(b_from + (long)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 5184), "l"(b_from + (long)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 5760), "l"(b_from + (long)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 6336), "l"(b_from + (long)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 6912), "l"(b_from + (long)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 7488), "l"(b_from + (long)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 8064), "l"(b_from + (long)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(b_to + filled + 8640), "l"(b_from + (long)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
      b_from += (size_t)64 * b_row; b_lines -= 64;
    }
    asm volatile("cp.async.commit_group;");
    uint long_from = a_at + used;
    uint short_from = b_at + used;
    float new0_0_0, new0_0_1, new0_0_2, new0_0_3, small0_0_0, small0_0_1, small0_0_2, small0_0_3;
    float new1_0_0, new1_0_1, new1_0_2, new1_0_3, small1_0_0, small1_0_1, small1_0_2, small1_0_3;
    float new0_1_0, new0_1_1, new0_1_2, new0_1_3, small0_1_0, small0_1_1, small0_1_2, small0_1_3;
    float new1_1_0, new1_1_1, new1_1_2, new1_1_3, small1_1_0, small1_1_1, small1_1_2, small1_1_3;
    float new0_2_0, new0_2_1, new0_2_2, new0_2_3, small0_2_0, small0_2_1, small0_2_2, small0_2_3;
    float new1_2_0, new1_2_1, new1_2_2, new1_2_3, small1_2_0, small1_2_1, small1_2_2, small1_2_3;
    float new0_3_0, new0_3_1, new0_3_2, new0_3_3, small0_3_0, small0_3_1, small0_3_2, small0_3_3;
    float new1_3_0, new1_3_1, new1_3_2, new1_3_3, small1_3_0, small1_3_1, small1_3_2, small1_3_3;
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3, long2_0, long2_1, long2_2, long2_3,
          long3_0, long3_1, long3_2, long3_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long2_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2304];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long2_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long2_3 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4608];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = as_uint(x_high); long3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_2 = as_uint(y_high); long3_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 6912];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = as_uint(x_high); long3_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_3 = as_uint(y_high); long3_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 144];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short4_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short4_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 176];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short5_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short5_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 64];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 208];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = as_uint(x_high); short6_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short2_1 = as_uint(y_high); short6_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 96];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 240];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = as_uint(x_high); short7_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short3_1 = as_uint(y_high); short7_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_0_0), "=f"(small0_0_1), "=f"(small0_0_2), "=f"(small0_0_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small1_0_0), "=f"(small1_0_1), "=f"(small1_0_2), "=f"(small1_0_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_1_0), "=f"(small0_1_1), "=f"(small0_1_2), "=f"(small0_1_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small1_1_0), "=f"(small1_1_1), "=f"(small1_1_2), "=f"(small1_1_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_2_0), "=f"(small0_2_1), "=f"(small0_2_2), "=f"(small0_2_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short2_0), "r"(short2_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small1_2_0), "=f"(small1_2_1), "=f"(small1_2_2), "=f"(small1_2_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short2_0), "r"(short2_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small0_3_0), "=f"(small0_3_1), "=f"(small0_3_2), "=f"(small0_3_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short3_0), "r"(short3_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(small1_3_0), "=f"(small1_3_1), "=f"(small1_3_2), "=f"(small1_3_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short3_0), "r"(short3_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_0_0), "=f"(new0_0_1), "=f"(new0_0_2), "=f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new1_0_0), "=f"(new1_0_1), "=f"(new1_0_2), "=f"(new1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_1_0), "=f"(new0_1_1), "=f"(new0_1_2), "=f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new1_1_0), "=f"(new1_1_1), "=f"(new1_1_2), "=f"(new1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_2_0), "=f"(new0_2_1), "=f"(new0_2_2), "=f"(new0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new1_2_0), "=f"(new1_2_1), "=f"(new1_2_2), "=f"(new1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new0_3_0), "=f"(new0_3_1), "=f"(new0_3_2), "=f"(new0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
          : "=f"(new1_3_0), "=f"(new1_3_1), "=f"(new1_3_2), "=f"(new1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1), "f"(0.0f));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short7_0), "r"(short7_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short7_0), "r"(short7_1));
    }
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3, long2_0, long2_1, long2_2, long2_3,
          long3_0, long3_1, long3_2, long3_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long2_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2336];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long2_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long2_3 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4640];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = as_uint(x_high); long3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_2 = as_uint(y_high); long3_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 6944];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = as_uint(x_high); long3_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_3 = as_uint(y_high); long3_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1152];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1296];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short4_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short4_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1184];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1328];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short5_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short5_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1216];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1360];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = as_uint(x_high); short6_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short2_1 = as_uint(y_high); short6_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1248];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1392];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = as_uint(x_high); short7_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short3_1 = as_uint(y_high); short7_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_0_0), "+f"(new0_0_1), "+f"(new0_0_2), "+f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_0_0), "+f"(new1_0_1), "+f"(new1_0_2), "+f"(new1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_1_0), "+f"(new0_1_1), "+f"(new0_1_2), "+f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_1_0), "+f"(new1_1_1), "+f"(new1_1_2), "+f"(new1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_2_0), "+f"(new0_2_1), "+f"(new0_2_2), "+f"(new0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_2_0), "+f"(new1_2_1), "+f"(new1_2_2), "+f"(new1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_3_0), "+f"(new0_3_1), "+f"(new0_3_2), "+f"(new0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_3_0), "+f"(new1_3_1), "+f"(new1_3_2), "+f"(new1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short7_0), "r"(short7_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short7_0), "r"(short7_1));
    }
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3, long2_0, long2_1, long2_2, long2_3,
          long3_0, long3_1, long3_2, long3_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 128];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long2_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2432];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long2_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long2_3 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4736];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = as_uint(x_high); long3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_2 = as_uint(y_high); long3_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 7040];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = as_uint(x_high); long3_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_3 = as_uint(y_high); long3_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4608];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4752];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short4_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short4_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4640];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4784];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short5_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short5_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4672];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4816];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = as_uint(x_high); short6_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short2_1 = as_uint(y_high); short6_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4704];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4848];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = as_uint(x_high); short7_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short3_1 = as_uint(y_high); short7_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_0_0), "+f"(new0_0_1), "+f"(new0_0_2), "+f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_0_0), "+f"(new1_0_1), "+f"(new1_0_2), "+f"(new1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_1_0), "+f"(new0_1_1), "+f"(new0_1_2), "+f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_1_0), "+f"(new1_1_1), "+f"(new1_1_2), "+f"(new1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_2_0), "+f"(new0_2_1), "+f"(new0_2_2), "+f"(new0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_2_0), "+f"(new1_2_1), "+f"(new1_2_2), "+f"(new1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_3_0), "+f"(new0_3_1), "+f"(new0_3_2), "+f"(new0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_3_0), "+f"(new1_3_1), "+f"(new1_3_2), "+f"(new1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short7_0), "r"(short7_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short7_0), "r"(short7_1));
    }
    {
      uint long0_0, long0_1, long0_2, long0_3, long1_0, long1_1, long1_2, long1_3, long2_0, long2_1, long2_2, long2_3,
          long3_0, long3_1, long3_2, long3_3;
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 160];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_0 = as_uint(x_high); long2_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_2 = as_uint(y_high); long2_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2464];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = as_uint(x_high); long2_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long0_3 = as_uint(y_high); long2_3 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4768];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = as_uint(x_high); long3_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_2 = as_uint(y_high); long3_2 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 7072];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = as_uint(x_high); long3_1 = as_uint(x - x_high);
        const float y_high = eleven(y);
        long1_3 = as_uint(y_high); long3_3 = as_uint(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5760];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5904];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = as_uint(x_high); short4_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short0_1 = as_uint(y_high); short4_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5792];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5936];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = as_uint(x_high); short5_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short1_1 = as_uint(y_high); short5_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5824];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5968];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = as_uint(x_high); short6_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short2_1 = as_uint(y_high); short6_1 = as_uint(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5856];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 6000];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = as_uint(x_high); short7_0 = as_uint(x - x_high);
        const float y_high = eleven(y);
        short3_1 = as_uint(y_high); short7_1 = as_uint(y - y_high);
      }
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long2_0), "r"(long2_1), "r"(long2_2), "r"(long2_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long3_0), "r"(long3_1), "r"(long3_2), "r"(long3_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_0_0), "+f"(new0_0_1), "+f"(new0_0_2), "+f"(new0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_0_0), "+f"(new1_0_1), "+f"(new1_0_2), "+f"(new1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short0_0), "r"(short0_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_1_0), "+f"(new0_1_1), "+f"(new0_1_2), "+f"(new0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_1_0), "+f"(new1_1_1), "+f"(new1_1_2), "+f"(new1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short1_0), "r"(short1_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_2_0), "+f"(new0_2_1), "+f"(new0_2_2), "+f"(new0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_2_0), "+f"(new1_2_1), "+f"(new1_2_2), "+f"(new1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short2_0), "r"(short2_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new0_3_0), "+f"(new0_3_1), "+f"(new0_3_2), "+f"(new0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(new1_3_0), "+f"(new1_3_1), "+f"(new1_3_2), "+f"(new1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short3_0), "r"(short3_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_0_0), "+f"(small0_0_1), "+f"(small0_0_2), "+f"(small0_0_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_0_0), "+f"(small1_0_1), "+f"(small1_0_2), "+f"(small1_0_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short4_0), "r"(short4_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_1_0), "+f"(small0_1_1), "+f"(small0_1_2), "+f"(small0_1_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_1_0), "+f"(small1_1_1), "+f"(small1_1_2), "+f"(small1_1_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short5_0), "r"(short5_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_2_0), "+f"(small0_2_1), "+f"(small0_2_2), "+f"(small0_2_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_2_0), "+f"(small1_2_1), "+f"(small1_2_2), "+f"(small1_2_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short6_0), "r"(short6_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small0_3_0), "+f"(small0_3_1), "+f"(small0_3_2), "+f"(small0_3_3)
          : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short7_0), "r"(short7_1));
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(small1_3_0), "+f"(small1_3_1), "+f"(small1_3_2), "+f"(small1_3_3)
          : "r"(long1_0), "r"(long1_1), "r"(long1_2), "r"(long1_3), "r"(short7_0), "r"(short7_1));
    }
    float wrong0 = 0, wrong1 = 0, wrong2 = 0, wrong3 = 0;
    new0_0_0 += small0_0_0; wrong0 = fma(new0_0_0, 0.0f, wrong0);
    new0_0_1 += small0_0_1; wrong1 = fma(new0_0_1, 0.0f, wrong1);
    new0_0_2 += small0_0_2; wrong2 = fma(new0_0_2, 0.0f, wrong2);
    new0_0_3 += small0_0_3; wrong3 = fma(new0_0_3, 0.0f, wrong3);
    new1_0_0 += small1_0_0; wrong0 = fma(new1_0_0, 0.0f, wrong0);
    new1_0_1 += small1_0_1; wrong1 = fma(new1_0_1, 0.0f, wrong1);
    new1_0_2 += small1_0_2; wrong2 = fma(new1_0_2, 0.0f, wrong2);
    new1_0_3 += small1_0_3; wrong3 = fma(new1_0_3, 0.0f, wrong3);
    new0_1_0 += small0_1_0; wrong0 = fma(new0_1_0, 0.0f, wrong0);
    new0_1_1 += small0_1_1; wrong1 = fma(new0_1_1, 0.0f, wrong1);
    new0_1_2 += small0_1_2; wrong2 = fma(new0_1_2, 0.0f, wrong2);
    new0_1_3 += small0_1_3; wrong3 = fma(new0_1_3, 0.0f, wrong3);
    new1_1_0 += small1_1_0; wrong0 = fma(new1_1_0, 0.0f, wrong0);
    new1_1_1 += small1_1_1; wrong1 = fma(new1_1_1, 0.0f, wrong1);
    new1_1_2 += small1_1_2; wrong2 = fma(new1_1_2, 0.0f, wrong2);
    new1_1_3 += small1_1_3; wrong3 = fma(new1_1_3, 0.0f, wrong3);
    new0_2_0 += small0_2_0; wrong0 = fma(new0_2_0, 0.0f, wrong0);
    new0_2_1 += small0_2_1; wrong1 = fma(new0_2_1, 0.0f, wrong1);
    new0_2_2 += small0_2_2; wrong2 = fma(new0_2_2, 0.0f, wrong2);
    new0_2_3 += small0_2_3; wrong3 = fma(new0_2_3, 0.0f, wrong3);
    new1_2_0 += small1_2_0; wrong0 = fma(new1_2_0, 0.0f, wrong0);
    new1_2_1 += small1_2_1; wrong1 = fma(new1_2_1, 0.0f, wrong1);
    new1_2_2 += small1_2_2; wrong2 = fma(new1_2_2, 0.0f, wrong2);
    new1_2_3 += small1_2_3; wrong3 = fma(new1_2_3, 0.0f, wrong3);
    new0_3_0 += small0_3_0; wrong0 = fma(new0_3_0, 0.0f, wrong0);
    new0_3_1 += small0_3_1; wrong1 = fma(new0_3_1, 0.0f, wrong1);
    new0_3_2 += small0_3_2; wrong2 = fma(new0_3_2, 0.0f, wrong2);
    new0_3_3 += small0_3_3; wrong3 = fma(new0_3_3, 0.0f, wrong3);
    new1_3_0 += small1_3_0; wrong0 = fma(new1_3_0, 0.0f, wrong0);
    new1_3_1 += small1_3_1; wrong1 = fma(new1_3_1, 0.0f, wrong1);
    new1_3_2 += small1_3_2; wrong2 = fma(new1_3_2, 0.0f, wrong2);
    new1_3_3 += small1_3_3; wrong3 = fma(new1_3_3, 0.0f, wrong3);
    if (wrong0 + wrong1 + (wrong2 + wrong3) == 0) {
      sum0_0_0 = fma(new0_0_0, 0x1p-26f, sum0_0_0); sum0_0_1 = fma(new0_0_1, 0x1p-26f, sum0_0_1);
      sum0_0_2 = fma(new0_0_2, 0x1p-26f, sum0_0_2); sum0_0_3 = fma(new0_0_3, 0x1p-26f, sum0_0_3);
      sum1_0_0 = fma(new1_0_0, 0x1p-26f, sum1_0_0); sum1_0_1 = fma(new1_0_1, 0x1p-26f, sum1_0_1);
      sum1_0_2 = fma(new1_0_2, 0x1p-26f, sum1_0_2); sum1_0_3 = fma(new1_0_3, 0x1p-26f, sum1_0_3);
      sum0_1_0 = fma(new0_1_0, 0x1p-26f, sum0_1_0); sum0_1_1 = fma(new0_1_1, 0x1p-26f, sum0_1_1);
      sum0_1_2 = fma(new0_1_2, 0x1p-26f, sum0_1_2); sum0_1_3 = fma(new0_1_3, 0x1p-26f, sum0_1_3);
      sum1_1_0 = fma(new1_1_0, 0x1p-26f, sum1_1_0); sum1_1_1 = fma(new1_1_1, 0x1p-26f, sum1_1_1);
      sum1_1_2 = fma(new1_1_2, 0x1p-26f, sum1_1_2); sum1_1_3 = fma(new1_1_3, 0x1p-26f, sum1_1_3);
      sum0_2_0 = fma(new0_2_0, 0x1p-26f, sum0_2_0); sum0_2_1 = fma(new0_2_1, 0x1p-26f, sum0_2_1);
      sum0_2_2 = fma(new0_2_2, 0x1p-26f, sum0_2_2); sum0_2_3 = fma(new0_2_3, 0x1p-26f, sum0_2_3);
      sum1_2_0 = fma(new1_2_0, 0x1p-26f, sum1_2_0); sum1_2_1 = fma(new1_2_1, 0x1p-26f, sum1_2_1);
      sum1_2_2 = fma(new1_2_2, 0x1p-26f, sum1_2_2); sum1_2_3 = fma(new1_2_3, 0x1p-26f, sum1_2_3);
      sum0_3_0 = fma(new0_3_0, 0x1p-26f, sum0_3_0); sum0_3_1 = fma(new0_3_1, 0x1p-26f, sum0_3_1);
      sum0_3_2 = fma(new0_3_2, 0x1p-26f, sum0_3_2); sum0_3_3 = fma(new0_3_3, 0x1p-26f, sum0_3_3);
      sum1_3_0 = fma(new1_3_0, 0x1p-26f, sum1_3_0); sum1_3_1 = fma(new1_3_1, 0x1p-26f, sum1_3_1);
      sum1_3_2 = fma(new1_3_2, 0x1p-26f, sum1_3_2); sum1_3_3 = fma(new1_3_3, 0x1p-26f, sum1_3_3);
    }
    else {
      uint long_own = long_from - 2 * t * 4;
      uint short_own = short_from - 2 * t * 144 + (2 * t - g) * 4;
      #pragma unroll 1
      for (int part = 0; part < 2; ++part) {
        #pragma unroll 1
        for (int term = 0; term < 16; term += 4) {
          float long_0_0, long_0_1, long_0_2, long_0_3, long_1_0, long_1_1, long_1_2, long_1_3, long_2_0, long_2_1,
              long_2_2, long_2_3, long_3_0, long_3_1, long_3_2, long_3_3;
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
              : "=f"(long_0_0), "=f"(long_0_1), "=f"(long_0_2), "=f"(long_0_3) : "r"(long_own));
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 2304];"
              : "=f"(long_1_0), "=f"(long_1_1), "=f"(long_1_2), "=f"(long_1_3) : "r"(long_own));
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 4608];"
              : "=f"(long_2_0), "=f"(long_2_1), "=f"(long_2_2), "=f"(long_2_3) : "r"(long_own));
          asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 6912];"
              : "=f"(long_3_0), "=f"(long_3_1), "=f"(long_3_2), "=f"(long_3_3) : "r"(long_own));
          float short_0_0, short_0_1, short_0_2, short_0_3, short_1_0, short_1_1, short_1_2, short_1_3, short_2_0,
              short_2_1, short_2_2, short_2_3, short_3_0, short_3_1, short_3_2, short_3_3, short_4_0, short_4_1,
              short_4_2, short_4_3, short_5_0, short_5_1, short_5_2, short_5_3, short_6_0, short_6_1, short_6_2,
              short_6_3, short_7_0, short_7_1, short_7_2, short_7_3;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(short_0_0), "=f"(short_1_0) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(short_2_0), "=f"(short_3_0) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 64];" : "=f"(short_4_0), "=f"(short_5_0) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 96];" : "=f"(short_6_0), "=f"(short_7_0) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 144];" : "=f"(short_0_1), "=f"(short_1_1) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 176];" : "=f"(short_2_1), "=f"(short_3_1) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 208];" : "=f"(short_4_1), "=f"(short_5_1) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 240];" : "=f"(short_6_1), "=f"(short_7_1) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 288];" : "=f"(short_0_2), "=f"(short_1_2) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 320];" : "=f"(short_2_2), "=f"(short_3_2) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 352];" : "=f"(short_4_2), "=f"(short_5_2) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 384];" : "=f"(short_6_2), "=f"(short_7_2) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 432];" : "=f"(short_0_3), "=f"(short_1_3) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 464];" : "=f"(short_2_3), "=f"(short_3_3) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 496];" : "=f"(short_4_3), "=f"(short_5_3) : "r"(short_own));
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 528];" : "=f"(short_6_3), "=f"(short_7_3) : "r"(short_own));
          sum0_0_0 = fma(long_0_0, short_0_0, sum0_0_0);
          sum0_0_1 = fma(long_0_0, short_1_0, sum0_0_1);
          sum0_0_2 = fma(long_1_0, short_0_0, sum0_0_2);
          sum0_0_3 = fma(long_1_0, short_1_0, sum0_0_3);
          sum1_0_0 = fma(long_2_0, short_0_0, sum1_0_0);
          sum1_0_1 = fma(long_2_0, short_1_0, sum1_0_1);
          sum1_0_2 = fma(long_3_0, short_0_0, sum1_0_2);
          sum1_0_3 = fma(long_3_0, short_1_0, sum1_0_3);
          sum0_1_0 = fma(long_0_0, short_2_0, sum0_1_0);
          sum0_1_1 = fma(long_0_0, short_3_0, sum0_1_1);
          sum0_1_2 = fma(long_1_0, short_2_0, sum0_1_2);
          sum0_1_3 = fma(long_1_0, short_3_0, sum0_1_3);
          sum1_1_0 = fma(long_2_0, short_2_0, sum1_1_0);
          sum1_1_1 = fma(long_2_0, short_3_0, sum1_1_1);
          sum1_1_2 = fma(long_3_0, short_2_0, sum1_1_2);
          sum1_1_3 = fma(long_3_0, short_3_0, sum1_1_3);
          sum0_2_0 = fma(long_0_0, short_4_0, sum0_2_0);
          sum0_2_1 = fma(long_0_0, short_5_0, sum0_2_1);
          sum0_2_2 = fma(long_1_0, short_4_0, sum0_2_2);
          sum0_2_3 = fma(long_1_0, short_5_0, sum0_2_3);
          sum1_2_0 = fma(long_2_0, short_4_0, sum1_2_0);
          sum1_2_1 = fma(long_2_0, short_5_0, sum1_2_1);
          sum1_2_2 = fma(long_3_0, short_4_0, sum1_2_2);
          sum1_2_3 = fma(long_3_0, short_5_0, sum1_2_3);
          sum0_3_0 = fma(long_0_0, short_6_0, sum0_3_0);
          sum0_3_1 = fma(long_0_0, short_7_0, sum0_3_1);
          sum0_3_2 = fma(long_1_0, short_6_0, sum0_3_2);
          sum0_3_3 = fma(long_1_0, short_7_0, sum0_3_3);
          sum1_3_0 = fma(long_2_0, short_6_0, sum1_3_0);
          sum1_3_1 = fma(long_2_0, short_7_0, sum1_3_1);
          sum1_3_2 = fma(long_3_0, short_6_0, sum1_3_2);
          sum1_3_3 = fma(long_3_0, short_7_0, sum1_3_3);
          sum0_0_0 = fma(long_0_1, short_0_1, sum0_0_0);
          sum0_0_1 = fma(long_0_1, short_1_1, sum0_0_1);
          sum0_0_2 = fma(long_1_1, short_0_1, sum0_0_2);
          sum0_0_3 = fma(long_1_1, short_1_1, sum0_0_3);
          sum1_0_0 = fma(long_2_1, short_0_1, sum1_0_0);
          sum1_0_1 = fma(long_2_1, short_1_1, sum1_0_1);
          sum1_0_2 = fma(long_3_1, short_0_1, sum1_0_2);
          sum1_0_3 = fma(long_3_1, short_1_1, sum1_0_3);
          sum0_1_0 = fma(long_0_1, short_2_1, sum0_1_0);
          sum0_1_1 = fma(long_0_1, short_3_1, sum0_1_1);
          sum0_1_2 = fma(long_1_1, short_2_1, sum0_1_2);
          sum0_1_3 = fma(long_1_1, short_3_1, sum0_1_3);
          sum1_1_0 = fma(long_2_1, short_2_1, sum1_1_0);
          sum1_1_1 = fma(long_2_1, short_3_1, sum1_1_1);
          sum1_1_2 = fma(long_3_1, short_2_1, sum1_1_2);
          sum1_1_3 = fma(long_3_1, short_3_1, sum1_1_3);
          sum0_2_0 = fma(long_0_1, short_4_1, sum0_2_0);
          sum0_2_1 = fma(long_0_1, short_5_1, sum0_2_1);
          sum0_2_2 = fma(long_1_1, short_4_1, sum0_2_2);
          sum0_2_3 = fma(long_1_1, short_5_1, sum0_2_3);
          sum1_2_0 = fma(long_2_1, short_4_1, sum1_2_0);
          sum1_2_1 = fma(long_2_1, short_5_1, sum1_2_1);
          sum1_2_2 = fma(long_3_1, short_4_1, sum1_2_2);
          sum1_2_3 = fma(long_3_1, short_5_1, sum1_2_3);
          sum0_3_0 = fma(long_0_1, short_6_1, sum0_3_0);
          sum0_3_1 = fma(long_0_1, short_7_1, sum0_3_1);
          sum0_3_2 = fma(long_1_1, short_6_1, sum0_3_2);
          sum0_3_3 = fma(long_1_1, short_7_1, sum0_3_3);
          sum1_3_0 = fma(long_2_1, short_6_1, sum1_3_0);
          sum1_3_1 = fma(long_2_1, short_7_1, sum1_3_1);
          sum1_3_2 = fma(long_3_1, short_6_1, sum1_3_2);
          sum1_3_3 = fma(long_3_1, short_7_1, sum1_3_3);
          sum0_0_0 = fma(long_0_2, short_0_2, sum0_0_0);
          sum0_0_1 = fma(long_0_2, short_1_2, sum0_0_1);
          sum0_0_2 = fma(long_1_2, short_0_2, sum0_0_2);
          sum0_0_3 = fma(long_1_2, short_1_2, sum0_0_3);
          sum1_0_0 = fma(long_2_2, short_0_2, sum1_0_0);
          sum1_0_1 = fma(long_2_2, short_1_2, sum1_0_1);
          sum1_0_2 = fma(long_3_2, short_0_2, sum1_0_2);
          sum1_0_3 = fma(long_3_2, short_1_2, sum1_0_3);
          sum0_1_0 = fma(long_0_2, short_2_2, sum0_1_0);
          sum0_1_1 = fma(long_0_2, short_3_2, sum0_1_1);
          sum0_1_2 = fma(long_1_2, short_2_2, sum0_1_2);
          sum0_1_3 = fma(long_1_2, short_3_2, sum0_1_3);
          sum1_1_0 = fma(long_2_2, short_2_2, sum1_1_0);
          sum1_1_1 = fma(long_2_2, short_3_2, sum1_1_1);
          sum1_1_2 = fma(long_3_2, short_2_2, sum1_1_2);
          sum1_1_3 = fma(long_3_2, short_3_2, sum1_1_3);
          sum0_2_0 = fma(long_0_2, short_4_2, sum0_2_0);
          sum0_2_1 = fma(long_0_2, short_5_2, sum0_2_1);
          sum0_2_2 = fma(long_1_2, short_4_2, sum0_2_2);
          sum0_2_3 = fma(long_1_2, short_5_2, sum0_2_3);
          sum1_2_0 = fma(long_2_2, short_4_2, sum1_2_0);
          sum1_2_1 = fma(long_2_2, short_5_2, sum1_2_1);
          sum1_2_2 = fma(long_3_2, short_4_2, sum1_2_2);
          sum1_2_3 = fma(long_3_2, short_5_2, sum1_2_3);
          sum0_3_0 = fma(long_0_2, short_6_2, sum0_3_0);
          sum0_3_1 = fma(long_0_2, short_7_2, sum0_3_1);
          sum0_3_2 = fma(long_1_2, short_6_2, sum0_3_2);
          sum0_3_3 = fma(long_1_2, short_7_2, sum0_3_3);
          sum1_3_0 = fma(long_2_2, short_6_2, sum1_3_0);
          sum1_3_1 = fma(long_2_2, short_7_2, sum1_3_1);
          sum1_3_2 = fma(long_3_2, short_6_2, sum1_3_2);
          sum1_3_3 = fma(long_3_2, short_7_2, sum1_3_3);
          sum0_0_0 = fma(long_0_3, short_0_3, sum0_0_0);
          sum0_0_1 = fma(long_0_3, short_1_3, sum0_0_1);
          sum0_0_2 = fma(long_1_3, short_0_3, sum0_0_2);
          sum0_0_3 = fma(long_1_3, short_1_3, sum0_0_3);
          sum1_0_0 = fma(long_2_3, short_0_3, sum1_0_0);
          sum1_0_1 = fma(long_2_3, short_1_3, sum1_0_1);
          sum1_0_2 = fma(long_3_3, short_0_3, sum1_0_2);
          sum1_0_3 = fma(long_3_3, short_1_3, sum1_0_3);
          sum0_1_0 = fma(long_0_3, short_2_3, sum0_1_0);
          sum0_1_1 = fma(long_0_3, short_3_3, sum0_1_1);
          sum0_1_2 = fma(long_1_3, short_2_3, sum0_1_2);
          sum0_1_3 = fma(long_1_3, short_3_3, sum0_1_3);
          sum1_1_0 = fma(long_2_3, short_2_3, sum1_1_0);
          sum1_1_1 = fma(long_2_3, short_3_3, sum1_1_1);
          sum1_1_2 = fma(long_3_3, short_2_3, sum1_1_2);
          sum1_1_3 = fma(long_3_3, short_3_3, sum1_1_3);
          sum0_2_0 = fma(long_0_3, short_4_3, sum0_2_0);
          sum0_2_1 = fma(long_0_3, short_5_3, sum0_2_1);
          sum0_2_2 = fma(long_1_3, short_4_3, sum0_2_2);
          sum0_2_3 = fma(long_1_3, short_5_3, sum0_2_3);
          sum1_2_0 = fma(long_2_3, short_4_3, sum1_2_0);
          sum1_2_1 = fma(long_2_3, short_5_3, sum1_2_1);
          sum1_2_2 = fma(long_3_3, short_4_3, sum1_2_2);
          sum1_2_3 = fma(long_3_3, short_5_3, sum1_2_3);
          sum0_3_0 = fma(long_0_3, short_6_3, sum0_3_0);
          sum0_3_1 = fma(long_0_3, short_7_3, sum0_3_1);
          sum0_3_2 = fma(long_1_3, short_6_3, sum0_3_2);
          sum0_3_3 = fma(long_1_3, short_7_3, sum0_3_3);
          sum1_3_0 = fma(long_2_3, short_6_3, sum1_3_0);
          sum1_3_1 = fma(long_2_3, short_7_3, sum1_3_1);
          sum1_3_2 = fma(long_3_3, short_6_3, sum1_3_2);
          sum1_3_3 = fma(long_3_3, short_7_3, sum1_3_3);
          long_own += 16;
          short_own += 576;
        }
        long_own += 64;
        short_own += 2304;
      }
    }
    asm volatile("bar.warp.sync 0xffffffff;");
    used = used == 55296 ? 0 : used + 27648;
  }
  const int rows = min(64, m - row0), cols = min(32, n - col0);
  __local float *sums = (__local float *)tiles;
  const bool fresh = beta == 0;
  __global float *c_at = c + c_offset + (size_t)row0 * c_row + (size_t)col0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local float *mine = sums + team * 2560 + (row_part + g) * 40 + col_part + 2 * t;
  *(__local float2 *)(mine) = (float2)(sum0_0_0, sum0_0_1);
  *(__local float2 *)(mine + 320) = (float2)(sum0_0_2, sum0_0_3);
  *(__local float2 *)(mine + 8) = (float2)(sum0_1_0, sum0_1_1);
  *(__local float2 *)(mine + 328) = (float2)(sum0_1_2, sum0_1_3);
  *(__local float2 *)(mine + 16) = (float2)(sum0_2_0, sum0_2_1);
  *(__local float2 *)(mine + 336) = (float2)(sum0_2_2, sum0_2_3);
  *(__local float2 *)(mine + 24) = (float2)(sum0_3_0, sum0_3_1);
  *(__local float2 *)(mine + 344) = (float2)(sum0_3_2, sum0_3_3);
  *(__local float2 *)(mine + 640) = (float2)(sum1_0_0, sum1_0_1);
  *(__local float2 *)(mine + 960) = (float2)(sum1_0_2, sum1_0_3);
  *(__local float2 *)(mine + 648) = (float2)(sum1_1_0, sum1_1_1);
  *(__local float2 *)(mine + 968) = (float2)(sum1_1_2, sum1_1_3);
  *(__local float2 *)(mine + 656) = (float2)(sum1_2_0, sum1_2_1);
  *(__local float2 *)(mine + 976) = (float2)(sum1_2_2, sum1_2_3);
  *(__local float2 *)(mine + 664) = (float2)(sum1_3_0, sum1_3_1);
  *(__local float2 *)(mine + 984) = (float2)(sum1_3_2, sum1_3_3);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int e = place * 4; e < 2048; e += 512) {
    const int at = e / 32 * 40 + e % 32;
    float4 four = *((__local float4 *)(sums + at));
    four += *(__local float4 *)(sums + at + 2560);
    *((__local float4 *)(sums + at)) = four;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int col = place % 32;
  #pragma unroll 4
  for (int row = place / 32; row < rows; row += 4) {
    const __local float *from = sums + row * 40 + col;
    __global float *at = c_at + (size_t)row * c_row + col;
    if (col < cols) {
      {
        *at = beta == 0 ? alpha * from[0] : alpha * from[0] + beta * *at;
      }
    }
  }
}
