// factorization m=2048 n=32 rhs=0 float64 qr factor a=row: items=1 team=1 lanes=8 block=4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
qr_panel(
    const int m, const int n,
    __global double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global double *restrict tau, const ulong tau_offset,
    __global double *restrict panel)
{
  const int item = 0;
  const int pitch = ((m + 7) / 8) * 8 + 16;
  const int lane = 0;
  const int team = item;
  tau += tau_offset;
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
    for (int j = n; j < n + 3; ++j) {
      vstore8((double8)(0), 0, panel + (size_t)j * pitch + i);
    }
  }
  for (int k = 0; k < n; ++k) {
    double alpha0 = *(panel + (size_t)k * pitch + k);
    double8 magnitudes = (double8)(0), squares = (double8)(0);
    for (int i = (k + 1) / 8 * 8; i < m; i += 8) {
      const double8 x0 = ((long8)(convert_long(i)) + (long8)(0, 1, 2, 3, 4, 5, 6, 7) > (long8)(convert_long(k))
          ? vload8(0, panel + (size_t)k * pitch + i) : (double8)(0));
      squares += x0 * x0;
      magnitudes += fabs(x0);
    }
    for (int i = item; i < k; ++i) {
      a[a_offset + (size_t)i * a_row + (size_t)k] = *(panel + (size_t)k * pitch + i);
    }
    double sum_magnitudes = magnitudes.s0 + magnitudes.s1 + magnitudes.s2 + magnitudes.s3 + magnitudes.s4
        + magnitudes.s5 + magnitudes.s6 + magnitudes.s7;
    double sum_squares
        = squares.s0 + squares.s1 + squares.s2 + squares.s3 + squares.s4 + squares.s5 + squares.s6 + squares.s7;
    const int none = sum_magnitudes == 0 || sum_magnitudes + fabs(alpha0) < 2.2250738585072014e-308;
    double unit = 1;
    double length = sum_squares + alpha0 * alpha0;
    if (!none && !(length > 1e-270 && length < 1e300)) {
      unit = 1 / (sum_magnitudes + fabs(alpha0));
      squares = (double8)(0);
      for (int i = (k + 1) / 8 * 8; i < m; i += 8) {
        const double8 x0 = ((long8)(convert_long(i)) + (long8)(0, 1, 2, 3, 4, 5, 6, 7) > (long8)(convert_long(k))
            ? vload8(0, panel + (size_t)k * pitch + i) : (double8)(0)) * unit;
        squares += x0 * x0;
      }
      double sum_squares
          = squares.s0 + squares.s1 + squares.s2 + squares.s3 + squares.s4 + squares.s5 + squares.s6 + squares.s7;
      alpha0 *= unit;
      length = sum_squares + alpha0 * alpha0;
    }
    const double beta = none ? alpha0 : alpha0 < 0 ? sqrt(length) : -sqrt(length);
    const double tau0 = none ? 0 : (beta - alpha0) / beta;
    const double d0 = none ? 1 : alpha0 - beta;
    const double s0 = none ? 0 : unit / d0;
    if (item == 0) {
      a[a_offset + (size_t)k * a_row + (size_t)k] = beta / unit;
      tau[k] = tau0;
    }
    for (int i = k / 8 * 8; i < m; i += 8) {
      const double8 x0 = vload8(0, panel + (size_t)k * pitch + i);
      vstore8((long8)(convert_long(i)) + (long8)(0, 1, 2, 3, 4, 5, 6, 7) > (long8)(convert_long(k)) ? x0 * s0
          : (long8)(convert_long(i)) + (long8)(0, 1, 2, 3, 4, 5, 6, 7) == (long8)(convert_long(k))
          ? (double8)(1) : (double8)(0), 0, panel + (size_t)k * pitch + i);
    }
    for (int start = k + 1; start < n; start += 4) {
      const int j = start;
      double8 t0_0 = (double8)(0);
      double8 t1_0 = (double8)(0);
      double8 t2_0 = (double8)(0);
      double8 t3_0 = (double8)(0);
      for (int i = k / 8 * 8; j < n && i < m; i += 8) {
        const double8 l0 = vload8(0, panel + (size_t)k * pitch + i);
        double8 c0_0 = vload8(0, panel + (size_t)j * pitch + i);
        double8 c1_0 = vload8(0, panel + (size_t)(j + 1) * pitch + i);
        double8 c2_0 = vload8(0, panel + (size_t)(j + 2) * pitch + i);
        double8 c3_0 = vload8(0, panel + (size_t)(j + 3) * pitch + i);
        t0_0 += l0 * c0_0;
        t1_0 += l0 * c1_0;
        t2_0 += l0 * c2_0;
        t3_0 += l0 * c3_0;
      }
      double sum_t0_0 = t0_0.s0 + t0_0.s1 + t0_0.s2 + t0_0.s3 + t0_0.s4 + t0_0.s5 + t0_0.s6 + t0_0.s7;
      double sum_t1_0 = t1_0.s0 + t1_0.s1 + t1_0.s2 + t1_0.s3 + t1_0.s4 + t1_0.s5 + t1_0.s6 + t1_0.s7;
      double sum_t2_0 = t2_0.s0 + t2_0.s1 + t2_0.s2 + t2_0.s3 + t2_0.s4 + t2_0.s5 + t2_0.s6 + t2_0.s7;
      double sum_t3_0 = t3_0.s0 + t3_0.s1 + t3_0.s2 + t3_0.s3 + t3_0.s4 + t3_0.s5 + t3_0.s6 + t3_0.s7;
      const double w0_0 = tau0 * sum_t0_0;
      const double w1_0 = tau0 * sum_t1_0;
      const double w2_0 = tau0 * sum_t2_0;
      const double w3_0 = tau0 * sum_t3_0;
      for (int i = k / 8 * 8; j < n && i < m; i += 8) {
        const double8 l0 = vload8(0, panel + (size_t)k * pitch + i);
        double8 c0_0 = vload8(0, panel + (size_t)j * pitch + i);
        double8 c1_0 = vload8(0, panel + (size_t)(j + 1) * pitch + i);
        double8 c2_0 = vload8(0, panel + (size_t)(j + 2) * pitch + i);
        double8 c3_0 = vload8(0, panel + (size_t)(j + 3) * pitch + i);
        c0_0 -= l0 * w0_0;
        vstore8(c0_0, 0, panel + (size_t)j * pitch + i);
        c1_0 -= l0 * w1_0;
        vstore8(c1_0, 0, panel + (size_t)(j + 1) * pitch + i);
        c2_0 -= l0 * w2_0;
        vstore8(c2_0, 0, panel + (size_t)(j + 2) * pitch + i);
        c3_0 -= l0 * w3_0;
        vstore8(c3_0, 0, panel + (size_t)(j + 3) * pitch + i);
      }
    }
  }
  for (int i = item; i < m; ++i) {
    for (int j = 0; j < min(i, n); ++j) {
      a[a_offset + (size_t)i * a_row + (size_t)j] = *(panel + (size_t)j * pitch + i);
    }
  }
}
