// factorization m=8192 n=8 rhs=0 float32 lu factor a=row: items=512 rows=2 cluster=16 sub_groups=True
extern "C" __global__ void __launch_bounds__(512) __cluster_dims__(16, 1, 1)
lu_registers(
    const int m, const int n, const int first,
    float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    uint *__restrict__ pivots, const ulong pivots_offset,
    uint *__restrict__ info, const ulong info_offset,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ uint highs[16], lows[16], place_ofs[16];
  __shared__ __align__(16) float headers[8];
  __shared__ __align__(16) float lines[16];
  __shared__ __align__(16) float copies[128];
  const uint header = (uint)__cvta_generic_to_shared(headers), line = (uint)__cvta_generic_to_shared(lines);
  const int item = (ulong)threadIdx.x;
  const int rank = (int)((ulong)blockIdx.x) % 16;
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = (rank * 2) * 512 + item;
  int place0 = row0;
  bool waits0 = row0 < m;
  float x0_0 = 0;
  if (waits0) { x0_0 = a[a_offset + (ulong)row0 * a_row]; }
  float x0_1 = 0;
  if (waits0) { x0_1 = a[a_offset + (ulong)row0 * a_row + (ulong)1]; }
  float x0_2 = 0;
  if (waits0) { x0_2 = a[a_offset + (ulong)row0 * a_row + (ulong)2]; }
  float x0_3 = 0;
  if (waits0) { x0_3 = a[a_offset + (ulong)row0 * a_row + (ulong)3]; }
  float x0_4 = 0;
  if (waits0) { x0_4 = a[a_offset + (ulong)row0 * a_row + (ulong)4]; }
  float x0_5 = 0;
  if (waits0) { x0_5 = a[a_offset + (ulong)row0 * a_row + (ulong)5]; }
  float x0_6 = 0;
  if (waits0) { x0_6 = a[a_offset + (ulong)row0 * a_row + (ulong)6]; }
  float x0_7 = 0;
  if (waits0) { x0_7 = a[a_offset + (ulong)row0 * a_row + (ulong)7]; }
  const int row1 = (rank * 2 + 1) * 512 + item;
  int place1 = row1;
  bool waits1 = row1 < m;
  float x1_0 = 0;
  if (waits1) { x1_0 = a[a_offset + (ulong)row1 * a_row]; }
  float x1_1 = 0;
  if (waits1) { x1_1 = a[a_offset + (ulong)row1 * a_row + (ulong)1]; }
  float x1_2 = 0;
  if (waits1) { x1_2 = a[a_offset + (ulong)row1 * a_row + (ulong)2]; }
  float x1_3 = 0;
  if (waits1) { x1_3 = a[a_offset + (ulong)row1 * a_row + (ulong)3]; }
  float x1_4 = 0;
  if (waits1) { x1_4 = a[a_offset + (ulong)row1 * a_row + (ulong)4]; }
  float x1_5 = 0;
  if (waits1) { x1_5 = a[a_offset + (ulong)row1 * a_row + (ulong)5]; }
  float x1_6 = 0;
  if (waits1) { x1_6 = a[a_offset + (ulong)row1 * a_row + (ulong)6]; }
  float x1_7 = 0;
  if (waits1) { x1_7 = a[a_offset + (ulong)row1 * a_row + (ulong)7]; }
  __syncthreads();
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_0);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_0);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 0 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[0] = x0_0;
      lines[1] = x0_1;
      lines[2] = x0_2;
      lines[3] = x0_3;
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[0] = x1_0;
      lines[1] = x1_1;
      lines[2] = x1_2;
      lines[3] = x1_3;
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[2] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 0), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 0 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 0];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 1;
    if (item == 0 && rank == 0) pivots[0] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 0;
        waits0 = false;
      }
      else {
        if (place0 == 0) place0 = (int)place_of;
        x0_0 = normal ? x0_0 * inverse : x0_0 / divisor;
        x0_1 -= x0_0 * copies[item / 32 * 8 + 1];
        x0_2 -= x0_0 * copies[item / 32 * 8 + 2];
        x0_3 -= x0_0 * copies[item / 32 * 8 + 3];
        x0_4 -= x0_0 * copies[item / 32 * 8 + 4];
        x0_5 -= x0_0 * copies[item / 32 * 8 + 5];
        x0_6 -= x0_0 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_0 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 0;
        waits1 = false;
      }
      else {
        if (place1 == 0) place1 = (int)place_of;
        x1_0 = normal ? x1_0 * inverse : x1_0 / divisor;
        x1_1 -= x1_0 * copies[item / 32 * 8 + 1];
        x1_2 -= x1_0 * copies[item / 32 * 8 + 2];
        x1_3 -= x1_0 * copies[item / 32 * 8 + 3];
        x1_4 -= x1_0 * copies[item / 32 * 8 + 4];
        x1_5 -= x1_0 * copies[item / 32 * 8 + 5];
        x1_6 -= x1_0 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_0 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_1);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_1);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 1 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[9] = x0_1;
      lines[10] = x0_2;
      lines[11] = x0_3;
      lines[12] = x0_4;
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[9] = x1_1;
      lines[10] = x1_2;
      lines[11] = x1_3;
      lines[12] = x1_4;
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[6] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 16), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 32 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 1];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 2;
    if (item == 0 && rank == 0) pivots[1] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 1;
        waits0 = false;
      }
      else {
        if (place0 == 1) place0 = (int)place_of;
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * copies[item / 32 * 8 + 2];
        x0_3 -= x0_1 * copies[item / 32 * 8 + 3];
        x0_4 -= x0_1 * copies[item / 32 * 8 + 4];
        x0_5 -= x0_1 * copies[item / 32 * 8 + 5];
        x0_6 -= x0_1 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_1 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 1;
        waits1 = false;
      }
      else {
        if (place1 == 1) place1 = (int)place_of;
        x1_1 = normal ? x1_1 * inverse : x1_1 / divisor;
        x1_2 -= x1_1 * copies[item / 32 * 8 + 2];
        x1_3 -= x1_1 * copies[item / 32 * 8 + 3];
        x1_4 -= x1_1 * copies[item / 32 * 8 + 4];
        x1_5 -= x1_1 * copies[item / 32 * 8 + 5];
        x1_6 -= x1_1 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_1 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_2);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_2);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 2 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[2] = x0_2;
      lines[3] = x0_3;
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[2] = x1_2;
      lines[3] = x1_3;
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[2] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 0), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 0 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 2];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 3;
    if (item == 0 && rank == 0) pivots[2] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 2;
        waits0 = false;
      }
      else {
        if (place0 == 2) place0 = (int)place_of;
        x0_2 = normal ? x0_2 * inverse : x0_2 / divisor;
        x0_3 -= x0_2 * copies[item / 32 * 8 + 3];
        x0_4 -= x0_2 * copies[item / 32 * 8 + 4];
        x0_5 -= x0_2 * copies[item / 32 * 8 + 5];
        x0_6 -= x0_2 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_2 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 2;
        waits1 = false;
      }
      else {
        if (place1 == 2) place1 = (int)place_of;
        x1_2 = normal ? x1_2 * inverse : x1_2 / divisor;
        x1_3 -= x1_2 * copies[item / 32 * 8 + 3];
        x1_4 -= x1_2 * copies[item / 32 * 8 + 4];
        x1_5 -= x1_2 * copies[item / 32 * 8 + 5];
        x1_6 -= x1_2 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_2 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_3);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 3 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_3);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 3 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[11] = x0_3;
      lines[12] = x0_4;
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[11] = x1_3;
      lines[12] = x1_4;
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[6] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 16), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 32 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 3];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 4;
    if (item == 0 && rank == 0) pivots[3] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 3;
        waits0 = false;
      }
      else {
        if (place0 == 3) place0 = (int)place_of;
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
        x0_4 -= x0_3 * copies[item / 32 * 8 + 4];
        x0_5 -= x0_3 * copies[item / 32 * 8 + 5];
        x0_6 -= x0_3 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_3 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 3;
        waits1 = false;
      }
      else {
        if (place1 == 3) place1 = (int)place_of;
        x1_3 = normal ? x1_3 * inverse : x1_3 / divisor;
        x1_4 -= x1_3 * copies[item / 32 * 8 + 4];
        x1_5 -= x1_3 * copies[item / 32 * 8 + 5];
        x1_6 -= x1_3 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_3 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_4);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 4 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_4);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 4 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[4] = x0_4;
      lines[5] = x0_5;
      lines[6] = x0_6;
      lines[7] = x0_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[4] = x1_4;
      lines[5] = x1_5;
      lines[6] = x1_6;
      lines[7] = x1_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[2] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 0), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 0 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 4];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 5;
    if (item == 0 && rank == 0) pivots[4] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 4;
        waits0 = false;
      }
      else {
        if (place0 == 4) place0 = (int)place_of;
        x0_4 = normal ? x0_4 * inverse : x0_4 / divisor;
        x0_5 -= x0_4 * copies[item / 32 * 8 + 5];
        x0_6 -= x0_4 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_4 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 4;
        waits1 = false;
      }
      else {
        if (place1 == 4) place1 = (int)place_of;
        x1_4 = normal ? x1_4 * inverse : x1_4 / divisor;
        x1_5 -= x1_4 * copies[item / 32 * 8 + 5];
        x1_6 -= x1_4 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_4 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_5);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 5 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_5);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 5 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[13] = x0_5;
      lines[14] = x0_6;
      lines[15] = x0_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[13] = x1_5;
      lines[14] = x1_6;
      lines[15] = x1_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[6] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 16), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 32 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 5];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 6;
    if (item == 0 && rank == 0) pivots[5] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 5;
        waits0 = false;
      }
      else {
        if (place0 == 5) place0 = (int)place_of;
        x0_5 = normal ? x0_5 * inverse : x0_5 / divisor;
        x0_6 -= x0_5 * copies[item / 32 * 8 + 6];
        x0_7 -= x0_5 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 5;
        waits1 = false;
      }
      else {
        if (place1 == 5) place1 = (int)place_of;
        x1_5 = normal ? x1_5 * inverse : x1_5 / divisor;
        x1_6 -= x1_5 * copies[item / 32 * 8 + 6];
        x1_7 -= x1_5 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_6);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 6 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_6);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 6 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[6] = x0_6;
      lines[7] = x0_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[6] = x1_6;
      lines[7] = x1_7;
      headers[0] = bits_of<float>(high);
      headers[1] = bits_of<float>(low);
      headers[2] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[2] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 0), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 0 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 6];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 7;
    if (item == 0 && rank == 0) pivots[6] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 6;
        waits0 = false;
      }
      else {
        if (place0 == 6) place0 = (int)place_of;
        x0_6 = normal ? x0_6 * inverse : x0_6 / divisor;
        x0_7 -= x0_6 * copies[item / 32 * 8 + 7];
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 6;
        waits1 = false;
      }
      else {
        if (place1 == 6) place1 = (int)place_of;
        x1_6 = normal ? x1_6 * inverse : x1_6 / divisor;
        x1_7 -= x1_6 * copies[item / 32 * 8 + 7];
      }
    }
  }
  {
    uint high = 0, low = 0, place_of = 0x7fffffffu;
    if (waits0) {
      const float size = fabs(x0_7);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place0 == 7 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place0 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place0;
      }
    }
    if (waits1) {
      const float size = fabs(x1_7);
      uint high_of = bits_of<uint>(size), low_of = 0;
      if (isnan(size)) { high_of = place1 == 7 ? 0xffffffffu : 0; low_of = 0; }
      if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)place1 < place_of)))) {
        high = high_of; low = low_of; place_of = (uint)place1;
      }
    }
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (item % 32 == 0) {
      highs[item / 32] = high; lows[item / 32] = low; place_ofs[item / 32] = place_of;
    }
    __syncthreads();
    const int other = item % 32;
    high = other < 16 ? highs[other] : 0; low = other < 16 ? lows[other] : 0;
    place_of = other < 16 ? place_ofs[other] : 0x7fffffffu;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    if (waits0 && place0 == (int)place_of) {
      lines[15] = x0_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (waits1 && place1 == (int)place_of) {
      lines[15] = x1_7;
      headers[4] = bits_of<float>(high);
      headers[5] = bits_of<float>(low);
      headers[6] = bits_of<float>(place_of);
    }
    if (item == 0 && place_of == 0x7fffffffu) {
      headers[6] = bits_of<float>(0x7fffffffu);
    }
    asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        : : : "memory");
    const int lane = item % 32;
    float h0 = 0, h1 = 0, h2 = 0, h3 = 0;
    if (lane < 16) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(header + 16), "r"(lane) : "memory");
    }
    const uint theirs = lane < 16 ? bits_of<uint>(h2) : 0x7fffffffu;
    const bool theirs_count = theirs != 0x7fffffffu;
    high = theirs_count ? bits_of<uint>(h0) : 0; low = theirs_count ? bits_of<uint>(h1) : 0; place_of = theirs;
    {
      uint most, next = 0, least;
      asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
      const uint third = high == most && low == next ? place_of : 0x7fffffffu;
      asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
      high = most; low = next; place_of = least;
    }
    uint winner = theirs == place_of && theirs_count ? (uint)lane : 0x7fffffffu, owner;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(owner) : "r"(winner));
    if (lane < 2) {
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
          : "=f"(h0), "=f"(h1), "=f"(h2), "=f"(h3) : "r"(line + 32 + lane * 16), "r"(owner) : "memory");
      float *to = (float *)(copies + item / 32 * 8) + lane * 4;
      to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;
    }
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    const float pivot0 = copies[item / 32 * 8 + 7];
    const bool zero = pivot0 == 0;
    if (zero && !failed) failed = first + 8;
    if (item == 0 && rank == 0) pivots[7] = first + (int)place_of;
    const float divisor = zero ? 1 : pivot0;
    const float inverse = 1 / divisor;
    const bool normal = isnormal(inverse);
    if (waits0) {
      if (place0 == (int)place_of) {
        place0 = 7;
        waits0 = false;
      }
      else {
        if (place0 == 7) place0 = (int)place_of;
        x0_7 = normal ? x0_7 * inverse : x0_7 / divisor;
      }
    }
    if (waits1) {
      if (place1 == (int)place_of) {
        place1 = 7;
        waits1 = false;
      }
      else {
        if (place1 == 7) place1 = (int)place_of;
        x1_7 = normal ? x1_7 * inverse : x1_7 / divisor;
      }
    }
  }
  asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
      : : : "memory");
  if (row0 < m) a[a_offset + (ulong)place0 * a_row] = x0_0;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)1] = x0_1;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)2] = x0_2;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)3] = x0_3;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)4] = x0_4;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)5] = x0_5;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)6] = x0_6;
  if (row0 < m) a[a_offset + (ulong)place0 * a_row + (ulong)7] = x0_7;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row] = x1_0;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)1] = x1_1;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)2] = x1_2;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)3] = x1_3;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)4] = x1_4;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)5] = x1_5;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)6] = x1_6;
  if (row1 < m) a[a_offset + (ulong)place1 * a_row + (ulong)7] = x1_7;
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
