// combine m=256 n=256 items=16 complex64 any slices=8 listed: items=1 elements=16
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
combine(
    const int m, const int n,
    __global const float2 *restrict alphas,
    __global const float2 *restrict betas,
    __global const float2 *restrict partial,
    __global float2 *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const ulong *restrict c_offsets)
{
  const int row = get_global_id(1);
  const size_t size = (size_t)m * n, item = get_global_id(2);
  c += c_offsets[item];
  const float2 alpha = alphas[item], beta = betas[item];
  const int start = get_group_id(0) * 16 + get_local_id(0);
  const int stop = min(start + 16, n);
  for (int col = start; col < stop; ++col) {
    float2 sum = partial[(item * 8) * size + (size_t)row * n + col];
    sum += partial[(item * 8) * size + (size_t)row * n + col + size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 2 * size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 3 * size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 4 * size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 5 * size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 6 * size];
    sum += partial[(item * 8) * size + (size_t)row * n + col + 7 * size];
    c[c_offset + (size_t)row * c_row + (size_t)col * c_col] = (beta.x == 0 && beta.y == 0) ? scale(alpha, sum)
        : scale(alpha, sum) + scale(beta, c[c_offset + (size_t)row * c_row + (size_t)col * c_col]);
  }
}
