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
  __shared__ uint highs[32], lows[32], pivot_rows[32];
  __shared__ __align__(16) float lines[24];
  const int item = (ulong)threadIdx.x;
  const int rank = (int)((ulong)blockIdx.x) % 16;
  const int lane = item % 32;
  __shared__ __align__(16) float stage[4608];
  __shared__ __align__(16) float received[384];
  __shared__ ulong barriers[2];
  pivots += pivots_offset + first;
  info += info_offset;
  int failed = 0;
  const int row0 = (rank * 2) * 512 + item;
  int position0 = row0;
  bool active0 = row0 < m;
  float x0_0 = 0, x0_1 = 0, x0_2 = 0, x0_3 = 0, x0_4 = 0, x0_5 = 0, x0_6 = 0, x0_7 = 0;
  for (int line = lane / 8; line < 32; line += 4) {
    if (row0 - lane + line < m)
        stage[(item - lane + line) * 9 + lane % 8]
            = a[a_offset + (ulong)(row0 - lane + line) * a_row + (ulong)(lane % 8)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active0) { x0_0 = stage[item * 9]; }
  if (active0) { x0_1 = stage[item * 9 + 1]; }
  if (active0) { x0_2 = stage[item * 9 + 2]; }
  if (active0) { x0_3 = stage[item * 9 + 3]; }
  if (active0) { x0_4 = stage[item * 9 + 4]; }
  if (active0) { x0_5 = stage[item * 9 + 5]; }
  if (active0) { x0_6 = stage[item * 9 + 6]; }
  if (active0) { x0_7 = stage[item * 9 + 7]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  const int row1 = (rank * 2 + 1) * 512 + item;
  int position1 = row1;
  bool active1 = row1 < m;
  float x1_0 = 0, x1_1 = 0, x1_2 = 0, x1_3 = 0, x1_4 = 0, x1_5 = 0, x1_6 = 0, x1_7 = 0;
  for (int line = lane / 8; line < 32; line += 4) {
    if (row1 - lane + line < m)
        stage[(item - lane + line) * 9 + lane % 8]
            = a[a_offset + (ulong)(row1 - lane + line) * a_row + (ulong)(lane % 8)];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (active1) { x1_0 = stage[item * 9]; }
  if (active1) { x1_1 = stage[item * 9 + 1]; }
  if (active1) { x1_2 = stage[item * 9 + 2]; }
  if (active1) { x1_3 = stage[item * 9 + 3]; }
  if (active1) { x1_4 = stage[item * 9 + 4]; }
  if (active1) { x1_5 = stage[item * 9 + 5]; }
  if (active1) { x1_6 = stage[item * 9 + 6]; }
  if (active1) { x1_7 = stage[item * 9 + 7]; }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  const uint line_address = (uint)__cvta_generic_to_shared(lines);
  const uint received_address = (uint)__cvta_generic_to_shared(received);
  const uint barrier = (uint)__cvta_generic_to_shared(barriers);
  if (item == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(barrier), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(barrier + 8), "r"(1));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  asm volatile("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
      : : : "memory");
  uint target, target_barrier;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(target) : "r"(received_address + rank * 48), "r"(lane % 16));
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(target_barrier) : "r"(barrier), "r"(lane % 16));
  uint high, low, pivot_row;
  high = 0; low = 0; pivot_row = 0x7fffffffu;
  if (active0) {
    const float size = fabs(x0_0);
    uint high_of = bits_of<uint>(size), low_of = 0;
    if (isnan(size)) { high_of = position0 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position0;
    }
  }
  if (active1) {
    const float size = fabs(x1_0);
    uint high_of = bits_of<uint>(size), low_of = 0;
    if (isnan(size)) { high_of = position1 == 0 ? 0xffffffffu : 0; low_of = 0; }
    if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
      high = high_of; low = low_of; pivot_row = (uint)position1;
    }
  }
  {
    uint most, next = 0, least;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
    const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
    high = most; low = next; pivot_row = least;
  }
  #pragma unroll 1
  for (int start = 0; start < 8; start += 8) {
    {
      const uint candidate = pivot_row;
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[4] = x0_0;
          lines[5] = x0_1;
          lines[6] = x0_2;
          lines[7] = x0_3;
          lines[8] = x0_4;
          lines[9] = x0_5;
          lines[10] = x0_6;
          lines[11] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[4] = x1_0;
          lines[5] = x1_1;
          lines[6] = x1_2;
          lines[7] = x1_3;
          lines[8] = x1_4;
          lines[9] = x1_5;
          lines[10] = x1_6;
          lines[11] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 0))[0] = high; ((uint *)(lines + 0))[1] = low; ((uint *)(lines + 0))[2] = pivot_row; }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 0 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 0 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 0) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 0), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 0), "r"(0) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (0 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (0 + sender) * 12 + 4;
      const float pivot0 = line[0];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 1;
      if (item == 0 && rank == 0) pivots[start] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start; active0 = false; }
        else if (position0 == start) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start; active1 = false; }
        else if (position1 == start) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_0 = normal ? x0_0 * inverse : x0_0 / divisor;
        x0_1 -= x0_0 * line[1];
      }
      if (active1) {
        x1_0 = normal ? x1_0 * inverse : x1_0 / divisor;
        x1_1 -= x1_0 * line[1];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_1);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_1);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 1 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_2 -= x0_0 * line[2];
        x0_3 -= x0_0 * line[3];
        x0_4 -= x0_0 * line[4];
        x0_5 -= x0_0 * line[5];
        x0_6 -= x0_0 * line[6];
        x0_7 -= x0_0 * line[7];
      }
      if (active1) {
        x1_2 -= x1_0 * line[2];
        x1_3 -= x1_0 * line[3];
        x1_4 -= x1_0 * line[4];
        x1_5 -= x1_0 * line[5];
        x1_6 -= x1_0 * line[6];
        x1_7 -= x1_0 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[17] = x0_1;
          lines[18] = x0_2;
          lines[19] = x0_3;
          lines[20] = x0_4;
          lines[21] = x0_5;
          lines[22] = x0_6;
          lines[23] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[17] = x1_1;
          lines[18] = x1_2;
          lines[19] = x1_3;
          lines[20] = x1_4;
          lines[21] = x1_5;
          lines[22] = x1_6;
          lines[23] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 12))[0] = high; ((uint *)(lines + 12))[1] = low; ((uint *)(lines + 12))[2] = pivot_row;
                }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 48 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 768 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 8) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 8), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 8), "r"(0) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (16 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (16 + sender) * 12 + 4;
      const float pivot0 = line[1];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 2;
      if (item == 0 && rank == 0) pivots[start + 1] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 1; active0 = false; }
        else if (position0 == start + 1) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 1; active1 = false; }
        else if (position1 == start + 1) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_1 = normal ? x0_1 * inverse : x0_1 / divisor;
        x0_2 -= x0_1 * line[2];
      }
      if (active1) {
        x1_1 = normal ? x1_1 * inverse : x1_1 / divisor;
        x1_2 -= x1_1 * line[2];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_2);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_2);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 2 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_3 -= x0_1 * line[3];
        x0_4 -= x0_1 * line[4];
        x0_5 -= x0_1 * line[5];
        x0_6 -= x0_1 * line[6];
        x0_7 -= x0_1 * line[7];
      }
      if (active1) {
        x1_3 -= x1_1 * line[3];
        x1_4 -= x1_1 * line[4];
        x1_5 -= x1_1 * line[5];
        x1_6 -= x1_1 * line[6];
        x1_7 -= x1_1 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[6] = x0_2;
          lines[7] = x0_3;
          lines[8] = x0_4;
          lines[9] = x0_5;
          lines[10] = x0_6;
          lines[11] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[6] = x1_2;
          lines[7] = x1_3;
          lines[8] = x1_4;
          lines[9] = x1_5;
          lines[10] = x1_6;
          lines[11] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 0))[0] = high; ((uint *)(lines + 0))[1] = low; ((uint *)(lines + 0))[2] = pivot_row; }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 0 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 0 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 0) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 0), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 0), "r"(1) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (0 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (0 + sender) * 12 + 4;
      const float pivot0 = line[2];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 3;
      if (item == 0 && rank == 0) pivots[start + 2] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 2; active0 = false; }
        else if (position0 == start + 2) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 2; active1 = false; }
        else if (position1 == start + 2) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_2 = normal ? x0_2 * inverse : x0_2 / divisor;
        x0_3 -= x0_2 * line[3];
      }
      if (active1) {
        x1_2 = normal ? x1_2 * inverse : x1_2 / divisor;
        x1_3 -= x1_2 * line[3];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_3);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 3 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_3);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 3 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_4 -= x0_2 * line[4];
        x0_5 -= x0_2 * line[5];
        x0_6 -= x0_2 * line[6];
        x0_7 -= x0_2 * line[7];
      }
      if (active1) {
        x1_4 -= x1_2 * line[4];
        x1_5 -= x1_2 * line[5];
        x1_6 -= x1_2 * line[6];
        x1_7 -= x1_2 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[19] = x0_3;
          lines[20] = x0_4;
          lines[21] = x0_5;
          lines[22] = x0_6;
          lines[23] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[19] = x1_3;
          lines[20] = x1_4;
          lines[21] = x1_5;
          lines[22] = x1_6;
          lines[23] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 12))[0] = high; ((uint *)(lines + 12))[1] = low; ((uint *)(lines + 12))[2] = pivot_row;
                }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 48 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 768 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 8) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 8), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 8), "r"(1) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (16 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (16 + sender) * 12 + 4;
      const float pivot0 = line[3];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 4;
      if (item == 0 && rank == 0) pivots[start + 3] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 3; active0 = false; }
        else if (position0 == start + 3) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 3; active1 = false; }
        else if (position1 == start + 3) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_3 = normal ? x0_3 * inverse : x0_3 / divisor;
        x0_4 -= x0_3 * line[4];
      }
      if (active1) {
        x1_3 = normal ? x1_3 * inverse : x1_3 / divisor;
        x1_4 -= x1_3 * line[4];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_4);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 4 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_4);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 4 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_5 -= x0_3 * line[5];
        x0_6 -= x0_3 * line[6];
        x0_7 -= x0_3 * line[7];
      }
      if (active1) {
        x1_5 -= x1_3 * line[5];
        x1_6 -= x1_3 * line[6];
        x1_7 -= x1_3 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16 + -1;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[8] = x0_4;
          lines[9] = x0_5;
          lines[10] = x0_6;
          lines[11] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[8] = x1_4;
          lines[9] = x1_5;
          lines[10] = x1_6;
          lines[11] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 0))[0] = high; ((uint *)(lines + 0))[1] = low; ((uint *)(lines + 0))[2] = pivot_row; }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk + 1);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 0 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 0 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 0) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 0), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 0), "r"(0) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (0 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (0 + sender) * 12 + 4;
      const float pivot0 = line[4];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 5;
      if (item == 0 && rank == 0) pivots[start + 4] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 4; active0 = false; }
        else if (position0 == start + 4) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 4; active1 = false; }
        else if (position1 == start + 4) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_4 = normal ? x0_4 * inverse : x0_4 / divisor;
        x0_5 -= x0_4 * line[5];
      }
      if (active1) {
        x1_4 = normal ? x1_4 * inverse : x1_4 / divisor;
        x1_5 -= x1_4 * line[5];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_5);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 5 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_5);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 5 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_6 -= x0_4 * line[6];
        x0_7 -= x0_4 * line[7];
      }
      if (active1) {
        x1_6 -= x1_4 * line[6];
        x1_7 -= x1_4 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16 + -1;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[21] = x0_5;
          lines[22] = x0_6;
          lines[23] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[21] = x1_5;
          lines[22] = x1_6;
          lines[23] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 12))[0] = high; ((uint *)(lines + 12))[1] = low; ((uint *)(lines + 12))[2] = pivot_row;
                }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk + 1);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 48 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 768 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 8) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 8), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 8), "r"(0) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (16 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (16 + sender) * 12 + 4;
      const float pivot0 = line[5];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 6;
      if (item == 0 && rank == 0) pivots[start + 5] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 5; active0 = false; }
        else if (position0 == start + 5) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 5; active1 = false; }
        else if (position1 == start + 5) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_5 = normal ? x0_5 * inverse : x0_5 / divisor;
        x0_6 -= x0_5 * line[6];
      }
      if (active1) {
        x1_5 = normal ? x1_5 * inverse : x1_5 / divisor;
        x1_6 -= x1_5 * line[6];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_6);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 6 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_6);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 6 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
        x0_7 -= x0_5 * line[7];
      }
      if (active1) {
        x1_7 -= x1_5 * line[7];
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0) { highs[item / 32] = high; lows[item / 32] = low; pivot_rows[item / 32] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane] : 0; low = lane < 16 ? lows[lane] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16 + -1;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[10] = x0_6;
          lines[11] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[10] = x1_6;
          lines[11] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 0))[0] = high; ((uint *)(lines + 0))[1] = low; ((uint *)(lines + 0))[2] = pivot_row; }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk + 1);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 0 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 0 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 0) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 0), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 0), "r"(1) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (0 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (0 + sender) * 12 + 4;
      const float pivot0 = line[6];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 7;
      if (item == 0 && rank == 0) pivots[start + 6] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 6; active0 = false; }
        else if (position0 == start + 6) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 6; active1 = false; }
        else if (position1 == start + 6) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_6 = normal ? x0_6 * inverse : x0_6 / divisor;
        x0_7 -= x0_6 * line[7];
      }
      if (active1) {
        x1_6 = normal ? x1_6 * inverse : x1_6 / divisor;
        x1_7 -= x1_6 * line[7];
      }
      high = 0; low = 0; pivot_row = 0x7fffffffu;
      if (active0) {
        const float size = fabs(x0_7);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position0 == start + 7 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position0 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position0;
        }
      }
      if (active1) {
        const float size = fabs(x1_7);
        uint high_of = bits_of<uint>(size), low_of = 0;
        if (isnan(size)) { high_of = position1 == start + 7 ? 0xffffffffu : 0; low_of = 0; }
        if (high_of > high || (high_of == high && (low_of > low || (low_of == low && (uint)position1 < pivot_row)))) {
          high = high_of; low = low_of; pivot_row = (uint)position1;
        }
      }
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      if (active0) {
      }
      if (active1) {
      }
    }
    {
      const uint candidate = pivot_row;
      if (lane == 0)
          { highs[item / 32 + 16] = high; lows[item / 32 + 16] = low; pivot_rows[item / 32 + 16] = pivot_row; }
      __syncthreads();
      high = lane < 16 ? highs[lane + 16] : 0; low = lane < 16 ? lows[lane + 16] : 0;
      pivot_row = lane < 16 ? pivot_rows[lane + 16] : 0x7fffffffu;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      const int chunks = ((8 - start) * 4 + 15) / 16 + -1;
      if (candidate == pivot_row && (pivot_row != 0x7fffffffu || item < 32)) {
        if (active0 && position0 == (int)pivot_row) {
          lines[23] = x0_7;
        }
        if (active1 && position1 == (int)pivot_row) {
          lines[23] = x1_7;
        }
        if (lane == 0)
            { ((uint *)(lines + 12))[0] = high; ((uint *)(lines + 12))[1] = low; ((uint *)(lines + 12))[2] = pivot_row;
                }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        for (int chunk = lane / 16; chunk <= chunks; chunk += 2) {
          const uint at = 16 * (chunk == 0 ? 0 : chunk + 1);
          uint w0, w1, w2, w3;
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(line_address + 48 + at));
          asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
              : : "r"(target + 768 + at), "r"(w0), "r"(w1), "r"(w2), "r"(w3), "r"(target_barrier + 8) : "memory");
        }
      }
      if (item == 0)
          { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier + 8), "r"((chunks + 1) * 256) : "memory"); }
      for (uint ended = 0; !ended;)
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
              : "=r"(ended) : "r"(barrier + 8), "r"(1) : "memory");
      high = 0; low = 0;
      pivot_row = 0x7fffffffu;
      if (lane < 16) {
        const uint *header = (const uint *)(received + (16 + lane) * 12);
        high = header[0]; low = header[1]; pivot_row = header[2];
      }
      const uint row_of_group = pivot_row;
      {
        uint most, next = 0, least;
        asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(high));
        const uint third = high == most && low == next ? pivot_row : 0x7fffffffu;
        asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(third));
        high = most; low = next; pivot_row = least;
      }
      uint senders, sender;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
          : "=r"(senders) : "r"((uint)(row_of_group == pivot_row)));
      asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(sender) : "r"(senders));
      const float *line = received + (16 + sender) * 12 + 4;
      const float pivot0 = line[7];
      const bool zero = pivot0 == 0;
      if (zero && !failed) failed = first + start + 8;
      if (item == 0 && rank == 0) pivots[start + 7] = first + (int)pivot_row;
      const float divisor = zero ? 1 : pivot0;
      const float inverse = 1 / divisor;
      const bool normal = isnormal(inverse);
      if (active0) {
        if (position0 == (int)pivot_row) { position0 = start + 7; active0 = false; }
        else if (position0 == start + 7) position0 = (int)pivot_row;
      }
      if (active1) {
        if (position1 == (int)pivot_row) { position1 = start + 7; active1 = false; }
        else if (position1 == start + 7) position1 = (int)pivot_row;
      }
      if (active0) {
        x0_7 = normal ? x0_7 * inverse : x0_7 / divisor;
      }
      if (active1) {
        x1_7 = normal ? x1_7 * inverse : x1_7 / divisor;
      }
      if (active0) {
      }
      if (active1) {
      }
    }
  }
  stage[item * 9] = x0_0;
  stage[item * 9 + 1] = x0_1;
  stage[item * 9 + 2] = x0_2;
  stage[item * 9 + 3] = x0_3;
  stage[item * 9 + 4] = x0_4;
  stage[item * 9 + 5] = x0_5;
  stage[item * 9 + 6] = x0_6;
  stage[item * 9 + 7] = x0_7;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 4) {
    const int line = first + lane / 8;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position0), "r"(line));
    if (row0 - lane + line < m)
        a[a_offset + (ulong)to * a_row + (ulong)(lane % 8)] = stage[(item - lane + line) * 9 + lane % 8];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  stage[item * 9] = x1_0;
  stage[item * 9 + 1] = x1_1;
  stage[item * 9 + 2] = x1_2;
  stage[item * 9 + 3] = x1_3;
  stage[item * 9 + 4] = x1_4;
  stage[item * 9 + 5] = x1_5;
  stage[item * 9 + 6] = x1_6;
  stage[item * 9 + 7] = x1_7;
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  for (int first = 0; first < 32; first += 4) {
    const int line = first + lane / 8;
    int to;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(to) : "r"(position1), "r"(line));
    if (row1 - lane + line < m)
        a[a_offset + (ulong)to * a_row + (ulong)(lane % 8)] = stage[(item - lane + line) * 9 + lane % 8];
  }
  asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
  if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0))) {
    info[0] = failed;
  }
}
