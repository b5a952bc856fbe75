// map n=1048576 float32 axpy: items=1 lanes=16 vectors=4 groups=2
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
map(
    const ulong n, const float alpha,
    __global const float *restrict x, const ulong x_offset,
    __global float *restrict y, const ulong y_offset)
{
  x += x_offset;
  y += y_offset;
  const size_t spans = get_num_groups(0) * 64;
  const size_t block = (n + spans - 1) / spans * 64;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  size_t i = first;
  for (; i + 64 <= last; i += 64) {
    const float16 x0 = vload16(0, x + i);
    const float16 y0 = vload16(0, y + i);
    const float16 x1 = vload16(0, x + i + 16);
    const float16 y1 = vload16(0, y + i + 16);
    const float16 x2 = vload16(0, x + i + 32);
    const float16 y2 = vload16(0, y + i + 32);
    const float16 x3 = vload16(0, x + i + 48);
    const float16 y3 = vload16(0, y + i + 48);
    vstore16(alpha * x0 + y0, 0, y + i);
    vstore16(alpha * x1 + y1, 0, y + i + 16);
    vstore16(alpha * x2 + y2, 0, y + i + 32);
    vstore16(alpha * x3 + y3, 0, y + i + 48);
  }
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    const float y0 = *(y + i);
    *(y + i) = alpha * x0 + y0;
  }
}
