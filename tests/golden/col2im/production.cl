// col2im channels=64 height=56 width=56 items=4 complex64 3x3 pad=1x1 batched: items=32 rows=4
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
col2im(
    __global float2 *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col,
    __global const float2 *restrict patches, const ulong patches_offset, const ulong patches_step, const int height,
        const int width, const int out_h, const int out_w, const int kernel_h, const int kernel_w, const int pad_h,
        const int pad_w, const int stride_h, const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t plane = get_group_id(1);
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step + plane * image_channel;
  patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ((size_t)out_h * out_w);
  const int start = get_group_id(0) * 4, stop = min(start + 4, height);
  for (int y = start; y < stop; ++y) {
    for (int x = get_local_id(0); x < width; x += 32) {
      float2 sum = (float2)(0);
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
          sum += *(patches + ((size_t)(i * kernel_w + j) * out_h + place_y) * out_w + place_x);
        }
      }
      *(image + y * image_row + x) = sum + *(image + y * image_row + x);
    }
  }
}
