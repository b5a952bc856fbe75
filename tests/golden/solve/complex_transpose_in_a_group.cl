// solve m=512 n=512 complex64 triangular packed lower across conjugate: items=64 lanes=1 rows=2
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
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
solve(
    const int n,
    __global const float2 *restrict a, const ulong a_offset,
    __global float2 *restrict x, const ulong x_offset)
{
  x += x_offset;
  const int item = get_local_id(0);
  __local float2 solution[512];
  for (int i = item; i < n; i += 64) {
    solution[i] = *(x + i);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int row = n - 2;
  for (; row >= 0; row -= 2) {
    __global const float2 *row0 = a + (a_offset + (size_t)row * ((size_t)row + 1) / 2);
    __global const float2 *row1 = a + (a_offset + (size_t)(row + 1) * ((size_t)(row + 1) + 1) / 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
      float2 x1 = solution[row + 1];
      x1 = divide(x1, conj(*(row1 + row + 1)));
      solution[row + 1] = x1;
      float2 x0 = solution[row];
      x0 -= times(conj(*(row1 + row)), x1);
      x0 = divide(x0, conj(*(row0 + row)));
      solution[row] = x0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 known0 = -solution[row];
    const float2 factor0 = (float2)(known0.x, -known0.x);
    const float2 factor0_turned = (float2)(known0.y, known0.y);
    const float2 known1 = -solution[row + 1];
    const float2 factor1 = (float2)(known1.x, -known1.x);
    const float2 factor1_turned = (float2)(known1.y, known1.y);
    const int first = 0, last = row;
    for (int c = first + item; c < last; c += 64) {
      if (c + 1 <= last) {
        float2 sum = *(solution + c);
        const float2 a0 = *(row0 + c);
        sum += a0 * factor0;
        sum += a0.s10 * factor0_turned;
        const float2 a1 = *(row1 + c);
        sum += a1 * factor1;
        sum += a1.s10 * factor1_turned;
        *(solution + c) = sum;
      }
      else {
        for (int e = max(c, first); e < min(c + 1, last); ++e) {
          solution[e] = solution[e] + times(conj(*(row0 + e)), known0);
          solution[e] = solution[e] + times(conj(*(row1 + e)), known1);
        }
      }
    }
  }
  for (row += 1; row >= 0; --row) {
    __global const float2 *row0 = a + (a_offset + (size_t)row * ((size_t)row + 1) / 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
      float2 x0 = solution[row];
      x0 = divide(x0, conj(*(row0 + row)));
      solution[row] = x0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 known0 = -solution[row];
    const float2 factor0 = (float2)(known0.x, -known0.x);
    const float2 factor0_turned = (float2)(known0.y, known0.y);
    const int first = 0, last = row;
    for (int c = first + item; c < last; c += 64) {
      if (c + 1 <= last) {
        float2 sum = *(solution + c);
        const float2 a0 = *(row0 + c);
        sum += a0 * factor0;
        sum += a0.s10 * factor0_turned;
        *(solution + c) = sum;
      }
      else {
        for (int e = max(c, first); e < min(c + 1, last); ++e) {
          solution[e] = solution[e] + times(conj(*(row0 + e)), known0);
        }
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < n; i += 64) {
    *(x + i) = solution[i];
  }
}
