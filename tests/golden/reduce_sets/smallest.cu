// reduce n=10 items=100 float32 sum batched: items=8 lines=1 lanes=1 vectors=1
extern "C" __global__ void __launch_bounds__(8)
reduce_sets(
    const ulong n, const ulong sets,
    const float *__restrict__ x, const ulong x_offset, const ulong x_step,
    float *__restrict__ result, const ulong result_offset,
    const launch_part launched)
{
  wait_for_earlier();
  const ulong column = ((ulong)blockIdx.x * blockDim.x + threadIdx.x), set = min(column, (ulong)sets - 1);
  x += x_offset + set * x_step;
  const ulong first = 0, last = n;
  float sum = 0;
  ulong i = first;
  for (; i < last; ++i) {
    const float x0 = *(x + i);
    sum += x0;
  }
  if (column < sets) {
    *(result + result_offset + set) = sum;
  }
}
