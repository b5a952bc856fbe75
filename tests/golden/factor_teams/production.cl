// factorization m=24 n=24 rhs=1 items=1000 float32 lu both a=row b=row batched: team=32 matrices=2 columns=1
// unroll=True sub_groups=True
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
factor_teams(
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col, const ulong a_step,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const ulong b_step,
        const int rhs,
    __global int *restrict pivots, const ulong pivots_offset, const ulong pivots_step,
    __global int *restrict info, const ulong info_offset, const int first, const int items)
{
  const int local_item = get_local_id(0);
  const int row = local_item % 32, team = local_item / 32;
  const size_t number_of_team = get_group_id(0) * 2 + team;
  const size_t item = min(number_of_team, (size_t)items - 1);
  const int live = item == number_of_team;  // others read and write nothing
  __local float all_tile[1200] __attribute__((aligned(16)));
  __local float *tile = all_tile + team * 600;
  __local float all_lines[96] __attribute__((aligned(16)));
  __local float *lines = all_lines + team * 48;
  __local int all_exchanged[48] __attribute__((aligned(16)));
  __local int *exchanged = all_exchanged + team * 24;
  a += item * a_step;
  b += item * b_step;
  pivots += pivots_offset + item * pivots_step + first;
  for (int e = row; e < 576; e += 32) {
    const int i = e / 24, j = e % 24;
    if (live) {
      const float x = a[a_offset + (size_t)i * a_row + (size_t)j];
      tile[i * 25 + j] = x;
    }
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  float r[24];
  #pragma unroll
  for (int j = 0; j < 24; ++j) {
    r[j] = (float)(0);
    if (row < 24) r[j] = tile[row * 25 + j];
  }
  int failed = 0;
  int position = row;
  int active = row < 24;
  #pragma unroll
  for (int k = 0; k < 24; ++k) {
    __local float *line = lines + k % 2 * 24;
    const float size = fabs(r[k]);
    const uint bits = as_uint(size);
    int candidate = active;
    uint least, most0;
    const uint word0 = candidate ? isnan(size) ? position == k ? 0xffffffffu : 0 : bits : 0;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most0) : "r"(word0));
    candidate = candidate && word0 == most0;
    const uint pivot_row = candidate ? (uint)position : 128u;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(pivot_row));
    const int at = (int)least;
    const int none = most0 == 0;
    failed = failed == 0 && none ? k + 1 : failed;
    if (row == 0) exchanged[k] = at;
    const int chosen = position == at;
    if (chosen) {
      #pragma unroll
      for (int j = k; j < 24; ++j) {
        line[j] = r[j];
      }
    }
    position = chosen ? k : position == k ? at : position;
    active = active && !chosen;
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    if (active && !none) {
      const float pivot = line[k];
      const float x = r[k] / pivot;
      r[k] = x;
      #pragma unroll
      for (int j = k + 1; j < 24; ++j) {
        const float y = line[j];
        r[j] = r[j] - x * y;
      }
    }
  }
  if (live && row == 0 && (first == 0 || info[info_offset + item] == 0)) {
    info[info_offset + item] = failed == 0 ? 0 : first + failed;
  }
  if (row < 24) {
    #pragma unroll
    for (int j = 0; j < 24; ++j) {
      tile[position * 25 + j] = r[j];
    }
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (live && row < 24) pivots[row] = first + exchanged[row];
  for (int e = row; e < 576; e += 32) {
    const int i = e / 24, j = e % 24;
    if (live) {
      const float x = tile[i * 25 + j];
      a[a_offset + (size_t)i * a_row + (size_t)j] = x;
    }
  }
  int source = row;
  for (int k = 23; k >= 0; --k) {
    const int target = exchanged[k];
    source = source == k ? target : source == target ? k : source;
  }
  for (int c = 0; c < rhs; c += 1) {
    float x0 = (float)(0);
    if (live && row < 24 && c < rhs) x0 = b[b_offset + (size_t)source * b_row + (size_t)c];
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    {
      #pragma unroll
      for (int s = 0; s < 24; ++s) {
        const int k = s;
        __local float *line = lines + s % 2 * 24;
        if (row == k) {
          line[0] = x0;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (row > k && row < 24) {
          const float t = tile[row * 25 + k];
          const float y0 = line[0];
          x0 = x0 - t * y0;
        }
      }
    }
    {
      const int least = min(row, 23);
      const float pivot = tile[least * 25 + least];
      const float pivot_inverse = 1 / pivot;
      const int pivot_normal = isnormal(pivot_inverse);
      #pragma unroll
      for (int s = 0; s < 24; ++s) {
        const int k = 23 - s;
        __local float *line = lines + s % 2 * 24;
        if (row == k) {
          x0 = pivot_normal ? x0 * pivot_inverse : x0 / pivot;
          line[0] = x0;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (row < k && row < 24) {
          const float t = tile[row * 25 + k];
          const float y0 = line[0];
          x0 = x0 - t * y0;
        }
      }
    }
    if (live && row < 24 && c < rhs) { b[b_offset + (size_t)row * b_row + (size_t)c] = x0; }
  }
}
