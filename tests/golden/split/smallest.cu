// split rows=64 depth=64 float32 row width=64 form=tf32: items=64 steps=1
__device__ __forceinline__ vec<float,4> load_first(const float *x, const int count, const bool aligned)
{
  if (aligned && count >= 4) return *(const vec<float,4> *)x;
  return vec<float,4>(count > 0 ? x[0] : 0, count > 1 ? x[1] : 0, count > 2 ? x[2] : 0, count > 3 ? x[3] : 0);
}
__device__ __forceinline__ vec<uint,4> tf32_bits(const vec<float,4> x)
{
  const vec<uint,4> size = bits_of<vec<uint,4>>(x) & 0x7fffffffu;
  const vec<uint,4> more = choose(size < 0x7f7ff000u, vec<uint,4>(0x1000u), vec<uint,4>(0u));
  const vec<uint,4> quiet = choose(size > 0x7f800000u, vec<uint,4>(0x400000u), vec<uint,4>(0u));
  return ((bits_of<vec<uint,4>>(x) + more) & 0xffffe000u) | quiet;
}
extern "C" __global__ void __launch_bounds__(64)
split(
    const int rows, const int depth,
    const float *__restrict__ x, const ulong x_offset, const int x_row, const int x_col,
    vec<uint,4> *__restrict__ blocks,
    const launch_part launched)
{
  wait_for_earlier();
  const int place = (ulong)threadIdx.x, row0 = (ulong)(blockIdx.y + launched.first_y) * 32;
  const int r = place / 2, c = place % 2;
  const int steps = (depth + 31) / 32;
  const int step = (ulong)blockIdx.x;
  const float *from = (const float *)x + x_offset;
  const bool aligned = (ulong)from % 16 == 0 && x_row % 4 == 0;
  vec<uint,4> *block = blocks + ((ulong)(row0 / 64) * steps + step) * 512;
  vec<float,4> x0_0, x0_1, x0_2, x0_3;
  {
    const int inside = row0 + r < rows ? depth - (step * 32 + c * 4) : 0;
    const float *line = from + (ulong)(row0 + r) * x_row + (ulong)(step * 32 + c * 4);
    x0_0 = load_first(line, inside, aligned);
    x0_1 = load_first(line + 8, inside - 8, aligned);
    x0_2 = load_first(line + 16, inside - 16, aligned);
    x0_3 = load_first(line + 24, inside - 24, aligned);
  }
  {
    {
      vec<uint,4> *to = block + (row0 % 64 + r) * 8 + (c ^ r % 8);
      *to = tf32_bits(x0_0);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r) * 8 + ((c + 2) ^ r % 8);
      *to = tf32_bits(x0_1);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r) * 8 + ((c + 4) ^ r % 8);
      *to = tf32_bits(x0_2);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r) * 8 + ((c + 6) ^ r % 8);
      *to = tf32_bits(x0_3);
    }
  }
}
