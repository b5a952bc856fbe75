// gemm m=64 n=64 k=64 float32 row*row=row: rm=4 lanes=4 vectors=2 depth=128 block_m=2 block_n=2 inner=m multiply=plain
// prefetch=False pack_a=False pack_b=False slices=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_panel(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int row_tiles = (m + 3) / 4, col_tiles = (n + 7) / 8;
  const int row_start = get_group_id(0) * 2;
  const int col_start = get_group_id(1) * 2;
  const int row_stop = min(row_start + 2, row_tiles);
  const int col_stop = min(col_start + 2, col_tiles);
  for (int start = 0; start < k; start += 128) {
    const int terms = min(128, k - start);
    for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
      for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
        const int row = row_tile * 4, col = col_tile * 8;
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at0 = a + a_offset + (size_t)min(row, m - 1) * a_row + (size_t)start;
        __global const float *a_at1 = a + a_offset + (size_t)min(row + 1, m - 1) * a_row + (size_t)start;
        __global const float *a_at2 = a + a_offset + (size_t)min(row + 2, m - 1) * a_row + (size_t)start;
        __global const float *a_at3 = a + a_offset + (size_t)min(row + 3, m - 1) * a_row + (size_t)start;
        __global const float *b_at = b + b_offset + (size_t)start * b_row + (size_t)col;
        float4 sum0_0 = (float4)(0);
        float4 sum0_1 = (float4)(0);
        float4 sum1_0 = (float4)(0);
        float4 sum1_1 = (float4)(0);
        float4 sum2_0 = (float4)(0);
        float4 sum2_1 = (float4)(0);
        float4 sum3_0 = (float4)(0);
        float4 sum3_1 = (float4)(0);
        const int over = max(col + 8 - n, 0);
        const int last = over == 0 ? 0 : b_row > 0 ? (over + b_row - 1) / b_row : k;
        const int whole = max(min(k - last - start, terms), 0);
        for (int l = 0; l < whole; ++l) {
          const float4 b0 = vload4(0, b_at);
          const float4 b1 = vload4(0, b_at + 4);
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
          b_at += b_row;
        }
        for (int l = whole; l < terms; ++l) {
          float line[8];
          for (int j = 0; j < 8; ++j) {
            line[j] = j < n - col ? b_at[j] : 0;
          }
          const float4 b0 = vload4(0, line);
          const float4 b1 = vload4(0, line + 4);
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
          b_at += b_row;
        }
        if (row + 4 <= m && col + 8 <= n) {
          if (start == 0 && beta == 0) {
            vstore4(alpha * sum0_0, 0, c_at);
            vstore4(alpha * sum0_1, 0, c_at + 4);
            vstore4(alpha * sum1_0, 0, c_at + c_row);
            vstore4(alpha * sum1_1, 0, c_at + c_row + 4);
            vstore4(alpha * sum2_0, 0, c_at + (size_t)2 * c_row);
            vstore4(alpha * sum2_1, 0, c_at + (size_t)2 * c_row + 4);
            vstore4(alpha * sum3_0, 0, c_at + (size_t)3 * c_row);
            vstore4(alpha * sum3_1, 0, c_at + (size_t)3 * c_row + 4);
          }
          else {
            const float keep = start == 0 ? beta : 1;
            vstore4(alpha * sum0_0 + keep * vload4(0, c_at), 0, c_at);
            vstore4(alpha * sum0_1 + keep * vload4(0, c_at + 4), 0, c_at + 4);
            vstore4(alpha * sum1_0 + keep * vload4(0, c_at + c_row), 0, c_at + c_row);
            vstore4(alpha * sum1_1 + keep * vload4(0, c_at + c_row + 4), 0, c_at + c_row + 4);
            vstore4(alpha * sum2_0 + keep * vload4(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
            vstore4(alpha * sum2_1 + keep * vload4(0, c_at + (size_t)2 * c_row + 4), 0, c_at + (size_t)2 * c_row + 4);
            vstore4(alpha * sum3_0 + keep * vload4(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
            vstore4(alpha * sum3_1 + keep * vload4(0, c_at + (size_t)3 * c_row + 4), 0, c_at + (size_t)3 * c_row + 4);
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
            float4 total = alpha * vload4(0, edge + i * 8 + j);
            const float keep = start == 0 ? beta : 1;
            if (!(keep == 0)) total += keep * vload4(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j < stop; j++) {
            const float total = edge[i * 8 + j];
            *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                ? (beta == 0 ? alpha * total : alpha * total + beta * *(c_at + (size_t)i * c_row + (size_t)j))
                : alpha * total + *(c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
