// gemm m=16 n=8 k=16 float16 in float32 row*row=row pure: tm=16 tn=8 tk=16 wm=16 wn=8 teams=1 stages=2 turned=False
// slices=1 band=1 a_bytes=16 b_bytes=16 form=whole cluster=False
__device__ __forceinline__ void copy_elements8(const uint to, const ushort *x, const int count)
{
  asm volatile("st.shared.b32 [%0], %1;"
      : : "r"(to), "r"((uint)(count > 0 ? x[0] : 0) | (uint)(count > 1 ? x[1] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 4], %1;"
      : : "r"(to), "r"((uint)(count > 2 ? x[2] : 0) | (uint)(count > 3 ? x[3] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 8], %1;"
      : : "r"(to), "r"((uint)(count > 4 ? x[4] : 0) | (uint)(count > 5 ? x[5] : 0) << 16));
  asm volatile("st.shared.b32 [%0 + 12], %1;"
      : : "r"(to), "r"((uint)(count > 6 ? x[6] : 0) | (uint)(count > 7 ? x[7] : 0) << 16));
}
extern "C" __global__ void __launch_bounds__(32)
gemm_hmma(
    const int m, const int n, const int k,
    const half *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const half *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    half *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(128) vec<uint,4> tiles[129];
  const uint base = (uint)__cvta_generic_to_shared(tiles);
  const int place = (ulong)threadIdx.x, lane = place % 32;
  const int g = lane / 4, t = lane % 4;
  const int row0 = (ulong)(blockIdx.y + launched.first_y) * 16, col0 = (ulong)blockIdx.x * 8;
  const int team = 0, within = 0;
  const int row_part = within * 16, col_part = 0;
  const int a_line = place / 2, a_piece = (place % 2) * 8;
  const int a_lines = m - row0 - a_line;
  int a_room = k - a_piece;
  const ushort *a_from = (const ushort *)(a + a_offset + (ulong)(row0 + a_line) * a_row + (ulong)a_piece);
  const uint a_to = base + a_line * 48 + a_piece * 2;
  const bool a_whole = a_row % 8 == 0 && (ulong)(a + a_offset) % 16 == 0;
  const uint a_at = base + (row_part + lane % 8 + lane / 8 % 2 * 8) * 48 + (lane / 16 * 8 + team * 16) * 2;
  const int b_line = place, b_piece = 0;
  int b_lines = k - b_line;
  const int b_room = n - col0 - b_piece;
  const ushort *b_from = (const ushort *)(b + b_offset + (ulong)b_line * b_row + (ulong)(col0 + b_piece));
  const uint b_to = base + 768 + b_line * 16 + b_piece * 2;
  const bool b_whole = b_row % 8 == 0 && (ulong)(b + b_offset) % 16 == 0;
  const uint b_at = base + 768 + (team * 16 + lane % 8 + lane / 8 % 2 * 8) * 16 + (col_part + lane / 16 * 8) * 2;
  float sum0_0_0 = 0, sum0_0_1 = 0, sum0_0_2 = 0, sum0_0_3 = 0;
  uint long0_0, long0_1, long0_2, long0_3;
  uint short0_0, short0_1;
  const int steps = (k + 15) / 16;
  if (steps > 0) {
    const int a_count = min(max(a_room, 0), 8);
    if (a_whole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
          : : "r"(a_to), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
    }
    else {
      copy_elements8(a_to, a_from, (a_lines > 0 ? a_count : 0));
    }
    a_from += 16; a_room -= 16;
    const int b_count = min(max(b_room, 0), 8);
    if (b_whole) {
      if (b_line < 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(b_to), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
      }
    }
    else {
      if (b_line < 16) {
        copy_elements8(b_to, b_from, (b_lines > 0 ? b_count : 0));
      }
    }
    b_from += (ulong)16 * b_row; b_lines -= 16;
  }
  asm volatile("cp.async.commit_group;");
  uint used = 0;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    if (step + 1 < steps) {
      const uint filled = used == 0 ? 1024 : used - 1024;
      const int a_count = min(max(a_room, 0), 8);
      if (a_whole) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
            : : "r"(a_to + filled), "l"(a_from), "r"((a_lines > 0 ? a_count : 0) * 2));
      }
      else {
        copy_elements8(a_to + filled, a_from, (a_lines > 0 ? a_count : 0));
      }
      a_from += 16; a_room -= 16;
      const int b_count = min(max(b_room, 0), 8);
      if (b_whole) {
        if (b_line < 16) {
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
              : : "r"(b_to + filled), "l"(b_from), "r"((b_lines > 0 ? b_count : 0) * 2));
        }
      }
      else {
        if (b_line < 16) {
          copy_elements8(b_to + filled, b_from, (b_lines > 0 ? b_count : 0));
        }
      }
      b_from += (ulong)16 * b_row; b_lines -= 16;
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(long0_0), "=r"(long0_1), "=r"(long0_2), "=r"(long0_3) : "r"(a_at + used));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
        : "=r"(short0_0), "=r"(short0_1) : "r"(b_at + used));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum0_0_0), "+f"(sum0_0_1), "+f"(sum0_0_2), "+f"(sum0_0_3)
        : "r"(long0_0), "r"(long0_1), "r"(long0_2), "r"(long0_3), "r"(short0_0), "r"(short0_1));
    used = used == 1024 ? 0 : used + 1024;
  }
  const int rows = min(16, m - row0), cols = min(8, n - col0);
  float *sums = (float *)tiles;
  const bool fresh = true;
  half *c_at = c + c_offset + (ulong)row0 * c_row + (ulong)col0;
  const bool whole = fresh && cols == 8;
  ushort *halves = (ushort *)tiles;
  ushort *to = (ushort *)c_at;
  const uint begins = (ulong)to / 2 % 8;
  __syncthreads();
  if (whole) {
    ushort *line0 = halves + (row_part + g) * 16 + col_part + 2 * t + (begins + (row_part + g) * c_row) % 8;
    {
      uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(sum0_0_1), "f"(sum0_0_0));
      line0[0] = two; line0[1] = two >> 16;
    }
    {
      uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(sum0_0_3), "f"(sum0_0_2));
      line0[128] = two; line0[129] = two >> 16;
    }
  }
  else {
    float *mine = sums + (row_part + g) * 8 + col_part + 2 * t;
    *(vec<float,2> *)(mine) = vec<float,2>(sum0_0_0, sum0_0_1);
    *(vec<float,2> *)(mine + 64) = vec<float,2>(sum0_0_2, sum0_0_3);
  }
  __syncthreads();
  if (whole) {
    for (int row = place; row < rows; row += 32) {
      const int shift = (begins + row * c_row) % 8;
      const int chunk = 0;
      if (chunk > 0 || shift == 0)
          *(vec<uint,4> *)(to + (ulong)row * c_row + chunk - shift) = *(vec<uint,4> *)(halves + row * 16 + chunk);
    }
    for (int row = place / 8; row < rows; row += 4) {
      const int shift = (begins + row * c_row) % 8;
      const int col = place % 8 + (place % 8 < 8 - shift ? 0 : 0);
      if (shift > 0) to[(ulong)row * c_row + col] = halves[row * 16 + shift + col];
    }
  }
  else {
    const int col = place % 4 * 2;
    for (int row = place / 4; row < rows; row += 8) {
      const float *from = sums + row * 8 + col;
      half *at = c_at + (ulong)row * c_row + col;
      const int odd = (ulong)at / 2 % 2;
      at -= odd; from -= odd;
      const int left = col - odd;
      if (fresh && left >= 0 && left + 1 < cols) {
        uint two; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(from[1]), "f"(from[0]));
        *(uint *)at = two;
      }
      else {
        if (left >= 0 && left < cols) {
          {
            store_halves(at, from[0]);
          }
        }
        if (left + 1 < cols) {
          {
            store_halves(at + 1, from[1]);
          }
        }
      }
      if (odd && col == 0 && cols == 8) {
        {
          store_halves(at + 8, from[8]);
        }
      }
    }
  }
}
