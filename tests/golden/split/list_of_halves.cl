// split rows=512 depth=512 items=16 float16 any width=256 form=half listed: items=128 steps=2
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
split(
    const int rows, const int depth,
    __global const half *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global uint4 *restrict blocks,
    __global const ulong *restrict x_offsets)
{
  const int place = get_local_id(0), row0 = get_group_id(1) * 64;
  const int r = place % 64, c = place / 64;
  const int steps = (depth + 63) / 64;
  const int start = get_group_id(0) * 2, stop = min(start + 2, steps);
  __global const ushort *from = (__global const ushort *)x + x_offset;
  const size_t item = get_group_id(2);
  from += x_offsets[item];
  blocks += item * ((rows + 255) / 256) * steps * 2048;
  __local uint4 tile[512];
  for (int step = start; step < stop; ++step) {
    __global uint4 *block = blocks + ((size_t)(row0 / 256) * steps + step) * 2048;
    ushort8 x0_0, x0_1, x0_2, x0_3;
    {
      const int inside = row0 + r < rows ? depth - (step * 64 + c * 8) : 0;
      __global const ushort *line = from + (size_t)(row0 + r) * x_row + (size_t)(step * 64 + c * 8) * x_col;
      x0_0 = (ushort8)(inside > 0 ? line[0] : 0, inside > 1 ? line[x_col] : 0, inside > 2 ? line[(size_t)2 * x_col] : 0,
          inside > 3 ? line[(size_t)3 * x_col] : 0, inside > 4 ? line[(size_t)4 * x_col] : 0,
          inside > 5 ? line[(size_t)5 * x_col] : 0, inside > 6 ? line[(size_t)6 * x_col] : 0,
          inside > 7 ? line[(size_t)7 * x_col] : 0);
      x0_1 = (ushort8)(inside > 16 ? line[(size_t)16 * x_col] : 0, inside > 17 ? line[(size_t)17 * x_col] : 0,
          inside > 18 ? line[(size_t)18 * x_col] : 0, inside > 19 ? line[(size_t)19 * x_col] : 0,
          inside > 20 ? line[(size_t)20 * x_col] : 0, inside > 21 ? line[(size_t)21 * x_col] : 0,
          inside > 22 ? line[(size_t)22 * x_col] : 0, inside > 23 ? line[(size_t)23 * x_col] : 0);
      x0_2 = (ushort8)(inside > 32 ? line[(size_t)32 * x_col] : 0, inside > 33 ? line[(size_t)33 * x_col] : 0,
          inside > 34 ? line[(size_t)34 * x_col] : 0, inside > 35 ? line[(size_t)35 * x_col] : 0,
          inside > 36 ? line[(size_t)36 * x_col] : 0, inside > 37 ? line[(size_t)37 * x_col] : 0,
          inside > 38 ? line[(size_t)38 * x_col] : 0, inside > 39 ? line[(size_t)39 * x_col] : 0);
      x0_3 = (ushort8)(inside > 48 ? line[(size_t)48 * x_col] : 0, inside > 49 ? line[(size_t)49 * x_col] : 0,
          inside > 50 ? line[(size_t)50 * x_col] : 0, inside > 51 ? line[(size_t)51 * x_col] : 0,
          inside > 52 ? line[(size_t)52 * x_col] : 0, inside > 53 ? line[(size_t)53 * x_col] : 0,
          inside > 54 ? line[(size_t)54 * x_col] : 0, inside > 55 ? line[(size_t)55 * x_col] : 0);
    }
    {
      {
        __local uint4 *to = tile + r * 8 + (c ^ r % 8);
        *to = as_uint4(x0_0);
      }
      {
        __local uint4 *to = tile + r * 8 + ((c + 2) ^ r % 8);
        *to = as_uint4(x0_1);
      }
      {
        __local uint4 *to = tile + r * 8 + ((c + 4) ^ r % 8);
        *to = as_uint4(x0_2);
      }
      {
        __local uint4 *to = tile + r * 8 + ((c + 6) ^ r % 8);
        *to = as_uint4(x0_3);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      {
        __global uint4 *to = block + row0 % 256 * 8 + place;
        to[0] = tile[place];
        to[128] = tile[place + 128];
        to[256] = tile[place + 256];
        to[384] = tile[place + 384];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
