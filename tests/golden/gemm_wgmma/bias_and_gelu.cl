// gemm m=8192 n=3072 k=768 float32 row*col=row pure bias=cols activation=gelu: form=half3 tn=128 joint=1 stages=3
// band=8 groups=132 slices=1 turns=True
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; .reg .b64 a, b; mov.b64 a, {%64, 0x40000040}; mov.b64 b, {%65, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31), "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39), "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47), "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55), "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63) : "r"(left), "r"(right), "r"(keep))
#define MULTIPLY_SMALL(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; .reg .b64 a, b; mov.b64 a, {%64, 0x40000040}; mov.b64 b, {%65, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8), "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16), "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24), "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31), "+f"(low32), "+f"(low33), "+f"(low34), "+f"(low35), "+f"(low36), "+f"(low37), "+f"(low38), "+f"(low39), "+f"(low40), "+f"(low41), "+f"(low42), "+f"(low43), "+f"(low44), "+f"(low45), "+f"(low46), "+f"(low47), "+f"(low48), "+f"(low49), "+f"(low50), "+f"(low51), "+f"(low52), "+f"(low53), "+f"(low54), "+f"(low55), "+f"(low56), "+f"(low57), "+f"(low58), "+f"(low59), "+f"(low60), "+f"(low61), "+f"(low62), "+f"(low63) : "r"(left), "r"(right), "r"(keep))
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
void put_pair(__global float *c, float x, float y)
{
  float2 both; both.x = x; both.y = y; *(__global float2 *)c = both;
}
void put_some(__global float *c, const int step, const int count, float x, float y)
{
  if (count < 1) return;
  *c = x;
  if (count > 1) *(c + step) = y;
}
__kernel __attribute__((reqd_work_group_size(384, 1, 1))) void
gemm_wgmma(
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const uint4 *restrict split_a,
    __global const uint4 *restrict split_b,
    __global const float *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  __local uint4 stages[12672] __attribute__((aligned(1024)));
  __local ulong barriers[6];
  const uint base = (uint)(size_t)stages, full = (uint)(size_t)barriers;
  const uint empty = full + 24;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 16), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 16), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int steps = (k + 63) / 64;
  const int tall = (m + 127) / 128, wide = (n + 127) / 128;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    asm volatile("//@setmaxnreg.dec.sync.aligned.u32 24;");
    if (place == 256) {
      for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
        const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
        const int rest = tile - above * wide;
        const int tile_row = above + rest % high, tile_col = rest / high;
        __global const uint4 *a_from = split_a + ((size_t)tile_row) * steps * 2112;
        __global const uint4 *b_from = split_b + ((size_t)tile_col) * steps * 2112;
        for (int step = 0; step < steps; ++step) {
          const uint at = base + slot * 67584, barrier_at = full + 8 * slot;
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
          asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier_at), "r"(67584) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at), "l"(a_from), "r"(33792), "r"(barrier_at) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at + 33792), "l"(b_from), "r"(33792), "r"(barrier_at) : "memory");
          a_from += 2112; b_from += 2112;
          if (++slot == 3) { slot = 0; phase ^= 1; }
        }
      }
    }
  }
  else {
    asm volatile("//@setmaxnreg.inc.sync.aligned.u32 240;");
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint blocks = ((base & 0x3ffff) >> 4) | 0x10000;
    if (team == 1) {
      asm volatile("bar.arrive %0, 256;" : : "r"(1) : "memory");
    }
    for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
      const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int row = tile_row * 128 + team * 64 + warp % 4 * 16 + g;
      const int col = tile_col * 128 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      float acc32 = 0, acc33 = 0, acc34 = 0, acc35 = 0, acc36 = 0, acc37 = 0, acc38 = 0, acc39 = 0, acc40 = 0,
          acc41 = 0, acc42 = 0, acc43 = 0, acc44 = 0, acc45 = 0, acc46 = 0, acc47 = 0;
      float acc48 = 0, acc49 = 0, acc50 = 0, acc51 = 0, acc52 = 0, acc53 = 0, acc54 = 0, acc55 = 0, acc56 = 0,
          acc57 = 0, acc58 = 0, acc59 = 0, acc60 = 0, acc61 = 0, acc62 = 0, acc63 = 0;
      float low0 = 0, low1 = 0, low2 = 0, low3 = 0, low4 = 0, low5 = 0, low6 = 0, low7 = 0, low8 = 0, low9 = 0,
          low10 = 0, low11 = 0, low12 = 0, low13 = 0, low14 = 0, low15 = 0;
      float low16 = 0, low17 = 0, low18 = 0, low19 = 0, low20 = 0, low21 = 0, low22 = 0, low23 = 0, low24 = 0,
          low25 = 0, low26 = 0, low27 = 0, low28 = 0, low29 = 0, low30 = 0, low31 = 0;
      float low32 = 0, low33 = 0, low34 = 0, low35 = 0, low36 = 0, low37 = 0, low38 = 0, low39 = 0, low40 = 0,
          low41 = 0, low42 = 0, low43 = 0, low44 = 0, low45 = 0, low46 = 0, low47 = 0;
      float low48 = 0, low49 = 0, low50 = 0, low51 = 0, low52 = 0, low53 = 0, low54 = 0, low55 = 0, low56 = 0,
          low57 = 0, low58 = 0, low59 = 0, low60 = 0, low61 = 0, low62 = 0, low63 = 0;
      float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0, sum8 = 0, sum9 = 0,
          sum10 = 0, sum11 = 0, sum12 = 0, sum13 = 0, sum14 = 0, sum15 = 0;
      float sum16 = 0, sum17 = 0, sum18 = 0, sum19 = 0, sum20 = 0, sum21 = 0, sum22 = 0, sum23 = 0, sum24 = 0,
          sum25 = 0, sum26 = 0, sum27 = 0, sum28 = 0, sum29 = 0, sum30 = 0, sum31 = 0;
      float sum32 = 0, sum33 = 0, sum34 = 0, sum35 = 0, sum36 = 0, sum37 = 0, sum38 = 0, sum39 = 0, sum40 = 0,
          sum41 = 0, sum42 = 0, sum43 = 0, sum44 = 0, sum45 = 0, sum46 = 0, sum47 = 0;
      float sum48 = 0, sum49 = 0, sum50 = 0, sum51 = 0, sum52 = 0, sum53 = 0, sum54 = 0, sum55 = 0, sum56 = 0,
          sum57 = 0, sum58 = 0, sum59 = 0, sum60 = 0, sum61 = 0, sum62 = 0, sum63 = 0;
      int done = 0;
      uint doubts = 0;
      float unit_a = 0, unit_b = 0;
      while (done < steps) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        const uint at = base + slot * 67584;
        const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
        uint a_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
        uint a_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
        const uint said_b = at + 66560 + 256 + lane * 4;
        uint b_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
        uint b_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
        uint b_word2;
        asm volatile("ld.shared.b32 %0, [%1 + 512];" : "=r"(b_word2) : "r"(said_b));
        uint b_word3;
        asm volatile("ld.shared.b32 %0, [%1 + 640];" : "=r"(b_word3) : "r"(said_b));
        const uint said = a_word0 | a_word1 | b_word0 | b_word1 | b_word2 | b_word3;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
            : "=r"(doubts) : "r"(said & 11));
        unit_a = as_float(a_word0 >> 8 << 23);
        unit_b = as_float(b_word0 >> 8 << 23);
        if (doubts) break;
        const int stop = min(done + 64, steps);
        {
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 4224 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 4224 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 0);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 1024, 1);
          MULTIPLY_SMALL(left + 2, right + 1026, 1);
          MULTIPLY_SMALL(left + 4, right + 1028, 1);
          MULTIPLY_SMALL(left + 6, right + 1030, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
        }
        while (done + 1 < stop) {
          const int next = slot == 2 ? 0 : slot + 1;
          {
            for (uint ended = 0; !ended;)
                asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                    : "=r"(ended) : "r"(full + 8 * next), "r"((next ? phase : phase ^ 1)) : "memory");
            const uint at = base + next * 67584;
            const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
            uint a_word0;
            asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
            uint a_word1;
            asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
            const uint said_b = at + 66560 + 256 + lane * 4;
            uint b_word0;
            asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
            uint b_word1;
            asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
            uint b_word2;
            asm volatile("ld.shared.b32 %0, [%1 + 512];" : "=r"(b_word2) : "r"(said_b));
            uint b_word3;
            asm volatile("ld.shared.b32 %0, [%1 + 640];" : "=r"(b_word3) : "r"(said_b));
            const uint said = a_word0 | a_word1 | b_word0 | b_word1 | b_word2 | b_word3;
            asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
                : "=r"(doubts) : "r"(said & 11));
          }
          if (doubts) break;
          {
            uint left;
            asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                : "=r"(left) : "r"(blocks + slot * 4224 + team * 512), "r"(0));
            uint right;
            asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                : "=r"(right) : "r"(blocks + slot * 4224 + 2112), "r"(0));
            asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
            MULTIPLY(left, right, 0);
            MULTIPLY(left + 2, right + 2, 1);
            MULTIPLY(left + 4, right + 4, 1);
            MULTIPLY(left + 6, right + 6, 1);
            asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          }
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + next * 4224 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + next * 4224 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 1);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 1024, 1);
          MULTIPLY_SMALL(left + 2, right + 1026, 1);
          MULTIPLY_SMALL(left + 4, right + 1028, 1);
          MULTIPLY_SMALL(left + 6, right + 1030, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
          asm volatile("//@wgmma.wait_group.sync.aligned 1;"
              : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7),
              "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15),
              "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23),
              "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31),
              "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39),
              "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47),
              "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55),
              "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
              : : "memory");
          if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
          if (++slot == 3) { slot = 0; phase ^= 1; }
          ++done;
          {
            sum0 += acc0; sum1 += acc1; sum2 += acc2; sum3 += acc3; sum4 += acc4; sum5 += acc5; sum6 += acc6;
            sum7 += acc7;
            sum8 += acc8; sum9 += acc9; sum10 += acc10; sum11 += acc11; sum12 += acc12; sum13 += acc13; sum14 += acc14;
            sum15 += acc15;
            sum16 += acc16; sum17 += acc17; sum18 += acc18; sum19 += acc19; sum20 += acc20; sum21 += acc21;
            sum22 += acc22; sum23 += acc23;
            sum24 += acc24; sum25 += acc25; sum26 += acc26; sum27 += acc27; sum28 += acc28; sum29 += acc29;
            sum30 += acc30; sum31 += acc31;
            sum32 += acc32; sum33 += acc33; sum34 += acc34; sum35 += acc35; sum36 += acc36; sum37 += acc37;
            sum38 += acc38; sum39 += acc39;
            sum40 += acc40; sum41 += acc41; sum42 += acc42; sum43 += acc43; sum44 += acc44; sum45 += acc45;
            sum46 += acc46; sum47 += acc47;
            sum48 += acc48; sum49 += acc49; sum50 += acc50; sum51 += acc51; sum52 += acc52; sum53 += acc53;
            sum54 += acc54; sum55 += acc55;
            sum56 += acc56; sum57 += acc57; sum58 += acc58; sum59 += acc59; sum60 += acc60; sum61 += acc61;
            sum62 += acc62; sum63 += acc63;
          }
        }
        {
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 4224 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 4224 + 2112), "r"(0));
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY(left, right, 0);
          MULTIPLY(left + 2, right + 2, 1);
          MULTIPLY(left + 4, right + 4, 1);
          MULTIPLY(left + 6, right + 6, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
        }
        asm volatile("//@wgmma.wait_group.sync.aligned 0;"
            : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7),
            "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15),
            "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23),
            "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31),
            "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39),
            "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47),
            "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55),
            "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63),
            "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8),
            "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16),
            "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24),
            "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31), "+f"(low32),
            "+f"(low33), "+f"(low34), "+f"(low35), "+f"(low36), "+f"(low37), "+f"(low38), "+f"(low39), "+f"(low40),
            "+f"(low41), "+f"(low42), "+f"(low43), "+f"(low44), "+f"(low45), "+f"(low46), "+f"(low47), "+f"(low48),
            "+f"(low49), "+f"(low50), "+f"(low51), "+f"(low52), "+f"(low53), "+f"(low54), "+f"(low55), "+f"(low56),
            "+f"(low57), "+f"(low58), "+f"(low59), "+f"(low60), "+f"(low61), "+f"(low62), "+f"(low63) : : "memory");
        if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
        if (++slot == 3) { slot = 0; phase ^= 1; }
        ++done;
        sum0 += acc0; sum1 += acc1; sum2 += acc2; sum3 += acc3; sum4 += acc4; sum5 += acc5; sum6 += acc6; sum7 += acc7;
        sum8 += acc8; sum9 += acc9; sum10 += acc10; sum11 += acc11; sum12 += acc12; sum13 += acc13; sum14 += acc14;
        sum15 += acc15;
        sum16 += acc16; sum17 += acc17; sum18 += acc18; sum19 += acc19; sum20 += acc20; sum21 += acc21; sum22 += acc22;
        sum23 += acc23;
        sum24 += acc24; sum25 += acc25; sum26 += acc26; sum27 += acc27; sum28 += acc28; sum29 += acc29; sum30 += acc30;
        sum31 += acc31;
        sum32 += acc32; sum33 += acc33; sum34 += acc34; sum35 += acc35; sum36 += acc36; sum37 += acc37; sum38 += acc38;
        sum39 += acc39;
        sum40 += acc40; sum41 += acc41; sum42 += acc42; sum43 += acc43; sum44 += acc44; sum45 += acc45; sum46 += acc46;
        sum47 += acc47;
        sum48 += acc48; sum49 += acc49; sum50 += acc50; sum51 += acc51; sum52 += acc52; sum53 += acc53; sum54 += acc54;
        sum55 += acc55;
        sum56 += acc56; sum57 += acc57; sum58 += acc58; sum59 += acc59; sum60 += acc60; sum61 += acc61; sum62 += acc62;
        sum63 += acc63;
        sum0 = fma(low0, 0.000244140625f, sum0); sum1 = fma(low1, 0.000244140625f, sum1);
        sum2 = fma(low2, 0.000244140625f, sum2); sum3 = fma(low3, 0.000244140625f, sum3);
        sum4 = fma(low4, 0.000244140625f, sum4); sum5 = fma(low5, 0.000244140625f, sum5);
        sum6 = fma(low6, 0.000244140625f, sum6); sum7 = fma(low7, 0.000244140625f, sum7);
        sum8 = fma(low8, 0.000244140625f, sum8); sum9 = fma(low9, 0.000244140625f, sum9);
        sum10 = fma(low10, 0.000244140625f, sum10); sum11 = fma(low11, 0.000244140625f, sum11);
        sum12 = fma(low12, 0.000244140625f, sum12); sum13 = fma(low13, 0.000244140625f, sum13);
        sum14 = fma(low14, 0.000244140625f, sum14); sum15 = fma(low15, 0.000244140625f, sum15);
        sum16 = fma(low16, 0.000244140625f, sum16); sum17 = fma(low17, 0.000244140625f, sum17);
        sum18 = fma(low18, 0.000244140625f, sum18); sum19 = fma(low19, 0.000244140625f, sum19);
        sum20 = fma(low20, 0.000244140625f, sum20); sum21 = fma(low21, 0.000244140625f, sum21);
        sum22 = fma(low22, 0.000244140625f, sum22); sum23 = fma(low23, 0.000244140625f, sum23);
        sum24 = fma(low24, 0.000244140625f, sum24); sum25 = fma(low25, 0.000244140625f, sum25);
        sum26 = fma(low26, 0.000244140625f, sum26); sum27 = fma(low27, 0.000244140625f, sum27);
        sum28 = fma(low28, 0.000244140625f, sum28); sum29 = fma(low29, 0.000244140625f, sum29);
        sum30 = fma(low30, 0.000244140625f, sum30); sum31 = fma(low31, 0.000244140625f, sum31);
        sum32 = fma(low32, 0.000244140625f, sum32); sum33 = fma(low33, 0.000244140625f, sum33);
        sum34 = fma(low34, 0.000244140625f, sum34); sum35 = fma(low35, 0.000244140625f, sum35);
        sum36 = fma(low36, 0.000244140625f, sum36); sum37 = fma(low37, 0.000244140625f, sum37);
        sum38 = fma(low38, 0.000244140625f, sum38); sum39 = fma(low39, 0.000244140625f, sum39);
        sum40 = fma(low40, 0.000244140625f, sum40); sum41 = fma(low41, 0.000244140625f, sum41);
        sum42 = fma(low42, 0.000244140625f, sum42); sum43 = fma(low43, 0.000244140625f, sum43);
        sum44 = fma(low44, 0.000244140625f, sum44); sum45 = fma(low45, 0.000244140625f, sum45);
        sum46 = fma(low46, 0.000244140625f, sum46); sum47 = fma(low47, 0.000244140625f, sum47);
        sum48 = fma(low48, 0.000244140625f, sum48); sum49 = fma(low49, 0.000244140625f, sum49);
        sum50 = fma(low50, 0.000244140625f, sum50); sum51 = fma(low51, 0.000244140625f, sum51);
        sum52 = fma(low52, 0.000244140625f, sum52); sum53 = fma(low53, 0.000244140625f, sum53);
        sum54 = fma(low54, 0.000244140625f, sum54); sum55 = fma(low55, 0.000244140625f, sum55);
        sum56 = fma(low56, 0.000244140625f, sum56); sum57 = fma(low57, 0.000244140625f, sum57);
        sum58 = fma(low58, 0.000244140625f, sum58); sum59 = fma(low59, 0.000244140625f, sum59);
        sum60 = fma(low60, 0.000244140625f, sum60); sum61 = fma(low61, 0.000244140625f, sum61);
        sum62 = fma(low62, 0.000244140625f, sum62); sum63 = fma(low63, 0.000244140625f, sum63);
        if (doubts) break;
      }
      sum0 = sum0 * unit_a * unit_b; sum1 = sum1 * unit_a * unit_b; sum2 = sum2 * unit_a * unit_b;
      sum3 = sum3 * unit_a * unit_b; sum4 = sum4 * unit_a * unit_b; sum5 = sum5 * unit_a * unit_b;
      sum6 = sum6 * unit_a * unit_b; sum7 = sum7 * unit_a * unit_b;
      sum8 = sum8 * unit_a * unit_b; sum9 = sum9 * unit_a * unit_b; sum10 = sum10 * unit_a * unit_b;
      sum11 = sum11 * unit_a * unit_b; sum12 = sum12 * unit_a * unit_b; sum13 = sum13 * unit_a * unit_b;
      sum14 = sum14 * unit_a * unit_b; sum15 = sum15 * unit_a * unit_b;
      sum16 = sum16 * unit_a * unit_b; sum17 = sum17 * unit_a * unit_b; sum18 = sum18 * unit_a * unit_b;
      sum19 = sum19 * unit_a * unit_b; sum20 = sum20 * unit_a * unit_b; sum21 = sum21 * unit_a * unit_b;
      sum22 = sum22 * unit_a * unit_b; sum23 = sum23 * unit_a * unit_b;
      sum24 = sum24 * unit_a * unit_b; sum25 = sum25 * unit_a * unit_b; sum26 = sum26 * unit_a * unit_b;
      sum27 = sum27 * unit_a * unit_b; sum28 = sum28 * unit_a * unit_b; sum29 = sum29 * unit_a * unit_b;
      sum30 = sum30 * unit_a * unit_b; sum31 = sum31 * unit_a * unit_b;
      sum32 = sum32 * unit_a * unit_b; sum33 = sum33 * unit_a * unit_b; sum34 = sum34 * unit_a * unit_b;
      sum35 = sum35 * unit_a * unit_b; sum36 = sum36 * unit_a * unit_b; sum37 = sum37 * unit_a * unit_b;
      sum38 = sum38 * unit_a * unit_b; sum39 = sum39 * unit_a * unit_b;
      sum40 = sum40 * unit_a * unit_b; sum41 = sum41 * unit_a * unit_b; sum42 = sum42 * unit_a * unit_b;
      sum43 = sum43 * unit_a * unit_b; sum44 = sum44 * unit_a * unit_b; sum45 = sum45 * unit_a * unit_b;
      sum46 = sum46 * unit_a * unit_b; sum47 = sum47 * unit_a * unit_b;
      sum48 = sum48 * unit_a * unit_b; sum49 = sum49 * unit_a * unit_b; sum50 = sum50 * unit_a * unit_b;
      sum51 = sum51 * unit_a * unit_b; sum52 = sum52 * unit_a * unit_b; sum53 = sum53 * unit_a * unit_b;
      sum54 = sum54 * unit_a * unit_b; sum55 = sum55 * unit_a * unit_b;
      sum56 = sum56 * unit_a * unit_b; sum57 = sum57 * unit_a * unit_b; sum58 = sum58 * unit_a * unit_b;
      sum59 = sum59 * unit_a * unit_b; sum60 = sum60 * unit_a * unit_b; sum61 = sum61 * unit_a * unit_b;
      sum62 = sum62 * unit_a * unit_b; sum63 = sum63 * unit_a * unit_b;
      for (int step = done; step < steps; ++step) {
        {
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 4224 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 4224 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 0);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 1024, 1);
          MULTIPLY_SMALL(left + 2, right + 1026, 1);
          MULTIPLY_SMALL(left + 4, right + 1028, 1);
          MULTIPLY_SMALL(left + 6, right + 1030, 1);
          MULTIPLY(left, right, 0);
          MULTIPLY(left + 2, right + 2, 1);
          MULTIPLY(left + 4, right + 4, 1);
          MULTIPLY(left + 6, right + 6, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
        }
        const uint at = base + slot * 67584;
        uint doubts;
        const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
        uint a_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
        uint a_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
        const uint said_b = at + 66560 + 256 + lane * 4;
        uint b_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
        uint b_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
        uint b_word2;
        asm volatile("ld.shared.b32 %0, [%1 + 512];" : "=r"(b_word2) : "r"(said_b));
        uint b_word3;
        asm volatile("ld.shared.b32 %0, [%1 + 640];" : "=r"(b_word3) : "r"(said_b));
        const uint said = a_word0 | a_word1 | b_word0 | b_word1 | b_word2 | b_word3;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
            : "=r"(doubts) : "r"(said & 3));
        asm volatile("//@wgmma.wait_group.sync.aligned 0;"
            : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7),
            "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15),
            "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23),
            "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31),
            "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39),
            "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47),
            "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55),
            "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63),
            "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8),
            "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16),
            "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24),
            "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31), "+f"(low32),
            "+f"(low33), "+f"(low34), "+f"(low35), "+f"(low36), "+f"(low37), "+f"(low38), "+f"(low39), "+f"(low40),
            "+f"(low41), "+f"(low42), "+f"(low43), "+f"(low44), "+f"(low45), "+f"(low46), "+f"(low47), "+f"(low48),
            "+f"(low49), "+f"(low50), "+f"(low51), "+f"(low52), "+f"(low53), "+f"(low54), "+f"(low55), "+f"(low56),
            "+f"(low57), "+f"(low58), "+f"(low59), "+f"(low60), "+f"(low61), "+f"(low62), "+f"(low63) : : "memory");
        uint plain = 0;
        uint marked = 0, marked0 = 0, marked1 = 0;
        if (doubts) {
          asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
              : "=r"(plain) : "r"(said & 2));
          if (!plain) {
            float row_factor0, row_factor1;
            const uint rows_at = at + 32768 + team * 512 + (warp % 4 * 16 + g) * 4;
            const uint cols_at = at + 66560 + t * 8;
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(row_factor0) : "r"(rows_at));
            asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(row_factor1) : "r"(rows_at));
            float col_factor0, col_factor1;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(col_factor0), "=f"(col_factor1) : "r"(cols_at));
            if (fabs(fma(low0, 0.000244140625f, acc0)) < 128.0f && row_factor0 * col_factor0 != 0)
                { marked0 |= 0x1u; acc0 = 0; low0 = 0; }
            if (fabs(fma(low1, 0.000244140625f, acc1)) < 128.0f && row_factor0 * col_factor1 != 0)
                { marked0 |= 0x2u; acc1 = 0; low1 = 0; }
            if (fabs(fma(low2, 0.000244140625f, acc2)) < 128.0f && row_factor1 * col_factor0 != 0)
                { marked0 |= 0x4u; acc2 = 0; low2 = 0; }
            if (fabs(fma(low3, 0.000244140625f, acc3)) < 128.0f && row_factor1 * col_factor1 != 0)
                { marked0 |= 0x8u; acc3 = 0; low3 = 0; }
            float col_factor2, col_factor3;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(col_factor2), "=f"(col_factor3) : "r"(cols_at));
            if (fabs(fma(low4, 0.000244140625f, acc4)) < 128.0f && row_factor0 * col_factor2 != 0)
                { marked0 |= 0x10u; acc4 = 0; low4 = 0; }
            if (fabs(fma(low5, 0.000244140625f, acc5)) < 128.0f && row_factor0 * col_factor3 != 0)
                { marked0 |= 0x20u; acc5 = 0; low5 = 0; }
            if (fabs(fma(low6, 0.000244140625f, acc6)) < 128.0f && row_factor1 * col_factor2 != 0)
                { marked0 |= 0x40u; acc6 = 0; low6 = 0; }
            if (fabs(fma(low7, 0.000244140625f, acc7)) < 128.0f && row_factor1 * col_factor3 != 0)
                { marked0 |= 0x80u; acc7 = 0; low7 = 0; }
            float col_factor4, col_factor5;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 64];" : "=f"(col_factor4), "=f"(col_factor5) : "r"(cols_at));
            if (fabs(fma(low8, 0.000244140625f, acc8)) < 128.0f && row_factor0 * col_factor4 != 0)
                { marked0 |= 0x100u; acc8 = 0; low8 = 0; }
            if (fabs(fma(low9, 0.000244140625f, acc9)) < 128.0f && row_factor0 * col_factor5 != 0)
                { marked0 |= 0x200u; acc9 = 0; low9 = 0; }
            if (fabs(fma(low10, 0.000244140625f, acc10)) < 128.0f && row_factor1 * col_factor4 != 0)
                { marked0 |= 0x400u; acc10 = 0; low10 = 0; }
            if (fabs(fma(low11, 0.000244140625f, acc11)) < 128.0f && row_factor1 * col_factor5 != 0)
                { marked0 |= 0x800u; acc11 = 0; low11 = 0; }
            float col_factor6, col_factor7;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 96];" : "=f"(col_factor6), "=f"(col_factor7) : "r"(cols_at));
            if (fabs(fma(low12, 0.000244140625f, acc12)) < 128.0f && row_factor0 * col_factor6 != 0)
                { marked0 |= 0x1000u; acc12 = 0; low12 = 0; }
            if (fabs(fma(low13, 0.000244140625f, acc13)) < 128.0f && row_factor0 * col_factor7 != 0)
                { marked0 |= 0x2000u; acc13 = 0; low13 = 0; }
            if (fabs(fma(low14, 0.000244140625f, acc14)) < 128.0f && row_factor1 * col_factor6 != 0)
                { marked0 |= 0x4000u; acc14 = 0; low14 = 0; }
            if (fabs(fma(low15, 0.000244140625f, acc15)) < 128.0f && row_factor1 * col_factor7 != 0)
                { marked0 |= 0x8000u; acc15 = 0; low15 = 0; }
            float col_factor8, col_factor9;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 128];"
                : "=f"(col_factor8), "=f"(col_factor9) : "r"(cols_at));
            if (fabs(fma(low16, 0.000244140625f, acc16)) < 128.0f && row_factor0 * col_factor8 != 0)
                { marked0 |= 0x10000u; acc16 = 0; low16 = 0; }
            if (fabs(fma(low17, 0.000244140625f, acc17)) < 128.0f && row_factor0 * col_factor9 != 0)
                { marked0 |= 0x20000u; acc17 = 0; low17 = 0; }
            if (fabs(fma(low18, 0.000244140625f, acc18)) < 128.0f && row_factor1 * col_factor8 != 0)
                { marked0 |= 0x40000u; acc18 = 0; low18 = 0; }
            if (fabs(fma(low19, 0.000244140625f, acc19)) < 128.0f && row_factor1 * col_factor9 != 0)
                { marked0 |= 0x80000u; acc19 = 0; low19 = 0; }
            float col_factor10, col_factor11;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 160];"
                : "=f"(col_factor10), "=f"(col_factor11) : "r"(cols_at));
            if (fabs(fma(low20, 0.000244140625f, acc20)) < 128.0f && row_factor0 * col_factor10 != 0)
                { marked0 |= 0x100000u; acc20 = 0; low20 = 0; }
            if (fabs(fma(low21, 0.000244140625f, acc21)) < 128.0f && row_factor0 * col_factor11 != 0)
                { marked0 |= 0x200000u; acc21 = 0; low21 = 0; }
            if (fabs(fma(low22, 0.000244140625f, acc22)) < 128.0f && row_factor1 * col_factor10 != 0)
                { marked0 |= 0x400000u; acc22 = 0; low22 = 0; }
            if (fabs(fma(low23, 0.000244140625f, acc23)) < 128.0f && row_factor1 * col_factor11 != 0)
                { marked0 |= 0x800000u; acc23 = 0; low23 = 0; }
            float col_factor12, col_factor13;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 192];"
                : "=f"(col_factor12), "=f"(col_factor13) : "r"(cols_at));
            if (fabs(fma(low24, 0.000244140625f, acc24)) < 128.0f && row_factor0 * col_factor12 != 0)
                { marked0 |= 0x1000000u; acc24 = 0; low24 = 0; }
            if (fabs(fma(low25, 0.000244140625f, acc25)) < 128.0f && row_factor0 * col_factor13 != 0)
                { marked0 |= 0x2000000u; acc25 = 0; low25 = 0; }
            if (fabs(fma(low26, 0.000244140625f, acc26)) < 128.0f && row_factor1 * col_factor12 != 0)
                { marked0 |= 0x4000000u; acc26 = 0; low26 = 0; }
            if (fabs(fma(low27, 0.000244140625f, acc27)) < 128.0f && row_factor1 * col_factor13 != 0)
                { marked0 |= 0x8000000u; acc27 = 0; low27 = 0; }
            float col_factor14, col_factor15;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 224];"
                : "=f"(col_factor14), "=f"(col_factor15) : "r"(cols_at));
            if (fabs(fma(low28, 0.000244140625f, acc28)) < 128.0f && row_factor0 * col_factor14 != 0)
                { marked0 |= 0x10000000u; acc28 = 0; low28 = 0; }
            if (fabs(fma(low29, 0.000244140625f, acc29)) < 128.0f && row_factor0 * col_factor15 != 0)
                { marked0 |= 0x20000000u; acc29 = 0; low29 = 0; }
            if (fabs(fma(low30, 0.000244140625f, acc30)) < 128.0f && row_factor1 * col_factor14 != 0)
                { marked0 |= 0x40000000u; acc30 = 0; low30 = 0; }
            if (fabs(fma(low31, 0.000244140625f, acc31)) < 128.0f && row_factor1 * col_factor15 != 0)
                { marked0 |= 0x80000000u; acc31 = 0; low31 = 0; }
            float col_factor16, col_factor17;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 512];"
                : "=f"(col_factor16), "=f"(col_factor17) : "r"(cols_at));
            if (fabs(fma(low32, 0.000244140625f, acc32)) < 128.0f && row_factor0 * col_factor16 != 0)
                { marked1 |= 0x1u; acc32 = 0; low32 = 0; }
            if (fabs(fma(low33, 0.000244140625f, acc33)) < 128.0f && row_factor0 * col_factor17 != 0)
                { marked1 |= 0x2u; acc33 = 0; low33 = 0; }
            if (fabs(fma(low34, 0.000244140625f, acc34)) < 128.0f && row_factor1 * col_factor16 != 0)
                { marked1 |= 0x4u; acc34 = 0; low34 = 0; }
            if (fabs(fma(low35, 0.000244140625f, acc35)) < 128.0f && row_factor1 * col_factor17 != 0)
                { marked1 |= 0x8u; acc35 = 0; low35 = 0; }
            float col_factor18, col_factor19;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 544];"
                : "=f"(col_factor18), "=f"(col_factor19) : "r"(cols_at));
            if (fabs(fma(low36, 0.000244140625f, acc36)) < 128.0f && row_factor0 * col_factor18 != 0)
                { marked1 |= 0x10u; acc36 = 0; low36 = 0; }
            if (fabs(fma(low37, 0.000244140625f, acc37)) < 128.0f && row_factor0 * col_factor19 != 0)
                { marked1 |= 0x20u; acc37 = 0; low37 = 0; }
            if (fabs(fma(low38, 0.000244140625f, acc38)) < 128.0f && row_factor1 * col_factor18 != 0)
                { marked1 |= 0x40u; acc38 = 0; low38 = 0; }
            if (fabs(fma(low39, 0.000244140625f, acc39)) < 128.0f && row_factor1 * col_factor19 != 0)
                { marked1 |= 0x80u; acc39 = 0; low39 = 0; }
            float col_factor20, col_factor21;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 576];"
                : "=f"(col_factor20), "=f"(col_factor21) : "r"(cols_at));
            if (fabs(fma(low40, 0.000244140625f, acc40)) < 128.0f && row_factor0 * col_factor20 != 0)
                { marked1 |= 0x100u; acc40 = 0; low40 = 0; }
            if (fabs(fma(low41, 0.000244140625f, acc41)) < 128.0f && row_factor0 * col_factor21 != 0)
                { marked1 |= 0x200u; acc41 = 0; low41 = 0; }
            if (fabs(fma(low42, 0.000244140625f, acc42)) < 128.0f && row_factor1 * col_factor20 != 0)
                { marked1 |= 0x400u; acc42 = 0; low42 = 0; }
            if (fabs(fma(low43, 0.000244140625f, acc43)) < 128.0f && row_factor1 * col_factor21 != 0)
                { marked1 |= 0x800u; acc43 = 0; low43 = 0; }
            float col_factor22, col_factor23;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 608];"
                : "=f"(col_factor22), "=f"(col_factor23) : "r"(cols_at));
            if (fabs(fma(low44, 0.000244140625f, acc44)) < 128.0f && row_factor0 * col_factor22 != 0)
                { marked1 |= 0x1000u; acc44 = 0; low44 = 0; }
            if (fabs(fma(low45, 0.000244140625f, acc45)) < 128.0f && row_factor0 * col_factor23 != 0)
                { marked1 |= 0x2000u; acc45 = 0; low45 = 0; }
            if (fabs(fma(low46, 0.000244140625f, acc46)) < 128.0f && row_factor1 * col_factor22 != 0)
                { marked1 |= 0x4000u; acc46 = 0; low46 = 0; }
            if (fabs(fma(low47, 0.000244140625f, acc47)) < 128.0f && row_factor1 * col_factor23 != 0)
                { marked1 |= 0x8000u; acc47 = 0; low47 = 0; }
            float col_factor24, col_factor25;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 640];"
                : "=f"(col_factor24), "=f"(col_factor25) : "r"(cols_at));
            if (fabs(fma(low48, 0.000244140625f, acc48)) < 128.0f && row_factor0 * col_factor24 != 0)
                { marked1 |= 0x10000u; acc48 = 0; low48 = 0; }
            if (fabs(fma(low49, 0.000244140625f, acc49)) < 128.0f && row_factor0 * col_factor25 != 0)
                { marked1 |= 0x20000u; acc49 = 0; low49 = 0; }
            if (fabs(fma(low50, 0.000244140625f, acc50)) < 128.0f && row_factor1 * col_factor24 != 0)
                { marked1 |= 0x40000u; acc50 = 0; low50 = 0; }
            if (fabs(fma(low51, 0.000244140625f, acc51)) < 128.0f && row_factor1 * col_factor25 != 0)
                { marked1 |= 0x80000u; acc51 = 0; low51 = 0; }
            float col_factor26, col_factor27;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 672];"
                : "=f"(col_factor26), "=f"(col_factor27) : "r"(cols_at));
            if (fabs(fma(low52, 0.000244140625f, acc52)) < 128.0f && row_factor0 * col_factor26 != 0)
                { marked1 |= 0x100000u; acc52 = 0; low52 = 0; }
            if (fabs(fma(low53, 0.000244140625f, acc53)) < 128.0f && row_factor0 * col_factor27 != 0)
                { marked1 |= 0x200000u; acc53 = 0; low53 = 0; }
            if (fabs(fma(low54, 0.000244140625f, acc54)) < 128.0f && row_factor1 * col_factor26 != 0)
                { marked1 |= 0x400000u; acc54 = 0; low54 = 0; }
            if (fabs(fma(low55, 0.000244140625f, acc55)) < 128.0f && row_factor1 * col_factor27 != 0)
                { marked1 |= 0x800000u; acc55 = 0; low55 = 0; }
            float col_factor28, col_factor29;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 704];"
                : "=f"(col_factor28), "=f"(col_factor29) : "r"(cols_at));
            if (fabs(fma(low56, 0.000244140625f, acc56)) < 128.0f && row_factor0 * col_factor28 != 0)
                { marked1 |= 0x1000000u; acc56 = 0; low56 = 0; }
            if (fabs(fma(low57, 0.000244140625f, acc57)) < 128.0f && row_factor0 * col_factor29 != 0)
                { marked1 |= 0x2000000u; acc57 = 0; low57 = 0; }
            if (fabs(fma(low58, 0.000244140625f, acc58)) < 128.0f && row_factor1 * col_factor28 != 0)
                { marked1 |= 0x4000000u; acc58 = 0; low58 = 0; }
            if (fabs(fma(low59, 0.000244140625f, acc59)) < 128.0f && row_factor1 * col_factor29 != 0)
                { marked1 |= 0x8000000u; acc59 = 0; low59 = 0; }
            float col_factor30, col_factor31;
            asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 736];"
                : "=f"(col_factor30), "=f"(col_factor31) : "r"(cols_at));
            if (fabs(fma(low60, 0.000244140625f, acc60)) < 128.0f && row_factor0 * col_factor30 != 0)
                { marked1 |= 0x10000000u; acc60 = 0; low60 = 0; }
            if (fabs(fma(low61, 0.000244140625f, acc61)) < 128.0f && row_factor0 * col_factor31 != 0)
                { marked1 |= 0x20000000u; acc61 = 0; low61 = 0; }
            if (fabs(fma(low62, 0.000244140625f, acc62)) < 128.0f && row_factor1 * col_factor30 != 0)
                { marked1 |= 0x40000000u; acc62 = 0; low62 = 0; }
            if (fabs(fma(low63, 0.000244140625f, acc63)) < 128.0f && row_factor1 * col_factor31 != 0)
                { marked1 |= 0x80000000u; acc63 = 0; low63 = 0; }
            uint count0, count1;
            asm("popc.b32 %0, %1;" : "=r"(count0) : "r"(marked0));
            asm("popc.b32 %0, %1;" : "=r"(count1) : "r"(marked1));
            asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(marked) : "r"(count0 + count1));
            const uint many = marked > 32;
            asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; barrier.cta.red.or.aligned.pred p, %2, 128, p; selp.u32 %0, 1, 0, p; }"
                : "=r"(plain) : "r"(many), "r"(3 + team) : "memory");
          }
        }
        if (plain) {
          const int first = step * 64, end = min(first + 64, k);
          uint far;
          asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
              : "=r"(far) : "r"(said & 4));
          if (far) {
            int last_row = m - 1, last_col = n - 1;
            asm volatile("" : "+r"(last_row), "+r"(last_col));
            #pragma unroll 2
            for (int l = first; l < end; ++l) {
              const float a0 = a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)l];
              const float a1 = a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)l];
              const float b0 = b[b_offset + (size_t)l + (size_t)min(col, last_col) * b_col];
              const float b1 = b[b_offset + (size_t)l + (size_t)min(col + 1, last_col) * b_col];
              sum0 = fma(a0, b0, sum0);
              sum1 = fma(a0, b1, sum1);
              sum2 = fma(a1, b0, sum2);
              sum3 = fma(a1, b1, sum3);
              const float b2 = b[b_offset + (size_t)l + (size_t)min(col + 8, last_col) * b_col];
              const float b3 = b[b_offset + (size_t)l + (size_t)min(col + 9, last_col) * b_col];
              sum4 = fma(a0, b2, sum4);
              sum5 = fma(a0, b3, sum5);
              sum6 = fma(a1, b2, sum6);
              sum7 = fma(a1, b3, sum7);
              const float b4 = b[b_offset + (size_t)l + (size_t)min(col + 16, last_col) * b_col];
              const float b5 = b[b_offset + (size_t)l + (size_t)min(col + 17, last_col) * b_col];
              sum8 = fma(a0, b4, sum8);
              sum9 = fma(a0, b5, sum9);
              sum10 = fma(a1, b4, sum10);
              sum11 = fma(a1, b5, sum11);
              const float b6 = b[b_offset + (size_t)l + (size_t)min(col + 24, last_col) * b_col];
              const float b7 = b[b_offset + (size_t)l + (size_t)min(col + 25, last_col) * b_col];
              sum12 = fma(a0, b6, sum12);
              sum13 = fma(a0, b7, sum13);
              sum14 = fma(a1, b6, sum14);
              sum15 = fma(a1, b7, sum15);
              const float b8 = b[b_offset + (size_t)l + (size_t)min(col + 32, last_col) * b_col];
              const float b9 = b[b_offset + (size_t)l + (size_t)min(col + 33, last_col) * b_col];
              sum16 = fma(a0, b8, sum16);
              sum17 = fma(a0, b9, sum17);
              sum18 = fma(a1, b8, sum18);
              sum19 = fma(a1, b9, sum19);
              const float b10 = b[b_offset + (size_t)l + (size_t)min(col + 40, last_col) * b_col];
              const float b11 = b[b_offset + (size_t)l + (size_t)min(col + 41, last_col) * b_col];
              sum20 = fma(a0, b10, sum20);
              sum21 = fma(a0, b11, sum21);
              sum22 = fma(a1, b10, sum22);
              sum23 = fma(a1, b11, sum23);
              const float b12 = b[b_offset + (size_t)l + (size_t)min(col + 48, last_col) * b_col];
              const float b13 = b[b_offset + (size_t)l + (size_t)min(col + 49, last_col) * b_col];
              sum24 = fma(a0, b12, sum24);
              sum25 = fma(a0, b13, sum25);
              sum26 = fma(a1, b12, sum26);
              sum27 = fma(a1, b13, sum27);
              const float b14 = b[b_offset + (size_t)l + (size_t)min(col + 56, last_col) * b_col];
              const float b15 = b[b_offset + (size_t)l + (size_t)min(col + 57, last_col) * b_col];
              sum28 = fma(a0, b14, sum28);
              sum29 = fma(a0, b15, sum29);
              sum30 = fma(a1, b14, sum30);
              sum31 = fma(a1, b15, sum31);
              const float b16 = b[b_offset + (size_t)l + (size_t)min(col + 64, last_col) * b_col];
              const float b17 = b[b_offset + (size_t)l + (size_t)min(col + 65, last_col) * b_col];
              sum32 = fma(a0, b16, sum32);
              sum33 = fma(a0, b17, sum33);
              sum34 = fma(a1, b16, sum34);
              sum35 = fma(a1, b17, sum35);
              const float b18 = b[b_offset + (size_t)l + (size_t)min(col + 72, last_col) * b_col];
              const float b19 = b[b_offset + (size_t)l + (size_t)min(col + 73, last_col) * b_col];
              sum36 = fma(a0, b18, sum36);
              sum37 = fma(a0, b19, sum37);
              sum38 = fma(a1, b18, sum38);
              sum39 = fma(a1, b19, sum39);
              const float b20 = b[b_offset + (size_t)l + (size_t)min(col + 80, last_col) * b_col];
              const float b21 = b[b_offset + (size_t)l + (size_t)min(col + 81, last_col) * b_col];
              sum40 = fma(a0, b20, sum40);
              sum41 = fma(a0, b21, sum41);
              sum42 = fma(a1, b20, sum42);
              sum43 = fma(a1, b21, sum43);
              const float b22 = b[b_offset + (size_t)l + (size_t)min(col + 88, last_col) * b_col];
              const float b23 = b[b_offset + (size_t)l + (size_t)min(col + 89, last_col) * b_col];
              sum44 = fma(a0, b22, sum44);
              sum45 = fma(a0, b23, sum45);
              sum46 = fma(a1, b22, sum46);
              sum47 = fma(a1, b23, sum47);
              const float b24 = b[b_offset + (size_t)l + (size_t)min(col + 96, last_col) * b_col];
              const float b25 = b[b_offset + (size_t)l + (size_t)min(col + 97, last_col) * b_col];
              sum48 = fma(a0, b24, sum48);
              sum49 = fma(a0, b25, sum49);
              sum50 = fma(a1, b24, sum50);
              sum51 = fma(a1, b25, sum51);
              const float b26 = b[b_offset + (size_t)l + (size_t)min(col + 104, last_col) * b_col];
              const float b27 = b[b_offset + (size_t)l + (size_t)min(col + 105, last_col) * b_col];
              sum52 = fma(a0, b26, sum52);
              sum53 = fma(a0, b27, sum53);
              sum54 = fma(a1, b26, sum54);
              sum55 = fma(a1, b27, sum55);
              const float b28 = b[b_offset + (size_t)l + (size_t)min(col + 112, last_col) * b_col];
              const float b29 = b[b_offset + (size_t)l + (size_t)min(col + 113, last_col) * b_col];
              sum56 = fma(a0, b28, sum56);
              sum57 = fma(a0, b29, sum57);
              sum58 = fma(a1, b28, sum58);
              sum59 = fma(a1, b29, sum59);
              const float b30 = b[b_offset + (size_t)l + (size_t)min(col + 120, last_col) * b_col];
              const float b31 = b[b_offset + (size_t)l + (size_t)min(col + 121, last_col) * b_col];
              sum60 = fma(a0, b30, sum60);
              sum61 = fma(a0, b31, sum61);
              sum62 = fma(a1, b30, sum62);
              sum63 = fma(a1, b31, sum63);
            }
          }
          else {
            int last_row = m - 1, last_col = n - 1;
            asm volatile("" : "+r"(last_row), "+r"(last_col));
            const uint own = lane * 16, meeting = 3 + team;
            float ahead[16], left0, left1, left2, left3, left4, left5, left6, left7;
            acc0 = 0; acc1 = 0; acc2 = 0; acc3 = 0; acc4 = 0; acc5 = 0; acc6 = 0; acc7 = 0; acc8 = 0; acc9 = 0;
            acc10 = 0; acc11 = 0; acc12 = 0; acc13 = 0; acc14 = 0; acc15 = 0;
            acc16 = 0; acc17 = 0; acc18 = 0; acc19 = 0; acc20 = 0; acc21 = 0; acc22 = 0; acc23 = 0; acc24 = 0;
            acc25 = 0; acc26 = 0; acc27 = 0; acc28 = 0; acc29 = 0; acc30 = 0; acc31 = 0;
            acc32 = 0; acc33 = 0; acc34 = 0; acc35 = 0; acc36 = 0; acc37 = 0; acc38 = 0; acc39 = 0; acc40 = 0;
            acc41 = 0; acc42 = 0; acc43 = 0; acc44 = 0; acc45 = 0; acc46 = 0; acc47 = 0;
            acc48 = 0; acc49 = 0; acc50 = 0; acc51 = 0; acc52 = 0; acc53 = 0; acc54 = 0; acc55 = 0; acc56 = 0;
            acc57 = 0; acc58 = 0; acc59 = 0; acc60 = 0; acc61 = 0; acc62 = 0; acc63 = 0;
            left0 = first + t < end ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(first + t)] : 0;
            left1 = first + t < end ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(first + t)] : 0;
            left2 = first + t + 4 < end
                ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(first + t + 4)] : 0;
            left3 = first + t + 4 < end
                ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(first + t + 4)] : 0;
            left4 = first + t + 8 < end
                ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(first + t + 8)] : 0;
            left5 = first + t + 8 < end
                ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(first + t + 8)] : 0;
            left6 = first + t + 12 < end
                ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(first + t + 12)] : 0;
            left7 = first + t + 12 < end
                ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(first + t + 12)] : 0;
            #pragma unroll
            for (int i = 0; i < 8; ++i) {
              const int pair = warp % 4 + 4 * i, j = pair % 16;
              const int term = first + pair / 16 * 8 + t;
              const int inside = min(tile_col * 128 + j * 8 + g, last_col);
              ahead[2 * i] = term < end ? b[b_offset + (size_t)term + (size_t)inside * b_col] : 0;
              ahead[2 * i + 1] = term + 4 < end ? b[b_offset + (size_t)(term + 4) + (size_t)inside * b_col] : 0;
            }
            for (int l = first; l < end; l += 16) {
              asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(meeting) : "memory");
              #pragma unroll
              for (int i = 0; i < 8; ++i) {
                const int pair = warp % 4 + 4 * i, j = pair % 16;
                const uint b0_high = (as_uint(ahead[2 * i]) + 0x1000u) & 0xffffe000u;
                const uint b0_low = as_uint(ahead[2 * i] - as_float(b0_high)) + 0x1000u;
                const uint b1_high = (as_uint(ahead[2 * i + 1]) + 0x1000u) & 0xffffe000u;
                const uint b1_low = as_uint(ahead[2 * i + 1] - as_float(b1_high)) + 0x1000u;
                asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                    : : "r"((pair < 16 ? at + team * 8192 : at + team * 8192 + 16384) + j * 512 + own), "r"(b0_high),
                    "r"(b0_low), "r"(b1_high), "r"(b1_low));
              }
              asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(meeting) : "memory");
              const float y0 = left0, y1 = left1, y2 = left2, y3 = left3, y4 = left4, y5 = left5, y6 = left6,
                  y7 = left7;
              left0 = l + 16 + t < end ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(l + 16 + t)] : 0;
              left1 = l + 16 + t < end
                  ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(l + 16 + t)] : 0;
              left2 = l + 16 + t + 4 < end
                  ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(l + 16 + t + 4)] : 0;
              left3 = l + 16 + t + 4 < end
                  ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(l + 16 + t + 4)] : 0;
              left4 = l + 16 + t + 8 < end
                  ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(l + 16 + t + 8)] : 0;
              left5 = l + 16 + t + 8 < end
                  ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(l + 16 + t + 8)] : 0;
              left6 = l + 16 + t + 12 < end
                  ? a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)(l + 16 + t + 12)] : 0;
              left7 = l + 16 + t + 12 < end
                  ? a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)(l + 16 + t + 12)] : 0;
              #pragma unroll
              for (int i = 0; i < 8; ++i) {
                const int pair = warp % 4 + 4 * i, j = pair % 16;
                const int term = l + 16 + pair / 16 * 8 + t;
                const int inside = min(tile_col * 128 + j * 8 + g, last_col);
                ahead[2 * i] = term < end ? b[b_offset + (size_t)term + (size_t)inside * b_col] : 0;
                ahead[2 * i + 1] = term + 4 < end ? b[b_offset + (size_t)(term + 4) + (size_t)inside * b_col] : 0;
              }
              {
                const uint a0_high = (as_uint(y0) + 0x1000u) & 0xffffe000u;
                const uint a0_low = as_uint(y0 - as_float(a0_high)) + 0x1000u;
                const uint a1_high = (as_uint(y1) + 0x1000u) & 0xffffe000u;
                const uint a1_low = as_uint(y1 - as_float(a1_high)) + 0x1000u;
                const uint a2_high = (as_uint(y2) + 0x1000u) & 0xffffe000u;
                const uint a2_low = as_uint(y2 - as_float(a2_high)) + 0x1000u;
                const uint a3_high = (as_uint(y3) + 0x1000u) & 0xffffe000u;
                const uint a3_low = as_uint(y3 - as_float(a3_high)) + 0x1000u;
                uint high0_0, low0_0, high1_0, low1_0;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                    : "=r"(high0_0), "=r"(low0_0), "=r"(high1_0), "=r"(low1_0) : "r"(at + team * 8192 + own));
                uint high0_1, low0_1, high1_1, low1_1;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 512];"
                    : "=r"(high0_1), "=r"(low0_1), "=r"(high1_1), "=r"(low1_1) : "r"(at + team * 8192 + own));
                uint high0_2, low0_2, high1_2, low1_2;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 1024];"
                    : "=r"(high0_2), "=r"(low0_2), "=r"(high1_2), "=r"(low1_2) : "r"(at + team * 8192 + own));
                uint high0_3, low0_3, high1_3, low1_3;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 1536];"
                    : "=r"(high0_3), "=r"(low0_3), "=r"(high1_3), "=r"(low1_3) : "r"(at + team * 8192 + own));
                uint high0_4, low0_4, high1_4, low1_4;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 2048];"
                    : "=r"(high0_4), "=r"(low0_4), "=r"(high1_4), "=r"(low1_4) : "r"(at + team * 8192 + own));
                uint high0_5, low0_5, high1_5, low1_5;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 2560];"
                    : "=r"(high0_5), "=r"(low0_5), "=r"(high1_5), "=r"(low1_5) : "r"(at + team * 8192 + own));
                uint high0_6, low0_6, high1_6, low1_6;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 3072];"
                    : "=r"(high0_6), "=r"(low0_6), "=r"(high1_6), "=r"(low1_6) : "r"(at + team * 8192 + own));
                uint high0_7, low0_7, high1_7, low1_7;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 3584];"
                    : "=r"(high0_7), "=r"(low0_7), "=r"(high1_7), "=r"(low1_7) : "r"(at + team * 8192 + own));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_0), "r"(high1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_1), "r"(high1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_2), "r"(high1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_3), "r"(high1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_4), "r"(high1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_5), "r"(high1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_6), "r"(high1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_7), "r"(high1_7));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_0), "r"(low1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_1), "r"(low1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_2), "r"(low1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_3), "r"(low1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_4), "r"(low1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_5), "r"(low1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_6), "r"(low1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_7), "r"(low1_7));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_0), "r"(high1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_1), "r"(high1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_2), "r"(high1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_3), "r"(high1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_4), "r"(high1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_5), "r"(high1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_6), "r"(high1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_7), "r"(high1_7));
                uint high0_8, low0_8, high1_8, low1_8;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 4096];"
                    : "=r"(high0_8), "=r"(low0_8), "=r"(high1_8), "=r"(low1_8) : "r"(at + team * 8192 + own));
                uint high0_9, low0_9, high1_9, low1_9;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 4608];"
                    : "=r"(high0_9), "=r"(low0_9), "=r"(high1_9), "=r"(low1_9) : "r"(at + team * 8192 + own));
                uint high0_10, low0_10, high1_10, low1_10;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 5120];"
                    : "=r"(high0_10), "=r"(low0_10), "=r"(high1_10), "=r"(low1_10) : "r"(at + team * 8192 + own));
                uint high0_11, low0_11, high1_11, low1_11;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 5632];"
                    : "=r"(high0_11), "=r"(low0_11), "=r"(high1_11), "=r"(low1_11) : "r"(at + team * 8192 + own));
                uint high0_12, low0_12, high1_12, low1_12;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 6144];"
                    : "=r"(high0_12), "=r"(low0_12), "=r"(high1_12), "=r"(low1_12) : "r"(at + team * 8192 + own));
                uint high0_13, low0_13, high1_13, low1_13;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 6656];"
                    : "=r"(high0_13), "=r"(low0_13), "=r"(high1_13), "=r"(low1_13) : "r"(at + team * 8192 + own));
                uint high0_14, low0_14, high1_14, low1_14;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 7168];"
                    : "=r"(high0_14), "=r"(low0_14), "=r"(high1_14), "=r"(low1_14) : "r"(at + team * 8192 + own));
                uint high0_15, low0_15, high1_15, low1_15;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 7680];"
                    : "=r"(high0_15), "=r"(low0_15), "=r"(high1_15), "=r"(low1_15) : "r"(at + team * 8192 + own));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_8), "r"(high1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_9), "r"(high1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_10), "r"(high1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_11), "r"(high1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_12), "r"(high1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_13), "r"(high1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_14), "r"(high1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_15), "r"(high1_15));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_8), "r"(low1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_9), "r"(low1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_10), "r"(low1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_11), "r"(low1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_12), "r"(low1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_13), "r"(low1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_14), "r"(low1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_15), "r"(low1_15));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_8), "r"(high1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_9), "r"(high1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_10), "r"(high1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_11), "r"(high1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_12), "r"(high1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_13), "r"(high1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_14), "r"(high1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_15), "r"(high1_15));
              }
              {
                const uint a0_high = (as_uint(y4) + 0x1000u) & 0xffffe000u;
                const uint a0_low = as_uint(y4 - as_float(a0_high)) + 0x1000u;
                const uint a1_high = (as_uint(y5) + 0x1000u) & 0xffffe000u;
                const uint a1_low = as_uint(y5 - as_float(a1_high)) + 0x1000u;
                const uint a2_high = (as_uint(y6) + 0x1000u) & 0xffffe000u;
                const uint a2_low = as_uint(y6 - as_float(a2_high)) + 0x1000u;
                const uint a3_high = (as_uint(y7) + 0x1000u) & 0xffffe000u;
                const uint a3_low = as_uint(y7 - as_float(a3_high)) + 0x1000u;
                uint high0_0, low0_0, high1_0, low1_0;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                    : "=r"(high0_0), "=r"(low0_0), "=r"(high1_0), "=r"(low1_0) : "r"(at + team * 8192 + 16384 + own));
                uint high0_1, low0_1, high1_1, low1_1;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 512];"
                    : "=r"(high0_1), "=r"(low0_1), "=r"(high1_1), "=r"(low1_1) : "r"(at + team * 8192 + 16384 + own));
                uint high0_2, low0_2, high1_2, low1_2;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 1024];"
                    : "=r"(high0_2), "=r"(low0_2), "=r"(high1_2), "=r"(low1_2) : "r"(at + team * 8192 + 16384 + own));
                uint high0_3, low0_3, high1_3, low1_3;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 1536];"
                    : "=r"(high0_3), "=r"(low0_3), "=r"(high1_3), "=r"(low1_3) : "r"(at + team * 8192 + 16384 + own));
                uint high0_4, low0_4, high1_4, low1_4;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 2048];"
                    : "=r"(high0_4), "=r"(low0_4), "=r"(high1_4), "=r"(low1_4) : "r"(at + team * 8192 + 16384 + own));
                uint high0_5, low0_5, high1_5, low1_5;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 2560];"
                    : "=r"(high0_5), "=r"(low0_5), "=r"(high1_5), "=r"(low1_5) : "r"(at + team * 8192 + 16384 + own));
                uint high0_6, low0_6, high1_6, low1_6;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 3072];"
                    : "=r"(high0_6), "=r"(low0_6), "=r"(high1_6), "=r"(low1_6) : "r"(at + team * 8192 + 16384 + own));
                uint high0_7, low0_7, high1_7, low1_7;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 3584];"
                    : "=r"(high0_7), "=r"(low0_7), "=r"(high1_7), "=r"(low1_7) : "r"(at + team * 8192 + 16384 + own));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_0), "r"(high1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_1), "r"(high1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_2), "r"(high1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_3), "r"(high1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_4), "r"(high1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_5), "r"(high1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_6), "r"(high1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_7), "r"(high1_7));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_0), "r"(low1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_1), "r"(low1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_2), "r"(low1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_3), "r"(low1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_4), "r"(low1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_5), "r"(low1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_6), "r"(low1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_7), "r"(low1_7));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_0), "r"(high1_0));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_1), "r"(high1_1));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_2), "r"(high1_2));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_3), "r"(high1_3));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_4), "r"(high1_4));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_5), "r"(high1_5));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_6), "r"(high1_6));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_7), "r"(high1_7));
                uint high0_8, low0_8, high1_8, low1_8;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 4096];"
                    : "=r"(high0_8), "=r"(low0_8), "=r"(high1_8), "=r"(low1_8) : "r"(at + team * 8192 + 16384 + own));
                uint high0_9, low0_9, high1_9, low1_9;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 4608];"
                    : "=r"(high0_9), "=r"(low0_9), "=r"(high1_9), "=r"(low1_9) : "r"(at + team * 8192 + 16384 + own));
                uint high0_10, low0_10, high1_10, low1_10;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 5120];"
                    : "=r"(high0_10), "=r"(low0_10), "=r"(high1_10), "=r"(low1_10)
                    : "r"(at + team * 8192 + 16384 + own));
                uint high0_11, low0_11, high1_11, low1_11;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 5632];"
                    : "=r"(high0_11), "=r"(low0_11), "=r"(high1_11), "=r"(low1_11)
                    : "r"(at + team * 8192 + 16384 + own));
                uint high0_12, low0_12, high1_12, low1_12;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 6144];"
                    : "=r"(high0_12), "=r"(low0_12), "=r"(high1_12), "=r"(low1_12)
                    : "r"(at + team * 8192 + 16384 + own));
                uint high0_13, low0_13, high1_13, low1_13;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 6656];"
                    : "=r"(high0_13), "=r"(low0_13), "=r"(high1_13), "=r"(low1_13)
                    : "r"(at + team * 8192 + 16384 + own));
                uint high0_14, low0_14, high1_14, low1_14;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 7168];"
                    : "=r"(high0_14), "=r"(low0_14), "=r"(high1_14), "=r"(low1_14)
                    : "r"(at + team * 8192 + 16384 + own));
                uint high0_15, low0_15, high1_15, low1_15;
                asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4 + 7680];"
                    : "=r"(high0_15), "=r"(low0_15), "=r"(high1_15), "=r"(low1_15)
                    : "r"(at + team * 8192 + 16384 + own));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_8), "r"(high1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_9), "r"(high1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_10), "r"(high1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_11), "r"(high1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_12), "r"(high1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_13), "r"(high1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_14), "r"(high1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_low), "r"(a1_low), "r"(a2_low), "r"(a3_low), "r"(high0_15), "r"(high1_15));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_8), "r"(low1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_9), "r"(low1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_10), "r"(low1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_11), "r"(low1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_12), "r"(low1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_13), "r"(low1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_14), "r"(low1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(low0_15), "r"(low1_15));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_8), "r"(high1_8));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_9), "r"(high1_9));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_10), "r"(high1_10));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_11), "r"(high1_11));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_12), "r"(high1_12));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_13), "r"(high1_13));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_14), "r"(high1_14));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63)
                    : "r"(a0_high), "r"(a1_high), "r"(a2_high), "r"(a3_high), "r"(high0_15), "r"(high1_15));
              }
              if ((l - first) % 32 == 16 || l + 16 >= end) {
                sum0 += acc0; acc0 = 0; sum1 += acc1; acc1 = 0; sum2 += acc2; acc2 = 0; sum3 += acc3; acc3 = 0;
                sum4 += acc4; acc4 = 0; sum5 += acc5; acc5 = 0; sum6 += acc6; acc6 = 0; sum7 += acc7; acc7 = 0;
                sum8 += acc8; acc8 = 0; sum9 += acc9; acc9 = 0; sum10 += acc10; acc10 = 0; sum11 += acc11; acc11 = 0;
                sum12 += acc12; acc12 = 0; sum13 += acc13; acc13 = 0; sum14 += acc14; acc14 = 0; sum15 += acc15;
                acc15 = 0;
                sum16 += acc16; acc16 = 0; sum17 += acc17; acc17 = 0; sum18 += acc18; acc18 = 0; sum19 += acc19;
                acc19 = 0; sum20 += acc20; acc20 = 0; sum21 += acc21; acc21 = 0; sum22 += acc22; acc22 = 0;
                sum23 += acc23; acc23 = 0;
                sum24 += acc24; acc24 = 0; sum25 += acc25; acc25 = 0; sum26 += acc26; acc26 = 0; sum27 += acc27;
                acc27 = 0; sum28 += acc28; acc28 = 0; sum29 += acc29; acc29 = 0; sum30 += acc30; acc30 = 0;
                sum31 += acc31; acc31 = 0;
                sum32 += acc32; acc32 = 0; sum33 += acc33; acc33 = 0; sum34 += acc34; acc34 = 0; sum35 += acc35;
                acc35 = 0; sum36 += acc36; acc36 = 0; sum37 += acc37; acc37 = 0; sum38 += acc38; acc38 = 0;
                sum39 += acc39; acc39 = 0;
                sum40 += acc40; acc40 = 0; sum41 += acc41; acc41 = 0; sum42 += acc42; acc42 = 0; sum43 += acc43;
                acc43 = 0; sum44 += acc44; acc44 = 0; sum45 += acc45; acc45 = 0; sum46 += acc46; acc46 = 0;
                sum47 += acc47; acc47 = 0;
                sum48 += acc48; acc48 = 0; sum49 += acc49; acc49 = 0; sum50 += acc50; acc50 = 0; sum51 += acc51;
                acc51 = 0; sum52 += acc52; acc52 = 0; sum53 += acc53; acc53 = 0; sum54 += acc54; acc54 = 0;
                sum55 += acc55; acc55 = 0;
                sum56 += acc56; acc56 = 0; sum57 += acc57; acc57 = 0; sum58 += acc58; acc58 = 0; sum59 += acc59;
                acc59 = 0; sum60 += acc60; acc60 = 0; sum61 += acc61; acc61 = 0; sum62 += acc62; acc62 = 0;
                sum63 += acc63; acc63 = 0;
              }
            }
            asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
            asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          }
        }
        else {
          float row_factor0, row_factor1;
          const uint rows_at = at + 32768 + team * 512 + (warp % 4 * 16 + g) * 4;
          const uint cols_at = at + 66560 + t * 8;
          asm volatile("ld.shared.f32 %0, [%1];" : "=f"(row_factor0) : "r"(rows_at));
          asm volatile("ld.shared.f32 %0, [%1 + 32];" : "=f"(row_factor1) : "r"(rows_at));
          float col_factor0, col_factor1;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(col_factor0), "=f"(col_factor1) : "r"(cols_at));
          sum0 = fma(fma(low0, 0.000244140625f, acc0) * row_factor0, col_factor0, sum0);
          sum1 = fma(fma(low1, 0.000244140625f, acc1) * row_factor0, col_factor1, sum1);
          sum2 = fma(fma(low2, 0.000244140625f, acc2) * row_factor1, col_factor0, sum2);
          sum3 = fma(fma(low3, 0.000244140625f, acc3) * row_factor1, col_factor1, sum3);
          float col_factor2, col_factor3;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 32];" : "=f"(col_factor2), "=f"(col_factor3) : "r"(cols_at));
          sum4 = fma(fma(low4, 0.000244140625f, acc4) * row_factor0, col_factor2, sum4);
          sum5 = fma(fma(low5, 0.000244140625f, acc5) * row_factor0, col_factor3, sum5);
          sum6 = fma(fma(low6, 0.000244140625f, acc6) * row_factor1, col_factor2, sum6);
          sum7 = fma(fma(low7, 0.000244140625f, acc7) * row_factor1, col_factor3, sum7);
          float col_factor4, col_factor5;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 64];" : "=f"(col_factor4), "=f"(col_factor5) : "r"(cols_at));
          sum8 = fma(fma(low8, 0.000244140625f, acc8) * row_factor0, col_factor4, sum8);
          sum9 = fma(fma(low9, 0.000244140625f, acc9) * row_factor0, col_factor5, sum9);
          sum10 = fma(fma(low10, 0.000244140625f, acc10) * row_factor1, col_factor4, sum10);
          sum11 = fma(fma(low11, 0.000244140625f, acc11) * row_factor1, col_factor5, sum11);
          float col_factor6, col_factor7;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 96];" : "=f"(col_factor6), "=f"(col_factor7) : "r"(cols_at));
          sum12 = fma(fma(low12, 0.000244140625f, acc12) * row_factor0, col_factor6, sum12);
          sum13 = fma(fma(low13, 0.000244140625f, acc13) * row_factor0, col_factor7, sum13);
          sum14 = fma(fma(low14, 0.000244140625f, acc14) * row_factor1, col_factor6, sum14);
          sum15 = fma(fma(low15, 0.000244140625f, acc15) * row_factor1, col_factor7, sum15);
          float col_factor8, col_factor9;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 128];" : "=f"(col_factor8), "=f"(col_factor9) : "r"(cols_at));
          sum16 = fma(fma(low16, 0.000244140625f, acc16) * row_factor0, col_factor8, sum16);
          sum17 = fma(fma(low17, 0.000244140625f, acc17) * row_factor0, col_factor9, sum17);
          sum18 = fma(fma(low18, 0.000244140625f, acc18) * row_factor1, col_factor8, sum18);
          sum19 = fma(fma(low19, 0.000244140625f, acc19) * row_factor1, col_factor9, sum19);
          float col_factor10, col_factor11;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 160];"
              : "=f"(col_factor10), "=f"(col_factor11) : "r"(cols_at));
          sum20 = fma(fma(low20, 0.000244140625f, acc20) * row_factor0, col_factor10, sum20);
          sum21 = fma(fma(low21, 0.000244140625f, acc21) * row_factor0, col_factor11, sum21);
          sum22 = fma(fma(low22, 0.000244140625f, acc22) * row_factor1, col_factor10, sum22);
          sum23 = fma(fma(low23, 0.000244140625f, acc23) * row_factor1, col_factor11, sum23);
          float col_factor12, col_factor13;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 192];"
              : "=f"(col_factor12), "=f"(col_factor13) : "r"(cols_at));
          sum24 = fma(fma(low24, 0.000244140625f, acc24) * row_factor0, col_factor12, sum24);
          sum25 = fma(fma(low25, 0.000244140625f, acc25) * row_factor0, col_factor13, sum25);
          sum26 = fma(fma(low26, 0.000244140625f, acc26) * row_factor1, col_factor12, sum26);
          sum27 = fma(fma(low27, 0.000244140625f, acc27) * row_factor1, col_factor13, sum27);
          float col_factor14, col_factor15;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 224];"
              : "=f"(col_factor14), "=f"(col_factor15) : "r"(cols_at));
          sum28 = fma(fma(low28, 0.000244140625f, acc28) * row_factor0, col_factor14, sum28);
          sum29 = fma(fma(low29, 0.000244140625f, acc29) * row_factor0, col_factor15, sum29);
          sum30 = fma(fma(low30, 0.000244140625f, acc30) * row_factor1, col_factor14, sum30);
          sum31 = fma(fma(low31, 0.000244140625f, acc31) * row_factor1, col_factor15, sum31);
          float col_factor16, col_factor17;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 512];"
              : "=f"(col_factor16), "=f"(col_factor17) : "r"(cols_at));
          sum32 = fma(fma(low32, 0.000244140625f, acc32) * row_factor0, col_factor16, sum32);
          sum33 = fma(fma(low33, 0.000244140625f, acc33) * row_factor0, col_factor17, sum33);
          sum34 = fma(fma(low34, 0.000244140625f, acc34) * row_factor1, col_factor16, sum34);
          sum35 = fma(fma(low35, 0.000244140625f, acc35) * row_factor1, col_factor17, sum35);
          float col_factor18, col_factor19;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 544];"
              : "=f"(col_factor18), "=f"(col_factor19) : "r"(cols_at));
          sum36 = fma(fma(low36, 0.000244140625f, acc36) * row_factor0, col_factor18, sum36);
          sum37 = fma(fma(low37, 0.000244140625f, acc37) * row_factor0, col_factor19, sum37);
          sum38 = fma(fma(low38, 0.000244140625f, acc38) * row_factor1, col_factor18, sum38);
          sum39 = fma(fma(low39, 0.000244140625f, acc39) * row_factor1, col_factor19, sum39);
          float col_factor20, col_factor21;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 576];"
              : "=f"(col_factor20), "=f"(col_factor21) : "r"(cols_at));
          sum40 = fma(fma(low40, 0.000244140625f, acc40) * row_factor0, col_factor20, sum40);
          sum41 = fma(fma(low41, 0.000244140625f, acc41) * row_factor0, col_factor21, sum41);
          sum42 = fma(fma(low42, 0.000244140625f, acc42) * row_factor1, col_factor20, sum42);
          sum43 = fma(fma(low43, 0.000244140625f, acc43) * row_factor1, col_factor21, sum43);
          float col_factor22, col_factor23;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 608];"
              : "=f"(col_factor22), "=f"(col_factor23) : "r"(cols_at));
          sum44 = fma(fma(low44, 0.000244140625f, acc44) * row_factor0, col_factor22, sum44);
          sum45 = fma(fma(low45, 0.000244140625f, acc45) * row_factor0, col_factor23, sum45);
          sum46 = fma(fma(low46, 0.000244140625f, acc46) * row_factor1, col_factor22, sum46);
          sum47 = fma(fma(low47, 0.000244140625f, acc47) * row_factor1, col_factor23, sum47);
          float col_factor24, col_factor25;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 640];"
              : "=f"(col_factor24), "=f"(col_factor25) : "r"(cols_at));
          sum48 = fma(fma(low48, 0.000244140625f, acc48) * row_factor0, col_factor24, sum48);
          sum49 = fma(fma(low49, 0.000244140625f, acc49) * row_factor0, col_factor25, sum49);
          sum50 = fma(fma(low50, 0.000244140625f, acc50) * row_factor1, col_factor24, sum50);
          sum51 = fma(fma(low51, 0.000244140625f, acc51) * row_factor1, col_factor25, sum51);
          float col_factor26, col_factor27;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 672];"
              : "=f"(col_factor26), "=f"(col_factor27) : "r"(cols_at));
          sum52 = fma(fma(low52, 0.000244140625f, acc52) * row_factor0, col_factor26, sum52);
          sum53 = fma(fma(low53, 0.000244140625f, acc53) * row_factor0, col_factor27, sum53);
          sum54 = fma(fma(low54, 0.000244140625f, acc54) * row_factor1, col_factor26, sum54);
          sum55 = fma(fma(low55, 0.000244140625f, acc55) * row_factor1, col_factor27, sum55);
          float col_factor28, col_factor29;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 704];"
              : "=f"(col_factor28), "=f"(col_factor29) : "r"(cols_at));
          sum56 = fma(fma(low56, 0.000244140625f, acc56) * row_factor0, col_factor28, sum56);
          sum57 = fma(fma(low57, 0.000244140625f, acc57) * row_factor0, col_factor29, sum57);
          sum58 = fma(fma(low58, 0.000244140625f, acc58) * row_factor1, col_factor28, sum58);
          sum59 = fma(fma(low59, 0.000244140625f, acc59) * row_factor1, col_factor29, sum59);
          float col_factor30, col_factor31;
          asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 736];"
              : "=f"(col_factor30), "=f"(col_factor31) : "r"(cols_at));
          sum60 = fma(fma(low60, 0.000244140625f, acc60) * row_factor0, col_factor30, sum60);
          sum61 = fma(fma(low61, 0.000244140625f, acc61) * row_factor0, col_factor31, sum61);
          sum62 = fma(fma(low62, 0.000244140625f, acc62) * row_factor1, col_factor30, sum62);
          sum63 = fma(fma(low63, 0.000244140625f, acc63) * row_factor1, col_factor31, sum63);
          if (marked) {
            const int first = step * 64, end = min(first + 64, k);
            for (;;) {
              uint waiting;
              asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                  : "=r"(waiting) : "r"(marked0 | marked1));
              if (!waiting) break;
              uint owner, which, place, others = waiting;
              if (lane >= 8) others &= others - 1;
              if (lane >= 16) others &= others - 1;
              if (lane >= 24) others &= others - 1;
              const int stop = others ? end : first;
              asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(owner) : "r"(others));
              owner &= 31;
              asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }"
                  : "=r"(which) : "r"(marked0 ? marked0 : marked1));
              if (!marked0) which += 32;
              asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(place) : "r"(which), "r"(owner));
              const int left_row = tile_row * 128 + team * 64 + warp % 4 * 16 + (int)(owner / 4 + place / 2 % 2 * 8);
              const int right_col = tile_col * 128 + (int)(owner % 4 * 2 + place / 4 * 8 + place % 2);
              float total = 0;
              for (int l = first + lane % 8; l < stop; l += 64) {
                const float a0 = l < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)l] : 0;
                const float a1 = l + 8 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 8)] : 0;
                const float a2 = l + 16 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 16)] : 0;
                const float a3 = l + 24 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 24)] : 0;
                const float a4 = l + 32 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 32)] : 0;
                const float a5 = l + 40 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 40)] : 0;
                const float a6 = l + 48 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 48)] : 0;
                const float a7 = l + 56 < stop ? a[a_offset + (size_t)left_row * a_row + (size_t)(l + 56)] : 0;
                const float b0 = l < stop ? b[b_offset + (size_t)l + (size_t)right_col * b_col] : 0;
                const float b1 = l + 8 < stop ? b[b_offset + (size_t)(l + 8) + (size_t)right_col * b_col] : 0;
                const float b2 = l + 16 < stop ? b[b_offset + (size_t)(l + 16) + (size_t)right_col * b_col] : 0;
                const float b3 = l + 24 < stop ? b[b_offset + (size_t)(l + 24) + (size_t)right_col * b_col] : 0;
                const float b4 = l + 32 < stop ? b[b_offset + (size_t)(l + 32) + (size_t)right_col * b_col] : 0;
                const float b5 = l + 40 < stop ? b[b_offset + (size_t)(l + 40) + (size_t)right_col * b_col] : 0;
                const float b6 = l + 48 < stop ? b[b_offset + (size_t)(l + 48) + (size_t)right_col * b_col] : 0;
                const float b7 = l + 56 < stop ? b[b_offset + (size_t)(l + 56) + (size_t)right_col * b_col] : 0;
                total = fma(a0, b0, total);
                total = fma(a1, b1, total);
                total = fma(a2, b2, total);
                total = fma(a3, b3, total);
                total = fma(a4, b4, total);
                total = fma(a5, b5, total);
                total = fma(a6, b6, total);
                total = fma(a7, b7, total);
              }
              float other;
              asm volatile("shfl.sync.bfly.b32 %0, %1, 4, 0x1f, 0xffffffff;" : "=f"(other) : "f"(total));
              total += other;
              asm volatile("shfl.sync.bfly.b32 %0, %1, 2, 0x1f, 0xffffffff;" : "=f"(other) : "f"(total));
              total += other;
              asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=f"(other) : "f"(total));
              total += other;
              uint ahead;
              asm("popc.b32 %0, %1;" : "=r"(ahead) : "r"(waiting & ((1u << lane) - 1)));
              asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                  : "=f"(other) : "f"(total), "r"(ahead * 8 & 31));
              if (waiting >> lane & 1 && ahead < 4) {
                switch (which) {
                  case 0: sum0 += other; break;
                  case 1: sum1 += other; break;
                  case 2: sum2 += other; break;
                  case 3: sum3 += other; break;
                  case 4: sum4 += other; break;
                  case 5: sum5 += other; break;
                  case 6: sum6 += other; break;
                  case 7: sum7 += other; break;
                  case 8: sum8 += other; break;
                  case 9: sum9 += other; break;
                  case 10: sum10 += other; break;
                  case 11: sum11 += other; break;
                  case 12: sum12 += other; break;
                  case 13: sum13 += other; break;
                  case 14: sum14 += other; break;
                  case 15: sum15 += other; break;
                  case 16: sum16 += other; break;
                  case 17: sum17 += other; break;
                  case 18: sum18 += other; break;
                  case 19: sum19 += other; break;
                  case 20: sum20 += other; break;
                  case 21: sum21 += other; break;
                  case 22: sum22 += other; break;
                  case 23: sum23 += other; break;
                  case 24: sum24 += other; break;
                  case 25: sum25 += other; break;
                  case 26: sum26 += other; break;
                  case 27: sum27 += other; break;
                  case 28: sum28 += other; break;
                  case 29: sum29 += other; break;
                  case 30: sum30 += other; break;
                  case 31: sum31 += other; break;
                  case 32: sum32 += other; break;
                  case 33: sum33 += other; break;
                  case 34: sum34 += other; break;
                  case 35: sum35 += other; break;
                  case 36: sum36 += other; break;
                  case 37: sum37 += other; break;
                  case 38: sum38 += other; break;
                  case 39: sum39 += other; break;
                  case 40: sum40 += other; break;
                  case 41: sum41 += other; break;
                  case 42: sum42 += other; break;
                  case 43: sum43 += other; break;
                  case 44: sum44 += other; break;
                  case 45: sum45 += other; break;
                  case 46: sum46 += other; break;
                  case 47: sum47 += other; break;
                  case 48: sum48 += other; break;
                  case 49: sum49 += other; break;
                  case 50: sum50 += other; break;
                  case 51: sum51 += other; break;
                  case 52: sum52 += other; break;
                  case 53: sum53 += other; break;
                  case 54: sum54 += other; break;
                  case 55: sum55 += other; break;
                  case 56: sum56 += other; break;
                  case 57: sum57 += other; break;
                  case 58: sum58 += other; break;
                  case 59: sum59 += other; break;
                  case 60: sum60 += other; break;
                  case 61: sum61 += other; break;
                  case 62: sum62 += other; break;
                  case 63: sum63 += other; break;
                }
                if (marked0) marked0 &= marked0 - 1;
                else marked1 &= marked1 - 1;
              }
            }
          }
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
        if (++slot == 3) { slot = 0; phase ^= 1; }
      }
      const int held_col = tile_col * 128 + lane;
      const float held0 = held_col < n ? *(bias + bias_offset + (size_t)held_col * bias_inc) : 0;
      const float held1 = held_col + 32 < n ? *(bias + bias_offset + (size_t)(held_col + 32) * bias_inc) : 0;
      const float held2 = held_col + 64 < n ? *(bias + bias_offset + (size_t)(held_col + 64) * bias_inc) : 0;
      const float held3 = held_col + 96 < n ? *(bias + bias_offset + (size_t)(held_col + 96) * bias_inc) : 0;
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
        sum0 = activation(sum0 + added0);
        sum2 = activation(sum2 + added0);
        sum1 = activation(sum1 + added1);
        sum3 = activation(sum3 + added1);
        sum4 = activation(sum4 + added2);
        sum6 = activation(sum6 + added2);
        sum5 = activation(sum5 + added3);
        sum7 = activation(sum7 + added3);
        sum8 = activation(sum8 + added4);
        sum10 = activation(sum10 + added4);
        sum9 = activation(sum9 + added5);
        sum11 = activation(sum11 + added5);
        sum12 = activation(sum12 + added6);
        sum14 = activation(sum14 + added6);
        sum13 = activation(sum13 + added7);
        sum15 = activation(sum15 + added7);
        sum16 = activation(sum16 + added8);
        sum18 = activation(sum18 + added8);
        sum17 = activation(sum17 + added9);
        sum19 = activation(sum19 + added9);
        sum20 = activation(sum20 + added10);
        sum22 = activation(sum22 + added10);
        sum21 = activation(sum21 + added11);
        sum23 = activation(sum23 + added11);
        sum24 = activation(sum24 + added12);
        sum26 = activation(sum26 + added12);
        sum25 = activation(sum25 + added13);
        sum27 = activation(sum27 + added13);
        sum28 = activation(sum28 + added14);
        sum30 = activation(sum30 + added14);
        sum29 = activation(sum29 + added15);
        sum31 = activation(sum31 + added15);
      }
      {
        float added16;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added16) : "f"(held2), "r"(2 * t));
        float added17;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added17) : "f"(held2), "r"(2 * t + 1));
        float added18;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added18) : "f"(held2), "r"(2 * t + 8));
        float added19;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added19) : "f"(held2), "r"(2 * t + 9));
        float added20;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added20) : "f"(held2), "r"(2 * t + 16));
        float added21;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added21) : "f"(held2), "r"(2 * t + 17));
        float added22;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added22) : "f"(held2), "r"(2 * t + 24));
        float added23;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added23) : "f"(held2), "r"(2 * t + 25));
        float added24;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added24) : "f"(held3), "r"(2 * t));
        float added25;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added25) : "f"(held3), "r"(2 * t + 1));
        float added26;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added26) : "f"(held3), "r"(2 * t + 8));
        float added27;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added27) : "f"(held3), "r"(2 * t + 9));
        float added28;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added28) : "f"(held3), "r"(2 * t + 16));
        float added29;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added29) : "f"(held3), "r"(2 * t + 17));
        float added30;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added30) : "f"(held3), "r"(2 * t + 24));
        float added31;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(added31) : "f"(held3), "r"(2 * t + 25));
        sum32 = activation(sum32 + added16);
        sum34 = activation(sum34 + added16);
        sum33 = activation(sum33 + added17);
        sum35 = activation(sum35 + added17);
        sum36 = activation(sum36 + added18);
        sum38 = activation(sum38 + added18);
        sum37 = activation(sum37 + added19);
        sum39 = activation(sum39 + added19);
        sum40 = activation(sum40 + added20);
        sum42 = activation(sum42 + added20);
        sum41 = activation(sum41 + added21);
        sum43 = activation(sum43 + added21);
        sum44 = activation(sum44 + added22);
        sum46 = activation(sum46 + added22);
        sum45 = activation(sum45 + added23);
        sum47 = activation(sum47 + added23);
        sum48 = activation(sum48 + added24);
        sum50 = activation(sum50 + added24);
        sum49 = activation(sum49 + added25);
        sum51 = activation(sum51 + added25);
        sum52 = activation(sum52 + added26);
        sum54 = activation(sum54 + added26);
        sum53 = activation(sum53 + added27);
        sum55 = activation(sum55 + added27);
        sum56 = activation(sum56 + added28);
        sum58 = activation(sum58 + added28);
        sum57 = activation(sum57 + added29);
        sum59 = activation(sum59 + added29);
        sum60 = activation(sum60 + added30);
        sum62 = activation(sum62 + added30);
        sum61 = activation(sum61 + added31);
        sum63 = activation(sum63 + added31);
      }
      const bool whole = tile_col * 128 + 128 <= n && c_row % 2 == 0 && (size_t)(c + c_offset) % 8 == 0;
      if (row < m) {
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
        if (whole) {
          put_pair(c_at, sum0, sum1);
          put_pair(c_at + 8, sum4, sum5);
          put_pair(c_at + 16, sum8, sum9);
          put_pair(c_at + 24, sum12, sum13);
          put_pair(c_at + 32, sum16, sum17);
          put_pair(c_at + 40, sum20, sum21);
          put_pair(c_at + 48, sum24, sum25);
          put_pair(c_at + 56, sum28, sum29);
          put_pair(c_at + 64, sum32, sum33);
          put_pair(c_at + 72, sum36, sum37);
          put_pair(c_at + 80, sum40, sum41);
          put_pair(c_at + 88, sum44, sum45);
          put_pair(c_at + 96, sum48, sum49);
          put_pair(c_at + 104, sum52, sum53);
          put_pair(c_at + 112, sum56, sum57);
          put_pair(c_at + 120, sum60, sum61);
        }
        else {
          put_some(c_at, 1, n - col, sum0, sum1);
          put_some(c_at + 8, 1, n - col - 8, sum4, sum5);
          put_some(c_at + 16, 1, n - col - 16, sum8, sum9);
          put_some(c_at + 24, 1, n - col - 24, sum12, sum13);
          put_some(c_at + 32, 1, n - col - 32, sum16, sum17);
          put_some(c_at + 40, 1, n - col - 40, sum20, sum21);
          put_some(c_at + 48, 1, n - col - 48, sum24, sum25);
          put_some(c_at + 56, 1, n - col - 56, sum28, sum29);
          put_some(c_at + 64, 1, n - col - 64, sum32, sum33);
          put_some(c_at + 72, 1, n - col - 72, sum36, sum37);
          put_some(c_at + 80, 1, n - col - 80, sum40, sum41);
          put_some(c_at + 88, 1, n - col - 88, sum44, sum45);
          put_some(c_at + 96, 1, n - col - 96, sum48, sum49);
          put_some(c_at + 104, 1, n - col - 104, sum52, sum53);
          put_some(c_at + 112, 1, n - col - 112, sum56, sum57);
          put_some(c_at + 120, 1, n - col - 120, sum60, sum61);
        }
      }
      if (row + 8 < m) {
        __global float *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
        if (whole) {
          put_pair(c_at, sum2, sum3);
          put_pair(c_at + 8, sum6, sum7);
          put_pair(c_at + 16, sum10, sum11);
          put_pair(c_at + 24, sum14, sum15);
          put_pair(c_at + 32, sum18, sum19);
          put_pair(c_at + 40, sum22, sum23);
          put_pair(c_at + 48, sum26, sum27);
          put_pair(c_at + 56, sum30, sum31);
          put_pair(c_at + 64, sum34, sum35);
          put_pair(c_at + 72, sum38, sum39);
          put_pair(c_at + 80, sum42, sum43);
          put_pair(c_at + 88, sum46, sum47);
          put_pair(c_at + 96, sum50, sum51);
          put_pair(c_at + 104, sum54, sum55);
          put_pair(c_at + 112, sum58, sum59);
          put_pair(c_at + 120, sum62, sum63);
        }
        else {
          put_some(c_at, 1, n - col, sum2, sum3);
          put_some(c_at + 8, 1, n - col - 8, sum6, sum7);
          put_some(c_at + 16, 1, n - col - 16, sum10, sum11);
          put_some(c_at + 24, 1, n - col - 24, sum14, sum15);
          put_some(c_at + 32, 1, n - col - 32, sum18, sum19);
          put_some(c_at + 40, 1, n - col - 40, sum22, sum23);
          put_some(c_at + 48, 1, n - col - 48, sum26, sum27);
          put_some(c_at + 56, 1, n - col - 56, sum30, sum31);
          put_some(c_at + 64, 1, n - col - 64, sum34, sum35);
          put_some(c_at + 72, 1, n - col - 72, sum38, sum39);
          put_some(c_at + 80, 1, n - col - 80, sum42, sum43);
          put_some(c_at + 88, 1, n - col - 88, sum46, sum47);
          put_some(c_at + 96, 1, n - col - 96, sum50, sum51);
          put_some(c_at + 104, 1, n - col - 104, sum54, sum55);
          put_some(c_at + 112, 1, n - col - 112, sum58, sum59);
          put_some(c_at + 120, 1, n - col - 120, sum62, sum63);
        }
      }
    }
  }
}
