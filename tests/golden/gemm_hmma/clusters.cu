// gemm m=101 n=94 k=3444 float32 row*row=row: tm=32 tn=32 tk=64 wm=32 wn=32 teams=2 stages=3 turned=False slices=16
// band=8 a_bytes=16 b_bytes=8 form=tf32x3 cluster=True
__device__ __forceinline__ void copy_elements2(const uint to, const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 2; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
__device__ __forceinline__ void copy_elements4(const uint to, const float *x, const int count)
{
  #pragma unroll 1
  for (int e = 0; e < 4; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
          : : "r"(to + e * 4), "l"(x + e), "r"(count > e ? 4 : 0));
}
__device__ __forceinline__ float eleven(float x)
{
  return bits_of<float>((bits_of<uint>(x) + 0x1000u) & 0xffffe000u);
}
#define DYNAMIC_LOCAL_BYTES 55312
extern "C" __global__ void __launch_bounds__(64) __cluster_dims__(1, 1, 16)
gemm_hmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  auto &tiles = local_at<vec<uint,4>[3457]>(0);
  const uint base = (uint)__cvta_generic_to_shared(tiles);
  const int place = (ulong)threadIdx.x, lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int tall = (m + 31) / 32, wide = (n + 31) / 32;
  const int tile = (ulong)blockIdx.x, above = tile / (wide * 8) * 8;
  const int high = min(tall - above, 8), rest = tile - above * wide;
  const int row0 = (above + rest % high) * 32, col0 = rest / high * 32;
  const int slice = (ulong)(blockIdx.z + launched.first_z);
  const int length = (k + 16 * 64 - 1) / 1024 * 64;
  const int first = slice * length, last = min(first + length, k);
  const int team = place / 32, within = 0;
  const int row_part = within * 32, col_part = 0;
  const int a_line = place / 16, a_piece = (place % 16) * 4;
  const int a_lines = m - row0 - a_line;
  int a_room = last - first - a_piece;
  const float *a_from = (const float *)(a + a_offset + (ulong)(row0 + a_line) * a_row + (ulong)(first + a_piece));
  const uint a_to = base + a_line * 288 + a_piece * 4;
  const bool a_whole = a_row % 4 == 0 && (ulong)(a + a_offset) % 16 == 0;
  const int b_line = place / 16, b_piece = (place % 16) * 2;
  int b_lines = last - first - b_line;
  const int b_room = n - col0 - b_piece;
  const float *b_from = (const float *)(b + b_offset + (ulong)(first + b_line) * b_row + (ulong)(col0 + b_piece));
  const uint b_to = base + 9216 + b_line * 144 + b_piece * 4;
  const bool b_whole = b_row % 2 == 0 && (ulong)(b + b_offset) % 8 == 0;
  const uint a_at = base + (row_part + g) * 288 + team * 64 + 2 * t * 4;
  const uint b_at = base + 9216 + (col_part + g) * 4 + team * 2304 + 2 * t * 144;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  float sum0_1_0 = 0, sum0_1_1 = 0, sum0_1_2 = 0, sum0_1_3 = 0;
  float sum0_2_0 = 0, sum0_2_1 = 0, sum0_2_2 = 0, sum0_2_3 = 0;
  float sum0_3_0 = 0, sum0_3_1 = 0, sum0_3_2 = 0, sum0_3_3 = 0;
  float sum1_0_0 = 0, sum1_0_1 = 0, sum1_0_2 = 0, sum1_0_3 = 0;
  float sum1_1_0 = 0, sum1_1_1 = 0, sum1_1_2 = 0, sum1_1_3 = 0;
  float sum1_2_0 = 0, sum1_2_1 = 0, sum1_2_2 = 0, sum1_2_3 = 0;
  float sum1_3_0 = 0, sum1_3_1 = 0, sum1_3_2 = 0, sum1_3_3 = 0;
  const int steps = ((last - first) + 63) / 64;
  if (steps > 0) {
    const int a_count = min(max(a_room, 0), 4);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 1152), "l"(a_from + (int64)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 2304), "l"(a_from + (int64)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 3456), "l"(a_from + (int64)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 4608), "l"(a_from + (int64)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 5760), "l"(a_from + (int64)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 6912), "l"(a_from + (int64)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 8064), "l"(a_from + (int64)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
    }
    else {
      copy_elements4(a_to, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements4(a_to + 1152, a_from + (int64)4 * a_row, (a_lines > 4 ? a_count : 0));
      copy_elements4(a_to + 2304, a_from + (int64)8 * a_row, (a_lines > 8 ? a_count : 0));
      copy_elements4(a_to + 3456, a_from + (int64)12 * a_row, (a_lines > 12 ? a_count : 0));
      copy_elements4(a_to + 4608, a_from + (int64)16 * a_row, (a_lines > 16 ? a_count : 0));
      copy_elements4(a_to + 5760, a_from + (int64)20 * a_row, (a_lines > 20 ? a_count : 0));
      copy_elements4(a_to + 6912, a_from + (int64)24 * a_row, (a_lines > 24 ? a_count : 0));
      copy_elements4(a_to + 8064, a_from + (int64)28 * a_row, (a_lines > 28 ? a_count : 0));
    }
    a_from += 64; a_room -= 64;
    const int b_count = min(max(b_room, 0), 2);
    if (b_whole) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 576), "l"(b_from + (int64)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 1152), "l"(b_from + (int64)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 1728), "l"(b_from + (int64)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 2304), "l"(b_from + (int64)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 2880), "l"(b_from + (int64)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 3456), "l"(b_from + (int64)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 4032), "l"(b_from + (int64)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 4608), "l"(b_from + (int64)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 5184), "l"(b_from + (int64)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 5760), "l"(b_from + (int64)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 6336), "l"(b_from + (int64)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 6912), "l"(b_from + (int64)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 7488), "l"(b_from + (int64)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 8064), "l"(b_from + (int64)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 8640), "l"(b_from + (int64)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
    }
    else {
      copy_elements2(b_to, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements2(b_to + 576, b_from + (int64)4 * b_row, (b_lines > 4 ? b_count : 0));
      copy_elements2(b_to + 1152, b_from + (int64)8 * b_row, (b_lines > 8 ? b_count : 0));
      copy_elements2(b_to + 1728, b_from + (int64)12 * b_row, (b_lines > 12 ? b_count : 0));
      copy_elements2(b_to + 2304, b_from + (int64)16 * b_row, (b_lines > 16 ? b_count : 0));
      copy_elements2(b_to + 2880, b_from + (int64)20 * b_row, (b_lines > 20 ? b_count : 0));
      copy_elements2(b_to + 3456, b_from + (int64)24 * b_row, (b_lines > 24 ? b_count : 0));
      copy_elements2(b_to + 4032, b_from + (int64)28 * b_row, (b_lines > 28 ? b_count : 0));
      copy_elements2(b_to + 4608, b_from + (int64)32 * b_row, (b_lines > 32 ? b_count : 0));
      copy_elements2(b_to + 5184, b_from + (int64)36 * b_row, (b_lines > 36 ? b_count : 0));
      copy_elements2(b_to + 5760, b_from + (int64)40 * b_row, (b_lines > 40 ? b_count : 0));
      copy_elements2(b_to + 6336, b_from + (int64)44 * b_row, (b_lines > 44 ? b_count : 0));
      copy_elements2(b_to + 6912, b_from + (int64)48 * b_row, (b_lines > 48 ? b_count : 0));
      copy_elements2(b_to + 7488, b_from + (int64)52 * b_row, (b_lines > 52 ? b_count : 0));
      copy_elements2(b_to + 8064, b_from + (int64)56 * b_row, (b_lines > 56 ? b_count : 0));
      copy_elements2(b_to + 8640, b_from + (int64)60 * b_row, (b_lines > 60 ? b_count : 0));
    }
    b_from += (ulong)64 * b_row; b_lines -= 64;
  }
  asm volatile("cp.async.commit_group;");
  if (steps > 1) {
    const int a_count = min(max(a_room, 0), 4);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 18432), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 19584), "l"(a_from + (int64)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 20736), "l"(a_from + (int64)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 21888), "l"(a_from + (int64)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 23040), "l"(a_from + (int64)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 24192), "l"(a_from + (int64)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 25344), "l"(a_from + (int64)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to + 26496), "l"(a_from + (int64)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
    }
    else {
      copy_elements4(a_to + 18432, a_from, (a_lines > 0 ? a_count : 0));
      copy_elements4(a_to + 19584, a_from + (int64)4 * a_row, (a_lines > 4 ? a_count : 0));
      copy_elements4(a_to + 20736, a_from + (int64)8 * a_row, (a_lines > 8 ? a_count : 0));
      copy_elements4(a_to + 21888, a_from + (int64)12 * a_row, (a_lines > 12 ? a_count : 0));
      copy_elements4(a_to + 23040, a_from + (int64)16 * a_row, (a_lines > 16 ? a_count : 0));
      copy_elements4(a_to + 24192, a_from + (int64)20 * a_row, (a_lines > 20 ? a_count : 0));
      copy_elements4(a_to + 25344, a_from + (int64)24 * a_row, (a_lines > 24 ? a_count : 0));
      copy_elements4(a_to + 26496, a_from + (int64)28 * a_row, (a_lines > 28 ? a_count : 0));
    }
    a_from += 64; a_room -= 64;
    const int b_count = min(max(b_room, 0), 2);
    if (b_whole) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 18432), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 19008), "l"(b_from + (int64)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 19584), "l"(b_from + (int64)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 20160), "l"(b_from + (int64)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 20736), "l"(b_from + (int64)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 21312), "l"(b_from + (int64)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 21888), "l"(b_from + (int64)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 22464), "l"(b_from + (int64)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 23040), "l"(b_from + (int64)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 23616), "l"(b_from + (int64)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 24192), "l"(b_from + (int64)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 24768), "l"(b_from + (int64)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 25344), "l"(b_from + (int64)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 25920), "l"(b_from + (int64)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 26496), "l"(b_from + (int64)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
      asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
          : : "r"(b_to + 27072), "l"(b_from + (int64)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
    }
    else {
      copy_elements2(b_to + 18432, b_from, (b_lines > 0 ? b_count : 0));
      copy_elements2(b_to + 19008, b_from + (int64)4 * b_row, (b_lines > 4 ? b_count : 0));
      copy_elements2(b_to + 19584, b_from + (int64)8 * b_row, (b_lines > 8 ? b_count : 0));
      copy_elements2(b_to + 20160, b_from + (int64)12 * b_row, (b_lines > 12 ? b_count : 0));
      copy_elements2(b_to + 20736, b_from + (int64)16 * b_row, (b_lines > 16 ? b_count : 0));
      copy_elements2(b_to + 21312, b_from + (int64)20 * b_row, (b_lines > 20 ? b_count : 0));
      copy_elements2(b_to + 21888, b_from + (int64)24 * b_row, (b_lines > 24 ? b_count : 0));
      copy_elements2(b_to + 22464, b_from + (int64)28 * b_row, (b_lines > 28 ? b_count : 0));
      copy_elements2(b_to + 23040, b_from + (int64)32 * b_row, (b_lines > 32 ? b_count : 0));
      copy_elements2(b_to + 23616, b_from + (int64)36 * b_row, (b_lines > 36 ? b_count : 0));
      copy_elements2(b_to + 24192, b_from + (int64)40 * b_row, (b_lines > 40 ? b_count : 0));
      copy_elements2(b_to + 24768, b_from + (int64)44 * b_row, (b_lines > 44 ? b_count : 0));
      copy_elements2(b_to + 25344, b_from + (int64)48 * b_row, (b_lines > 48 ? b_count : 0));
      copy_elements2(b_to + 25920, b_from + (int64)52 * b_row, (b_lines > 52 ? b_count : 0));
      copy_elements2(b_to + 26496, b_from + (int64)56 * b_row, (b_lines > 56 ? b_count : 0));
      copy_elements2(b_to + 27072, b_from + (int64)60 * b_row, (b_lines > 60 ? b_count : 0));
    }
    b_from += (ulong)64 * b_row; b_lines -= 64;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    if (step + 2 < steps) {
      const uint filled = used == 0 ? 36864 : used - 18432;
      const int a_count = min(max(a_room, 0), 4);
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 1152), "l"(a_from + (int64)4 * a_row), "r"((a_lines > 4 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 2304), "l"(a_from + (int64)8 * a_row), "r"((a_lines > 8 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 3456), "l"(a_from + (int64)12 * a_row), "r"((a_lines > 12 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 4608), "l"(a_from + (int64)16 * a_row), "r"((a_lines > 16 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 5760), "l"(a_from + (int64)20 * a_row), "r"((a_lines > 20 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 6912), "l"(a_from + (int64)24 * a_row), "r"((a_lines > 24 ? a_count : 0) * 4));
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled + 8064), "l"(a_from + (int64)28 * a_row), "r"((a_lines > 28 ? a_count : 0) * 4));
      }
      else {
        copy_elements4(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
        copy_elements4(a_to + filled + 1152, a_from + (int64)4 * a_row, (a_lines > 4 ? a_count : 0));
        copy_elements4(a_to + filled + 2304, a_from + (int64)8 * a_row, (a_lines > 8 ? a_count : 0));
        copy_elements4(a_to + filled + 3456, a_from + (int64)12 * a_row, (a_lines > 12 ? a_count : 0));
        copy_elements4(a_to + filled + 4608, a_from + (int64)16 * a_row, (a_lines > 16 ? a_count : 0));
        copy_elements4(a_to + filled + 5760, a_from + (int64)20 * a_row, (a_lines > 20 ? a_count : 0));
        copy_elements4(a_to + filled + 6912, a_from + (int64)24 * a_row, (a_lines > 24 ? a_count : 0));
        copy_elements4(a_to + filled + 8064, a_from + (int64)28 * a_row, (a_lines > 28 ? a_count : 0));
      }
      a_from += 64; a_room -= 64;
      const int b_count = min(max(b_room, 0), 2);
      if (b_whole) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 576), "l"(b_from + (int64)4 * b_row), "r"((b_lines > 4 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 1152), "l"(b_from + (int64)8 * b_row), "r"((b_lines > 8 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 1728), "l"(b_from + (int64)12 * b_row), "r"((b_lines > 12 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 2304), "l"(b_from + (int64)16 * b_row), "r"((b_lines > 16 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 2880), "l"(b_from + (int64)20 * b_row), "r"((b_lines > 20 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 3456), "l"(b_from + (int64)24 * b_row), "r"((b_lines > 24 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 4032), "l"(b_from + (int64)28 * b_row), "r"((b_lines > 28 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 4608), "l"(b_from + (int64)32 * b_row), "r"((b_lines > 32 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 5184), "l"(b_from + (int64)36 * b_row), "r"((b_lines > 36 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 5760), "l"(b_from + (int64)40 * b_row), "r"((b_lines > 40 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 6336), "l"(b_from + (int64)44 * b_row), "r"((b_lines > 44 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 6912), "l"(b_from + (int64)48 * b_row), "r"((b_lines > 48 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 7488), "l"(b_from + (int64)52 * b_row), "r"((b_lines > 52 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 8064), "l"(b_from + (int64)56 * b_row), "r"((b_lines > 56 ? b_count : 0) * 4));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
            : : "r"(b_to + filled + 8640), "l"(b_from + (int64)60 * b_row), "r"((b_lines > 60 ? b_count : 0) * 4));
      }
      else {
        copy_elements2(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        copy_elements2(b_to + filled + 576, b_from + (int64)4 * b_row, (b_lines > 4 ? b_count : 0));
        copy_elements2(b_to + filled + 1152, b_from + (int64)8 * b_row, (b_lines > 8 ? b_count : 0));
        copy_elements2(b_to + filled + 1728, b_from + (int64)12 * b_row, (b_lines > 12 ? b_count : 0));
        copy_elements2(b_to + filled + 2304, b_from + (int64)16 * b_row, (b_lines > 16 ? b_count : 0));
        copy_elements2(b_to + filled + 2880, b_from + (int64)20 * b_row, (b_lines > 20 ? b_count : 0));
        copy_elements2(b_to + filled + 3456, b_from + (int64)24 * b_row, (b_lines > 24 ? b_count : 0));
        copy_elements2(b_to + filled + 4032, b_from + (int64)28 * b_row, (b_lines > 28 ? b_count : 0));
        copy_elements2(b_to + filled + 4608, b_from + (int64)32 * b_row, (b_lines > 32 ? b_count : 0));
        copy_elements2(b_to + filled + 5184, b_from + (int64)36 * b_row, (b_lines > 36 ? b_count : 0));
        copy_elements2(b_to + filled + 5760, b_from + (int64)40 * b_row, (b_lines > 40 ? b_count : 0));
        copy_elements2(b_to + filled + 6336, b_from + (int64)44 * b_row, (b_lines > 44 ? b_count : 0));
        copy_elements2(b_to + filled + 6912, b_from + (int64)48 * b_row, (b_lines > 48 ? b_count : 0));
        copy_elements2(b_to + filled + 7488, b_from + (int64)52 * b_row, (b_lines > 52 ? b_count : 0));
        copy_elements2(b_to + filled + 8064, b_from + (int64)56 * b_row, (b_lines > 56 ? b_count : 0));
        copy_elements2(b_to + filled + 8640, b_from + (int64)60 * b_row, (b_lines > 60 ? b_count : 0));
      }
      b_from += (ulong)64 * b_row; b_lines -= 64;
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
        long0_0 = bits_of<uint>(x_high); long2_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_2 = bits_of<uint>(y_high); long2_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2304];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = bits_of<uint>(x_high); long2_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_3 = bits_of<uint>(y_high); long2_3 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4608];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = bits_of<uint>(x_high); long3_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_2 = bits_of<uint>(y_high); long3_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 6912];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = bits_of<uint>(x_high); long3_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_3 = bits_of<uint>(y_high); long3_3 = bits_of<uint>(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 144];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = bits_of<uint>(x_high); short4_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short0_1 = bits_of<uint>(y_high); short4_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 176];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = bits_of<uint>(x_high); short5_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short1_1 = bits_of<uint>(y_high); short5_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 64];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 208];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = bits_of<uint>(x_high); short6_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short2_1 = bits_of<uint>(y_high); short6_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 96];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 240];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = bits_of<uint>(x_high); short7_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short3_1 = bits_of<uint>(y_high); short7_1 = bits_of<uint>(y - y_high);
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
        long0_0 = bits_of<uint>(x_high); long2_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_2 = bits_of<uint>(y_high); long2_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2336];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = bits_of<uint>(x_high); long2_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_3 = bits_of<uint>(y_high); long2_3 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4640];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = bits_of<uint>(x_high); long3_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_2 = bits_of<uint>(y_high); long3_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 6944];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = bits_of<uint>(x_high); long3_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_3 = bits_of<uint>(y_high); long3_3 = bits_of<uint>(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1152];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1296];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = bits_of<uint>(x_high); short4_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short0_1 = bits_of<uint>(y_high); short4_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1184];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1328];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = bits_of<uint>(x_high); short5_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short1_1 = bits_of<uint>(y_high); short5_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1216];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1360];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = bits_of<uint>(x_high); short6_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short2_1 = bits_of<uint>(y_high); short6_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 1248];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 1392];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = bits_of<uint>(x_high); short7_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short3_1 = bits_of<uint>(y_high); short7_1 = bits_of<uint>(y - y_high);
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
        long0_0 = bits_of<uint>(x_high); long2_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_2 = bits_of<uint>(y_high); long2_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2432];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = bits_of<uint>(x_high); long2_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_3 = bits_of<uint>(y_high); long2_3 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4736];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = bits_of<uint>(x_high); long3_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_2 = bits_of<uint>(y_high); long3_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 7040];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = bits_of<uint>(x_high); long3_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_3 = bits_of<uint>(y_high); long3_3 = bits_of<uint>(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4608];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4752];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = bits_of<uint>(x_high); short4_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short0_1 = bits_of<uint>(y_high); short4_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4640];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4784];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = bits_of<uint>(x_high); short5_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short1_1 = bits_of<uint>(y_high); short5_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4672];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4816];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = bits_of<uint>(x_high); short6_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short2_1 = bits_of<uint>(y_high); short6_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 4704];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 4848];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = bits_of<uint>(x_high); short7_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short3_1 = bits_of<uint>(y_high); short7_1 = bits_of<uint>(y - y_high);
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
        long0_0 = bits_of<uint>(x_high); long2_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_2 = bits_of<uint>(y_high); long2_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 2464];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long0_1 = bits_of<uint>(x_high); long2_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long0_3 = bits_of<uint>(y_high); long2_3 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 4768];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_0 = bits_of<uint>(x_high); long3_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_2 = bits_of<uint>(y_high); long3_2 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 7072];" : "=f"(x), "=f"(y) : "r"(long_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        long1_1 = bits_of<uint>(x_high); long3_1 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        long1_3 = bits_of<uint>(y_high); long3_3 = bits_of<uint>(y - y_high);
      }
      uint short0_0, short0_1, short1_0, short1_1, short2_0, short2_1, short3_0, short3_1, short4_0, short4_1, short5_0,
          short5_1, short6_0, short6_1, short7_0, short7_1;
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5760];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5904];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short0_0 = bits_of<uint>(x_high); short4_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short0_1 = bits_of<uint>(y_high); short4_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5792];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5936];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short1_0 = bits_of<uint>(x_high); short5_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short1_1 = bits_of<uint>(y_high); short5_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5824];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 5968];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short2_0 = bits_of<uint>(x_high); short6_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short2_1 = bits_of<uint>(y_high); short6_1 = bits_of<uint>(y - y_high);
      }
      {
        float x, y;
        asm volatile("ld.shared.f32 %0, [%1 + 5856];" : "=f"(x) : "r"(short_from));
        asm volatile("ld.shared.f32 %0, [%1 + 6000];" : "=f"(y) : "r"(short_from));
        x *= 8192.0f; y *= 8192.0f;
        const float x_high = eleven(x);
        short3_0 = bits_of<uint>(x_high); short7_0 = bits_of<uint>(x - x_high);
        const float y_high = eleven(y);
        short3_1 = bits_of<uint>(y_high); short7_1 = bits_of<uint>(y - y_high);
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
    used = used == 36864 ? 0 : used + 18432;
  }
  const int rows = min(32, m - row0), cols = min(32, n - col0);
  float *sums = (float *)tiles;
  const bool fresh = beta == 0;
  float *c_at = c + c_offset + (ulong)row0 * c_row + (ulong)col0;
  __syncthreads();
  float *mine = sums + team * 1280 + (row_part + g) * 40 + col_part + 2 * t;
  *(vec<float,2> *)(mine) = vec<float,2>(sum0_0_0, sum0_0_1);
  *(vec<float,2> *)(mine + 320) = vec<float,2>(sum0_0_2, sum0_0_3);
  *(vec<float,2> *)(mine + 8) = vec<float,2>(sum0_1_0, sum0_1_1);
  *(vec<float,2> *)(mine + 328) = vec<float,2>(sum0_1_2, sum0_1_3);
  *(vec<float,2> *)(mine + 16) = vec<float,2>(sum0_2_0, sum0_2_1);
  *(vec<float,2> *)(mine + 336) = vec<float,2>(sum0_2_2, sum0_2_3);
  *(vec<float,2> *)(mine + 24) = vec<float,2>(sum0_3_0, sum0_3_1);
  *(vec<float,2> *)(mine + 344) = vec<float,2>(sum0_3_2, sum0_3_3);
  *(vec<float,2> *)(mine + 640) = vec<float,2>(sum1_0_0, sum1_0_1);
  *(vec<float,2> *)(mine + 960) = vec<float,2>(sum1_0_2, sum1_0_3);
  *(vec<float,2> *)(mine + 648) = vec<float,2>(sum1_1_0, sum1_1_1);
  *(vec<float,2> *)(mine + 968) = vec<float,2>(sum1_1_2, sum1_1_3);
  *(vec<float,2> *)(mine + 656) = vec<float,2>(sum1_2_0, sum1_2_1);
  *(vec<float,2> *)(mine + 976) = vec<float,2>(sum1_2_2, sum1_2_3);
  *(vec<float,2> *)(mine + 664) = vec<float,2>(sum1_3_0, sum1_3_1);
  *(vec<float,2> *)(mine + 984) = vec<float,2>(sum1_3_2, sum1_3_3);
  __syncthreads();
  for (int e = place * 4; e < 1024; e += 256) {
    const int at = e / 32 * 40 + e % 32;
    vec<float,4> four = *((vec<float,4> *)(sums + at));
    four += *(vec<float,4> *)(sums + at + 1280);
    *((vec<float,4> *)(sums + at)) = four;
  }
  asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
      : : : "memory");
  for (int e = place * 4; e < 64; e += 256) {
    const int at = (slice * 2 + e / 32) * 40 + e % 32;
    float x0, y0, z0, w0;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x0), "=f"(y0), "=f"(z0), "=f"(w0) : "r"(base + at * 4), "r"(0) : "memory");
    float x1, y1, z1, w1;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x1), "=f"(y1), "=f"(z1), "=f"(w1) : "r"(base + at * 4), "r"(1) : "memory");
    float x2, y2, z2, w2;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x2), "=f"(y2), "=f"(z2), "=f"(w2) : "r"(base + at * 4), "r"(2) : "memory");
    float x3, y3, z3, w3;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x3), "=f"(y3), "=f"(z3), "=f"(w3) : "r"(base + at * 4), "r"(3) : "memory");
    float x4, y4, z4, w4;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x4), "=f"(y4), "=f"(z4), "=f"(w4) : "r"(base + at * 4), "r"(4) : "memory");
    float x5, y5, z5, w5;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x5), "=f"(y5), "=f"(z5), "=f"(w5) : "r"(base + at * 4), "r"(5) : "memory");
    float x6, y6, z6, w6;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x6), "=f"(y6), "=f"(z6), "=f"(w6) : "r"(base + at * 4), "r"(6) : "memory");
    float x7, y7, z7, w7;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x7), "=f"(y7), "=f"(z7), "=f"(w7) : "r"(base + at * 4), "r"(7) : "memory");
    float x8, y8, z8, w8;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x8), "=f"(y8), "=f"(z8), "=f"(w8) : "r"(base + at * 4), "r"(8) : "memory");
    float x9, y9, z9, w9;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x9), "=f"(y9), "=f"(z9), "=f"(w9) : "r"(base + at * 4), "r"(9) : "memory");
    float x10, y10, z10, w10;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x10), "=f"(y10), "=f"(z10), "=f"(w10) : "r"(base + at * 4), "r"(10) : "memory");
    float x11, y11, z11, w11;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x11), "=f"(y11), "=f"(z11), "=f"(w11) : "r"(base + at * 4), "r"(11) : "memory");
    float x12, y12, z12, w12;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x12), "=f"(y12), "=f"(z12), "=f"(w12) : "r"(base + at * 4), "r"(12) : "memory");
    float x13, y13, z13, w13;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x13), "=f"(y13), "=f"(z13), "=f"(w13) : "r"(base + at * 4), "r"(13) : "memory");
    float x14, y14, z14, w14;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x14), "=f"(y14), "=f"(z14), "=f"(w14) : "r"(base + at * 4), "r"(14) : "memory");
    float x15, y15, z15, w15;
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
        : "=f"(x15), "=f"(y15), "=f"(z15), "=f"(w15) : "r"(base + at * 4), "r"(15) : "memory");
    const float x = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11 + x12 + x13 + x14 + x15;
    const float y = y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7 + y8 + y9 + y10 + y11 + y12 + y13 + y14 + y15;
    const float z = z0 + z1 + z2 + z3 + z4 + z5 + z6 + z7 + z8 + z9 + z10 + z11 + z12 + z13 + z14 + z15;
    const float w = w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7 + w8 + w9 + w10 + w11 + w12 + w13 + w14 + w15;
    *((vec<float,4> *)(sums + at)) = vec<float,4>(x, y, z, w);
  }
  asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned;" : : : "memory");
  __syncthreads();
  const int first_row = slice * 2, last_row = min(rows, first_row + 2);
  const int col = place % 32;
  for (int row = first_row + place / 32; row < last_row; row += 2) {
    const float *from = sums + row * 40 + col;
    float *at = c_at + (ulong)row * c_row + col;
    if (col < cols) {
      {
        *at = beta == 0 ? alpha * from[0] : alpha * from[0] + beta * *at;
      }
    }
  }
  asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.wait.aligned;" : : : "memory");
}
