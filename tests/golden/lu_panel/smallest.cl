// factorization m=40 n=8 rhs=0 float32 lu factor a=row: items=1 lanes=1 vectors=1 block=2
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
lu_panel(
    const int m, const int n, const int first,
    __global float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset,
    __global float *restrict panel)
{
  __local float top[80] __attribute__((aligned(64)));
  __local float u[16] __attribute__((aligned(64)));
  __local int where[1] __attribute__((aligned(64)));
  const int item = 0;
  const int pitch = m + 16;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
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
    for (int j = n; j % 2 != 0; ++j) {
      *(panel + (size_t)j * pitch + i) = 0;
    }
  }
  for (int start = 0; start < n; start += 2) {
    for (int j = 0; j < 2; j += 2) {
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 2; ++e) {
          *(u + t * 2 + j + e) = *(panel + (size_t)(start + j + e) * pitch + t);
        }
      }
      for (int s = 0; s < start; ++s) {
        const float2 x0 = *(__local const float2 *)(u + s * 2 + j);
        for (int t = s + 1; t < start; ++t) {
          float2 y0 = *(__local const float2 *)(u + t * 2 + j);
          y0 -= top[t * 10 + s] * x0;
          *(__local float2 *)(u + t * 2 + j) = y0;
        }
      }
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 2; ++e) {
          top[t * 10 + (start + j + e)] = *(u + t * 2 + j + e);
        }
      }
    }
    for (int i = start > 0 ? start : m; i < m; i += 1) {
      float c0_0_0 = *(panel + (size_t)start * pitch + i);
      float c1_0_0 = *(panel + (size_t)(start + 1) * pitch + i);
      for (int t = 0; t < start; ++t) {
        const float l0_0 = *(panel + (size_t)t * pitch + i);
        const float u0_0 = u[t * 2];
        c0_0_0 -= l0_0 * u0_0;
        const float u1_0 = u[t * 2 + 1];
        c1_0_0 -= l0_0 * u1_0;
      }
      *(panel + (size_t)start * pitch + i) = c0_0_0;
      *(panel + (size_t)(start + 1) * pitch + i) = c1_0_0;
    }
    {
      float most = 0;
      int row_of = start;
      for (int i = start; i < m; i += 1) {
        const float x0 = *(panel + (size_t)start * pitch + i);
        const float size = fabs(x0);
        if (size > most) {
          most = size; row_of = i;
        }
      }
      *where = row_of;
    }
    const int stop = start + 2;
    for (int k = start; k < min(stop, n); ++k) {
      const float diagonal = fabs(*(panel + (size_t)k * pitch + k));
      const int row = isnan(diagonal) ? k : where[0];
      for (int j = item; j < ((n + 1) / 2) * 2; ++j) {
        const float x = *(panel + (size_t)j * pitch + k), y = *(panel + (size_t)j * pitch + row);
        *(panel + (size_t)j * pitch + k) = y;
        *(panel + (size_t)j * pitch + row) = x;
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
        const float x0 = *(panel + (size_t)k * pitch + i);
        float l0 = x0 * inverse;
        if (!normal) l0 = x0 / divisor;
        *(panel + (size_t)k * pitch + i) = l0;
        if (k + 1 < stop) {
          float c0 = *(panel + (size_t)(k + 1) * pitch + i);
          c0 -= l0 * top[k * 10 + (k + 1)];
          *(panel + (size_t)(k + 1) * pitch + i) = c0;
          const float size = fabs(c0);
          if (size > most) {
            most = size; row_of = i;
          }
        }
        for (int j = k + 2; j < stop; ++j) {
          float c0 = *(panel + (size_t)j * pitch + i);
          c0 -= l0 * top[k * 10 + j];
          *(panel + (size_t)j * pitch + i) = c0;
        }
      }
      *where = row_of;
    }
  }
  for (int i = item; i < m; ++i) {
    if (i < n) {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (size_t)i * a_row + (size_t)j] = top[i * 10 + j];
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
