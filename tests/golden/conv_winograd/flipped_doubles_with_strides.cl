// convgemm kernels=64 channels=64 height=56 width=56 items=4 float64 3x3 pad=1x1 flipped strided batched accuracy=fast:
// tile=4 rm=8 lanes=4 vectors=2 depth=32 block_m=4 block_n=1 hold=image multiply=plain
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double4 lower(double4 a, double4 b) { double4 c; c.even = a.lo; c.odd = b.lo; return c; }
double4 upper(double4 a, double4 b) { double4 c; c.even = a.hi; c.odd = b.hi; return c; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
conv_winograd(
    const int m, const int n, const int k,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global double *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step,
    __global const double *restrict image, const ulong image_offset, const ulong image_step, const ulong image_channel,
        const int image_row, const int image_col, const int height, const int width, const int out_h, const int out_w,
        const int kernel_h, const int kernel_w, const int pad_h, const int pad_w, const int stride_h,
        const int stride_w, const int dilation_h, const int dilation_w, const int items)
{
  __local double taps[9360] __attribute__((aligned(64)));
  __local double seen[9360] __attribute__((aligned(64)));
  __local double products[2448] __attribute__((aligned(64)));
  image += image_offset;
  const int tiles_x = (out_w + 3) / 4, quads_x = (tiles_x + 3) / 4;
  const int quads = (out_h + 3) / 4 * quads_x;
  const int row_tiles = (m + 7) / 8;
  const int groups = (quads * items + 1) / 2;
  const int row_start = get_group_id(0) * 4;
  const int row_stop = min(row_start + 4, row_tiles);
  const int col_start = get_group_id(1);
  const int col_stop = min(col_start + 1, groups);
  for (int start = 0; start < k / 9; start += 32) {
    const int terms = min(32, k / 9 - start);
    for (int group = col_start; group < col_stop; ++group) {
      __local double *image_at = seen + (group - col_start) * 9360;
      for (int v = 0; v < 2; ++v) {
        int tops[4], lefts[4];
        const int quad0 = group * 2 + v;
        const int known0 = min(quad0, quads * items - 1), item0 = known0 / quads;
        const int place0 = known0 - item0 * quads;
        const int y0 = place0 / quads_x * 4 - pad_h;
        const int x0 = place0 % quads_x * 16 - pad_w;
        __global const double *plane0 = image + item0 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e] = quad0 < quads * items ? y0 : height;
          lefts[e] = x0 + e * 4;
        }
        long4 masks[36];
        const int4 top = vload4(0, tops), left = vload4(0, lefts);
        for (int i = 0; i < 6; ++i) {
          for (int j = 0; j < 6; ++j) {
            const int4 inside = top + i >= 0 && top + i < height && left + j >= 0 && left + j < width;
            masks[i * 6 + j] = convert_long4(inside);
          }
        }
        double stage0[108];
        for (int l = 0; l < terms; ++l) {
          const int near0 = 0;
          if (!near0) {
            for (int i = 0; i < 6; ++i) {
              for (int j = 0; j < 18; ++j) {
                const int y = y0 + i, x = x0 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage0[i * 18 + j] = inside ? *(plane0 + y * image_row + x * image_col) : 0;
              }
            }
          }
          double16 row0_0;
          double4 end0_4_0, end0_5_0;
          if (near0) {
            row0_0 = vload16(0, plane0 + y0 * image_row + x0);
            const double16 later = vload16(0, plane0 + y0 * image_row + x0 + 4);
            end0_4_0 = later.s048c;
            end0_5_0 = later.s159d;
          }
          else {
            row0_0 = vload16(0, stage0);
            end0_4_0 = (double4)(stage0[4], stage0[8], stage0[12], stage0[16]);
            end0_5_0 = (double4)(stage0[5], stage0[9], stage0[13], stage0[17]);
          }
          const double4 x0_0 = as_double4(as_long4(row0_0.s048c) & masks[0]);
          const double4 x0_1 = as_double4(as_long4(row0_0.s159d) & masks[1]);
          const double4 x0_2 = as_double4(as_long4(row0_0.s26ae) & masks[2]);
          const double4 x0_3 = as_double4(as_long4(row0_0.s37bf) & masks[3]);
          const double4 x0_4 = as_double4(as_long4(end0_4_0) & masks[4]);
          const double4 x0_5 = as_double4(as_long4(end0_5_0) & masks[5]);
          double16 row1_0;
          double4 end1_4_0, end1_5_0;
          if (near0) {
            row1_0 = vload16(0, plane0 + (y0 + 1) * image_row + x0);
            const double16 later = vload16(0, plane0 + (y0 + 1) * image_row + x0 + 4);
            end1_4_0 = later.s048c;
            end1_5_0 = later.s159d;
          }
          else {
            row1_0 = vload16(0, stage0 + 18);
            end1_4_0 = (double4)(stage0[22], stage0[26], stage0[30], stage0[34]);
            end1_5_0 = (double4)(stage0[23], stage0[27], stage0[31], stage0[35]);
          }
          const double4 x1_0 = as_double4(as_long4(row1_0.s048c) & masks[6]);
          const double4 x1_1 = as_double4(as_long4(row1_0.s159d) & masks[7]);
          const double4 x1_2 = as_double4(as_long4(row1_0.s26ae) & masks[8]);
          const double4 x1_3 = as_double4(as_long4(row1_0.s37bf) & masks[9]);
          const double4 x1_4 = as_double4(as_long4(end1_4_0) & masks[10]);
          const double4 x1_5 = as_double4(as_long4(end1_5_0) & masks[11]);
          double16 row2_0;
          double4 end2_4_0, end2_5_0;
          if (near0) {
            row2_0 = vload16(0, plane0 + (y0 + 2) * image_row + x0);
            const double16 later = vload16(0, plane0 + (y0 + 2) * image_row + x0 + 4);
            end2_4_0 = later.s048c;
            end2_5_0 = later.s159d;
          }
          else {
            row2_0 = vload16(0, stage0 + 36);
            end2_4_0 = (double4)(stage0[40], stage0[44], stage0[48], stage0[52]);
            end2_5_0 = (double4)(stage0[41], stage0[45], stage0[49], stage0[53]);
          }
          const double4 x2_0 = as_double4(as_long4(row2_0.s048c) & masks[12]);
          const double4 x2_1 = as_double4(as_long4(row2_0.s159d) & masks[13]);
          const double4 x2_2 = as_double4(as_long4(row2_0.s26ae) & masks[14]);
          const double4 x2_3 = as_double4(as_long4(row2_0.s37bf) & masks[15]);
          const double4 x2_4 = as_double4(as_long4(end2_4_0) & masks[16]);
          const double4 x2_5 = as_double4(as_long4(end2_5_0) & masks[17]);
          double16 row3_0;
          double4 end3_4_0, end3_5_0;
          if (near0) {
            row3_0 = vload16(0, plane0 + (y0 + 3) * image_row + x0);
            const double16 later = vload16(0, plane0 + (y0 + 3) * image_row + x0 + 4);
            end3_4_0 = later.s048c;
            end3_5_0 = later.s159d;
          }
          else {
            row3_0 = vload16(0, stage0 + 54);
            end3_4_0 = (double4)(stage0[58], stage0[62], stage0[66], stage0[70]);
            end3_5_0 = (double4)(stage0[59], stage0[63], stage0[67], stage0[71]);
          }
          const double4 x3_0 = as_double4(as_long4(row3_0.s048c) & masks[18]);
          const double4 x3_1 = as_double4(as_long4(row3_0.s159d) & masks[19]);
          const double4 x3_2 = as_double4(as_long4(row3_0.s26ae) & masks[20]);
          const double4 x3_3 = as_double4(as_long4(row3_0.s37bf) & masks[21]);
          const double4 x3_4 = as_double4(as_long4(end3_4_0) & masks[22]);
          const double4 x3_5 = as_double4(as_long4(end3_5_0) & masks[23]);
          double16 row4_0;
          double4 end4_4_0, end4_5_0;
          if (near0) {
            row4_0 = vload16(0, plane0 + (y0 + 4) * image_row + x0);
            const double16 later = vload16(0, plane0 + (y0 + 4) * image_row + x0 + 4);
            end4_4_0 = later.s048c;
            end4_5_0 = later.s159d;
          }
          else {
            row4_0 = vload16(0, stage0 + 72);
            end4_4_0 = (double4)(stage0[76], stage0[80], stage0[84], stage0[88]);
            end4_5_0 = (double4)(stage0[77], stage0[81], stage0[85], stage0[89]);
          }
          const double4 x4_0 = as_double4(as_long4(row4_0.s048c) & masks[24]);
          const double4 x4_1 = as_double4(as_long4(row4_0.s159d) & masks[25]);
          const double4 x4_2 = as_double4(as_long4(row4_0.s26ae) & masks[26]);
          const double4 x4_3 = as_double4(as_long4(row4_0.s37bf) & masks[27]);
          const double4 x4_4 = as_double4(as_long4(end4_4_0) & masks[28]);
          const double4 x4_5 = as_double4(as_long4(end4_5_0) & masks[29]);
          double16 row5_0;
          double4 end5_4_0, end5_5_0;
          if (near0) {
            row5_0 = vload16(0, plane0 + (y0 + 5) * image_row + x0);
            const double16 later = vload16(0, plane0 + (y0 + 5) * image_row + x0 + 4);
            end5_4_0 = later.s048c;
            end5_5_0 = later.s159d;
          }
          else {
            row5_0 = vload16(0, stage0 + 90);
            end5_4_0 = (double4)(stage0[94], stage0[98], stage0[102], stage0[106]);
            end5_5_0 = (double4)(stage0[95], stage0[99], stage0[103], stage0[107]);
          }
          const double4 x5_0 = as_double4(as_long4(row5_0.s048c) & masks[30]);
          const double4 x5_1 = as_double4(as_long4(row5_0.s159d) & masks[31]);
          const double4 x5_2 = as_double4(as_long4(row5_0.s26ae) & masks[32]);
          const double4 x5_3 = as_double4(as_long4(row5_0.s37bf) & masks[33]);
          const double4 x5_4 = as_double4(as_long4(end5_4_0) & masks[34]);
          const double4 x5_5 = as_double4(as_long4(end5_5_0) & masks[35]);
          const double4 v_0_0 = 4.0 * x0_0 + x4_0 - 5.0 * x2_0;
          const double4 v_0_1s = 4.0 * x2_0 - x4_0;
          const double4 v_0_1d = 4.0 * x1_0 - x3_0;
          const double4 v_0_1 = v_0_1s + v_0_1d;
          const double4 v_0_2 = v_0_1s - v_0_1d;
          const double4 v_0_3s = x4_0 - x2_0;
          const double4 v_0_3d = 2.0 * (x3_0 - x1_0);
          const double4 v_0_3 = v_0_3s + v_0_3d;
          const double4 v_0_4 = v_0_3s - v_0_3d;
          const double4 v_0_5 = 4.0 * x1_0 + x5_0 - 5.0 * x3_0;
          const double4 v_1_0 = 4.0 * x0_1 + x4_1 - 5.0 * x2_1;
          const double4 v_1_1s = 4.0 * x2_1 - x4_1;
          const double4 v_1_1d = 4.0 * x1_1 - x3_1;
          const double4 v_1_1 = v_1_1s + v_1_1d;
          const double4 v_1_2 = v_1_1s - v_1_1d;
          const double4 v_1_3s = x4_1 - x2_1;
          const double4 v_1_3d = 2.0 * (x3_1 - x1_1);
          const double4 v_1_3 = v_1_3s + v_1_3d;
          const double4 v_1_4 = v_1_3s - v_1_3d;
          const double4 v_1_5 = 4.0 * x1_1 + x5_1 - 5.0 * x3_1;
          const double4 v_2_0 = 4.0 * x0_2 + x4_2 - 5.0 * x2_2;
          const double4 v_2_1s = 4.0 * x2_2 - x4_2;
          const double4 v_2_1d = 4.0 * x1_2 - x3_2;
          const double4 v_2_1 = v_2_1s + v_2_1d;
          const double4 v_2_2 = v_2_1s - v_2_1d;
          const double4 v_2_3s = x4_2 - x2_2;
          const double4 v_2_3d = 2.0 * (x3_2 - x1_2);
          const double4 v_2_3 = v_2_3s + v_2_3d;
          const double4 v_2_4 = v_2_3s - v_2_3d;
          const double4 v_2_5 = 4.0 * x1_2 + x5_2 - 5.0 * x3_2;
          const double4 v_3_0 = 4.0 * x0_3 + x4_3 - 5.0 * x2_3;
          const double4 v_3_1s = 4.0 * x2_3 - x4_3;
          const double4 v_3_1d = 4.0 * x1_3 - x3_3;
          const double4 v_3_1 = v_3_1s + v_3_1d;
          const double4 v_3_2 = v_3_1s - v_3_1d;
          const double4 v_3_3s = x4_3 - x2_3;
          const double4 v_3_3d = 2.0 * (x3_3 - x1_3);
          const double4 v_3_3 = v_3_3s + v_3_3d;
          const double4 v_3_4 = v_3_3s - v_3_3d;
          const double4 v_3_5 = 4.0 * x1_3 + x5_3 - 5.0 * x3_3;
          const double4 v_4_0 = 4.0 * x0_4 + x4_4 - 5.0 * x2_4;
          const double4 v_4_1s = 4.0 * x2_4 - x4_4;
          const double4 v_4_1d = 4.0 * x1_4 - x3_4;
          const double4 v_4_1 = v_4_1s + v_4_1d;
          const double4 v_4_2 = v_4_1s - v_4_1d;
          const double4 v_4_3s = x4_4 - x2_4;
          const double4 v_4_3d = 2.0 * (x3_4 - x1_4);
          const double4 v_4_3 = v_4_3s + v_4_3d;
          const double4 v_4_4 = v_4_3s - v_4_3d;
          const double4 v_4_5 = 4.0 * x1_4 + x5_4 - 5.0 * x3_4;
          const double4 v_5_0 = 4.0 * x0_5 + x4_5 - 5.0 * x2_5;
          const double4 v_5_1s = 4.0 * x2_5 - x4_5;
          const double4 v_5_1d = 4.0 * x1_5 - x3_5;
          const double4 v_5_1 = v_5_1s + v_5_1d;
          const double4 v_5_2 = v_5_1s - v_5_1d;
          const double4 v_5_3s = x4_5 - x2_5;
          const double4 v_5_3d = 2.0 * (x3_5 - x1_5);
          const double4 v_5_3 = v_5_3s + v_5_3d;
          const double4 v_5_4 = v_5_3s - v_5_3d;
          const double4 v_5_5 = 4.0 * x1_5 + x5_5 - 5.0 * x3_5;
          const double4 v0_0 = 4.0 * v_0_0 + v_4_0 - 5.0 * v_2_0;
          const double4 v0_1s = 4.0 * v_2_0 - v_4_0;
          const double4 v0_1d = 4.0 * v_1_0 - v_3_0;
          const double4 v0_1 = v0_1s + v0_1d;
          const double4 v0_2 = v0_1s - v0_1d;
          const double4 v0_3s = v_4_0 - v_2_0;
          const double4 v0_3d = 2.0 * (v_3_0 - v_1_0);
          const double4 v0_3 = v0_3s + v0_3d;
          const double4 v0_4 = v0_3s - v0_3d;
          const double4 v0_5 = 4.0 * v_1_0 + v_5_0 - 5.0 * v_3_0;
          const double4 v1_0 = 4.0 * v_0_1 + v_4_1 - 5.0 * v_2_1;
          const double4 v1_1s = 4.0 * v_2_1 - v_4_1;
          const double4 v1_1d = 4.0 * v_1_1 - v_3_1;
          const double4 v1_1 = v1_1s + v1_1d;
          const double4 v1_2 = v1_1s - v1_1d;
          const double4 v1_3s = v_4_1 - v_2_1;
          const double4 v1_3d = 2.0 * (v_3_1 - v_1_1);
          const double4 v1_3 = v1_3s + v1_3d;
          const double4 v1_4 = v1_3s - v1_3d;
          const double4 v1_5 = 4.0 * v_1_1 + v_5_1 - 5.0 * v_3_1;
          const double4 v2_0 = 4.0 * v_0_2 + v_4_2 - 5.0 * v_2_2;
          const double4 v2_1s = 4.0 * v_2_2 - v_4_2;
          const double4 v2_1d = 4.0 * v_1_2 - v_3_2;
          const double4 v2_1 = v2_1s + v2_1d;
          const double4 v2_2 = v2_1s - v2_1d;
          const double4 v2_3s = v_4_2 - v_2_2;
          const double4 v2_3d = 2.0 * (v_3_2 - v_1_2);
          const double4 v2_3 = v2_3s + v2_3d;
          const double4 v2_4 = v2_3s - v2_3d;
          const double4 v2_5 = 4.0 * v_1_2 + v_5_2 - 5.0 * v_3_2;
          const double4 v3_0 = 4.0 * v_0_3 + v_4_3 - 5.0 * v_2_3;
          const double4 v3_1s = 4.0 * v_2_3 - v_4_3;
          const double4 v3_1d = 4.0 * v_1_3 - v_3_3;
          const double4 v3_1 = v3_1s + v3_1d;
          const double4 v3_2 = v3_1s - v3_1d;
          const double4 v3_3s = v_4_3 - v_2_3;
          const double4 v3_3d = 2.0 * (v_3_3 - v_1_3);
          const double4 v3_3 = v3_3s + v3_3d;
          const double4 v3_4 = v3_3s - v3_3d;
          const double4 v3_5 = 4.0 * v_1_3 + v_5_3 - 5.0 * v_3_3;
          const double4 v4_0 = 4.0 * v_0_4 + v_4_4 - 5.0 * v_2_4;
          const double4 v4_1s = 4.0 * v_2_4 - v_4_4;
          const double4 v4_1d = 4.0 * v_1_4 - v_3_4;
          const double4 v4_1 = v4_1s + v4_1d;
          const double4 v4_2 = v4_1s - v4_1d;
          const double4 v4_3s = v_4_4 - v_2_4;
          const double4 v4_3d = 2.0 * (v_3_4 - v_1_4);
          const double4 v4_3 = v4_3s + v4_3d;
          const double4 v4_4 = v4_3s - v4_3d;
          const double4 v4_5 = 4.0 * v_1_4 + v_5_4 - 5.0 * v_3_4;
          const double4 v5_0 = 4.0 * v_0_5 + v_4_5 - 5.0 * v_2_5;
          const double4 v5_1s = 4.0 * v_2_5 - v_4_5;
          const double4 v5_1d = 4.0 * v_1_5 - v_3_5;
          const double4 v5_1 = v5_1s + v5_1d;
          const double4 v5_2 = v5_1s - v5_1d;
          const double4 v5_3s = v_4_5 - v_2_5;
          const double4 v5_3d = 2.0 * (v_3_5 - v_1_5);
          const double4 v5_3 = v5_3s + v5_3d;
          const double4 v5_4 = v5_3s - v5_3d;
          const double4 v5_5 = 4.0 * v_1_5 + v_5_5 - 5.0 * v_3_5;
          *(__local double4 *)(image_at + l * 8 + v * 4) = v0_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 260) = v0_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 520) = v0_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 780) = v0_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 1040) = v0_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 1300) = v0_5;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 1560) = v1_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 1820) = v1_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 2080) = v1_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 2340) = v1_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 2600) = v1_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 2860) = v1_5;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 3120) = v2_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 3380) = v2_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 3640) = v2_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 3900) = v2_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 4160) = v2_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 4420) = v2_5;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 4680) = v3_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 4940) = v3_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 5200) = v3_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 5460) = v3_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 5720) = v3_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 5980) = v3_5;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 6240) = v4_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 6500) = v4_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 6760) = v4_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 7020) = v4_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 7280) = v4_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 7540) = v4_5;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 7800) = v5_0;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 8060) = v5_1;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 8320) = v5_2;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 8580) = v5_3;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 8840) = v5_4;
          *(__local double4 *)(image_at + l * 8 + v * 4 + 9100) = v5_5;
          plane0 += image_channel;
        }
      }
    }
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      __local double *taps_at = taps;
      for (int i = 0; i < 8; ++i) {
        __global const double *kernel_at
            = a + a_offset + (size_t)min(row_tile * 8 + i, m - 1) * a_row + (size_t)(start * 9);
        for (int l = 0; l < terms; l += 4) {
          double4 run0, run1, run2, run3, run4, run5, run6, run7, run8;
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
            double rest[36];
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
          const double4 third0_0_early = (double4)(run0.s0, run0.s3, run1.s2, run0.s0);
          const double4 third0_0 = (double4)(third0_0_early.s0, third0_0_early.s1, third0_0_early.s2, run2.s1);
          const double4 third0_1_early = (double4)(run0.s1, run1.s0, run1.s3, run0.s0);
          const double4 third0_1 = (double4)(third0_1_early.s0, third0_1_early.s1, third0_1_early.s2, run2.s2);
          const double4 third0_2_early = (double4)(run0.s2, run1.s1, run0.s0, run0.s0);
          const double4 third0_2 = (double4)(third0_2_early.s0, third0_2_early.s1, run2.s0, run2.s3);
          const double4 third3_0_early = (double4)(run3.s0, run3.s3, run4.s2, run3.s0);
          const double4 third3_0 = (double4)(third3_0_early.s0, third3_0_early.s1, third3_0_early.s2, run5.s1);
          const double4 third3_1_early = (double4)(run3.s1, run4.s0, run4.s3, run3.s0);
          const double4 third3_1 = (double4)(third3_1_early.s0, third3_1_early.s1, third3_1_early.s2, run5.s2);
          const double4 third3_2_early = (double4)(run3.s2, run4.s1, run3.s0, run3.s0);
          const double4 third3_2 = (double4)(third3_2_early.s0, third3_2_early.s1, run5.s0, run5.s3);
          const double4 third6_0_early = (double4)(run6.s0, run6.s3, run7.s2, run6.s0);
          const double4 third6_0 = (double4)(third6_0_early.s0, third6_0_early.s1, third6_0_early.s2, run8.s1);
          const double4 third6_1_early = (double4)(run6.s1, run7.s0, run7.s3, run6.s0);
          const double4 third6_1 = (double4)(third6_1_early.s0, third6_1_early.s1, third6_1_early.s2, run8.s2);
          const double4 third6_2_early = (double4)(run6.s2, run7.s1, run6.s0, run6.s0);
          const double4 third6_2 = (double4)(third6_2_early.s0, third6_2_early.s1, run8.s0, run8.s3);
          const double4 tap0_0_early = (double4)(third0_0.s0, third0_0.s3, third3_0.s2, third0_0.s0);
          const double4 tap0_0 = (double4)(tap0_0_early.s0, tap0_0_early.s1, tap0_0_early.s2, third6_0.s1);
          const double4 tap0_1_early = (double4)(third0_0.s1, third3_0.s0, third3_0.s3, third0_0.s0);
          const double4 tap0_1 = (double4)(tap0_1_early.s0, tap0_1_early.s1, tap0_1_early.s2, third6_0.s2);
          const double4 tap0_2_early = (double4)(third0_0.s2, third3_0.s1, third0_0.s0, third0_0.s0);
          const double4 tap0_2 = (double4)(tap0_2_early.s0, tap0_2_early.s1, third6_0.s0, third6_0.s3);
          const double4 tap1_0_early = (double4)(third0_1.s0, third0_1.s3, third3_1.s2, third0_1.s0);
          const double4 tap1_0 = (double4)(tap1_0_early.s0, tap1_0_early.s1, tap1_0_early.s2, third6_1.s1);
          const double4 tap1_1_early = (double4)(third0_1.s1, third3_1.s0, third3_1.s3, third0_1.s0);
          const double4 tap1_1 = (double4)(tap1_1_early.s0, tap1_1_early.s1, tap1_1_early.s2, third6_1.s2);
          const double4 tap1_2_early = (double4)(third0_1.s2, third3_1.s1, third0_1.s0, third0_1.s0);
          const double4 tap1_2 = (double4)(tap1_2_early.s0, tap1_2_early.s1, third6_1.s0, third6_1.s3);
          const double4 tap2_0_early = (double4)(third0_2.s0, third0_2.s3, third3_2.s2, third0_2.s0);
          const double4 tap2_0 = (double4)(tap2_0_early.s0, tap2_0_early.s1, tap2_0_early.s2, third6_2.s1);
          const double4 tap2_1_early = (double4)(third0_2.s1, third3_2.s0, third3_2.s3, third0_2.s0);
          const double4 tap2_1 = (double4)(tap2_1_early.s0, tap2_1_early.s1, tap2_1_early.s2, third6_2.s2);
          const double4 tap2_2_early = (double4)(third0_2.s2, third3_2.s1, third0_2.s0, third0_2.s0);
          const double4 tap2_2 = (double4)(tap2_2_early.s0, tap2_2_early.s1, third6_2.s0, third6_2.s3);
          const double4 u_0_0 = 0.25 * tap2_2;
          const double4 u_0_1s = 0.16666666666666666 * (tap2_2 + tap2_0);
          const double4 u_0_1d = 0.16666666666666666 * tap2_1;
          const double4 u_0_1 = u_0_1s + u_0_1d;
          const double4 u_0_2 = u_0_1s - u_0_1d;
          const double4 u_0_3s = 0.041666666666666664 * tap2_2 + 0.16666666666666666 * tap2_0;
          const double4 u_0_3d = 0.08333333333333333 * tap2_1;
          const double4 u_0_3 = u_0_3s + u_0_3d;
          const double4 u_0_4 = u_0_3s - u_0_3d;
          const double4 u_0_5 = tap2_0;
          const double4 u_1_0 = 0.25 * tap1_2;
          const double4 u_1_1s = 0.16666666666666666 * (tap1_2 + tap1_0);
          const double4 u_1_1d = 0.16666666666666666 * tap1_1;
          const double4 u_1_1 = u_1_1s + u_1_1d;
          const double4 u_1_2 = u_1_1s - u_1_1d;
          const double4 u_1_3s = 0.041666666666666664 * tap1_2 + 0.16666666666666666 * tap1_0;
          const double4 u_1_3d = 0.08333333333333333 * tap1_1;
          const double4 u_1_3 = u_1_3s + u_1_3d;
          const double4 u_1_4 = u_1_3s - u_1_3d;
          const double4 u_1_5 = tap1_0;
          const double4 u_2_0 = 0.25 * tap0_2;
          const double4 u_2_1s = 0.16666666666666666 * (tap0_2 + tap0_0);
          const double4 u_2_1d = 0.16666666666666666 * tap0_1;
          const double4 u_2_1 = u_2_1s + u_2_1d;
          const double4 u_2_2 = u_2_1s - u_2_1d;
          const double4 u_2_3s = 0.041666666666666664 * tap0_2 + 0.16666666666666666 * tap0_0;
          const double4 u_2_3d = 0.08333333333333333 * tap0_1;
          const double4 u_2_3 = u_2_3s + u_2_3d;
          const double4 u_2_4 = u_2_3s - u_2_3d;
          const double4 u_2_5 = tap0_0;
          const double4 u0_0 = 0.25 * u_0_0;
          const double4 u0_1s = 0.16666666666666666 * (u_0_0 + u_2_0);
          const double4 u0_1d = 0.16666666666666666 * u_1_0;
          const double4 u0_1 = u0_1s + u0_1d;
          const double4 u0_2 = u0_1s - u0_1d;
          const double4 u0_3s = 0.041666666666666664 * u_0_0 + 0.16666666666666666 * u_2_0;
          const double4 u0_3d = 0.08333333333333333 * u_1_0;
          const double4 u0_3 = u0_3s + u0_3d;
          const double4 u0_4 = u0_3s - u0_3d;
          const double4 u0_5 = u_2_0;
          const double4 u1_0 = 0.25 * u_0_1;
          const double4 u1_1s = 0.16666666666666666 * (u_0_1 + u_2_1);
          const double4 u1_1d = 0.16666666666666666 * u_1_1;
          const double4 u1_1 = u1_1s + u1_1d;
          const double4 u1_2 = u1_1s - u1_1d;
          const double4 u1_3s = 0.041666666666666664 * u_0_1 + 0.16666666666666666 * u_2_1;
          const double4 u1_3d = 0.08333333333333333 * u_1_1;
          const double4 u1_3 = u1_3s + u1_3d;
          const double4 u1_4 = u1_3s - u1_3d;
          const double4 u1_5 = u_2_1;
          const double4 u2_0 = 0.25 * u_0_2;
          const double4 u2_1s = 0.16666666666666666 * (u_0_2 + u_2_2);
          const double4 u2_1d = 0.16666666666666666 * u_1_2;
          const double4 u2_1 = u2_1s + u2_1d;
          const double4 u2_2 = u2_1s - u2_1d;
          const double4 u2_3s = 0.041666666666666664 * u_0_2 + 0.16666666666666666 * u_2_2;
          const double4 u2_3d = 0.08333333333333333 * u_1_2;
          const double4 u2_3 = u2_3s + u2_3d;
          const double4 u2_4 = u2_3s - u2_3d;
          const double4 u2_5 = u_2_2;
          const double4 u3_0 = 0.25 * u_0_3;
          const double4 u3_1s = 0.16666666666666666 * (u_0_3 + u_2_3);
          const double4 u3_1d = 0.16666666666666666 * u_1_3;
          const double4 u3_1 = u3_1s + u3_1d;
          const double4 u3_2 = u3_1s - u3_1d;
          const double4 u3_3s = 0.041666666666666664 * u_0_3 + 0.16666666666666666 * u_2_3;
          const double4 u3_3d = 0.08333333333333333 * u_1_3;
          const double4 u3_3 = u3_3s + u3_3d;
          const double4 u3_4 = u3_3s - u3_3d;
          const double4 u3_5 = u_2_3;
          const double4 u4_0 = 0.25 * u_0_4;
          const double4 u4_1s = 0.16666666666666666 * (u_0_4 + u_2_4);
          const double4 u4_1d = 0.16666666666666666 * u_1_4;
          const double4 u4_1 = u4_1s + u4_1d;
          const double4 u4_2 = u4_1s - u4_1d;
          const double4 u4_3s = 0.041666666666666664 * u_0_4 + 0.16666666666666666 * u_2_4;
          const double4 u4_3d = 0.08333333333333333 * u_1_4;
          const double4 u4_3 = u4_3s + u4_3d;
          const double4 u4_4 = u4_3s - u4_3d;
          const double4 u4_5 = u_2_4;
          const double4 u5_0 = 0.25 * u_0_5;
          const double4 u5_1s = 0.16666666666666666 * (u_0_5 + u_2_5);
          const double4 u5_1d = 0.16666666666666666 * u_1_5;
          const double4 u5_1 = u5_1s + u5_1d;
          const double4 u5_2 = u5_1s - u5_1d;
          const double4 u5_3s = 0.041666666666666664 * u_0_5 + 0.16666666666666666 * u_2_5;
          const double4 u5_3d = 0.08333333333333333 * u_1_5;
          const double4 u5_3 = u5_3s + u5_3d;
          const double4 u5_4 = u5_3s - u5_3d;
          const double4 u5_5 = u_2_5;
          *(__local double4 *)(taps_at + i * 32 + l) = u0_0;
          *(__local double4 *)(taps_at + i * 32 + l + 260) = u0_1;
          *(__local double4 *)(taps_at + i * 32 + l + 520) = u0_2;
          *(__local double4 *)(taps_at + i * 32 + l + 780) = u0_3;
          *(__local double4 *)(taps_at + i * 32 + l + 1040) = u0_4;
          *(__local double4 *)(taps_at + i * 32 + l + 1300) = u0_5;
          *(__local double4 *)(taps_at + i * 32 + l + 1560) = u1_0;
          *(__local double4 *)(taps_at + i * 32 + l + 1820) = u1_1;
          *(__local double4 *)(taps_at + i * 32 + l + 2080) = u1_2;
          *(__local double4 *)(taps_at + i * 32 + l + 2340) = u1_3;
          *(__local double4 *)(taps_at + i * 32 + l + 2600) = u1_4;
          *(__local double4 *)(taps_at + i * 32 + l + 2860) = u1_5;
          *(__local double4 *)(taps_at + i * 32 + l + 3120) = u2_0;
          *(__local double4 *)(taps_at + i * 32 + l + 3380) = u2_1;
          *(__local double4 *)(taps_at + i * 32 + l + 3640) = u2_2;
          *(__local double4 *)(taps_at + i * 32 + l + 3900) = u2_3;
          *(__local double4 *)(taps_at + i * 32 + l + 4160) = u2_4;
          *(__local double4 *)(taps_at + i * 32 + l + 4420) = u2_5;
          *(__local double4 *)(taps_at + i * 32 + l + 4680) = u3_0;
          *(__local double4 *)(taps_at + i * 32 + l + 4940) = u3_1;
          *(__local double4 *)(taps_at + i * 32 + l + 5200) = u3_2;
          *(__local double4 *)(taps_at + i * 32 + l + 5460) = u3_3;
          *(__local double4 *)(taps_at + i * 32 + l + 5720) = u3_4;
          *(__local double4 *)(taps_at + i * 32 + l + 5980) = u3_5;
          *(__local double4 *)(taps_at + i * 32 + l + 6240) = u4_0;
          *(__local double4 *)(taps_at + i * 32 + l + 6500) = u4_1;
          *(__local double4 *)(taps_at + i * 32 + l + 6760) = u4_2;
          *(__local double4 *)(taps_at + i * 32 + l + 7020) = u4_3;
          *(__local double4 *)(taps_at + i * 32 + l + 7280) = u4_4;
          *(__local double4 *)(taps_at + i * 32 + l + 7540) = u4_5;
          *(__local double4 *)(taps_at + i * 32 + l + 7800) = u5_0;
          *(__local double4 *)(taps_at + i * 32 + l + 8060) = u5_1;
          *(__local double4 *)(taps_at + i * 32 + l + 8320) = u5_2;
          *(__local double4 *)(taps_at + i * 32 + l + 8580) = u5_3;
          *(__local double4 *)(taps_at + i * 32 + l + 8840) = u5_4;
          *(__local double4 *)(taps_at + i * 32 + l + 9100) = u5_5;
        }
      }
      for (int group = col_start; group < col_stop; ++group) {
        __local double *image_at = seen + (group - col_start) * 9360;
        for (int xi = 0; xi < 36; ++xi) {
          __local const double *a_at = taps_at + xi * 260;
          __local const double *b_at = image_at + xi * 260;
          double4 sum0_0 = (double4)(0);
          double4 sum0_1 = (double4)(0);
          double4 sum1_0 = (double4)(0);
          double4 sum1_1 = (double4)(0);
          double4 sum2_0 = (double4)(0);
          double4 sum2_1 = (double4)(0);
          double4 sum3_0 = (double4)(0);
          double4 sum3_1 = (double4)(0);
          double4 sum4_0 = (double4)(0);
          double4 sum4_1 = (double4)(0);
          double4 sum5_0 = (double4)(0);
          double4 sum5_1 = (double4)(0);
          double4 sum6_0 = (double4)(0);
          double4 sum6_1 = (double4)(0);
          double4 sum7_0 = (double4)(0);
          double4 sum7_1 = (double4)(0);
          for (int l = 0; l < terms; ++l) {
            const double4 b0 = *(__local const double4 *)(b_at + l * 8);
            const double4 b1 = *(__local const double4 *)(b_at + l * 8 + 4);
            const double a0 = a_at[l];
            sum0_0 += a0 * b0;
            sum0_1 += a0 * b1;
            const double a1 = a_at[l + 32];
            sum1_0 += a1 * b0;
            sum1_1 += a1 * b1;
            const double a2 = a_at[l + 64];
            sum2_0 += a2 * b0;
            sum2_1 += a2 * b1;
            const double a3 = a_at[l + 96];
            sum3_0 += a3 * b0;
            sum3_1 += a3 * b1;
            const double a4 = a_at[l + 128];
            sum4_0 += a4 * b0;
            sum4_1 += a4 * b1;
            const double a5 = a_at[l + 160];
            sum5_0 += a5 * b0;
            sum5_1 += a5 * b1;
            const double a6 = a_at[l + 192];
            sum6_0 += a6 * b0;
            sum6_1 += a6 * b1;
            const double a7 = a_at[l + 224];
            sum7_0 += a7 * b0;
            sum7_1 += a7 * b1;
          }
          *(__local double4 *)(products + xi * 68) = sum0_0;
          *(__local double4 *)(products + xi * 68 + 4) = sum0_1;
          *(__local double4 *)(products + xi * 68 + 8) = sum1_0;
          *(__local double4 *)(products + xi * 68 + 12) = sum1_1;
          *(__local double4 *)(products + xi * 68 + 16) = sum2_0;
          *(__local double4 *)(products + xi * 68 + 20) = sum2_1;
          *(__local double4 *)(products + xi * 68 + 24) = sum3_0;
          *(__local double4 *)(products + xi * 68 + 28) = sum3_1;
          *(__local double4 *)(products + xi * 68 + 32) = sum4_0;
          *(__local double4 *)(products + xi * 68 + 36) = sum4_1;
          *(__local double4 *)(products + xi * 68 + 40) = sum5_0;
          *(__local double4 *)(products + xi * 68 + 44) = sum5_1;
          *(__local double4 *)(products + xi * 68 + 48) = sum6_0;
          *(__local double4 *)(products + xi * 68 + 52) = sum6_1;
          *(__local double4 *)(products + xi * 68 + 56) = sum7_0;
          *(__local double4 *)(products + xi * 68 + 60) = sum7_1;
        }
        for (int i = 0; i < min(8, m - row_tile * 8); ++i) {
          for (int v = 0; v < 2; ++v) {
            const double4 m0 = *(__local const double4 *)(products + i * 8 + v * 4);
            const double4 m1 = *(__local const double4 *)(products + i * 8 + v * 4 + 68);
            const double4 m2 = *(__local const double4 *)(products + i * 8 + v * 4 + 136);
            const double4 m3 = *(__local const double4 *)(products + i * 8 + v * 4 + 204);
            const double4 m4 = *(__local const double4 *)(products + i * 8 + v * 4 + 272);
            const double4 m5 = *(__local const double4 *)(products + i * 8 + v * 4 + 340);
            const double4 m6 = *(__local const double4 *)(products + i * 8 + v * 4 + 408);
            const double4 m7 = *(__local const double4 *)(products + i * 8 + v * 4 + 476);
            const double4 m8 = *(__local const double4 *)(products + i * 8 + v * 4 + 544);
            const double4 m9 = *(__local const double4 *)(products + i * 8 + v * 4 + 612);
            const double4 m10 = *(__local const double4 *)(products + i * 8 + v * 4 + 680);
            const double4 m11 = *(__local const double4 *)(products + i * 8 + v * 4 + 748);
            const double4 m12 = *(__local const double4 *)(products + i * 8 + v * 4 + 816);
            const double4 m13 = *(__local const double4 *)(products + i * 8 + v * 4 + 884);
            const double4 m14 = *(__local const double4 *)(products + i * 8 + v * 4 + 952);
            const double4 m15 = *(__local const double4 *)(products + i * 8 + v * 4 + 1020);
            const double4 m16 = *(__local const double4 *)(products + i * 8 + v * 4 + 1088);
            const double4 m17 = *(__local const double4 *)(products + i * 8 + v * 4 + 1156);
            const double4 m18 = *(__local const double4 *)(products + i * 8 + v * 4 + 1224);
            const double4 m19 = *(__local const double4 *)(products + i * 8 + v * 4 + 1292);
            const double4 m20 = *(__local const double4 *)(products + i * 8 + v * 4 + 1360);
            const double4 m21 = *(__local const double4 *)(products + i * 8 + v * 4 + 1428);
            const double4 m22 = *(__local const double4 *)(products + i * 8 + v * 4 + 1496);
            const double4 m23 = *(__local const double4 *)(products + i * 8 + v * 4 + 1564);
            const double4 m24 = *(__local const double4 *)(products + i * 8 + v * 4 + 1632);
            const double4 m25 = *(__local const double4 *)(products + i * 8 + v * 4 + 1700);
            const double4 m26 = *(__local const double4 *)(products + i * 8 + v * 4 + 1768);
            const double4 m27 = *(__local const double4 *)(products + i * 8 + v * 4 + 1836);
            const double4 m28 = *(__local const double4 *)(products + i * 8 + v * 4 + 1904);
            const double4 m29 = *(__local const double4 *)(products + i * 8 + v * 4 + 1972);
            const double4 m30 = *(__local const double4 *)(products + i * 8 + v * 4 + 2040);
            const double4 m31 = *(__local const double4 *)(products + i * 8 + v * 4 + 2108);
            const double4 m32 = *(__local const double4 *)(products + i * 8 + v * 4 + 2176);
            const double4 m33 = *(__local const double4 *)(products + i * 8 + v * 4 + 2244);
            const double4 m34 = *(__local const double4 *)(products + i * 8 + v * 4 + 2312);
            const double4 m35 = *(__local const double4 *)(products + i * 8 + v * 4 + 2380);
            const double4 y_0_1s = m6 + m12;
            const double4 y_0_1d = m6 - m12;
            const double4 y_0_3s = m18 + m24;
            const double4 y_0_3d = m18 - m24;
            const double4 y_0_0 = m0 + y_0_1s + y_0_3s;
            const double4 y_0_1 = y_0_1d + 2.0 * y_0_3d;
            const double4 y_0_2 = y_0_1s + 4.0 * y_0_3s;
            const double4 y_0_3 = y_0_1d + 8.0 * y_0_3d + m30;
            const double4 y_1_1s = m7 + m13;
            const double4 y_1_1d = m7 - m13;
            const double4 y_1_3s = m19 + m25;
            const double4 y_1_3d = m19 - m25;
            const double4 y_1_0 = m1 + y_1_1s + y_1_3s;
            const double4 y_1_1 = y_1_1d + 2.0 * y_1_3d;
            const double4 y_1_2 = y_1_1s + 4.0 * y_1_3s;
            const double4 y_1_3 = y_1_1d + 8.0 * y_1_3d + m31;
            const double4 y_2_1s = m8 + m14;
            const double4 y_2_1d = m8 - m14;
            const double4 y_2_3s = m20 + m26;
            const double4 y_2_3d = m20 - m26;
            const double4 y_2_0 = m2 + y_2_1s + y_2_3s;
            const double4 y_2_1 = y_2_1d + 2.0 * y_2_3d;
            const double4 y_2_2 = y_2_1s + 4.0 * y_2_3s;
            const double4 y_2_3 = y_2_1d + 8.0 * y_2_3d + m32;
            const double4 y_3_1s = m9 + m15;
            const double4 y_3_1d = m9 - m15;
            const double4 y_3_3s = m21 + m27;
            const double4 y_3_3d = m21 - m27;
            const double4 y_3_0 = m3 + y_3_1s + y_3_3s;
            const double4 y_3_1 = y_3_1d + 2.0 * y_3_3d;
            const double4 y_3_2 = y_3_1s + 4.0 * y_3_3s;
            const double4 y_3_3 = y_3_1d + 8.0 * y_3_3d + m33;
            const double4 y_4_1s = m10 + m16;
            const double4 y_4_1d = m10 - m16;
            const double4 y_4_3s = m22 + m28;
            const double4 y_4_3d = m22 - m28;
            const double4 y_4_0 = m4 + y_4_1s + y_4_3s;
            const double4 y_4_1 = y_4_1d + 2.0 * y_4_3d;
            const double4 y_4_2 = y_4_1s + 4.0 * y_4_3s;
            const double4 y_4_3 = y_4_1d + 8.0 * y_4_3d + m34;
            const double4 y_5_1s = m11 + m17;
            const double4 y_5_1d = m11 - m17;
            const double4 y_5_3s = m23 + m29;
            const double4 y_5_3d = m23 - m29;
            const double4 y_5_0 = m5 + y_5_1s + y_5_3s;
            const double4 y_5_1 = y_5_1d + 2.0 * y_5_3d;
            const double4 y_5_2 = y_5_1s + 4.0 * y_5_3s;
            const double4 y_5_3 = y_5_1d + 8.0 * y_5_3d + m35;
            const double4 y0_1s = y_1_0 + y_2_0;
            const double4 y0_1d = y_1_0 - y_2_0;
            const double4 y0_3s = y_3_0 + y_4_0;
            const double4 y0_3d = y_3_0 - y_4_0;
            const double4 y0_0 = y_0_0 + y0_1s + y0_3s;
            const double4 y0_1 = y0_1d + 2.0 * y0_3d;
            const double4 y0_2 = y0_1s + 4.0 * y0_3s;
            const double4 y0_3 = y0_1d + 8.0 * y0_3d + y_5_0;
            const double4 y1_1s = y_1_1 + y_2_1;
            const double4 y1_1d = y_1_1 - y_2_1;
            const double4 y1_3s = y_3_1 + y_4_1;
            const double4 y1_3d = y_3_1 - y_4_1;
            const double4 y1_0 = y_0_1 + y1_1s + y1_3s;
            const double4 y1_1 = y1_1d + 2.0 * y1_3d;
            const double4 y1_2 = y1_1s + 4.0 * y1_3s;
            const double4 y1_3 = y1_1d + 8.0 * y1_3d + y_5_1;
            const double4 y2_1s = y_1_2 + y_2_2;
            const double4 y2_1d = y_1_2 - y_2_2;
            const double4 y2_3s = y_3_2 + y_4_2;
            const double4 y2_3d = y_3_2 - y_4_2;
            const double4 y2_0 = y_0_2 + y2_1s + y2_3s;
            const double4 y2_1 = y2_1d + 2.0 * y2_3d;
            const double4 y2_2 = y2_1s + 4.0 * y2_3s;
            const double4 y2_3 = y2_1d + 8.0 * y2_3d + y_5_2;
            const double4 y3_1s = y_1_3 + y_2_3;
            const double4 y3_1d = y_1_3 - y_2_3;
            const double4 y3_3s = y_3_3 + y_4_3;
            const double4 y3_3d = y_3_3 - y_4_3;
            const double4 y3_0 = y_0_3 + y3_1s + y3_3s;
            const double4 y3_1 = y3_1d + 2.0 * y3_3d;
            const double4 y3_2 = y3_1s + 4.0 * y3_3s;
            const double4 y3_3 = y3_1d + 8.0 * y3_3d + y_5_3;
            double results[64];
            vstore4(lower(lower(y0_0, y0_2), lower(y0_1, y0_3)), 0, results);
            vstore4(upper(lower(y0_0, y0_2), lower(y0_1, y0_3)), 0, results + 4);
            vstore4(lower(upper(y0_0, y0_2), upper(y0_1, y0_3)), 0, results + 8);
            vstore4(upper(upper(y0_0, y0_2), upper(y0_1, y0_3)), 0, results + 12);
            vstore4(lower(lower(y1_0, y1_2), lower(y1_1, y1_3)), 0, results + 16);
            vstore4(upper(lower(y1_0, y1_2), lower(y1_1, y1_3)), 0, results + 20);
            vstore4(lower(upper(y1_0, y1_2), upper(y1_1, y1_3)), 0, results + 24);
            vstore4(upper(upper(y1_0, y1_2), upper(y1_1, y1_3)), 0, results + 28);
            vstore4(lower(lower(y2_0, y2_2), lower(y2_1, y2_3)), 0, results + 32);
            vstore4(upper(lower(y2_0, y2_2), lower(y2_1, y2_3)), 0, results + 36);
            vstore4(lower(upper(y2_0, y2_2), upper(y2_1, y2_3)), 0, results + 40);
            vstore4(upper(upper(y2_0, y2_2), upper(y2_1, y2_3)), 0, results + 44);
            vstore4(lower(lower(y3_0, y3_2), lower(y3_1, y3_3)), 0, results + 48);
            vstore4(upper(lower(y3_0, y3_2), lower(y3_1, y3_3)), 0, results + 52);
            vstore4(lower(upper(y3_0, y3_2), upper(y3_1, y3_3)), 0, results + 56);
            vstore4(upper(upper(y3_0, y3_2), upper(y3_1, y3_3)), 0, results + 60);
            for (int s = 0; s < 1; ++s) {
              const int quad = group * 2 + v + s;
              if (quad >= quads * items) break;
              const int item = quad / quads, place = quad - item * quads;
              const int y = place / quads_x * 4, x = place % quads_x * 16;
              __global double *out
                  = c + c_offset + item * c_step + (size_t)(row_tile * 8 + i) * c_row + (size_t)y * out_w + x;
              double *have = results + s * 16;
              const int count = min(16, out_w - x), rows = min(4, out_h - y);
              for (int r = 0; r < rows; ++r, out += out_w, have += 16) {
                if (count == 16) {
                  const double16 fresh = vload16(0, have);
                  if (start == 0) vstore16(fresh, 0, out);
                  else vstore16(fresh + vload16(0, out), 0, out);
                }
                else {
                  int done = 0;
                  if (count & 8) {
                    const double8 fresh = vload8(0, have + done);
                    if (start == 0) vstore8(fresh, 0, out + done);
                    else vstore8(fresh + vload8(0, out + done), 0, out + done);
                    done += 8;
                  }
                  if (count & 4) {
                    const double4 fresh = vload4(0, have + done);
                    if (start == 0) vstore4(fresh, 0, out + done);
                    else vstore4(fresh + vload4(0, out + done), 0, out + done);
                    done += 4;
                  }
                  if (count & 2) {
                    const double2 fresh = vload2(0, have + done);
                    if (start == 0) vstore2(fresh, 0, out + done);
                    else vstore2(fresh + vload2(0, out + done), 0, out + done);
                    done += 2;
                  }
                  if (count & 1) {
                    const double fresh = *(have + done);
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
