// convgemm kernels=64 channels=64 height=56 width=56 float32 3x3 pad=1x1: rm=8 lanes=16 vectors=2 depth=256 block_m=8
// block_n=4 multiply=plain pack_a=False
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
conv_panel(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const float *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w)
{
  const size_t item = get_group_id(2);
  image += image_offset + item * image_step;
  c += item * c_step;
  __local float panels[32768] __attribute__((aligned(64)));
  const int row_tiles = (m + 7) / 8, col_tiles = (n + 31) / 32;
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
      __local float *panel = panels + (col_tile - col_start) * 8192;
      const int first_col = col_tile * 32;
      if (n - first_col <= 4) {
        for (int j = 0; j < n - first_col; ++j) {
          const int out_y = (first_col + j) / out_w, out_x = first_col + j - out_y * out_w;
          for (int i = 0; i < kernel_h; ++i) {
            for (int t = 0; t < kernel_w; ++t) {
              const int y = out_y * stride_h - pad_h + i * dilation_h;
              const int x = out_x * stride_w - pad_w + t * dilation_w;
              const int inside = y >= 0 && y < height && x >= 0 && x < width;
              __global const float *met = image;
              if (inside) met += (size_t)(start / taps) * image_channel + y * image_row + x;
              __local float *out = panel + j * 256 + i * kernel_w + t;
              for (int l = 0; l < terms; l += taps, out += taps) {
                *out = inside ? *met : 0;
                if (inside) met += image_channel;
              }
            }
          }
        }
        continue;
      }
      const int wanted = n - first_col <= 16 ? 1 : 2;
      for (int v = 0; v < wanted; ++v) {
        const int16 place = col_tile * 32 + v * 16 + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const int16 out_y = place / out_w, out_x = place - out_y * out_w;
        const int16 first_y = out_y * stride_h - pad_h, first_x = out_x * stride_w - pad_w;
        for (int i = 0; i < kernel_h; ++i) {
          for (int t = 0; t < kernel_w; ++t) {
            const int16 y = first_y + i * dilation_h, x = first_x + t * dilation_w;
            const int16 inside = place < n && y >= 0 && y < height && x >= 0 && x < width;
            const int16 met = y * image_row + x;
            __global const float *plane = image + (size_t)(start / taps) * image_channel;
            __local float *out = panel + (i * kernel_w + t) * 32 + v * 16;
            const int16 mask = inside;
            const int low = met.s0, high = met.sf - 15;
            if (stride_w == 1 && all(inside) && low == high) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 32) {
                *(__local float16 *)out = vload16(0, plane + low);
              }
              continue;
            }
            if (stride_w == 2 && all(inside) && low + 15 == high) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 32) {
                const float16 first = vload16(0, plane + low);
                const float16 second = vload16(0, plane + low + 15);
                *(__local float16 *)out = (float16)(first.even, second.odd);
              }
              continue;
            }
            const int room = (height - 1) * image_row + width;
            const long next = (long)image_channel, before = start / taps, behind = (k - start - terms) / taps;
            if (stride_w == 1 && low == high && next >= 0 && low + before * next >= 0
                && low + 16 <= room + behind * next) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 32) {
                const float16 run = vload16(0, plane + low);
                *(__local float16 *)out = select((float16)(0), run, mask);
              }
              continue;
            }
            if (stride_w == 1 && out_w >= 16 && min(low, high) >= 0 && max(low, high) + 16 <= room) {
              const int16 later = out_y != out_y.s0;
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 32) {
                const float16 low_run = vload16(0, plane + low);
                const float16 high_run = vload16(0, plane + high);
                *(__local float16 *)out = select((float16)(0), select(low_run, high_run, later), mask);
              }
              continue;
            }
            const int16 at = select((int16)(0), met, inside);
            for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 32) {
              *(__local float16 *)out = select((float16)(0),
                  (float16)(plane[at.s0], plane[at.s1], plane[at.s2], plane[at.s3], plane[at.s4], plane[at.s5],
                  plane[at.s6], plane[at.s7], plane[at.s8], plane[at.s9], plane[at.sa], plane[at.sb], plane[at.sc],
                  plane[at.sd], plane[at.se], plane[at.sf]), mask);
            }
          }
        }
      }
    }
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
        const int row = row_tile * 8, col = col_tile * 32;
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at0 = a + a_offset + (size_t)min(row, m - 1) * a_row + (size_t)start;
        __global const float *a_at1 = a + a_offset + (size_t)min(row + 1, m - 1) * a_row + (size_t)start;
        __global const float *a_at2 = a + a_offset + (size_t)min(row + 2, m - 1) * a_row + (size_t)start;
        __global const float *a_at3 = a + a_offset + (size_t)min(row + 3, m - 1) * a_row + (size_t)start;
        __global const float *a_at4 = a + a_offset + (size_t)min(row + 4, m - 1) * a_row + (size_t)start;
        __global const float *a_at5 = a + a_offset + (size_t)min(row + 5, m - 1) * a_row + (size_t)start;
        __global const float *a_at6 = a + a_offset + (size_t)min(row + 6, m - 1) * a_row + (size_t)start;
        __global const float *a_at7 = a + a_offset + (size_t)min(row + 7, m - 1) * a_row + (size_t)start;
        __local const float *panel = panels + (col_tile - col_start) * 8192;
        if (n - col <= 4) {
          for (int j = 0; j < n - col; ++j) {
            __local const float *b_at = panel + j * 256;
            float16 lanes0 = (float16)(0);
            float16 lanes1 = (float16)(0);
            float16 lanes2 = (float16)(0);
            float16 lanes3 = (float16)(0);
            float16 lanes4 = (float16)(0);
            float16 lanes5 = (float16)(0);
            float16 lanes6 = (float16)(0);
            float16 lanes7 = (float16)(0);
            int l = 0;
            for (; l + 16 <= terms; l += 16) {
              const float16 b = *(__local const float16 *)(b_at + l);
              const float16 a0 = vload16(0, a_at0 + l);
              lanes0 += a0 * b;
              const float16 a1 = vload16(0, a_at1 + l);
              lanes1 += a1 * b;
              const float16 a2 = vload16(0, a_at2 + l);
              lanes2 += a2 * b;
              const float16 a3 = vload16(0, a_at3 + l);
              lanes3 += a3 * b;
              const float16 a4 = vload16(0, a_at4 + l);
              lanes4 += a4 * b;
              const float16 a5 = vload16(0, a_at5 + l);
              lanes5 += a5 * b;
              const float16 a6 = vload16(0, a_at6 + l);
              lanes6 += a6 * b;
              const float16 a7 = vload16(0, a_at7 + l);
              lanes7 += a7 * b;
            }
            float totals[8];
            const float8 lanes0_8 = lanes0.lo + lanes0.hi;
            const float4 lanes0_4 = lanes0_8.lo + lanes0_8.hi;
            const float2 lanes0_2 = lanes0_4.lo + lanes0_4.hi;
            const float lanes0_1 = lanes0_2.lo + lanes0_2.hi;
            totals[0] = lanes0_1;
            const float8 lanes1_8 = lanes1.lo + lanes1.hi;
            const float4 lanes1_4 = lanes1_8.lo + lanes1_8.hi;
            const float2 lanes1_2 = lanes1_4.lo + lanes1_4.hi;
            const float lanes1_1 = lanes1_2.lo + lanes1_2.hi;
            totals[1] = lanes1_1;
            const float8 lanes2_8 = lanes2.lo + lanes2.hi;
            const float4 lanes2_4 = lanes2_8.lo + lanes2_8.hi;
            const float2 lanes2_2 = lanes2_4.lo + lanes2_4.hi;
            const float lanes2_1 = lanes2_2.lo + lanes2_2.hi;
            totals[2] = lanes2_1;
            const float8 lanes3_8 = lanes3.lo + lanes3.hi;
            const float4 lanes3_4 = lanes3_8.lo + lanes3_8.hi;
            const float2 lanes3_2 = lanes3_4.lo + lanes3_4.hi;
            const float lanes3_1 = lanes3_2.lo + lanes3_2.hi;
            totals[3] = lanes3_1;
            const float8 lanes4_8 = lanes4.lo + lanes4.hi;
            const float4 lanes4_4 = lanes4_8.lo + lanes4_8.hi;
            const float2 lanes4_2 = lanes4_4.lo + lanes4_4.hi;
            const float lanes4_1 = lanes4_2.lo + lanes4_2.hi;
            totals[4] = lanes4_1;
            const float8 lanes5_8 = lanes5.lo + lanes5.hi;
            const float4 lanes5_4 = lanes5_8.lo + lanes5_8.hi;
            const float2 lanes5_2 = lanes5_4.lo + lanes5_4.hi;
            const float lanes5_1 = lanes5_2.lo + lanes5_2.hi;
            totals[5] = lanes5_1;
            const float8 lanes6_8 = lanes6.lo + lanes6.hi;
            const float4 lanes6_4 = lanes6_8.lo + lanes6_8.hi;
            const float2 lanes6_2 = lanes6_4.lo + lanes6_4.hi;
            const float lanes6_1 = lanes6_2.lo + lanes6_2.hi;
            totals[6] = lanes6_1;
            const float8 lanes7_8 = lanes7.lo + lanes7.hi;
            const float4 lanes7_4 = lanes7_8.lo + lanes7_8.hi;
            const float2 lanes7_2 = lanes7_4.lo + lanes7_4.hi;
            const float lanes7_1 = lanes7_2.lo + lanes7_2.hi;
            totals[7] = lanes7_1;
            for (; l < terms; ++l) {
              totals[0] += a_at0[l] * b_at[l];
              totals[1] += a_at1[l] * b_at[l];
              totals[2] += a_at2[l] * b_at[l];
              totals[3] += a_at3[l] * b_at[l];
              totals[4] += a_at4[l] * b_at[l];
              totals[5] += a_at5[l] * b_at[l];
              totals[6] += a_at6[l] * b_at[l];
              totals[7] += a_at7[l] * b_at[l];
            }
            for (int i = 0; i < min(8, m - row); ++i) {
              c_at[(size_t)i * c_row + (size_t)j] = start == 0
                  ? totals[i] : totals[i] + c_at[(size_t)i * c_row + (size_t)j];
            }
          }
          continue;
        }
        if (n - col <= 16) {
          __local const float *b_at = panel;
          float16 sum0_0 = (float16)(0);
          float16 sum1_0 = (float16)(0);
          float16 sum2_0 = (float16)(0);
          float16 sum3_0 = (float16)(0);
          float16 sum4_0 = (float16)(0);
          float16 sum5_0 = (float16)(0);
          float16 sum6_0 = (float16)(0);
          float16 sum7_0 = (float16)(0);
          for (int l = 0; l < terms; ++l) {
            const float16 b0 = *(__local const float16 *)b_at;
            const float a0 = a_at0[l];
            sum0_0 += a0 * b0;
            const float a1 = a_at1[l];
            sum1_0 += a1 * b0;
            const float a2 = a_at2[l];
            sum2_0 += a2 * b0;
            const float a3 = a_at3[l];
            sum3_0 += a3 * b0;
            const float a4 = a_at4[l];
            sum4_0 += a4 * b0;
            const float a5 = a_at5[l];
            sum5_0 += a5 * b0;
            const float a6 = a_at6[l];
            sum6_0 += a6 * b0;
            const float a7 = a_at7[l];
            sum7_0 += a7 * b0;
            b_at += 32;
          }
          if (row + 8 <= m && col + 16 <= n) {
            if (start == 0) {
              vstore16(sum0_0, 0, c_at);
              vstore16(sum1_0, 0, c_at + c_row);
              vstore16(sum2_0, 0, c_at + (size_t)2 * c_row);
              vstore16(sum3_0, 0, c_at + (size_t)3 * c_row);
              vstore16(sum4_0, 0, c_at + (size_t)4 * c_row);
              vstore16(sum5_0, 0, c_at + (size_t)5 * c_row);
              vstore16(sum6_0, 0, c_at + (size_t)6 * c_row);
              vstore16(sum7_0, 0, c_at + (size_t)7 * c_row);
            }
            else {
              vstore16(sum0_0 + vload16(0, c_at), 0, c_at);
              vstore16(sum1_0 + vload16(0, c_at + c_row), 0, c_at + c_row);
              vstore16(sum2_0 + vload16(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
              vstore16(sum3_0 + vload16(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
              vstore16(sum4_0 + vload16(0, c_at + (size_t)4 * c_row), 0, c_at + (size_t)4 * c_row);
              vstore16(sum5_0 + vload16(0, c_at + (size_t)5 * c_row), 0, c_at + (size_t)5 * c_row);
              vstore16(sum6_0 + vload16(0, c_at + (size_t)6 * c_row), 0, c_at + (size_t)6 * c_row);
              vstore16(sum7_0 + vload16(0, c_at + (size_t)7 * c_row), 0, c_at + (size_t)7 * c_row);
            }
            continue;
          }
          float edge[128];
          vstore16(sum0_0, 0, edge);
          vstore16(sum1_0, 0, edge + 16);
          vstore16(sum2_0, 0, edge + 32);
          vstore16(sum3_0, 0, edge + 48);
          vstore16(sum4_0, 0, edge + 64);
          vstore16(sum5_0, 0, edge + 80);
          vstore16(sum6_0, 0, edge + 96);
          vstore16(sum7_0, 0, edge + 112);
          for (int i = 0; i < min(8, m - row); ++i) {
            int j = 0;
            const int stop = min(16, n - col);
            for (; j + 16 <= stop; j += 16) {
              float16 total = vload16(0, edge + i * 16 + j);
              if (start != 0) total += vload16(0, c_at + (size_t)i * c_row + (size_t)j);
              vstore16(total, 0, c_at + (size_t)i * c_row + (size_t)j);
            }
            for (; j + 4 <= stop; j += 4) {
              float4 total = vload4(0, edge + i * 16 + j);
              if (start != 0) total += vload4(0, c_at + (size_t)i * c_row + (size_t)j);
              vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
            }
            for (; j < stop; j++) {
              const float total = edge[i * 16 + j];
              *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                  ? total : total + *(c_at + (size_t)i * c_row + (size_t)j);
            }
          }
          continue;
        }
        __local const float *b_at = panel;
        float16 sum0_0 = (float16)(0);
        float16 sum0_1 = (float16)(0);
        float16 sum1_0 = (float16)(0);
        float16 sum1_1 = (float16)(0);
        float16 sum2_0 = (float16)(0);
        float16 sum2_1 = (float16)(0);
        float16 sum3_0 = (float16)(0);
        float16 sum3_1 = (float16)(0);
        float16 sum4_0 = (float16)(0);
        float16 sum4_1 = (float16)(0);
        float16 sum5_0 = (float16)(0);
        float16 sum5_1 = (float16)(0);
        float16 sum6_0 = (float16)(0);
        float16 sum6_1 = (float16)(0);
        float16 sum7_0 = (float16)(0);
        float16 sum7_1 = (float16)(0);
        for (int l = 0; l < terms; ++l) {
          const float16 b0 = *(__local const float16 *)b_at;
          const float16 b1 = *(__local const float16 *)(b_at + 16);
          const float a0 = a_at0[l];
          sum0_0 += a0 * b0;
          sum0_1 += a0 * b1;
          const float a1 = a_at1[l];
          sum1_0 += a1 * b0;
          sum1_1 += a1 * b1;
          const float a2 = a_at2[l];
          sum2_0 += a2 * b0;
          sum2_1 += a2 * b1;
          const float a3 = a_at3[l];
          sum3_0 += a3 * b0;
          sum3_1 += a3 * b1;
          const float a4 = a_at4[l];
          sum4_0 += a4 * b0;
          sum4_1 += a4 * b1;
          const float a5 = a_at5[l];
          sum5_0 += a5 * b0;
          sum5_1 += a5 * b1;
          const float a6 = a_at6[l];
          sum6_0 += a6 * b0;
          sum6_1 += a6 * b1;
          const float a7 = a_at7[l];
          sum7_0 += a7 * b0;
          sum7_1 += a7 * b1;
          b_at += 32;
        }
        if (row + 8 <= m && col + 32 <= n) {
          if (start == 0) {
            vstore16(sum0_0, 0, c_at);
            vstore16(sum0_1, 0, c_at + 16);
            vstore16(sum1_0, 0, c_at + c_row);
            vstore16(sum1_1, 0, c_at + c_row + 16);
            vstore16(sum2_0, 0, c_at + (size_t)2 * c_row);
            vstore16(sum2_1, 0, c_at + (size_t)2 * c_row + 16);
            vstore16(sum3_0, 0, c_at + (size_t)3 * c_row);
            vstore16(sum3_1, 0, c_at + (size_t)3 * c_row + 16);
            vstore16(sum4_0, 0, c_at + (size_t)4 * c_row);
            vstore16(sum4_1, 0, c_at + (size_t)4 * c_row + 16);
            vstore16(sum5_0, 0, c_at + (size_t)5 * c_row);
            vstore16(sum5_1, 0, c_at + (size_t)5 * c_row + 16);
            vstore16(sum6_0, 0, c_at + (size_t)6 * c_row);
            vstore16(sum6_1, 0, c_at + (size_t)6 * c_row + 16);
            vstore16(sum7_0, 0, c_at + (size_t)7 * c_row);
            vstore16(sum7_1, 0, c_at + (size_t)7 * c_row + 16);
          }
          else {
            vstore16(sum0_0 + vload16(0, c_at), 0, c_at);
            vstore16(sum0_1 + vload16(0, c_at + 16), 0, c_at + 16);
            vstore16(sum1_0 + vload16(0, c_at + c_row), 0, c_at + c_row);
            vstore16(sum1_1 + vload16(0, c_at + c_row + 16), 0, c_at + c_row + 16);
            vstore16(sum2_0 + vload16(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
            vstore16(sum2_1 + vload16(0, c_at + (size_t)2 * c_row + 16), 0, c_at + (size_t)2 * c_row + 16);
            vstore16(sum3_0 + vload16(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
            vstore16(sum3_1 + vload16(0, c_at + (size_t)3 * c_row + 16), 0, c_at + (size_t)3 * c_row + 16);
            vstore16(sum4_0 + vload16(0, c_at + (size_t)4 * c_row), 0, c_at + (size_t)4 * c_row);
            vstore16(sum4_1 + vload16(0, c_at + (size_t)4 * c_row + 16), 0, c_at + (size_t)4 * c_row + 16);
            vstore16(sum5_0 + vload16(0, c_at + (size_t)5 * c_row), 0, c_at + (size_t)5 * c_row);
            vstore16(sum5_1 + vload16(0, c_at + (size_t)5 * c_row + 16), 0, c_at + (size_t)5 * c_row + 16);
            vstore16(sum6_0 + vload16(0, c_at + (size_t)6 * c_row), 0, c_at + (size_t)6 * c_row);
            vstore16(sum6_1 + vload16(0, c_at + (size_t)6 * c_row + 16), 0, c_at + (size_t)6 * c_row + 16);
            vstore16(sum7_0 + vload16(0, c_at + (size_t)7 * c_row), 0, c_at + (size_t)7 * c_row);
            vstore16(sum7_1 + vload16(0, c_at + (size_t)7 * c_row + 16), 0, c_at + (size_t)7 * c_row + 16);
          }
          continue;
        }
        float edge[256];
        vstore16(sum0_0, 0, edge);
        vstore16(sum0_1, 0, edge + 16);
        vstore16(sum1_0, 0, edge + 32);
        vstore16(sum1_1, 0, edge + 48);
        vstore16(sum2_0, 0, edge + 64);
        vstore16(sum2_1, 0, edge + 80);
        vstore16(sum3_0, 0, edge + 96);
        vstore16(sum3_1, 0, edge + 112);
        vstore16(sum4_0, 0, edge + 128);
        vstore16(sum4_1, 0, edge + 144);
        vstore16(sum5_0, 0, edge + 160);
        vstore16(sum5_1, 0, edge + 176);
        vstore16(sum6_0, 0, edge + 192);
        vstore16(sum6_1, 0, edge + 208);
        vstore16(sum7_0, 0, edge + 224);
        vstore16(sum7_1, 0, edge + 240);
        for (int i = 0; i < min(8, m - row); ++i) {
          int j = 0;
          const int stop = min(32, n - col);
          for (; j + 16 <= stop; j += 16) {
            float16 total = vload16(0, edge + i * 32 + j);
            if (start != 0) total += vload16(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore16(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j + 4 <= stop; j += 4) {
            float4 total = vload4(0, edge + i * 32 + j);
            if (start != 0) total += vload4(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j < stop; j++) {
            const float total = edge[i * 32 + j];
            *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                ? total : total + *(c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
