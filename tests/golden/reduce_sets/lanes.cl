// reduce n=1000 items=4096 float32 asum strided interleaved batched: items=1 lines=1 lanes=8 vectors=4
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
reduce_sets(
    const ulong n, const ulong sets,
    __global const float *restrict x, const ulong x_offset, const ulong x_inc, const ulong x_step,
    __global float *restrict result, const ulong result_offset)
{
  size_t set = get_global_id(0) * 8;
  x += x_offset + set;
  if (set + 8 <= sets) {
    float8 s0 = (float8)(0), s1 = (float8)(0), s2 = (float8)(0), s3 = (float8)(0);
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
      const float8 x0 = vload8(0, x + i * (size_t)x_inc);
      s0 += fabs(x0);
      const float8 x1 = vload8(0, x + (i + 1) * (size_t)x_inc);
      s1 += fabs(x1);
      const float8 x2 = vload8(0, x + (i + 2) * (size_t)x_inc);
      s2 += fabs(x2);
      const float8 x3 = vload8(0, x + (i + 3) * (size_t)x_inc);
      s3 += fabs(x3);
    }
    for (; i < n; ++i) {
      const float8 x0 = vload8(0, x + i * (size_t)x_inc);
      s0 += fabs(x0);
    }
    s0 += s1;
    s0 += s2;
    s0 += s3;
    const size_t first = set;
    {
      const size_t set = first;
      const float sum = s0.s0;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 1;
      const float sum = s0.s1;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 2;
      const float sum = s0.s2;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 3;
      const float sum = s0.s3;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 4;
      const float sum = s0.s4;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 5;
      const float sum = s0.s5;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 6;
      const float sum = s0.s6;
      *(result + result_offset + set) = sum;
    }
    {
      const size_t set = first + 7;
      const float sum = s0.s7;
      *(result + result_offset + set) = sum;
    }
    return;
  }
  for (; set < sets; ++set, ++x) {
    const size_t first = 0, last = n;
    float sum = 0;
    size_t i = first;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; i + 4 <= last; i += 4) {
      const float x0 = *(x + i * (size_t)x_inc);
      s0 += fabs(x0);
      const float x1 = *(x + (i + 1) * (size_t)x_inc);
      s1 += fabs(x1);
      const float x2 = *(x + (i + 2) * (size_t)x_inc);
      s2 += fabs(x2);
      const float x3 = *(x + (i + 3) * (size_t)x_inc);
      s3 += fabs(x3);
    }
    s0 += s2;
    s1 += s3;
    s0 += s1;
    sum += s0;
    for (; i < last; ++i) {
      const float x0 = *(x + i * (size_t)x_inc);
      sum += fabs(x0);
    }
    *(result + result_offset + set) = sum;
  }
}
