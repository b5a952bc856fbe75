// substitution m=64 n=4096 float64 a=row b=row lower: items=256 lanes=1 vectors=1 rows=8 teams=8
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double scaled(double a, double factor) { return a * factor; }
double zero_of(double a) { return a * 0; }
double reciprocal(double b)
{
  const double r = 1 / b;
  return isnormal(r) ? r : (double)NAN;
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
substitute(
    const int m, const int n,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global double *restrict b, const ulong b_offset, const int b_row, const int b_col, const double alpha)
{
  __local double solved[2112] __attribute__((aligned(16)));
  __local double triangle[4224] __attribute__((aligned(16)));
  __local double reciprocals[64] __attribute__((aligned(16)));
  __local double shares[2048] __attribute__((aligned(16)));
  const int local_item = get_local_id(0);
  const int place = local_item % 32, team = local_item / 32;
  const int groups = (n + 31) / 32;
  const int col = get_group_id(0) % groups * 32;
  __local double *own = solved + place;
  for (int e = local_item; e < 4096; e += 4096) {
    const int i0 = e / 64, j0 = e % 64;
    const double value0 = i0 < m && i0 >= j0 ? a[a_offset + (size_t)i0 * a_row + (size_t)j0] : 0;
    const int i1 = (e + 256) / 64, j1 = (e + 256) % 64;
    const double value1 = i1 < m && i1 >= j1 ? a[a_offset + (size_t)i1 * a_row + (size_t)j1] : 0;
    const int i2 = (e + 512) / 64, j2 = (e + 512) % 64;
    const double value2 = i2 < m && i2 >= j2 ? a[a_offset + (size_t)i2 * a_row + (size_t)j2] : 0;
    const int i3 = (e + 768) / 64, j3 = (e + 768) % 64;
    const double value3 = i3 < m && i3 >= j3 ? a[a_offset + (size_t)i3 * a_row + (size_t)j3] : 0;
    const int i4 = (e + 1024) / 64, j4 = (e + 1024) % 64;
    const double value4 = i4 < m && i4 >= j4 ? a[a_offset + (size_t)i4 * a_row + (size_t)j4] : 0;
    const int i5 = (e + 1280) / 64, j5 = (e + 1280) % 64;
    const double value5 = i5 < m && i5 >= j5 ? a[a_offset + (size_t)i5 * a_row + (size_t)j5] : 0;
    const int i6 = (e + 1536) / 64, j6 = (e + 1536) % 64;
    const double value6 = i6 < m && i6 >= j6 ? a[a_offset + (size_t)i6 * a_row + (size_t)j6] : 0;
    const int i7 = (e + 1792) / 64, j7 = (e + 1792) % 64;
    const double value7 = i7 < m && i7 >= j7 ? a[a_offset + (size_t)i7 * a_row + (size_t)j7] : 0;
    const int i8 = (e + 2048) / 64, j8 = (e + 2048) % 64;
    const double value8 = i8 < m && i8 >= j8 ? a[a_offset + (size_t)i8 * a_row + (size_t)j8] : 0;
    const int i9 = (e + 2304) / 64, j9 = (e + 2304) % 64;
    const double value9 = i9 < m && i9 >= j9 ? a[a_offset + (size_t)i9 * a_row + (size_t)j9] : 0;
    const int i10 = (e + 2560) / 64, j10 = (e + 2560) % 64;
    const double value10 = i10 < m && i10 >= j10 ? a[a_offset + (size_t)i10 * a_row + (size_t)j10] : 0;
    const int i11 = (e + 2816) / 64, j11 = (e + 2816) % 64;
    const double value11 = i11 < m && i11 >= j11 ? a[a_offset + (size_t)i11 * a_row + (size_t)j11] : 0;
    const int i12 = (e + 3072) / 64, j12 = (e + 3072) % 64;
    const double value12 = i12 < m && i12 >= j12 ? a[a_offset + (size_t)i12 * a_row + (size_t)j12] : 0;
    const int i13 = (e + 3328) / 64, j13 = (e + 3328) % 64;
    const double value13 = i13 < m && i13 >= j13 ? a[a_offset + (size_t)i13 * a_row + (size_t)j13] : 0;
    const int i14 = (e + 3584) / 64, j14 = (e + 3584) % 64;
    const double value14 = i14 < m && i14 >= j14 ? a[a_offset + (size_t)i14 * a_row + (size_t)j14] : 0;
    const int i15 = (e + 3840) / 64, j15 = (e + 3840) % 64;
    const double value15 = i15 < m && i15 >= j15 ? a[a_offset + (size_t)i15 * a_row + (size_t)j15] : 0;
    triangle[j0 * 66 + i0] = value0;
    triangle[j1 * 66 + i1] = value1;
    triangle[j2 * 66 + i2] = value2;
    triangle[j3 * 66 + i3] = value3;
    triangle[j4 * 66 + i4] = value4;
    triangle[j5 * 66 + i5] = value5;
    triangle[j6 * 66 + i6] = value6;
    triangle[j7 * 66 + i7] = value7;
    triangle[j8 * 66 + i8] = value8;
    triangle[j9 * 66 + i9] = value9;
    triangle[j10 * 66 + i10] = value10;
    triangle[j11 * 66 + i11] = value11;
    triangle[j12 * 66 + i12] = value12;
    triangle[j13 * 66 + i13] = value13;
    triangle[j14 * 66 + i14] = value14;
    triangle[j15 * 66 + i15] = value15;
  }
  const int i_0 = local_item / 32, j_0 = local_item % 32;
  const double right0 = i_0 < m && col + j_0 < n ? b[b_offset + (size_t)i_0 * b_row + (size_t)(col + j_0)] : 0;
  const int i_1 = (local_item + 256) / 32, j_1 = (local_item + 256) % 32;
  const double right1 = i_1 < m && col + j_1 < n ? b[b_offset + (size_t)i_1 * b_row + (size_t)(col + j_1)] : 0;
  const int i_2 = (local_item + 512) / 32, j_2 = (local_item + 512) % 32;
  const double right2 = i_2 < m && col + j_2 < n ? b[b_offset + (size_t)i_2 * b_row + (size_t)(col + j_2)] : 0;
  const int i_3 = (local_item + 768) / 32, j_3 = (local_item + 768) % 32;
  const double right3 = i_3 < m && col + j_3 < n ? b[b_offset + (size_t)i_3 * b_row + (size_t)(col + j_3)] : 0;
  const int i_4 = (local_item + 1024) / 32, j_4 = (local_item + 1024) % 32;
  const double right4 = i_4 < m && col + j_4 < n ? b[b_offset + (size_t)i_4 * b_row + (size_t)(col + j_4)] : 0;
  const int i_5 = (local_item + 1280) / 32, j_5 = (local_item + 1280) % 32;
  const double right5 = i_5 < m && col + j_5 < n ? b[b_offset + (size_t)i_5 * b_row + (size_t)(col + j_5)] : 0;
  const int i_6 = (local_item + 1536) / 32, j_6 = (local_item + 1536) % 32;
  const double right6 = i_6 < m && col + j_6 < n ? b[b_offset + (size_t)i_6 * b_row + (size_t)(col + j_6)] : 0;
  const int i_7 = (local_item + 1792) / 32, j_7 = (local_item + 1792) % 32;
  const double right7 = i_7 < m && col + j_7 < n ? b[b_offset + (size_t)i_7 * b_row + (size_t)(col + j_7)] : 0;
  solved[i_0 * 33 + j_0] = scaled(right0, alpha);
  solved[i_1 * 33 + j_1] = scaled(right1, alpha);
  solved[i_2 * 33 + j_2] = scaled(right2, alpha);
  solved[i_3 * 33 + j_3] = scaled(right3, alpha);
  solved[i_4 * 33 + j_4] = scaled(right4, alpha);
  solved[i_5 * 33 + j_5] = scaled(right5, alpha);
  solved[i_6 * 33 + j_6] = scaled(right6, alpha);
  solved[i_7 * 33 + j_7] = scaled(right7, alpha);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = local_item; i < m; i += 256) {
    reciprocals[i] = reciprocal(triangle[i * 67]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int row = 0;
  for (; row + 8 <= m; row += 8) {
    double x0_0, x1_0, x2_0, x3_0, x4_0, x5_0, x6_0, x7_0;
    x0_0 = 0;
    x1_0 = 0;
    x2_0 = 0;
    x3_0 = 0;
    x4_0 = 0;
    x5_0 = 0;
    x6_0 = 0;
    x7_0 = 0;
    #pragma unroll 4
    for (int j = team; j < row; j += 8) {
      const double known0 = *(own + j * 33);
      const double2 a_0 = *(__local const double2 *)(triangle + j * 66 + row);
      const double a0 = a_0.s0;
      const double a1 = a_0.s1;
      const double2 a_2 = *(__local const double2 *)(triangle + j * 66 + row + 2);
      const double a2 = a_2.s0;
      const double a3 = a_2.s1;
      const double2 a_4 = *(__local const double2 *)(triangle + j * 66 + row + 4);
      const double a4 = a_4.s0;
      const double a5 = a_4.s1;
      const double2 a_6 = *(__local const double2 *)(triangle + j * 66 + row + 6);
      const double a6 = a_6.s0;
      const double a7 = a_6.s1;
      x0_0 -= a0 * known0;
      x1_0 -= a1 * known0;
      x2_0 -= a2 * known0;
      x3_0 -= a3 * known0;
      x4_0 -= a4 * known0;
      x5_0 -= a5 * known0;
      x6_0 -= a6 * known0;
      x7_0 -= a7 * known0;
    }
    shares[team * 256 + place] = x0_0;
    shares[team * 256 + 32 + place] = x1_0;
    shares[team * 256 + 64 + place] = x2_0;
    shares[team * 256 + 96 + place] = x3_0;
    shares[team * 256 + 128 + place] = x4_0;
    shares[team * 256 + 160 + place] = x5_0;
    shares[team * 256 + 192 + place] = x6_0;
    shares[team * 256 + 224 + place] = x7_0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = team; k < 8; k += 8) {
      *(own + (row + k) * 33) += shares[k * 32 + place] + shares[256 + k * 32 + place] + shares[512 + k * 32 + place]
          + shares[768 + k * 32 + place] + shares[1024 + k * 32 + place] + shares[1280 + k * 32 + place]
          + shares[1536 + k * 32 + place] + shares[1792 + k * 32 + place];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (team == 0) {
      x0_0 = *(own + row * 33);
      x1_0 = *(own + (row + 1) * 33);
      x2_0 = *(own + (row + 2) * 33);
      x3_0 = *(own + (row + 3) * 33);
      x4_0 = *(own + (row + 4) * 33);
      x5_0 = *(own + (row + 5) * 33);
      x6_0 = *(own + (row + 6) * 33);
      x7_0 = *(own + (row + 7) * 33);
      const double near0 = reciprocals[row];
      x0_0 = scaled(x0_0, near0);
      {
        const double2 a_0 = *(__local const double2 *)(triangle + row * 66 + row);
        const double a1 = a_0.s1;
        const double2 a_2 = *(__local const double2 *)(triangle + row * 66 + row + 2);
        const double a2 = a_2.s0;
        const double a3 = a_2.s1;
        const double2 a_4 = *(__local const double2 *)(triangle + row * 66 + row + 4);
        const double a4 = a_4.s0;
        const double a5 = a_4.s1;
        const double2 a_6 = *(__local const double2 *)(triangle + row * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x1_0 -= a1 * x0_0;
        x2_0 -= a2 * x0_0;
        x3_0 -= a3 * x0_0;
        x4_0 -= a4 * x0_0;
        x5_0 -= a5 * x0_0;
        x6_0 -= a6 * x0_0;
        x7_0 -= a7 * x0_0;
      }
      const double near1 = reciprocals[row + 1];
      x1_0 = scaled(x1_0, near1);
      {
        const double2 a_2 = *(__local const double2 *)(triangle + (row + 1) * 66 + row + 2);
        const double a2 = a_2.s0;
        const double a3 = a_2.s1;
        const double2 a_4 = *(__local const double2 *)(triangle + (row + 1) * 66 + row + 4);
        const double a4 = a_4.s0;
        const double a5 = a_4.s1;
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 1) * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x2_0 -= a2 * x1_0;
        x3_0 -= a3 * x1_0;
        x4_0 -= a4 * x1_0;
        x5_0 -= a5 * x1_0;
        x6_0 -= a6 * x1_0;
        x7_0 -= a7 * x1_0;
      }
      const double near2 = reciprocals[row + 2];
      x2_0 = scaled(x2_0, near2);
      {
        const double2 a_2 = *(__local const double2 *)(triangle + (row + 2) * 66 + row + 2);
        const double a3 = a_2.s1;
        const double2 a_4 = *(__local const double2 *)(triangle + (row + 2) * 66 + row + 4);
        const double a4 = a_4.s0;
        const double a5 = a_4.s1;
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 2) * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x3_0 -= a3 * x2_0;
        x4_0 -= a4 * x2_0;
        x5_0 -= a5 * x2_0;
        x6_0 -= a6 * x2_0;
        x7_0 -= a7 * x2_0;
      }
      const double near3 = reciprocals[row + 3];
      x3_0 = scaled(x3_0, near3);
      {
        const double2 a_4 = *(__local const double2 *)(triangle + (row + 3) * 66 + row + 4);
        const double a4 = a_4.s0;
        const double a5 = a_4.s1;
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 3) * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x4_0 -= a4 * x3_0;
        x5_0 -= a5 * x3_0;
        x6_0 -= a6 * x3_0;
        x7_0 -= a7 * x3_0;
      }
      const double near4 = reciprocals[row + 4];
      x4_0 = scaled(x4_0, near4);
      {
        const double2 a_4 = *(__local const double2 *)(triangle + (row + 4) * 66 + row + 4);
        const double a5 = a_4.s1;
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 4) * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x5_0 -= a5 * x4_0;
        x6_0 -= a6 * x4_0;
        x7_0 -= a7 * x4_0;
      }
      const double near5 = reciprocals[row + 5];
      x5_0 = scaled(x5_0, near5);
      {
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 5) * 66 + row + 6);
        const double a6 = a_6.s0;
        const double a7 = a_6.s1;
        x6_0 -= a6 * x5_0;
        x7_0 -= a7 * x5_0;
      }
      const double near6 = reciprocals[row + 6];
      x6_0 = scaled(x6_0, near6);
      {
        const double2 a_6 = *(__local const double2 *)(triangle + (row + 6) * 66 + row + 6);
        const double a7 = a_6.s1;
        x7_0 -= a7 * x6_0;
      }
      const double near7 = reciprocals[row + 7];
      x7_0 = scaled(x7_0, near7);
      const double zeros = zero_of(x0_0) + zero_of(x1_0) + zero_of(x2_0) + zero_of(x3_0) + zero_of(x4_0) + zero_of(x5_0)
          + zero_of(x6_0) + zero_of(x7_0);
      if (!(zeros == 0)) {
        for (int k = 0; k < 8; ++k) {
          const double pivot = triangle[(row + k) * 66 + (row + k)];
          {
            double x = *(own + (row + k) * 33);
            for (int s = 0; s < k; ++s) {
              const double left = triangle[(row + s) * 66 + (row + k)];
              const double known = *(own + (row + s) * 33);
              x -= left * known;
            }
            x = x / pivot;
            *(own + (row + k) * 33) = x;
          }
        }
        x0_0 = *(own + row * 33);
        x1_0 = *(own + (row + 1) * 33);
        x2_0 = *(own + (row + 2) * 33);
        x3_0 = *(own + (row + 3) * 33);
        x4_0 = *(own + (row + 4) * 33);
        x5_0 = *(own + (row + 5) * 33);
        x6_0 = *(own + (row + 6) * 33);
        x7_0 = *(own + (row + 7) * 33);
      }
      *(own + row * 33) = x0_0;
      *(own + (row + 1) * 33) = x1_0;
      *(own + (row + 2) * 33) = x2_0;
      *(own + (row + 3) * 33) = x3_0;
      *(own + (row + 4) * 33) = x4_0;
      *(own + (row + 5) * 33) = x5_0;
      *(own + (row + 6) * 33) = x6_0;
      *(own + (row + 7) * 33) = x7_0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (; row + 1 <= m; row += 1) {
    double x0_0;
    x0_0 = 0;
    #pragma unroll 4
    for (int j = team; j < row; j += 8) {
      const double known0 = *(own + j * 33);
      const double a0 = triangle[j * 66 + row];
      x0_0 -= a0 * known0;
    }
    shares[team * 256 + place] = x0_0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = team; k < 1; k += 8) {
      *(own + (row + k) * 33) += shares[k * 32 + place] + shares[256 + k * 32 + place] + shares[512 + k * 32 + place]
          + shares[768 + k * 32 + place] + shares[1024 + k * 32 + place] + shares[1280 + k * 32 + place]
          + shares[1536 + k * 32 + place] + shares[1792 + k * 32 + place];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (team == 0) {
      x0_0 = *(own + row * 33);
      const double near0 = reciprocals[row];
      x0_0 = scaled(x0_0, near0);
      const double zeros = zero_of(x0_0);
      if (!(zeros == 0)) {
        for (int k = 0; k < 1; ++k) {
          const double pivot = triangle[(row + k) * 66 + (row + k)];
          {
            double x = *(own + (row + k) * 33);
            for (int s = 0; s < k; ++s) {
              const double left = triangle[(row + s) * 66 + (row + k)];
              const double known = *(own + (row + s) * 33);
              x -= left * known;
            }
            x = x / pivot;
            *(own + (row + k) * 33) = x;
          }
        }
        x0_0 = *(own + row * 33);
      }
      *(own + row * 33) = x0_0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i_0 < m && col + j_0 < n) { b[b_offset + (size_t)i_0 * b_row + (size_t)(col + j_0)] = solved[i_0 * 33 + j_0]; }
  if (i_1 < m && col + j_1 < n) { b[b_offset + (size_t)i_1 * b_row + (size_t)(col + j_1)] = solved[i_1 * 33 + j_1]; }
  if (i_2 < m && col + j_2 < n) { b[b_offset + (size_t)i_2 * b_row + (size_t)(col + j_2)] = solved[i_2 * 33 + j_2]; }
  if (i_3 < m && col + j_3 < n) { b[b_offset + (size_t)i_3 * b_row + (size_t)(col + j_3)] = solved[i_3 * 33 + j_3]; }
  if (i_4 < m && col + j_4 < n) { b[b_offset + (size_t)i_4 * b_row + (size_t)(col + j_4)] = solved[i_4 * 33 + j_4]; }
  if (i_5 < m && col + j_5 < n) { b[b_offset + (size_t)i_5 * b_row + (size_t)(col + j_5)] = solved[i_5 * 33 + j_5]; }
  if (i_6 < m && col + j_6 < n) { b[b_offset + (size_t)i_6 * b_row + (size_t)(col + j_6)] = solved[i_6 * 33 + j_6]; }
  if (i_7 < m && col + j_7 < n) { b[b_offset + (size_t)i_7 * b_row + (size_t)(col + j_7)] = solved[i_7 * 33 + j_7]; }
}
