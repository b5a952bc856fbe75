// split rows=512 depth=512 items=16 float16 any width=256 form=half listed: items=128 steps=2
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
split(
    const int rows, const int depth,
    __global const half *restrict x, const ulong x_offset, const int x_row, const int x_col,
    __global uint4 *restrict blocks,
    __global const ulong *restrict x_offsets)
{
  const int place = get_local_id(0), row0 = get_group_id(1) * 64;
  const int r0 = place / 64 * 8 + place / 4 % 8, c0 = place % 4 + place / 32 % 2 * 4;
  const int r1 = (place + 128) / 64 * 8 + (place + 128) / 4 % 8, c1 = (place + 128) % 4 + (place + 128) / 32 % 2 * 4;
  const int r2 = (place + 256) / 64 * 8 + (place + 256) / 4 % 8, c2 = (place + 256) % 4 + (place + 256) / 32 % 2 * 4;
  const int r3 = (place + 384) / 64 * 8 + (place + 384) / 4 % 8, c3 = (place + 384) % 4 + (place + 384) / 32 % 2 * 4;
  const int steps = (depth + 63) / 64;
  const int start = get_group_id(0) * 2, stop = min(start + 2, steps);
  __global const ushort *from = (__global const ushort *)x + x_offset;
  const size_t item = get_group_id(2);
  from += x_offsets[item];
  blocks += item * ((rows + 255) / 256) * steps * 2048;
  for (int step = start; step < stop; ++step) {
    __global uint4 *block = blocks + ((size_t)(row0 / 256) * steps + step) * 2048;
    ushort8 x0_0, x0_1, x0_2, x0_3;
    x0_0 = (ushort8)(row0 + r0 < rows && step * 64 + c0 * 8 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 1 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 1) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 2 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 2) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 3 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 3) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 4 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 4) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 5 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 5) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 6 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 6) * x_col] : 0,
        row0 + r0 < rows && step * 64 + c0 * 8 + 7 < depth
        ? from[(size_t)(row0 + r0) * x_row + (size_t)(step * 64 + c0 * 8 + 7) * x_col] : 0);
    x0_1 = (ushort8)(row0 + r1 < rows && step * 64 + c1 * 8 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 1 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 1) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 2 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 2) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 3 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 3) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 4 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 4) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 5 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 5) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 6 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 6) * x_col] : 0,
        row0 + r1 < rows && step * 64 + c1 * 8 + 7 < depth
        ? from[(size_t)(row0 + r1) * x_row + (size_t)(step * 64 + c1 * 8 + 7) * x_col] : 0);
    x0_2 = (ushort8)(row0 + r2 < rows && step * 64 + c2 * 8 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 1 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 1) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 2 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 2) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 3 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 3) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 4 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 4) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 5 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 5) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 6 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 6) * x_col] : 0,
        row0 + r2 < rows && step * 64 + c2 * 8 + 7 < depth
        ? from[(size_t)(row0 + r2) * x_row + (size_t)(step * 64 + c2 * 8 + 7) * x_col] : 0);
    x0_3 = (ushort8)(row0 + r3 < rows && step * 64 + c3 * 8 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 1 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 1) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 2 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 2) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 3 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 3) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 4 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 4) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 5 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 5) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 6 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 6) * x_col] : 0,
        row0 + r3 < rows && step * 64 + c3 * 8 + 7 < depth
        ? from[(size_t)(row0 + r3) * x_row + (size_t)(step * 64 + c3 * 8 + 7) * x_col] : 0);
    {
      __global uint4 *to = block + (row0 % 256 + r0) * 8 + (c0 ^ (r0 % 8));
      *to = as_uint4(x0_0);
    }
    {
      __global uint4 *to = block + (row0 % 256 + r1) * 8 + (c1 ^ (r1 % 8));
      *to = as_uint4(x0_1);
    }
    {
      __global uint4 *to = block + (row0 % 256 + r2) * 8 + (c2 ^ (r2 % 8));
      *to = as_uint4(x0_2);
    }
    {
      __global uint4 *to = block + (row0 % 256 + r3) * 8 + (c3 ^ (r3 % 8));
      *to = as_uint4(x0_3);
    }
  }
}
