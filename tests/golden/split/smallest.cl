// split rows=64 depth=64 float32 row width=64 form=tf32: items=64 steps=1
float4 load_first(__global const float *x, const int count, const bool aligned)
{
  if (aligned && count >= 4) return *(__global const float4 *)x;
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
  const int place = get_local_id(0), row0 = get_group_id(1) * 32;
  const int r = place / 2, c = place % 2;
  const int steps = (depth + 31) / 32;
  const int step = get_group_id(0);
  __global const float *from = (__global const float *)x + x_offset;
  const bool aligned = (size_t)from % 16 == 0 && x_row % 4 == 0;
  __global uint4 *block = blocks + ((size_t)(row0 / 64) * steps + step) * 512;
  float4 x0_0, x0_1, x0_2, x0_3;
  {
    const int inside = row0 + r < rows ? depth - (step * 32 + c * 4) : 0;
    __global const float *line = from + (size_t)(row0 + r) * x_row + (size_t)(step * 32 + c * 4);
    x0_0 = load_first(line, inside, aligned);
    x0_1 = load_first(line + 8, inside - 8, aligned);
    x0_2 = load_first(line + 16, inside - 16, aligned);
    x0_3 = load_first(line + 24, inside - 24, aligned);
  }
  {
    {
      __global uint4 *to = block + (row0 % 64 + r) * 8 + (c ^ r % 8);
      *to = tf32_bits(x0_0);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r) * 8 + ((c + 2) ^ r % 8);
      *to = tf32_bits(x0_1);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r) * 8 + ((c + 4) ^ r % 8);
      *to = tf32_bits(x0_2);
    }
    {
      __global uint4 *to = block + (row0 % 64 + r) * 8 + ((c + 6) ^ r % 8);
      *to = tf32_bits(x0_3);
    }
  }
}
