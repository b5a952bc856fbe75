// im2col channels=8 height=8 width=8 float16 3x3 flipped strided: items=1 rows=64
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
im2col(
    __global const half *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col,
    __global half *restrict patches, const ulong patches_offset, const ulong patches_step, const int height,
        const int width, const int out_h, const int out_w, const int kernel_h, const int kernel_w, const int pad_h,
        const int pad_w, const int stride_h, const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t plane = get_group_id(1);
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step + plane * image_channel;
  patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ((size_t)out_h * out_w);
  const int start = get_group_id(0) * 64, stop = min(start + 64, out_h);
  for (int i = 0; i < kernel_h; ++i) {
    for (int j = 0; j < kernel_w; ++j) {
      const int shift = j * dilation_w - pad_w;
      const int left = shift < 0 ? min((stride_w - 1 - shift) / stride_w, out_w) : 0;
      const int inside = shift < width ? min((width - 1 - shift) / stride_w + 1, out_w) : 0;
      const int right = max(left, inside);
      for (int oy = start; oy < stop; ++oy) {
        const int y = oy * stride_h - pad_h + i * dilation_h;
        const bool outside = y < 0 || y >= height;
        __global half *out = patches + ((size_t)(kernel_h * kernel_w - 1 - (i * kernel_w + j)) * out_h + oy) * out_w;
        int x = 0;
        for (; x < (outside ? out_w : left); ++x) {
          vstore_half_rte((float)(0), 0, out + x);
        }
        for (; x < right; ++x) {
          vstore_half_rte(vload_half(0, image + y * image_row + (x * stride_w + shift) * image_col), 0, out + x);
        }
        for (; x < out_w; ++x) {
          vstore_half_rte((float)(0), 0, out + x);
        }
      }
    }
  }
}
