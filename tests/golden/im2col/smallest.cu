// im2col channels=8 height=8 width=8 float32 3x3 pad=1x1: items=1 rows=1
extern "C" __global__ void __launch_bounds__(1)
im2col(
    const float *__restrict__ image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col,
    float *__restrict__ patches, const ulong patches_offset, const ulong patches_step, const int height,
        const int width, const int out_h, const int out_w, const int kernel_h, const int kernel_w, const int pad_h,
        const int pad_w, const int stride_h, const int stride_w, const int dilation_h, const int dilation_w,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong plane = (ulong)(blockIdx.y + launched.first_y);
  const ulong item = (ulong)(blockIdx.z + launched.first_z);
  image += image_offset + item * image_step + plane * image_channel;
  patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ((ulong)out_h * out_w);
  const int start = (ulong)blockIdx.x, stop = min(start + 1, out_h);
  for (int i = 0; i < kernel_h; ++i) {
    for (int j = 0; j < kernel_w; ++j) {
      const int shift = j * dilation_w - pad_w;
      const int left = shift < 0 ? min((stride_w - 1 - shift) / stride_w, out_w) : 0;
      const int inside = shift < width ? min((width - 1 - shift) / stride_w + 1, out_w) : 0;
      const int right = max(left, inside);
      for (int oy = start; oy < stop; ++oy) {
        const int y = oy * stride_h - pad_h + i * dilation_h;
        const bool outside = y < 0 || y >= height;
        float *out = patches + ((ulong)(i * kernel_w + j) * out_h + oy) * out_w;
        int x = 0;
        for (; x < (outside ? out_w : left); ++x) {
          *(out + x) = float(0);
        }
        for (; x < right; ++x) {
          *(out + x) = *(image + y * image_row + (x * stride_w + shift));
        }
        for (; x < out_w; ++x) {
          *(out + x) = float(0);
        }
      }
    }
  }
}
