// factorization m=6 n=6 rhs=1 items=9 float32 cholesky both a=row b=row lower batched: team=8 matrices=1 columns=1
// unroll=False sub_groups=False
extern "C" __global__ void __launch_bounds__(8)
factor_teams(
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col, const ulong b_step, const int rhs,
    int *__restrict__ info, const ulong info_offset, const int first, const int items,
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
      const float x = a[a_offset + (ulong)i * a_row + (ulong)j];
      tile[i * 7 + j] = x;
    }
  }
  __syncthreads();
  float r[6];
  for (int j = 0; j < 6; ++j) {
    r[j] = (float)(0);
    if (row < 6 && j <= row) r[j] = tile[row * 7 + j];
  }
  int failed = 0;
  for (int k = 0; k < 6; ++k) {
    float *line = lines + k % 2 * 8;
    if (row < 6) line[row] = r[k];
    __syncthreads();
    const float pivot = line[k];
    failed = failed == 0 && !(pivot > 0) ? k + 1 : failed;
    const float root = sqrt(pivot), inverse = 1 / root;
    const float z = r[k] * inverse, x = z * inverse;
    r[k] = row == k ? root : z;
    for (int j = k + 1; j < 6; ++j) {
      const float y = line[j];
      r[j] = r[j] - x * y;
    }
  }
  if (live && row == 0 && (first == 0 || info[info_offset + item] == 0)) {
    info[info_offset + item] = failed == 0 ? 0 : first + failed;
  }
  if (row < 6) {
    for (int j = 0; j < 6; ++j) {
      tile[row * 7 + j] = r[j];
    }
  }
  __syncthreads();
  for (int e = row; e < 36; e += 8) {
    const int i = e / 6, j = e % 6;
    if (live && j <= i) {
      const float x = tile[i * 7 + j];
      a[a_offset + (ulong)i * a_row + (ulong)j] = x;
    }
  }
  for (int c = 0; c < rhs; c += 1) {
    float x0 = (float)(0);
    if (live && row < 6 && c < rhs) x0 = b[b_offset + (ulong)row * b_row + (ulong)c];
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
    {
      const int least = min(row, 5);
      const float pivot = tile[least * 7 + least];
      const float pivot_inverse = 1 / pivot;
      const int pivot_normal = isnormal(pivot_inverse);
      for (int s = 0; s < 6; ++s) {
        const int k = 5 - s;
        float *line = lines + s % 2 * 8;
        if (row == k) {
          x0 = pivot_normal ? x0 * pivot_inverse : x0 / pivot;
          line[0] = x0;
        }
        __syncthreads();
        if (row < k && row < 6) {
          const float t = tile[k * 7 + row];
          const float y0 = line[0];
          x0 = x0 - t * y0;
        }
      }
    }
    if (live && row < 6 && c < rhs) { b[b_offset + (ulong)row * b_row + (ulong)c] = x0; }
  }
}
