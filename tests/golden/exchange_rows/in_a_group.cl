// row_exchange m=2048 n=1024 count=512 items=3 complex64 a=row reverse beside batched: items=256 lanes=1 vectors=1
// exchanges=32 teams=8
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
exchange_rows(
    const int n, const int count, const int first,
    __global float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const uint *restrict pivots, const ulong pivots_offset, const int items, const ulong a_step,
        const ulong pivots_step)
{
  const size_t slabs = (n + 31) / 32, slab = get_group_id(0);
  const int col = (int)(slab % slabs) * 32;
  pivots += pivots_offset + first;
  const size_t set = slab / slabs;
  a += set * a_step; pivots += set * pivots_step;
  __local int pivot_of[32], to[64], from[64];
  const int item = get_local_id(0);
  const int i = col + item % 32, team = item / 32;
  const int j = i < first ? i : i + count;
  for (int start = (count - 1) / 32 * 32; start >= 0; start -= 32) {
    const int here = min(32, count - start), row = first + start;
    if (item < here) pivot_of[item] = pivots[start + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 2 * here) {
      const int mine = item % here, target = item < here ? row + item : pivot_of[mine];
      int origin = target, repeated = item >= here && target < row + here;
      for (int t = 0; t < here; ++t) {
        const int other = pivot_of[t];
        repeated |= item >= here && t > mine && other == target;
        origin = origin == row + t ? other : origin == other ? row + t : origin;
      }
      to[item] = target;
      from[item] = repeated ? target : origin;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int r0 = team;
    const bool moved0 = i < n && r0 < 2 * here && from[r0] != to[r0];
    float2 x0;
    if (moved0) x0 = a[a_offset + (size_t)from[r0] * a_row + (size_t)j];
    const int r1 = team + 8;
    const bool moved1 = i < n && r1 < 2 * here && from[r1] != to[r1];
    float2 x1;
    if (moved1) x1 = a[a_offset + (size_t)from[r1] * a_row + (size_t)j];
    const int r2 = team + 16;
    const bool moved2 = i < n && r2 < 2 * here && from[r2] != to[r2];
    float2 x2;
    if (moved2) x2 = a[a_offset + (size_t)from[r2] * a_row + (size_t)j];
    const int r3 = team + 24;
    const bool moved3 = i < n && r3 < 2 * here && from[r3] != to[r3];
    float2 x3;
    if (moved3) x3 = a[a_offset + (size_t)from[r3] * a_row + (size_t)j];
    const int r4 = team + 32;
    const bool moved4 = i < n && r4 < 2 * here && from[r4] != to[r4];
    float2 x4;
    if (moved4) x4 = a[a_offset + (size_t)from[r4] * a_row + (size_t)j];
    const int r5 = team + 40;
    const bool moved5 = i < n && r5 < 2 * here && from[r5] != to[r5];
    float2 x5;
    if (moved5) x5 = a[a_offset + (size_t)from[r5] * a_row + (size_t)j];
    const int r6 = team + 48;
    const bool moved6 = i < n && r6 < 2 * here && from[r6] != to[r6];
    float2 x6;
    if (moved6) x6 = a[a_offset + (size_t)from[r6] * a_row + (size_t)j];
    const int r7 = team + 56;
    const bool moved7 = i < n && r7 < 2 * here && from[r7] != to[r7];
    float2 x7;
    if (moved7) x7 = a[a_offset + (size_t)from[r7] * a_row + (size_t)j];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (moved0) { a[a_offset + (size_t)to[r0] * a_row + (size_t)j] = x0; }
    if (moved1) { a[a_offset + (size_t)to[r1] * a_row + (size_t)j] = x1; }
    if (moved2) { a[a_offset + (size_t)to[r2] * a_row + (size_t)j] = x2; }
    if (moved3) { a[a_offset + (size_t)to[r3] * a_row + (size_t)j] = x3; }
    if (moved4) { a[a_offset + (size_t)to[r4] * a_row + (size_t)j] = x4; }
    if (moved5) { a[a_offset + (size_t)to[r5] * a_row + (size_t)j] = x5; }
    if (moved6) { a[a_offset + (size_t)to[r6] * a_row + (size_t)j] = x6; }
    if (moved7) { a[a_offset + (size_t)to[r7] * a_row + (size_t)j] = x7; }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
