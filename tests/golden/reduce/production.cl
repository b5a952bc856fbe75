// reduce n=1048576 float32 dot: items=256 lanes=4 vectors=1 groups=64 turns=16 last=False
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
reduce(
    const ulong n,
    __global const float *restrict x, const ulong x_offset,
    __global const float *restrict y, const ulong y_offset,
    __global float *restrict partial)
{
  x += x_offset;
  y += y_offset;
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 1024;
  const size_t block = (n + spans - 1) / spans * 1024;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  float sum = 0;
  size_t i = first;
  float4 s0 = (float4)(0);
  for (; i + 1024 <= last; i += 1024) {
    const float4 x0 = vload4(0, x + i + item * 4);
    const float4 y0 = vload4(0, y + i + item * 4);
    s0 += x0 * y0;
  }
  const float2 s0_2 = s0.lo + s0.hi;
  const float s0_1 = s0_2.lo + s0_2.hi;
  sum += s0_1;
  for (i += item; i < last; i += 256) {
    const float x0 = *(x + i);
    const float y0 = *(y + i);
    sum += x0 * y0;
  }
  __local float sum_of[256];
  sum_of[item] = sum;
  for (int half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) {
      sum += sum_of[item + half_size];
      sum_of[item] = sum;
    }
  }
  if (item == 0) {
    const size_t part = get_group_id(0);
    partial[part] = sum;
  }
}
