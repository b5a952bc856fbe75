// gemm m=1000 n=1000 k=1000 float64 col*row=any: gy=8 gx=8 rm=4 rn=4 rk=4 va=4 vb=4 vc=4 a_memory=buffer
// b_memory=buffer c_memory=buffer a_way=local b_way=local tk=8 pad=1 swizzle=1 slices=1 batch=grid order=jkl
// statement=vector multiply=plain unroll=True inline=False ids=global barrier=False hint=False flags=none
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double4 first_a(__global const double *x, int count)
{
  if (count >= 4) return vload4(0, x);
  return (double4)(count > 0 ? *x : 0, count > 1 ? *(x + 1) : 0, count > 2 ? *(x + 2) : 0, 0);
}
double4 first_b(__global const double *x, int count)
{
  if (count >= 4) return vload4(0, x);
  return (double4)(count > 0 ? *x : 0, count > 1 ? *(x + 1) : 0, count > 2 ? *(x + 2) : 0, 0);
}
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_block(
    const int m, const int n, const int k, const double alpha, const double beta,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const double *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global double *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0) * 4;
  const int row = get_global_id(1) * 4;
  __local double4 a_tile[288];
  __local double4 b_tile[288];
  a += a_offset;
  b += b_offset;
  c += c_offset;
  double4 sum0 = (double4)(0);
  double4 sum1 = (double4)(0);
  double4 sum2 = (double4)(0);
  double4 sum3 = (double4)(0);
  for (int start = 0; start < k; start += 32) {
    // A to local memory
    {
      const int l = start + x * 4;
      a_tile[y * 36 + x] = l < k ? first_a(a + row + (size_t)l * a_col, m - row) : (double4)(0);
      a_tile[y * 36 + x + 9] = l + 1 < k ? first_a(a + row + (size_t)(l + 1) * a_col, m - row) : (double4)(0);
      a_tile[y * 36 + x + 18] = l + 2 < k ? first_a(a + row + (size_t)(l + 2) * a_col, m - row) : (double4)(0);
      a_tile[y * 36 + x + 27] = l + 3 < k ? first_a(a + row + (size_t)(l + 3) * a_col, m - row) : (double4)(0);
    }
    // B to local memory
    {
      const int l = start + y * 4;
      b_tile[x * 36 + y] = l < k ? first_b(b + (size_t)l * b_row + col, n - col) : (double4)(0);
      b_tile[x * 36 + y + 9] = l + 1 < k ? first_b(b + (size_t)(l + 1) * b_row + col, n - col) : (double4)(0);
      b_tile[x * 36 + y + 18] = l + 2 < k ? first_b(b + (size_t)(l + 2) * b_row + col, n - col) : (double4)(0);
      b_tile[x * 36 + y + 27] = l + 3 < k ? first_b(b + (size_t)(l + 3) * b_row + col, n - col) : (double4)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < min(8, (k - start + 3) / 4); ++step) {
      // a step to registers, and its products
      const double4 a0 = a_tile[y * 36 + step];
      const double4 a1 = a_tile[y * 36 + step + 9];
      const double4 a2 = a_tile[y * 36 + step + 18];
      const double4 a3 = a_tile[y * 36 + step + 27];
      const double4 b0 = b_tile[x * 36 + step];
      const double4 b1 = b_tile[x * 36 + step + 9];
      const double4 b2 = b_tile[x * 36 + step + 18];
      const double4 b3 = b_tile[x * 36 + step + 27];
      sum0 += a0.s0 * b0;
      sum0 += a1.s0 * b1;
      sum0 += a2.s0 * b2;
      sum0 += a3.s0 * b3;
      sum1 += a0.s1 * b0;
      sum1 += a1.s1 * b1;
      sum1 += a2.s1 * b2;
      sum1 += a3.s1 * b3;
      sum2 += a0.s2 * b0;
      sum2 += a1.s2 * b1;
      sum2 += a2.s2 * b2;
      sum2 += a3.s2 * b3;
      sum3 += a0.s3 * b0;
      sum3 += a1.s3 * b1;
      sum3 += a2.s3 * b2;
      sum3 += a3.s3 * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m) {
    if (col < n)
        c[(size_t)row * c_row + (size_t)col * c_col] = beta == 0
            ? alpha * sum0.s0 : alpha * sum0.s0 + beta * c[(size_t)row * c_row + (size_t)col * c_col];
    if (col + 1 < n)
        c[(size_t)row * c_row + (size_t)(col + 1) * c_col] = beta == 0
            ? alpha * sum0.s1 : alpha * sum0.s1 + beta * c[(size_t)row * c_row + (size_t)(col + 1) * c_col];
    if (col + 2 < n)
        c[(size_t)row * c_row + (size_t)(col + 2) * c_col] = beta == 0
            ? alpha * sum0.s2 : alpha * sum0.s2 + beta * c[(size_t)row * c_row + (size_t)(col + 2) * c_col];
    if (col + 3 < n)
        c[(size_t)row * c_row + (size_t)(col + 3) * c_col] = beta == 0
            ? alpha * sum0.s3 : alpha * sum0.s3 + beta * c[(size_t)row * c_row + (size_t)(col + 3) * c_col];
  }
  if (row + 1 < m) {
    if (col < n)
        c[(size_t)(row + 1) * c_row + (size_t)col * c_col] = beta == 0
            ? alpha * sum1.s0 : alpha * sum1.s0 + beta * c[(size_t)(row + 1) * c_row + (size_t)col * c_col];
    if (col + 1 < n)
        c[(size_t)(row + 1) * c_row + (size_t)(col + 1) * c_col] = beta == 0
            ? alpha * sum1.s1 : alpha * sum1.s1 + beta * c[(size_t)(row + 1) * c_row + (size_t)(col + 1) * c_col];
    if (col + 2 < n)
        c[(size_t)(row + 1) * c_row + (size_t)(col + 2) * c_col] = beta == 0
            ? alpha * sum1.s2 : alpha * sum1.s2 + beta * c[(size_t)(row + 1) * c_row + (size_t)(col + 2) * c_col];
    if (col + 3 < n)
        c[(size_t)(row + 1) * c_row + (size_t)(col + 3) * c_col] = beta == 0
            ? alpha * sum1.s3 : alpha * sum1.s3 + beta * c[(size_t)(row + 1) * c_row + (size_t)(col + 3) * c_col];
  }
  if (row + 2 < m) {
    if (col < n)
        c[(size_t)(row + 2) * c_row + (size_t)col * c_col] = beta == 0
            ? alpha * sum2.s0 : alpha * sum2.s0 + beta * c[(size_t)(row + 2) * c_row + (size_t)col * c_col];
    if (col + 1 < n)
        c[(size_t)(row + 2) * c_row + (size_t)(col + 1) * c_col] = beta == 0
            ? alpha * sum2.s1 : alpha * sum2.s1 + beta * c[(size_t)(row + 2) * c_row + (size_t)(col + 1) * c_col];
    if (col + 2 < n)
        c[(size_t)(row + 2) * c_row + (size_t)(col + 2) * c_col] = beta == 0
            ? alpha * sum2.s2 : alpha * sum2.s2 + beta * c[(size_t)(row + 2) * c_row + (size_t)(col + 2) * c_col];
    if (col + 3 < n)
        c[(size_t)(row + 2) * c_row + (size_t)(col + 3) * c_col] = beta == 0
            ? alpha * sum2.s3 : alpha * sum2.s3 + beta * c[(size_t)(row + 2) * c_row + (size_t)(col + 3) * c_col];
  }
  if (row + 3 < m) {
    if (col < n)
        c[(size_t)(row + 3) * c_row + (size_t)col * c_col] = beta == 0
            ? alpha * sum3.s0 : alpha * sum3.s0 + beta * c[(size_t)(row + 3) * c_row + (size_t)col * c_col];
    if (col + 1 < n)
        c[(size_t)(row + 3) * c_row + (size_t)(col + 1) * c_col] = beta == 0
            ? alpha * sum3.s1 : alpha * sum3.s1 + beta * c[(size_t)(row + 3) * c_row + (size_t)(col + 1) * c_col];
    if (col + 2 < n)
        c[(size_t)(row + 3) * c_row + (size_t)(col + 2) * c_col] = beta == 0
            ? alpha * sum3.s2 : alpha * sum3.s2 + beta * c[(size_t)(row + 3) * c_row + (size_t)(col + 2) * c_col];
    if (col + 3 < n)
        c[(size_t)(row + 3) * c_row + (size_t)(col + 3) * c_col] = beta == 0
            ? alpha * sum3.s3 : alpha * sum3.s3 + beta * c[(size_t)(row + 3) * c_row + (size_t)(col + 3) * c_col];
  }
}
