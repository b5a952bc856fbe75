// split rows=64 depth=64 float32 row width=64 form=tf32: items=64 steps=1
__device__ __forceinline__ vec<float,4> load_first(const float *x, const int count)
{
  if (count >= 4) return load_lanes<4>(x);
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
  const int place = (ulong)threadIdx.x, row0 = (ulong)(blockIdx.y + launched.first_y) * 64;
  const int r0 = place / 8, c0 = place % 8;
  const int r1 = (place + 64) / 8, c1 = (place + 64) % 8;
  const int r2 = (place + 128) / 8, c2 = (place + 128) % 8;
  const int r3 = (place + 192) / 8, c3 = (place + 192) % 8;
  const int r4 = (place + 256) / 8, c4 = (place + 256) % 8;
  const int r5 = (place + 320) / 8, c5 = (place + 320) % 8;
  const int r6 = (place + 384) / 8, c6 = (place + 384) % 8;
  const int r7 = (place + 448) / 8, c7 = (place + 448) % 8;
  const int steps = (depth + 31) / 32;
  const int start = (ulong)blockIdx.x, stop = min(start + 1, steps);
  const float *from = (const float *)x + x_offset;
  for (int step = start; step < stop; ++step) {
    vec<uint,4> *block = blocks + ((ulong)(row0 / 64) * steps + step) * 512;
    vec<float,4> x0_0, x0_1, x0_2, x0_3, x0_4, x0_5, x0_6, x0_7;
    x0_0 = load_first(from + (ulong)(row0 + r0) * x_row + (ulong)(step * 32 + c0 * 4),
        row0 + r0 < rows ? depth - (step * 32 + c0 * 4) : 0);
    x0_1 = load_first(from + (ulong)(row0 + r1) * x_row + (ulong)(step * 32 + c1 * 4),
        row0 + r1 < rows ? depth - (step * 32 + c1 * 4) : 0);
    x0_2 = load_first(from + (ulong)(row0 + r2) * x_row + (ulong)(step * 32 + c2 * 4),
        row0 + r2 < rows ? depth - (step * 32 + c2 * 4) : 0);
    x0_3 = load_first(from + (ulong)(row0 + r3) * x_row + (ulong)(step * 32 + c3 * 4),
        row0 + r3 < rows ? depth - (step * 32 + c3 * 4) : 0);
    x0_4 = load_first(from + (ulong)(row0 + r4) * x_row + (ulong)(step * 32 + c4 * 4),
        row0 + r4 < rows ? depth - (step * 32 + c4 * 4) : 0);
    x0_5 = load_first(from + (ulong)(row0 + r5) * x_row + (ulong)(step * 32 + c5 * 4),
        row0 + r5 < rows ? depth - (step * 32 + c5 * 4) : 0);
    x0_6 = load_first(from + (ulong)(row0 + r6) * x_row + (ulong)(step * 32 + c6 * 4),
        row0 + r6 < rows ? depth - (step * 32 + c6 * 4) : 0);
    x0_7 = load_first(from + (ulong)(row0 + r7) * x_row + (ulong)(step * 32 + c7 * 4),
        row0 + r7 < rows ? depth - (step * 32 + c7 * 4) : 0);
    {
      vec<uint,4> *to = block + (row0 % 64 + r0) * 8 + (c0 ^ (r0 % 8));
      *to = tf32_bits(x0_0);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r1) * 8 + (c1 ^ (r1 % 8));
      *to = tf32_bits(x0_1);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r2) * 8 + (c2 ^ (r2 % 8));
      *to = tf32_bits(x0_2);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r3) * 8 + (c3 ^ (r3 % 8));
      *to = tf32_bits(x0_3);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r4) * 8 + (c4 ^ (r4 % 8));
      *to = tf32_bits(x0_4);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r5) * 8 + (c5 ^ (r5 % 8));
      *to = tf32_bits(x0_5);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r6) * 8 + (c6 ^ (r6 % 8));
      *to = tf32_bits(x0_6);
    }
    {
      vec<uint,4> *to = block + (row0 % 64 + r7) * 8 + (c7 ^ (r7 % 8));
      *to = tf32_bits(x0_7);
    }
  }
}
