// finish parts=2 float32 dot: items=1
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
finish(__global const float *restrict partial, __global float *restrict result, const ulong result_offset)
{
  float sum = 0;
  for (size_t part = 0; part < 2; part += 1) {
    sum += partial[part];
  }
  *(result + result_offset) = sum;
}
