// factorization m=40 n=8 rhs=0 float32 lu factor a=row: items=1 lanes=1 vectors=1 block=2
extern "C" __global__ void __launch_bounds__(1)
lu_panel(
    const int m, const int n, const int first,
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    uint *__restrict__ pivots, const ulong pivots_offset,
    uint *__restrict__ info, const ulong info_offset,
    float *__restrict__ panel,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(64) float top[80];
  __shared__ __align__(64) float u[16];
  __shared__ __align__(64) int where[1];
  const int item = 0;
  const int pitch = m + 16;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
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
    for (int j = n; j % 2 != 0; ++j) {
      *(panel + (ulong)j * pitch + i) = 0;
    }
  }
  for (int start = 0; start < n; start += 2) {
    for (int j = 0; j < 2; j += 2) {
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 2; ++e) {
          *(u + t * 2 + j + e) = *(panel + (ulong)(start + j + e) * pitch + t);
        }
      }
      for (int s = 0; s < start; ++s) {
        const vec<float,2> x0 = *(const vec<float,2> *)(u + s * 2 + j);
        for (int t = s + 1; t < start; ++t) {
          vec<float,2> y0 = *(const vec<float,2> *)(u + t * 2 + j);
          y0 -= top[t * 10 + s] * x0;
          *(vec<float,2> *)(u + t * 2 + j) = y0;
        }
      }
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 2; ++e) {
          top[t * 10 + (start + j + e)] = *(u + t * 2 + j + e);
        }
      }
    }
    for (int i = start > 0 ? start : m; i < m; i += 1) {
      float c0_0_0 = *(panel + (ulong)start * pitch + i);
      float c1_0_0 = *(panel + (ulong)(start + 1) * pitch + i);
      for (int t = 0; t < start; ++t) {
        const float l0_0 = *(panel + (ulong)t * pitch + i);
        const float u0_0 = u[t * 2];
        c0_0_0 -= l0_0 * u0_0;
        const float u1_0 = u[t * 2 + 1];
        c1_0_0 -= l0_0 * u1_0;
      }
      *(panel + (ulong)start * pitch + i) = c0_0_0;
      *(panel + (ulong)(start + 1) * pitch + i) = c1_0_0;
    }
    {
      float most = 0;
      int row_of = start;
      for (int i = start; i < m; i += 1) {
        const float x0 = *(panel + (ulong)start * pitch + i);
        const float size = fabs(x0);
        if (size > most) {
          most = size; row_of = i;
        }
      }
      *where = row_of;
    }
    const int stop = start + 2;
    for (int k = start; k < min(stop, n); ++k) {
      const float diagonal = fabs(*(panel + (ulong)k * pitch + k));
      const int row = isnan(diagonal) ? k : where[0];
      for (int j = item; j < ((n + 1) / 2) * 2; ++j) {
        const float x = *(panel + (ulong)j * pitch + k), y = *(panel + (ulong)j * pitch + row);
        *(panel + (ulong)j * pitch + k) = y;
        *(panel + (ulong)j * pitch + row) = x;
        top[k * 10 + j] = y;
      }
      if (item == 0) {
        pivots[k] = first + row;
      }
      const float pivot0 = top[k * 10 + k];
      const int zero = pivot0 == 0;
      if (zero && !failed) failed = first + k + 1;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const int normal = isnormal(inverse);
      float most = 0;
      int row_of = k + 1;
      for (int i = (k + 1); i < m; i += 1) {
        const float x0 = *(panel + (ulong)k * pitch + i);
        float l0 = x0 * inverse;
        if (!normal) l0 = x0 / divisor;
        *(panel + (ulong)k * pitch + i) = l0;
        if (k + 1 < stop) {
          float c0 = *(panel + (ulong)(k + 1) * pitch + i);
          c0 -= l0 * top[k * 10 + (k + 1)];
          *(panel + (ulong)(k + 1) * pitch + i) = c0;
          const float size = fabs(c0);
          if (size > most) {
            most = size; row_of = i;
          }
        }
        for (int j = k + 2; j < stop; ++j) {
          float c0 = *(panel + (ulong)j * pitch + i);
          c0 -= l0 * top[k * 10 + j];
          *(panel + (ulong)j * pitch + i) = c0;
        }
      }
      *where = row_of;
    }
  }
  for (int i = item; i < m; ++i) {
    if (i < n) {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (ulong)i * a_row + (ulong)j] = top[i * 10 + j];
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (ulong)i * a_row + (ulong)j] = *(panel + (ulong)j * pitch + i);
      }
    }
  }
  if (item == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
