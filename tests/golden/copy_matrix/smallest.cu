// copy_matrix rows=64 cols=64 float32 row->row general: wx=1 wy=1 tile=1 tiles=1
extern "C" __global__ void __launch_bounds__(1)
copy_matrix(
    const int rows, const int cols,
    const float *__restrict__ x, const ulong x_offset, const int x_row, const int x_col,
    float *__restrict__ y, const ulong y_offset, const int y_row, const int y_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int row = ((ulong)(blockIdx.y + launched.first_y) * blockDim.y + threadIdx.y);
  const int start = (ulong)blockIdx.x + (ulong)threadIdx.x;
  if (row >= rows) return;
  for (int col = start; col < min(start + 1, cols); ++col) {
    {
      for (int r = row; r < min(row + 1, rows); ++r) {
        for (int c = col; c < min(col + 1, cols); ++c) {
          float value;
          value = x[x_offset + (ulong)r * x_row + (ulong)c];
          y[y_offset + (ulong)r * y_row + (ulong)c] = value;
        }
      }
    }
  }
}
