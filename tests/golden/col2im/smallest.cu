// col2im channels=8 height=8 width=8 float32 3x3 pad=1x1: items=1 rows=1
extern "C" __global__ void __launch_bounds__(1)
col2im(
    float *__restrict__ image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col,
    const float *__restrict__ patches, const ulong patches_offset, const ulong patches_step, const int height,
        const int width, const int out_h, const int out_w, const int kernel_h, const int kernel_w, const int pad_h,
        const int pad_w, const int stride_h, const int stride_w, const int dilation_h, const int dilation_w,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong plane = (ulong)(blockIdx.y + launched.first_y);
  const ulong item = (ulong)(blockIdx.z + launched.first_z);
  image += image_offset + item * image_step + plane * image_channel;
  patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ((ulong)out_h * out_w);
  const int start = (ulong)blockIdx.x, stop = min(start + 1, height);
  for (int y = start; y < stop; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = float(0);
      for (int i = 0; i < kernel_h; ++i) {
        const int from_y = y + pad_h - i * dilation_h;
        const int place_y = from_y / stride_h;
        if (from_y < 0 || from_y % stride_h || place_y >= out_h) {
          continue;
        }
        for (int j = 0; j < kernel_w; ++j) {
          const int from_x = x + pad_w - j * dilation_w;
          const int place_x = from_x / stride_w;
          if (from_x < 0 || from_x % stride_w || place_x >= out_w) {
            continue;
          }
          sum += *(patches + ((ulong)(i * kernel_w + j) * out_h + place_y) * out_w + place_x);
        }
      }
      *(image + y * image_row + x) = sum + *(image + y * image_row + x);
    }
  }
}
