// split rows=64 depth=64 float32 row width=64 form=tf32: items=64 steps=1
float4 load_first(__global const float *x, const int count)
{
  if (count >= 4) return vload4(0, x);
  return (float4)(count > 0 ? x[0] : 0, count > 1 ? x[1] : 0, count > 2 ? x[2] : 0, count > 3 ? x[3] : 0);
}
uint4 tf32_bits(const float4 x)
{
  const uint4 size = as_uint4(x) & 0x7fffffffu;
  const uint4 more = size < 0x7f7ff000u ? (uint4)(0x1000u) : (uint4)(0u);
  const uint4 quiet = size > 0x7f800000u ? (uint4)(0x400000u) : (uint4)(0u);
  return ((as_uint4(x) + more) & 0xffffe000u) | quiet;
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
split(
    const int rows, const int depth,
    __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global uint4 *restrict blocks)
{
  const int place = get_local_id(0), row0 = get_group_id(1) * 64;
  const int r0 = place / 8, c0 = place % 8;
  const int r1 = (place + 64) / 8, c1 = (place + 64) % 8;
  const int r2 = (place + 128) / 8, c2 = (place + 128) % 8;
  const int r3 = (place + 192) / 8, c3 = (place + 192) % 8;
  const int r4 = (place + 256) / 8, c4 = (place + 256) % 8;
  const int r5 = (place + 320) / 8, c5 = (place + 320) % 8;
  const int r6 = (place + 384) / 8, c6 = (place + 384) % 8;
  const int r7 = (place + 448) / 8, c7 = (place + 448) % 8;
  const int steps = (depth + 31) / 32;
  const int start = get_group_id(0), stop = min(start + 1, steps);
  __global const float *from = (__global const float *)x + x_offset;
  for (int step = start; step < stop; ++step) {
    __global uint4 *block = blocks + ((size_t)(row0 / 64) * steps + step) * 512;
    float4 x0_0, x0_1, x0_2, x0_3, x0_4, x0_5, x0_6, x0_7;
    x0_0 = load_first(from + (size_t)(row0 + r0) * x_row + (size_t)(step * 32 + c0 * 4),
        row0 + r0 < rows ? depth - (step * 32 + c0 * 4) : 0);
    x0_1 = load_first(from + (size_t)(row0 + r1) * x_row + (size_t)(step * 32 + c1 * 4),
        row0 + r1 < rows ? depth - (step * 32 + c1 * 4) : 0);
    x0_2 = load_first(from + (size_t)(row0 + r2) * x_row + (size_t)(step * 32 + c2 * 4),
        row0 + r2 < rows ? depth - (step * 32 + c2 * 4) : 0);
    x0_3 = load_first(from + (size_t)(row0 + r3) * x_row + (size_t)(step * 32 + c3 * 4),
        row0 + r3 < rows ? depth - (step * 32 + c3 * 4) : 0);
    x0_4 = load_first(from + (size_t)(row0 + r4) * x_row + (size_t)(step * 32 + c4 * 4),
        row0 + r4 < rows ? depth - (step * 32 + c4 * 4) : 0);
    x0_5 = load_first(from + (size_t)(row0 + r5) * x_row + (size_t)(step * 32 + c5 * 4),
        row0 + r5 < rows ? depth - (step * 32 + c5 * 4) : 0);
    x0_6 = load_first(from + (size_t)(row0 + r6) * x_row + (size_t)(step * 32 + c6 * 4),
        row0 + r6 < rows ? depth - (step * 32 + c6 * 4) : 0);
    x0_7 = load_first(from + (size_t)(row0 + r7) * x_row + (size_t)(step * 32 + c7 * 4),
        row0 + r7 < rows ? depth - (step * 32 + c7 * 4) : 0);
    {
      __global uint4 *to = block + (row0 % 64 + r0) * 8 + (c0 ^ (r0 % 8));
      *to = tf32_bits(x0_0);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r1) * 8 + (c1 ^ (r1 % 8));
      *to = tf32_bits(x0_1);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r2) * 8 + (c2 ^ (r2 % 8));
      *to = tf32_bits(x0_2);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r3) * 8 + (c3 ^ (r3 % 8));
      *to = tf32_bits(x0_3);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r4) * 8 + (c4 ^ (r4 % 8));
      *to = tf32_bits(x0_4);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r5) * 8 + (c5 ^ (r5 % 8));
      *to = tf32_bits(x0_5);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r6) * 8 + (c6 ^ (r6 % 8));
      *to = tf32_bits(x0_6);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r7) * 8 + (c7 ^ (r7 % 8));
      *to = tf32_bits(x0_7);
    }
  }
}
