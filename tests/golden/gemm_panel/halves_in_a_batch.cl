// gemm m=512 n=512 k=512 items=16 float16 in float32 row*row=row batched shared=a: rm=6 lanes=8 vectors=2 depth=1024
// block_m=8 block_n=8 inner=m multiply=plain prefetch=False pack_a=True pack_b=True slices=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
gemm_panel(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong c_step)
{
  const size_t item = get_group_id(2);
  c += item * c_step;
  const int row_tiles = (m + 5) / 6, col_tiles = (n + 15) / 16;
  b += item * col_tiles * 16 * k;
  const int row_start = get_group_id(0) * 8;
  const int col_start = get_group_id(1) * 8;
  const int row_stop = min(row_start + 8, row_tiles);
  const int col_stop = min(col_start + 8, col_tiles);
  {
    const int start = 0, terms = k - start;
    for (int col_tile = col_start; col_tile < col_stop; ++col_tile) {
      for (int row_tile = row_start; row_tile < row_stop; ++row_tile) {
        const int row = row_tile * 6, col = col_tile * 16;
        __global half *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        __global const float *a_at = a + ((size_t)row_tile * k + start) * 6;
        __global const float *b_at = b + ((size_t)col_tile * k + start) * 16;
        float8 sum0_0 = (float8)(0);
        float8 sum0_1 = (float8)(0);
        float8 sum1_0 = (float8)(0);
        float8 sum1_1 = (float8)(0);
        float8 sum2_0 = (float8)(0);
        float8 sum2_1 = (float8)(0);
        float8 sum3_0 = (float8)(0);
        float8 sum3_1 = (float8)(0);
        float8 sum4_0 = (float8)(0);
        float8 sum4_1 = (float8)(0);
        float8 sum5_0 = (float8)(0);
        float8 sum5_1 = (float8)(0);
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
          const float a4 = a_at[4];
          sum4_0 += a4 * b0;
          sum4_1 += a4 * b1;
          const float a5 = a_at[5];
          sum5_0 += a5 * b0;
          sum5_1 += a5 * b1;
          a_at += 6;
          b_at += 16;
        }
        if (row + 6 <= m && col + 16 <= n) {
          if (start == 0 && beta == 0) {
            vstore_half8_rte(alpha * sum0_0, 0, c_at);
            vstore_half8_rte(alpha * sum0_1, 0, c_at + 8);
            vstore_half8_rte(alpha * sum1_0, 0, c_at + c_row);
            vstore_half8_rte(alpha * sum1_1, 0, c_at + c_row + 8);
            vstore_half8_rte(alpha * sum2_0, 0, c_at + (size_t)2 * c_row);
            vstore_half8_rte(alpha * sum2_1, 0, c_at + (size_t)2 * c_row + 8);
            vstore_half8_rte(alpha * sum3_0, 0, c_at + (size_t)3 * c_row);
            vstore_half8_rte(alpha * sum3_1, 0, c_at + (size_t)3 * c_row + 8);
            vstore_half8_rte(alpha * sum4_0, 0, c_at + (size_t)4 * c_row);
            vstore_half8_rte(alpha * sum4_1, 0, c_at + (size_t)4 * c_row + 8);
            vstore_half8_rte(alpha * sum5_0, 0, c_at + (size_t)5 * c_row);
            vstore_half8_rte(alpha * sum5_1, 0, c_at + (size_t)5 * c_row + 8);
          }
          else {
            const float keep = start == 0 ? beta : 1;
            vstore_half8_rte(alpha * sum0_0 + keep * vload_half8(0, c_at), 0, c_at);
            vstore_half8_rte(alpha * sum0_1 + keep * vload_half8(0, c_at + 8), 0, c_at + 8);
            vstore_half8_rte(alpha * sum1_0 + keep * vload_half8(0, c_at + c_row), 0, c_at + c_row);
            vstore_half8_rte(alpha * sum1_1 + keep * vload_half8(0, c_at + c_row + 8), 0, c_at + c_row + 8);
            vstore_half8_rte(alpha * sum2_0 + keep * vload_half8(0, c_at + (size_t)2 * c_row), 0,
                c_at + (size_t)2 * c_row);
            vstore_half8_rte(alpha * sum2_1 + keep * vload_half8(0, c_at + (size_t)2 * c_row + 8), 0,
                c_at + (size_t)2 * c_row + 8);
            vstore_half8_rte(alpha * sum3_0 + keep * vload_half8(0, c_at + (size_t)3 * c_row), 0,
                c_at + (size_t)3 * c_row);
            vstore_half8_rte(alpha * sum3_1 + keep * vload_half8(0, c_at + (size_t)3 * c_row + 8), 0,
                c_at + (size_t)3 * c_row + 8);
            vstore_half8_rte(alpha * sum4_0 + keep * vload_half8(0, c_at + (size_t)4 * c_row), 0,
                c_at + (size_t)4 * c_row);
            vstore_half8_rte(alpha * sum4_1 + keep * vload_half8(0, c_at + (size_t)4 * c_row + 8), 0,
                c_at + (size_t)4 * c_row + 8);
            vstore_half8_rte(alpha * sum5_0 + keep * vload_half8(0, c_at + (size_t)5 * c_row), 0,
                c_at + (size_t)5 * c_row);
            vstore_half8_rte(alpha * sum5_1 + keep * vload_half8(0, c_at + (size_t)5 * c_row + 8), 0,
                c_at + (size_t)5 * c_row + 8);
          }
          continue;
        }
        float edge[96];
        vstore8(sum0_0, 0, edge);
        vstore8(sum0_1, 0, edge + 8);
        vstore8(sum1_0, 0, edge + 16);
        vstore8(sum1_1, 0, edge + 24);
        vstore8(sum2_0, 0, edge + 32);
        vstore8(sum2_1, 0, edge + 40);
        vstore8(sum3_0, 0, edge + 48);
        vstore8(sum3_1, 0, edge + 56);
        vstore8(sum4_0, 0, edge + 64);
        vstore8(sum4_1, 0, edge + 72);
        vstore8(sum5_0, 0, edge + 80);
        vstore8(sum5_1, 0, edge + 88);
        for (int i = 0; i < min(6, m - row); ++i) {
          int j = 0;
          const int stop = min(16, n - col);
          for (; j + 8 <= stop; j += 8) {
            float8 total = alpha * vload8(0, edge + i * 16 + j);
            const float keep = start == 0 ? beta : 1;
            if (!(keep == 0)) total += keep * vload_half8(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore_half8_rte(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j + 4 <= stop; j += 4) {
            float4 total = alpha * vload4(0, edge + i * 16 + j);
            const float keep = start == 0 ? beta : 1;
            if (!(keep == 0)) total += keep * vload_half4(0, c_at + (size_t)i * c_row + (size_t)j);
            vstore_half4_rte(total, 0, c_at + (size_t)i * c_row + (size_t)j);
          }
          for (; j < stop; j++) {
            const float total = edge[i * 16 + j];
            vstore_half_rte(start == 0 ? (beta == 0 ? alpha * total
                : alpha * total + beta * vload_half(0, c_at + (size_t)i * c_row + (size_t)j))
                : alpha * total + vload_half(0, c_at + (size_t)i * c_row + (size_t)j), 0,
                c_at + (size_t)i * c_row + (size_t)j);
          }
        }
      }
    }
  }
}
