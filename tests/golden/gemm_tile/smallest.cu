// gemm m=64 n=64 k=64 float32 row*row=row: tm=16 tn=16 tk=16 rm=2 rn=2 chunk=2 va=1 vb=1 pad=0 buffers=1 slices=1
// multiply=plain
extern "C" __global__ void __launch_bounds__(64)
gemm_tile(
    const int m, const int n, const int k, const float alpha, const float beta,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    float *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  const int x = (ulong)threadIdx.x, y = (ulong)threadIdx.y, place = y * 8 + x;
  const int row0 = (ulong)(blockIdx.y + launched.first_y) * 16, col0 = (ulong)blockIdx.x * 16;
  __shared__ __align__(64) float a_tile[256];
  float a_next0; float a_next1; float a_next2; float a_next3;
  const bool a_whole = row0 + 16 <= m;
  __shared__ __align__(64) float b_tile[256];
  float b_next0; float b_next1; float b_next2; float b_next3;
  const bool b_whole = col0 + 16 <= n;
  vec<float,2> sum0_0 = vec<float,2>(0);
  vec<float,2> sum1_0 = vec<float,2>(0);
  for (int start = 0; start < k; start += 16) {
    {
      const int v = place;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next0 = *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l));
      }
      else {
        a_next0 = row0 + e < m && start + l < k ? *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next1 = *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l));
      }
      else {
        a_next1 = row0 + e < m && start + l < k ? *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l)) : 0;
      }
    }
    {
      const int v = place + 128;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next2 = *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l));
      }
      else {
        a_next2 = row0 + e < m && start + l < k ? *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l)) : 0;
      }
    }
    {
      const int v = place + 192;
      const int l = v % 16, e = v / 16;
      if (a_whole && start + 16 <= k) {
        a_next3 = *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l));
      }
      else {
        a_next3 = row0 + e < m && start + l < k ? *(a + a_offset + (ulong)(row0 + e) * a_row + (ulong)(start + l)) : 0;
      }
    }
    {
      const int v = place;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next0 = *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e));
      }
      else {
        b_next0 = col0 + e < n && start + l < k ? *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 64;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next1 = *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e));
      }
      else {
        b_next1 = col0 + e < n && start + l < k ? *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 128;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next2 = *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e));
      }
      else {
        b_next2 = col0 + e < n && start + l < k ? *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e)) : 0;
      }
    }
    {
      const int v = place + 192;
      const int e = v % 16, l = v / 16;
      if (b_whole && start + 16 <= k) {
        b_next3 = *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e));
      }
      else {
        b_next3 = col0 + e < n && start + l < k ? *(b + b_offset + (ulong)(start + l) * b_row + (ulong)(col0 + e)) : 0;
      }
    }
    {
      const int v = place;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next0;
    }
    {
      const int v = place + 64;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next1;
    }
    {
      const int v = place + 128;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next2;
    }
    {
      const int v = place + 192;
      const int l = v % 16, e = v / 16;
      *(a_tile + l * 16 + e) = a_next3;
    }
    {
      const int v = place;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next0;
    }
    {
      const int v = place + 64;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next1;
    }
    {
      const int v = place + 128;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next2;
    }
    {
      const int v = place + 192;
      const int e = v % 16, l = v / 16;
      *(b_tile + l * 16 + e) = b_next3;
    }
    __syncthreads();
    for (int l = 0; l < 16; ++l) {
      const vec<float,2> left0 = *(const vec<float,2> *)(a_tile + l * 16 + y * 2);
      const vec<float,2> right0 = *(const vec<float,2> *)(b_tile + l * 16 + x * 2);
      sum0_0 += left0.s[0] * right0;
      sum1_0 += left0.s[1] * right0;
    }
    __syncthreads();
  }
  const bool whole = row0 + 16 <= m && col0 + 16 <= n && c_row % 2 == 0
      && (ulong)(c + c_offset) % (2 * sizeof(float)) == 0;
  {
    const int row = row0 + y * 2;
    {
      const int col = col0 + x * 2;
      if (whole && beta == 0) {
        store_lanes(c + c_offset + (ulong)row * c_row + (ulong)col, alpha * sum0_0);
      }
      else if (whole) {
        store_lanes(c + c_offset + (ulong)row * c_row + (ulong)col,
            alpha * sum0_0 + beta * load_lanes<2>(c + c_offset + (ulong)row * c_row + (ulong)col));
      }
      else {
        if (row < m && col < n)
            c[c_offset + (ulong)row * c_row + (ulong)col] = beta == 0
                ? alpha * sum0_0.s[0] : alpha * sum0_0.s[0] + beta * c[c_offset + (ulong)row * c_row + (ulong)col];
        if (row < m && col + 1 < n)
            c[c_offset + (ulong)row * c_row + (ulong)(col + 1)] = beta == 0 ? alpha * sum0_0.s[1]
                : alpha * sum0_0.s[1] + beta * c[c_offset + (ulong)row * c_row + (ulong)(col + 1)];
      }
    }
  }
  {
    const int row = row0 + y * 2 + 1;
    {
      const int col = col0 + x * 2;
      if (whole && beta == 0) {
        store_lanes(c + c_offset + (ulong)row * c_row + (ulong)col, alpha * sum1_0);
      }
      else if (whole) {
        store_lanes(c + c_offset + (ulong)row * c_row + (ulong)col,
            alpha * sum1_0 + beta * load_lanes<2>(c + c_offset + (ulong)row * c_row + (ulong)col));
      }
      else {
        if (row < m && col < n)
            c[c_offset + (ulong)row * c_row + (ulong)col] = beta == 0
                ? alpha * sum1_0.s[0] : alpha * sum1_0.s[0] + beta * c[c_offset + (ulong)row * c_row + (ulong)col];
        if (row < m && col + 1 < n)
            c[c_offset + (ulong)row * c_row + (ulong)(col + 1)] = beta == 0 ? alpha * sum1_0.s[1]
                : alpha * sum1_0.s[1] + beta * c[c_offset + (ulong)row * c_row + (ulong)(col + 1)];
      }
    }
  }
}
