// convgemm kernels=8 channels=8 height=8 width=8 float32 3x3 accuracy=fast: tile=2 rm=8 lanes=4 vectors=1 depth=16
// block_m=1 block_n=1 hold=taps multiply=plain
float4 lower(float4 a, float4 b) { float4 c; c.even = a.lo; c.odd = b.lo; return c; }
float4 upper(float4 a, float4 b) { float4 c; c.even = a.hi; c.odd = b.hi; return c; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
conv_winograd(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const float *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w, const int items)
{
  __local float taps[2112] __attribute__((aligned(64)));
  __local float seen[1088] __attribute__((aligned(64)));
  __local float products[576] __attribute__((aligned(64)));
  image += image_offset;
  const int tiles_x = (out_w + 1) / 2, quads_x = (tiles_x + 3) / 4;
  const int quads = (out_h + 1) / 2 * quads_x;
  const int row_tiles = (m + 7) / 8;
  const int groups = quads * items;
  const int row_start = get_group_id(0);
  const int row_stop = min(row_start + 1, row_tiles);
  const int col_start = get_group_id(1);
  const int col_stop = min(col_start + 1, groups);
  for (int start = 0; start < k / 9; start += 16) {
    const int terms = min(16, k / 9 - start);
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      __local float *taps_at = taps + (row_tile - row_start) * 2112;
      for (int i = 0; i < 8; ++i) {
        __global const float *kernel_at
            = a + a_offset + (size_t)min(row_tile * 8 + i, m - 1) * a_row + (size_t)(start * 9);
        for (int l = 0; l < terms; l += 4) {
          float4 run0, run1, run2, run3, run4, run5, run6, run7, run8;
          if (l + 4 <= terms) {
            run0 = vload4(0, kernel_at + l * 9);
            run1 = vload4(0, kernel_at + l * 9 + 4);
            run2 = vload4(0, kernel_at + l * 9 + 8);
            run3 = vload4(0, kernel_at + l * 9 + 12);
            run4 = vload4(0, kernel_at + l * 9 + 16);
            run5 = vload4(0, kernel_at + l * 9 + 20);
            run6 = vload4(0, kernel_at + l * 9 + 24);
            run7 = vload4(0, kernel_at + l * 9 + 28);
            run8 = vload4(0, kernel_at + l * 9 + 32);
          }
          else {
            float rest[36];
            for (int e = 0; e < 36; ++e) {
              rest[e] = e < (terms - l) * 9 ? *(kernel_at + l * 9 + e) : 0;
            }
            run0 = vload4(0, rest);
            run1 = vload4(0, rest + 4);
            run2 = vload4(0, rest + 8);
            run3 = vload4(0, rest + 12);
            run4 = vload4(0, rest + 16);
            run5 = vload4(0, rest + 20);
            run6 = vload4(0, rest + 24);
            run7 = vload4(0, rest + 28);
            run8 = vload4(0, rest + 32);
          }
          const float4 third0_0_early = (float4)(run0.s0, run0.s3, run1.s2, run0.s0);
          const float4 third0_0 = (float4)(third0_0_early.s0, third0_0_early.s1, third0_0_early.s2, run2.s1);
          const float4 third0_1_early = (float4)(run0.s1, run1.s0, run1.s3, run0.s0);
          const float4 third0_1 = (float4)(third0_1_early.s0, third0_1_early.s1, third0_1_early.s2, run2.s2);
          const float4 third0_2_early = (float4)(run0.s2, run1.s1, run0.s0, run0.s0);
          const float4 third0_2 = (float4)(third0_2_early.s0, third0_2_early.s1, run2.s0, run2.s3);
          const float4 third3_0_early = (float4)(run3.s0, run3.s3, run4.s2, run3.s0);
          const float4 third3_0 = (float4)(third3_0_early.s0, third3_0_early.s1, third3_0_early.s2, run5.s1);
          const float4 third3_1_early = (float4)(run3.s1, run4.s0, run4.s3, run3.s0);
          const float4 third3_1 = (float4)(third3_1_early.s0, third3_1_early.s1, third3_1_early.s2, run5.s2);
          const float4 third3_2_early = (float4)(run3.s2, run4.s1, run3.s0, run3.s0);
          const float4 third3_2 = (float4)(third3_2_early.s0, third3_2_early.s1, run5.s0, run5.s3);
          const float4 third6_0_early = (float4)(run6.s0, run6.s3, run7.s2, run6.s0);
          const float4 third6_0 = (float4)(third6_0_early.s0, third6_0_early.s1, third6_0_early.s2, run8.s1);
          const float4 third6_1_early = (float4)(run6.s1, run7.s0, run7.s3, run6.s0);
          const float4 third6_1 = (float4)(third6_1_early.s0, third6_1_early.s1, third6_1_early.s2, run8.s2);
          const float4 third6_2_early = (float4)(run6.s2, run7.s1, run6.s0, run6.s0);
          const float4 third6_2 = (float4)(third6_2_early.s0, third6_2_early.s1, run8.s0, run8.s3);
          const float4 tap0_0_early = (float4)(third0_0.s0, third0_0.s3, third3_0.s2, third0_0.s0);
          const float4 tap0_0 = (float4)(tap0_0_early.s0, tap0_0_early.s1, tap0_0_early.s2, third6_0.s1);
          const float4 tap0_1_early = (float4)(third0_0.s1, third3_0.s0, third3_0.s3, third0_0.s0);
          const float4 tap0_1 = (float4)(tap0_1_early.s0, tap0_1_early.s1, tap0_1_early.s2, third6_0.s2);
          const float4 tap0_2_early = (float4)(third0_0.s2, third3_0.s1, third0_0.s0, third0_0.s0);
          const float4 tap0_2 = (float4)(tap0_2_early.s0, tap0_2_early.s1, third6_0.s0, third6_0.s3);
          const float4 tap1_0_early = (float4)(third0_1.s0, third0_1.s3, third3_1.s2, third0_1.s0);
          const float4 tap1_0 = (float4)(tap1_0_early.s0, tap1_0_early.s1, tap1_0_early.s2, third6_1.s1);
          const float4 tap1_1_early = (float4)(third0_1.s1, third3_1.s0, third3_1.s3, third0_1.s0);
          const float4 tap1_1 = (float4)(tap1_1_early.s0, tap1_1_early.s1, tap1_1_early.s2, third6_1.s2);
          const float4 tap1_2_early = (float4)(third0_1.s2, third3_1.s1, third0_1.s0, third0_1.s0);
          const float4 tap1_2 = (float4)(tap1_2_early.s0, tap1_2_early.s1, third6_1.s0, third6_1.s3);
          const float4 tap2_0_early = (float4)(third0_2.s0, third0_2.s3, third3_2.s2, third0_2.s0);
          const float4 tap2_0 = (float4)(tap2_0_early.s0, tap2_0_early.s1, tap2_0_early.s2, third6_2.s1);
          const float4 tap2_1_early = (float4)(third0_2.s1, third3_2.s0, third3_2.s3, third0_2.s0);
          const float4 tap2_1 = (float4)(tap2_1_early.s0, tap2_1_early.s1, tap2_1_early.s2, third6_2.s2);
          const float4 tap2_2_early = (float4)(third0_2.s2, third3_2.s1, third0_2.s0, third0_2.s0);
          const float4 tap2_2 = (float4)(tap2_2_early.s0, tap2_2_early.s1, third6_2.s0, third6_2.s3);
          const float4 u_0_0 = tap0_0;
          const float4 u_0_1s = 0.5f * (tap0_0 + tap0_2);
          const float4 u_0_1d = 0.5f * tap0_1;
          const float4 u_0_1 = u_0_1s + u_0_1d;
          const float4 u_0_2 = u_0_1s - u_0_1d;
          const float4 u_0_3 = tap0_2;
          const float4 u_1_0 = tap1_0;
          const float4 u_1_1s = 0.5f * (tap1_0 + tap1_2);
          const float4 u_1_1d = 0.5f * tap1_1;
          const float4 u_1_1 = u_1_1s + u_1_1d;
          const float4 u_1_2 = u_1_1s - u_1_1d;
          const float4 u_1_3 = tap1_2;
          const float4 u_2_0 = tap2_0;
          const float4 u_2_1s = 0.5f * (tap2_0 + tap2_2);
          const float4 u_2_1d = 0.5f * tap2_1;
          const float4 u_2_1 = u_2_1s + u_2_1d;
          const float4 u_2_2 = u_2_1s - u_2_1d;
          const float4 u_2_3 = tap2_2;
          const float4 u0_0 = u_0_0;
          const float4 u0_1s = 0.5f * (u_0_0 + u_2_0);
          const float4 u0_1d = 0.5f * u_1_0;
          const float4 u0_1 = u0_1s + u0_1d;
          const float4 u0_2 = u0_1s - u0_1d;
          const float4 u0_3 = u_2_0;
          const float4 u1_0 = u_0_1;
          const float4 u1_1s = 0.5f * (u_0_1 + u_2_1);
          const float4 u1_1d = 0.5f * u_1_1;
          const float4 u1_1 = u1_1s + u1_1d;
          const float4 u1_2 = u1_1s - u1_1d;
          const float4 u1_3 = u_2_1;
          const float4 u2_0 = u_0_2;
          const float4 u2_1s = 0.5f * (u_0_2 + u_2_2);
          const float4 u2_1d = 0.5f * u_1_2;
          const float4 u2_1 = u2_1s + u2_1d;
          const float4 u2_2 = u2_1s - u2_1d;
          const float4 u2_3 = u_2_2;
          const float4 u3_0 = u_0_3;
          const float4 u3_1s = 0.5f * (u_0_3 + u_2_3);
          const float4 u3_1d = 0.5f * u_1_3;
          const float4 u3_1 = u3_1s + u3_1d;
          const float4 u3_2 = u3_1s - u3_1d;
          const float4 u3_3 = u_2_3;
          *(__local float4 *)(taps_at + i * 16 + l) = u0_0;
          *(__local float4 *)(taps_at + i * 16 + l + 132) = u0_1;
          *(__local float4 *)(taps_at + i * 16 + l + 264) = u0_2;
          *(__local float4 *)(taps_at + i * 16 + l + 396) = u0_3;
          *(__local float4 *)(taps_at + i * 16 + l + 528) = u1_0;
          *(__local float4 *)(taps_at + i * 16 + l + 660) = u1_1;
          *(__local float4 *)(taps_at + i * 16 + l + 792) = u1_2;
          *(__local float4 *)(taps_at + i * 16 + l + 924) = u1_3;
          *(__local float4 *)(taps_at + i * 16 + l + 1056) = u2_0;
          *(__local float4 *)(taps_at + i * 16 + l + 1188) = u2_1;
          *(__local float4 *)(taps_at + i * 16 + l + 1320) = u2_2;
          *(__local float4 *)(taps_at + i * 16 + l + 1452) = u2_3;
          *(__local float4 *)(taps_at + i * 16 + l + 1584) = u3_0;
          *(__local float4 *)(taps_at + i * 16 + l + 1716) = u3_1;
          *(__local float4 *)(taps_at + i * 16 + l + 1848) = u3_2;
          *(__local float4 *)(taps_at + i * 16 + l + 1980) = u3_3;
        }
      }
    }
    for (int group = col_start; group < col_stop; ++group) {
      __local float *image_at = seen;
      for (int v = 0; v < 1; ++v) {
        int tops[4], lefts[4];
        const int quad0 = group + v;
        const int known0 = min(quad0, quads * items - 1), item0 = known0 / quads;
        const int place0 = known0 - item0 * quads;
        const int y0 = place0 / quads_x * 2 - pad_h;
        const int x0 = place0 % quads_x * 8 - pad_w;
        __global const float *plane0 = image + item0 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e] = quad0 < quads * items ? y0 : height;
          lefts[e] = x0 + e * 2;
        }
        int4 masks[16];
        const int4 top = vload4(0, tops), left = vload4(0, lefts);
        for (int i = 0; i < 4; ++i) {
          for (int j = 0; j < 4; ++j) {
            const int4 inside = top + i >= 0 && top + i < height && left + j >= 0 && left + j < width;
            masks[i * 4 + j] = inside;
          }
        }
        const long next = (long)image_channel, room = (height - 1) * (long)image_row + width;
        float stage0[40];
        for (int l = 0; l < terms; ++l) {
          const long before = (start + l) * next, behind = (k / 9 - 1 - start - l) * next;
          const int near0 = next >= 0 && image_row >= 0 && y0 * (long)image_row + x0 + before >= 0
              && y0 * (long)image_row + x0 + 3 * (long)image_row + 10 <= room + behind;
          if (!near0) {
            for (int i = 0; i < 4; ++i) {
              for (int j = 0; j < 10; ++j) {
                const int y = y0 + i, x = x0 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage0[i * 10 + j] = inside ? *(plane0 + y * image_row + x) : 0;
              }
            }
          }
          float8 row0_0;
          float4 end0_2_0, end0_3_0;
          if (near0) {
            row0_0 = vload8(0, plane0 + y0 * image_row + x0);
            const float8 later = vload8(0, plane0 + y0 * image_row + x0 + 2);
            end0_2_0 = later.s0246;
            end0_3_0 = later.s1357;
          }
          else {
            row0_0 = vload8(0, stage0);
            end0_2_0 = (float4)(stage0[2], stage0[4], stage0[6], stage0[8]);
            end0_3_0 = (float4)(stage0[3], stage0[5], stage0[7], stage0[9]);
          }
          const float4 x0_0 = as_float4(as_int4(row0_0.s0246) & masks[0]);
          const float4 x0_1 = as_float4(as_int4(row0_0.s1357) & masks[1]);
          const float4 x0_2 = as_float4(as_int4(end0_2_0) & masks[2]);
          const float4 x0_3 = as_float4(as_int4(end0_3_0) & masks[3]);
          float8 row1_0;
          float4 end1_2_0, end1_3_0;
          if (near0) {
            row1_0 = vload8(0, plane0 + (y0 + 1) * image_row + x0);
            const float8 later = vload8(0, plane0 + (y0 + 1) * image_row + x0 + 2);
            end1_2_0 = later.s0246;
            end1_3_0 = later.s1357;
          }
          else {
            row1_0 = vload8(0, stage0 + 10);
            end1_2_0 = (float4)(stage0[12], stage0[14], stage0[16], stage0[18]);
            end1_3_0 = (float4)(stage0[13], stage0[15], stage0[17], stage0[19]);
          }
          const float4 x1_0 = as_float4(as_int4(row1_0.s0246) & masks[4]);
          const float4 x1_1 = as_float4(as_int4(row1_0.s1357) & masks[5]);
          const float4 x1_2 = as_float4(as_int4(end1_2_0) & masks[6]);
          const float4 x1_3 = as_float4(as_int4(end1_3_0) & masks[7]);
          float8 row2_0;
          float4 end2_2_0, end2_3_0;
          if (near0) {
            row2_0 = vload8(0, plane0 + (y0 + 2) * image_row + x0);
            const float8 later = vload8(0, plane0 + (y0 + 2) * image_row + x0 + 2);
            end2_2_0 = later.s0246;
            end2_3_0 = later.s1357;
          }
          else {
            row2_0 = vload8(0, stage0 + 20);
            end2_2_0 = (float4)(stage0[22], stage0[24], stage0[26], stage0[28]);
            end2_3_0 = (float4)(stage0[23], stage0[25], stage0[27], stage0[29]);
          }
          const float4 x2_0 = as_float4(as_int4(row2_0.s0246) & masks[8]);
          const float4 x2_1 = as_float4(as_int4(row2_0.s1357) & masks[9]);
          const float4 x2_2 = as_float4(as_int4(end2_2_0) & masks[10]);
          const float4 x2_3 = as_float4(as_int4(end2_3_0) & masks[11]);
          float8 row3_0;
          float4 end3_2_0, end3_3_0;
          if (near0) {
            row3_0 = vload8(0, plane0 + (y0 + 3) * image_row + x0);
            const float8 later = vload8(0, plane0 + (y0 + 3) * image_row + x0 + 2);
            end3_2_0 = later.s0246;
            end3_3_0 = later.s1357;
          }
          else {
            row3_0 = vload8(0, stage0 + 30);
            end3_2_0 = (float4)(stage0[32], stage0[34], stage0[36], stage0[38]);
            end3_3_0 = (float4)(stage0[33], stage0[35], stage0[37], stage0[39]);
          }
          const float4 x3_0 = as_float4(as_int4(row3_0.s0246) & masks[12]);
          const float4 x3_1 = as_float4(as_int4(row3_0.s1357) & masks[13]);
          const float4 x3_2 = as_float4(as_int4(end3_2_0) & masks[14]);
          const float4 x3_3 = as_float4(as_int4(end3_3_0) & masks[15]);
          const float4 v_0_0 = x0_0 - x2_0;
          const float4 v_0_1s = x2_0;
          const float4 v_0_1d = x1_0;
          const float4 v_0_1 = v_0_1s + v_0_1d;
          const float4 v_0_2 = v_0_1s - v_0_1d;
          const float4 v_0_3 = x3_0 - x1_0;
          const float4 v_1_0 = x0_1 - x2_1;
          const float4 v_1_1s = x2_1;
          const float4 v_1_1d = x1_1;
          const float4 v_1_1 = v_1_1s + v_1_1d;
          const float4 v_1_2 = v_1_1s - v_1_1d;
          const float4 v_1_3 = x3_1 - x1_1;
          const float4 v_2_0 = x0_2 - x2_2;
          const float4 v_2_1s = x2_2;
          const float4 v_2_1d = x1_2;
          const float4 v_2_1 = v_2_1s + v_2_1d;
          const float4 v_2_2 = v_2_1s - v_2_1d;
          const float4 v_2_3 = x3_2 - x1_2;
          const float4 v_3_0 = x0_3 - x2_3;
          const float4 v_3_1s = x2_3;
          const float4 v_3_1d = x1_3;
          const float4 v_3_1 = v_3_1s + v_3_1d;
          const float4 v_3_2 = v_3_1s - v_3_1d;
          const float4 v_3_3 = x3_3 - x1_3;
          const float4 v0_0 = v_0_0 - v_2_0;
          const float4 v0_1s = v_2_0;
          const float4 v0_1d = v_1_0;
          const float4 v0_1 = v0_1s + v0_1d;
          const float4 v0_2 = v0_1s - v0_1d;
          const float4 v0_3 = v_3_0 - v_1_0;
          const float4 v1_0 = v_0_1 - v_2_1;
          const float4 v1_1s = v_2_1;
          const float4 v1_1d = v_1_1;
          const float4 v1_1 = v1_1s + v1_1d;
          const float4 v1_2 = v1_1s - v1_1d;
          const float4 v1_3 = v_3_1 - v_1_1;
          const float4 v2_0 = v_0_2 - v_2_2;
          const float4 v2_1s = v_2_2;
          const float4 v2_1d = v_1_2;
          const float4 v2_1 = v2_1s + v2_1d;
          const float4 v2_2 = v2_1s - v2_1d;
          const float4 v2_3 = v_3_2 - v_1_2;
          const float4 v3_0 = v_0_3 - v_2_3;
          const float4 v3_1s = v_2_3;
          const float4 v3_1d = v_1_3;
          const float4 v3_1 = v3_1s + v3_1d;
          const float4 v3_2 = v3_1s - v3_1d;
          const float4 v3_3 = v_3_3 - v_1_3;
          *(__local float4 *)(image_at + l * 4 + v * 4) = v0_0;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 68) = v0_1;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 136) = v0_2;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 204) = v0_3;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 272) = v1_0;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 340) = v1_1;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 408) = v1_2;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 476) = v1_3;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 544) = v2_0;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 612) = v2_1;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 680) = v2_2;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 748) = v2_3;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 816) = v3_0;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 884) = v3_1;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 952) = v3_2;
          *(__local float4 *)(image_at + l * 4 + v * 4 + 1020) = v3_3;
          plane0 += image_channel;
        }
      }
      for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
        __local float *taps_at = taps + (row_tile - row_start) * 2112;
        for (int xi = 0; xi < 16; ++xi) {
          __local const float *a_at = taps_at + xi * 132;
          __local const float *b_at = image_at + xi * 68;
          float4 sum0_0 = (float4)(0);
          float4 sum1_0 = (float4)(0);
          float4 sum2_0 = (float4)(0);
          float4 sum3_0 = (float4)(0);
          float4 sum4_0 = (float4)(0);
          float4 sum5_0 = (float4)(0);
          float4 sum6_0 = (float4)(0);
          float4 sum7_0 = (float4)(0);
          for (int l = 0; l < terms; ++l) {
            const float4 b0 = *(__local const float4 *)(b_at + l * 4);
            const float a0 = a_at[l];
            sum0_0 += a0 * b0;
            const float a1 = a_at[l + 16];
            sum1_0 += a1 * b0;
            const float a2 = a_at[l + 32];
            sum2_0 += a2 * b0;
            const float a3 = a_at[l + 48];
            sum3_0 += a3 * b0;
            const float a4 = a_at[l + 64];
            sum4_0 += a4 * b0;
            const float a5 = a_at[l + 80];
            sum5_0 += a5 * b0;
            const float a6 = a_at[l + 96];
            sum6_0 += a6 * b0;
            const float a7 = a_at[l + 112];
            sum7_0 += a7 * b0;
          }
          *(__local float4 *)(products + xi * 36) = sum0_0;
          *(__local float4 *)(products + xi * 36 + 4) = sum1_0;
          *(__local float4 *)(products + xi * 36 + 8) = sum2_0;
          *(__local float4 *)(products + xi * 36 + 12) = sum3_0;
          *(__local float4 *)(products + xi * 36 + 16) = sum4_0;
          *(__local float4 *)(products + xi * 36 + 20) = sum5_0;
          *(__local float4 *)(products + xi * 36 + 24) = sum6_0;
          *(__local float4 *)(products + xi * 36 + 28) = sum7_0;
        }
        for (int i = 0; i < min(8, m - row_tile * 8); ++i) {
          for (int v = 0; v < 1; ++v) {
            const float4 m0 = *(__local const float4 *)(products + i * 4 + v * 4);
            const float4 m1 = *(__local const float4 *)(products + i * 4 + v * 4 + 36);
            const float4 m2 = *(__local const float4 *)(products + i * 4 + v * 4 + 72);
            const float4 m3 = *(__local const float4 *)(products + i * 4 + v * 4 + 108);
            const float4 m4 = *(__local const float4 *)(products + i * 4 + v * 4 + 144);
            const float4 m5 = *(__local const float4 *)(products + i * 4 + v * 4 + 180);
            const float4 m6 = *(__local const float4 *)(products + i * 4 + v * 4 + 216);
            const float4 m7 = *(__local const float4 *)(products + i * 4 + v * 4 + 252);
            const float4 m8 = *(__local const float4 *)(products + i * 4 + v * 4 + 288);
            const float4 m9 = *(__local const float4 *)(products + i * 4 + v * 4 + 324);
            const float4 m10 = *(__local const float4 *)(products + i * 4 + v * 4 + 360);
            const float4 m11 = *(__local const float4 *)(products + i * 4 + v * 4 + 396);
            const float4 m12 = *(__local const float4 *)(products + i * 4 + v * 4 + 432);
            const float4 m13 = *(__local const float4 *)(products + i * 4 + v * 4 + 468);
            const float4 m14 = *(__local const float4 *)(products + i * 4 + v * 4 + 504);
            const float4 m15 = *(__local const float4 *)(products + i * 4 + v * 4 + 540);
            const float4 y_0_1s = m4 + m8;
            const float4 y_0_1d = m4 - m8;
            const float4 y_0_0 = m0 + y_0_1s;
            const float4 y_0_1 = y_0_1d + m12;
            const float4 y_1_1s = m5 + m9;
            const float4 y_1_1d = m5 - m9;
            const float4 y_1_0 = m1 + y_1_1s;
            const float4 y_1_1 = y_1_1d + m13;
            const float4 y_2_1s = m6 + m10;
            const float4 y_2_1d = m6 - m10;
            const float4 y_2_0 = m2 + y_2_1s;
            const float4 y_2_1 = y_2_1d + m14;
            const float4 y_3_1s = m7 + m11;
            const float4 y_3_1d = m7 - m11;
            const float4 y_3_0 = m3 + y_3_1s;
            const float4 y_3_1 = y_3_1d + m15;
            const float4 y0_1s = y_1_0 + y_2_0;
            const float4 y0_1d = y_1_0 - y_2_0;
            const float4 y0_0 = y_0_0 + y0_1s;
            const float4 y0_1 = y0_1d + y_3_0;
            const float4 y1_1s = y_1_1 + y_2_1;
            const float4 y1_1d = y_1_1 - y_2_1;
            const float4 y1_0 = y_0_1 + y1_1s;
            const float4 y1_1 = y1_1d + y_3_1;
            float results[16];
            vstore4(lower(y0_0, y0_1), 0, results);
            vstore4(upper(y0_0, y0_1), 0, results + 4);
            vstore4(lower(y1_0, y1_1), 0, results + 8);
            vstore4(upper(y1_0, y1_1), 0, results + 12);
            for (int s = 0; s < 1; ++s) {
              const int quad = group + v + s;
              if (quad >= quads * items) break;
              const int item = quad / quads, place = quad - item * quads;
              const int y = place / quads_x * 2, x = place % quads_x * 8;
              __global float *out
                  = c + c_offset + item * c_step + (size_t)(row_tile * 8 + i) * c_row + (size_t)y * out_w + x;
              float *have = results + s * 8;
              const int count = min(8, out_w - x), rows = min(2, out_h - y);
              for (int r = 0; r < rows; ++r, out += out_w, have += 8) {
                if (count == 8) {
                  const float8 fresh = vload8(0, have);
                  if (start == 0) vstore8(fresh, 0, out);
                  else vstore8(fresh + vload8(0, out), 0, out);
                }
                else {
                  int done = 0;
                  if (count & 4) {
                    const float4 fresh = vload4(0, have + done);
                    if (start == 0) vstore4(fresh, 0, out + done);
                    else vstore4(fresh + vload4(0, out + done), 0, out + done);
                    done += 4;
                  }
                  if (count & 2) {
                    const float2 fresh = vload2(0, have + done);
                    if (start == 0) vstore2(fresh, 0, out + done);
                    else vstore2(fresh + vload2(0, out + done), 0, out + done);
                    done += 2;
                  }
                  if (count & 1) {
                    const float fresh = *(have + done);
                    if (start == 0) *(out + done) = fresh;
                    else *(out + done) = fresh + *(out + done);
                    done += 1;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
