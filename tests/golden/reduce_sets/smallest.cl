// reduce n=10 items=100 float32 sum batched: items=8 lines=1 lanes=1 vectors=1
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
reduce_sets(
    const ulong n, const ulong sets,
    __global const float *restrict x, const ulong x_offset, const ulong x_step,
    __global float *restrict result, const ulong result_offset)
{
  const size_t column = get_global_id(0), set = min(column, (size_t)sets - 1);
  x += x_offset + set * x_step;
  const size_t first = 0, last = n;
  float sum = 0;
  size_t i = first;
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    sum += x0;
  }
  if (column < sets) {
    *(result + result_offset + set) = sum;
  }
}
