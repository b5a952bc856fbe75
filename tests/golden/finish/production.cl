// finish parts=64 float32 iamax: items=64
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
finish(__global const ulong *restrict partial, __global long *restrict result, const ulong result_offset)
{
  const size_t item = get_local_id(0);
  ulong where = ~(ulong)0;
  float best = -INFINITY;
  for (size_t part = item; part < 64; part += 64) {
    if (((__global const float *)(partial + 64))[part] > best
        || (((__global const float *)(partial + 64))[part] == best && partial[part] < where)) {
      best = ((__global const float *)(partial + 64))[part];
      where = partial[part];
    }
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
    result[result_offset] = (long)where;
  }
}
