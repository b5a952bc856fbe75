// reduce n=100 float32 dot: items=1 lanes=1 vectors=1 groups=1 turns=16 last=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
reduce(
    const ulong n,
    __global const float *restrict x, const ulong x_offset,
    __global const float *restrict y, const ulong y_offset,
    __global float *restrict result, const ulong result_offset)
{
  x += x_offset;
  y += y_offset;
  const size_t spans = get_num_groups(0);
  const size_t block = (n + spans - 1) / spans;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  float sum = 0;
  size_t i = first;
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    const float y0 = *(y + i);
    sum += x0 * y0;
  }
  *(result + result_offset) = sum;
}
