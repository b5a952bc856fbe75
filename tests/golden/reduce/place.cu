// reduce n=1048576 complex64 iamax: items=64 lanes=4 vectors=2 groups=8 turns=16 last=False
extern "C" __global__ void __launch_bounds__(64)
reduce(
    const ulong n,
    const vec<float,2> *__restrict__ x, const ulong x_offset,
    ulong *__restrict__ partial,
    const launch_part launched)
{
  wait_for_earlier();
  x += x_offset;
  const ulong item = (ulong)threadIdx.x;
  const ulong spans = (ulong)gridDim.x * 512;
  const ulong block = (n + spans - 1) / spans * 512;
  const ulong first = (ulong)blockIdx.x * block;
  const ulong last = min(first + block, (ulong)n);
  ulong where = ~(ulong)0;
  float best = -__int_as_float(0x7f800000);
  ulong found = last;
  for (ulong turn = first; turn < last; turn += 8192) {
    const ulong stop = min(turn + 8192, last);
    ulong i = turn;
    float top = -__int_as_float(0x7f800000);
    vec<float,4> m0 = -__int_as_float(0x7f800000), m1 = -__int_as_float(0x7f800000);
    for (; i + 512 <= stop; i += 512) {
      const vec<float,8> x0 = load_lanes<8>((const float *)(x + i + item * 4));
      const vec<float,4> k0 = fabs(x0).even() + fabs(x0).odd();
      m0 = choose(k0 > m0, k0, m0);
      const vec<float,8> x1 = load_lanes<8>((const float *)(x + i + item * 4 + 256));
      const vec<float,4> k1 = fabs(x1).even() + fabs(x1).odd();
      m1 = choose(k1 > m1, k1, m1);
    }
    m0 = choose(m1 > m0, m1, m0);
    const vec<float,2> m0_2 = choose(m0.low() > m0.high(), m0.low(), m0.high());
    const float m0_1 = choose(m0_2.low() > m0_2.high(), m0_2.low(), m0_2.high());
    top = m0_1;
    for (i += item; i < stop; i += 64) {
      const vec<float,2> x0 = *(x + i);
      const float key = fabs(x0).even() + fabs(x0).odd();
      top = choose(key > top, key, top);
    }
    if (top > best) {
      best = top;
      found = turn;
    }
  }
  if (found < last) {
    const ulong stop = min(found + 8192, last);
    ulong i = found;
    for (; where == ~(ulong)0 && i + 512 <= stop; i += 512) {
      for (int vector = 0; vector < 2; ++vector) {
        for (int lane = 0; lane < 4; ++lane) {
          const ulong at = i + item * 4 + vector * 256 + lane;
          const vec<float,2> x0 = *(x + at);
          const float key = fabs(x0).even() + fabs(x0).odd();
          if (where == ~(ulong)0 && key == best) where = at;
        }
      }
    }
    for (i += item; i < stop && where == ~(ulong)0; i += 64) {
      const vec<float,2> x0 = *(x + i);
      const float key = fabs(x0).even() + fabs(x0).odd();
      if (where == ~(ulong)0 && key == best) where = i;
    }
  }
  if (first == 0 && n > 0 && item == 0) {
    // what nothing exceeds, and a first element that is not a number, is the answer
    const vec<float,2> x0 = *x;
    const float head = fabs(x0).even() + fabs(x0).odd();
    if (head != head) best = -(-__int_as_float(0x7f800000));
    if (head != head || where == ~(ulong)0) where = 0;
  }
  __shared__ ulong where_of[64];
  __shared__ float best_of[64];
  where_of[item] = where;
  best_of[item] = best;
  for (int half_size = 32; half_size > 0; half_size /= 2) {
    __syncthreads();
    if (item < half_size) {
      if (best_of[item + half_size] > best
          || (best_of[item + half_size] == best && where_of[item + half_size] < where)) {
        best = best_of[item + half_size];
        where = where_of[item + half_size];
      }
      where_of[item] = where;
      best_of[item] = best;
    }
  }
  if (item == 0) {
    const ulong part = (ulong)blockIdx.x;
    partial[part] = where;
    ((float *)(partial + 8))[part] = best;
  }
}
