// factorization m=40 n=8 rhs=0 float32 qr factor a=row: items=1 team=1 lanes=1 block=1
extern "C" __global__ void __launch_bounds__(1)
qr_panel(
    const int m, const int n,
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    float *__restrict__ tau, const ulong tau_offset,
    float *__restrict__ panel,
    const launch_part launched)
{
  wait_for_earlier();
  const int item = 0;
  const int pitch = m + 16;
  const int lane = 0;
  const int team = item;
  tau += tau_offset;
  for (int i = 0; i < pitch; i += 1) {
    if (i + 1 <= m) {
      for (int j = 0; j < n; ++j) {
        const float x0 = a[a_offset + (ulong)i * a_row + (ulong)j];
        *(panel + (ulong)j * pitch + i) = x0;
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        for (int e = i; e < i + 1; ++e) {
          *(panel + (ulong)j * pitch + e) = e < m ? a[a_offset + (ulong)e * a_row + (ulong)j] : 0;
        }
      }
    }
    for (int j = n; j < n; ++j) {
      *(panel + (ulong)j * pitch + i) = 0;
    }
  }
  for (int k = 0; k < n; ++k) {
    float alpha0 = *(panel + (ulong)k * pitch + k);
    float magnitudes = (float)0, squares = (float)0;
    for (int i = (k + 1); i < m; i += 1) {
      const float x0 = (choose(i > k, *(panel + (ulong)k * pitch + i), (float)0));
      squares += x0 * x0;
      magnitudes += fabs(x0);
    }
    for (int i = item; i < k; ++i) {
      a[a_offset + (ulong)i * a_row + (ulong)k] = *(panel + (ulong)k * pitch + i);
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
        const float x0 = (choose(i > k, *(panel + (ulong)k * pitch + i), (float)0)) * unit;
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
      a[a_offset + (ulong)k * a_row + (ulong)k] = beta / unit;
      tau[k] = tau0;
    }
    for (int i = k; i < m; i += 1) {
      const float x0 = *(panel + (ulong)k * pitch + i);
      *(panel + (ulong)k * pitch + i) = choose(i > k, x0 * s0, choose(i == k, (float)1, (float)0));
    }
    for (int start = k + 1; start < n; ++start) {
      const int j = start;
      float t0_0 = (float)0;
      for (int i = k; j < n && i < m; i += 1) {
        const float l0 = *(panel + (ulong)k * pitch + i);
        float c0_0 = *(panel + (ulong)j * pitch + i);
        t0_0 += l0 * c0_0;
      }
      float sum_t0_0 = t0_0;
      const float w0_0 = tau0 * sum_t0_0;
      for (int i = k; j < n && i < m; i += 1) {
        const float l0 = *(panel + (ulong)k * pitch + i);
        float c0_0 = *(panel + (ulong)j * pitch + i);
        c0_0 -= l0 * w0_0;
        *(panel + (ulong)j * pitch + i) = c0_0;
      }
    }
  }
  for (int i = item; i < m; ++i) {
    for (int j = 0; j < min(i, n); ++j) {
      a[a_offset + (ulong)i * a_row + (ulong)j] = *(panel + (ulong)j * pitch + i);
    }
  }
}
