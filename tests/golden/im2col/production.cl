// im2col channels=64 height=56 width=56 float32 3x3 pad=1x1: items=64 rows=16
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
im2col(
    __global const float *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col,
    __global float *restrict patches, const ulong patches_offset, const ulong patches_step, const int height,
        const int width, const int out_h, const int out_w, const int kernel_h, const int kernel_w, const int pad_h,
        const int pad_w, const int stride_h, const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t plane = get_group_id(1);
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step + plane * image_channel;
  patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ((size_t)out_h * out_w);
  const int lane = get_local_id(0);
  const int start = get_group_id(0) * 16, stop = min(start + 16, out_h);
  for (int i = 0; i < kernel_h; ++i) {
    for (int j = 0; j < kernel_w; ++j) {
      const int shift = j * dilation_w - pad_w;
      const int left = shift < 0 ? min((stride_w - 1 - shift) / stride_w, out_w) : 0;
      const int inside = shift < width ? min((width - 1 - shift) / stride_w + 1, out_w) : 0;
      const int right = max(left, inside);
      for (int oy = start; oy < stop; ++oy) {
        const int y = oy * stride_h - pad_h + i * dilation_h;
        const bool outside = y < 0 || y >= height;
        __global float *out = patches + ((size_t)(i * kernel_w + j) * out_h + oy) * out_w;
        int x = lane;
        for (; x < (outside ? out_w : left); x += 64) {
          *(out + x) = (float)(0);
        }
        for (; x < right; x += 64) {
          *(out + x) = *(image + y * image_row + (x * stride_w + shift));
        }
        for (; x < out_w; x += 64) {
          *(out + x) = (float)(0);
        }
      }
    }
  }
}
