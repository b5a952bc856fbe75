// map n=4096 items=16 complex64 axpby real=beta listed: items=64 lanes=4 vectors=2 groups=1024
float2 scale1(float2 a, float2 b)
{
  if (a.y == 0) return a.x * b;
  float2 c;
  c.even = a.x * b.even - a.y * b.odd;
  c.odd = a.x * b.odd + a.y * b.even;
  return c;
}
float8 scale4(float2 a, float8 b)
{
  if (a.y == 0) return a.x * b;
  float8 c;
  c.even = a.x * b.even - a.y * b.odd;
  c.odd = a.x * b.odd + a.y * b.even;
  return c;
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
map(
    const ulong n,
    __global const float2 *restrict x, const ulong x_offset,
    __global float2 *restrict y, const ulong y_offset,
    __global const ulong *restrict x_offsets,
    __global const ulong *restrict y_offsets,
    __global const float2 *restrict alphas,
    __global const float *restrict betas)
{
  const size_t set = get_group_id(2);
  x += x_offset + x_offsets[set];
  y += y_offset + y_offsets[set];
  const float2 alpha = alphas[set];
  const float beta = betas[set];
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 512;
  const size_t block = (n + spans - 1) / spans * 512;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  size_t i = first;
  for (; i + 512 <= last; i += 512) {
    const float8 x0 = vload8(0, (__global const float *)(x + i + item * 4));
    const float8 y0 = vload8(0, (__global const float *)(y + i + item * 4));
    const float8 x1 = vload8(0, (__global const float *)(x + i + item * 4 + 256));
    const float8 y1 = vload8(0, (__global const float *)(y + i + item * 4 + 256));
    vstore8(((alpha.x == 0 && alpha.y == 0) ? (float8)(0) : scale4(alpha, x0)) + (beta == 0 ? (float8)(0) : beta * y0),
        0, (__global float *)(y + i + item * 4));
    vstore8(((alpha.x == 0 && alpha.y == 0) ? (float8)(0) : scale4(alpha, x1)) + (beta == 0 ? (float8)(0) : beta * y1),
        0, (__global float *)(y + i + item * 4 + 256));
  }
  for (i += item; i < last; i += 64) {
    const float2 x0 = *(x + i);
    const float2 y0 = *(y + i);
    *(y + i)
        = ((alpha.x == 0 && alpha.y == 0) ? (float2)(0) : scale1(alpha, x0)) + (beta == 0 ? (float2)(0) : beta * y0);
  }
}
