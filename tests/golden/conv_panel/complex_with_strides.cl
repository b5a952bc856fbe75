// convgemm kernels=64 channels=64 height=56 width=56 items=4 complex64 3x3 pad=1x1 flipped strided batched: rm=4
// lanes=8 vectors=1 depth=256 block_m=8 block_n=4 multiply=plain pack_a=True
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
conv_panel(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const float2 *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step;
  c += item * c_step;
  __local float panels[16384] __attribute__((aligned(64)));
  const int row_tiles = (m + 3) / 4, col_tiles = (n + 7) / 8;
  const int row_start = get_group_id(0) * 8;
  const int row_stop = min(row_start + 8, row_tiles);
  const int col_start = get_group_id(1) * 4;
  const int col_stop = min(col_start + 4, col_tiles);
  const int taps = kernel_h * kernel_w;
  const int planes = k / taps, most = 256 / taps, turns = (planes + most - 1) / most;
  const int step = (planes + turns - 1) / turns * taps;
  for (int start = 0; start < k; start += step) {
    const int terms = min(step, k - start);
    for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
      __local float *panel = panels + (col_tile - col_start) * 4096;
      const int wanted = 1;
      for (int v = 0; v < wanted; ++v) {
        const int8 place = col_tile * 8 + v * 8 + (int8)(0, 1, 2, 3, 4, 5, 6, 7);
        const int8 out_y = place / out_w, out_x = place - out_y * out_w;
        const int8 first_y = out_y * stride_h - pad_h, first_x = out_x * stride_w - pad_w;
        for (int i = 0; i < kernel_h; ++i) {
          for (int t = 0; t < kernel_w; ++t) {
            const int8 y = first_y + i * dilation_h, x = first_x + t * dilation_w;
            const int8 inside = place < n && y >= 0 && y < height && x >= 0 && x < width;
            const int8 met = y * image_row + x * image_col;
            __global const float2 *plane = image + (size_t)(start / taps) * image_channel;
            __local float *out = panel + (kernel_h * kernel_w - 1 - (i * kernel_w + t)) * 16 + v * 8;
            const int8 mask = inside;
            const int8 at = select((int8)(0), met, inside);
            for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 16) {
              *(__local float8 *)out = select((float8)(0),
                  (float8)(plane[at.s0].x, plane[at.s1].x, plane[at.s2].x, plane[at.s3].x, plane[at.s4].x,
                  plane[at.s5].x, plane[at.s6].x, plane[at.s7].x), mask);
              *(__local float8 *)(out + 8)
                  = select((float8)(0), (float8)(plane[at.s0].y, plane[at.s1].y, plane[at.s2].y, plane[at.s3].y,
                  plane[at.s4].y, plane[at.s5].y, plane[at.s6].y, plane[at.s7].y), mask);
            }
          }
        }
      }
    }
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
        const int row = row_tile * 4, col = col_tile * 8;
        __global float2 *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at = a + ((size_t)row_tile * k + start) * 8;
        __local const float *panel = panels + (col_tile - col_start) * 4096;
        __local const float *b_at = panel;
        float8 sum0_0 = (float8)(0);
        float8 imag0_0 = (float8)(0);
        float8 sum1_0 = (float8)(0);
        float8 imag1_0 = (float8)(0);
        float8 sum2_0 = (float8)(0);
        float8 imag2_0 = (float8)(0);
        float8 sum3_0 = (float8)(0);
        float8 imag3_0 = (float8)(0);
        for (int l = 0; l < terms; ++l) {
          const float8 b0 = *(__local const float8 *)b_at;
          const float8 b_imag0 = *(__local const float8 *)(b_at + 8);
          const float a0 = a_at[0];
          const float a_imag0 = a_at[4];
          sum0_0 += a0 * b0;
          imag0_0 += a0 * b_imag0;
          sum0_0 += -a_imag0 * b_imag0;
          imag0_0 += a_imag0 * b0;
          const float a1 = a_at[1];
          const float a_imag1 = a_at[5];
          sum1_0 += a1 * b0;
          imag1_0 += a1 * b_imag0;
          sum1_0 += -a_imag1 * b_imag0;
          imag1_0 += a_imag1 * b0;
          const float a2 = a_at[2];
          const float a_imag2 = a_at[6];
          sum2_0 += a2 * b0;
          imag2_0 += a2 * b_imag0;
          sum2_0 += -a_imag2 * b_imag0;
          imag2_0 += a_imag2 * b0;
          const float a3 = a_at[3];
          const float a_imag3 = a_at[7];
          sum3_0 += a3 * b0;
          imag3_0 += a3 * b_imag0;
          sum3_0 += -a_imag3 * b_imag0;
          imag3_0 += a_imag3 * b0;
          a_at += 8;
          b_at += 16;
        }
        float edge[64];
        vstore8(sum0_0, 0, edge);
        vstore8(imag0_0, 0, edge + 32);
        vstore8(sum1_0, 0, edge + 8);
        vstore8(imag1_0, 0, edge + 40);
        vstore8(sum2_0, 0, edge + 16);
        vstore8(imag2_0, 0, edge + 48);
        vstore8(sum3_0, 0, edge + 24);
        vstore8(imag3_0, 0, edge + 56);
        if (row + 4 <= m && col + 8 <= n) {
          if (start == 0) {
            for (int i = 0; i < 4; ++i) {
              {
                const float8 real = vload8(0, edge + i * 8);
                const float8 imag = vload8(0, edge + i * 8 + 32);
                float16 pairs;
                pairs.even = real;
                pairs.odd = imag;
                vstore16(pairs, 0, (__global float *)(c_at + (size_t)i * c_row));
              }
            }
          }
          else {
            for (int i = 0; i < 4; ++i) {
              {
                const float8 real = vload8(0, edge + i * 8);
                const float8 imag = vload8(0, edge + i * 8 + 32);
                const float16 old = vload16(0, (__global const float *)(c_at + (size_t)i * c_row));
                float16 pairs;
                pairs.even = real + old.even;
                pairs.odd = imag + old.odd;
                vstore16(pairs, 0, (__global float *)(c_at + (size_t)i * c_row));
              }
            }
          }
          continue;
        }
        for (int i = 0; i < min(4, m - row); ++i) {
          int j = 0;
          const int stop = min(8, n - col);
          for (; j < stop; j++) {
            const float2 total = (float2)(edge[i * 8 + j], edge[32 + i * 8 + j]);
            *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                ? total : total + *(c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
