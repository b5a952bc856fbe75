// solve m=512 n=512 complex64 triangular packed lower conjugate strided: items=256 block=32 rows=4
__device__ __forceinline__ vec<float,2> times(vec<float,2> a, vec<float,2> b) {
  return vec<float,2>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ vec<float,2> conj(vec<float,2> a) {
  return vec<float,2>(a.x, -a.y);
}
__device__ __forceinline__ vec<float,2> divide(vec<float,2> a, vec<float,2> b)
{
  if (fabs(b.x) >= fabs(b.y)) {
    const float r = b.y / b.x, d = b.x + b.y * r;
    return vec<float,2>((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  const float r = b.x / b.y, d = b.x * r + b.y;
  return vec<float,2>((a.x * r + a.y) / d, (a.y * r - a.x) / d);
}
extern "C" __global__ void __launch_bounds__(256)
solve_chain(
    const int n,
    const vec<float,2> *__restrict__ a, const ulong a_offset,
    vec<float,2> *__restrict__ x, const ulong x_offset, const ulong x_inc,
    volatile int *state,
    const launch_part launched)
{
  x += x_offset;
  __shared__ vec<float,2> triangle[1056];
  __shared__ vec<float,2> known[64];
  __shared__ vec<float,2> shares[256];
  __shared__ vec<float,2> right[32];
  __shared__ vec<float,2> diagonal[32];
  __shared__ vec<float,2> sums[1056];
  __shared__ int ticket;
  const int item = (ulong)threadIdx.x;
  const int along = item % 32, team = item / 32;
  if (item == 0) ticket = atomicAdd((int *)state, 1);
  __syncthreads();
  const int mine = ticket, first = mine * 32;
  vec<float,2> own = vec<float,2>(0);
  if (item < 32 && first + item < n) own = *(x + (first + item) * (ulong)x_inc);
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (along <= other && first + other < n) {
      const vec<float,2> *line = a + (a_offset + (ulong)(first + other) * ((ulong)(first + other) + 1) / 2);
      const vec<float,2> value = conj(*(line + first + along));
      triangle[other * 33 + along] = value;
      if (along == other) {
        diagonal[other] = value;
      }
    }
    else if (along == other) {
      diagonal[other] = vec<float,2>(1, 0);
    }
  }
  vec<float,2> sum0 = vec<float,2>(0), sum1 = vec<float,2>(0), sum2 = vec<float,2>(0), sum3 = vec<float,2>(0);
  const vec<float,2> *line0
      = a + (a_offset + (ulong)min(first + team, n - 1) * ((ulong)min(first + team, n - 1) + 1) / 2);
  const vec<float,2> *line1
      = a + (a_offset + (ulong)min(first + team + 8, n - 1) * ((ulong)min(first + team + 8, n - 1) + 1) / 2);
  const vec<float,2> *line2
      = a + (a_offset + (ulong)min(first + team + 16, n - 1) * ((ulong)min(first + team + 16, n - 1) + 1) / 2);
  const vec<float,2> *line3
      = a + (a_offset + (ulong)min(first + team + 24, n - 1) * ((ulong)min(first + team + 24, n - 1) + 1) / 2);
  int solved = 0;
  for (int j = 0; j < mine; ++j) {
    const vec<float,2> a0 = conj(*(line0 + j * 32 + along));
    const vec<float,2> a1 = conj(*(line1 + j * 32 + along));
    const vec<float,2> a2 = conj(*(line2 + j * 32 + along));
    const vec<float,2> a3 = conj(*(line3 + j * 32 + along));
    if (solved <= j) {
      do solved = state[1]; while (solved <= j);
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
    }
    vec<float,2> *part = known + (j & 1) * 32;
    if (item < 32) part[item] = load_anew((const vec<float,2> *)(x + (j * 32 + item) * (ulong)x_inc));
    __syncthreads();
    sum0 += times(a0, part[along]);
    sum1 += times(a1, part[along]);
    sum2 += times(a2, part[along]);
    sum3 += times(a3, part[along]);
  }
  sums[team * 33 + along] = sum0;
  sums[(team + 8) * 33 + along] = sum1;
  sums[(team + 16) * 33 + along] = sum2;
  sums[(team + 24) * 33 + along] = sum3;
  __syncthreads();
  vec<float,2> share = vec<float,2>(0);
  #pragma unroll
  for (int c = 0; c < 4; ++c) {
    share += sums[along * 33 + team * 4 + c];
  }
  shares[item] = share;
  __syncthreads();
  if (item < 32) {
    own -= shares[item];
    own -= shares[32 + item];
    own -= shares[64 + item];
    own -= shares[96 + item];
    own -= shares[128 + item];
    own -= shares[160 + item];
    own -= shares[192 + item];
    own -= shares[224 + item];
    right[item] = own;
  }
  for (int c = 0; c < 32; c += 4) {
    __syncthreads();
    if (item >= c && item < 32) {
      vec<float,2> y0 = right[c];
      y0 = divide(y0, diagonal[c]);
      vec<float,2> y1 = right[c + 1];
      y1 -= times(triangle[(c + 1) * 33 + c], y0);
      y1 = divide(y1, diagonal[c + 1]);
      vec<float,2> y2 = right[c + 2];
      y2 -= times(triangle[(c + 2) * 33 + c], y0);
      y2 -= times(triangle[(c + 2) * 33 + c + 1], y1);
      y2 = divide(y2, diagonal[c + 2]);
      vec<float,2> y3 = right[c + 3];
      y3 -= times(triangle[(c + 3) * 33 + c], y0);
      y3 -= times(triangle[(c + 3) * 33 + c + 1], y1);
      y3 -= times(triangle[(c + 3) * 33 + c + 2], y2);
      y3 = divide(y3, diagonal[c + 3]);
      if (item < c + 4) {
        own = item == c ? y0 : item == c + 1 ? y1 : item == c + 2 ? y2 : y3;
      }
      else {
        own -= times(triangle[item * 33 + c], y0);
        own -= times(triangle[item * 33 + c + 1], y1);
        own -= times(triangle[item * 33 + c + 2], y2);
        own -= times(triangle[item * 33 + c + 3], y3);
        right[item] = own;
      }
    }
  }
  if (item < 32 && first + item < n) {
    *(x + (first + item) * (ulong)x_inc) = own;
  }
  __syncthreads();
  if (item == 0) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    if (mine == (int)(ulong)gridDim.x - 1) state[0] = 0;
    state[1] = mine == (int)(ulong)gridDim.x - 1 ? 0 : mine + 1;
  }
}
