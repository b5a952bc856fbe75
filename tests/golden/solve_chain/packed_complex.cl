// solve m=512 n=512 complex64 triangular packed lower conjugate strided: items=256 block=32 rows=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
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
    volatile __global int *state)
{
  x += x_offset;
  __local float2 triangle[1056];
  __local float2 known[64];
  __local float2 shares[256];
  __local float2 right[32];
  __local float2 diagonal[32];
  __local float2 sums[1056];
  __local int ticket;
  const int item = get_local_id(0);
  const int along = item % 32, team = item / 32;
  if (item == 0) ticket = atomic_inc(state);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int mine = ticket, first = mine * 32;
  float2 own = (float2)(0);
  if (item < 32 && first + item < n) own = *(x + (first + item) * (size_t)x_inc);
  #pragma unroll 4
  for (int other = team; other < 32; other += 8) {
    if (along <= other && first + other < n) {
      __global const float2 *line = a + (a_offset + (size_t)(first + other) * ((size_t)(first + other) + 1) / 2);
      const float2 value = conj(*(line + first + along));
      triangle[other * 33 + along] = value;
      if (along == other) {
        diagonal[other] = value;
      }
    }
    else if (along == other) {
      diagonal[other] = (float2)(1, 0);
    }
  }
  float2 sum0 = (float2)(0), sum1 = (float2)(0), sum2 = (float2)(0), sum3 = (float2)(0);
  __global const float2 *line0
      = a + (a_offset + (size_t)min(first + team, n - 1) * ((size_t)min(first + team, n - 1) + 1) / 2);
  __global const float2 *line1
      = a + (a_offset + (size_t)min(first + team + 8, n - 1) * ((size_t)min(first + team + 8, n - 1) + 1) / 2);
  __global const float2 *line2
      = a + (a_offset + (size_t)min(first + team + 16, n - 1) * ((size_t)min(first + team + 16, n - 1) + 1) / 2);
  __global const float2 *line3
      = a + (a_offset + (size_t)min(first + team + 24, n - 1) * ((size_t)min(first + team + 24, n - 1) + 1) / 2);
  int solved = 0;
  for (int j = 0; j < mine; ++j) {
    const float2 a0 = conj(*(line0 + j * 32 + along));
    const float2 a1 = conj(*(line1 + j * 32 + along));
    const float2 a2 = conj(*(line2 + j * 32 + along));
    const float2 a3 = conj(*(line3 + j * 32 + along));
    if (solved <= j) {
      do solved = state[1]; while (solved <= j);
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
    }
    __local float2 *part = known + (j & 1) * 32;
    if (item < 32) part[item] = *(volatile __global const float2 *)(x + (j * 32 + item) * (size_t)x_inc);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum0 += times(a0, part[along]);
    sum1 += times(a1, part[along]);
    sum2 += times(a2, part[along]);
    sum3 += times(a3, part[along]);
  }
  sums[team * 33 + along] = sum0;
  sums[(team + 8) * 33 + along] = sum1;
  sums[(team + 16) * 33 + along] = sum2;
  sums[(team + 24) * 33 + along] = sum3;
  barrier(CLK_LOCAL_MEM_FENCE);
  float2 share = (float2)(0);
  #pragma unroll
  for (int c = 0; c < 4; ++c) {
    share += sums[along * 33 + team * 4 + c];
  }
  shares[item] = share;
  barrier(CLK_LOCAL_MEM_FENCE);
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
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= c && item < 32) {
      float2 y0 = right[c];
      y0 = divide(y0, diagonal[c]);
      float2 y1 = right[c + 1];
      y1 -= times(triangle[(c + 1) * 33 + c], y0);
      y1 = divide(y1, diagonal[c + 1]);
      float2 y2 = right[c + 2];
      y2 -= times(triangle[(c + 2) * 33 + c], y0);
      y2 -= times(triangle[(c + 2) * 33 + c + 1], y1);
      y2 = divide(y2, diagonal[c + 2]);
      float2 y3 = right[c + 3];
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
    *(x + (first + item) * (size_t)x_inc) = own;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (item == 0) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    if (mine == (int)get_num_groups(0) - 1) state[0] = 0;
    state[1] = mine == (int)get_num_groups(0) - 1 ? 0 : mine + 1;
  }
}
