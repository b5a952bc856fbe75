// convgemm kernels=64 channels=64 height=56 width=56 float32 3x3 pad=1x1 accuracy=fast: tile=2 tm=32 tn=32 rm=8 rn=8
// depth=8 multiply=plain
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
conv_winograd_tile(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const float *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w, const int items)
{
  __local float shared[8192];
  __local float *seen = shared + 4096;
  const int number = get_local_id(0);
  const int xi = number / 16, own = number % 16;
  const int own_row = own / 4, own_col = own % 4;
  const int first_row = get_group_id(1) * 32;
  const int first_tile = get_group_id(0) * 32;
  const int tiles_x = (out_w + 1) / 2;
  const int tiles = (out_h + 1) / 2 * tiles_x, planes = k / 9;
  float sum0_0 = 0;
  float sum0_1 = 0;
  float sum0_2 = 0;
  float sum0_3 = 0;
  float sum0_4 = 0;
  float sum0_5 = 0;
  float sum0_6 = 0;
  float sum0_7 = 0;
  float sum1_0 = 0;
  float sum1_1 = 0;
  float sum1_2 = 0;
  float sum1_3 = 0;
  float sum1_4 = 0;
  float sum1_5 = 0;
  float sum1_6 = 0;
  float sum1_7 = 0;
  float sum2_0 = 0;
  float sum2_1 = 0;
  float sum2_2 = 0;
  float sum2_3 = 0;
  float sum2_4 = 0;
  float sum2_5 = 0;
  float sum2_6 = 0;
  float sum2_7 = 0;
  float sum3_0 = 0;
  float sum3_1 = 0;
  float sum3_2 = 0;
  float sum3_3 = 0;
  float sum3_4 = 0;
  float sum3_5 = 0;
  float sum3_6 = 0;
  float sum3_7 = 0;
  float sum4_0 = 0;
  float sum4_1 = 0;
  float sum4_2 = 0;
  float sum4_3 = 0;
  float sum4_4 = 0;
  float sum4_5 = 0;
  float sum4_6 = 0;
  float sum4_7 = 0;
  float sum5_0 = 0;
  float sum5_1 = 0;
  float sum5_2 = 0;
  float sum5_3 = 0;
  float sum5_4 = 0;
  float sum5_5 = 0;
  float sum5_6 = 0;
  float sum5_7 = 0;
  float sum6_0 = 0;
  float sum6_1 = 0;
  float sum6_2 = 0;
  float sum6_3 = 0;
  float sum6_4 = 0;
  float sum6_5 = 0;
  float sum6_6 = 0;
  float sum6_7 = 0;
  float sum7_0 = 0;
  float sum7_1 = 0;
  float sum7_2 = 0;
  float sum7_3 = 0;
  float sum7_4 = 0;
  float sum7_5 = 0;
  float sum7_6 = 0;
  float sum7_7 = 0;
  for (int start = 0; start < planes; start += 8) {
    for (int e = number; e < 256; e += 256) {
      const int l = e / 32, r = e % 32;
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
      shared[l * 32 + r] = u0_0;
      shared[(l + 8) * 32 + r] = u0_1;
      shared[(l + 16) * 32 + r] = u0_2;
      shared[(l + 24) * 32 + r] = u0_3;
      shared[(l + 32) * 32 + r] = u1_0;
      shared[(l + 40) * 32 + r] = u1_1;
      shared[(l + 48) * 32 + r] = u1_2;
      shared[(l + 56) * 32 + r] = u1_3;
      shared[(l + 64) * 32 + r] = u2_0;
      shared[(l + 72) * 32 + r] = u2_1;
      shared[(l + 80) * 32 + r] = u2_2;
      shared[(l + 88) * 32 + r] = u2_3;
      shared[(l + 96) * 32 + r] = u3_0;
      shared[(l + 104) * 32 + r] = u3_1;
      shared[(l + 112) * 32 + r] = u3_2;
      shared[(l + 120) * 32 + r] = u3_3;
    }
    for (int e = number; e < 256; e += 256) {
      const int l = e / 32, tile = first_tile + e % 32;
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
      seen[l * 32 + e % 32] = v0_0;
      seen[(l + 8) * 32 + e % 32] = v0_1;
      seen[(l + 16) * 32 + e % 32] = v0_2;
      seen[(l + 24) * 32 + e % 32] = v0_3;
      seen[(l + 32) * 32 + e % 32] = v1_0;
      seen[(l + 40) * 32 + e % 32] = v1_1;
      seen[(l + 48) * 32 + e % 32] = v1_2;
      seen[(l + 56) * 32 + e % 32] = v1_3;
      seen[(l + 64) * 32 + e % 32] = v2_0;
      seen[(l + 72) * 32 + e % 32] = v2_1;
      seen[(l + 80) * 32 + e % 32] = v2_2;
      seen[(l + 88) * 32 + e % 32] = v2_3;
      seen[(l + 96) * 32 + e % 32] = v3_0;
      seen[(l + 104) * 32 + e % 32] = v3_1;
      seen[(l + 112) * 32 + e % 32] = v3_2;
      seen[(l + 120) * 32 + e % 32] = v3_3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 8; ++l) {
      const float a0 = shared[(xi * 8 + l) * 32 + own_row];
      const float a1 = shared[(xi * 8 + l) * 32 + own_row + 4];
      const float a2 = shared[(xi * 8 + l) * 32 + own_row + 8];
      const float a3 = shared[(xi * 8 + l) * 32 + own_row + 12];
      const float a4 = shared[(xi * 8 + l) * 32 + own_row + 16];
      const float a5 = shared[(xi * 8 + l) * 32 + own_row + 20];
      const float a6 = shared[(xi * 8 + l) * 32 + own_row + 24];
      const float a7 = shared[(xi * 8 + l) * 32 + own_row + 28];
      const float b0 = seen[(xi * 8 + l) * 32 + own_col];
      const float b1 = seen[(xi * 8 + l) * 32 + own_col + 4];
      const float b2 = seen[(xi * 8 + l) * 32 + own_col + 8];
      const float b3 = seen[(xi * 8 + l) * 32 + own_col + 12];
      const float b4 = seen[(xi * 8 + l) * 32 + own_col + 16];
      const float b5 = seen[(xi * 8 + l) * 32 + own_col + 20];
      const float b6 = seen[(xi * 8 + l) * 32 + own_col + 24];
      const float b7 = seen[(xi * 8 + l) * 32 + own_col + 28];
      sum0_0 += a0 * b0;
      sum0_1 += a0 * b1;
      sum0_2 += a0 * b2;
      sum0_3 += a0 * b3;
      sum0_4 += a0 * b4;
      sum0_5 += a0 * b5;
      sum0_6 += a0 * b6;
      sum0_7 += a0 * b7;
      sum1_0 += a1 * b0;
      sum1_1 += a1 * b1;
      sum1_2 += a1 * b2;
      sum1_3 += a1 * b3;
      sum1_4 += a1 * b4;
      sum1_5 += a1 * b5;
      sum1_6 += a1 * b6;
      sum1_7 += a1 * b7;
      sum2_0 += a2 * b0;
      sum2_1 += a2 * b1;
      sum2_2 += a2 * b2;
      sum2_3 += a2 * b3;
      sum2_4 += a2 * b4;
      sum2_5 += a2 * b5;
      sum2_6 += a2 * b6;
      sum2_7 += a2 * b7;
      sum3_0 += a3 * b0;
      sum3_1 += a3 * b1;
      sum3_2 += a3 * b2;
      sum3_3 += a3 * b3;
      sum3_4 += a3 * b4;
      sum3_5 += a3 * b5;
      sum3_6 += a3 * b6;
      sum3_7 += a3 * b7;
      sum4_0 += a4 * b0;
      sum4_1 += a4 * b1;
      sum4_2 += a4 * b2;
      sum4_3 += a4 * b3;
      sum4_4 += a4 * b4;
      sum4_5 += a4 * b5;
      sum4_6 += a4 * b6;
      sum4_7 += a4 * b7;
      sum5_0 += a5 * b0;
      sum5_1 += a5 * b1;
      sum5_2 += a5 * b2;
      sum5_3 += a5 * b3;
      sum5_4 += a5 * b4;
      sum5_5 += a5 * b5;
      sum5_6 += a5 * b6;
      sum5_7 += a5 * b7;
      sum6_0 += a6 * b0;
      sum6_1 += a6 * b1;
      sum6_2 += a6 * b2;
      sum6_3 += a6 * b3;
      sum6_4 += a6 * b4;
      sum6_5 += a6 * b5;
      sum6_6 += a6 * b6;
      sum6_7 += a6 * b7;
      sum7_0 += a7 * b0;
      sum7_1 += a7 * b1;
      sum7_2 += a7 * b2;
      sum7_3 += a7 * b3;
      sum7_4 += a7 * b4;
      sum7_5 += a7 * b5;
      sum7_6 += a7 * b6;
      sum7_7 += a7 * b7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int first = 0; first < 32; first += 16) {
    const int row0 = own_row - first;
    if (row0 >= 0 && row0 < 16) {
      shared[(xi * 16 + row0) * 32 + own_col] = sum0_0;
      shared[(xi * 16 + row0) * 32 + own_col + 4] = sum0_1;
      shared[(xi * 16 + row0) * 32 + own_col + 8] = sum0_2;
      shared[(xi * 16 + row0) * 32 + own_col + 12] = sum0_3;
      shared[(xi * 16 + row0) * 32 + own_col + 16] = sum0_4;
      shared[(xi * 16 + row0) * 32 + own_col + 20] = sum0_5;
      shared[(xi * 16 + row0) * 32 + own_col + 24] = sum0_6;
      shared[(xi * 16 + row0) * 32 + own_col + 28] = sum0_7;
    }
    const int row1 = own_row + 4 - first;
    if (row1 >= 0 && row1 < 16) {
      shared[(xi * 16 + row1) * 32 + own_col] = sum1_0;
      shared[(xi * 16 + row1) * 32 + own_col + 4] = sum1_1;
      shared[(xi * 16 + row1) * 32 + own_col + 8] = sum1_2;
      shared[(xi * 16 + row1) * 32 + own_col + 12] = sum1_3;
      shared[(xi * 16 + row1) * 32 + own_col + 16] = sum1_4;
      shared[(xi * 16 + row1) * 32 + own_col + 20] = sum1_5;
      shared[(xi * 16 + row1) * 32 + own_col + 24] = sum1_6;
      shared[(xi * 16 + row1) * 32 + own_col + 28] = sum1_7;
    }
    const int row2 = own_row + 8 - first;
    if (row2 >= 0 && row2 < 16) {
      shared[(xi * 16 + row2) * 32 + own_col] = sum2_0;
      shared[(xi * 16 + row2) * 32 + own_col + 4] = sum2_1;
      shared[(xi * 16 + row2) * 32 + own_col + 8] = sum2_2;
      shared[(xi * 16 + row2) * 32 + own_col + 12] = sum2_3;
      shared[(xi * 16 + row2) * 32 + own_col + 16] = sum2_4;
      shared[(xi * 16 + row2) * 32 + own_col + 20] = sum2_5;
      shared[(xi * 16 + row2) * 32 + own_col + 24] = sum2_6;
      shared[(xi * 16 + row2) * 32 + own_col + 28] = sum2_7;
    }
    const int row3 = own_row + 12 - first;
    if (row3 >= 0 && row3 < 16) {
      shared[(xi * 16 + row3) * 32 + own_col] = sum3_0;
      shared[(xi * 16 + row3) * 32 + own_col + 4] = sum3_1;
      shared[(xi * 16 + row3) * 32 + own_col + 8] = sum3_2;
      shared[(xi * 16 + row3) * 32 + own_col + 12] = sum3_3;
      shared[(xi * 16 + row3) * 32 + own_col + 16] = sum3_4;
      shared[(xi * 16 + row3) * 32 + own_col + 20] = sum3_5;
      shared[(xi * 16 + row3) * 32 + own_col + 24] = sum3_6;
      shared[(xi * 16 + row3) * 32 + own_col + 28] = sum3_7;
    }
    const int row4 = own_row + 16 - first;
    if (row4 >= 0 && row4 < 16) {
      shared[(xi * 16 + row4) * 32 + own_col] = sum4_0;
      shared[(xi * 16 + row4) * 32 + own_col + 4] = sum4_1;
      shared[(xi * 16 + row4) * 32 + own_col + 8] = sum4_2;
      shared[(xi * 16 + row4) * 32 + own_col + 12] = sum4_3;
      shared[(xi * 16 + row4) * 32 + own_col + 16] = sum4_4;
      shared[(xi * 16 + row4) * 32 + own_col + 20] = sum4_5;
      shared[(xi * 16 + row4) * 32 + own_col + 24] = sum4_6;
      shared[(xi * 16 + row4) * 32 + own_col + 28] = sum4_7;
    }
    const int row5 = own_row + 20 - first;
    if (row5 >= 0 && row5 < 16) {
      shared[(xi * 16 + row5) * 32 + own_col] = sum5_0;
      shared[(xi * 16 + row5) * 32 + own_col + 4] = sum5_1;
      shared[(xi * 16 + row5) * 32 + own_col + 8] = sum5_2;
      shared[(xi * 16 + row5) * 32 + own_col + 12] = sum5_3;
      shared[(xi * 16 + row5) * 32 + own_col + 16] = sum5_4;
      shared[(xi * 16 + row5) * 32 + own_col + 20] = sum5_5;
      shared[(xi * 16 + row5) * 32 + own_col + 24] = sum5_6;
      shared[(xi * 16 + row5) * 32 + own_col + 28] = sum5_7;
    }
    const int row6 = own_row + 24 - first;
    if (row6 >= 0 && row6 < 16) {
      shared[(xi * 16 + row6) * 32 + own_col] = sum6_0;
      shared[(xi * 16 + row6) * 32 + own_col + 4] = sum6_1;
      shared[(xi * 16 + row6) * 32 + own_col + 8] = sum6_2;
      shared[(xi * 16 + row6) * 32 + own_col + 12] = sum6_3;
      shared[(xi * 16 + row6) * 32 + own_col + 16] = sum6_4;
      shared[(xi * 16 + row6) * 32 + own_col + 20] = sum6_5;
      shared[(xi * 16 + row6) * 32 + own_col + 24] = sum6_6;
      shared[(xi * 16 + row6) * 32 + own_col + 28] = sum6_7;
    }
    const int row7 = own_row + 28 - first;
    if (row7 >= 0 && row7 < 16) {
      shared[(xi * 16 + row7) * 32 + own_col] = sum7_0;
      shared[(xi * 16 + row7) * 32 + own_col + 4] = sum7_1;
      shared[(xi * 16 + row7) * 32 + own_col + 8] = sum7_2;
      shared[(xi * 16 + row7) * 32 + own_col + 12] = sum7_3;
      shared[(xi * 16 + row7) * 32 + own_col + 16] = sum7_4;
      shared[(xi * 16 + row7) * 32 + own_col + 20] = sum7_5;
      shared[(xi * 16 + row7) * 32 + own_col + 24] = sum7_6;
      shared[(xi * 16 + row7) * 32 + own_col + 28] = sum7_7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = number; e < 512; e += 256) {
      const int row = first_row + first + e / 32, tile = first_tile + e % 32;
      const int item = tile / tiles, place = tile - item * tiles;
      const int y = place / tiles_x * 2, x = place % tiles_x * 2;
      if (row >= m || first + e / 32 >= 32 || item >= items) continue;
      const float m0 = shared[e];
      const float m1 = shared[e + 512];
      const float m2 = shared[e + 1024];
      const float m3 = shared[e + 1536];
      const float m4 = shared[e + 2048];
      const float m5 = shared[e + 2560];
      const float m6 = shared[e + 3072];
      const float m7 = shared[e + 3584];
      const float m8 = shared[e + 4096];
      const float m9 = shared[e + 4608];
      const float m10 = shared[e + 5120];
      const float m11 = shared[e + 5632];
      const float m12 = shared[e + 6144];
      const float m13 = shared[e + 6656];
      const float m14 = shared[e + 7168];
      const float m15 = shared[e + 7680];
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
