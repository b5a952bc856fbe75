// reduce n=1000 complex64 sumlog in complex128 strided: items=1 lanes=1 vectors=4 groups=1 turns=16 last=False
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
reduce(
    const ulong n,
    __global const float2 *restrict x, const ulong x_offset, const ulong x_inc,
    __global float *restrict result, const ulong result_offset)
{
  x += x_offset;
  const size_t spans = get_num_groups(0) * 4;
  const size_t block = (n + spans - 1) / spans * 4;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  double sum = 0;
  size_t i = first;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (; i + 4 <= last; i += 4) {
    const double2 x0 = convert_double2(*(x + i * (size_t)x_inc));
    s0 += log(x0.even);
    const double2 x1 = convert_double2(*(x + (i + 1) * (size_t)x_inc));
    s1 += log(x1.even);
    const double2 x2 = convert_double2(*(x + (i + 2) * (size_t)x_inc));
    s2 += log(x2.even);
    const double2 x3 = convert_double2(*(x + (i + 3) * (size_t)x_inc));
    s3 += log(x3.even);
  }
  s0 += s2;
  s1 += s3;
  s0 += s1;
  sum += s0;
  for (; i < last; ++i) {
    const double2 x0 = convert_double2(*(x + i * (size_t)x_inc));
    sum += log(x0.even);
  }
  *(result + result_offset) = convert_float(2 * sum);
}
