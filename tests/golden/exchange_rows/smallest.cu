// row_exchange m=40 n=50 count=8 float32 a=row: items=1 lanes=1 vectors=1 exchanges=1 teams=1
extern "C" __global__ void __launch_bounds__(1)
exchange_rows(
    const int n, const int count, const int first,
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const uint *__restrict__ pivots, const ulong pivots_offset,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong slabs = n, slab = ((ulong)blockIdx.x * blockDim.x + threadIdx.x);
  const int col = (int)slab;
  pivots += pivots_offset + first;
  const int count_here = min(1, n - col);
  for (int k = 0; k < count; ++k) {
    const int row = first + k, other = pivots[k];
    if (row == other) continue;
    for (int i = col; i < col + count_here; ++i) {
      const int j = i;
      const float x = a[a_offset + (ulong)row * a_row + (ulong)j];
      a[a_offset + (ulong)row * a_row + (ulong)j] = a[a_offset + (ulong)other * a_row + (ulong)j];
      a[a_offset + (ulong)other * a_row + (ulong)j] = x;
    }
  }
}
