// convgemm kernels=8 channels=8 height=8 width=8 float32 3x3 pad=1x1: wx=1 wy=1 rm=1 rn=1 depth=4 multiply=plain
extern "C" __global__ void __launch_bounds__(1)
conv_tile(
    const int m, const int n, const int k,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    const float *__restrict__ image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong item = (ulong)(blockIdx.z + launched.first_z);
  image += image_offset + item * image_step;
  c += item * c_step;
  __shared__ __align__(64) float kernels_tile[4];
  __shared__ __align__(64) float patches_tile[4];
  const int local_x = 0;
  const int local_y = 0;
  const int number = local_y + local_x;
  const int first_row = (ulong)(blockIdx.y + launched.first_y);
  const int first_col = (ulong)blockIdx.x;
  float sum0_0 = float(0);
  for (int start = 0; start < k; start += 4) {
    for (int e = number; e < 4; ++e) {
      const int r = e / 4, l = e % 4;
      float value = float(0);
      if (first_row + r < m && start + l < k) {
        value = a[a_offset + (ulong)(first_row + r) * a_row + (ulong)(start + l)];
      }
      kernels_tile[l + r] = value;
    }
    for (int e = number; e < 4; ++e) {
      const int l = e, place = first_col;
      const int term = start + l, taps = kernel_h * kernel_w;
      const int plane = term / taps, counted = term - plane * taps;
      const int tap = counted;
      const int tap_y = tap / kernel_w, tap_x = tap - tap_y * kernel_w;
      const int out_y = place / out_w, out_x = place - out_y * out_w;
      const int y = out_y * stride_h - pad_h + tap_y * dilation_h;
      const int x = out_x * stride_w - pad_w + tap_x * dilation_w;
      float value = float(0);
      if (place < n && term < k && y >= 0 && y < height && x >= 0 && x < width) {
        value = *(image + (ulong)plane * image_channel + y * image_row + x);
      }
      patches_tile[e] = value;
    }
    __syncthreads();
    for (int l = 0; l < 4; ++l) {
      const float a0 = kernels_tile[l + local_y];
      const float b0 = patches_tile[l + local_x];
      sum0_0 += a0 * b0;
    }
    __syncthreads();
  }
  if (first_row + local_y < m && first_col + local_x < n) {
    c[c_offset + (ulong)(first_row + local_y) * c_row + (ulong)(first_col + local_x)] = sum0_0;
  }
}
