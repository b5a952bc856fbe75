// map n=4096 complex128 rot strided real=c: items=64 lanes=1 vectors=1 groups=1024
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double2 scale1(double2 a, double2 b)
{
  if (a.y == 0) return a.x * b;
  double2 c;
  c.even = a.x * b.even - a.y * b.odd;
  c.odd = a.x * b.odd + a.y * b.even;
  return c;
}
double2 conj1(double2 a)
{
  a.odd = -a.odd;
  return a;
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
map(
    const ulong n, const double c, const double2 s,
    __global double2 *restrict x, const ulong x_offset, const ulong x_inc,
    __global double2 *restrict y, const ulong y_offset, const ulong y_inc)
{
  x += x_offset;
  y += y_offset;
  const size_t item = get_local_id(0);
  const size_t spans = get_num_groups(0) * 64;
  const size_t block = (n + spans - 1) / spans * 64;
  const size_t first = get_group_id(0) * block;
  const size_t last = min(first + block, (size_t)n);
  size_t i = first;
  for (i += item; i < last; i += 64) {
    const double2 x0 = *(x + i * (size_t)x_inc);
    const double2 y0 = *(y + i * (size_t)y_inc);
    *(x + i * (size_t)x_inc) = c * x0 + scale1(s, y0);
    *(y + i * (size_t)y_inc) = c * y0 - scale1(conj1(s), x0);
  }
}
