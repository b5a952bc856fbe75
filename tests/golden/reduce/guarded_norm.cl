// reduce n=4096 float64 nrm2: items=1 lanes=8 vectors=4 groups=1 turns=16 last=False
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
reduce(
    const ulong n,
    __global const double *restrict x, const ulong x_offset,
    __global double *restrict result, const ulong result_offset)
{
  x += x_offset;
  const size_t spans = get_num_groups(0) * 32;
  const size_t block = (n + spans - 1) / spans * 32;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  double small = 0;
  double medium = 0;
  double large = 0;
  for (size_t turn = first; turn < last; turn += 512) {
    const size_t stop = min(turn + 512, last);
    size_t i = turn;
    double sum = 0;
    double8 s0 = (double8)(0), s1 = (double8)(0), s2 = (double8)(0), s3 = (double8)(0);
    for (; i + 32 <= stop; i += 32) {
      const double8 x0 = vload8(0, x + i);
      s0 += x0 * x0;
      const double8 x1 = vload8(0, x + i + 8);
      s1 += x1 * x1;
      const double8 x2 = vload8(0, x + i + 16);
      s2 += x2 * x2;
      const double8 x3 = vload8(0, x + i + 24);
      s3 += x3 * x3;
    }
    s0 += s2;
    s1 += s3;
    s0 += s1;
    const double4 s0_4 = s0.lo + s0.hi;
    const double2 s0_2 = s0_4.lo + s0_4.hi;
    const double s0_1 = s0_2.lo + s0_2.hi;
    sum += s0_1;
    for (; i < stop; ++i) {
      const double x0 = *(x + i);
      sum += x0 * x0;
    }
    if (sum > 0x1p-953 && sum < 0x1p972) {
      medium += sum;
    }
    else {
      i = turn;
      for (; i + 32 <= stop; i += 32) {
        for (int vector = 0; vector < 4; ++vector) {
          for (int lane = 0; lane < 8; ++lane) {
            const size_t at = i + vector * 8 + lane;
            const double x0 = *(x + at);
            {
              const double size = fabs(x0);
              if (size > 0x1p486) large += (size * 0x1p-538) * (size * 0x1p-538);
              else if (size < 0x1p-511) small += (size * 0x1p537) * (size * 0x1p537);
              else medium += size * size;
            }
          }
        }
      }
      for (; i < stop; ++i) {
        const double x0 = *(x + i);
        {
          const double size = fabs(x0);
          if (size > 0x1p486) large += (size * 0x1p-538) * (size * 0x1p-538);
          else if (size < 0x1p-511) small += (size * 0x1p537) * (size * 0x1p537);
          else medium += size * size;
        }
      }
    }
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
  *(result + result_offset) = scale * sqrt(total);
}
