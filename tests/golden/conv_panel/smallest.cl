// convgemm kernels=8 channels=8 height=8 width=8 float32 3x3 pad=1x1: rm=4 lanes=4 vectors=2 depth=64 block_m=4
// block_n=1 multiply=plain pack_a=False
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
  __local float panels[512] __attribute__((aligned(64)));
  const int row_tiles = (m + 3) / 4, col_tiles = (n + 7) / 8;
  const int row_start = get_group_id(0) * 4;
  const int row_stop = min(row_start + 4, row_tiles);
  const int col_start = get_group_id(1);
  const int col_stop = min(col_start + 1, col_tiles);
  const int taps = kernel_h * kernel_w;
  const int planes = k / taps, most = 64 / taps, turns = (planes + most - 1) / most;
  const int step = (planes + turns - 1) / turns * taps;
  for (int start = 0; start < k; start += step) {
    const int terms = min(step, k - start);
    for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
      __local float *panel = panels + (col_tile - col_start) * 512;
      const int first_col = col_tile * 8;
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
              __local float *out = panel + j * 64 + i * kernel_w + t;
              for (int l = 0; l < terms; l += taps, out += taps) {
                *out = inside ? *met : 0;
                if (inside) met += image_channel;
              }
            }
          }
        }
        continue;
      }
      const int wanted = n - first_col <= 4 ? 1 : 2;
      for (int v = 0; v < wanted; ++v) {
        const int4 place = col_tile * 8 + v * 4 + (int4)(0, 1, 2, 3);
        const int4 out_y = place / out_w, out_x = place - out_y * out_w;
        const int4 first_y = out_y * stride_h - pad_h, first_x = out_x * stride_w - pad_w;
        for (int i = 0; i < kernel_h; ++i) {
          for (int t = 0; t < kernel_w; ++t) {
            const int4 y = first_y + i * dilation_h, x = first_x + t * dilation_w;
            const int4 inside = place < n && y >= 0 && y < height && x >= 0 && x < width;
            const int4 met = y * image_row + x;
            __global const float *plane = image + (size_t)(start / taps) * image_channel;
            __local float *out = panel + (i * kernel_w + t) * 8 + v * 4;
            const int4 mask = inside;
            const int low = met.s0, high = met.s3 - 3;
            if (stride_w == 1 && all(inside) && low == high) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 8) {
                *(__local float4 *)out = vload4(0, plane + low);
              }
              continue;
            }
            if (stride_w == 2 && all(inside) && low + 3 == high) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 8) {
                const float4 first = vload4(0, plane + low);
                const float4 second = vload4(0, plane + low + 3);
                *(__local float4 *)out = (float4)(first.even, second.odd);
              }
              continue;
            }
            const int room = (height - 1) * image_row + width;
            const long next = (long)image_channel, before = start / taps, behind = (k - start - terms) / taps;
            if (stride_w == 1 && low == high && next >= 0 && low + before * next >= 0
                && low + 4 <= room + behind * next) {
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 8) {
                const float4 run = vload4(0, plane + low);
                *(__local float4 *)out = select((float4)(0), run, mask);
              }
              continue;
            }
            if (stride_w == 1 && out_w >= 4 && min(low, high) >= 0 && max(low, high) + 4 <= room) {
              const int4 later = out_y != out_y.s0;
              for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 8) {
                const float4 low_run = vload4(0, plane + low);
                const float4 high_run = vload4(0, plane + high);
                *(__local float4 *)out = select((float4)(0), select(low_run, high_run, later), mask);
              }
              continue;
            }
            const int4 at = select((int4)(0), met, inside);
            for (int l = 0; l < terms; l += taps, plane += image_channel, out += taps * 8) {
              *(__local float4 *)out
                  = select((float4)(0), (float4)(plane[at.s0], plane[at.s1], plane[at.s2], plane[at.s3]), mask);
            }
          }
        }
      }
    }
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
        const int row = row_tile * 4, col = col_tile * 8;
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at0 = a + a_offset + (size_t)min(row, m - 1) * a_row + (size_t)start;
        __global const float *a_at1 = a + a_offset + (size_t)min(row + 1, m - 1) * a_row + (size_t)start;
        __global const float *a_at2 = a + a_offset + (size_t)min(row + 2, m - 1) * a_row + (size_t)start;
        __global const float *a_at3 = a + a_offset + (size_t)min(row + 3, m - 1) * a_row + (size_t)start;
        __local const float *panel = panels + (col_tile - col_start) * 512;
        if (n - col <= 4) {
          for (int j = 0; j < n - col; ++j) {
            __local const float *b_at = panel + j * 64;
            float4 lanes0 = (float4)(0);
            float4 lanes1 = (float4)(0);
            float4 lanes2 = (float4)(0);
            float4 lanes3 = (float4)(0);
            int l = 0;
            for (; l + 4 <= terms; l += 4) {
              const float4 b = *(__local const float4 *)(b_at + l);
              const float4 a0 = vload4(0, a_at0 + l);
              lanes0 += a0 * b;
              const float4 a1 = vload4(0, a_at1 + l);
              lanes1 += a1 * b;
              const float4 a2 = vload4(0, a_at2 + l);
              lanes2 += a2 * b;
              const float4 a3 = vload4(0, a_at3 + l);
              lanes3 += a3 * b;
            }
            float totals[4];
            const float2 lanes0_2 = lanes0.lo + lanes0.hi;
            const float lanes0_1 = lanes0_2.lo + lanes0_2.hi;
            totals[0] = lanes0_1;
            const float2 lanes1_2 = lanes1.lo + lanes1.hi;
            const float lanes1_1 = lanes1_2.lo + lanes1_2.hi;
            totals[1] = lanes1_1;
            const float2 lanes2_2 = lanes2.lo + lanes2.hi;
            const float lanes2_1 = lanes2_2.lo + lanes2_2.hi;
            totals[2] = lanes2_1;
            const float2 lanes3_2 = lanes3.lo + lanes3.hi;
            const float lanes3_1 = lanes3_2.lo + lanes3_2.hi;
            totals[3] = lanes3_1;
            for (; l < terms; ++l) {
              totals[0] += a_at0[l] * b_at[l];
              totals[1] += a_at1[l] * b_at[l];
              totals[2] += a_at2[l] * b_at[l];
              totals[3] += a_at3[l] * b_at[l];
            }
            for (int i = 0; i < min(4, m - row); ++i) {
              c_at[(size_t)i * c_row + (size_t)j] = start == 0
                  ? totals[i] : totals[i] + c_at[(size_t)i * c_row + (size_t)j];
            }
          }
          continue;
        }
        if (n - col <= 4) {
          __local const float *b_at = panel;
          float4 sum0_0 = (float4)(0);
          float4 sum1_0 = (float4)(0);
          float4 sum2_0 = (float4)(0);
          float4 sum3_0 = (float4)(0);
          for (int l = 0; l < terms; ++l) {
            const float4 b0 = *(__local const float4 *)b_at;
            const float a0 = a_at0[l];
            sum0_0 += a0 * b0;
            const float a1 = a_at1[l];
            sum1_0 += a1 * b0;
            const float a2 = a_at2[l];
            sum2_0 += a2 * b0;
            const float a3 = a_at3[l];
            sum3_0 += a3 * b0;
            b_at += 8;
          }
          if (row + 4 <= m && col + 4 <= n) {
            if (start == 0) {
              vstore4(sum0_0, 0, c_at);
              vstore4(sum1_0, 0, c_at + c_row);
              vstore4(sum2_0, 0, c_at + (size_t)2 * c_row);
              vstore4(sum3_0, 0, c_at + (size_t)3 * c_row);
            }
            else {
              vstore4(sum0_0 + vload4(0, c_at), 0, c_at);
              vstore4(sum1_0 + vload4(0, c_at + c_row), 0, c_at + c_row);
              vstore4(sum2_0 + vload4(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
              vstore4(sum3_0 + vload4(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
            }
            continue;
          }
          float edge[16];
          vstore4(sum0_0, 0, edge);
          vstore4(sum1_0, 0, edge + 4);
          vstore4(sum2_0, 0, edge + 8);
          vstore4(sum3_0, 0, edge + 12);
          for (int i = 0; i < min(4, m - row); ++i) {
            int j = 0;
            const int stop = min(4, n - col);
            for (; j + 4 <= stop; j += 4) {
              float4 total = vload4(0, edge + i * 4 + j);
              if (start != 0) total += vload4(0, c_at + (size_t)i * c_row + (size_t)j);
              vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
            }
            for (; j < stop; j++) {
              const float total = edge[i * 4 + j];
              *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                  ? total : total + *(c_at + (size_t)i * c_row + (size_t)j);
            }
          }
          continue;
        }
        __local const float *b_at = panel;
        float4 sum0_0 = (float4)(0);
        float4 sum0_1 = (float4)(0);
        float4 sum1_0 = (float4)(0);
        float4 sum1_1 = (float4)(0);
        float4 sum2_0 = (float4)(0);
        float4 sum2_1 = (float4)(0);
        float4 sum3_0 = (float4)(0);
        float4 sum3_1 = (float4)(0);
        for (int l = 0; l < terms; ++l) {
          const float4 b0 = *(__local const float4 *)b_at;
          const float4 b1 = *(__local const float4 *)(b_at + 4);
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
          b_at += 8;
        }
        if (row + 4 <= m && col + 8 <= n) {
          if (start == 0) {
            vstore4(sum0_0, 0, c_at);
            vstore4(sum0_1, 0, c_at + 4);
            vstore4(sum1_0, 0, c_at + c_row);
            vstore4(sum1_1, 0, c_at + c_row + 4);
            vstore4(sum2_0, 0, c_at + (size_t)2 * c_row);
            vstore4(sum2_1, 0, c_at + (size_t)2 * c_row + 4);
            vstore4(sum3_0, 0, c_at + (size_t)3 * c_row);
            vstore4(sum3_1, 0, c_at + (size_t)3 * c_row + 4);
          }
          else {
            vstore4(sum0_0 + vload4(0, c_at), 0, c_at);
            vstore4(sum0_1 + vload4(0, c_at + 4), 0, c_at + 4);
            vstore4(sum1_0 + vload4(0, c_at + c_row), 0, c_at + c_row);
            vstore4(sum1_1 + vload4(0, c_at + c_row + 4), 0, c_at + c_row + 4);
            vstore4(sum2_0 + vload4(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
            vstore4(sum2_1 + vload4(0, c_at + (size_t)2 * c_row + 4), 0, c_at + (size_t)2 * c_row + 4);
            vstore4(sum3_0 + vload4(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
            vstore4(sum3_1 + vload4(0, c_at + (size_t)3 * c_row + 4), 0, c_at + (size_t)3 * c_row + 4);
          }
          continue;
        }
        float edge[32];
        vstore4(sum0_0, 0, edge);
        vstore4(sum0_1, 0, edge + 4);
        vstore4(sum1_0, 0, edge + 8);
        vstore4(sum1_1, 0, edge + 12);
        vstore4(sum2_0, 0, edge + 16);
        vstore4(sum2_1, 0, edge + 20);
        vstore4(sum3_0, 0, edge + 24);
        vstore4(sum3_1, 0, edge + 28);
        for (int i = 0; i < min(4, m - row); ++i) {
          int j = 0;
          const int stop = min(8, n - col);
          for (; j + 4 <= stop; j += 4) {
            float4 total = vload4(0, edge + i * 8 + j);
            if (start != 0) total += vload4(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j < stop; j++) {
            const float total = edge[i * 8 + j];
            *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                ? total : total + *(c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
