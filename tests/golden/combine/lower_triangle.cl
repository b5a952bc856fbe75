// combine m=64 n=64 complex64 row slices=2 part=lower hermitian: items=64 elements=1
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
inline float2 real_if(bool diagonal, float2 z) { return (float2)(z.x, diagonal ? 0 : z.y); }
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
combine(
    const int m, const int n, const float2 alpha, const float2 beta,
    __global const float2 *restrict partial,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col)
{
  const int row = get_global_id(1);
  const size_t size = (size_t)m * n, item = get_global_id(2);
  const int start = get_group_id(0) * 64 + get_local_id(0);
  const int stop = min(start + 1, n);
  for (int col = start; col < stop; col += 64) {
    if (!(col <= row)) continue;
    float2 sum = partial[(item * 2) * size + (size_t)row * n + col];
    sum += partial[(item * 2) * size + (size_t)row * n + col + size];
    c[c_offset + (size_t)row * c_row + (size_t)col]
        = real_if(row == col, (beta.x == 0 && beta.y == 0) ? scale(alpha, sum)
        : scale(alpha, sum) + scale(beta, real_if(row == col, c[c_offset + (size_t)row * c_row + (size_t)col])));
  }
}
