// reduce n=1000 float32 izero index=int32 strided: items=64 lanes=1 vectors=1 groups=2 turns=16 last=False
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
reduce(
    const ulong n,
    __global const float *restrict x, const ulong x_offset, const ulong x_inc,
    __global ulong *restrict partial)
{
  x += x_offset;
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 64;
  const size_t block = (n + spans - 1) / spans * 64;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  ulong where = ~(ulong)0;
  float best = INFINITY;
  size_t found = last;
  for (size_t turn = first; turn < last; turn += 1024) {
    const size_t stop = min(turn + 1024, last);
    size_t i = turn;
    float top = INFINITY;
    for (i += item; i < stop; i += 64) {
      const float x0 = *(x + i * (size_t)x_inc);
      const float key = fabs(x0);
      top = key < top ? key : top;
    }
    if (top < best) {
      best = top;
      found = turn;
    }
  }
  if (found < last) {
    const size_t stop = min(found + 1024, last);
    size_t i = found;
    for (i += item; i < stop && where == ~(ulong)0; i += 64) {
      const float x0 = *(x + i * (size_t)x_inc);
      const float key = fabs(x0);
      if (where == ~(ulong)0 && key == best) where = i;
    }
  }
  __local ulong where_of[64];
  __local float best_of[64];
  where_of[item] = where;
  best_of[item] = best;
  for (int half_size = 32; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) {
      if (best_of[item + half_size] < best
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
    ((__global float *)(partial + 2))[part] = best;
  }
}
