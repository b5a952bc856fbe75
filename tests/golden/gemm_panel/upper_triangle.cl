// gemm m=512 n=512 k=512 float32 row*col=row part=upper: rm=4 lanes=8 vectors=2 depth=256 block_m=8 block_n=8 inner=m
// multiply=plain prefetch=False pack_a=True pack_b=True slices=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_panel(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int row_tiles = (m + 3) / 4, col_tiles = (n + 15) / 16;
  const int row_blocks = (m + 31) / 32;
  int row_block = get_group_id(0), col_block = 0;
  int blocks = min(4, row_blocks);
  while (row_block >= blocks) {
    row_block -= blocks;
    blocks = min(((++col_block + 1) * 128 - 1) / 32 + 1, row_blocks);
  }
  const int row_start = row_block * 8;
  const int col_start = col_block * 8;
  const int row_stop = min(row_start + 8, row_tiles);
  const int col_stop = min(col_start + 8, col_tiles);
  for (int start = 0; start < k; start += 256) {
    const int terms = min(256, k - start);
    for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
      for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
        const int row = row_tile * 4, col = col_tile * 16;
        if (col + 16 <= row) continue;
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at = a + ((size_t)row_tile * k + start) * 4;
        __global const float *b_at = b + ((size_t)col_tile * k + start) * 16;
        float8 sum0_0 = (float8)(0);
        float8 sum0_1 = (float8)(0);
        float8 sum1_0 = (float8)(0);
        float8 sum1_1 = (float8)(0);
        float8 sum2_0 = (float8)(0);
        float8 sum2_1 = (float8)(0);
        float8 sum3_0 = (float8)(0);
        float8 sum3_1 = (float8)(0);
        for (int l = 0; l < terms; ++l) {
          const float8 b0 = *(__global const float8 *)b_at;
          const float8 b1 = *(__global const float8 *)(b_at + 8);
          const float a0 = a_at[0];
          sum0_0 += a0 * b0;
          sum0_1 += a0 * b1;
          const float a1 = a_at[1];
          sum1_0 += a1 * b0;
          sum1_1 += a1 * b1;
          const float a2 = a_at[2];
          sum2_0 += a2 * b0;
          sum2_1 += a2 * b1;
          const float a3 = a_at[3];
          sum3_0 += a3 * b0;
          sum3_1 += a3 * b1;
          a_at += 4;
          b_at += 16;
        }
        if (row + 4 <= m && col + 16 <= n && row + 4 <= col) {
          if (start == 0 && beta == 0) {
            vstore8(alpha * sum0_0, 0, c_at);
            vstore8(alpha * sum0_1, 0, c_at + 8);
            vstore8(alpha * sum1_0, 0, c_at + c_row);
            vstore8(alpha * sum1_1, 0, c_at + c_row + 8);
            vstore8(alpha * sum2_0, 0, c_at + (size_t)2 * c_row);
            vstore8(alpha * sum2_1, 0, c_at + (size_t)2 * c_row + 8);
            vstore8(alpha * sum3_0, 0, c_at + (size_t)3 * c_row);
            vstore8(alpha * sum3_1, 0, c_at + (size_t)3 * c_row + 8);
          }
          else {
            const float keep = start == 0 ? beta : 1;
            vstore8(alpha * sum0_0 + keep * vload8(0, c_at), 0, c_at);
            vstore8(alpha * sum0_1 + keep * vload8(0, c_at + 8), 0, c_at + 8);
            vstore8(alpha * sum1_0 + keep * vload8(0, c_at + c_row), 0, c_at + c_row);
            vstore8(alpha * sum1_1 + keep * vload8(0, c_at + c_row + 8), 0, c_at + c_row + 8);
            vstore8(alpha * sum2_0 + keep * vload8(0, c_at + (size_t)2 * c_row), 0, c_at + (size_t)2 * c_row);
            vstore8(alpha * sum2_1 + keep * vload8(0, c_at + (size_t)2 * c_row + 8), 0, c_at + (size_t)2 * c_row + 8);
            vstore8(alpha * sum3_0 + keep * vload8(0, c_at + (size_t)3 * c_row), 0, c_at + (size_t)3 * c_row);
            vstore8(alpha * sum3_1 + keep * vload8(0, c_at + (size_t)3 * c_row + 8), 0, c_at + (size_t)3 * c_row + 8);
          }
          continue;
        }
        float edge[64];
        vstore8(sum0_0, 0, edge);
        vstore8(sum0_1, 0, edge + 8);
        vstore8(sum1_0, 0, edge + 16);
        vstore8(sum1_1, 0, edge + 24);
        vstore8(sum2_0, 0, edge + 32);
        vstore8(sum2_1, 0, edge + 40);
        vstore8(sum3_0, 0, edge + 48);
        vstore8(sum3_1, 0, edge + 56);
        for (int i = 0; i < min(4, m - row); ++i) {
          int j = max(0, row + i - col);
          const int stop = min(16, n - col);
          for (; j + 8 <= stop; j += 8) {
            float8 total = alpha * vload8(0, edge + i * 16 + j);
            const float keep = start == 0 ? beta : 1;
            if (!(keep == 0)) total += keep * vload8(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore8(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j + 4 <= stop; j += 4) {
            float4 total = alpha * vload4(0, edge + i * 16 + j);
            const float keep = start == 0 ? beta : 1;
            if (!(keep == 0)) total += keep * vload4(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore4(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j < stop; j++) {
            const float total = edge[i * 16 + j];
            *(c_at + (size_t)i * c_row + (size_t)j) = start == 0
                ? (beta == 0 ? alpha * total : alpha * total + beta * *(c_at + (size_t)i * c_row + (size_t)j))
                : alpha * total + *(c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
