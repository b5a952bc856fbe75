// pack rows=1024 depth=1024 float32 row width=6: depth=256 lanes=8 panels=4
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pack(const int rows, const int depth, __global const float *restrict x, const ulong x_offset, const int x_row, const int x_col, __global float *restrict packed)
{
  const int start = get_global_id(0) * 256;
  const int stop = min(start + 256, depth);
  const int panel_start = get_global_id(1) * 4;
  const int panel_stop = min(panel_start + 4, (rows + 5) / 6);
  const int whole_stop = min(panel_stop, rows / 6);
  for (int panel = panel_start; panel < whole_stop; ++panel) {
    int l = start;
    for (; l + 8 <= stop; l += 8) {
      const int row = panel * 6;
      __global float *out = packed + (size_t)row * depth + (size_t)l * 6;
      const float8 x0 = vload8(0, x + x_offset + (size_t)row * x_row + (size_t)l);
      const float8 x1 = vload8(0, x + x_offset + (size_t)(row + 1) * x_row + (size_t)l);
      const float8 x2 = vload8(0, x + x_offset + (size_t)(row + 2) * x_row + (size_t)l);
      const float8 x3 = vload8(0, x + x_offset + (size_t)(row + 3) * x_row + (size_t)l);
      const float8 x4 = vload8(0, x + x_offset + (size_t)(row + 4) * x_row + (size_t)l);
      const float8 x5 = vload8(0, x + x_offset + (size_t)(row + 5) * x_row + (size_t)l);
      out[0] = x0.s0;
      out[1] = x1.s0;
      out[2] = x2.s0;
      out[3] = x3.s0;
      out[4] = x4.s0;
      out[5] = x5.s0;
      out[6] = x0.s1;
      out[7] = x1.s1;
      out[8] = x2.s1;
      out[9] = x3.s1;
      out[10] = x4.s1;
      out[11] = x5.s1;
      out[12] = x0.s2;
      out[13] = x1.s2;
      out[14] = x2.s2;
      out[15] = x3.s2;
      out[16] = x4.s2;
      out[17] = x5.s2;
      out[18] = x0.s3;
      out[19] = x1.s3;
      out[20] = x2.s3;
      out[21] = x3.s3;
      out[22] = x4.s3;
      out[23] = x5.s3;
      out[24] = x0.s4;
      out[25] = x1.s4;
      out[26] = x2.s4;
      out[27] = x3.s4;
      out[28] = x4.s4;
      out[29] = x5.s4;
      out[30] = x0.s5;
      out[31] = x1.s5;
      out[32] = x2.s5;
      out[33] = x3.s5;
      out[34] = x4.s5;
      out[35] = x5.s5;
      out[36] = x0.s6;
      out[37] = x1.s6;
      out[38] = x2.s6;
      out[39] = x3.s6;
      out[40] = x4.s6;
      out[41] = x5.s6;
      out[42] = x0.s7;
      out[43] = x1.s7;
      out[44] = x2.s7;
      out[45] = x3.s7;
      out[46] = x4.s7;
      out[47] = x5.s7;
    }
    for (; l < stop; ++l) {
      const int row = panel * 6;
      __global float *out = packed + (size_t)row * depth + (size_t)l * 6;
      *(out) = *(x + x_offset + (size_t)row * x_row + (size_t)l);
      *(out + 1) = *(x + x_offset + (size_t)(row + 1) * x_row + (size_t)l);
      *(out + 2) = *(x + x_offset + (size_t)(row + 2) * x_row + (size_t)l);
      *(out + 3) = *(x + x_offset + (size_t)(row + 3) * x_row + (size_t)l);
      *(out + 4) = *(x + x_offset + (size_t)(row + 4) * x_row + (size_t)l);
      *(out + 5) = *(x + x_offset + (size_t)(row + 5) * x_row + (size_t)l);
    }
  }
  if (whole_stop < panel_stop) {
    const int row = whole_stop * 6;
    for (int l = start; l < stop; ++l) {
      for (int i = 0; i < 6; ++i) {
        packed[(size_t)row * depth + (size_t)l * 6 + i] = row + i < rows ? *(x + x_offset + (size_t)(row + i) * x_row + (size_t)l) : 0;
      }
    }
  }
}
