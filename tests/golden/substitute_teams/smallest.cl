// substitution m=6 n=1 items=9 float32 a=row b=row lower batched: team=8 matrices=1 columns=1 unroll=False
// sub_groups=False
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
substitute_teams(
    const int n,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const float alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  const int local_item = get_local_id(0);
  const int row = local_item % 8, team = local_item / 8;
  const size_t number_of_team = get_group_id(0) + team;
  const size_t item = min(number_of_team, (size_t)items - 1);
  const int live = item == number_of_team;  // others read and write nothing
  __local float all_tile[42] __attribute__((aligned(16)));
  __local float *tile = all_tile + team * 42;
  __local float all_lines[16] __attribute__((aligned(16)));
  __local float *lines = all_lines + team * 16;
  a += item * a_step;
  b += item * b_step;
  for (int e = row; e < 36; e += 8) {
    const int i = e / 6, j = e % 6;
    if (live && j <= i) {
      tile[i * 7 + j] = a[a_offset + (size_t)i * a_row + (size_t)j];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float factor = alpha;
  for (int c = 0; c < n; c += 1) {
    float x0 = (float)(0);
    if (live && row < 6 && c < n) x0 = factor * b[b_offset + (size_t)row * b_row + (size_t)c];
    {
      const int least = min(row, 5);
      const float pivot = tile[least * 7 + least];
      const float pivot_inverse = 1 / pivot;
      const int pivot_normal = isnormal(pivot_inverse);
      for (int s = 0; s < 6; ++s) {
        const int k = s;
        __local float *line = lines + s % 2 * 8;
        if (row == k) {
          x0 = pivot_normal ? x0 * pivot_inverse : x0 / pivot;
          line[0] = x0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row > k && row < 6) {
          const float t = tile[row * 7 + k];
          const float y0 = line[0];
          x0 = x0 - t * y0;
        }
      }
    }
    if (live && row < 6 && c < n) { b[b_offset + (size_t)row * b_row + (size_t)c] = x0; }
  }
}
