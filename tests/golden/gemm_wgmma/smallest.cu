// gemm m=64 n=64 k=64 float16 in float32 row*row=row: form=half tn=64 joint=1 stages=2 band=8 groups=132 slices=1
// turns=False
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : "r"(left), "r"(right), "r"(keep))
__device__ __forceinline__ void put_pair(half *c, const float alpha, const float beta, float x, float y)
{
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * load_halves<1>(c);
  if (beta != 0) y += beta * load_halves<1>(c + 1);
  uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x)); *(uint *)c = both;
}
__device__ __forceinline__ void put_some(half *c, const int step, const int count, const float alpha, const float beta,
    float x, float y)
{
  if (count < 1) return;
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * load_halves<1>(c);
  if (beta != 0 && count > 1) y += beta * load_halves<1>(c + step);
  store_halves(c, x);
  if (count > 1) store_halves(c + step, y);
}
#define DYNAMIC_LOCAL_BYTES 65664
extern "C" __global__ void __maxnreg__(168)
gemm_wgmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    const half *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    const half *__restrict__ b, const ulong b_offset, const int b_row, const int b_col,
    half *__restrict__ c, const ulong c_offset, const int c_row, const int c_col,
    const vec<uint,4> *__restrict__ split_a,
    const vec<uint,4> *__restrict__ split_b,
    const launch_part launched)
{
  wait_for_earlier();
  auto &stages = local_at<vec<uint,4>[3072]>(0);
  auto &barriers = local_at<ulong[4]>(49152);
  auto &turned = local_at<vec<uint,4>[1024]>(49280);
  const uint base = (uint)__cvta_generic_to_shared(stages), full = (uint)__cvta_generic_to_shared(barriers);
  const uint empty = full + 16;
  const int place = (ulong)threadIdx.x, lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  __syncthreads();
  const int steps = (k + 63) / 64;
  const int tall = (m + 127) / 128, wide = (n + 63) / 64;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (place == 256) {
      for (int tile = (ulong)blockIdx.x; tile < tall * wide; tile += (ulong)gridDim.x) {
        const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
        const int rest = tile - above * wide;
        const int tile_row = above + rest % high, tile_col = rest / high;
        const vec<uint,4> *a_from = split_a + ((ulong)tile_row) * steps * 1024;
        const vec<uint,4> *b_from = split_b + ((ulong)tile_col) * steps * 512;
        for (int step = 0; step < steps; ++step) {
          const uint at = base + slot * 24576, barrier_at = full + 8 * slot;
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
          asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier_at), "r"(24576) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at), "l"(a_from), "r"(16384), "r"(barrier_at) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at + 16384), "l"(b_from), "r"(8192), "r"(barrier_at) : "memory");
          a_from += 1024; b_from += 512;
          if (++slot == 2) { slot = 0; phase ^= 1; }
        }
      }
    }
  }
  else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint blocks = ((base & 0x3ffff) >> 4) | 0x10000;
    for (int tile = (ulong)blockIdx.x; tile < tall * wide; tile += (ulong)gridDim.x) {
      const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int row = tile_row * 128 + team * 64 + warp % 4 * 16 + g;
      const int col = tile_col * 64 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      uint last = 0;
      for (int step = 0; step < steps; ++step) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        uint left;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(left) : "r"(blocks + slot * 1536 + team * 512), "r"(0));
        uint right;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(right) : "r"(blocks + slot * 1536 + 1024), "r"(0));
        asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
        MULTIPLY(left, right, step ? 1 : 0);
        MULTIPLY(left + 2, right + 2, 1);
        MULTIPLY(left + 4, right + 4, 1);
        MULTIPLY(left + 6, right + 6, 1);
        asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" : : : "memory");
        if (step > 0 && lane == 0)
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
        last = slot;
        if (++slot == 2) { slot = 0; phase ^= 1; }
      }
      asm volatile("wgmma.wait_group.sync.aligned 0;"
          : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8),
          "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16),
          "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24),
          "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : : "memory");
      if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
      const bool whole = tile_col * 64 + 64 <= n && c_row % 2 == 0 && (ulong)(c + c_offset) % 4 == 0;
      const bool lines = whole && c_row % 8 == 0 && (ulong)(c + c_offset) % 16 == 0 && beta == 0;
      if (lines) {
        const uint mine = (uint)__cvta_generic_to_shared(turned) + warp * 2048;
        const int line = lane / 8, chunk = lane % 8;
        const uint at0_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc1), "f"(alpha * acc0));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_0), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc3), "f"(alpha * acc2));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_0), "r"(both));
        }
        const uint at0_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc5), "f"(alpha * acc4));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_1), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc7), "f"(alpha * acc6));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_1), "r"(both));
        }
        const uint at0_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc9), "f"(alpha * acc8));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_2), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc11), "f"(alpha * acc10));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_2), "r"(both));
        }
        const uint at0_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc13), "f"(alpha * acc12));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_3), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc15), "f"(alpha * acc14));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_3), "r"(both));
        }
        const uint at0_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc17), "f"(alpha * acc16));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_4), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc19), "f"(alpha * acc18));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_4), "r"(both));
        }
        const uint at0_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc21), "f"(alpha * acc20));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_5), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc23), "f"(alpha * acc22));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_5), "r"(both));
        }
        const uint at0_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc25), "f"(alpha * acc24));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_6), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc27), "f"(alpha * acc26));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_6), "r"(both));
        }
        const uint at0_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc29), "f"(alpha * acc28));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_7), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(alpha * acc31), "f"(alpha * acc30));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_7), "r"(both));
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        {
          vec<uint,4> eight;
          const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line;
          if (to < m) *(vec<uint,4> *)(c + c_offset + (ulong)to * c_row + (ulong)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          vec<uint,4> eight;
          const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 4;
          if (to < m) *(vec<uint,4> *)(c + c_offset + (ulong)to * c_row + (ulong)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          vec<uint,4> eight;
          const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 8;
          if (to < m) *(vec<uint,4> *)(c + c_offset + (ulong)to * c_row + (ulong)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          vec<uint,4> eight;
          const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 12;
          if (to < m) *(vec<uint,4> *)(c + c_offset + (ulong)to * c_row + (ulong)(col - t * 2 + chunk * 8)) = eight;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
      }
      else {
        if (row < m) {
          half *c_at = c + c_offset + (ulong)row * c_row + (ulong)col;
          if (whole) {
            put_pair(c_at, alpha, beta, acc0, acc1);
            put_pair(c_at + 8, alpha, beta, acc4, acc5);
            put_pair(c_at + 16, alpha, beta, acc8, acc9);
            put_pair(c_at + 24, alpha, beta, acc12, acc13);
            put_pair(c_at + 32, alpha, beta, acc16, acc17);
            put_pair(c_at + 40, alpha, beta, acc20, acc21);
            put_pair(c_at + 48, alpha, beta, acc24, acc25);
            put_pair(c_at + 56, alpha, beta, acc28, acc29);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, acc0, acc1);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, acc4, acc5);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, acc8, acc9);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, acc12, acc13);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, acc16, acc17);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, acc20, acc21);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, acc24, acc25);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, acc28, acc29);
          }
        }
        if (row + 8 < m) {
          half *c_at = c + c_offset + (ulong)(row + 8) * c_row + (ulong)col;
          if (whole) {
            put_pair(c_at, alpha, beta, acc2, acc3);
            put_pair(c_at + 8, alpha, beta, acc6, acc7);
            put_pair(c_at + 16, alpha, beta, acc10, acc11);
            put_pair(c_at + 24, alpha, beta, acc14, acc15);
            put_pair(c_at + 32, alpha, beta, acc18, acc19);
            put_pair(c_at + 40, alpha, beta, acc22, acc23);
            put_pair(c_at + 48, alpha, beta, acc26, acc27);
            put_pair(c_at + 56, alpha, beta, acc30, acc31);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, acc2, acc3);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, acc6, acc7);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, acc10, acc11);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, acc14, acc15);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, acc18, acc19);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, acc22, acc23);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, acc26, acc27);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, acc30, acc31);
          }
        }
      }
    }
  }
}
