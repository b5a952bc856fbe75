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
    volatile ulong *news,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  __shared__ double triangle[1056];
  __shared__ double known[64];
  __shared__ double shares[160];
  __shared__ double right[32];
  __shared__ double diagonal[32];
  __shared__ double undivided[32];
  __shared__ double inverse[32];
  __shared__ int ticket, careful;
  const int item = (ulong)threadIdx.x;
  const int along = item / 4, team = item % 4;
  if (item == 0) {
    ticket = atomicAdd((int *)state, 1);
    careful = 0;
  }
  __syncthreads();
  const int mine = ticket, first = mine * 32;
  double own = 0;
  if (item < 32 && first + item < n) own = *(x + first + item);
  #pragma unroll 4
  for (int other = team; other < 32; other += 4) {
    if (other <= along && first + along < n) {
      const double *line = a + (a_offset + (ulong)(first + along) * a_row);
      const double value = *(line + first + other);
      triangle[along * 33 + other] = value;
      if (other == along) {
        diagonal[along] = value;
        const double r = 1 / (double)(value);
        inverse[along] = isnormal(r) ? r : (double)__int_as_float(0x7fffffff);
      }
    }
    else if (other == along) {
      diagonal[along] = 1;
      const double r = 1 / (double)(1);
      inverse[along] = isnormal(r) ? r : (double)__int_as_float(0x7fffffff);
    }
  }
  __syncthreads();
  #pragma unroll 4
  for (int other = team; other < 32; other += 4) {
    if (other < along && first + along < n) {
      const double value = triangle[along * 33 + other];
      const double scaled = quotient(value, diagonal[along], inverse[along]);
      if (!isnormal(scaled) && !value == 0) careful = 1;
      triangle[along * 33 + other] = scaled;
    }
  }
  double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  const double *line = a + (a_offset + (ulong)min(first + along, n - 1) * a_row);
  for (int j = 0; j < mine; ++j) {
    const double a0 = *(line + j * 32 + team);
    const double a1 = *(line + j * 32 + team + 4);
    const double a2 = *(line + j * 32 + team + 8);
    const double a3 = *(line + j * 32 + team + 12);
    const double a4 = *(line + j * 32 + team + 16);
    const double a5 = *(line + j * 32 + team + 20);
    const double a6 = *(line + j * 32 + team + 24);
    const double a7 = *(line + j * 32 + team + 28);
    double *part = known + (j & 1) * 32;
    if (item < 32) {
      ulong word;
      do word = news[j * 32 + item]; while (word == 0);
      part[item] = bits_of<double>(~word);
    }
    __syncthreads();
    sum0 += a0 * part[team];
    sum1 += a1 * part[team + 4];
    sum2 += a2 * part[team + 8];
    sum3 += a3 * part[team + 12];
    sum0 += a4 * part[team + 16];
    sum1 += a5 * part[team + 20];
    sum2 += a6 * part[team + 24];
    sum3 += a7 * part[team + 28];
  }
  sum0 += sum1;
  sum0 += sum2;
  sum0 += sum3;
  shares[team * 40 + along] = sum0;
  __syncthreads();
  if (item < 32) {
    own -= shares[item];
    own -= shares[item + 40];
    own -= shares[item + 80];
    own -= shares[item + 120];
    undivided[item] = own;
    own = quotient(own, diagonal[item], inverse[item]);
    right[item] = own;
  }
  for (int c = 0; c < 32; c += 2) {
    __syncthreads();
    if (item >= c && item < 32) {
      double y0 = right[c];
      double y1 = right[c + 1];
      y1 -= triangle[(c + 1) * 33 + c] * y0;
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
  if (item < 32 && first + item < n && !(isfinite(own))) careful = 1;
  __syncthreads();
  if (careful) {
    if (item == 0) {
      for (int row = 0; row < min(32, n - first); ++row) {
        double y = undivided[row];
        for (int col = 0; col < row; ++col) {
          const double *line = a + (a_offset + (ulong)(first + row) * a_row);
          const double value = *(line + first + col);
          y -= value * right[col];
        }
        right[row] = quotient(y, diagonal[row], inverse[row]);
      }
    }
    __syncthreads();
    if (item < 32) own = right[item];
  }
  const bool last = mine == (int)(ulong)gridDim.x - 1;
  if (!last && item < 32) {
    {
      const ulong word = ~bits_of<ulong>(own);
      news[first + item] = word == 0 ? 1 : word;
    }
  }
  if (item < 32 && first + item < n) {
    *(x + first + item) = own;
  }
  if (last) {
    for (int i = item; i < first; i += 128) news[i] = 0;
    if (item == 0) state[0] = 0;
  }
}
