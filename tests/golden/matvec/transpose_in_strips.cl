// matvec m=4096 n=4096 float64 general across: items=1 lanes=8 rows=4 vectors=1 parts=1 run=1 strips=2
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
matvec(
    const int m, const int n,
    __global const double *restrict a, const ulong a_offset, const ulong a_row,
    __global const double *restrict x, const ulong x_offset, const double alpha, const double beta,
    __global double *restrict y, const ulong y_offset)
{
  x += x_offset;
  const int strip = get_group_id(1);
  const int width = ((n + 15) / 16) * 8;
  const int strip_first = min(strip * width, n), strip_last = min(strip_first + width, n);
  y += y_offset;
  for (int c = strip_first; c < strip_last; c += 8) {
    for (int e = c; e < min(c + 8, strip_last); ++e) {
      *(y + e) = beta == 0 ? 0 : beta * *(y + e);
    }
  }
  for (int run = get_group_id(0) * 4; run < m; run += get_num_groups(0) * 4) {
    const int stop = min(run + 4, m);
    for (int row = run; row < stop; row += 4) {
      if (row + 4 <= stop) {
        __global const double *row0 = a + (a_offset + (size_t)row * a_row);
        __global const double *row1 = a + (a_offset + (size_t)(row + 1) * a_row);
        __global const double *row2 = a + (a_offset + (size_t)(row + 2) * a_row);
        __global const double *row3 = a + (a_offset + (size_t)(row + 3) * a_row);
        const double x0 = alpha * *(x + row);
        const double8 factor0 = (double8)(x0);
        const double x1 = alpha * *(x + row + 1);
        const double8 factor1 = (double8)(x1);
        const double x2 = alpha * *(x + row + 2);
        const double8 factor2 = (double8)(x2);
        const double x3 = alpha * *(x + row + 3);
        const double8 factor3 = (double8)(x3);
        const int first = strip_first, last = strip_last;
        for (int c = first; c < last; c += 8) {
          for (; c + 8 <= last; c += 8) {
            double8 sum = vload8(0, y + c);
            const double8 a0 = vload8(0, row0 + c);
            sum += a0 * factor0;
            const double8 a1 = vload8(0, row1 + c);
            sum += a1 * factor1;
            const double8 a2 = vload8(0, row2 + c);
            sum += a2 * factor2;
            const double8 a3 = vload8(0, row3 + c);
            sum += a3 * factor3;
            vstore8(sum, 0, y + c);
          }
          for (int e = c; e < min(c + 8, last); ++e) {
            {
              double s = *(row0 + e);
              y[e] += s * x0;
            }
            {
              double s = *(row1 + e);
              y[e] += s * x1;
            }
            {
              double s = *(row2 + e);
              y[e] += s * x2;
            }
            {
              double s = *(row3 + e);
              y[e] += s * x3;
            }
          }
        }
      }
      else {
        for (int single = row; single < stop; ++single) {
          __global const double *row0 = a + (a_offset + (size_t)single * a_row);
          const double x0 = alpha * *(x + single);
          const double8 factor0 = (double8)(x0);
          const int first = strip_first, last = strip_last;
          for (int c = first; c < last; c += 8) {
            for (; c + 8 <= last; c += 8) {
              double8 sum = vload8(0, y + c);
              const double8 a0 = vload8(0, row0 + c);
              sum += a0 * factor0;
              vstore8(sum, 0, y + c);
            }
            for (int e = c; e < min(c + 8, last); ++e) {
              {
                double s = *(row0 + e);
                y[e] += s * x0;
              }
            }
          }
        }
      }
    }
  }
}
