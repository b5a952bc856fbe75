// convgemm kernels=64 channels=64 height=56 width=56 items=4 float16 3x3 pad=1x1 flipped strided batched accuracy=fast:
// tile=4 tm=16 tn=8 rm=2 rn=4 depth=4 multiply=plain
__kernel __attribute__((reqd_work_group_size(576, 1, 1))) void
conv_winograd_tile(
    const int m, const int n, const int k,
    __global const half *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const half *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w, const int items)
{
  __local float shared[3456];
  __local float *seen = shared + 2304;
  const int number = get_local_id(0);
  const int xi = number / 16, own = number % 16;
  const int own_row = own / 2, own_col = own % 2;
  const int first_row = get_group_id(1) * 16;
  const int first_tile = get_group_id(0) * 8;
  const int tiles_x = (out_w + 3) / 4;
  const int tiles = (out_h + 3) / 4 * tiles_x, planes = k / 9;
  float sum0_0 = 0;
  float sum0_1 = 0;
  float sum0_2 = 0;
  float sum0_3 = 0;
  float sum1_0 = 0;
  float sum1_1 = 0;
  float sum1_2 = 0;
  float sum1_3 = 0;
  for (int start = 0; start < planes; start += 4) {
    for (int e = number; e < 64; e += 576) {
      const int l = e / 16, r = e % 16;
      const int inside = first_row + r < m && start + l < planes;
      const float tap0 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 8)) : 0;
      const float tap1 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 7)) : 0;
      const float tap2 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 6)) : 0;
      const float tap3 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 5)) : 0;
      const float tap4 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 4)) : 0;
      const float tap5 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 3)) : 0;
      const float tap6 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 2)) : 0;
      const float tap7 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9 + 1)) : 0;
      const float tap8 = inside
          ? vload_half(0, a + a_offset + (size_t)(first_row + r) * a_row + (size_t)((start + l) * 9)) : 0;
      const float u_0_0 = 0.25f * tap0;
      const float u_0_1s = 0.16666666666666666f * (tap0 + tap6);
      const float u_0_1d = 0.16666666666666666f * tap3;
      const float u_0_1 = u_0_1s + u_0_1d;
      const float u_0_2 = u_0_1s - u_0_1d;
      const float u_0_3s = 0.041666666666666664f * tap0 + 0.16666666666666666f * tap6;
      const float u_0_3d = 0.08333333333333333f * tap3;
      const float u_0_3 = u_0_3s + u_0_3d;
      const float u_0_4 = u_0_3s - u_0_3d;
      const float u_0_5 = tap6;
      const float u_1_0 = 0.25f * tap1;
      const float u_1_1s = 0.16666666666666666f * (tap1 + tap7);
      const float u_1_1d = 0.16666666666666666f * tap4;
      const float u_1_1 = u_1_1s + u_1_1d;
      const float u_1_2 = u_1_1s - u_1_1d;
      const float u_1_3s = 0.041666666666666664f * tap1 + 0.16666666666666666f * tap7;
      const float u_1_3d = 0.08333333333333333f * tap4;
      const float u_1_3 = u_1_3s + u_1_3d;
      const float u_1_4 = u_1_3s - u_1_3d;
      const float u_1_5 = tap7;
      const float u_2_0 = 0.25f * tap2;
      const float u_2_1s = 0.16666666666666666f * (tap2 + tap8);
      const float u_2_1d = 0.16666666666666666f * tap5;
      const float u_2_1 = u_2_1s + u_2_1d;
      const float u_2_2 = u_2_1s - u_2_1d;
      const float u_2_3s = 0.041666666666666664f * tap2 + 0.16666666666666666f * tap8;
      const float u_2_3d = 0.08333333333333333f * tap5;
      const float u_2_3 = u_2_3s + u_2_3d;
      const float u_2_4 = u_2_3s - u_2_3d;
      const float u_2_5 = tap8;
      const float u0_0 = 0.25f * u_0_0;
      const float u0_1s = 0.16666666666666666f * (u_0_0 + u_2_0);
      const float u0_1d = 0.16666666666666666f * u_1_0;
      const float u0_1 = u0_1s + u0_1d;
      const float u0_2 = u0_1s - u0_1d;
      const float u0_3s = 0.041666666666666664f * u_0_0 + 0.16666666666666666f * u_2_0;
      const float u0_3d = 0.08333333333333333f * u_1_0;
      const float u0_3 = u0_3s + u0_3d;
      const float u0_4 = u0_3s - u0_3d;
      const float u0_5 = u_2_0;
      const float u1_0 = 0.25f * u_0_1;
      const float u1_1s = 0.16666666666666666f * (u_0_1 + u_2_1);
      const float u1_1d = 0.16666666666666666f * u_1_1;
      const float u1_1 = u1_1s + u1_1d;
      const float u1_2 = u1_1s - u1_1d;
      const float u1_3s = 0.041666666666666664f * u_0_1 + 0.16666666666666666f * u_2_1;
      const float u1_3d = 0.08333333333333333f * u_1_1;
      const float u1_3 = u1_3s + u1_3d;
      const float u1_4 = u1_3s - u1_3d;
      const float u1_5 = u_2_1;
      const float u2_0 = 0.25f * u_0_2;
      const float u2_1s = 0.16666666666666666f * (u_0_2 + u_2_2);
      const float u2_1d = 0.16666666666666666f * u_1_2;
      const float u2_1 = u2_1s + u2_1d;
      const float u2_2 = u2_1s - u2_1d;
      const float u2_3s = 0.041666666666666664f * u_0_2 + 0.16666666666666666f * u_2_2;
      const float u2_3d = 0.08333333333333333f * u_1_2;
      const float u2_3 = u2_3s + u2_3d;
      const float u2_4 = u2_3s - u2_3d;
      const float u2_5 = u_2_2;
      const float u3_0 = 0.25f * u_0_3;
      const float u3_1s = 0.16666666666666666f * (u_0_3 + u_2_3);
      const float u3_1d = 0.16666666666666666f * u_1_3;
      const float u3_1 = u3_1s + u3_1d;
      const float u3_2 = u3_1s - u3_1d;
      const float u3_3s = 0.041666666666666664f * u_0_3 + 0.16666666666666666f * u_2_3;
      const float u3_3d = 0.08333333333333333f * u_1_3;
      const float u3_3 = u3_3s + u3_3d;
      const float u3_4 = u3_3s - u3_3d;
      const float u3_5 = u_2_3;
      const float u4_0 = 0.25f * u_0_4;
      const float u4_1s = 0.16666666666666666f * (u_0_4 + u_2_4);
      const float u4_1d = 0.16666666666666666f * u_1_4;
      const float u4_1 = u4_1s + u4_1d;
      const float u4_2 = u4_1s - u4_1d;
      const float u4_3s = 0.041666666666666664f * u_0_4 + 0.16666666666666666f * u_2_4;
      const float u4_3d = 0.08333333333333333f * u_1_4;
      const float u4_3 = u4_3s + u4_3d;
      const float u4_4 = u4_3s - u4_3d;
      const float u4_5 = u_2_4;
      const float u5_0 = 0.25f * u_0_5;
      const float u5_1s = 0.16666666666666666f * (u_0_5 + u_2_5);
      const float u5_1d = 0.16666666666666666f * u_1_5;
      const float u5_1 = u5_1s + u5_1d;
      const float u5_2 = u5_1s - u5_1d;
      const float u5_3s = 0.041666666666666664f * u_0_5 + 0.16666666666666666f * u_2_5;
      const float u5_3d = 0.08333333333333333f * u_1_5;
      const float u5_3 = u5_3s + u5_3d;
      const float u5_4 = u5_3s - u5_3d;
      const float u5_5 = u_2_5;
      shared[l * 16 + r] = u0_0;
      shared[(l + 4) * 16 + r] = u0_1;
      shared[(l + 8) * 16 + r] = u0_2;
      shared[(l + 12) * 16 + r] = u0_3;
      shared[(l + 16) * 16 + r] = u0_4;
      shared[(l + 20) * 16 + r] = u0_5;
      shared[(l + 24) * 16 + r] = u1_0;
      shared[(l + 28) * 16 + r] = u1_1;
      shared[(l + 32) * 16 + r] = u1_2;
      shared[(l + 36) * 16 + r] = u1_3;
      shared[(l + 40) * 16 + r] = u1_4;
      shared[(l + 44) * 16 + r] = u1_5;
      shared[(l + 48) * 16 + r] = u2_0;
      shared[(l + 52) * 16 + r] = u2_1;
      shared[(l + 56) * 16 + r] = u2_2;
      shared[(l + 60) * 16 + r] = u2_3;
      shared[(l + 64) * 16 + r] = u2_4;
      shared[(l + 68) * 16 + r] = u2_5;
      shared[(l + 72) * 16 + r] = u3_0;
      shared[(l + 76) * 16 + r] = u3_1;
      shared[(l + 80) * 16 + r] = u3_2;
      shared[(l + 84) * 16 + r] = u3_3;
      shared[(l + 88) * 16 + r] = u3_4;
      shared[(l + 92) * 16 + r] = u3_5;
      shared[(l + 96) * 16 + r] = u4_0;
      shared[(l + 100) * 16 + r] = u4_1;
      shared[(l + 104) * 16 + r] = u4_2;
      shared[(l + 108) * 16 + r] = u4_3;
      shared[(l + 112) * 16 + r] = u4_4;
      shared[(l + 116) * 16 + r] = u4_5;
      shared[(l + 120) * 16 + r] = u5_0;
      shared[(l + 124) * 16 + r] = u5_1;
      shared[(l + 128) * 16 + r] = u5_2;
      shared[(l + 132) * 16 + r] = u5_3;
      shared[(l + 136) * 16 + r] = u5_4;
      shared[(l + 140) * 16 + r] = u5_5;
    }
    for (int e = number; e < 32; e += 576) {
      const int l = e / 8, tile = first_tile + e % 8;
      const int item = tile / tiles, place = tile - item * tiles;
      const int top = place / tiles_x * 4 - pad_h, left = place % tiles_x * 4 - pad_w;
      const int known = item < items && start + l < planes;
      __global const half *plane = image + image_offset + item * image_step + (start + l) * image_channel;
      const float x0_0 = known && top >= 0 && top < height && left >= 0 && left < width
          ? vload_half(0, plane + top * image_row + left * image_col) : 0;
      const float x0_1 = known && top >= 0 && top < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + top * image_row + (left + 1) * image_col) : 0;
      const float x0_2 = known && top >= 0 && top < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + top * image_row + (left + 2) * image_col) : 0;
      const float x0_3 = known && top >= 0 && top < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + top * image_row + (left + 3) * image_col) : 0;
      const float x0_4 = known && top >= 0 && top < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + top * image_row + (left + 4) * image_col) : 0;
      const float x0_5 = known && top >= 0 && top < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + top * image_row + (left + 5) * image_col) : 0;
      const float x1_0 = known && top + 1 >= 0 && top + 1 < height && left >= 0 && left < width
          ? vload_half(0, plane + (top + 1) * image_row + left * image_col) : 0;
      const float x1_1 = known && top + 1 >= 0 && top + 1 < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + (top + 1) * image_row + (left + 1) * image_col) : 0;
      const float x1_2 = known && top + 1 >= 0 && top + 1 < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + (top + 1) * image_row + (left + 2) * image_col) : 0;
      const float x1_3 = known && top + 1 >= 0 && top + 1 < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + (top + 1) * image_row + (left + 3) * image_col) : 0;
      const float x1_4 = known && top + 1 >= 0 && top + 1 < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + (top + 1) * image_row + (left + 4) * image_col) : 0;
      const float x1_5 = known && top + 1 >= 0 && top + 1 < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + (top + 1) * image_row + (left + 5) * image_col) : 0;
      const float x2_0 = known && top + 2 >= 0 && top + 2 < height && left >= 0 && left < width
          ? vload_half(0, plane + (top + 2) * image_row + left * image_col) : 0;
      const float x2_1 = known && top + 2 >= 0 && top + 2 < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + (top + 2) * image_row + (left + 1) * image_col) : 0;
      const float x2_2 = known && top + 2 >= 0 && top + 2 < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + (top + 2) * image_row + (left + 2) * image_col) : 0;
      const float x2_3 = known && top + 2 >= 0 && top + 2 < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + (top + 2) * image_row + (left + 3) * image_col) : 0;
      const float x2_4 = known && top + 2 >= 0 && top + 2 < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + (top + 2) * image_row + (left + 4) * image_col) : 0;
      const float x2_5 = known && top + 2 >= 0 && top + 2 < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + (top + 2) * image_row + (left + 5) * image_col) : 0;
      const float x3_0 = known && top + 3 >= 0 && top + 3 < height && left >= 0 && left < width
          ? vload_half(0, plane + (top + 3) * image_row + left * image_col) : 0;
      const float x3_1 = known && top + 3 >= 0 && top + 3 < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + (top + 3) * image_row + (left + 1) * image_col) : 0;
      const float x3_2 = known && top + 3 >= 0 && top + 3 < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + (top + 3) * image_row + (left + 2) * image_col) : 0;
      const float x3_3 = known && top + 3 >= 0 && top + 3 < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + (top + 3) * image_row + (left + 3) * image_col) : 0;
      const float x3_4 = known && top + 3 >= 0 && top + 3 < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + (top + 3) * image_row + (left + 4) * image_col) : 0;
      const float x3_5 = known && top + 3 >= 0 && top + 3 < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + (top + 3) * image_row + (left + 5) * image_col) : 0;
      const float x4_0 = known && top + 4 >= 0 && top + 4 < height && left >= 0 && left < width
          ? vload_half(0, plane + (top + 4) * image_row + left * image_col) : 0;
      const float x4_1 = known && top + 4 >= 0 && top + 4 < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + (top + 4) * image_row + (left + 1) * image_col) : 0;
      const float x4_2 = known && top + 4 >= 0 && top + 4 < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + (top + 4) * image_row + (left + 2) * image_col) : 0;
      const float x4_3 = known && top + 4 >= 0 && top + 4 < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + (top + 4) * image_row + (left + 3) * image_col) : 0;
      const float x4_4 = known && top + 4 >= 0 && top + 4 < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + (top + 4) * image_row + (left + 4) * image_col) : 0;
      const float x4_5 = known && top + 4 >= 0 && top + 4 < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + (top + 4) * image_row + (left + 5) * image_col) : 0;
      const float x5_0 = known && top + 5 >= 0 && top + 5 < height && left >= 0 && left < width
          ? vload_half(0, plane + (top + 5) * image_row + left * image_col) : 0;
      const float x5_1 = known && top + 5 >= 0 && top + 5 < height && left + 1 >= 0 && left + 1 < width
          ? vload_half(0, plane + (top + 5) * image_row + (left + 1) * image_col) : 0;
      const float x5_2 = known && top + 5 >= 0 && top + 5 < height && left + 2 >= 0 && left + 2 < width
          ? vload_half(0, plane + (top + 5) * image_row + (left + 2) * image_col) : 0;
      const float x5_3 = known && top + 5 >= 0 && top + 5 < height && left + 3 >= 0 && left + 3 < width
          ? vload_half(0, plane + (top + 5) * image_row + (left + 3) * image_col) : 0;
      const float x5_4 = known && top + 5 >= 0 && top + 5 < height && left + 4 >= 0 && left + 4 < width
          ? vload_half(0, plane + (top + 5) * image_row + (left + 4) * image_col) : 0;
      const float x5_5 = known && top + 5 >= 0 && top + 5 < height && left + 5 >= 0 && left + 5 < width
          ? vload_half(0, plane + (top + 5) * image_row + (left + 5) * image_col) : 0;
      const float v_0_0 = 4.0f * x0_0 + x4_0 - 5.0f * x2_0;
      const float v_0_1s = 4.0f * x2_0 - x4_0;
      const float v_0_1d = 4.0f * x1_0 - x3_0;
      const float v_0_1 = v_0_1s + v_0_1d;
      const float v_0_2 = v_0_1s - v_0_1d;
      const float v_0_3s = x4_0 - x2_0;
      const float v_0_3d = 2.0f * (x3_0 - x1_0);
      const float v_0_3 = v_0_3s + v_0_3d;
      const float v_0_4 = v_0_3s - v_0_3d;
      const float v_0_5 = 4.0f * x1_0 + x5_0 - 5.0f * x3_0;
      const float v_1_0 = 4.0f * x0_1 + x4_1 - 5.0f * x2_1;
      const float v_1_1s = 4.0f * x2_1 - x4_1;
      const float v_1_1d = 4.0f * x1_1 - x3_1;
      const float v_1_1 = v_1_1s + v_1_1d;
      const float v_1_2 = v_1_1s - v_1_1d;
      const float v_1_3s = x4_1 - x2_1;
      const float v_1_3d = 2.0f * (x3_1 - x1_1);
      const float v_1_3 = v_1_3s + v_1_3d;
      const float v_1_4 = v_1_3s - v_1_3d;
      const float v_1_5 = 4.0f * x1_1 + x5_1 - 5.0f * x3_1;
      const float v_2_0 = 4.0f * x0_2 + x4_2 - 5.0f * x2_2;
      const float v_2_1s = 4.0f * x2_2 - x4_2;
      const float v_2_1d = 4.0f * x1_2 - x3_2;
      const float v_2_1 = v_2_1s + v_2_1d;
      const float v_2_2 = v_2_1s - v_2_1d;
      const float v_2_3s = x4_2 - x2_2;
      const float v_2_3d = 2.0f * (x3_2 - x1_2);
      const float v_2_3 = v_2_3s + v_2_3d;
      const float v_2_4 = v_2_3s - v_2_3d;
      const float v_2_5 = 4.0f * x1_2 + x5_2 - 5.0f * x3_2;
      const float v_3_0 = 4.0f * x0_3 + x4_3 - 5.0f * x2_3;
      const float v_3_1s = 4.0f * x2_3 - x4_3;
      const float v_3_1d = 4.0f * x1_3 - x3_3;
      const float v_3_1 = v_3_1s + v_3_1d;
      const float v_3_2 = v_3_1s - v_3_1d;
      const float v_3_3s = x4_3 - x2_3;
      const float v_3_3d = 2.0f * (x3_3 - x1_3);
      const float v_3_3 = v_3_3s + v_3_3d;
      const float v_3_4 = v_3_3s - v_3_3d;
      const float v_3_5 = 4.0f * x1_3 + x5_3 - 5.0f * x3_3;
      const float v_4_0 = 4.0f * x0_4 + x4_4 - 5.0f * x2_4;
      const float v_4_1s = 4.0f * x2_4 - x4_4;
      const float v_4_1d = 4.0f * x1_4 - x3_4;
      const float v_4_1 = v_4_1s + v_4_1d;
      const float v_4_2 = v_4_1s - v_4_1d;
      const float v_4_3s = x4_4 - x2_4;
      const float v_4_3d = 2.0f * (x3_4 - x1_4);
      const float v_4_3 = v_4_3s + v_4_3d;
      const float v_4_4 = v_4_3s - v_4_3d;
      const float v_4_5 = 4.0f * x1_4 + x5_4 - 5.0f * x3_4;
      const float v_5_0 = 4.0f * x0_5 + x4_5 - 5.0f * x2_5;
      const float v_5_1s = 4.0f * x2_5 - x4_5;
      const float v_5_1d = 4.0f * x1_5 - x3_5;
      const float v_5_1 = v_5_1s + v_5_1d;
      const float v_5_2 = v_5_1s - v_5_1d;
      const float v_5_3s = x4_5 - x2_5;
      const float v_5_3d = 2.0f * (x3_5 - x1_5);
      const float v_5_3 = v_5_3s + v_5_3d;
      const float v_5_4 = v_5_3s - v_5_3d;
      const float v_5_5 = 4.0f * x1_5 + x5_5 - 5.0f * x3_5;
      const float v0_0 = 4.0f * v_0_0 + v_4_0 - 5.0f * v_2_0;
      const float v0_1s = 4.0f * v_2_0 - v_4_0;
      const float v0_1d = 4.0f * v_1_0 - v_3_0;
      const float v0_1 = v0_1s + v0_1d;
      const float v0_2 = v0_1s - v0_1d;
      const float v0_3s = v_4_0 - v_2_0;
      const float v0_3d = 2.0f * (v_3_0 - v_1_0);
      const float v0_3 = v0_3s + v0_3d;
      const float v0_4 = v0_3s - v0_3d;
      const float v0_5 = 4.0f * v_1_0 + v_5_0 - 5.0f * v_3_0;
      const float v1_0 = 4.0f * v_0_1 + v_4_1 - 5.0f * v_2_1;
      const float v1_1s = 4.0f * v_2_1 - v_4_1;
      const float v1_1d = 4.0f * v_1_1 - v_3_1;
      const float v1_1 = v1_1s + v1_1d;
      const float v1_2 = v1_1s - v1_1d;
      const float v1_3s = v_4_1 - v_2_1;
      const float v1_3d = 2.0f * (v_3_1 - v_1_1);
      const float v1_3 = v1_3s + v1_3d;
      const float v1_4 = v1_3s - v1_3d;
      const float v1_5 = 4.0f * v_1_1 + v_5_1 - 5.0f * v_3_1;
      const float v2_0 = 4.0f * v_0_2 + v_4_2 - 5.0f * v_2_2;
      const float v2_1s = 4.0f * v_2_2 - v_4_2;
      const float v2_1d = 4.0f * v_1_2 - v_3_2;
      const float v2_1 = v2_1s + v2_1d;
      const float v2_2 = v2_1s - v2_1d;
      const float v2_3s = v_4_2 - v_2_2;
      const float v2_3d = 2.0f * (v_3_2 - v_1_2);
      const float v2_3 = v2_3s + v2_3d;
      const float v2_4 = v2_3s - v2_3d;
      const float v2_5 = 4.0f * v_1_2 + v_5_2 - 5.0f * v_3_2;
      const float v3_0 = 4.0f * v_0_3 + v_4_3 - 5.0f * v_2_3;
      const float v3_1s = 4.0f * v_2_3 - v_4_3;
      const float v3_1d = 4.0f * v_1_3 - v_3_3;
      const float v3_1 = v3_1s + v3_1d;
      const float v3_2 = v3_1s - v3_1d;
      const float v3_3s = v_4_3 - v_2_3;
      const float v3_3d = 2.0f * (v_3_3 - v_1_3);
      const float v3_3 = v3_3s + v3_3d;
      const float v3_4 = v3_3s - v3_3d;
      const float v3_5 = 4.0f * v_1_3 + v_5_3 - 5.0f * v_3_3;
      const float v4_0 = 4.0f * v_0_4 + v_4_4 - 5.0f * v_2_4;
      const float v4_1s = 4.0f * v_2_4 - v_4_4;
      const float v4_1d = 4.0f * v_1_4 - v_3_4;
      const float v4_1 = v4_1s + v4_1d;
      const float v4_2 = v4_1s - v4_1d;
      const float v4_3s = v_4_4 - v_2_4;
      const float v4_3d = 2.0f * (v_3_4 - v_1_4);
      const float v4_3 = v4_3s + v4_3d;
      const float v4_4 = v4_3s - v4_3d;
      const float v4_5 = 4.0f * v_1_4 + v_5_4 - 5.0f * v_3_4;
      const float v5_0 = 4.0f * v_0_5 + v_4_5 - 5.0f * v_2_5;
      const float v5_1s = 4.0f * v_2_5 - v_4_5;
      const float v5_1d = 4.0f * v_1_5 - v_3_5;
      const float v5_1 = v5_1s + v5_1d;
      const float v5_2 = v5_1s - v5_1d;
      const float v5_3s = v_4_5 - v_2_5;
      const float v5_3d = 2.0f * (v_3_5 - v_1_5);
      const float v5_3 = v5_3s + v5_3d;
      const float v5_4 = v5_3s - v5_3d;
      const float v5_5 = 4.0f * v_1_5 + v_5_5 - 5.0f * v_3_5;
      seen[l * 8 + e % 8] = v0_0;
      seen[(l + 4) * 8 + e % 8] = v0_1;
      seen[(l + 8) * 8 + e % 8] = v0_2;
      seen[(l + 12) * 8 + e % 8] = v0_3;
      seen[(l + 16) * 8 + e % 8] = v0_4;
      seen[(l + 20) * 8 + e % 8] = v0_5;
      seen[(l + 24) * 8 + e % 8] = v1_0;
      seen[(l + 28) * 8 + e % 8] = v1_1;
      seen[(l + 32) * 8 + e % 8] = v1_2;
      seen[(l + 36) * 8 + e % 8] = v1_3;
      seen[(l + 40) * 8 + e % 8] = v1_4;
      seen[(l + 44) * 8 + e % 8] = v1_5;
      seen[(l + 48) * 8 + e % 8] = v2_0;
      seen[(l + 52) * 8 + e % 8] = v2_1;
      seen[(l + 56) * 8 + e % 8] = v2_2;
      seen[(l + 60) * 8 + e % 8] = v2_3;
      seen[(l + 64) * 8 + e % 8] = v2_4;
      seen[(l + 68) * 8 + e % 8] = v2_5;
      seen[(l + 72) * 8 + e % 8] = v3_0;
      seen[(l + 76) * 8 + e % 8] = v3_1;
      seen[(l + 80) * 8 + e % 8] = v3_2;
      seen[(l + 84) * 8 + e % 8] = v3_3;
      seen[(l + 88) * 8 + e % 8] = v3_4;
      seen[(l + 92) * 8 + e % 8] = v3_5;
      seen[(l + 96) * 8 + e % 8] = v4_0;
      seen[(l + 100) * 8 + e % 8] = v4_1;
      seen[(l + 104) * 8 + e % 8] = v4_2;
      seen[(l + 108) * 8 + e % 8] = v4_3;
      seen[(l + 112) * 8 + e % 8] = v4_4;
      seen[(l + 116) * 8 + e % 8] = v4_5;
      seen[(l + 120) * 8 + e % 8] = v5_0;
      seen[(l + 124) * 8 + e % 8] = v5_1;
      seen[(l + 128) * 8 + e % 8] = v5_2;
      seen[(l + 132) * 8 + e % 8] = v5_3;
      seen[(l + 136) * 8 + e % 8] = v5_4;
      seen[(l + 140) * 8 + e % 8] = v5_5;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 4; ++l) {
      const float a0 = shared[(xi * 4 + l) * 16 + own_row];
      const float a1 = shared[(xi * 4 + l) * 16 + own_row + 8];
      const float b0 = seen[(xi * 4 + l) * 8 + own_col];
      const float b1 = seen[(xi * 4 + l) * 8 + own_col + 2];
      const float b2 = seen[(xi * 4 + l) * 8 + own_col + 4];
      const float b3 = seen[(xi * 4 + l) * 8 + own_col + 6];
      sum0_0 += a0 * b0;
      sum0_1 += a0 * b1;
      sum0_2 += a0 * b2;
      sum0_3 += a0 * b3;
      sum1_0 += a1 * b0;
      sum1_1 += a1 * b1;
      sum1_2 += a1 * b2;
      sum1_3 += a1 * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int first = 0; first < 16; first += 12) {
    const int row0 = own_row - first;
    if (row0 >= 0 && row0 < 12) {
      shared[(xi * 12 + row0) * 8 + own_col] = sum0_0;
      shared[(xi * 12 + row0) * 8 + own_col + 2] = sum0_1;
      shared[(xi * 12 + row0) * 8 + own_col + 4] = sum0_2;
      shared[(xi * 12 + row0) * 8 + own_col + 6] = sum0_3;
    }
    const int row1 = own_row + 8 - first;
    if (row1 >= 0 && row1 < 12) {
      shared[(xi * 12 + row1) * 8 + own_col] = sum1_0;
      shared[(xi * 12 + row1) * 8 + own_col + 2] = sum1_1;
      shared[(xi * 12 + row1) * 8 + own_col + 4] = sum1_2;
      shared[(xi * 12 + row1) * 8 + own_col + 6] = sum1_3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = number; e < 96; e += 576) {
      const int row = first_row + first + e / 8, tile = first_tile + e % 8;
      const int item = tile / tiles, place = tile - item * tiles;
      const int y = place / tiles_x * 4, x = place % tiles_x * 4;
      if (row >= m || first + e / 8 >= 16 || item >= items) continue;
      const float m0 = shared[e];
      const float m1 = shared[e + 96];
      const float m2 = shared[e + 192];
      const float m3 = shared[e + 288];
      const float m4 = shared[e + 384];
      const float m5 = shared[e + 480];
      const float m6 = shared[e + 576];
      const float m7 = shared[e + 672];
      const float m8 = shared[e + 768];
      const float m9 = shared[e + 864];
      const float m10 = shared[e + 960];
      const float m11 = shared[e + 1056];
      const float m12 = shared[e + 1152];
      const float m13 = shared[e + 1248];
      const float m14 = shared[e + 1344];
      const float m15 = shared[e + 1440];
      const float m16 = shared[e + 1536];
      const float m17 = shared[e + 1632];
      const float m18 = shared[e + 1728];
      const float m19 = shared[e + 1824];
      const float m20 = shared[e + 1920];
      const float m21 = shared[e + 2016];
      const float m22 = shared[e + 2112];
      const float m23 = shared[e + 2208];
      const float m24 = shared[e + 2304];
      const float m25 = shared[e + 2400];
      const float m26 = shared[e + 2496];
      const float m27 = shared[e + 2592];
      const float m28 = shared[e + 2688];
      const float m29 = shared[e + 2784];
      const float m30 = shared[e + 2880];
      const float m31 = shared[e + 2976];
      const float m32 = shared[e + 3072];
      const float m33 = shared[e + 3168];
      const float m34 = shared[e + 3264];
      const float m35 = shared[e + 3360];
      const float out_0_1s = m6 + m12;
      const float out_0_1d = m6 - m12;
      const float out_0_3s = m18 + m24;
      const float out_0_3d = m18 - m24;
      const float out_0_0 = m0 + out_0_1s + out_0_3s;
      const float out_0_1 = out_0_1d + 2.0f * out_0_3d;
      const float out_0_2 = out_0_1s + 4.0f * out_0_3s;
      const float out_0_3 = out_0_1d + 8.0f * out_0_3d + m30;
      const float out_1_1s = m7 + m13;
      const float out_1_1d = m7 - m13;
      const float out_1_3s = m19 + m25;
      const float out_1_3d = m19 - m25;
      const float out_1_0 = m1 + out_1_1s + out_1_3s;
      const float out_1_1 = out_1_1d + 2.0f * out_1_3d;
      const float out_1_2 = out_1_1s + 4.0f * out_1_3s;
      const float out_1_3 = out_1_1d + 8.0f * out_1_3d + m31;
      const float out_2_1s = m8 + m14;
      const float out_2_1d = m8 - m14;
      const float out_2_3s = m20 + m26;
      const float out_2_3d = m20 - m26;
      const float out_2_0 = m2 + out_2_1s + out_2_3s;
      const float out_2_1 = out_2_1d + 2.0f * out_2_3d;
      const float out_2_2 = out_2_1s + 4.0f * out_2_3s;
      const float out_2_3 = out_2_1d + 8.0f * out_2_3d + m32;
      const float out_3_1s = m9 + m15;
      const float out_3_1d = m9 - m15;
      const float out_3_3s = m21 + m27;
      const float out_3_3d = m21 - m27;
      const float out_3_0 = m3 + out_3_1s + out_3_3s;
      const float out_3_1 = out_3_1d + 2.0f * out_3_3d;
      const float out_3_2 = out_3_1s + 4.0f * out_3_3s;
      const float out_3_3 = out_3_1d + 8.0f * out_3_3d + m33;
      const float out_4_1s = m10 + m16;
      const float out_4_1d = m10 - m16;
      const float out_4_3s = m22 + m28;
      const float out_4_3d = m22 - m28;
      const float out_4_0 = m4 + out_4_1s + out_4_3s;
      const float out_4_1 = out_4_1d + 2.0f * out_4_3d;
      const float out_4_2 = out_4_1s + 4.0f * out_4_3s;
      const float out_4_3 = out_4_1d + 8.0f * out_4_3d + m34;
      const float out_5_1s = m11 + m17;
      const float out_5_1d = m11 - m17;
      const float out_5_3s = m23 + m29;
      const float out_5_3d = m23 - m29;
      const float out_5_0 = m5 + out_5_1s + out_5_3s;
      const float out_5_1 = out_5_1d + 2.0f * out_5_3d;
      const float out_5_2 = out_5_1s + 4.0f * out_5_3s;
      const float out_5_3 = out_5_1d + 8.0f * out_5_3d + m35;
      const float out0_1s = out_1_0 + out_2_0;
      const float out0_1d = out_1_0 - out_2_0;
      const float out0_3s = out_3_0 + out_4_0;
      const float out0_3d = out_3_0 - out_4_0;
      const float out0_0 = out_0_0 + out0_1s + out0_3s;
      const float out0_1 = out0_1d + 2.0f * out0_3d;
      const float out0_2 = out0_1s + 4.0f * out0_3s;
      const float out0_3 = out0_1d + 8.0f * out0_3d + out_5_0;
      const float out1_1s = out_1_1 + out_2_1;
      const float out1_1d = out_1_1 - out_2_1;
      const float out1_3s = out_3_1 + out_4_1;
      const float out1_3d = out_3_1 - out_4_1;
      const float out1_0 = out_0_1 + out1_1s + out1_3s;
      const float out1_1 = out1_1d + 2.0f * out1_3d;
      const float out1_2 = out1_1s + 4.0f * out1_3s;
      const float out1_3 = out1_1d + 8.0f * out1_3d + out_5_1;
      const float out2_1s = out_1_2 + out_2_2;
      const float out2_1d = out_1_2 - out_2_2;
      const float out2_3s = out_3_2 + out_4_2;
      const float out2_3d = out_3_2 - out_4_2;
      const float out2_0 = out_0_2 + out2_1s + out2_3s;
      const float out2_1 = out2_1d + 2.0f * out2_3d;
      const float out2_2 = out2_1s + 4.0f * out2_3s;
      const float out2_3 = out2_1d + 8.0f * out2_3d + out_5_2;
      const float out3_1s = out_1_3 + out_2_3;
      const float out3_1d = out_1_3 - out_2_3;
      const float out3_3s = out_3_3 + out_4_3;
      const float out3_3d = out_3_3 - out_4_3;
      const float out3_0 = out_0_3 + out3_1s + out3_3s;
      const float out3_1 = out3_1d + 2.0f * out3_3d;
      const float out3_2 = out3_1s + 4.0f * out3_3s;
      const float out3_3 = out3_1d + 8.0f * out3_3d + out_5_3;
      if (y < out_h && x < out_w)
          vstore_half_rte(out0_0, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x));
      if (y < out_h && x + 1 < out_w)
          vstore_half_rte(out0_1, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x + 1));
      if (y < out_h && x + 2 < out_w)
          vstore_half_rte(out0_2, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x + 2));
      if (y < out_h && x + 3 < out_w)
          vstore_half_rte(out0_3, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + (size_t)y * out_w + x + 3));
      if (y + 1 < out_h && x < out_w)
          vstore_half_rte(out1_0, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x));
      if (y + 1 < out_h && x + 1 < out_w)
          vstore_half_rte(out1_1, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x + 1));
      if (y + 1 < out_h && x + 2 < out_w)
          vstore_half_rte(out1_2, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x + 2));
      if (y + 1 < out_h && x + 3 < out_w)
          vstore_half_rte(out1_3, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 1) * out_w + x + 3));
      if (y + 2 < out_h && x < out_w)
          vstore_half_rte(out2_0, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 2) * out_w + x));
      if (y + 2 < out_h && x + 1 < out_w)
          vstore_half_rte(out2_1, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 2) * out_w + x + 1));
      if (y + 2 < out_h && x + 2 < out_w)
          vstore_half_rte(out2_2, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 2) * out_w + x + 2));
      if (y + 2 < out_h && x + 3 < out_w)
          vstore_half_rte(out2_3, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 2) * out_w + x + 3));
      if (y + 3 < out_h && x < out_w)
          vstore_half_rte(out3_0, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 3) * out_w + x));
      if (y + 3 < out_h && x + 1 < out_w)
          vstore_half_rte(out3_1, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 3) * out_w + x + 1));
      if (y + 3 < out_h && x + 2 < out_w)
          vstore_half_rte(out3_2, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 3) * out_w + x + 2));
      if (y + 3 < out_h && x + 3 < out_w)
          vstore_half_rte(out3_3, 0,
              c + c_offset + (size_t)row * c_row + (size_t)(item * c_step + ((size_t)y + 3) * out_w + x + 3));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
