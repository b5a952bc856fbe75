// factorization m=1000 n=32 rhs=0 items=3 complex64 lu factor a=col batched: items=256 lanes=1 vectors=1 block=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
lu_panel(
    const int m, const int n, const int first,
    __global float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global uint *restrict pivots, const ulong pivots_offset,
    __global uint *restrict info, const ulong info_offset,
    __global float *restrict panel, const ulong a_step, const ulong pivots_step)
{
  __local float best[256] __attribute__((aligned(64)));
  __local float top[2304] __attribute__((aligned(64)));
  __local float u[256] __attribute__((aligned(64)));
  __local int where[256] __attribute__((aligned(64)));
  const int item = get_local_id(0);
  const int pitch = m + 16;
  pivots += pivots_offset + first;
  info += info_offset;
  const size_t set = get_group_id(0);
  const int columns = ((n + 3) / 4) * 8;
  a += set * a_step; pivots += set * pivots_step; info += set; panel += set * columns * pitch;
  int failed = 0;
  for (int i = item; i < pitch; i += 256) {
    if (i + 1 <= m) {
      for (int j = 0; j < n; ++j) {
        const float2 x0 = a[a_offset + (size_t)i + (size_t)j * a_col];
        *(panel + (size_t)(j * 2) * pitch + i) = x0.x;
        *(panel + (size_t)(j * 2 + 1) * pitch + i) = x0.y;
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        for (int e = i; e < i + 1; ++e) {
          *(panel + (size_t)(j * 2) * pitch + e) = e < m ? a[a_offset + (size_t)e + (size_t)j * a_col].x : 0;
          *(panel + (size_t)(j * 2 + 1) * pitch + e) = e < m ? a[a_offset + (size_t)e + (size_t)j * a_col].y : 0;
        }
      }
    }
    for (int j = n; j % 4 != 0; ++j) {
      *(panel + (size_t)(j * 2) * pitch + i) = 0;
      *(panel + (size_t)(j * 2 + 1) * pitch + i) = 0;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int start = 0; start < n; start += 4) {
    for (int j = item; j < 4; j += 256) {
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 1; ++e) {
          *(u + (t * 2) * 4 + j + e) = *(panel + (size_t)((start + j + e) * 2) * pitch + t);
          *(u + (t * 2 + 1) * 4 + j + e) = *(panel + (size_t)((start + j + e) * 2 + 1) * pitch + t);
        }
      }
      for (int s = 0; s < start; ++s) {
        const float x0 = *(u + (s * 2) * 4 + j);
        const float x1 = *(u + (s * 2 + 1) * 4 + j);
        for (int t = s + 1; t < start; ++t) {
          float y0 = *(u + (t * 2) * 4 + j);
          float y1 = *(u + (t * 2 + 1) * 4 + j);
          y0 -= top[t * 72 + s * 2] * x0; y0 += top[t * 72 + s * 2 + 1] * x1;
          y1 -= top[t * 72 + s * 2] * x1; y1 -= top[t * 72 + s * 2 + 1] * x0;
          *(u + (t * 2) * 4 + j) = y0;
          *(u + (t * 2 + 1) * 4 + j) = y1;
        }
      }
      for (int t = 0; t < start; ++t) {
        for (int e = 0; e < 1; ++e) {
          top[t * 72 + (start + j + e) * 2] = *(u + (t * 2) * 4 + j + e);
          top[t * 72 + (start + j + e) * 2 + 1] = *(u + (t * 2 + 1) * 4 + j + e);
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int i = start > 0 ? start + item : m; i < m; i += 256) {
      float c0_0_0 = *(panel + (size_t)(start * 2) * pitch + i);
      float c0_0_1 = *(panel + (size_t)(start * 2 + 1) * pitch + i);
      float c1_0_0 = *(panel + (size_t)((start + 1) * 2) * pitch + i);
      float c1_0_1 = *(panel + (size_t)((start + 1) * 2 + 1) * pitch + i);
      float c2_0_0 = *(panel + (size_t)((start + 2) * 2) * pitch + i);
      float c2_0_1 = *(panel + (size_t)((start + 2) * 2 + 1) * pitch + i);
      float c3_0_0 = *(panel + (size_t)((start + 3) * 2) * pitch + i);
      float c3_0_1 = *(panel + (size_t)((start + 3) * 2 + 1) * pitch + i);
      for (int t = 0; t < start; ++t) {
        const float l0_0 = *(panel + (size_t)(t * 2) * pitch + i);
        const float l0_1 = *(panel + (size_t)(t * 2 + 1) * pitch + i);
        const float u0_0 = u[(t * 2) * 4];
        const float u0_1 = u[(t * 2 + 1) * 4];
        c0_0_0 -= l0_0 * u0_0; c0_0_0 += l0_1 * u0_1;
        c0_0_1 -= l0_0 * u0_1; c0_0_1 -= l0_1 * u0_0;
        const float u1_0 = u[(t * 2) * 4 + 1];
        const float u1_1 = u[(t * 2 + 1) * 4 + 1];
        c1_0_0 -= l0_0 * u1_0; c1_0_0 += l0_1 * u1_1;
        c1_0_1 -= l0_0 * u1_1; c1_0_1 -= l0_1 * u1_0;
        const float u2_0 = u[(t * 2) * 4 + 2];
        const float u2_1 = u[(t * 2 + 1) * 4 + 2];
        c2_0_0 -= l0_0 * u2_0; c2_0_0 += l0_1 * u2_1;
        c2_0_1 -= l0_0 * u2_1; c2_0_1 -= l0_1 * u2_0;
        const float u3_0 = u[(t * 2) * 4 + 3];
        const float u3_1 = u[(t * 2 + 1) * 4 + 3];
        c3_0_0 -= l0_0 * u3_0; c3_0_0 += l0_1 * u3_1;
        c3_0_1 -= l0_0 * u3_1; c3_0_1 -= l0_1 * u3_0;
      }
      *(panel + (size_t)(start * 2) * pitch + i) = c0_0_0;
      *(panel + (size_t)(start * 2 + 1) * pitch + i) = c0_0_1;
      *(panel + (size_t)((start + 1) * 2) * pitch + i) = c1_0_0;
      *(panel + (size_t)((start + 1) * 2 + 1) * pitch + i) = c1_0_1;
      *(panel + (size_t)((start + 2) * 2) * pitch + i) = c2_0_0;
      *(panel + (size_t)((start + 2) * 2 + 1) * pitch + i) = c2_0_1;
      *(panel + (size_t)((start + 3) * 2) * pitch + i) = c3_0_0;
      *(panel + (size_t)((start + 3) * 2 + 1) * pitch + i) = c3_0_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    {
      float most = 0;
      int row_of = start;
      for (int i = start + item; i < m; i += 256) {
        const float x0 = *(panel + (size_t)(start * 2) * pitch + i);
        const float x1 = *(panel + (size_t)(start * 2 + 1) * pitch + i);
        const float size = fabs(x0) + fabs(x1);
        if (size > most) {
          most = size; row_of = i;
        }
      }
      *(best + item) = most;
      *(where + item) = row_of;
    }
    const int stop = start + 4;
    for (int k = start; k < min(stop, n); ++k) {
      const float diagonal
          = fabs(*(panel + (size_t)(k * 2) * pitch + k)) + fabs(*(panel + (size_t)(k * 2 + 1) * pitch + k));
      for (int half_size = 128; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
          if (best[item + half_size] > best[item]
              || (best[item + half_size] == best[item] && where[item + half_size] < where[item])) {
            best[item] = best[item + half_size]; where[item] = where[item + half_size];
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const int row = isnan(diagonal) ? k : where[0];
      for (int j = item; j < ((n + 3) / 4) * 8; j += 256) {
        const float x = *(panel + (size_t)j * pitch + k), y = *(panel + (size_t)j * pitch + row);
        *(panel + (size_t)j * pitch + k) = y;
        *(panel + (size_t)j * pitch + row) = x;
        top[k * 72 + j] = y;
      }
      if (item == 0) {
        pivots[k] = first + row;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const float pivot0 = top[k * 72 + k * 2];
      const float pivot1 = top[k * 72 + k * 2 + 1];
      const int zero = pivot0 == 0 && pivot1 == 0;
      if (zero && !failed) failed = first + k + 1;
      const int wide = fabs(pivot0) >= fabs(pivot1);
      const float ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;
      const float divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;
      const float w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;
      const float inverse = 1 / divisor;
      const int normal = isnormal(inverse);
      float most = 0;
      int row_of = k + 1;
      for (int i = (k + 1) + item; i < m; i += 256) {
        const float x0 = *(panel + (size_t)(k * 2) * pitch + i);
        const float x1 = *(panel + (size_t)(k * 2 + 1) * pitch + i);
        float l0 = (x0 * w0 + x1 * w1) * inverse;
        if (!normal) l0 = (x0 * w0 + x1 * w1) / divisor;
        *(panel + (size_t)(k * 2) * pitch + i) = l0;
        float l1 = (x1 * w0 - x0 * w1) * inverse;
        if (!normal) l1 = (x1 * w0 - x0 * w1) / divisor;
        *(panel + (size_t)(k * 2 + 1) * pitch + i) = l1;
        if (k + 1 < stop) {
          float c0 = *(panel + (size_t)((k + 1) * 2) * pitch + i);
          float c1 = *(panel + (size_t)((k + 1) * 2 + 1) * pitch + i);
          c0 -= l0 * top[k * 72 + (k + 1) * 2]; c0 += l1 * top[k * 72 + (k + 1) * 2 + 1];
          c1 -= l0 * top[k * 72 + (k + 1) * 2 + 1]; c1 -= l1 * top[k * 72 + (k + 1) * 2];
          *(panel + (size_t)((k + 1) * 2) * pitch + i) = c0;
          *(panel + (size_t)((k + 1) * 2 + 1) * pitch + i) = c1;
          const float size = fabs(c0) + fabs(c1);
          if (size > most) {
            most = size; row_of = i;
          }
        }
        for (int j = k + 2; j < stop; ++j) {
          float c0 = *(panel + (size_t)(j * 2) * pitch + i);
          float c1 = *(panel + (size_t)(j * 2 + 1) * pitch + i);
          c0 -= l0 * top[k * 72 + j * 2]; c0 += l1 * top[k * 72 + j * 2 + 1];
          c1 -= l0 * top[k * 72 + j * 2 + 1]; c1 -= l1 * top[k * 72 + j * 2];
          *(panel + (size_t)(j * 2) * pitch + i) = c0;
          *(panel + (size_t)(j * 2 + 1) * pitch + i) = c1;
        }
      }
      *(best + item) = most;
      *(where + item) = row_of;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
  }
  for (int i = item; i < m; i += 256) {
    if (i < n) {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (size_t)i + (size_t)j * a_col] = (float2)(top[i * 72 + j * 2], top[i * 72 + j * 2 + 1]);
      }
    }
    else {
      for (int j = 0; j < n; ++j) {
        a[a_offset + (size_t)i + (size_t)j * a_col]
            = (float2)(*(panel + (size_t)(j * 2) * pitch + i), *(panel + (size_t)(j * 2 + 1) * pitch + i));
      }
    }
  }
  if (item == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
