// pack rows=64 depth=64 float32 col width=4: depth=16 lanes=1 panels=1
extern "C" __global__ void __launch_bounds__(1)
pack(
    const int rows, const int depth,
    const float *__restrict__ x, const ulong x_offset, const int x_row, const int x_col,
    float *__restrict__ packed,
    const launch_part launched)
{
  wait_for_earlier();
  const int start = ((ulong)blockIdx.x * blockDim.x + threadIdx.x) * 16;
  const int stop = min(start + 16, depth);
  const int panel_start = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  const int panel_stop = min(panel_start + 1, (rows + 3) / 4);
  const int whole_stop = min(panel_stop, rows / 4);
  for (int l = start; l < stop; ++l) {
    for (int panel = panel_start; panel < whole_stop; ++panel) {
      const int row = panel * 4;
      float *out = packed + (ulong)row * depth + (ulong)l * 4;
      *out = *(x + x_offset + (ulong)row + (ulong)l * x_col);
      *(out + 1) = *(x + x_offset + (ulong)(row + 1) + (ulong)l * x_col);
      *(out + 2) = *(x + x_offset + (ulong)(row + 2) + (ulong)l * x_col);
      *(out + 3) = *(x + x_offset + (ulong)(row + 3) + (ulong)l * x_col);
    }
  }
  if (whole_stop < panel_stop) {
    const int row = whole_stop * 4;
    for (int l = start; l < stop; ++l) {
      for (int i = 0; i < 4; ++i) {
        *(packed + (ulong)row * depth + (ulong)l * 4 + i) = row + i < rows
            ? *(x + x_offset + (ulong)(row + i) + (ulong)l * x_col) : 0;
      }
    }
  }
}
