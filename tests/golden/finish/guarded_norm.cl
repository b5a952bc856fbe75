// finish parts=8 items=4 float64 nrm2 batched: items=1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
finish(__global const double *restrict partial, __global double *restrict result, const ulong result_offset)
{
  const size_t set = get_group_id(2);
  double small = 0;
  double medium = 0;
  double large = 0;
  for (size_t part = set * 8; part < set * 8 + 8; part += 1) {
    small += partial[part];
    medium += partial[32 + part];
    large += partial[64 + part];
  }
  double scale = 1, total = medium;
  if (large > 0) {
    total = medium == 0 ? large : large + medium * 0x1p-538 * 0x1p-538;
    scale = 1 / 0x1p-538;
  }
  else if (small > 0 && medium == 0) {
    total = small;
    scale = 1 / 0x1p537;
  }
  else if (small > 0) {
    const double a = sqrt(medium), b = sqrt(small) / 0x1p537;
    const double most = b > a ? b : a, ratio = b > a ? a / b : b / a;
    total = most * most * (1 + ratio * ratio);
  }
  *(result + result_offset + set) = scale * sqrt(total);
}
