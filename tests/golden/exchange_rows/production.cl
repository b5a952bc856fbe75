// row_exchange m=2048 n=1024 count=512 float64 a=row: items=1 lanes=8 vectors=8 exchanges=1 teams=1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
exchange_rows(
    const int n, const int count, const int first,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const uint *restrict pivots, const ulong pivots_offset)
{
  const size_t slabs = (n + 63) / 64, slab = get_global_id(0);
  const int col = (int)slab * 64;
  pivots += pivots_offset + first;
  const int count_here = min(64, n - col);
  for (int k = 0; k < count; ++k) {
    const int row = first + k, other = pivots[k];
    if (row == other) continue;
    if (count_here == 64) {
      const double8 row0 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)col);
      const double8 row1 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 8));
      const double8 row2 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 16));
      const double8 row3 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 24));
      const double8 row4 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 32));
      const double8 row5 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 40));
      const double8 row6 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 48));
      const double8 row7 = vload8(0, a + a_offset + (size_t)row * a_row + (size_t)(col + 56));
      const double8 other0 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)col);
      const double8 other1 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 8));
      const double8 other2 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 16));
      const double8 other3 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 24));
      const double8 other4 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 32));
      const double8 other5 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 40));
      const double8 other6 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 48));
      const double8 other7 = vload8(0, a + a_offset + (size_t)other * a_row + (size_t)(col + 56));
      vstore8(other0, 0, a + a_offset + (size_t)row * a_row + (size_t)col);
      vstore8(other1, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 8));
      vstore8(other2, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 16));
      vstore8(other3, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 24));
      vstore8(other4, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 32));
      vstore8(other5, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 40));
      vstore8(other6, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 48));
      vstore8(other7, 0, a + a_offset + (size_t)row * a_row + (size_t)(col + 56));
      vstore8(row0, 0, a + a_offset + (size_t)other * a_row + (size_t)col);
      vstore8(row1, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 8));
      vstore8(row2, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 16));
      vstore8(row3, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 24));
      vstore8(row4, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 32));
      vstore8(row5, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 40));
      vstore8(row6, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 48));
      vstore8(row7, 0, a + a_offset + (size_t)other * a_row + (size_t)(col + 56));
      continue;
    }
    for (int i = col; i < col + count_here; ++i) {
      const int j = i;
      const double x = a[a_offset + (size_t)row * a_row + (size_t)j];
      a[a_offset + (size_t)row * a_row + (size_t)j] = a[a_offset + (size_t)other * a_row + (size_t)j];
      a[a_offset + (size_t)other * a_row + (size_t)j] = x;
    }
  }
}
