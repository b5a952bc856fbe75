// factorization m=40 n=8 rhs=0 float32 qr factor a=row: items=1 team=1 lanes=1 block=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
qr_panel(
    const int m, const int n,
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict tau, const ulong tau_offset,
    __global float *restrict panel)
{
  const int item = 0;
  const int pitch = m + 16;
  const int lane = 0;
  const int team = item;
  tau += tau_offset;
  for (int i = 0; i < pitch; i += 1) {
    if (i + 1 <= m) {
      for (int j = 0; j < n; ++j) {
        const float x0 = a[a_offset + (size_t)i * a_row + (size_t)j];
        *(panel + (size_t)j * pitch + i) = x0;
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        for (int e = i; e < i + 1; ++e) {
          *(panel + (size_t)j * pitch + e) = e < m ? a[a_offset + (size_t)e * a_row + (size_t)j] : 0;
        }
      }
    }
    for (int j = n; j < n; ++j) {
      *(panel + (size_t)j * pitch + i) = 0;
    }
  }
  for (int k = 0; k < n; ++k) {
    float alpha0 = *(panel + (size_t)k * pitch + k);
    float magnitudes = (float)0, squares = (float)0;
    for (int i = (k + 1); i < m; i += 1) {
      const float x0 = (i > k ? *(panel + (size_t)k * pitch + i) : (float)0);
      squares += x0 * x0;
      magnitudes += fabs(x0);
    }
    for (int i = item; i < k; ++i) {
      a[a_offset + (size_t)i * a_row + (size_t)k] = *(panel + (size_t)k * pitch + i);
    }
    float sum_magnitudes = magnitudes;
    float sum_squares = squares;
    const int none = sum_magnitudes == 0 || sum_magnitudes + fabs(alpha0) < 1.1754944e-38f;
    float unit = 1;
    float length = sum_squares + alpha0 * alpha0;
    if (!none && !(length > 1e-24f && length < 1e36f)) {
      unit = 1 / (sum_magnitudes + fabs(alpha0));
      squares = (float)0;
      for (int i = (k + 1); i < m; i += 1) {
        const float x0 = (i > k ? *(panel + (size_t)k * pitch + i) : (float)0) * unit;
        squares += x0 * x0;
      }
      float sum_squares = squares;
      alpha0 *= unit;
      length = sum_squares + alpha0 * alpha0;
    }
    const float beta = none ? alpha0 : alpha0 < 0 ? sqrt(length) : -sqrt(length);
    const float tau0 = none ? 0 : (beta - alpha0) / beta;
    const float d0 = none ? 1 : alpha0 - beta;
    const float s0 = none ? 0 : unit / d0;
    if (item == 0) {
      a[a_offset + (size_t)k * a_row + (size_t)k] = beta / unit;
      tau[k] = tau0;
    }
    for (int i = k; i < m; i += 1) {
      const float x0 = *(panel + (size_t)k * pitch + i);
      *(panel + (size_t)k * pitch + i) = i > k ? x0 * s0 : i == k ? (float)1 : (float)0;
    }
    for (int start = k + 1; start < n; ++start) {
      const int j = start;
      float t0_0 = (float)0;
      for (int i = k; j < n && i < m; i += 1) {
        const float l0 = *(panel + (size_t)k * pitch + i);
        float c0_0 = *(panel + (size_t)j * pitch + i);
        t0_0 += l0 * c0_0;
      }
      float sum_t0_0 = t0_0;
      const float w0_0 = tau0 * sum_t0_0;
      for (int i = k; j < n && i < m; i += 1) {
        const float l0 = *(panel + (size_t)k * pitch + i);
        float c0_0 = *(panel + (size_t)j * pitch + i);
        c0_0 -= l0 * w0_0;
        *(panel + (size_t)j * pitch + i) = c0_0;
      }
    }
  }
  for (int i = item; i < m; ++i) {
    for (int j = 0; j < min(i, n); ++j) {
      a[a_offset + (size_t)i * a_row + (size_t)j] = *(panel + (size_t)j * pitch + i);
    }
  }
}
