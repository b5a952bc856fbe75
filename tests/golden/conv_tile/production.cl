// convgemm kernels=64 channels=64 height=56 width=56 items=16 float64 3x3 pad=1x1 batched: wx=16 wy=8 rm=4 rn=4 depth=8
// multiply=plain
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(16, 8, 1))) void
conv_tile(
    const int m, const int n, const int k,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global double *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const double *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step;
  c += item * c_step;
  __local double kernels_tile[256] __attribute__((aligned(64)));
  __local double patches_tile[512] __attribute__((aligned(64)));
  const int local_x = get_local_id(0);
  const int local_y = get_local_id(1);
  const int number = local_y * 16 + local_x;
  const int first_row = get_group_id(1) * 32;
  const int first_col = get_group_id(0) * 64;
  double sum0_0 = (double)(0);
  double sum0_1 = (double)(0);
  double sum0_2 = (double)(0);
  double sum0_3 = (double)(0);
  double sum1_0 = (double)(0);
  double sum1_1 = (double)(0);
  double sum1_2 = (double)(0);
  double sum1_3 = (double)(0);
  double sum2_0 = (double)(0);
  double sum2_1 = (double)(0);
  double sum2_2 = (double)(0);
  double sum2_3 = (double)(0);
  double sum3_0 = (double)(0);
  double sum3_1 = (double)(0);
  double sum3_2 = (double)(0);
  double sum3_3 = (double)(0);
  for (int start = 0; start < k; start += 8) {
    for (int e = number; e < 256; e += 128) {
      const int r = e / 8, l = e % 8;
      double value = (double)(0);
      if (first_row + r < m && start + l < k) {
        value = a[a_offset + (size_t)(first_row + r) * a_row + (size_t)(start + l)];
      }
      kernels_tile[l * 32 + r] = value;
    }
    for (int e = number; e < 512; e += 128) {
      const int l = e / 64, place = first_col + e % 64;
      const int term = start + l, taps = kernel_h * kernel_w;
      const int plane = term / taps, counted = term - plane * taps;
      const int tap = counted;
      const int tap_y = tap / kernel_w, tap_x = tap - tap_y * kernel_w;
      const int out_y = place / out_w, out_x = place - out_y * out_w;
      const int y = out_y * stride_h - pad_h + tap_y * dilation_h;
      const int x = out_x * stride_w - pad_w + tap_x * dilation_w;
      double value = (double)(0);
      if (place < n && term < k && y >= 0 && y < height && x >= 0 && x < width) {
        value = *(image + (size_t)plane * image_channel + y * image_row + x);
      }
      patches_tile[e] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 8; ++l) {
      const double a0 = kernels_tile[l * 32 + local_y];
      const double a1 = kernels_tile[l * 32 + local_y + 8];
      const double a2 = kernels_tile[l * 32 + local_y + 16];
      const double a3 = kernels_tile[l * 32 + local_y + 24];
      const double b0 = patches_tile[l * 64 + local_x];
      const double b1 = patches_tile[l * 64 + local_x + 16];
      const double b2 = patches_tile[l * 64 + local_x + 32];
      const double b3 = patches_tile[l * 64 + local_x + 48];
      sum0_0 += a0 * b0;
      sum0_1 += a0 * b1;
      sum0_2 += a0 * b2;
      sum0_3 += a0 * b3;
      sum1_0 += a1 * b0;
      sum1_1 += a1 * b1;
      sum1_2 += a1 * b2;
      sum1_3 += a1 * b3;
      sum2_0 += a2 * b0;
      sum2_1 += a2 * b1;
      sum2_2 += a2 * b2;
      sum2_3 += a2 * b3;
      sum3_0 += a3 * b0;
      sum3_1 += a3 * b1;
      sum3_2 += a3 * b2;
      sum3_3 += a3 * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (first_row + local_y < m && first_col + local_x < n) {
    c[c_offset + (size_t)(first_row + local_y) * c_row + (size_t)(first_col + local_x)] = sum0_0;
  }
  if (first_row + local_y < m && first_col + local_x + 16 < n) {
    c[c_offset + (size_t)(first_row + local_y) * c_row + (size_t)(first_col + local_x + 16)] = sum0_1;
  }
  if (first_row + local_y < m && first_col + local_x + 32 < n) {
    c[c_offset + (size_t)(first_row + local_y) * c_row + (size_t)(first_col + local_x + 32)] = sum0_2;
  }
  if (first_row + local_y < m && first_col + local_x + 48 < n) {
    c[c_offset + (size_t)(first_row + local_y) * c_row + (size_t)(first_col + local_x + 48)] = sum0_3;
  }
  if (first_row + local_y + 8 < m && first_col + local_x < n) {
    c[c_offset + (size_t)(first_row + local_y + 8) * c_row + (size_t)(first_col + local_x)] = sum1_0;
  }
  if (first_row + local_y + 8 < m && first_col + local_x + 16 < n) {
    c[c_offset + (size_t)(first_row + local_y + 8) * c_row + (size_t)(first_col + local_x + 16)] = sum1_1;
  }
  if (first_row + local_y + 8 < m && first_col + local_x + 32 < n) {
    c[c_offset + (size_t)(first_row + local_y + 8) * c_row + (size_t)(first_col + local_x + 32)] = sum1_2;
  }
  if (first_row + local_y + 8 < m && first_col + local_x + 48 < n) {
    c[c_offset + (size_t)(first_row + local_y + 8) * c_row + (size_t)(first_col + local_x + 48)] = sum1_3;
  }
  if (first_row + local_y + 16 < m && first_col + local_x < n) {
    c[c_offset + (size_t)(first_row + local_y + 16) * c_row + (size_t)(first_col + local_x)] = sum2_0;
  }
  if (first_row + local_y + 16 < m && first_col + local_x + 16 < n) {
    c[c_offset + (size_t)(first_row + local_y + 16) * c_row + (size_t)(first_col + local_x + 16)] = sum2_1;
  }
  if (first_row + local_y + 16 < m && first_col + local_x + 32 < n) {
    c[c_offset + (size_t)(first_row + local_y + 16) * c_row + (size_t)(first_col + local_x + 32)] = sum2_2;
  }
  if (first_row + local_y + 16 < m && first_col + local_x + 48 < n) {
    c[c_offset + (size_t)(first_row + local_y + 16) * c_row + (size_t)(first_col + local_x + 48)] = sum2_3;
  }
  if (first_row + local_y + 24 < m && first_col + local_x < n) {
    c[c_offset + (size_t)(first_row + local_y + 24) * c_row + (size_t)(first_col + local_x)] = sum3_0;
  }
  if (first_row + local_y + 24 < m && first_col + local_x + 16 < n) {
    c[c_offset + (size_t)(first_row + local_y + 24) * c_row + (size_t)(first_col + local_x + 16)] = sum3_1;
  }
  if (first_row + local_y + 24 < m && first_col + local_x + 32 < n) {
    c[c_offset + (size_t)(first_row + local_y + 24) * c_row + (size_t)(first_col + local_x + 32)] = sum3_2;
  }
  if (first_row + local_y + 24 < m && first_col + local_x + 48 < n) {
    c[c_offset + (size_t)(first_row + local_y + 24) * c_row + (size_t)(first_col + local_x + 48)] = sum3_3;
  }
}
