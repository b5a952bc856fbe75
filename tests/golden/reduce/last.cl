// reduce n=1048576 items=2 float32 iamax batched: items=128 lanes=4 vectors=1 groups=64 turns=16 last=True
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
reduce(
    const ulong n,
    __global const float *restrict x, const ulong x_offset, const ulong x_step,
    __global ulong *restrict partial,
    volatile __global int *state,
    __global long *restrict result, const ulong result_offset)
{
  const size_t set = get_group_id(2);
  x += x_offset + set * x_step;
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
    float4 m0 = -INFINITY;
    for (; i + 512 <= stop; i += 512) {
      const float4 x0 = vload4(0, x + i + item * 4);
      const float4 k0 = fabs(x0);
      m0 = k0 > m0 ? k0 : m0;
    }
    const float2 m0_2 = m0.lo > m0.hi ? m0.lo : m0.hi;
    const float m0_1 = m0_2.lo > m0_2.hi ? m0_2.lo : m0_2.hi;
    top = m0_1;
    for (i += item; i < stop; i += 128) {
      const float x0 = *(x + i);
      const float key = fabs(x0);
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
      for (int vector = 0; vector < 1; ++vector) {
        for (int lane = 0; lane < 4; ++lane) {
          const size_t at = i + item * 4 + vector * 512 + lane;
          const float x0 = *(x + at);
          const float key = fabs(x0);
          if (where == ~(ulong)0 && key == best) where = at;
        }
      }
    }
    for (i += item; i < stop && where == ~(ulong)0; i += 128) {
      const float x0 = *(x + i);
      const float key = fabs(x0);
      if (where == ~(ulong)0 && key == best) where = i;
    }
  }
  if (first == 0 && n > 0 && item == 0) {
    // what nothing exceeds, and a first element that is not a number, is the answer
    const float x0 = *x;
    const float head = fabs(x0);
    if (head != head) best = -(-INFINITY);
    if (head != head || where == ~(ulong)0) where = 0;
  }
  __local ulong where_of[128];
  __local float best_of[128];
  where_of[item] = where;
  best_of[item] = best;
  for (int half_size = 64; half_size > 0; half_size /= 2) {
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
  __local int before;
  if (item == 0) {
    const size_t part = set * 64 + get_group_id(0);
    partial[part] = where;
    ((__global float *)(partial + 128))[part] = best;
  }
  if (item == 0) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    before = atomic_inc(state + set);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before == 63) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    where = ~(ulong)0;
    best = -INFINITY;
    for (size_t part = set * 64 + item; part < set * 64 + 64; part += 128) {
      const ulong where_there = *(volatile __global const ulong *)&partial[part];
      const float best_there = *(volatile __global const float *)&((__global float *)(partial + 128))[part];
      if (best_there > best || (best_there == best && where_there < where)) {
        best = best_there;
        where = where_there;
      }
    }
    where_of[item] = where;
    best_of[item] = best;
    for (int half_size = 64; half_size > 0; half_size /= 2) {
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
      result[result_offset + set] = (long)where;
    }
    if (item == 0) *(state + set) = 0;
  }
}
