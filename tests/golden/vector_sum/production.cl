// vector_sum n=4096 complex64 parts=3: items=64 groups=64
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
vector_sum(
    const ulong n, const float2 alpha, const float2 beta,
    __global const float2 *restrict partial,
    __global float2 *restrict y, const ulong y_offset)
{
  y += y_offset;
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 64;
  const size_t block = (n + spans - 1) / spans * 64;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  size_t i = first;
  for (i += item; i < last; i += 64) {
    float2 sum = partial[i];
    for (size_t part = 1; part < 3; ++part) {
      sum += partial[part * n + i];
    }
    *(y + i) = scale(alpha, sum) + ((beta.x == 0 && beta.y == 0) ? (float2)(0) : scale(beta, *(y + i)));
  }
}
