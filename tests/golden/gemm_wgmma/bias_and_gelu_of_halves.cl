// gemm m=64 n=64 k=64 float16 in float32 row*row=row bias=cols activation=gelu: form=half tn=64 joint=1 stages=2 band=8
// groups=132 slices=1 turns=False
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : "r"(left), "r"(right), "r"(keep))
inline float activation(const float x)
{
  const float t = fmin(fabs(x), 16.0f);
  float power = -2.8349112e-06f;
  power = power * t + 3.9377675e-05f; power = power * t + -0.00018618018f; power = power * t + -0.00013693648f;
  power = power * t + 0.00706342f;
  power = power * t + -0.05249618f; power = power * t + -0.4592082f; power = power * t + -1.1511052f;
  power = power * t + -1.0f;
  return 0.5f * x + 0.5f * fabs(x) - t * exp(0.69314718f * power);
}
void put_pair(__global half *c, float x, float y)
{
  uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x)); *(__global uint *)c = both;
}
void put_some(__global half *c, const int step, const int count, float x, float y)
{
  if (count < 1) return;
  vstore_half_rte(x, 0, c);
  if (count > 1) vstore_half_rte(y, 0, c + step);
}
__kernel __attribute__((reqd_work_group_size(384, 1, 1))) void
gemm_wgmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const half *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const half *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const uint4 *restrict split_a,
    __global const uint4 *restrict split_b,
    __global const half *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  __local uint4 stages[3072] __attribute__((aligned(1024)));
  __local ulong barriers[4];
  __local uint4 turned[1024] __attribute__((aligned(128)));
  const uint base = (uint)(size_t)stages, full = (uint)(size_t)barriers;
  const uint empty = full + 16;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int steps = (k + 63) / 64;
  const int tall = (m + 127) / 128, wide = (n + 63) / 64;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    asm volatile("//@setmaxnreg.dec.sync.aligned.u32 24;");
    if (place == 256) {
      for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
        const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
        const int rest = tile - above * wide;
        const int tile_row = above + rest % high, tile_col = rest / high;
        __global const uint4 *a_from = split_a + ((size_t)tile_row) * steps * 1024;
        __global const uint4 *b_from = split_b + ((size_t)tile_col) * steps * 512;
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
    asm volatile("//@setmaxnreg.inc.sync.aligned.u32 240;");
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint blocks = ((base & 0x3ffff) >> 4) | 0x10000;
    for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
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
        asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
        MULTIPLY(left, right, step ? 1 : 0);
        MULTIPLY(left + 2, right + 2, 1);
        MULTIPLY(left + 4, right + 4, 1);
        MULTIPLY(left + 6, right + 6, 1);
        asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("//@wgmma.wait_group.sync.aligned 1;" : : : "memory");
        if (step > 0 && lane == 0)
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
        last = slot;
        if (++slot == 2) { slot = 0; phase ^= 1; }
      }
      asm volatile("//@wgmma.wait_group.sync.aligned 0;"
          : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8),
          "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16),
          "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24),
          "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : : "memory");
      if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
      acc0 *= alpha; acc1 *= alpha; acc2 *= alpha; acc3 *= alpha; acc4 *= alpha; acc5 *= alpha; acc6 *= alpha;
      acc7 *= alpha;
      acc8 *= alpha; acc9 *= alpha; acc10 *= alpha; acc11 *= alpha; acc12 *= alpha; acc13 *= alpha; acc14 *= alpha;
      acc15 *= alpha;
      acc16 *= alpha; acc17 *= alpha; acc18 *= alpha; acc19 *= alpha; acc20 *= alpha; acc21 *= alpha; acc22 *= alpha;
      acc23 *= alpha;
      acc24 *= alpha; acc25 *= alpha; acc26 *= alpha; acc27 *= alpha; acc28 *= alpha; acc29 *= alpha; acc30 *= alpha;
      acc31 *= alpha;
      if (beta != 0 && row < m) {
        if (col < n) acc0 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)col);
        if (col + 1 < n) acc1 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 1));
        if (col + 8 < n) acc4 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 8));
        if (col + 9 < n) acc5 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 9));
        if (col + 16 < n) acc8 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 16));
        if (col + 17 < n) acc9 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 17));
        if (col + 24 < n) acc12 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 24));
        if (col + 25 < n) acc13 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 25));
        if (col + 32 < n) acc16 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 32));
        if (col + 33 < n) acc17 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 33));
        if (col + 40 < n) acc20 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 40));
        if (col + 41 < n) acc21 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 41));
        if (col + 48 < n) acc24 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 48));
        if (col + 49 < n) acc25 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 49));
        if (col + 56 < n) acc28 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 56));
        if (col + 57 < n) acc29 += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)(col + 57));
      }
      if (beta != 0 && row + 8 < m) {
        if (col < n) acc2 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)col);
        if (col + 1 < n) acc3 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 1));
        if (col + 8 < n) acc6 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 8));
        if (col + 9 < n) acc7 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 9));
        if (col + 16 < n) acc10 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 16));
        if (col + 17 < n) acc11 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 17));
        if (col + 24 < n) acc14 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 24));
        if (col + 25 < n) acc15 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 25));
        if (col + 32 < n) acc18 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 32));
        if (col + 33 < n) acc19 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 33));
        if (col + 40 < n) acc22 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 40));
        if (col + 41 < n) acc23 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 41));
        if (col + 48 < n) acc26 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 48));
        if (col + 49 < n) acc27 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 49));
        if (col + 56 < n) acc30 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 56));
        if (col + 57 < n) acc31 += beta * vload_half(0, c + c_offset + (size_t)(row + 8) * c_row + (size_t)(col + 57));
      }
      const int held_col = tile_col * 64 + lane;
      const float held0 = held_col < n ? vload_half(0, bias + bias_offset + (size_t)held_col * bias_inc) : 0;
      const float held1 = held_col + 32 < n
          ? vload_half(0, bias + bias_offset + (size_t)(held_col + 32) * bias_inc) : 0;
      {
        float added0;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added0) : "f"(held0), "r"(2 * t));
        float added1;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added1) : "f"(held0), "r"(2 * t + 1));
        float added2;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added2) : "f"(held0), "r"(2 * t + 8));
        float added3;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added3) : "f"(held0), "r"(2 * t + 9));
        float added4;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added4) : "f"(held0), "r"(2 * t + 16));
        float added5;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added5) : "f"(held0), "r"(2 * t + 17));
        float added6;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added6) : "f"(held0), "r"(2 * t + 24));
        float added7;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added7) : "f"(held0), "r"(2 * t + 25));
        float added8;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added8) : "f"(held1), "r"(2 * t));
        float added9;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added9) : "f"(held1), "r"(2 * t + 1));
        float added10;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added10) : "f"(held1), "r"(2 * t + 8));
        float added11;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added11) : "f"(held1), "r"(2 * t + 9));
        float added12;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added12) : "f"(held1), "r"(2 * t + 16));
        float added13;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added13) : "f"(held1), "r"(2 * t + 17));
        float added14;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added14) : "f"(held1), "r"(2 * t + 24));
        float added15;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added15) : "f"(held1), "r"(2 * t + 25));
        acc0 = activation(acc0 + added0);
        acc2 = activation(acc2 + added0);
        acc1 = activation(acc1 + added1);
        acc3 = activation(acc3 + added1);
        acc4 = activation(acc4 + added2);
        acc6 = activation(acc6 + added2);
        acc5 = activation(acc5 + added3);
        acc7 = activation(acc7 + added3);
        acc8 = activation(acc8 + added4);
        acc10 = activation(acc10 + added4);
        acc9 = activation(acc9 + added5);
        acc11 = activation(acc11 + added5);
        acc12 = activation(acc12 + added6);
        acc14 = activation(acc14 + added6);
        acc13 = activation(acc13 + added7);
        acc15 = activation(acc15 + added7);
        acc16 = activation(acc16 + added8);
        acc18 = activation(acc18 + added8);
        acc17 = activation(acc17 + added9);
        acc19 = activation(acc19 + added9);
        acc20 = activation(acc20 + added10);
        acc22 = activation(acc22 + added10);
        acc21 = activation(acc21 + added11);
        acc23 = activation(acc23 + added11);
        acc24 = activation(acc24 + added12);
        acc26 = activation(acc26 + added12);
        acc25 = activation(acc25 + added13);
        acc27 = activation(acc27 + added13);
        acc28 = activation(acc28 + added14);
        acc30 = activation(acc30 + added14);
        acc29 = activation(acc29 + added15);
        acc31 = activation(acc31 + added15);
      }
      const bool whole = tile_col * 64 + 64 <= n && c_row % 2 == 0 && (size_t)(c + c_offset) % 4 == 0;
      const bool lines = whole && c_row % 8 == 0 && (size_t)(c + c_offset) % 16 == 0;
      if (lines) {
        const uint mine = (uint)(size_t)turned + warp * 2048;
        const int line = lane / 8, chunk = lane % 8;
        const uint at0_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc1), "f"(acc0));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_0), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc3), "f"(acc2));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_0), "r"(both));
        }
        const uint at0_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc5), "f"(acc4));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_1), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc7), "f"(acc6));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_1), "r"(both));
        }
        const uint at0_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc9), "f"(acc8));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_2), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc11), "f"(acc10));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_2), "r"(both));
        }
        const uint at0_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc13), "f"(acc12));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_3), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc15), "f"(acc14));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_3), "r"(both));
        }
        const uint at0_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc17), "f"(acc16));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_4), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc19), "f"(acc18));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_4), "r"(both));
        }
        const uint at0_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc21), "f"(acc20));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_5), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc23), "f"(acc22));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_5), "r"(both));
        }
        const uint at0_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc25), "f"(acc24));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_6), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc27), "f"(acc26));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_6), "r"(both));
        }
        const uint at0_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc29), "f"(acc28));
          asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_7), "r"(both));
        }
        {
          uint both; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc31), "f"(acc30));
          asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_7), "r"(both));
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        {
          uint4 eight;
          const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 4;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 8;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        {
          uint4 eight;
          const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
          asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
              : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
          const int to = row - g + line + 12;
          if (to < m)
              *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
      }
      else {
        if (row < m) {
          __global half *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, acc0, acc1);
            put_pair(c_at + 8, acc4, acc5);
            put_pair(c_at + 16, acc8, acc9);
            put_pair(c_at + 24, acc12, acc13);
            put_pair(c_at + 32, acc16, acc17);
            put_pair(c_at + 40, acc20, acc21);
            put_pair(c_at + 48, acc24, acc25);
            put_pair(c_at + 56, acc28, acc29);
          }
          else {
            put_some(c_at, 1, n - col, acc0, acc1);
            put_some(c_at + 8, 1, n - col - 8, acc4, acc5);
            put_some(c_at + 16, 1, n - col - 16, acc8, acc9);
            put_some(c_at + 24, 1, n - col - 24, acc12, acc13);
            put_some(c_at + 32, 1, n - col - 32, acc16, acc17);
            put_some(c_at + 40, 1, n - col - 40, acc20, acc21);
            put_some(c_at + 48, 1, n - col - 48, acc24, acc25);
            put_some(c_at + 56, 1, n - col - 56, acc28, acc29);
          }
        }
        if (row + 8 < m) {
          __global half *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, acc2, acc3);
            put_pair(c_at + 8, acc6, acc7);
            put_pair(c_at + 16, acc10, acc11);
            put_pair(c_at + 24, acc14, acc15);
            put_pair(c_at + 32, acc18, acc19);
            put_pair(c_at + 40, acc22, acc23);
            put_pair(c_at + 48, acc26, acc27);
            put_pair(c_at + 56, acc30, acc31);
          }
          else {
            put_some(c_at, 1, n - col, acc2, acc3);
            put_some(c_at + 8, 1, n - col - 8, acc6, acc7);
            put_some(c_at + 16, 1, n - col - 16, acc10, acc11);
            put_some(c_at + 24, 1, n - col - 24, acc14, acc15);
            put_some(c_at + 32, 1, n - col - 32, acc18, acc19);
            put_some(c_at + 40, 1, n - col - 40, acc22, acc23);
            put_some(c_at + 48, 1, n - col - 48, acc26, acc27);
            put_some(c_at + 56, 1, n - col - 56, acc30, acc31);
          }
        }
      }
    }
  }
}
