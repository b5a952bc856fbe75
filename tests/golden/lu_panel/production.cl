// factorization m=2048 n=32 rhs=0 float64 lu factor a=row: items=1 lanes=8 vectors=2 block=8
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
lu_panel(
    const int m, const int n, const int first,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset,
    __global double *restrict panel)
{
  __local double best[8] __attribute__((aligned(64)));
  __local double top[1280] __attribute__((aligned(64)));
  __local double u[256] __attribute__((aligned(64)));
  __local int where[8] __attribute__((aligned(64)));
  const int item = 0;
  const int pitch = ((m + 15) / 16) * 16 + 16;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  for (int i = 0; i < pitch; i += 8) {
    if (i + 8 <= m) {
      for (int j = 0; j < n; ++j) {
        const double x0 = a[a_offset + (size_t)i * a_row + (size_t)j];
        const double x1 = a[a_offset + (size_t)(i + 1) * a_row + (size_t)j];
        const double x2 = a[a_offset + (size_t)(i + 2) * a_row + (size_t)j];
        const double x3 = a[a_offset + (size_t)(i + 3) * a_row + (size_t)j];
        const double x4 = a[a_offset + (size_t)(i + 4) * a_row + (size_t)j];
        const double x5 = a[a_offset + (size_t)(i + 5) * a_row + (size_t)j];
        const double x6 = a[a_offset + (size_t)(i + 6) * a_row + (size_t)j];
        const double x7 = a[a_offset + (size_t)(i + 7) * a_row + (size_t)j];
        vstore8((double8)(x0, x1, x2, x3, x4, x5, x6, x7), 0, panel + (size_t)j * pitch + i);
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        for (int e = i; e < i + 8; ++e) {
          *(panel + (size_t)j * pitch + e) = e < m ? a[a_offset + (size_t)e * a_row + (size_t)j] : 0;
        }
      }
    }
    for (int j = n; j % 8 != 0; ++j) {
      vstore8((double8)(0), 0, panel + (size_t)j * pitch + i);
    }
  }
  for (int start = 0; start < n; start += 8) {
    for (int j = 0; j < 8; j += 8) {
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 8; ++e) {
          *(u + t * 8 + j + e) = *(panel + (size_t)(start + j + e) * pitch + t);
        }
      }
      for (int s = 0; s < start; ++s) {
        const double8 x0 = *(__local const double8 *)(u + s * 8 + j);
        for (int t = s + 1; t < start; ++t) {
          double8 y0 = *(__local const double8 *)(u + t * 8 + j);
          y0 -= top[t * 40 + s] * x0;
          *(__local double8 *)(u + t * 8 + j) = y0;
        }
      }
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 8; ++e) {
          top[t * 40 + (start + j + e)] = *(u + t * 8 + j + e);
        }
      }
    }
    for (int i = start > 0 ? (start / 16) * 16 : m; i < m; i += 16) {
      double8 c0_0_0 = vload8(0, panel + (size_t)start * pitch + i);
      double8 c0_1_0 = vload8(0, panel + (size_t)start * pitch + i + 8);
      double8 c1_0_0 = vload8(0, panel + (size_t)(start + 1) * pitch + i);
      double8 c1_1_0 = vload8(0, panel + (size_t)(start + 1) * pitch + i + 8);
      double8 c2_0_0 = vload8(0, panel + (size_t)(start + 2) * pitch + i);
      double8 c2_1_0 = vload8(0, panel + (size_t)(start + 2) * pitch + i + 8);
      double8 c3_0_0 = vload8(0, panel + (size_t)(start + 3) * pitch + i);
      double8 c3_1_0 = vload8(0, panel + (size_t)(start + 3) * pitch + i + 8);
      double8 c4_0_0 = vload8(0, panel + (size_t)(start + 4) * pitch + i);
      double8 c4_1_0 = vload8(0, panel + (size_t)(start + 4) * pitch + i + 8);
      double8 c5_0_0 = vload8(0, panel + (size_t)(start + 5) * pitch + i);
      double8 c5_1_0 = vload8(0, panel + (size_t)(start + 5) * pitch + i + 8);
      double8 c6_0_0 = vload8(0, panel + (size_t)(start + 6) * pitch + i);
      double8 c6_1_0 = vload8(0, panel + (size_t)(start + 6) * pitch + i + 8);
      double8 c7_0_0 = vload8(0, panel + (size_t)(start + 7) * pitch + i);
      double8 c7_1_0 = vload8(0, panel + (size_t)(start + 7) * pitch + i + 8);
      for (int t = 0; t < start; ++t) {
        const double8 l0_0 = vload8(0, panel + (size_t)t * pitch + i);
        const double8 l1_0 = vload8(0, panel + (size_t)t * pitch + i + 8);
        const double u0_0 = u[t * 8];
        c0_0_0 -= l0_0 * u0_0;
        c0_1_0 -= l1_0 * u0_0;
        const double u1_0 = u[t * 8 + 1];
        c1_0_0 -= l0_0 * u1_0;
        c1_1_0 -= l1_0 * u1_0;
        const double u2_0 = u[t * 8 + 2];
        c2_0_0 -= l0_0 * u2_0;
        c2_1_0 -= l1_0 * u2_0;
        const double u3_0 = u[t * 8 + 3];
        c3_0_0 -= l0_0 * u3_0;
        c3_1_0 -= l1_0 * u3_0;
        const double u4_0 = u[t * 8 + 4];
        c4_0_0 -= l0_0 * u4_0;
        c4_1_0 -= l1_0 * u4_0;
        const double u5_0 = u[t * 8 + 5];
        c5_0_0 -= l0_0 * u5_0;
        c5_1_0 -= l1_0 * u5_0;
        const double u6_0 = u[t * 8 + 6];
        c6_0_0 -= l0_0 * u6_0;
        c6_1_0 -= l1_0 * u6_0;
        const double u7_0 = u[t * 8 + 7];
        c7_0_0 -= l0_0 * u7_0;
        c7_1_0 -= l1_0 * u7_0;
      }
      vstore8(c0_0_0, 0, panel + (size_t)start * pitch + i);
      vstore8(c0_1_0, 0, panel + (size_t)start * pitch + i + 8);
      vstore8(c1_0_0, 0, panel + (size_t)(start + 1) * pitch + i);
      vstore8(c1_1_0, 0, panel + (size_t)(start + 1) * pitch + i + 8);
      vstore8(c2_0_0, 0, panel + (size_t)(start + 2) * pitch + i);
      vstore8(c2_1_0, 0, panel + (size_t)(start + 2) * pitch + i + 8);
      vstore8(c3_0_0, 0, panel + (size_t)(start + 3) * pitch + i);
      vstore8(c3_1_0, 0, panel + (size_t)(start + 3) * pitch + i + 8);
      vstore8(c4_0_0, 0, panel + (size_t)(start + 4) * pitch + i);
      vstore8(c4_1_0, 0, panel + (size_t)(start + 4) * pitch + i + 8);
      vstore8(c5_0_0, 0, panel + (size_t)(start + 5) * pitch + i);
      vstore8(c5_1_0, 0, panel + (size_t)(start + 5) * pitch + i + 8);
      vstore8(c6_0_0, 0, panel + (size_t)(start + 6) * pitch + i);
      vstore8(c6_1_0, 0, panel + (size_t)(start + 6) * pitch + i + 8);
      vstore8(c7_0_0, 0, panel + (size_t)(start + 7) * pitch + i);
      vstore8(c7_1_0, 0, panel + (size_t)(start + 7) * pitch + i + 8);
    }
    {
      double8 most = (double8)(0);
      long8 row_of = (long8)(start);
      const long8 lane = (long8)(0, 1, 2, 3, 4, 5, 6, 7);
      for (int i = start / 8 * 8; i < m; i += 8) {
        const double8 x0 = vload8(0, panel + (size_t)start * pitch + i);
        const long8 rows = (long8)(convert_long(i)) + lane;
        const double8 size = rows >= (long8)(convert_long(start)) ? fabs(x0) : (double8)(0);
        row_of = size > most ? rows : row_of;
        most = size > most ? size : most;
      }
      *(__local double8 *)best = most;
      *(__local int8 *)where = convert_int8(row_of);
    }
    const int stop = start + 8;
    for (int k = start; k < min(stop, n); ++k) {
      const double diagonal = fabs(*(panel + (size_t)k * pitch + k));
      for (int e = 1; e < 8; ++e) {
        if (best[e] > best[0] || (best[e] == best[0] && where[e] < where[0])) {
          best[0] = best[e]; where[0] = where[e];
        }
      }
      const int row = isnan(diagonal) ? k : where[0];
      for (int j = item; j < ((n + 7) / 8) * 8; ++j) {
        const double x = *(panel + (size_t)j * pitch + k), y = *(panel + (size_t)j * pitch + row);
        *(panel + (size_t)j * pitch + k) = y;
        *(panel + (size_t)j * pitch + row) = x;
        top[k * 40 + j] = y;
      }
      if (item == 0) {
        pivots[k] = first + row;
      }
      const double pivot0 = top[k * 40 + k];
      const int zero = pivot0 == 0;
      if (zero && !failed) failed = first + k + 1;
      const double divisor = zero ? 1 : pivot0;
      const double inverse = 1 / divisor;
      const int normal = isnormal(inverse);
      double8 most = (double8)(0);
      long8 row_of = (long8)(k + 1);
      const long8 lane = (long8)(0, 1, 2, 3, 4, 5, 6, 7);
      for (int i = (k + 1) / 8 * 8; i < m; i += 8) {
        const double8 x0 = vload8(0, panel + (size_t)k * pitch + i);
        double8 l0 = x0 * inverse;
        if (!normal) l0 = x0 / divisor;
        vstore8(l0, 0, panel + (size_t)k * pitch + i);
        if (k + 1 < stop) {
          double8 c0 = vload8(0, panel + (size_t)(k + 1) * pitch + i);
          c0 -= l0 * top[k * 40 + (k + 1)];
          vstore8(c0, 0, panel + (size_t)(k + 1) * pitch + i);
          const long8 rows = (long8)(convert_long(i)) + lane;
          const double8 size = rows >= (long8)(convert_long(k + 1)) ? fabs(c0) : (double8)(0);
          row_of = size > most ? rows : row_of;
          most = size > most ? size : most;
        }
        for (int j = k + 2; j < stop; ++j) {
          double8 c0 = vload8(0, panel + (size_t)j * pitch + i);
          c0 -= l0 * top[k * 40 + j];
          vstore8(c0, 0, panel + (size_t)j * pitch + i);
        }
      }
      *(__local double8 *)best = most;
      *(__local int8 *)where = convert_int8(row_of);
    }
  }
  for (int i = item; i < m; ++i) {
    if (i < n) {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (size_t)i * a_row + (size_t)j] = top[i * 40 + j];
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (size_t)i * a_row + (size_t)j] = *(panel + (size_t)j * pitch + i);
      }
    }
  }
  if (item == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
