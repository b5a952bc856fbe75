// row_exchange m=40 n=50 count=8 float32 a=row: items=1 lanes=1 vectors=1 exchanges=1 teams=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
exchange_rows(
    const int n, const int count, const int first,
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const uint *restrict pivots, const ulong pivots_offset)
{
  const size_t slabs = n, slab = get_global_id(0);
  const int col = (int)slab;
  pivots += pivots_offset + first;
  const int count_here = min(1, n - col);
  for (int k = 0; k < count; ++k) {
    const int row = first + k, other = pivots[k];
    if (row == other) continue;
    for (int i = col; i < col + count_here; ++i) {
      const int j = i;
      const float x = a[a_offset + (size_t)row * a_row + (size_t)j];
      a[a_offset + (size_t)row * a_row + (size_t)j] = a[a_offset + (size_t)other * a_row + (size_t)j];
      a[a_offset + (size_t)other * a_row + (size_t)j] = x;
    }
  }
}
