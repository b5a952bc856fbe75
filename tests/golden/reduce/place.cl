// reduce n=1048576 complex64 iamax: items=64 lanes=4 vectors=2 groups=8 turns=16 last=False
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
reduce(const ulong n, __global const float2 *restrict x, const ulong x_offset, __global ulong *restrict partial)
{
  x += x_offset;
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 512;
  const size_t block = (n + spans - 1) / spans * 512;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  ulong where = ~(ulong)0;
  float best = -INFINITY;
  size_t found = last;
  for (size_t turn = first; turn < last; turn += 8192) {
    const size_t stop = min(turn + 8192, last);
    size_t i = turn;
    float top = -INFINITY;
    float4 m0 = -INFINITY, m1 = -INFINITY;
    for (; i + 512 <= stop; i += 512) {
      const float8 x0 = vload8(0, (__global const float *)(x + i + item * 4));
      const float4 k0 = fabs(x0).even + fabs(x0).odd;
      m0 = k0 > m0 ? k0 : m0;
      const float8 x1 = vload8(0, (__global const float *)(x + i + item * 4 + 256));
      const float4 k1 = fabs(x1).even + fabs(x1).odd;
      m1 = k1 > m1 ? k1 : m1;
    }
    m0 = m1 > m0 ? m1 : m0;
    const float2 m0_2 = m0.lo > m0.hi ? m0.lo : m0.hi;
    const float m0_1 = m0_2.lo > m0_2.hi ? m0_2.lo : m0_2.hi;
    top = m0_1;
    for (i += item; i < stop; i += 64) {
      const float2 x0 = *(x + i);
      const float key = fabs(x0).even + fabs(x0).odd;
      top = key > top ? key : top;
    }
    if (top > best) {
      best = top;
      found = turn;
    }
  }
  if (found < last) {
    const size_t stop = min(found + 8192, last);
    size_t i = found;
    for (; where == ~(ulong)0 && i + 512 <= stop; i += 512) {
      for (int vector = 0; vector < 2; ++vector) {
        for (int lane = 0; lane < 4; ++lane) {
          const size_t at = i + item * 4 + vector * 256 + lane;
          const float2 x0 = *(x + at);
          const float key = fabs(x0).even + fabs(x0).odd;
          if (where == ~(ulong)0 && key == best) where = at;
        }
      }
    }
    for (i += item; i < stop && where == ~(ulong)0; i += 64) {
      const float2 x0 = *(x + i);
      const float key = fabs(x0).even + fabs(x0).odd;
      if (where == ~(ulong)0 && key == best) where = i;
    }
  }
  if (first == 0 && n > 0 && item == 0) {
    // what nothing exceeds, and a first element that is not a number, is the answer
    const float2 x0 = *x;
    const float head = fabs(x0).even + fabs(x0).odd;
    if (head != head) best = -(-INFINITY);
    if (head != head || where == ~(ulong)0) where = 0;
  }
  __local ulong where_of[64];
  __local float best_of[64];
  where_of[item] = where;
  best_of[item] = best;
  for (int half_size = 32; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) {
      if (best_of[item + half_size] > best
          || (best_of[item + half_size] == best && where_of[item + half_size] < where)) {
        best = best_of[item + half_size];
        where = where_of[item + half_size];
      }
      where_of[item] = where;
      best_of[item] = best;
    }
  }
  if (item == 0) {
    const size_t part = get_group_id(0);
    partial[part] = where;
    ((__global float *)(partial + 8))[part] = best;
  }
}
