// reduce n=100 float32 dot: items=1 lanes=1 vectors=1 groups=1 turns=16 last=False
extern "C" __global__ void __launch_bounds__(1)
reduce(
    const ulong n,
    const float *__restrict__ x, const ulong x_offset,
    const float *__restrict__ y, const ulong y_offset,
    float *__restrict__ result, const ulong result_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  y += y_offset;
  const ulong spans = (ulong)gridDim.x;
  const ulong block = (n + spans - 1) / spans;
  const ulong first = (ulong)blockIdx.x * block;
  const ulong last = min(first + block, (ulong)n);
  float sum = 0;
  ulong i = first;
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    const float y0 = *(y + i);
    sum += x0 * y0;
  }
  *(result + result_offset) = sum;
}
