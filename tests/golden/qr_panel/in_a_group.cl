// factorization m=1000 n=32 rhs=0 items=3 complex64 qr factor a=col batched: items=256 team=32 lanes=1 block=2
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
qr_panel(
    const int m, const int n,
    __global float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict tau, const ulong tau_offset,
    __global float *restrict panel, const ulong a_step, const ulong tau_step)
{
  __local float sums[1024] __attribute__((aligned(64)));
  const int item = get_local_id(0);
  const int pitch = m + 16;
  const int lane = item % 32;
  const int team = item / 32;
  tau += tau_offset;
  const size_t set = get_group_id(0);
  a += set * a_step; tau += set * tau_step; panel += set * (n + 1) * 2 * pitch;
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
    for (int j = n; j < n + 1; ++j) {
      *(panel + (size_t)(j * 2) * pitch + i) = 0;
      *(panel + (size_t)(j * 2 + 1) * pitch + i) = 0;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int k = 0; k < n; ++k) {
    float alpha0 = *(panel + (size_t)(k * 2) * pitch + k);
    float alpha1 = *(panel + (size_t)(k * 2 + 1) * pitch + k);
    float magnitudes = (float)0, squares = (float)0;
    for (int i = (k + 1) + lane; i < m; i += 32) {
      const float x0 = (i > k ? *(panel + (size_t)(k * 2) * pitch + i) : (float)0);
      squares += x0 * x0;
      magnitudes += fabs(x0);
      const float x1 = (i > k ? *(panel + (size_t)(k * 2 + 1) * pitch + i) : (float)0);
      squares += x1 * x1;
      magnitudes += fabs(x1);
    }
    for (int i = item; i < k; i += 256) {
      a[a_offset + (size_t)i + (size_t)k * a_col]
          = (float2)(*(panel + (size_t)(k * 2) * pitch + i), *(panel + (size_t)(k * 2 + 1) * pitch + i));
    }
    sums[item] = magnitudes;
    sums[item + 256] = squares;
    for (int half_size = 16; half_size > 0; half_size /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane < half_size) {
        sums[item] += sums[item + half_size];
        sums[item + 256] += sums[item + 256 + half_size];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum_magnitudes = sums[item - lane];
    float sum_squares = sums[item + 256 - lane];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const int none = sum_magnitudes + fabs(alpha1) == 0
        || sum_magnitudes + fabs(alpha0) + fabs(alpha1) < 1.1754944e-38f;
    float unit = 1;
    float length = sum_squares + alpha0 * alpha0 + alpha1 * alpha1;
    if (!none && !(length > 1e-24f && length < 1e36f)) {
      unit = 1 / (sum_magnitudes + fabs(alpha0) + fabs(alpha1));
      squares = (float)0;
      for (int i = (k + 1) + lane; i < m; i += 32) {
        const float x0 = (i > k ? *(panel + (size_t)(k * 2) * pitch + i) : (float)0) * unit;
        squares += x0 * x0;
        const float x1 = (i > k ? *(panel + (size_t)(k * 2 + 1) * pitch + i) : (float)0) * unit;
        squares += x1 * x1;
      }
      sums[item] = squares;
      for (int half_size = 16; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_size) {
          sums[item] += sums[item + half_size];
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      float sum_squares = sums[item - lane];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      alpha0 *= unit;
      alpha1 *= unit;
      length = sum_squares + alpha0 * alpha0 + alpha1 * alpha1;
    }
    const float beta = none ? alpha0 : alpha0 < 0 ? sqrt(length) : -sqrt(length);
    const float tau0 = none ? 0 : (beta - alpha0) / beta;
    const float d0 = none ? 1 : alpha0 - beta;
    const float tau1 = none ? 0 : -alpha1 / beta;
    const float size = d0 * d0 + alpha1 * alpha1;
    const float s0 = none ? 0 : d0 / size * unit, s1 = none ? 0 : -alpha1 / size * unit;
    if (item == 0) {
      a[a_offset + (size_t)k + (size_t)k * a_col] = (float2)(beta / unit, 0);
      tau[k] = (float2)(tau0, tau1);
    }
    for (int i = k + item; i < m; i += 256) {
      const float x0 = *(panel + (size_t)(k * 2) * pitch + i);
      const float x1 = *(panel + (size_t)(k * 2 + 1) * pitch + i);
      *(panel + (size_t)(k * 2) * pitch + i) = i > k ? x0 * s0 - x1 * s1 : i == k ? (float)1 : (float)0;
      *(panel + (size_t)(k * 2 + 1) * pitch + i) = i > k ? x0 * s1 + x1 * s0 : (float)0;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int start = k + 1; start < n; start += 16) {
      const int j = start + team * 2;
      float t0_0 = (float)0;
      float t0_1 = (float)0;
      float t1_0 = (float)0;
      float t1_1 = (float)0;
      for (int i = k + lane; j < n && i < m; i += 32) {
        const float l0 = *(panel + (size_t)(k * 2) * pitch + i);
        const float l1 = *(panel + (size_t)(k * 2 + 1) * pitch + i);
        float c0_0 = *(panel + (size_t)(j * 2) * pitch + i);
        float c0_1 = *(panel + (size_t)(j * 2 + 1) * pitch + i);
        float c1_0 = *(panel + (size_t)((j + 1) * 2) * pitch + i);
        float c1_1 = *(panel + (size_t)((j + 1) * 2 + 1) * pitch + i);
        t0_0 += l0 * c0_0; t0_0 += l1 * c0_1;
        t0_1 += l0 * c0_1; t0_1 -= l1 * c0_0;
        t1_0 += l0 * c1_0; t1_0 += l1 * c1_1;
        t1_1 += l0 * c1_1; t1_1 -= l1 * c1_0;
      }
      sums[item] = t0_0;
      sums[item + 256] = t0_1;
      sums[item + 512] = t1_0;
      sums[item + 768] = t1_1;
      for (int half_size = 16; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_size) {
          sums[item] += sums[item + half_size];
          sums[item + 256] += sums[item + 256 + half_size];
          sums[item + 512] += sums[item + 512 + half_size];
          sums[item + 768] += sums[item + 768 + half_size];
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      float sum_t0_0 = sums[item - lane];
      float sum_t0_1 = sums[item + 256 - lane];
      float sum_t1_0 = sums[item + 512 - lane];
      float sum_t1_1 = sums[item + 768 - lane];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      const float w0_0 = tau0 * sum_t0_0 + tau1 * sum_t0_1;
      const float w0_1 = tau0 * sum_t0_1 - tau1 * sum_t0_0;
      const float w1_0 = tau0 * sum_t1_0 + tau1 * sum_t1_1;
      const float w1_1 = tau0 * sum_t1_1 - tau1 * sum_t1_0;
      for (int i = k + lane; j < n && i < m; i += 32) {
        const float l0 = *(panel + (size_t)(k * 2) * pitch + i);
        const float l1 = *(panel + (size_t)(k * 2 + 1) * pitch + i);
        float c0_0 = *(panel + (size_t)(j * 2) * pitch + i);
        float c0_1 = *(panel + (size_t)(j * 2 + 1) * pitch + i);
        float c1_0 = *(panel + (size_t)((j + 1) * 2) * pitch + i);
        float c1_1 = *(panel + (size_t)((j + 1) * 2 + 1) * pitch + i);
        c0_0 -= l0 * w0_0; c0_0 += l1 * w0_1;
        c0_1 -= l0 * w0_1; c0_1 -= l1 * w0_0;
        *(panel + (size_t)(j * 2) * pitch + i) = c0_0;
        *(panel + (size_t)(j * 2 + 1) * pitch + i) = c0_1;
        c1_0 -= l0 * w1_0; c1_0 += l1 * w1_1;
        c1_1 -= l0 * w1_1; c1_1 -= l1 * w1_0;
        *(panel + (size_t)((j + 1) * 2) * pitch + i) = c1_0;
        *(panel + (size_t)((j + 1) * 2 + 1) * pitch + i) = c1_1;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  for (int i = item; i < m; i += 256) {
    for (int j = 0; j < min(i, n); ++j) {
      a[a_offset + (size_t)i + (size_t)j * a_col]
          = (float2)(*(panel + (size_t)(j * 2) * pitch + i), *(panel + (size_t)(j * 2 + 1) * pitch + i));
    }
  }
}
