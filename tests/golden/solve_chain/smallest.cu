// solve m=100 n=100 float64 triangular lower: items=128 block=32 rows=2
__device__ __forceinline__ double quotient(double a, double b, double r)
{
  const double near = a * r;
  return isfinite(near) ? near : a / b;
}
extern "C" __global__ void __launch_bounds__(128)
solve_chain(
    const int n,
    const double *__restrict__ a, const ulong a_offset, const ulong a_row,
    double *__restrict__ x, const ulong x_offset,
    volatile int *state,
    const launch_part launched)
{
  x += x_offset;
  __shared__ double triangle[1056];
  __shared__ double known[64];
  __shared__ double shares[128];
  __shared__ double right[32];
  __shared__ double diagonal[32];
  __shared__ double inverse[32];
  __shared__ double sums[1056];
  __shared__ int ticket;
  const int item = (ulong)threadIdx.x;
  const int along = item % 32, team = item / 32;
  if (item == 0) ticket = atomicAdd((int *)state, 1);
  __syncthreads();
  const int mine = ticket, first = mine * 32;
  double own = 0;
  if (item < 32 && first + item < n) own = *(x + first + item);
  #pragma unroll 4
  for (int other = team; other < 32; other += 4) {
    if (along <= other && first + other < n) {
      const double *line = a + (a_offset + (ulong)(first + other) * a_row);
      const double value = *(line + first + along);
      triangle[other * 33 + along] = value;
      if (along == other) {
        diagonal[other] = value;
        const double r = 1 / (double)(value);
        inverse[other] = isnormal(r) ? r : (double)__int_as_float(0x7fffffff);
      }
    }
    else if (along == other) {
      diagonal[other] = 1;
      const double r = 1 / (double)(1);
      inverse[other] = isnormal(r) ? r : (double)__int_as_float(0x7fffffff);
    }
  }
  double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0;
  const double *line0 = a + (a_offset + (ulong)min(first + team, n - 1) * a_row);
  const double *line1 = a + (a_offset + (ulong)min(first + team + 4, n - 1) * a_row);
  const double *line2 = a + (a_offset + (ulong)min(first + team + 8, n - 1) * a_row);
  const double *line3 = a + (a_offset + (ulong)min(first + team + 12, n - 1) * a_row);
  const double *line4 = a + (a_offset + (ulong)min(first + team + 16, n - 1) * a_row);
  const double *line5 = a + (a_offset + (ulong)min(first + team + 20, n - 1) * a_row);
  const double *line6 = a + (a_offset + (ulong)min(first + team + 24, n - 1) * a_row);
  const double *line7 = a + (a_offset + (ulong)min(first + team + 28, n - 1) * a_row);
  int solved = 0;
  for (int j = 0; j < mine; ++j) {
    const double a0 = *(line0 + j * 32 + along);
    const double a1 = *(line1 + j * 32 + along);
    const double a2 = *(line2 + j * 32 + along);
    const double a3 = *(line3 + j * 32 + along);
    const double a4 = *(line4 + j * 32 + along);
    const double a5 = *(line5 + j * 32 + along);
    const double a6 = *(line6 + j * 32 + along);
    const double a7 = *(line7 + j * 32 + along);
    if (solved <= j) {
      do solved = state[1]; while (solved <= j);
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
    }
    double *part = known + (j & 1) * 32;
    if (item < 32) part[item] = load_anew((const double *)(x + j * 32 + item));
    __syncthreads();
    sum0 += a0 * part[along];
    sum1 += a1 * part[along];
    sum2 += a2 * part[along];
    sum3 += a3 * part[along];
    sum4 += a4 * part[along];
    sum5 += a5 * part[along];
    sum6 += a6 * part[along];
    sum7 += a7 * part[along];
  }
  sums[team * 33 + along] = sum0;
  sums[(team + 4) * 33 + along] = sum1;
  sums[(team + 8) * 33 + along] = sum2;
  sums[(team + 12) * 33 + along] = sum3;
  sums[(team + 16) * 33 + along] = sum4;
  sums[(team + 20) * 33 + along] = sum5;
  sums[(team + 24) * 33 + along] = sum6;
  sums[(team + 28) * 33 + along] = sum7;
  __syncthreads();
  double share = 0;
  #pragma unroll
  for (int c = 0; c < 8; ++c) {
    share += sums[along * 33 + team * 8 + c];
  }
  shares[item] = share;
  __syncthreads();
  if (item < 32) {
    own -= shares[item];
    own -= shares[32 + item];
    own -= shares[64 + item];
    own -= shares[96 + item];
    right[item] = own;
  }
  for (int c = 0; c < 32; c += 2) {
    __syncthreads();
    if (item >= c && item < 32) {
      double y0 = right[c];
      y0 = quotient(y0, diagonal[c], inverse[c]);
      double y1 = right[c + 1];
      y1 -= triangle[(c + 1) * 33 + c] * y0;
      y1 = quotient(y1, diagonal[c + 1], inverse[c + 1]);
      if (item < c + 2) {
        own = item == c ? y0 : y1;
      }
      else {
        own -= triangle[item * 33 + c] * y0;
        own -= triangle[item * 33 + c + 1] * y1;
        right[item] = own;
      }
    }
  }
  if (item < 32 && first + item < n) {
    *(x + first + item) = own;
  }
  __syncthreads();
  if (item == 0) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    if (mine == (int)(ulong)gridDim.x - 1) state[0] = 0;
    state[1] = mine == (int)(ulong)gridDim.x - 1 ? 0 : mine + 1;
  }
}
