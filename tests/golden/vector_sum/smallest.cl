// vector_sum n=64 float32 parts=0: items=1 groups=64
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
vector_sum(const ulong n, const float beta, __global float *restrict y, const ulong y_offset)
{
  y += y_offset;
  const size_t spans = get_num_groups(0);
  const size_t block = (n + spans - 1) / spans;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  size_t i = first;
  for (; i < last; ++i) {
    *(y + i) = (beta == 0 ? 0 : beta * *(y + i));
  }
}
