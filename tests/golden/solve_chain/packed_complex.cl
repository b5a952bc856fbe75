// solve m=512 n=512 complex64 triangular packed lower conjugate strided: items=256 block=32 rows=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
float2 divide(float2 a, float2 b)
{
  if (fabs(b.x) >= fabs(b.y)) {
    const float r = b.y / b.x, d = b.x + b.y * r;
    return (float2)((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  const float r = b.x / b.y, d = b.x * r + b.y;
  return (float2)((a.x * r + a.y) / d, (a.y * r - a.x) / d);
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
solve_chain(
    const int n,
    __global const float2 *restrict a, const ulong a_offset,
    __global float2 *restrict x, const ulong x_offset, const ulong x_inc,
    volatile __global int *state,
    volatile __global ulong *news)
{
  x += x_offset;
  __local float2 triangle[1056];
  __local float2 known[64];
  __local float2 shares[320];
  __local float2 right[32];
  __local float2 diagonal[32];
  __local float2 undivided[32];
  __local int ticket, careful;
  const int item = get_local_id(0);
  const int along = item / 8, team = item % 8;
  if (item == 0) {
    ticket = atomic_inc(state);
    careful = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int mine = ticket, first = mine * 32;
  float2 own = (float2)(0);
  if (item < 32 && first + item < n) own = *(x + (first + item) * (size_t)x_inc);
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (other <= along && first + along < n) {
      __global const float2 *line = a + (a_offset + (size_t)(first + along) * ((size_t)(first + along) + 1) / 2);
      const float2 value = conj(*(line + first + other));
      triangle[along * 33 + other] = value;
      if (other == along) {
        diagonal[along] = value;
      }
    }
    else if (other == along) {
      diagonal[along] = (float2)(1, 0);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (other < along && first + along < n) {
      const float2 value = triangle[along * 33 + other];
      const float2 scaled = divide(value, diagonal[along]);
      if (!isnormal(fmax(fabs(scaled.x), fabs(scaled.y))) && !(value.x == 0 && value.y == 0)) careful = 1;
      triangle[along * 33 + other] = scaled;
    }
  }
  float2 sum0 = (float2)(0), sum1 = (float2)(0), sum2 = (float2)(0), sum3 = (float2)(0);
  __global const float2 *line
      = a + (a_offset + (size_t)min(first + along, n - 1) * ((size_t)min(first + along, n - 1) + 1) / 2);
  for (int j = 0; j < mine; ++j) {
    const float2 a0 = conj(*(line + j * 32 + team));
    const float2 a1 = conj(*(line + j * 32 + team + 8));
    const float2 a2 = conj(*(line + j * 32 + team + 16));
    const float2 a3 = conj(*(line + j * 32 + team + 24));
    __local float2 *part = known + (j & 1) * 32;
    if (item < 32) {
      ulong word;
      do word = news[j * 32 + item]; while (word == 0);
      part[item] = as_float2(~word);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum0 += times(a0, part[team]);
    sum1 += times(a1, part[team + 8]);
    sum2 += times(a2, part[team + 16]);
    sum3 += times(a3, part[team + 24]);
  }
  sum0 += sum1;
  sum0 += sum2;
  sum0 += sum3;
  shares[team * 40 + along] = sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
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
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= c && item < 32) {
      float2 y0 = right[c];
      float2 y1 = right[c + 1];
      y1.x -= triangle[(c + 1) * 33 + c].x * y0.x; y1.x += triangle[(c + 1) * 33 + c].y * y0.y;
      y1.y -= triangle[(c + 1) * 33 + c].x * y0.y; y1.y -= triangle[(c + 1) * 33 + c].y * y0.x;
      float2 y2 = right[c + 2];
      y2.x -= triangle[(c + 2) * 33 + c].x * y0.x; y2.x += triangle[(c + 2) * 33 + c].y * y0.y;
      y2.y -= triangle[(c + 2) * 33 + c].x * y0.y; y2.y -= triangle[(c + 2) * 33 + c].y * y0.x;
      y2.x -= triangle[(c + 2) * 33 + c + 1].x * y1.x; y2.x += triangle[(c + 2) * 33 + c + 1].y * y1.y;
      y2.y -= triangle[(c + 2) * 33 + c + 1].x * y1.y; y2.y -= triangle[(c + 2) * 33 + c + 1].y * y1.x;
      float2 y3 = right[c + 3];
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
  barrier(CLK_LOCAL_MEM_FENCE);
  if (careful) {
    if (item == 0) {
      for (int row = 0; row < min(32, n - first); ++row) {
        float2 y = undivided[row];
        for (int col = 0; col < row; ++col) {
          __global const float2 *line = a + (a_offset + (size_t)(first + row) * ((size_t)(first + row) + 1) / 2);
          const float2 value = conj(*(line + first + col));
          y -= times(value, right[col]);
        }
        right[row] = divide(y, diagonal[row]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 32) own = right[item];
  }
  const bool last = mine == (int)get_num_groups(0) - 1;
  if (!last && item < 32) {
    {
      const ulong word = ~as_ulong(own);
      news[first + item] = word == 0 ? 1 : word;
    }
  }
  if (item < 32 && first + item < n) {
    *(x + (first + item) * (size_t)x_inc) = own;
  }
  if (last) {
    for (int i = item; i < first; i += 256) news[i] = 0;
    if (item == 0) state[0] = 0;
  }
}
