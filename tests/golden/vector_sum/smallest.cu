// vector_sum n=64 float32 parts=0: items=1 groups=64
extern "C" __global__ void __launch_bounds__(1)
vector_sum(const ulong n, const float beta, float *__restrict__ y, const ulong y_offset, const launch_part launched)
{
  wait_for_earlier();
  y += y_offset;
  const ulong spans = (ulong)gridDim.x;
  const ulong block = (n + spans - 1) / spans;
  const ulong first = (ulong)blockIdx.x * block;
  const ulong last = min(first + block, (ulong)n);
  ulong i = first;
  for (; i < last; ++i) {
    *(y + i) = (beta == 0 ? 0 : beta * *(y + i));
  }
}
