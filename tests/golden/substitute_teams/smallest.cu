// substitution m=6 n=1 items=9 float32 a=row b=row lower batched: team=8 matrices=1 columns=1 unroll=False
// sub_groups=False
extern "C" __global__ void __launch_bounds__(8)
substitute_teams(
    const int n,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col, const float alpha, const int items,
        const ulong a_step, const ulong b_step,
    const launch_part launched)
{
  wait_for_earlier();
  const int local_item = (ulong)threadIdx.x;
  const int row = local_item % 8, team = local_item / 8;
  const ulong number_of_team = (ulong)blockIdx.x + team;
  const ulong item = min(number_of_team, (ulong)items - 1);
  const int live = item == number_of_team;  // others read and write nothing
  __shared__ __align__(16) float all_tile[42];
  float *tile = all_tile + team * 42;
  __shared__ __align__(16) float all_lines[16];
  float *lines = all_lines + team * 16;
  a += item * a_step;
  b += item * b_step;
  for (int e = row; e < 36; e += 8) {
    const int i = e / 6, j = e % 6;
    if (live && j <= i) {
      tile[i * 7 + j] = a[a_offset + (ulong)i * a_row + (ulong)j];
    }
  }
  __syncthreads();
  const float factor = alpha;
  for (int c = 0; c < n; c += 1) {
    float x0 = (float)(0);
    if (live && row < 6 && c < n) x0 = factor * b[b_offset + (ulong)row * b_row + (ulong)c];
    {
      const int least = min(row, 5);
      const float pivot = tile[least * 7 + least];
      const float pivot_inverse = 1 / pivot;
      const int pivot_normal = isnormal(pivot_inverse);
      for (int s = 0; s < 6; ++s) {
        const int k = s;
        float *line = lines + s % 2 * 8;
        if (row == k) {
          x0 = pivot_normal ? x0 * pivot_inverse : x0 / pivot;
          line[0] = x0;
        }
        __syncthreads();
        if (row > k && row < 6) {
          const float t = tile[row * 7 + k];
          const float y0 = line[0];
          x0 = x0 - t * y0;
        }
      }
    }
    if (live && row < 6 && c < n) { b[b_offset + (ulong)row * b_row + (ulong)c] = x0; }
  }
}
