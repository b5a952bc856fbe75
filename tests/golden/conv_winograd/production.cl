// convgemm kernels=64 channels=64 height=56 width=56 float32 3x3 pad=1x1 accuracy=fast: tile=4 rm=8 lanes=16 vectors=1
// depth=64 block_m=8 block_n=1 hold=image multiply=plain
float16 lower(float16 a, float16 b) { float16 c; c.even = a.lo; c.odd = b.lo; return c; }
float16 upper(float16 a, float16 b) { float16 c; c.even = a.hi; c.odd = b.hi; return c; }
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
  __local float taps[19008] __attribute__((aligned(64)));
  __local float seen[37440] __attribute__((aligned(64)));
  __local float products[5184] __attribute__((aligned(64)));
  image += image_offset;
  const int tiles_x = (out_w + 3) / 4, quads_x = (tiles_x + 3) / 4;
  const int quads = (out_h + 3) / 4 * quads_x;
  const int row_tiles = (m + 7) / 8;
  const int groups = (quads * items + 3) / 4;
  const int row_start = get_group_id(0) * 8;
  const int row_stop = min(row_start + 8, row_tiles);
  const int col_start = get_group_id(1);
  const int col_stop = min(col_start + 1, groups);
  for (int start = 0; start < k / 9; start += 64) {
    const int terms = min(64, k / 9 - start);
    for (int group = col_start; group < col_stop; ++group) {
      __local float *image_at = seen + (group - col_start) * 37440;
      for (int v = 0; v < 1; ++v) {
        int tops[16], lefts[16];
        const int quad0 = (group + v) * 4;
        const int known0 = min(quad0, quads * items - 1), item0 = known0 / quads;
        const int place0 = known0 - item0 * quads;
        const int y0 = place0 / quads_x * 4 - pad_h;
        const int x0 = place0 % quads_x * 16 - pad_w;
        __global const float *plane0 = image + item0 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e] = quad0 < quads * items ? y0 : height;
          lefts[e] = x0 + e * 4;
        }
        const int quad1 = (group + v) * 4 + 1;
        const int known1 = min(quad1, quads * items - 1), item1 = known1 / quads;
        const int place1 = known1 - item1 * quads;
        const int y1 = place1 / quads_x * 4 - pad_h;
        const int x1 = place1 % quads_x * 16 - pad_w;
        __global const float *plane1 = image + item1 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e + 4] = quad1 < quads * items ? y1 : height;
          lefts[e + 4] = x1 + e * 4;
        }
        const int quad2 = (group + v) * 4 + 2;
        const int known2 = min(quad2, quads * items - 1), item2 = known2 / quads;
        const int place2 = known2 - item2 * quads;
        const int y2 = place2 / quads_x * 4 - pad_h;
        const int x2 = place2 % quads_x * 16 - pad_w;
        __global const float *plane2 = image + item2 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e + 8] = quad2 < quads * items ? y2 : height;
          lefts[e + 8] = x2 + e * 4;
        }
        const int quad3 = (group + v) * 4 + 3;
        const int known3 = min(quad3, quads * items - 1), item3 = known3 / quads;
        const int place3 = known3 - item3 * quads;
        const int y3 = place3 / quads_x * 4 - pad_h;
        const int x3 = place3 % quads_x * 16 - pad_w;
        __global const float *plane3 = image + item3 * image_step + (size_t)start * image_channel;
        for (int e = 0; e < 4; ++e) {
          tops[e + 12] = quad3 < quads * items ? y3 : height;
          lefts[e + 12] = x3 + e * 4;
        }
        int16 masks[36];
        const int16 top = vload16(0, tops), left = vload16(0, lefts);
        for (int i = 0; i < 6; ++i) {
          for (int j = 0; j < 6; ++j) {
            const int16 inside = top + i >= 0 && top + i < height && left + j >= 0 && left + j < width;
            masks[i * 6 + j] = inside;
          }
        }
        const long next = (long)image_channel, room = (height - 1) * (long)image_row + width;
        float stage0[108], stage1[108], stage2[108], stage3[108];
        for (int l = 0; l < terms; ++l) {
          const long before = (start + l) * next, behind = (k / 9 - 1 - start - l) * next;
          const int near0 = next >= 0 && image_row >= 0 && y0 * (long)image_row + x0 + before >= 0
              && y0 * (long)image_row + x0 + 5 * (long)image_row + 20 <= room + behind;
          if (!near0) {
            for (int i = 0; i < 6; ++i) {
              for (int j = 0; j < 18; ++j) {
                const int y = y0 + i, x = x0 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage0[i * 18 + j] = inside ? *(plane0 + y * image_row + x) : 0;
              }
            }
          }
          const int near1 = next >= 0 && image_row >= 0 && y1 * (long)image_row + x1 + before >= 0
              && y1 * (long)image_row + x1 + 5 * (long)image_row + 20 <= room + behind;
          if (!near1) {
            for (int i = 0; i < 6; ++i) {
              for (int j = 0; j < 18; ++j) {
                const int y = y1 + i, x = x1 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage1[i * 18 + j] = inside ? *(plane1 + y * image_row + x) : 0;
              }
            }
          }
          const int near2 = next >= 0 && image_row >= 0 && y2 * (long)image_row + x2 + before >= 0
              && y2 * (long)image_row + x2 + 5 * (long)image_row + 20 <= room + behind;
          if (!near2) {
            for (int i = 0; i < 6; ++i) {
              for (int j = 0; j < 18; ++j) {
                const int y = y2 + i, x = x2 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage2[i * 18 + j] = inside ? *(plane2 + y * image_row + x) : 0;
              }
            }
          }
          const int near3 = next >= 0 && image_row >= 0 && y3 * (long)image_row + x3 + before >= 0
              && y3 * (long)image_row + x3 + 5 * (long)image_row + 20 <= room + behind;
          if (!near3) {
            for (int i = 0; i < 6; ++i) {
              for (int j = 0; j < 18; ++j) {
                const int y = y3 + i, x = x3 + j;
                const int inside = y >= 0 && y < height && x >= 0 && x < width;
                stage3[i * 18 + j] = inside ? *(plane3 + y * image_row + x) : 0;
              }
            }
          }
          float16 row0_0;
          float4 end0_4_0, end0_5_0;
          if (near0) {
            row0_0 = vload16(0, plane0 + y0 * image_row + x0);
            const float16 later = vload16(0, plane0 + y0 * image_row + x0 + 4);
            end0_4_0 = later.s048c;
            end0_5_0 = later.s159d;
          }
          else {
            row0_0 = vload16(0, stage0);
            end0_4_0 = (float4)(stage0[4], stage0[8], stage0[12], stage0[16]);
            end0_5_0 = (float4)(stage0[5], stage0[9], stage0[13], stage0[17]);
          }
          float16 row0_1;
          float4 end0_4_1, end0_5_1;
          if (near1) {
            row0_1 = vload16(0, plane1 + y1 * image_row + x1);
            const float16 later = vload16(0, plane1 + y1 * image_row + x1 + 4);
            end0_4_1 = later.s048c;
            end0_5_1 = later.s159d;
          }
          else {
            row0_1 = vload16(0, stage1);
            end0_4_1 = (float4)(stage1[4], stage1[8], stage1[12], stage1[16]);
            end0_5_1 = (float4)(stage1[5], stage1[9], stage1[13], stage1[17]);
          }
          float16 row0_2;
          float4 end0_4_2, end0_5_2;
          if (near2) {
            row0_2 = vload16(0, plane2 + y2 * image_row + x2);
            const float16 later = vload16(0, plane2 + y2 * image_row + x2 + 4);
            end0_4_2 = later.s048c;
            end0_5_2 = later.s159d;
          }
          else {
            row0_2 = vload16(0, stage2);
            end0_4_2 = (float4)(stage2[4], stage2[8], stage2[12], stage2[16]);
            end0_5_2 = (float4)(stage2[5], stage2[9], stage2[13], stage2[17]);
          }
          float16 row0_3;
          float4 end0_4_3, end0_5_3;
          if (near3) {
            row0_3 = vload16(0, plane3 + y3 * image_row + x3);
            const float16 later = vload16(0, plane3 + y3 * image_row + x3 + 4);
            end0_4_3 = later.s048c;
            end0_5_3 = later.s159d;
          }
          else {
            row0_3 = vload16(0, stage3);
            end0_4_3 = (float4)(stage3[4], stage3[8], stage3[12], stage3[16]);
            end0_5_3 = (float4)(stage3[5], stage3[9], stage3[13], stage3[17]);
          }
          const float16 x0_0
              = as_float16(as_int16((float16)(row0_0.s048c, row0_1.s048c, row0_2.s048c, row0_3.s048c)) & masks[0]);
          const float16 x0_1
              = as_float16(as_int16((float16)(row0_0.s159d, row0_1.s159d, row0_2.s159d, row0_3.s159d)) & masks[1]);
          const float16 x0_2
              = as_float16(as_int16((float16)(row0_0.s26ae, row0_1.s26ae, row0_2.s26ae, row0_3.s26ae)) & masks[2]);
          const float16 x0_3
              = as_float16(as_int16((float16)(row0_0.s37bf, row0_1.s37bf, row0_2.s37bf, row0_3.s37bf)) & masks[3]);
          const float16 x0_4 = as_float16(as_int16((float16)(end0_4_0, end0_4_1, end0_4_2, end0_4_3)) & masks[4]);
          const float16 x0_5 = as_float16(as_int16((float16)(end0_5_0, end0_5_1, end0_5_2, end0_5_3)) & masks[5]);
          float16 row1_0;
          float4 end1_4_0, end1_5_0;
          if (near0) {
            row1_0 = vload16(0, plane0 + (y0 + 1) * image_row + x0);
            const float16 later = vload16(0, plane0 + (y0 + 1) * image_row + x0 + 4);
            end1_4_0 = later.s048c;
            end1_5_0 = later.s159d;
          }
          else {
            row1_0 = vload16(0, stage0 + 18);
            end1_4_0 = (float4)(stage0[22], stage0[26], stage0[30], stage0[34]);
            end1_5_0 = (float4)(stage0[23], stage0[27], stage0[31], stage0[35]);
          }
          float16 row1_1;
          float4 end1_4_1, end1_5_1;
          if (near1) {
            row1_1 = vload16(0, plane1 + (y1 + 1) * image_row + x1);
            const float16 later = vload16(0, plane1 + (y1 + 1) * image_row + x1 + 4);
            end1_4_1 = later.s048c;
            end1_5_1 = later.s159d;
          }
          else {
            row1_1 = vload16(0, stage1 + 18);
            end1_4_1 = (float4)(stage1[22], stage1[26], stage1[30], stage1[34]);
            end1_5_1 = (float4)(stage1[23], stage1[27], stage1[31], stage1[35]);
          }
          float16 row1_2;
          float4 end1_4_2, end1_5_2;
          if (near2) {
            row1_2 = vload16(0, plane2 + (y2 + 1) * image_row + x2);
            const float16 later = vload16(0, plane2 + (y2 + 1) * image_row + x2 + 4);
            end1_4_2 = later.s048c;
            end1_5_2 = later.s159d;
          }
          else {
            row1_2 = vload16(0, stage2 + 18);
            end1_4_2 = (float4)(stage2[22], stage2[26], stage2[30], stage2[34]);
            end1_5_2 = (float4)(stage2[23], stage2[27], stage2[31], stage2[35]);
          }
          float16 row1_3;
          float4 end1_4_3, end1_5_3;
          if (near3) {
            row1_3 = vload16(0, plane3 + (y3 + 1) * image_row + x3);
            const float16 later = vload16(0, plane3 + (y3 + 1) * image_row + x3 + 4);
            end1_4_3 = later.s048c;
            end1_5_3 = later.s159d;
          }
          else {
            row1_3 = vload16(0, stage3 + 18);
            end1_4_3 = (float4)(stage3[22], stage3[26], stage3[30], stage3[34]);
            end1_5_3 = (float4)(stage3[23], stage3[27], stage3[31], stage3[35]);
          }
          const float16 x1_0
              = as_float16(as_int16((float16)(row1_0.s048c, row1_1.s048c, row1_2.s048c, row1_3.s048c)) & masks[6]);
          const float16 x1_1
              = as_float16(as_int16((float16)(row1_0.s159d, row1_1.s159d, row1_2.s159d, row1_3.s159d)) & masks[7]);
          const float16 x1_2
              = as_float16(as_int16((float16)(row1_0.s26ae, row1_1.s26ae, row1_2.s26ae, row1_3.s26ae)) & masks[8]);
          const float16 x1_3
              = as_float16(as_int16((float16)(row1_0.s37bf, row1_1.s37bf, row1_2.s37bf, row1_3.s37bf)) & masks[9]);
          const float16 x1_4 = as_float16(as_int16((float16)(end1_4_0, end1_4_1, end1_4_2, end1_4_3)) & masks[10]);
          const float16 x1_5 = as_float16(as_int16((float16)(end1_5_0, end1_5_1, end1_5_2, end1_5_3)) & masks[11]);
          float16 row2_0;
          float4 end2_4_0, end2_5_0;
          if (near0) {
            row2_0 = vload16(0, plane0 + (y0 + 2) * image_row + x0);
            const float16 later = vload16(0, plane0 + (y0 + 2) * image_row + x0 + 4);
            end2_4_0 = later.s048c;
            end2_5_0 = later.s159d;
          }
          else {
            row2_0 = vload16(0, stage0 + 36);
            end2_4_0 = (float4)(stage0[40], stage0[44], stage0[48], stage0[52]);
            end2_5_0 = (float4)(stage0[41], stage0[45], stage0[49], stage0[53]);
          }
          float16 row2_1;
          float4 end2_4_1, end2_5_1;
          if (near1) {
            row2_1 = vload16(0, plane1 + (y1 + 2) * image_row + x1);
            const float16 later = vload16(0, plane1 + (y1 + 2) * image_row + x1 + 4);
            end2_4_1 = later.s048c;
            end2_5_1 = later.s159d;
          }
          else {
            row2_1 = vload16(0, stage1 + 36);
            end2_4_1 = (float4)(stage1[40], stage1[44], stage1[48], stage1[52]);
            end2_5_1 = (float4)(stage1[41], stage1[45], stage1[49], stage1[53]);
          }
          float16 row2_2;
          float4 end2_4_2, end2_5_2;
          if (near2) {
            row2_2 = vload16(0, plane2 + (y2 + 2) * image_row + x2);
            const float16 later = vload16(0, plane2 + (y2 + 2) * image_row + x2 + 4);
            end2_4_2 = later.s048c;
            end2_5_2 = later.s159d;
          }
          else {
            row2_2 = vload16(0, stage2 + 36);
            end2_4_2 = (float4)(stage2[40], stage2[44], stage2[48], stage2[52]);
            end2_5_2 = (float4)(stage2[41], stage2[45], stage2[49], stage2[53]);
          }
          float16 row2_3;
          float4 end2_4_3, end2_5_3;
          if (near3) {
            row2_3 = vload16(0, plane3 + (y3 + 2) * image_row + x3);
            const float16 later = vload16(0, plane3 + (y3 + 2) * image_row + x3 + 4);
            end2_4_3 = later.s048c;
            end2_5_3 = later.s159d;
          }
          else {
            row2_3 = vload16(0, stage3 + 36);
            end2_4_3 = (float4)(stage3[40], stage3[44], stage3[48], stage3[52]);
            end2_5_3 = (float4)(stage3[41], stage3[45], stage3[49], stage3[53]);
          }
          const float16 x2_0
              = as_float16(as_int16((float16)(row2_0.s048c, row2_1.s048c, row2_2.s048c, row2_3.s048c)) & masks[12]);
          const float16 x2_1
              = as_float16(as_int16((float16)(row2_0.s159d, row2_1.s159d, row2_2.s159d, row2_3.s159d)) & masks[13]);
          const float16 x2_2
              = as_float16(as_int16((float16)(row2_0.s26ae, row2_1.s26ae, row2_2.s26ae, row2_3.s26ae)) & masks[14]);
          const float16 x2_3
              = as_float16(as_int16((float16)(row2_0.s37bf, row2_1.s37bf, row2_2.s37bf, row2_3.s37bf)) & masks[15]);
          const float16 x2_4 = as_float16(as_int16((float16)(end2_4_0, end2_4_1, end2_4_2, end2_4_3)) & masks[16]);
          const float16 x2_5 = as_float16(as_int16((float16)(end2_5_0, end2_5_1, end2_5_2, end2_5_3)) & masks[17]);
          float16 row3_0;
          float4 end3_4_0, end3_5_0;
          if (near0) {
            row3_0 = vload16(0, plane0 + (y0 + 3) * image_row + x0);
            const float16 later = vload16(0, plane0 + (y0 + 3) * image_row + x0 + 4);
            end3_4_0 = later.s048c;
            end3_5_0 = later.s159d;
          }
          else {
            row3_0 = vload16(0, stage0 + 54);
            end3_4_0 = (float4)(stage0[58], stage0[62], stage0[66], stage0[70]);
            end3_5_0 = (float4)(stage0[59], stage0[63], stage0[67], stage0[71]);
          }
          float16 row3_1;
          float4 end3_4_1, end3_5_1;
          if (near1) {
            row3_1 = vload16(0, plane1 + (y1 + 3) * image_row + x1);
            const float16 later = vload16(0, plane1 + (y1 + 3) * image_row + x1 + 4);
            end3_4_1 = later.s048c;
            end3_5_1 = later.s159d;
          }
          else {
            row3_1 = vload16(0, stage1 + 54);
            end3_4_1 = (float4)(stage1[58], stage1[62], stage1[66], stage1[70]);
            end3_5_1 = (float4)(stage1[59], stage1[63], stage1[67], stage1[71]);
          }
          float16 row3_2;
          float4 end3_4_2, end3_5_2;
          if (near2) {
            row3_2 = vload16(0, plane2 + (y2 + 3) * image_row + x2);
            const float16 later = vload16(0, plane2 + (y2 + 3) * image_row + x2 + 4);
            end3_4_2 = later.s048c;
            end3_5_2 = later.s159d;
          }
          else {
            row3_2 = vload16(0, stage2 + 54);
            end3_4_2 = (float4)(stage2[58], stage2[62], stage2[66], stage2[70]);
            end3_5_2 = (float4)(stage2[59], stage2[63], stage2[67], stage2[71]);
          }
          float16 row3_3;
          float4 end3_4_3, end3_5_3;
          if (near3) {
            row3_3 = vload16(0, plane3 + (y3 + 3) * image_row + x3);
            const float16 later = vload16(0, plane3 + (y3 + 3) * image_row + x3 + 4);
            end3_4_3 = later.s048c;
            end3_5_3 = later.s159d;
          }
          else {
            row3_3 = vload16(0, stage3 + 54);
            end3_4_3 = (float4)(stage3[58], stage3[62], stage3[66], stage3[70]);
            end3_5_3 = (float4)(stage3[59], stage3[63], stage3[67], stage3[71]);
          }
          const float16 x3_0
              = as_float16(as_int16((float16)(row3_0.s048c, row3_1.s048c, row3_2.s048c, row3_3.s048c)) & masks[18]);
          const float16 x3_1
              = as_float16(as_int16((float16)(row3_0.s159d, row3_1.s159d, row3_2.s159d, row3_3.s159d)) & masks[19]);
          const float16 x3_2
              = as_float16(as_int16((float16)(row3_0.s26ae, row3_1.s26ae, row3_2.s26ae, row3_3.s26ae)) & masks[20]);
          const float16 x3_3
              = as_float16(as_int16((float16)(row3_0.s37bf, row3_1.s37bf, row3_2.s37bf, row3_3.s37bf)) & masks[21]);
          const float16 x3_4 = as_float16(as_int16((float16)(end3_4_0, end3_4_1, end3_4_2, end3_4_3)) & masks[22]);
          const float16 x3_5 = as_float16(as_int16((float16)(end3_5_0, end3_5_1, end3_5_2, end3_5_3)) & masks[23]);
          float16 row4_0;
          float4 end4_4_0, end4_5_0;
          if (near0) {
            row4_0 = vload16(0, plane0 + (y0 + 4) * image_row + x0);
            const float16 later = vload16(0, plane0 + (y0 + 4) * image_row + x0 + 4);
            end4_4_0 = later.s048c;
            end4_5_0 = later.s159d;
          }
          else {
            row4_0 = vload16(0, stage0 + 72);
            end4_4_0 = (float4)(stage0[76], stage0[80], stage0[84], stage0[88]);
            end4_5_0 = (float4)(stage0[77], stage0[81], stage0[85], stage0[89]);
          }
          float16 row4_1;
          float4 end4_4_1, end4_5_1;
          if (near1) {
            row4_1 = vload16(0, plane1 + (y1 + 4) * image_row + x1);
            const float16 later = vload16(0, plane1 + (y1 + 4) * image_row + x1 + 4);
            end4_4_1 = later.s048c;
            end4_5_1 = later.s159d;
          }
          else {
            row4_1 = vload16(0, stage1 + 72);
            end4_4_1 = (float4)(stage1[76], stage1[80], stage1[84], stage1[88]);
            end4_5_1 = (float4)(stage1[77], stage1[81], stage1[85], stage1[89]);
          }
          float16 row4_2;
          float4 end4_4_2, end4_5_2;
          if (near2) {
            row4_2 = vload16(0, plane2 + (y2 + 4) * image_row + x2);
            const float16 later = vload16(0, plane2 + (y2 + 4) * image_row + x2 + 4);
            end4_4_2 = later.s048c;
            end4_5_2 = later.s159d;
          }
          else {
            row4_2 = vload16(0, stage2 + 72);
            end4_4_2 = (float4)(stage2[76], stage2[80], stage2[84], stage2[88]);
            end4_5_2 = (float4)(stage2[77], stage2[81], stage2[85], stage2[89]);
          }
          float16 row4_3;
          float4 end4_4_3, end4_5_3;
          if (near3) {
            row4_3 = vload16(0, plane3 + (y3 + 4) * image_row + x3);
            const float16 later = vload16(0, plane3 + (y3 + 4) * image_row + x3 + 4);
            end4_4_3 = later.s048c;
            end4_5_3 = later.s159d;
          }
          else {
            row4_3 = vload16(0, stage3 + 72);
            end4_4_3 = (float4)(stage3[76], stage3[80], stage3[84], stage3[88]);
            end4_5_3 = (float4)(stage3[77], stage3[81], stage3[85], stage3[89]);
          }
          const float16 x4_0
              = as_float16(as_int16((float16)(row4_0.s048c, row4_1.s048c, row4_2.s048c, row4_3.s048c)) & masks[24]);
          const float16 x4_1
              = as_float16(as_int16((float16)(row4_0.s159d, row4_1.s159d, row4_2.s159d, row4_3.s159d)) & masks[25]);
          const float16 x4_2
              = as_float16(as_int16((float16)(row4_0.s26ae, row4_1.s26ae, row4_2.s26ae, row4_3.s26ae)) & masks[26]);
          const float16 x4_3
              = as_float16(as_int16((float16)(row4_0.s37bf, row4_1.s37bf, row4_2.s37bf, row4_3.s37bf)) & masks[27]);
          const float16 x4_4 = as_float16(as_int16((float16)(end4_4_0, end4_4_1, end4_4_2, end4_4_3)) & masks[28]);
          const float16 x4_5 = as_float16(as_int16((float16)(end4_5_0, end4_5_1, end4_5_2, end4_5_3)) & masks[29]);
          float16 row5_0;
          float4 end5_4_0, end5_5_0;
          if (near0) {
            row5_0 = vload16(0, plane0 + (y0 + 5) * image_row + x0);
            const float16 later = vload16(0, plane0 + (y0 + 5) * image_row + x0 + 4);
            end5_4_0 = later.s048c;
            end5_5_0 = later.s159d;
          }
          else {
            row5_0 = vload16(0, stage0 + 90);
            end5_4_0 = (float4)(stage0[94], stage0[98], stage0[102], stage0[106]);
            end5_5_0 = (float4)(stage0[95], stage0[99], stage0[103], stage0[107]);
          }
          float16 row5_1;
          float4 end5_4_1, end5_5_1;
          if (near1) {
            row5_1 = vload16(0, plane1 + (y1 + 5) * image_row + x1);
            const float16 later = vload16(0, plane1 + (y1 + 5) * image_row + x1 + 4);
            end5_4_1 = later.s048c;
            end5_5_1 = later.s159d;
          }
          else {
            row5_1 = vload16(0, stage1 + 90);
            end5_4_1 = (float4)(stage1[94], stage1[98], stage1[102], stage1[106]);
            end5_5_1 = (float4)(stage1[95], stage1[99], stage1[103], stage1[107]);
          }
          float16 row5_2;
          float4 end5_4_2, end5_5_2;
          if (near2) {
            row5_2 = vload16(0, plane2 + (y2 + 5) * image_row + x2);
            const float16 later = vload16(0, plane2 + (y2 + 5) * image_row + x2 + 4);
            end5_4_2 = later.s048c;
            end5_5_2 = later.s159d;
          }
          else {
            row5_2 = vload16(0, stage2 + 90);
            end5_4_2 = (float4)(stage2[94], stage2[98], stage2[102], stage2[106]);
            end5_5_2 = (float4)(stage2[95], stage2[99], stage2[103], stage2[107]);
          }
          float16 row5_3;
          float4 end5_4_3, end5_5_3;
          if (near3) {
            row5_3 = vload16(0, plane3 + (y3 + 5) * image_row + x3);
            const float16 later = vload16(0, plane3 + (y3 + 5) * image_row + x3 + 4);
            end5_4_3 = later.s048c;
            end5_5_3 = later.s159d;
          }
          else {
            row5_3 = vload16(0, stage3 + 90);
            end5_4_3 = (float4)(stage3[94], stage3[98], stage3[102], stage3[106]);
            end5_5_3 = (float4)(stage3[95], stage3[99], stage3[103], stage3[107]);
          }
          const float16 x5_0
              = as_float16(as_int16((float16)(row5_0.s048c, row5_1.s048c, row5_2.s048c, row5_3.s048c)) & masks[30]);
          const float16 x5_1
              = as_float16(as_int16((float16)(row5_0.s159d, row5_1.s159d, row5_2.s159d, row5_3.s159d)) & masks[31]);
          const float16 x5_2
              = as_float16(as_int16((float16)(row5_0.s26ae, row5_1.s26ae, row5_2.s26ae, row5_3.s26ae)) & masks[32]);
          const float16 x5_3
              = as_float16(as_int16((float16)(row5_0.s37bf, row5_1.s37bf, row5_2.s37bf, row5_3.s37bf)) & masks[33]);
          const float16 x5_4 = as_float16(as_int16((float16)(end5_4_0, end5_4_1, end5_4_2, end5_4_3)) & masks[34]);
          const float16 x5_5 = as_float16(as_int16((float16)(end5_5_0, end5_5_1, end5_5_2, end5_5_3)) & masks[35]);
          const float16 v_0_0 = 4.0f * x0_0 + x4_0 - 5.0f * x2_0;
          const float16 v_0_1s = 4.0f * x2_0 - x4_0;
          const float16 v_0_1d = 4.0f * x1_0 - x3_0;
          const float16 v_0_1 = v_0_1s + v_0_1d;
          const float16 v_0_2 = v_0_1s - v_0_1d;
          const float16 v_0_3s = x4_0 - x2_0;
          const float16 v_0_3d = 2.0f * (x3_0 - x1_0);
          const float16 v_0_3 = v_0_3s + v_0_3d;
          const float16 v_0_4 = v_0_3s - v_0_3d;
          const float16 v_0_5 = 4.0f * x1_0 + x5_0 - 5.0f * x3_0;
          const float16 v_1_0 = 4.0f * x0_1 + x4_1 - 5.0f * x2_1;
          const float16 v_1_1s = 4.0f * x2_1 - x4_1;
          const float16 v_1_1d = 4.0f * x1_1 - x3_1;
          const float16 v_1_1 = v_1_1s + v_1_1d;
          const float16 v_1_2 = v_1_1s - v_1_1d;
          const float16 v_1_3s = x4_1 - x2_1;
          const float16 v_1_3d = 2.0f * (x3_1 - x1_1);
          const float16 v_1_3 = v_1_3s + v_1_3d;
          const float16 v_1_4 = v_1_3s - v_1_3d;
          const float16 v_1_5 = 4.0f * x1_1 + x5_1 - 5.0f * x3_1;
          const float16 v_2_0 = 4.0f * x0_2 + x4_2 - 5.0f * x2_2;
          const float16 v_2_1s = 4.0f * x2_2 - x4_2;
          const float16 v_2_1d = 4.0f * x1_2 - x3_2;
          const float16 v_2_1 = v_2_1s + v_2_1d;
          const float16 v_2_2 = v_2_1s - v_2_1d;
          const float16 v_2_3s = x4_2 - x2_2;
          const float16 v_2_3d = 2.0f * (x3_2 - x1_2);
          const float16 v_2_3 = v_2_3s + v_2_3d;
          const float16 v_2_4 = v_2_3s - v_2_3d;
          const float16 v_2_5 = 4.0f * x1_2 + x5_2 - 5.0f * x3_2;
          const float16 v_3_0 = 4.0f * x0_3 + x4_3 - 5.0f * x2_3;
          const float16 v_3_1s = 4.0f * x2_3 - x4_3;
          const float16 v_3_1d = 4.0f * x1_3 - x3_3;
          const float16 v_3_1 = v_3_1s + v_3_1d;
          const float16 v_3_2 = v_3_1s - v_3_1d;
          const float16 v_3_3s = x4_3 - x2_3;
          const float16 v_3_3d = 2.0f * (x3_3 - x1_3);
          const float16 v_3_3 = v_3_3s + v_3_3d;
          const float16 v_3_4 = v_3_3s - v_3_3d;
          const float16 v_3_5 = 4.0f * x1_3 + x5_3 - 5.0f * x3_3;
          const float16 v_4_0 = 4.0f * x0_4 + x4_4 - 5.0f * x2_4;
          const float16 v_4_1s = 4.0f * x2_4 - x4_4;
          const float16 v_4_1d = 4.0f * x1_4 - x3_4;
          const float16 v_4_1 = v_4_1s + v_4_1d;
          const float16 v_4_2 = v_4_1s - v_4_1d;
          const float16 v_4_3s = x4_4 - x2_4;
          const float16 v_4_3d = 2.0f * (x3_4 - x1_4);
          const float16 v_4_3 = v_4_3s + v_4_3d;
          const float16 v_4_4 = v_4_3s - v_4_3d;
          const float16 v_4_5 = 4.0f * x1_4 + x5_4 - 5.0f * x3_4;
          const float16 v_5_0 = 4.0f * x0_5 + x4_5 - 5.0f * x2_5;
          const float16 v_5_1s = 4.0f * x2_5 - x4_5;
          const float16 v_5_1d = 4.0f * x1_5 - x3_5;
          const float16 v_5_1 = v_5_1s + v_5_1d;
          const float16 v_5_2 = v_5_1s - v_5_1d;
          const float16 v_5_3s = x4_5 - x2_5;
          const float16 v_5_3d = 2.0f * (x3_5 - x1_5);
          const float16 v_5_3 = v_5_3s + v_5_3d;
          const float16 v_5_4 = v_5_3s - v_5_3d;
          const float16 v_5_5 = 4.0f * x1_5 + x5_5 - 5.0f * x3_5;
          const float16 v0_0 = 4.0f * v_0_0 + v_4_0 - 5.0f * v_2_0;
          const float16 v0_1s = 4.0f * v_2_0 - v_4_0;
          const float16 v0_1d = 4.0f * v_1_0 - v_3_0;
          const float16 v0_1 = v0_1s + v0_1d;
          const float16 v0_2 = v0_1s - v0_1d;
          const float16 v0_3s = v_4_0 - v_2_0;
          const float16 v0_3d = 2.0f * (v_3_0 - v_1_0);
          const float16 v0_3 = v0_3s + v0_3d;
          const float16 v0_4 = v0_3s - v0_3d;
          const float16 v0_5 = 4.0f * v_1_0 + v_5_0 - 5.0f * v_3_0;
          const float16 v1_0 = 4.0f * v_0_1 + v_4_1 - 5.0f * v_2_1;
          const float16 v1_1s = 4.0f * v_2_1 - v_4_1;
          const float16 v1_1d = 4.0f * v_1_1 - v_3_1;
          const float16 v1_1 = v1_1s + v1_1d;
          const float16 v1_2 = v1_1s - v1_1d;
          const float16 v1_3s = v_4_1 - v_2_1;
          const float16 v1_3d = 2.0f * (v_3_1 - v_1_1);
          const float16 v1_3 = v1_3s + v1_3d;
          const float16 v1_4 = v1_3s - v1_3d;
          const float16 v1_5 = 4.0f * v_1_1 + v_5_1 - 5.0f * v_3_1;
          const float16 v2_0 = 4.0f * v_0_2 + v_4_2 - 5.0f * v_2_2;
          const float16 v2_1s = 4.0f * v_2_2 - v_4_2;
          const float16 v2_1d = 4.0f * v_1_2 - v_3_2;
          const float16 v2_1 = v2_1s + v2_1d;
          const float16 v2_2 = v2_1s - v2_1d;
          const float16 v2_3s = v_4_2 - v_2_2;
          const float16 v2_3d = 2.0f * (v_3_2 - v_1_2);
          const float16 v2_3 = v2_3s + v2_3d;
          const float16 v2_4 = v2_3s - v2_3d;
          const float16 v2_5 = 4.0f * v_1_2 + v_5_2 - 5.0f * v_3_2;
          const float16 v3_0 = 4.0f * v_0_3 + v_4_3 - 5.0f * v_2_3;
          const float16 v3_1s = 4.0f * v_2_3 - v_4_3;
          const float16 v3_1d = 4.0f * v_1_3 - v_3_3;
          const float16 v3_1 = v3_1s + v3_1d;
          const float16 v3_2 = v3_1s - v3_1d;
          const float16 v3_3s = v_4_3 - v_2_3;
          const float16 v3_3d = 2.0f * (v_3_3 - v_1_3);
          const float16 v3_3 = v3_3s + v3_3d;
          const float16 v3_4 = v3_3s - v3_3d;
          const float16 v3_5 = 4.0f * v_1_3 + v_5_3 - 5.0f * v_3_3;
          const float16 v4_0 = 4.0f * v_0_4 + v_4_4 - 5.0f * v_2_4;
          const float16 v4_1s = 4.0f * v_2_4 - v_4_4;
          const float16 v4_1d = 4.0f * v_1_4 - v_3_4;
          const float16 v4_1 = v4_1s + v4_1d;
          const float16 v4_2 = v4_1s - v4_1d;
          const float16 v4_3s = v_4_4 - v_2_4;
          const float16 v4_3d = 2.0f * (v_3_4 - v_1_4);
          const float16 v4_3 = v4_3s + v4_3d;
          const float16 v4_4 = v4_3s - v4_3d;
          const float16 v4_5 = 4.0f * v_1_4 + v_5_4 - 5.0f * v_3_4;
          const float16 v5_0 = 4.0f * v_0_5 + v_4_5 - 5.0f * v_2_5;
          const float16 v5_1s = 4.0f * v_2_5 - v_4_5;
          const float16 v5_1d = 4.0f * v_1_5 - v_3_5;
          const float16 v5_1 = v5_1s + v5_1d;
          const float16 v5_2 = v5_1s - v5_1d;
          const float16 v5_3s = v_4_5 - v_2_5;
          const float16 v5_3d = 2.0f * (v_3_5 - v_1_5);
          const float16 v5_3 = v5_3s + v5_3d;
          const float16 v5_4 = v5_3s - v5_3d;
          const float16 v5_5 = 4.0f * v_1_5 + v_5_5 - 5.0f * v_3_5;
          *(__local float16 *)(image_at + l * 16 + v * 16) = v0_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 1040) = v0_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 2080) = v0_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 3120) = v0_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 4160) = v0_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 5200) = v0_5;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 6240) = v1_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 7280) = v1_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 8320) = v1_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 9360) = v1_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 10400) = v1_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 11440) = v1_5;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 12480) = v2_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 13520) = v2_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 14560) = v2_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 15600) = v2_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 16640) = v2_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 17680) = v2_5;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 18720) = v3_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 19760) = v3_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 20800) = v3_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 21840) = v3_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 22880) = v3_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 23920) = v3_5;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 24960) = v4_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 26000) = v4_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 27040) = v4_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 28080) = v4_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 29120) = v4_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 30160) = v4_5;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 31200) = v5_0;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 32240) = v5_1;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 33280) = v5_2;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 34320) = v5_3;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 35360) = v5_4;
          *(__local float16 *)(image_at + l * 16 + v * 16 + 36400) = v5_5;
          plane0 += image_channel;
          plane1 += image_channel;
          plane2 += image_channel;
          plane3 += image_channel;
        }
      }
    }
    for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
      __local float *taps_at = taps;
      for (int i = 0; i < 8; ++i) {
        __global const float *kernel_at
            = a + a_offset + (size_t)min(row_tile * 8 + i, m - 1) * a_row + (size_t)(start * 9);
        for (int l = 0; l < terms; l += 16) {
          float16 run0, run1, run2, run3, run4, run5, run6, run7, run8;
          if (l + 16 <= terms) {
            run0 = vload16(0, kernel_at + l * 9);
            run1 = vload16(0, kernel_at + l * 9 + 16);
            run2 = vload16(0, kernel_at + l * 9 + 32);
            run3 = vload16(0, kernel_at + l * 9 + 48);
            run4 = vload16(0, kernel_at + l * 9 + 64);
            run5 = vload16(0, kernel_at + l * 9 + 80);
            run6 = vload16(0, kernel_at + l * 9 + 96);
            run7 = vload16(0, kernel_at + l * 9 + 112);
            run8 = vload16(0, kernel_at + l * 9 + 128);
          }
          else {
            float rest[144];
            for (int e = 0; e < 144; ++e) {
              rest[e] = e < (terms - l) * 9 ? *(kernel_at + l * 9 + e) : 0;
            }
            run0 = vload16(0, rest);
            run1 = vload16(0, rest + 16);
            run2 = vload16(0, rest + 32);
            run3 = vload16(0, rest + 48);
            run4 = vload16(0, rest + 64);
            run5 = vload16(0, rest + 80);
            run6 = vload16(0, rest + 96);
            run7 = vload16(0, rest + 112);
            run8 = vload16(0, rest + 128);
          }
          const float16 third0_0_early = (float16)(run0.s0, run0.s3, run0.s6, run0.s9, run0.sc, run0.sf, run1.s2,
              run1.s5, run1.s8, run1.sb, run1.se, run0.s0, run0.s0, run0.s0, run0.s0, run0.s0);
          const float16 third0_0 = (float16)(third0_0_early.s0, third0_0_early.s1, third0_0_early.s2, third0_0_early.s3,
              third0_0_early.s4, third0_0_early.s5, third0_0_early.s6, third0_0_early.s7, third0_0_early.s8,
              third0_0_early.s9, third0_0_early.sa, run2.s1, run2.s4, run2.s7, run2.sa, run2.sd);
          const float16 third0_1_early = (float16)(run0.s1, run0.s4, run0.s7, run0.sa, run0.sd, run1.s0, run1.s3,
              run1.s6, run1.s9, run1.sc, run1.sf, run0.s0, run0.s0, run0.s0, run0.s0, run0.s0);
          const float16 third0_1 = (float16)(third0_1_early.s0, third0_1_early.s1, third0_1_early.s2, third0_1_early.s3,
              third0_1_early.s4, third0_1_early.s5, third0_1_early.s6, third0_1_early.s7, third0_1_early.s8,
              third0_1_early.s9, third0_1_early.sa, run2.s2, run2.s5, run2.s8, run2.sb, run2.se);
          const float16 third0_2_early = (float16)(run0.s2, run0.s5, run0.s8, run0.sb, run0.se, run1.s1, run1.s4,
              run1.s7, run1.sa, run1.sd, run0.s0, run0.s0, run0.s0, run0.s0, run0.s0, run0.s0);
          const float16 third0_2 = (float16)(third0_2_early.s0, third0_2_early.s1, third0_2_early.s2, third0_2_early.s3,
              third0_2_early.s4, third0_2_early.s5, third0_2_early.s6, third0_2_early.s7, third0_2_early.s8,
              third0_2_early.s9, run2.s0, run2.s3, run2.s6, run2.s9, run2.sc, run2.sf);
          const float16 third3_0_early = (float16)(run3.s0, run3.s3, run3.s6, run3.s9, run3.sc, run3.sf, run4.s2,
              run4.s5, run4.s8, run4.sb, run4.se, run3.s0, run3.s0, run3.s0, run3.s0, run3.s0);
          const float16 third3_0 = (float16)(third3_0_early.s0, third3_0_early.s1, third3_0_early.s2, third3_0_early.s3,
              third3_0_early.s4, third3_0_early.s5, third3_0_early.s6, third3_0_early.s7, third3_0_early.s8,
              third3_0_early.s9, third3_0_early.sa, run5.s1, run5.s4, run5.s7, run5.sa, run5.sd);
          const float16 third3_1_early = (float16)(run3.s1, run3.s4, run3.s7, run3.sa, run3.sd, run4.s0, run4.s3,
              run4.s6, run4.s9, run4.sc, run4.sf, run3.s0, run3.s0, run3.s0, run3.s0, run3.s0);
          const float16 third3_1 = (float16)(third3_1_early.s0, third3_1_early.s1, third3_1_early.s2, third3_1_early.s3,
              third3_1_early.s4, third3_1_early.s5, third3_1_early.s6, third3_1_early.s7, third3_1_early.s8,
              third3_1_early.s9, third3_1_early.sa, run5.s2, run5.s5, run5.s8, run5.sb, run5.se);
          const float16 third3_2_early = (float16)(run3.s2, run3.s5, run3.s8, run3.sb, run3.se, run4.s1, run4.s4,
              run4.s7, run4.sa, run4.sd, run3.s0, run3.s0, run3.s0, run3.s0, run3.s0, run3.s0);
          const float16 third3_2 = (float16)(third3_2_early.s0, third3_2_early.s1, third3_2_early.s2, third3_2_early.s3,
              third3_2_early.s4, third3_2_early.s5, third3_2_early.s6, third3_2_early.s7, third3_2_early.s8,
              third3_2_early.s9, run5.s0, run5.s3, run5.s6, run5.s9, run5.sc, run5.sf);
          const float16 third6_0_early = (float16)(run6.s0, run6.s3, run6.s6, run6.s9, run6.sc, run6.sf, run7.s2,
              run7.s5, run7.s8, run7.sb, run7.se, run6.s0, run6.s0, run6.s0, run6.s0, run6.s0);
          const float16 third6_0 = (float16)(third6_0_early.s0, third6_0_early.s1, third6_0_early.s2, third6_0_early.s3,
              third6_0_early.s4, third6_0_early.s5, third6_0_early.s6, third6_0_early.s7, third6_0_early.s8,
              third6_0_early.s9, third6_0_early.sa, run8.s1, run8.s4, run8.s7, run8.sa, run8.sd);
          const float16 third6_1_early = (float16)(run6.s1, run6.s4, run6.s7, run6.sa, run6.sd, run7.s0, run7.s3,
              run7.s6, run7.s9, run7.sc, run7.sf, run6.s0, run6.s0, run6.s0, run6.s0, run6.s0);
          const float16 third6_1 = (float16)(third6_1_early.s0, third6_1_early.s1, third6_1_early.s2, third6_1_early.s3,
              third6_1_early.s4, third6_1_early.s5, third6_1_early.s6, third6_1_early.s7, third6_1_early.s8,
              third6_1_early.s9, third6_1_early.sa, run8.s2, run8.s5, run8.s8, run8.sb, run8.se);
          const float16 third6_2_early = (float16)(run6.s2, run6.s5, run6.s8, run6.sb, run6.se, run7.s1, run7.s4,
              run7.s7, run7.sa, run7.sd, run6.s0, run6.s0, run6.s0, run6.s0, run6.s0, run6.s0);
          const float16 third6_2 = (float16)(third6_2_early.s0, third6_2_early.s1, third6_2_early.s2, third6_2_early.s3,
              third6_2_early.s4, third6_2_early.s5, third6_2_early.s6, third6_2_early.s7, third6_2_early.s8,
              third6_2_early.s9, run8.s0, run8.s3, run8.s6, run8.s9, run8.sc, run8.sf);
          const float16 tap0_0_early = (float16)(third0_0.s0, third0_0.s3, third0_0.s6, third0_0.s9, third0_0.sc,
              third0_0.sf, third3_0.s2, third3_0.s5, third3_0.s8, third3_0.sb, third3_0.se, third0_0.s0, third0_0.s0,
              third0_0.s0, third0_0.s0, third0_0.s0);
          const float16 tap0_0 = (float16)(tap0_0_early.s0, tap0_0_early.s1, tap0_0_early.s2, tap0_0_early.s3,
              tap0_0_early.s4, tap0_0_early.s5, tap0_0_early.s6, tap0_0_early.s7, tap0_0_early.s8, tap0_0_early.s9,
              tap0_0_early.sa, third6_0.s1, third6_0.s4, third6_0.s7, third6_0.sa, third6_0.sd);
          const float16 tap0_1_early = (float16)(third0_0.s1, third0_0.s4, third0_0.s7, third0_0.sa, third0_0.sd,
              third3_0.s0, third3_0.s3, third3_0.s6, third3_0.s9, third3_0.sc, third3_0.sf, third0_0.s0, third0_0.s0,
              third0_0.s0, third0_0.s0, third0_0.s0);
          const float16 tap0_1 = (float16)(tap0_1_early.s0, tap0_1_early.s1, tap0_1_early.s2, tap0_1_early.s3,
              tap0_1_early.s4, tap0_1_early.s5, tap0_1_early.s6, tap0_1_early.s7, tap0_1_early.s8, tap0_1_early.s9,
              tap0_1_early.sa, third6_0.s2, third6_0.s5, third6_0.s8, third6_0.sb, third6_0.se);
          const float16 tap0_2_early = (float16)(third0_0.s2, third0_0.s5, third0_0.s8, third0_0.sb, third0_0.se,
              third3_0.s1, third3_0.s4, third3_0.s7, third3_0.sa, third3_0.sd, third0_0.s0, third0_0.s0, third0_0.s0,
              third0_0.s0, third0_0.s0, third0_0.s0);
          const float16 tap0_2 = (float16)(tap0_2_early.s0, tap0_2_early.s1, tap0_2_early.s2, tap0_2_early.s3,
              tap0_2_early.s4, tap0_2_early.s5, tap0_2_early.s6, tap0_2_early.s7, tap0_2_early.s8, tap0_2_early.s9,
              third6_0.s0, third6_0.s3, third6_0.s6, third6_0.s9, third6_0.sc, third6_0.sf);
          const float16 tap1_0_early = (float16)(third0_1.s0, third0_1.s3, third0_1.s6, third0_1.s9, third0_1.sc,
              third0_1.sf, third3_1.s2, third3_1.s5, third3_1.s8, third3_1.sb, third3_1.se, third0_1.s0, third0_1.s0,
              third0_1.s0, third0_1.s0, third0_1.s0);
          const float16 tap1_0 = (float16)(tap1_0_early.s0, tap1_0_early.s1, tap1_0_early.s2, tap1_0_early.s3,
              tap1_0_early.s4, tap1_0_early.s5, tap1_0_early.s6, tap1_0_early.s7, tap1_0_early.s8, tap1_0_early.s9,
              tap1_0_early.sa, third6_1.s1, third6_1.s4, third6_1.s7, third6_1.sa, third6_1.sd);
          const float16 tap1_1_early = (float16)(third0_1.s1, third0_1.s4, third0_1.s7, third0_1.sa, third0_1.sd,
              third3_1.s0, third3_1.s3, third3_1.s6, third3_1.s9, third3_1.sc, third3_1.sf, third0_1.s0, third0_1.s0,
              third0_1.s0, third0_1.s0, third0_1.s0);
          const float16 tap1_1 = (float16)(tap1_1_early.s0, tap1_1_early.s1, tap1_1_early.s2, tap1_1_early.s3,
              tap1_1_early.s4, tap1_1_early.s5, tap1_1_early.s6, tap1_1_early.s7, tap1_1_early.s8, tap1_1_early.s9,
              tap1_1_early.sa, third6_1.s2, third6_1.s5, third6_1.s8, third6_1.sb, third6_1.se);
          const float16 tap1_2_early = (float16)(third0_1.s2, third0_1.s5, third0_1.s8, third0_1.sb, third0_1.se,
              third3_1.s1, third3_1.s4, third3_1.s7, third3_1.sa, third3_1.sd, third0_1.s0, third0_1.s0, third0_1.s0,
              third0_1.s0, third0_1.s0, third0_1.s0);
          const float16 tap1_2 = (float16)(tap1_2_early.s0, tap1_2_early.s1, tap1_2_early.s2, tap1_2_early.s3,
              tap1_2_early.s4, tap1_2_early.s5, tap1_2_early.s6, tap1_2_early.s7, tap1_2_early.s8, tap1_2_early.s9,
              third6_1.s0, third6_1.s3, third6_1.s6, third6_1.s9, third6_1.sc, third6_1.sf);
          const float16 tap2_0_early = (float16)(third0_2.s0, third0_2.s3, third0_2.s6, third0_2.s9, third0_2.sc,
              third0_2.sf, third3_2.s2, third3_2.s5, third3_2.s8, third3_2.sb, third3_2.se, third0_2.s0, third0_2.s0,
              third0_2.s0, third0_2.s0, third0_2.s0);
          const float16 tap2_0 = (float16)(tap2_0_early.s0, tap2_0_early.s1, tap2_0_early.s2, tap2_0_early.s3,
              tap2_0_early.s4, tap2_0_early.s5, tap2_0_early.s6, tap2_0_early.s7, tap2_0_early.s8, tap2_0_early.s9,
              tap2_0_early.sa, third6_2.s1, third6_2.s4, third6_2.s7, third6_2.sa, third6_2.sd);
          const float16 tap2_1_early = (float16)(third0_2.s1, third0_2.s4, third0_2.s7, third0_2.sa, third0_2.sd,
              third3_2.s0, third3_2.s3, third3_2.s6, third3_2.s9, third3_2.sc, third3_2.sf, third0_2.s0, third0_2.s0,
              third0_2.s0, third0_2.s0, third0_2.s0);
          const float16 tap2_1 = (float16)(tap2_1_early.s0, tap2_1_early.s1, tap2_1_early.s2, tap2_1_early.s3,
              tap2_1_early.s4, tap2_1_early.s5, tap2_1_early.s6, tap2_1_early.s7, tap2_1_early.s8, tap2_1_early.s9,
              tap2_1_early.sa, third6_2.s2, third6_2.s5, third6_2.s8, third6_2.sb, third6_2.se);
          const float16 tap2_2_early = (float16)(third0_2.s2, third0_2.s5, third0_2.s8, third0_2.sb, third0_2.se,
              third3_2.s1, third3_2.s4, third3_2.s7, third3_2.sa, third3_2.sd, third0_2.s0, third0_2.s0, third0_2.s0,
              third0_2.s0, third0_2.s0, third0_2.s0);
          const float16 tap2_2 = (float16)(tap2_2_early.s0, tap2_2_early.s1, tap2_2_early.s2, tap2_2_early.s3,
              tap2_2_early.s4, tap2_2_early.s5, tap2_2_early.s6, tap2_2_early.s7, tap2_2_early.s8, tap2_2_early.s9,
              third6_2.s0, third6_2.s3, third6_2.s6, third6_2.s9, third6_2.sc, third6_2.sf);
          const float16 u_0_0 = 0.25f * tap0_0;
          const float16 u_0_1s = 0.16666666666666666f * (tap0_0 + tap0_2);
          const float16 u_0_1d = 0.16666666666666666f * tap0_1;
          const float16 u_0_1 = u_0_1s + u_0_1d;
          const float16 u_0_2 = u_0_1s - u_0_1d;
          const float16 u_0_3s = 0.041666666666666664f * tap0_0 + 0.16666666666666666f * tap0_2;
          const float16 u_0_3d = 0.08333333333333333f * tap0_1;
          const float16 u_0_3 = u_0_3s + u_0_3d;
          const float16 u_0_4 = u_0_3s - u_0_3d;
          const float16 u_0_5 = tap0_2;
          const float16 u_1_0 = 0.25f * tap1_0;
          const float16 u_1_1s = 0.16666666666666666f * (tap1_0 + tap1_2);
          const float16 u_1_1d = 0.16666666666666666f * tap1_1;
          const float16 u_1_1 = u_1_1s + u_1_1d;
          const float16 u_1_2 = u_1_1s - u_1_1d;
          const float16 u_1_3s = 0.041666666666666664f * tap1_0 + 0.16666666666666666f * tap1_2;
          const float16 u_1_3d = 0.08333333333333333f * tap1_1;
          const float16 u_1_3 = u_1_3s + u_1_3d;
          const float16 u_1_4 = u_1_3s - u_1_3d;
          const float16 u_1_5 = tap1_2;
          const float16 u_2_0 = 0.25f * tap2_0;
          const float16 u_2_1s = 0.16666666666666666f * (tap2_0 + tap2_2);
          const float16 u_2_1d = 0.16666666666666666f * tap2_1;
          const float16 u_2_1 = u_2_1s + u_2_1d;
          const float16 u_2_2 = u_2_1s - u_2_1d;
          const float16 u_2_3s = 0.041666666666666664f * tap2_0 + 0.16666666666666666f * tap2_2;
          const float16 u_2_3d = 0.08333333333333333f * tap2_1;
          const float16 u_2_3 = u_2_3s + u_2_3d;
          const float16 u_2_4 = u_2_3s - u_2_3d;
          const float16 u_2_5 = tap2_2;
          const float16 u0_0 = 0.25f * u_0_0;
          const float16 u0_1s = 0.16666666666666666f * (u_0_0 + u_2_0);
          const float16 u0_1d = 0.16666666666666666f * u_1_0;
          const float16 u0_1 = u0_1s + u0_1d;
          const float16 u0_2 = u0_1s - u0_1d;
          const float16 u0_3s = 0.041666666666666664f * u_0_0 + 0.16666666666666666f * u_2_0;
          const float16 u0_3d = 0.08333333333333333f * u_1_0;
          const float16 u0_3 = u0_3s + u0_3d;
          const float16 u0_4 = u0_3s - u0_3d;
          const float16 u0_5 = u_2_0;
          const float16 u1_0 = 0.25f * u_0_1;
          const float16 u1_1s = 0.16666666666666666f * (u_0_1 + u_2_1);
          const float16 u1_1d = 0.16666666666666666f * u_1_1;
          const float16 u1_1 = u1_1s + u1_1d;
          const float16 u1_2 = u1_1s - u1_1d;
          const float16 u1_3s = 0.041666666666666664f * u_0_1 + 0.16666666666666666f * u_2_1;
          const float16 u1_3d = 0.08333333333333333f * u_1_1;
          const float16 u1_3 = u1_3s + u1_3d;
          const float16 u1_4 = u1_3s - u1_3d;
          const float16 u1_5 = u_2_1;
          const float16 u2_0 = 0.25f * u_0_2;
          const float16 u2_1s = 0.16666666666666666f * (u_0_2 + u_2_2);
          const float16 u2_1d = 0.16666666666666666f * u_1_2;
          const float16 u2_1 = u2_1s + u2_1d;
          const float16 u2_2 = u2_1s - u2_1d;
          const float16 u2_3s = 0.041666666666666664f * u_0_2 + 0.16666666666666666f * u_2_2;
          const float16 u2_3d = 0.08333333333333333f * u_1_2;
          const float16 u2_3 = u2_3s + u2_3d;
          const float16 u2_4 = u2_3s - u2_3d;
          const float16 u2_5 = u_2_2;
          const float16 u3_0 = 0.25f * u_0_3;
          const float16 u3_1s = 0.16666666666666666f * (u_0_3 + u_2_3);
          const float16 u3_1d = 0.16666666666666666f * u_1_3;
          const float16 u3_1 = u3_1s + u3_1d;
          const float16 u3_2 = u3_1s - u3_1d;
          const float16 u3_3s = 0.041666666666666664f * u_0_3 + 0.16666666666666666f * u_2_3;
          const float16 u3_3d = 0.08333333333333333f * u_1_3;
          const float16 u3_3 = u3_3s + u3_3d;
          const float16 u3_4 = u3_3s - u3_3d;
          const float16 u3_5 = u_2_3;
          const float16 u4_0 = 0.25f * u_0_4;
          const float16 u4_1s = 0.16666666666666666f * (u_0_4 + u_2_4);
          const float16 u4_1d = 0.16666666666666666f * u_1_4;
          const float16 u4_1 = u4_1s + u4_1d;
          const float16 u4_2 = u4_1s - u4_1d;
          const float16 u4_3s = 0.041666666666666664f * u_0_4 + 0.16666666666666666f * u_2_4;
          const float16 u4_3d = 0.08333333333333333f * u_1_4;
          const float16 u4_3 = u4_3s + u4_3d;
          const float16 u4_4 = u4_3s - u4_3d;
          const float16 u4_5 = u_2_4;
          const float16 u5_0 = 0.25f * u_0_5;
          const float16 u5_1s = 0.16666666666666666f * (u_0_5 + u_2_5);
          const float16 u5_1d = 0.16666666666666666f * u_1_5;
          const float16 u5_1 = u5_1s + u5_1d;
          const float16 u5_2 = u5_1s - u5_1d;
          const float16 u5_3s = 0.041666666666666664f * u_0_5 + 0.16666666666666666f * u_2_5;
          const float16 u5_3d = 0.08333333333333333f * u_1_5;
          const float16 u5_3 = u5_3s + u5_3d;
          const float16 u5_4 = u5_3s - u5_3d;
          const float16 u5_5 = u_2_5;
          *(__local float16 *)(taps_at + i * 64 + l) = u0_0;
          *(__local float16 *)(taps_at + i * 64 + l + 528) = u0_1;
          *(__local float16 *)(taps_at + i * 64 + l + 1056) = u0_2;
          *(__local float16 *)(taps_at + i * 64 + l + 1584) = u0_3;
          *(__local float16 *)(taps_at + i * 64 + l + 2112) = u0_4;
          *(__local float16 *)(taps_at + i * 64 + l + 2640) = u0_5;
          *(__local float16 *)(taps_at + i * 64 + l + 3168) = u1_0;
          *(__local float16 *)(taps_at + i * 64 + l + 3696) = u1_1;
          *(__local float16 *)(taps_at + i * 64 + l + 4224) = u1_2;
          *(__local float16 *)(taps_at + i * 64 + l + 4752) = u1_3;
          *(__local float16 *)(taps_at + i * 64 + l + 5280) = u1_4;
          *(__local float16 *)(taps_at + i * 64 + l + 5808) = u1_5;
          *(__local float16 *)(taps_at + i * 64 + l + 6336) = u2_0;
          *(__local float16 *)(taps_at + i * 64 + l + 6864) = u2_1;
          *(__local float16 *)(taps_at + i * 64 + l + 7392) = u2_2;
          *(__local float16 *)(taps_at + i * 64 + l + 7920) = u2_3;
          *(__local float16 *)(taps_at + i * 64 + l + 8448) = u2_4;
          *(__local float16 *)(taps_at + i * 64 + l + 8976) = u2_5;
          *(__local float16 *)(taps_at + i * 64 + l + 9504) = u3_0;
          *(__local float16 *)(taps_at + i * 64 + l + 10032) = u3_1;
          *(__local float16 *)(taps_at + i * 64 + l + 10560) = u3_2;
          *(__local float16 *)(taps_at + i * 64 + l + 11088) = u3_3;
          *(__local float16 *)(taps_at + i * 64 + l + 11616) = u3_4;
          *(__local float16 *)(taps_at + i * 64 + l + 12144) = u3_5;
          *(__local float16 *)(taps_at + i * 64 + l + 12672) = u4_0;
          *(__local float16 *)(taps_at + i * 64 + l + 13200) = u4_1;
          *(__local float16 *)(taps_at + i * 64 + l + 13728) = u4_2;
          *(__local float16 *)(taps_at + i * 64 + l + 14256) = u4_3;
          *(__local float16 *)(taps_at + i * 64 + l + 14784) = u4_4;
          *(__local float16 *)(taps_at + i * 64 + l + 15312) = u4_5;
          *(__local float16 *)(taps_at + i * 64 + l + 15840) = u5_0;
          *(__local float16 *)(taps_at + i * 64 + l + 16368) = u5_1;
          *(__local float16 *)(taps_at + i * 64 + l + 16896) = u5_2;
          *(__local float16 *)(taps_at + i * 64 + l + 17424) = u5_3;
          *(__local float16 *)(taps_at + i * 64 + l + 17952) = u5_4;
          *(__local float16 *)(taps_at + i * 64 + l + 18480) = u5_5;
        }
      }
      for (int group = col_start; group < col_stop; ++group) {
        __local float *image_at = seen + (group - col_start) * 37440;
        for (int xi = 0; xi < 36; ++xi) {
          __local const float *a_at = taps_at + xi * 528;
          __local const float *b_at = image_at + xi * 1040;
          float16 sum0_0 = (float16)(0);
          float16 sum1_0 = (float16)(0);
          float16 sum2_0 = (float16)(0);
          float16 sum3_0 = (float16)(0);
          float16 sum4_0 = (float16)(0);
          float16 sum5_0 = (float16)(0);
          float16 sum6_0 = (float16)(0);
          float16 sum7_0 = (float16)(0);
          for (int l = 0; l < terms; ++l) {
            const float16 b0 = *(__local const float16 *)(b_at + l * 16);
            const float a0 = a_at[l];
            sum0_0 += a0 * b0;
            const float a1 = a_at[l + 64];
            sum1_0 += a1 * b0;
            const float a2 = a_at[l + 128];
            sum2_0 += a2 * b0;
            const float a3 = a_at[l + 192];
            sum3_0 += a3 * b0;
            const float a4 = a_at[l + 256];
            sum4_0 += a4 * b0;
            const float a5 = a_at[l + 320];
            sum5_0 += a5 * b0;
            const float a6 = a_at[l + 384];
            sum6_0 += a6 * b0;
            const float a7 = a_at[l + 448];
            sum7_0 += a7 * b0;
          }
          *(__local float16 *)(products + xi * 144) = sum0_0;
          *(__local float16 *)(products + xi * 144 + 16) = sum1_0;
          *(__local float16 *)(products + xi * 144 + 32) = sum2_0;
          *(__local float16 *)(products + xi * 144 + 48) = sum3_0;
          *(__local float16 *)(products + xi * 144 + 64) = sum4_0;
          *(__local float16 *)(products + xi * 144 + 80) = sum5_0;
          *(__local float16 *)(products + xi * 144 + 96) = sum6_0;
          *(__local float16 *)(products + xi * 144 + 112) = sum7_0;
        }
        for (int i = 0; i < min(8, m - row_tile * 8); ++i) {
          for (int v = 0; v < 1; ++v) {
            const float16 m0 = *(__local const float16 *)(products + i * 16 + v * 16);
            const float16 m1 = *(__local const float16 *)(products + i * 16 + v * 16 + 144);
            const float16 m2 = *(__local const float16 *)(products + i * 16 + v * 16 + 288);
            const float16 m3 = *(__local const float16 *)(products + i * 16 + v * 16 + 432);
            const float16 m4 = *(__local const float16 *)(products + i * 16 + v * 16 + 576);
            const float16 m5 = *(__local const float16 *)(products + i * 16 + v * 16 + 720);
            const float16 m6 = *(__local const float16 *)(products + i * 16 + v * 16 + 864);
            const float16 m7 = *(__local const float16 *)(products + i * 16 + v * 16 + 1008);
            const float16 m8 = *(__local const float16 *)(products + i * 16 + v * 16 + 1152);
            const float16 m9 = *(__local const float16 *)(products + i * 16 + v * 16 + 1296);
            const float16 m10 = *(__local const float16 *)(products + i * 16 + v * 16 + 1440);
            const float16 m11 = *(__local const float16 *)(products + i * 16 + v * 16 + 1584);
            const float16 m12 = *(__local const float16 *)(products + i * 16 + v * 16 + 1728);
            const float16 m13 = *(__local const float16 *)(products + i * 16 + v * 16 + 1872);
            const float16 m14 = *(__local const float16 *)(products + i * 16 + v * 16 + 2016);
            const float16 m15 = *(__local const float16 *)(products + i * 16 + v * 16 + 2160);
            const float16 m16 = *(__local const float16 *)(products + i * 16 + v * 16 + 2304);
            const float16 m17 = *(__local const float16 *)(products + i * 16 + v * 16 + 2448);
            const float16 m18 = *(__local const float16 *)(products + i * 16 + v * 16 + 2592);
            const float16 m19 = *(__local const float16 *)(products + i * 16 + v * 16 + 2736);
            const float16 m20 = *(__local const float16 *)(products + i * 16 + v * 16 + 2880);
            const float16 m21 = *(__local const float16 *)(products + i * 16 + v * 16 + 3024);
            const float16 m22 = *(__local const float16 *)(products + i * 16 + v * 16 + 3168);
            const float16 m23 = *(__local const float16 *)(products + i * 16 + v * 16 + 3312);
            const float16 m24 = *(__local const float16 *)(products + i * 16 + v * 16 + 3456);
            const float16 m25 = *(__local const float16 *)(products + i * 16 + v * 16 + 3600);
            const float16 m26 = *(__local const float16 *)(products + i * 16 + v * 16 + 3744);
            const float16 m27 = *(__local const float16 *)(products + i * 16 + v * 16 + 3888);
            const float16 m28 = *(__local const float16 *)(products + i * 16 + v * 16 + 4032);
            const float16 m29 = *(__local const float16 *)(products + i * 16 + v * 16 + 4176);
            const float16 m30 = *(__local const float16 *)(products + i * 16 + v * 16 + 4320);
            const float16 m31 = *(__local const float16 *)(products + i * 16 + v * 16 + 4464);
            const float16 m32 = *(__local const float16 *)(products + i * 16 + v * 16 + 4608);
            const float16 m33 = *(__local const float16 *)(products + i * 16 + v * 16 + 4752);
            const float16 m34 = *(__local const float16 *)(products + i * 16 + v * 16 + 4896);
            const float16 m35 = *(__local const float16 *)(products + i * 16 + v * 16 + 5040);
            const float16 y_0_1s = m6 + m12;
            const float16 y_0_1d = m6 - m12;
            const float16 y_0_3s = m18 + m24;
            const float16 y_0_3d = m18 - m24;
            const float16 y_0_0 = m0 + y_0_1s + y_0_3s;
            const float16 y_0_1 = y_0_1d + 2.0f * y_0_3d;
            const float16 y_0_2 = y_0_1s + 4.0f * y_0_3s;
            const float16 y_0_3 = y_0_1d + 8.0f * y_0_3d + m30;
            const float16 y_1_1s = m7 + m13;
            const float16 y_1_1d = m7 - m13;
            const float16 y_1_3s = m19 + m25;
            const float16 y_1_3d = m19 - m25;
            const float16 y_1_0 = m1 + y_1_1s + y_1_3s;
            const float16 y_1_1 = y_1_1d + 2.0f * y_1_3d;
            const float16 y_1_2 = y_1_1s + 4.0f * y_1_3s;
            const float16 y_1_3 = y_1_1d + 8.0f * y_1_3d + m31;
            const float16 y_2_1s = m8 + m14;
            const float16 y_2_1d = m8 - m14;
            const float16 y_2_3s = m20 + m26;
            const float16 y_2_3d = m20 - m26;
            const float16 y_2_0 = m2 + y_2_1s + y_2_3s;
            const float16 y_2_1 = y_2_1d + 2.0f * y_2_3d;
            const float16 y_2_2 = y_2_1s + 4.0f * y_2_3s;
            const float16 y_2_3 = y_2_1d + 8.0f * y_2_3d + m32;
            const float16 y_3_1s = m9 + m15;
            const float16 y_3_1d = m9 - m15;
            const float16 y_3_3s = m21 + m27;
            const float16 y_3_3d = m21 - m27;
            const float16 y_3_0 = m3 + y_3_1s + y_3_3s;
            const float16 y_3_1 = y_3_1d + 2.0f * y_3_3d;
            const float16 y_3_2 = y_3_1s + 4.0f * y_3_3s;
            const float16 y_3_3 = y_3_1d + 8.0f * y_3_3d + m33;
            const float16 y_4_1s = m10 + m16;
            const float16 y_4_1d = m10 - m16;
            const float16 y_4_3s = m22 + m28;
            const float16 y_4_3d = m22 - m28;
            const float16 y_4_0 = m4 + y_4_1s + y_4_3s;
            const float16 y_4_1 = y_4_1d + 2.0f * y_4_3d;
            const float16 y_4_2 = y_4_1s + 4.0f * y_4_3s;
            const float16 y_4_3 = y_4_1d + 8.0f * y_4_3d + m34;
            const float16 y_5_1s = m11 + m17;
            const float16 y_5_1d = m11 - m17;
            const float16 y_5_3s = m23 + m29;
            const float16 y_5_3d = m23 - m29;
            const float16 y_5_0 = m5 + y_5_1s + y_5_3s;
            const float16 y_5_1 = y_5_1d + 2.0f * y_5_3d;
            const float16 y_5_2 = y_5_1s + 4.0f * y_5_3s;
            const float16 y_5_3 = y_5_1d + 8.0f * y_5_3d + m35;
            const float16 y0_1s = y_1_0 + y_2_0;
            const float16 y0_1d = y_1_0 - y_2_0;
            const float16 y0_3s = y_3_0 + y_4_0;
            const float16 y0_3d = y_3_0 - y_4_0;
            const float16 y0_0 = y_0_0 + y0_1s + y0_3s;
            const float16 y0_1 = y0_1d + 2.0f * y0_3d;
            const float16 y0_2 = y0_1s + 4.0f * y0_3s;
            const float16 y0_3 = y0_1d + 8.0f * y0_3d + y_5_0;
            const float16 y1_1s = y_1_1 + y_2_1;
            const float16 y1_1d = y_1_1 - y_2_1;
            const float16 y1_3s = y_3_1 + y_4_1;
            const float16 y1_3d = y_3_1 - y_4_1;
            const float16 y1_0 = y_0_1 + y1_1s + y1_3s;
            const float16 y1_1 = y1_1d + 2.0f * y1_3d;
            const float16 y1_2 = y1_1s + 4.0f * y1_3s;
            const float16 y1_3 = y1_1d + 8.0f * y1_3d + y_5_1;
            const float16 y2_1s = y_1_2 + y_2_2;
            const float16 y2_1d = y_1_2 - y_2_2;
            const float16 y2_3s = y_3_2 + y_4_2;
            const float16 y2_3d = y_3_2 - y_4_2;
            const float16 y2_0 = y_0_2 + y2_1s + y2_3s;
            const float16 y2_1 = y2_1d + 2.0f * y2_3d;
            const float16 y2_2 = y2_1s + 4.0f * y2_3s;
            const float16 y2_3 = y2_1d + 8.0f * y2_3d + y_5_2;
            const float16 y3_1s = y_1_3 + y_2_3;
            const float16 y3_1d = y_1_3 - y_2_3;
            const float16 y3_3s = y_3_3 + y_4_3;
            const float16 y3_3d = y_3_3 - y_4_3;
            const float16 y3_0 = y_0_3 + y3_1s + y3_3s;
            const float16 y3_1 = y3_1d + 2.0f * y3_3d;
            const float16 y3_2 = y3_1s + 4.0f * y3_3s;
            const float16 y3_3 = y3_1d + 8.0f * y3_3d + y_5_3;
            float results[256];
            vstore16(lower(lower(y0_0, y0_2), lower(y0_1, y0_3)), 0, results);
            vstore16(upper(lower(y0_0, y0_2), lower(y0_1, y0_3)), 0, results + 16);
            vstore16(lower(upper(y0_0, y0_2), upper(y0_1, y0_3)), 0, results + 32);
            vstore16(upper(upper(y0_0, y0_2), upper(y0_1, y0_3)), 0, results + 48);
            vstore16(lower(lower(y1_0, y1_2), lower(y1_1, y1_3)), 0, results + 64);
            vstore16(upper(lower(y1_0, y1_2), lower(y1_1, y1_3)), 0, results + 80);
            vstore16(lower(upper(y1_0, y1_2), upper(y1_1, y1_3)), 0, results + 96);
            vstore16(upper(upper(y1_0, y1_2), upper(y1_1, y1_3)), 0, results + 112);
            vstore16(lower(lower(y2_0, y2_2), lower(y2_1, y2_3)), 0, results + 128);
            vstore16(upper(lower(y2_0, y2_2), lower(y2_1, y2_3)), 0, results + 144);
            vstore16(lower(upper(y2_0, y2_2), upper(y2_1, y2_3)), 0, results + 160);
            vstore16(upper(upper(y2_0, y2_2), upper(y2_1, y2_3)), 0, results + 176);
            vstore16(lower(lower(y3_0, y3_2), lower(y3_1, y3_3)), 0, results + 192);
            vstore16(upper(lower(y3_0, y3_2), lower(y3_1, y3_3)), 0, results + 208);
            vstore16(lower(upper(y3_0, y3_2), upper(y3_1, y3_3)), 0, results + 224);
            vstore16(upper(upper(y3_0, y3_2), upper(y3_1, y3_3)), 0, results + 240);
            for (int s = 0; s < 4; ++s) {
              const int quad = (group + v) * 4 + s;
              if (quad >= quads * items) break;
              const int item = quad / quads, place = quad - item * quads;
              const int y = place / quads_x * 4, x = place % quads_x * 16;
              __global float *out
                  = c + c_offset + item * c_step + (size_t)(row_tile * 8 + i) * c_row + (size_t)y * out_w + x;
              float *have = results + s * 16;
              const int count = min(16, out_w - x), rows = min(4, out_h - y);
              for (int r = 0; r < rows; ++r, out += out_w, have += 64) {
                if (count == 16) {
                  const float16 fresh = vload16(0, have);
                  if (start == 0) vstore16(fresh, 0, out);
                  else vstore16(fresh + vload16(0, out), 0, out);
                }
                else {
                  int done = 0;
                  if (count & 8) {
                    const float8 fresh = vload8(0, have + done);
                    if (start == 0) vstore8(fresh, 0, out + done);
                    else vstore8(fresh + vload8(0, out + done), 0, out + done);
                    done += 8;
                  }
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
