// solve m=512 n=512 complex64 triangular packed lower conjugate strided: items=256 block=32 rows=4
__device__ __forceinline__ vec<float,2> times(vec<float,2> a, vec<float,2> b) {
  return vec<float,2>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ vec<float,2> scale(vec<float,2> a, vec<float,2> b) {
  return a.y == 0 ? vec<float,2>(a.x * b.x, a.x * b.y) : times(a, b);
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
    volatile ulong *news,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  __shared__ vec<float,2> triangle[1056];
  __shared__ vec<float,2> known[64];
  __shared__ vec<float,2> shares[320];
  __shared__ vec<float,2> right[32];
  __shared__ vec<float,2> diagonal[32];
  __shared__ vec<float,2> undivided[32];
  __shared__ int ticket, careful;
  const int item = (ulong)threadIdx.x;
  const int along = item / 8, team = item % 8;
  if (item == 0) {
    ticket = atomicAdd((int *)state, 1);
    careful = 0;
  }
  __syncthreads();
  const int mine = ticket, first = mine * 32;
  vec<float,2> own = vec<float,2>(0);
  if (item < 32 && first + item < n) own = *(x + (first + item) * (ulong)x_inc);
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (other <= along && first + along < n) {
      const vec<float,2> *line = a + (a_offset + (ulong)(first + along) * ((ulong)(first + along) + 1) / 2);
      const vec<float,2> value = conj(*(line + first + other));
      triangle[along * 33 + other] = value;
      if (other == along) {
        diagonal[along] = value;
      }
    }
    else if (other == along) {
      diagonal[along] = vec<float,2>(1, 0);
    }
  }
  __syncthreads();
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (other < along && first + along < n) {
      const vec<float,2> value = triangle[along * 33 + other];
      const vec<float,2> scaled = divide(value, diagonal[along]);
      if (!isnormal(fmax(fabs(scaled.x), fabs(scaled.y))) && !(value.x == 0 && value.y == 0)) careful = 1;
      triangle[along * 33 + other] = scaled;
    }
  }
  vec<float,2> sum0 = vec<float,2>(0), sum1 = vec<float,2>(0), sum2 = vec<float,2>(0), sum3 = vec<float,2>(0);
  const vec<float,2> *line
      = a + (a_offset + (ulong)min(first + along, n - 1) * ((ulong)min(first + along, n - 1) + 1) / 2);
  for (int j = 0; j < mine; ++j) {
    const vec<float,2> a0 = conj(*(line + j * 32 + team));
    const vec<float,2> a1 = conj(*(line + j * 32 + team + 8));
    const vec<float,2> a2 = conj(*(line + j * 32 + team + 16));
    const vec<float,2> a3 = conj(*(line + j * 32 + team + 24));
    vec<float,2> *part = known + (j & 1) * 32;
    if (item < 32) {
      ulong word;
      do word = news[j * 32 + item]; while (word == 0);
      part[item] = bits_of<vec<float,2>>(~word);
    }
    __syncthreads();
    sum0 += times(a0, part[team]);
    sum1 += times(a1, part[team + 8]);
    sum2 += times(a2, part[team + 16]);
    sum3 += times(a3, part[team + 24]);
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
    own -= shares[item + 160];
    own -= shares[item + 200];
    own -= shares[item + 240];
    own -= shares[item + 280];
    undivided[item] = own;
    own = divide(own, diagonal[item]);
    right[item] = own;
  }
  for (int c = 0; c < 32; c += 4) {
    __syncthreads();
    if (item >= c && item < 32) {
      vec<float,2> y0 = right[c];
      vec<float,2> y1 = right[c + 1];
      y1.x -= triangle[(c + 1) * 33 + c].x * y0.x; y1.x += triangle[(c + 1) * 33 + c].y * y0.y;
      y1.y -= triangle[(c + 1) * 33 + c].x * y0.y; y1.y -= triangle[(c + 1) * 33 + c].y * y0.x;
      vec<float,2> y2 = right[c + 2];
      y2.x -= triangle[(c + 2) * 33 + c].x * y0.x; y2.x += triangle[(c + 2) * 33 + c].y * y0.y;
      y2.y -= triangle[(c + 2) * 33 + c].x * y0.y; y2.y -= triangle[(c + 2) * 33 + c].y * y0.x;
      y2.x -= triangle[(c + 2) * 33 + c + 1].x * y1.x; y2.x += triangle[(c + 2) * 33 + c + 1].y * y1.y;
      y2.y -= triangle[(c + 2) * 33 + c + 1].x * y1.y; y2.y -= triangle[(c + 2) * 33 + c + 1].y * y1.x;
      vec<float,2> y3 = right[c + 3];
      y3.x -= triangle[(c + 3) * 33 + c].x * y0.x; y3.x += triangle[(c + 3) * 33 + c].y * y0.y;
      y3.y -= triangle[(c + 3) * 33 + c].x * y0.y; y3.y -= triangle[(c + 3) * 33 + c].y * y0.x;
      y3.x -= triangle[(c + 3) * 33 + c + 1].x * y1.x; y3.x += triangle[(c + 3) * 33 + c + 1].y * y1.y;
      y3.y -= triangle[(c + 3) * 33 + c + 1].x * y1.y; y3.y -= triangle[(c + 3) * 33 + c + 1].y * y1.x;
      y3.x -= triangle[(c + 3) * 33 + c + 2].x * y2.x; y3.x += triangle[(c + 3) * 33 + c + 2].y * y2.y;
      y3.y -= triangle[(c + 3) * 33 + c + 2].x * y2.y; y3.y -= triangle[(c + 3) * 33 + c + 2].y * y2.x;
      if (item < c + 4) {
        own = item == c ? y0 : item == c + 1 ? y1 : item == c + 2 ? y2 : y3;
      }
      else {
        own.x -= triangle[item * 33 + c].x * y0.x; own.x += triangle[item * 33 + c].y * y0.y;
        own.y -= triangle[item * 33 + c].x * y0.y; own.y -= triangle[item * 33 + c].y * y0.x;
        own.x -= triangle[item * 33 + c + 1].x * y1.x; own.x += triangle[item * 33 + c + 1].y * y1.y;
        own.y -= triangle[item * 33 + c + 1].x * y1.y; own.y -= triangle[item * 33 + c + 1].y * y1.x;
        own.x -= triangle[item * 33 + c + 2].x * y2.x; own.x += triangle[item * 33 + c + 2].y * y2.y;
        own.y -= triangle[item * 33 + c + 2].x * y2.y; own.y -= triangle[item * 33 + c + 2].y * y2.x;
        own.x -= triangle[item * 33 + c + 3].x * y3.x; own.x += triangle[item * 33 + c + 3].y * y3.y;
        own.y -= triangle[item * 33 + c + 3].x * y3.y; own.y -= triangle[item * 33 + c + 3].y * y3.x;
        right[item] = own;
      }
    }
  }
  if (item < 32 && first + item < n && !(isfinite(own.x) && isfinite(own.y))) careful = 1;
  __syncthreads();
  if (careful) {
    if (item == 0) {
      for (int row = 0; row < min(32, n - first); ++row) {
        vec<float,2> y = undivided[row];
        for (int col = 0; col < row; ++col) {
          const vec<float,2> *line = a + (a_offset + (ulong)(first + row) * ((ulong)(first + row) + 1) / 2);
          const vec<float,2> value = conj(*(line + first + col));
          y -= times(value, right[col]);
        }
        right[row] = divide(y, diagonal[row]);
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
    *(x + (first + item) * (ulong)x_inc) = own;
  }
  if (last) {
    for (int i = item; i < first; i += 256) news[i] = 0;
    if (item == 0) state[0] = 0;
  }
}
