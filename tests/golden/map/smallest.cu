// map n=100 float32 axpy: items=1 lanes=1 vectors=1 groups=1024
extern "C" __global__ void __launch_bounds__(1)
map(
    const ulong n, const float alpha,
    const float *__restrict__ x, const ulong x_offset,
    float *__restrict__ y, const ulong y_offset,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  y += y_offset;
  const ulong spans = (ulong)gridDim.x;
  const ulong block = (n + spans - 1) / spans;
  const ulong first = (ulong)blockIdx.x * block;
  const ulong last = min(first + block, (ulong)n);
  ulong i = first;
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    const float y0 = *(y + i);
    *(y + i) = alpha * x0 + y0;
  }
}
