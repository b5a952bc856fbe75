// reduce n=1000 items=4096 float32 imin strided interleaved batched: items=32 lines=8 lanes=1 vectors=4
__kernel __attribute__((reqd_work_group_size(32, 8, 1))) void
reduce_sets(
    const ulong n, const ulong sets,
    __global const float *restrict x, const ulong x_offset, const ulong x_inc, const ulong x_step,
    __global long *restrict result, const ulong result_offset)
{
  const size_t column = get_global_id(0), set = min(column, (size_t)sets - 1);
  x += x_offset + set * x_step;
  const size_t item = get_local_id(1), block = (n + 7) / 8;
  const size_t first = item * block, last = min(first + block, (size_t)n);
  ulong where = ~(ulong)0;
  float best = INFINITY;
  size_t found = last;
  for (size_t turn = first; turn < last; turn += 64) {
    const size_t stop = min(turn + 64, last);
    size_t i = turn;
    float top = INFINITY;
    float m0 = INFINITY, m1 = INFINITY, m2 = INFINITY, m3 = INFINITY;
    for (; i + 4 <= stop; i += 4) {
      const float x0 = *(x + i * (size_t)x_inc);
      const float k0 = x0;
      m0 = k0 < m0 ? k0 : m0;
      const float x1 = *(x + (i + 1) * (size_t)x_inc);
      const float k1 = x1;
      m1 = k1 < m1 ? k1 : m1;
      const float x2 = *(x + (i + 2) * (size_t)x_inc);
      const float k2 = x2;
      m2 = k2 < m2 ? k2 : m2;
      const float x3 = *(x + (i + 3) * (size_t)x_inc);
      const float k3 = x3;
      m3 = k3 < m3 ? k3 : m3;
    }
    m0 = m1 < m0 ? m1 : m0;
    m0 = m2 < m0 ? m2 : m0;
    m0 = m3 < m0 ? m3 : m0;
    top = m0;
    for (; i < stop; ++i) {
      const float x0 = *(x + i * (size_t)x_inc);
      const float key = x0;
      top = key < top ? key : top;
    }
    if (top < best) {
      best = top;
      found = turn;
    }
  }
  if (found < last) {
    const size_t stop = min(found + 64, last);
    size_t i = found;
    for (; where == ~(ulong)0 && i + 4 <= stop; i += 4) {
      for (int vector = 0; vector < 4; ++vector) {
        for (int lane = 0; lane < 1; ++lane) {
          const size_t at = i + vector + lane;
          const float x0 = *(x + at * (size_t)x_inc);
          const float key = x0;
          if (where == ~(ulong)0 && key == best) where = at;
        }
      }
    }
    for (; i < stop && where == ~(ulong)0; ++i) {
      const float x0 = *(x + i * (size_t)x_inc);
      const float key = x0;
      if (where == ~(ulong)0 && key == best) where = i;
    }
  }
  if (first == 0 && n > 0) {
    // what nothing exceeds, and a first element that is not a number, is the answer
    const float x0 = *x;
    const float head = x0;
    if (head != head) best = -(INFINITY);
    if (head != head || where == ~(ulong)0) where = 0;
  }
  __local ulong where_of[256];
  __local float best_of[256];
  const size_t beside = get_local_id(0);
  where_of[item * 32 + beside] = where;
  best_of[item * 32 + beside] = best;
  for (int half_size = 4; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) {
      if (best_of[(item + half_size) * 32 + beside] < best || (best_of[(item + half_size) * 32 + beside] == best
          && where_of[(item + half_size) * 32 + beside] < where)) {
        best = best_of[(item + half_size) * 32 + beside];
        where = where_of[(item + half_size) * 32 + beside];
      }
      where_of[item * 32 + beside] = where;
      best_of[item * 32 + beside] = best;
    }
  }
  if (item == 0 && column < sets) {
    result[result_offset + set] = (long)where;
  }
}
