// convgemm kernels=8 channels=8 height=8 width=8 float32 3x3 accuracy=fast: tile=2 tm=8 tn=8 rm=8 rn=1 depth=1
// multiply=plain
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
conv_winograd_tile(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const float *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w, const int items)
{
  __local float shared[256];
  __local float *seen = shared + 128;
  const int number = get_local_id(0);
  const int xi = number / 8, own = number % 8;
  const int own_row = own / 8, own_col = own % 8;
  const int first_row = get_group_id(1) * 8;
  const int first_tile = get_group_id(0) * 8;
  const int tiles_x = (out_w + 1) / 2;
  const int tiles = (out_h + 1) / 2 * tiles_x, planes = k / 9;
  float sum0_0 = 0;
  float sum1_0 = 0;
  float sum2_0 = 0;
  float sum3_0 = 0;
  float sum4_0 = 0;
  float sum5_0 = 0;
  float sum6_0 = 0;
  float sum7_0 = 0;
  for (int start = 0; start < planes; ++start) {
    for (int e = number; e < 8; e += 128) {
      const int l = e / 8, r = e % 8;
      const int inside = first_row + r < m && start + l < planes;
      const float tap0 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9)] : 0;
      const float tap1 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 1)] : 0;
      const float tap2 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 2)] : 0;
      const float tap3 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 3)] : 0;
      const float tap4 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 4)] : 0;
      const float tap5 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 5)] : 0;
      const float tap6 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 6)] : 0;
      const float tap7 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 7)] : 0;
      const float tap8 = inside ? a[a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 8)] : 0;
      const float u_0_0 = tap0;
      const float u_0_1s = 0.5f * (tap0 + tap6);
      const float u_0_1d = 0.5f * tap3;
      const float u_0_1 = u_0_1s + u_0_1d;
      const float u_0_2 = u_0_1s - u_0_1d;
      const float u_0_3 = tap6;
      const float u_1_0 = tap1;
      const float u_1_1s = 0.5f * (tap1 + tap7);
      const float u_1_1d = 0.5f * tap4;
      const float u_1_1 = u_1_1s + u_1_1d;
      const float u_1_2 = u_1_1s - u_1_1d;
      const float u_1_3 = tap7;
      const float u_2_0 = tap2;
      const float u_2_1s = 0.5f * (tap2 + tap8);
      const float u_2_1d = 0.5f * tap5;
      const float u_2_1 = u_2_1s + u_2_1d;
      const float u_2_2 = u_2_1s - u_2_1d;
      const float u_2_3 = tap8;
      const float u0_0 = u_0_0;
      const float u0_1s = 0.5f * (u_0_0 + u_2_0);
      const float u0_1d = 0.5f * u_1_0;
      const float u0_1 = u0_1s + u0_1d;
      const float u0_2 = u0_1s - u0_1d;
      const float u0_3 = u_2_0;
      const float u1_0 = u_0_1;
      const float u1_1s = 0.5f * (u_0_1 + u_2_1);
      const float u1_1d = 0.5f * u_1_1;
      const float u1_1 = u1_1s + u1_1d;
      const float u1_2 = u1_1s - u1_1d;
      const float u1_3 = u_2_1;
      const float u2_0 = u_0_2;
      const float u2_1s = 0.5f * (u_0_2 + u_2_2);
      const float u2_1d = 0.5f * u_1_2;
      const float u2_1 = u2_1s + u2_1d;
      const float u2_2 = u2_1s - u2_1d;
      const float u2_3 = u_2_2;
      const float u3_0 = u_0_3;
      const float u3_1s = 0.5f * (u_0_3 + u_2_3);
      const float u3_1d = 0.5f * u_1_3;
      const float u3_1 = u3_1s + u3_1d;
      const float u3_2 = u3_1s - u3_1d;
      const float u3_3 = u_2_3;
      shared[l * 8 + r] = u0_0;
      shared[(l + 1) * 8 + r] = u0_1;
      shared[(l + 2) * 8 + r] = u0_2;
      shared[(l + 3) * 8 + r] = u0_3;
      shared[(l + 4) * 8 + r] = u1_0;
      shared[(l + 5) * 8 + r] = u1_1;
      shared[(l + 6) * 8 + r] = u1_2;
      shared[(l + 7) * 8 + r] = u1_3;
      shared[(l + 8) * 8 + r] = u2_0;
      shared[(l + 9) * 8 + r] = u2_1;
      shared[(l + 10) * 8 + r] = u2_2;
      shared[(l + 11) * 8 + r] = u2_3;
      shared[(l + 12) * 8 + r] = u3_0;
      shared[(l + 13) * 8 + r] = u3_1;
      shared[(l + 14) * 8 + r] = u3_2;
      shared[(l + 15) * 8 + r] = u3_3;
    }
    for (int e = number; e < 8; e += 128) {
      const int l = e / 8, tile = first_tile + e % 8;
      const int item = tile / tiles, place = tile - item * tiles;
      const int top = place / tiles_x * 2 - pad_h, left = place % tiles_x * 2 - pad_w;
      const int known = item < items && start + l < planes;
      __global const float *plane = image + image_offset + item * image_step + (start + l) * image_channel;
      const float x0_0 = known && top >= 0 && top < height && left >= 0 && left < width
          ? *(plane + top * image_row + left) : 0;
      const float x0_1 = known && top >= 0 && top < height && left + 1 >= 0 && left + 1 < width
          ? *(plane + top * image_row + (left + 1)) : 0;
      const float x0_2 = known && top >= 0 && top < height && left + 2 >= 0 && left + 2 < width
          ? *(plane + top * image_row + (left + 2)) : 0;
      const float x0_3 = known && top >= 0 && top < height && left + 3 >= 0 && left + 3 < width
          ? *(plane + top * image_row + (left + 3)) : 0;
      const float x1_0 = known && top + 1 >= 0 && top + 1 < height && left >= 0 && left < width
          ? *(plane + (top + 1) * image_row + left) : 0;
      const float x1_1 = known && top + 1 >= 0 && top + 1 < height && left + 1 >= 0 && left + 1 < width
          ? *(plane + (top + 1) * image_row + (left + 1)) : 0;
      const float x1_2 = known && top + 1 >= 0 && top + 1 < height && left + 2 >= 0 && left + 2 < width
          ? *(plane + (top + 1) * image_row + (left + 2)) : 0;
      const float x1_3 = known && top + 1 >= 0 && top + 1 < height && left + 3 >= 0 && left + 3 < width
          ? *(plane + (top + 1) * image_row + (left + 3)) : 0;
      const float x2_0 = known && top + 2 >= 0 && top + 2 < height && left >= 0 && left < width
          ? *(plane + (top + 2) * image_row + left) : 0;
      const float x2_1 = known && top + 2 >= 0 && top + 2 < height && left + 1 >= 0 && left + 1 < width
          ? *(plane + (top + 2) * image_row + (left + 1)) : 0;
      const float x2_2 = known && top + 2 >= 0 && top + 2 < height && left + 2 >= 0 && left + 2 < width
          ? *(plane + (top + 2) * image_row + (left + 2)) : 0;
      const float x2_3 = known && top + 2 >= 0 && top + 2 < height && left + 3 >= 0 && left + 3 < width
          ? *(plane + (top + 2) * image_row + (left + 3)) : 0;
      const float x3_0 = known && top + 3 >= 0 && top + 3 < height && left >= 0 && left < width
          ? *(plane + (top + 3) * image_row + left) : 0;
      const float x3_1 = known && top + 3 >= 0 && top + 3 < height && left + 1 >= 0 && left + 1 < width
          ? *(plane + (top + 3) * image_row + (left + 1)) : 0;
      const float x3_2 = known && top + 3 >= 0 && top + 3 < height && left + 2 >= 0 && left + 2 < width
          ? *(plane + (top + 3) * image_row + (left + 2)) : 0;
      const float x3_3 = known && top + 3 >= 0 && top + 3 < height && left + 3 >= 0 && left + 3 < width
          ? *(plane + (top + 3) * image_row + (left + 3)) : 0;
      const float v_0_0 = x0_0 - x2_0;
      const float v_0_1s = x2_0;
      const float v_0_1d = x1_0;
      const float v_0_1 = v_0_1s + v_0_1d;
      const float v_0_2 = v_0_1s - v_0_1d;
      const float v_0_3 = x3_0 - x1_0;
      const float v_1_0 = x0_1 - x2_1;
      const float v_1_1s = x2_1;
      const float v_1_1d = x1_1;
      const float v_1_1 = v_1_1s + v_1_1d;
      const float v_1_2 = v_1_1s - v_1_1d;
      const float v_1_3 = x3_1 - x1_1;
      const float v_2_0 = x0_2 - x2_2;
      const float v_2_1s = x2_2;
      const float v_2_1d = x1_2;
      const float v_2_1 = v_2_1s + v_2_1d;
      const float v_2_2 = v_2_1s - v_2_1d;
      const float v_2_3 = x3_2 - x1_2;
      const float v_3_0 = x0_3 - x2_3;
      const float v_3_1s = x2_3;
      const float v_3_1d = x1_3;
      const float v_3_1 = v_3_1s + v_3_1d;
      const float v_3_2 = v_3_1s - v_3_1d;
      const float v_3_3 = x3_3 - x1_3;
      const float v0_0 = v_0_0 - v_2_0;
      const float v0_1s = v_2_0;
      const float v0_1d = v_1_0;
      const float v0_1 = v0_1s + v0_1d;
      const float v0_2 = v0_1s - v0_1d;
      const float v0_3 = v_3_0 - v_1_0;
      const float v1_0 = v_0_1 - v_2_1;
      const float v1_1s = v_2_1;
      const float v1_1d = v_1_1;
      const float v1_1 = v1_1s + v1_1d;
      const float v1_2 = v1_1s - v1_1d;
      const float v1_3 = v_3_1 - v_1_1;
      const float v2_0 = v_0_2 - v_2_2;
      const float v2_1s = v_2_2;
      const float v2_1d = v_1_2;
      const float v2_1 = v2_1s + v2_1d;
      const float v2_2 = v2_1s - v2_1d;
      const float v2_3 = v_3_2 - v_1_2;
      const float v3_0 = v_0_3 - v_2_3;
      const float v3_1s = v_2_3;
      const float v3_1d = v_1_3;
      const float v3_1 = v3_1s + v3_1d;
      const float v3_2 = v3_1s - v3_1d;
      const float v3_3 = v_3_3 - v_1_3;
      seen[l * 8 + e % 8] = v0_0;
      seen[(l + 1) * 8 + e % 8] = v0_1;
      seen[(l + 2) * 8 + e % 8] = v0_2;
      seen[(l + 3) * 8 + e % 8] = v0_3;
      seen[(l + 4) * 8 + e % 8] = v1_0;
      seen[(l + 5) * 8 + e % 8] = v1_1;
      seen[(l + 6) * 8 + e % 8] = v1_2;
      seen[(l + 7) * 8 + e % 8] = v1_3;
      seen[(l + 8) * 8 + e % 8] = v2_0;
      seen[(l + 9) * 8 + e % 8] = v2_1;
      seen[(l + 10) * 8 + e % 8] = v2_2;
      seen[(l + 11) * 8 + e % 8] = v2_3;
      seen[(l + 12) * 8 + e % 8] = v3_0;
      seen[(l + 13) * 8 + e % 8] = v3_1;
      seen[(l + 14) * 8 + e % 8] = v3_2;
      seen[(l + 15) * 8 + e % 8] = v3_3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 1; ++l) {
      const float a0 = shared[(xi + l) * 8 + own_row];
      const float a1 = shared[(xi + l) * 8 + own_row + 1];
      const float a2 = shared[(xi + l) * 8 + own_row + 2];
      const float a3 = shared[(xi + l) * 8 + own_row + 3];
      const float a4 = shared[(xi + l) * 8 + own_row + 4];
      const float a5 = shared[(xi + l) * 8 + own_row + 5];
      const float a6 = shared[(xi + l) * 8 + own_row + 6];
      const float a7 = shared[(xi + l) * 8 + own_row + 7];
      const float b0 = seen[(xi + l) * 8 + own_col];
      sum0_0 += a0 * b0;
      sum1_0 += a1 * b0;
      sum2_0 += a2 * b0;
      sum3_0 += a3 * b0;
      sum4_0 += a4 * b0;
      sum5_0 += a5 * b0;
      sum6_0 += a6 * b0;
      sum7_0 += a7 * b0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int first = 0; first < 8; first += 2) {
    const int row0 = own_row - first;
    if (row0 >= 0 && row0 < 2) {
      shared[(xi * 2 + row0) * 8 + own_col] = sum0_0;
    }
    const int row1 = own_row + 1 - first;
    if (row1 >= 0 && row1 < 2) {
      shared[(xi * 2 + row1) * 8 + own_col] = sum1_0;
    }
    const int row2 = own_row + 2 - first;
    if (row2 >= 0 && row2 < 2) {
      shared[(xi * 2 + row2) * 8 + own_col] = sum2_0;
    }
    const int row3 = own_row + 3 - first;
    if (row3 >= 0 && row3 < 2) {
      shared[(xi * 2 + row3) * 8 + own_col] = sum3_0;
    }
    const int row4 = own_row + 4 - first;
    if (row4 >= 0 && row4 < 2) {
      shared[(xi * 2 + row4) * 8 + own_col] = sum4_0;
    }
    const int row5 = own_row + 5 - first;
    if (row5 >= 0 && row5 < 2) {
      shared[(xi * 2 + row5) * 8 + own_col] = sum5_0;
    }
    const int row6 = own_row + 6 - first;
    if (row6 >= 0 && row6 < 2) {
      shared[(xi * 2 + row6) * 8 + own_col] = sum6_0;
    }
    const int row7 = own_row + 7 - first;
    if (row7 >= 0 && row7 < 2) {
      shared[(xi * 2 + row7) * 8 + own_col] = sum7_0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = number; e < 16; e += 128) {
      const int row = first_row + first + e / 8, tile = first_tile + e % 8;
      const int item = tile / tiles, place = tile - item * tiles;
      const int y = place / tiles_x * 2, x = place % tiles_x * 2;
      if (row >= m || first + e / 8 >= 8 || item >= items) continue;
      const float m0 = shared[e];
      const float m1 = shared[e + 16];
      const float m2 = shared[e + 32];
      const float m3 = shared[e + 48];
      const float m4 = shared[e + 64];
      const float m5 = shared[e + 80];
      const float m6 = shared[e + 96];
      const float m7 = shared[e + 112];
      const float m8 = shared[e + 128];
      const float m9 = shared[e + 144];
      const float m10 = shared[e + 160];
      const float m11 = shared[e + 176];
      const float m12 = shared[e + 192];
      const float m13 = shared[e + 208];
      const float m14 = shared[e + 224];
      const float m15 = shared[e + 240];
      const float out_0_1s = m4 + m8;
      const float out_0_1d = m4 - m8;
      const float out_0_0 = m0 + out_0_1s;
      const float out_0_1 = out_0_1d + m12;
      const float out_1_1s = m5 + m9;
      const float out_1_1d = m5 - m9;
      const float out_1_0 = m1 + out_1_1s;
      const float out_1_1 = out_1_1d + m13;
      const float out_2_1s = m6 + m10;
      const float out_2_1d = m6 - m10;
      const float out_2_0 = m2 + out_2_1s;
      const float out_2_1 = out_2_1d + m14;
      const float out_3_1s = m7 + m11;
      const float out_3_1d = m7 - m11;
      const float out_3_0 = m3 + out_3_1s;
      const float out_3_1 = out_3_1d + m15;
      const float out0_1s = out_1_0 + out_2_0;
      const float out0_1d = out_1_0 - out_2_0;
      const float out0_0 = out_0_0 + out0_1s;
      const float out0_1 = out0_1d + out_3_0;
      const float out1_1s = out_1_1 + out_2_1;
      const float out1_1d = out_1_1 - out_2_1;
      const float out1_0 = out_0_1 + out1_1s;
      const float out1_1 = out1_1d + out_3_1;
      if (y < out_h && x < out_w)
          c[c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x)] = out0_0;
      if (y < out_h && x + 1 < out_w)
          c[c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x + 1)] = out0_1;
      if (y + 1 < out_h && x < out_w)
          c[c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x)] = out1_0;
      if (y + 1 < out_h && x + 1 < out_w)
          c[c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x + 1)] = out1_1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
