// factorization m=64 n=64 rhs=0 items=3 complex64 cholesky factor a=col upper batched: items=256 lanes=2 vectors=1
// rows=4
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
cholesky_block(
    const int n,
    __global float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global int *restrict info, const ulong info_offset, const int first, const ulong a_step)
{
  __local float2 u[4224] __attribute__((aligned(16)));
  const size_t matrix = get_group_id(0);
  a += matrix * a_step;
  const int item = get_local_id(0);
  const int size = ((n + 3) / 4) * 4;
  int failed = 0;
  for (int e = item; e < size * 64; e += 2048) {
    const int i0 = e % 64, j0 = e / 64;
    const float2 value0 = i0 <= j0 && j0 < n
        ? a[a_offset + (size_t)i0 + (size_t)j0 * a_col] : i0 == j0 ? (float2)(1, 0) : (float2)(0);
    const int i1 = (e + 256) % 64, j1 = (e + 256) / 64;
    const float2 value1 = i1 <= j1 && j1 < n
        ? a[a_offset + (size_t)i1 + (size_t)j1 * a_col] : i1 == j1 ? (float2)(1, 0) : (float2)(0);
    const int i2 = (e + 512) % 64, j2 = (e + 512) / 64;
    const float2 value2 = i2 <= j2 && j2 < n
        ? a[a_offset + (size_t)i2 + (size_t)j2 * a_col] : i2 == j2 ? (float2)(1, 0) : (float2)(0);
    const int i3 = (e + 768) % 64, j3 = (e + 768) / 64;
    const float2 value3 = i3 <= j3 && j3 < n
        ? a[a_offset + (size_t)i3 + (size_t)j3 * a_col] : i3 == j3 ? (float2)(1, 0) : (float2)(0);
    const int i4 = (e + 1024) % 64, j4 = (e + 1024) / 64;
    const float2 value4 = i4 <= j4 && j4 < n
        ? a[a_offset + (size_t)i4 + (size_t)j4 * a_col] : i4 == j4 ? (float2)(1, 0) : (float2)(0);
    const int i5 = (e + 1280) % 64, j5 = (e + 1280) / 64;
    const float2 value5 = i5 <= j5 && j5 < n
        ? a[a_offset + (size_t)i5 + (size_t)j5 * a_col] : i5 == j5 ? (float2)(1, 0) : (float2)(0);
    const int i6 = (e + 1536) % 64, j6 = (e + 1536) / 64;
    const float2 value6 = i6 <= j6 && j6 < n
        ? a[a_offset + (size_t)i6 + (size_t)j6 * a_col] : i6 == j6 ? (float2)(1, 0) : (float2)(0);
    const int i7 = (e + 1792) % 64, j7 = (e + 1792) / 64;
    const float2 value7 = i7 <= j7 && j7 < n
        ? a[a_offset + (size_t)i7 + (size_t)j7 * a_col] : i7 == j7 ? (float2)(1, 0) : (float2)(0);
    if (i0 <= j0 && j0 < size) u[i0 * 66 + j0] = value0;
    if (i1 <= j1 && j1 < size) u[i1 * 66 + j1] = value1;
    if (i2 <= j2 && j2 < size) u[i2 * 66 + j2] = value2;
    if (i3 <= j3 && j3 < size) u[i3 * 66 + j3] = value3;
    if (i4 <= j4 && j4 < size) u[i4 * 66 + j4] = value4;
    if (i5 <= j5 && j5 < size) u[i5 * 66 + j5] = value5;
    if (i6 <= j6 && j6 < size) u[i6 * 66 + j6] = value6;
    if (i7 <= j7 && j7 < size) u[i7 * 66 + j7] = value7;
  }
  for (int k = 0; k < size; k += 4) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = k + item; j < size; j += 256) {
      float root0, near0;
      float root1, near1;
      float root2, near2;
      float root3, near3;
      float2 u0_1, u0_2, u0_3, u1_2, u1_3, u2_3;
      root0 = u[k * 66 + k].x;
      u0_1 = u[k * 66 + k + 1];
      u0_2 = u[k * 66 + k + 2];
      u0_3 = u[k * 66 + k + 3];
      root1 = u[(k + 1) * 66 + k + 1].x;
      u1_2 = u[(k + 1) * 66 + k + 2];
      u1_3 = u[(k + 1) * 66 + k + 3];
      root2 = u[(k + 2) * 66 + k + 2].x;
      u2_3 = u[(k + 2) * 66 + k + 3];
      root3 = u[(k + 3) * 66 + k + 3].x;
      if (failed == 0 && !(root0 > 0)) failed = first + k + 1;
      root0 = sqrt(root0);
      near0 = 1 / root0;
      u0_1 *= near0;
      u0_2 *= near0;
      u0_3 *= near0;
      root1 -= u0_1.x * u0_1.x + u0_1.y * u0_1.y;
      if (failed == 0 && !(root1 > 0)) failed = first + k + 2;
      root1 = sqrt(root1);
      near1 = 1 / root1;
      u1_2 -= times(conj(u0_1), u0_2);
      u1_2 *= near1;
      u1_3 -= times(conj(u0_1), u0_3);
      u1_3 *= near1;
      root2 -= u0_2.x * u0_2.x + u0_2.y * u0_2.y;
      root2 -= u1_2.x * u1_2.x + u1_2.y * u1_2.y;
      if (failed == 0 && !(root2 > 0)) failed = first + k + 3;
      root2 = sqrt(root2);
      near2 = 1 / root2;
      u2_3 -= times(conj(u0_2), u0_3);
      u2_3 -= times(conj(u1_2), u1_3);
      u2_3 *= near2;
      root3 -= u0_3.x * u0_3.x + u0_3.y * u0_3.y;
      root3 -= u1_3.x * u1_3.x + u1_3.y * u1_3.y;
      root3 -= u2_3.x * u2_3.x + u2_3.y * u2_3.y;
      if (failed == 0 && !(root3 > 0)) failed = first + k + 4;
      root3 = sqrt(root3);
      near3 = 1 / root3;
      float2 x0_0 = *(__local const float2 *)(__local float *)(u + k * 66 + j);
      float2 x1_0 = *(__local const float2 *)(__local float *)(u + (k + 1) * 66 + j);
      float2 x2_0 = *(__local const float2 *)(__local float *)(u + (k + 2) * 66 + j);
      float2 x3_0 = *(__local const float2 *)(__local float *)(u + (k + 3) * 66 + j);
      x0_0 *= near0;
      x1_0.even -= u0_1.x * x0_0.even - -u0_1.y * x0_0.odd;
      x1_0.odd -= u0_1.x * x0_0.odd + -u0_1.y * x0_0.even;
      x1_0 *= near1;
      x2_0.even -= u0_2.x * x0_0.even - -u0_2.y * x0_0.odd;
      x2_0.odd -= u0_2.x * x0_0.odd + -u0_2.y * x0_0.even;
      x2_0.even -= u1_2.x * x1_0.even - -u1_2.y * x1_0.odd;
      x2_0.odd -= u1_2.x * x1_0.odd + -u1_2.y * x1_0.even;
      x2_0 *= near2;
      x3_0.even -= u0_3.x * x0_0.even - -u0_3.y * x0_0.odd;
      x3_0.odd -= u0_3.x * x0_0.odd + -u0_3.y * x0_0.even;
      x3_0.even -= u1_3.x * x1_0.even - -u1_3.y * x1_0.odd;
      x3_0.odd -= u1_3.x * x1_0.odd + -u1_3.y * x1_0.even;
      x3_0.even -= u2_3.x * x2_0.even - -u2_3.y * x2_0.odd;
      x3_0.odd -= u2_3.x * x2_0.odd + -u2_3.y * x2_0.even;
      x3_0 *= near3;
      if (j >= k + 4) {
        *(__local float2 *)(__local float *)(u + k * 66 + j) = x0_0;
        *(__local float2 *)(__local float *)(u + (k + 1) * 66 + j) = x1_0;
        *(__local float2 *)(__local float *)(u + (k + 2) * 66 + j) = x2_0;
        *(__local float2 *)(__local float *)(u + (k + 3) * 66 + j) = x3_0;
      }
      if (k <= j && j < n) { a[a_offset + (size_t)k + (size_t)j * a_col] = (j == k ? (float2)(root0, 0) : x0_0); }
      if (k + 1 <= j && j < n)
          { a[a_offset + (size_t)(k + 1) + (size_t)j * a_col] = (j == k + 1 ? (float2)(root1, 0) : x1_0); }
      if (k + 2 <= j && j < n)
          { a[a_offset + (size_t)(k + 2) + (size_t)j * a_col] = (j == k + 2 ? (float2)(root2, 0) : x2_0); }
      if (k + 3 <= j && j < n)
          { a[a_offset + (size_t)(k + 3) + (size_t)j * a_col] = (j == k + 3 ? (float2)(root3, 0) : x3_0); }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int start = k + 4, tiles = (size - start) / 2;
    for (int t = item; t < (tiles + 1) / 2 * (tiles + 1); t += 256) {
      const int pair = t / (tiles + 1), along = t % (tiles + 1);
      const bool upper = along < tiles - pair;
      const int tile_row = upper ? pair : tiles - 1 - pair;
      const int tile_col = upper ? pair + along : along - 1;
      if (upper || tile_row > pair) {
        const int row = start + tile_row * 2;
        const int col = start + tile_col * 2;
        float4 x0_0 = *(__local const float4 *)(__local float *)(u + row * 66 + col);
        float4 x1_0 = *(__local const float4 *)(__local float *)(u + (row + 1) * 66 + col);
        float4 y0_0 = (float4)(0);
        float4 y1_0 = (float4)(0);
        for (int s = k; s < start; ++s) {
          const float4 b0 = *(__local const float4 *)(__local float *)(u + s * 66 + col);
          const float4 left = *(__local const float4 *)(__local float *)(u + s * 66 + row);
          const float2 a0 = left.s01;
          const float2 a1 = left.s23;
          x0_0 -= a0.x * b0;
          y0_0 -= a0.y * b0;
          x1_0 -= a1.x * b0;
          y1_0 -= a1.y * b0;
        }
        x0_0.even += y0_0.odd;
        x0_0.odd -= y0_0.even;
        x1_0.even += y1_0.odd;
        x1_0.odd -= y1_0.even;
        *(__local float4 *)(__local float *)(u + row * 66 + col) = x0_0;
        *(__local float4 *)(__local float *)(u + (row + 1) * 66 + col) = x1_0;
      }
    }
  }
  if (item == 0 && (first == 0 || info[info_offset + matrix] == 0)) {
    info[info_offset + matrix] = failed;
  }
}
