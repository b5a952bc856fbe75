// gemm m=172 n=937 k=4614 items=3 float32 row*row=row batched: form=half3 tn=64 joint=1 stages=4 band=8 groups=132
// slices=4 turns=True
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : "r"(left), "r"(right), "r"(keep))
#define MULTIPLY_SMALL(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1, 0, 0;\n }" : "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8), "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16), "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24), "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31) : "r"(left), "r"(right), "r"(keep))
void put_pair(__global float *c, const float alpha, const float beta, float x, float y)
{
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * *c;
  if (beta != 0) y += beta * *(c + 1);
  float2 both; both.x = x; both.y = y; *(__global float2 *)c = both;
}
void put_some(__global float *c, const int step, const int count, const float alpha, const float beta, float x, float y)
{
  if (count < 1) return;
  x *= alpha; y *= alpha;
  if (beta != 0) x += beta * *c;
  if (beta != 0 && count > 1) y += beta * *(c + step);
  *c = x;
  if (count > 1) *(c + step) = y;
}
__kernel __attribute__((reqd_work_group_size(384, 1, 1))) void
gemm_wgmma(
    const int m, const int n, const int k, const float alpha, const float beta,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong b_step, const ulong c_step,
    __global const uint4 *restrict split_a,
    __global const uint4 *restrict split_b,
    __global float *restrict partial,
    __global int *restrict arrived)
{
  const size_t item = get_group_id(2);
  a += item * a_step;
  b += item * b_step;
  c += item * c_step;
  __local uint4 stages[12800] __attribute__((aligned(1024)));
  __local ulong barriers[8];
  __local int before[2];
  const uint base = (uint)(size_t)stages, full = (uint)(size_t)barriers;
  const uint empty = full + 32;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 16), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 16), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 24), "r"(1));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 24), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int steps = (k + 63) / 64;
  const int slices = get_num_groups(1), slice = get_group_id(1);
  const int first_step = slice * ((steps + slices - 1) / (slices));
  const int last_step = min(first_step + ((steps + slices - 1) / (slices)), steps);
  const int tall = (m + 127) / 128, wide = (n + 63) / 64;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    asm volatile("//@setmaxnreg.dec.sync.aligned.u32 24;");
    if (place == 256) {
      for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
        const int above = tile / (wide * 8) * 8, high = min(tall - above, 8);
        const int rest = tile - above * wide;
        const int tile_row = above + rest % high, tile_col = rest / high;
        __global const uint4 *a_from = split_a + (item * tall + (size_t)tile_row) * steps * 2112;
        a_from += (size_t)first_step * 2112;
        __global const uint4 *b_from = split_b + (item * wide + (size_t)tile_col) * steps * 1056;
        b_from += (size_t)first_step * 1056;
        for (int step = first_step; step < last_step; ++step) {
          const uint at = base + slot * 51200, barrier_at = full + 8 * slot;
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
          asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
              : : "r"(barrier_at), "r"(50688) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at), "l"(a_from), "r"(33792), "r"(barrier_at) : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
              : : "r"(at + 33792), "l"(b_from), "r"(16896), "r"(barrier_at) : "memory");
          a_from += 2112; b_from += 1056;
          if (++slot == 4) { slot = 0; phase ^= 1; }
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
      const int col = tile_col * 64 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      float low0 = 0, low1 = 0, low2 = 0, low3 = 0, low4 = 0, low5 = 0, low6 = 0, low7 = 0, low8 = 0, low9 = 0,
          low10 = 0, low11 = 0, low12 = 0, low13 = 0, low14 = 0, low15 = 0;
      float low16 = 0, low17 = 0, low18 = 0, low19 = 0, low20 = 0, low21 = 0, low22 = 0, low23 = 0, low24 = 0,
          low25 = 0, low26 = 0, low27 = 0, low28 = 0, low29 = 0, low30 = 0, low31 = 0;
      float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0, sum8 = 0, sum9 = 0,
          sum10 = 0, sum11 = 0, sum12 = 0, sum13 = 0, sum14 = 0, sum15 = 0;
      float sum16 = 0, sum17 = 0, sum18 = 0, sum19 = 0, sum20 = 0, sum21 = 0, sum22 = 0, sum23 = 0, sum24 = 0,
          sum25 = 0, sum26 = 0, sum27 = 0, sum28 = 0, sum29 = 0, sum30 = 0, sum31 = 0;
      int done = first_step;
      uint doubts = 0;
      float unit_a = 0, unit_b = 0;
      while (done < last_step) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        const uint at = base + slot * 51200;
        const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
        uint a_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
        uint a_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
        const uint said_b = at + 50176 + 256 + lane * 4;
        uint b_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
        uint b_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
        const uint said = a_word0 | a_word1 | b_word0 | b_word1;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
            : "=r"(doubts) : "r"(said & 11));
        unit_a = as_float(a_word0 >> 8 << 23);
        unit_b = as_float(b_word0 >> 8 << 23);
        if (doubts) break;
        const int stop = min(done + 64, last_step);
        {
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 3200 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 3200 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 0);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 512, 1);
          MULTIPLY_SMALL(left + 2, right + 514, 1);
          MULTIPLY_SMALL(left + 4, right + 516, 1);
          MULTIPLY_SMALL(left + 6, right + 518, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
        }
        while (done + 1 < stop) {
          const int next = slot == 3 ? 0 : slot + 1;
          {
            for (uint ended = 0; !ended;)
                asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                    : "=r"(ended) : "r"(full + 8 * next), "r"((next ? phase : phase ^ 1)) : "memory");
            const uint at = base + next * 51200;
            const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
            uint a_word0;
            asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
            uint a_word1;
            asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
            const uint said_b = at + 50176 + 256 + lane * 4;
            uint b_word0;
            asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
            uint b_word1;
            asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
            const uint said = a_word0 | a_word1 | b_word0 | b_word1;
            asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
                : "=r"(doubts) : "r"(said & 11));
          }
          if (doubts) break;
          {
            uint left;
            asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                : "=r"(left) : "r"(blocks + slot * 3200 + team * 512), "r"(0));
            uint right;
            asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                : "=r"(right) : "r"(blocks + slot * 3200 + 2112), "r"(0));
            asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
            MULTIPLY(left, right, 0);
            MULTIPLY(left + 2, right + 2, 1);
            MULTIPLY(left + 4, right + 4, 1);
            MULTIPLY(left + 6, right + 6, 1);
            asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          }
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + next * 3200 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + next * 3200 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 1);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 512, 1);
          MULTIPLY_SMALL(left + 2, right + 514, 1);
          MULTIPLY_SMALL(left + 4, right + 516, 1);
          MULTIPLY_SMALL(left + 6, right + 518, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
          asm volatile("//@wgmma.wait_group.sync.aligned 1;"
              : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7),
              "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15),
              "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23),
              "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
              : : "memory");
          if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
          if (++slot == 4) { slot = 0; phase ^= 1; }
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
          }
        }
        {
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 3200 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 3200 + 2112), "r"(0));
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
            "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8),
            "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16),
            "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24),
            "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31) : : "memory");
        if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
        if (++slot == 4) { slot = 0; phase ^= 1; }
        ++done;
        sum0 += acc0; sum1 += acc1; sum2 += acc2; sum3 += acc3; sum4 += acc4; sum5 += acc5; sum6 += acc6; sum7 += acc7;
        sum8 += acc8; sum9 += acc9; sum10 += acc10; sum11 += acc11; sum12 += acc12; sum13 += acc13; sum14 += acc14;
        sum15 += acc15;
        sum16 += acc16; sum17 += acc17; sum18 += acc18; sum19 += acc19; sum20 += acc20; sum21 += acc21; sum22 += acc22;
        sum23 += acc23;
        sum24 += acc24; sum25 += acc25; sum26 += acc26; sum27 += acc27; sum28 += acc28; sum29 += acc29; sum30 += acc30;
        sum31 += acc31;
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
      for (int step = done; step < last_step; ++step) {
        {
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
          uint left;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(left) : "r"(blocks + slot * 3200 + team * 512), "r"(0));
          uint right;
          asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
              : "=r"(right) : "r"(blocks + slot * 3200 + 2112), "r"(0));
          asm volatile("bar.sync %0, 256;" : : "r"(1 + team) : "memory");
          asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
          MULTIPLY_SMALL(left + 1024, right, 0);
          MULTIPLY_SMALL(left + 1026, right + 2, 1);
          MULTIPLY_SMALL(left + 1028, right + 4, 1);
          MULTIPLY_SMALL(left + 1030, right + 6, 1);
          MULTIPLY_SMALL(left, right + 512, 1);
          MULTIPLY_SMALL(left + 2, right + 514, 1);
          MULTIPLY_SMALL(left + 4, right + 516, 1);
          MULTIPLY_SMALL(left + 6, right + 518, 1);
          MULTIPLY(left, right, 0);
          MULTIPLY(left + 2, right + 2, 1);
          MULTIPLY(left + 4, right + 4, 1);
          MULTIPLY(left + 6, right + 6, 1);
          asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
          asm volatile("bar.arrive %0, 256;" : : "r"(2 - team) : "memory");
        }
        const uint at = base + slot * 51200;
        uint doubts;
        const uint said_a = at + 32768 + team * 512 + 256 + lane * 4;
        uint a_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(a_word0) : "r"(said_a));
        uint a_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(a_word1) : "r"(said_a));
        const uint said_b = at + 50176 + 256 + lane * 4;
        uint b_word0;
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(b_word0) : "r"(said_b));
        uint b_word1;
        asm volatile("ld.shared.b32 %0, [%1 + 128];" : "=r"(b_word1) : "r"(said_b));
        const uint said = a_word0 | a_word1 | b_word0 | b_word1;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
            : "=r"(doubts) : "r"(said & 3));
        asm volatile("//@wgmma.wait_group.sync.aligned 0;"
            : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7),
            "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15),
            "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23),
            "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31),
            "+f"(low0), "+f"(low1), "+f"(low2), "+f"(low3), "+f"(low4), "+f"(low5), "+f"(low6), "+f"(low7), "+f"(low8),
            "+f"(low9), "+f"(low10), "+f"(low11), "+f"(low12), "+f"(low13), "+f"(low14), "+f"(low15), "+f"(low16),
            "+f"(low17), "+f"(low18), "+f"(low19), "+f"(low20), "+f"(low21), "+f"(low22), "+f"(low23), "+f"(low24),
            "+f"(low25), "+f"(low26), "+f"(low27), "+f"(low28), "+f"(low29), "+f"(low30), "+f"(low31) : : "memory");
        uint plain = 0;
        uint marked = 0, marked0 = 0;
        if (doubts) {
          asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.any.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
              : "=r"(plain) : "r"(said & 2));
          if (!plain) {
            float row_factor0, row_factor1;
            const uint rows_at = at + 32768 + team * 512 + (warp % 4 * 16 + g) * 4;
            const uint cols_at = at + 50176 + t * 8;
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
            uint count0;
            asm("popc.b32 %0, %1;" : "=r"(count0) : "r"(marked0));
            asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(marked) : "r"(count0));
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
              const float b0 = b[b_offset + (size_t)l * b_row + (size_t)min(col, last_col)];
              const float b1 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 1, last_col)];
              sum0 = fma(a0, b0, sum0);
              sum1 = fma(a0, b1, sum1);
              sum2 = fma(a1, b0, sum2);
              sum3 = fma(a1, b1, sum3);
              const float b2 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 8, last_col)];
              const float b3 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 9, last_col)];
              sum4 = fma(a0, b2, sum4);
              sum5 = fma(a0, b3, sum5);
              sum6 = fma(a1, b2, sum6);
              sum7 = fma(a1, b3, sum7);
              const float b4 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 16, last_col)];
              const float b5 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 17, last_col)];
              sum8 = fma(a0, b4, sum8);
              sum9 = fma(a0, b5, sum9);
              sum10 = fma(a1, b4, sum10);
              sum11 = fma(a1, b5, sum11);
              const float b6 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 24, last_col)];
              const float b7 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 25, last_col)];
              sum12 = fma(a0, b6, sum12);
              sum13 = fma(a0, b7, sum13);
              sum14 = fma(a1, b6, sum14);
              sum15 = fma(a1, b7, sum15);
              const float b8 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 32, last_col)];
              const float b9 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 33, last_col)];
              sum16 = fma(a0, b8, sum16);
              sum17 = fma(a0, b9, sum17);
              sum18 = fma(a1, b8, sum18);
              sum19 = fma(a1, b9, sum19);
              const float b10 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 40, last_col)];
              const float b11 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 41, last_col)];
              sum20 = fma(a0, b10, sum20);
              sum21 = fma(a0, b11, sum21);
              sum22 = fma(a1, b10, sum22);
              sum23 = fma(a1, b11, sum23);
              const float b12 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 48, last_col)];
              const float b13 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 49, last_col)];
              sum24 = fma(a0, b12, sum24);
              sum25 = fma(a0, b13, sum25);
              sum26 = fma(a1, b12, sum26);
              sum27 = fma(a1, b13, sum27);
              const float b14 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 56, last_col)];
              const float b15 = b[b_offset + (size_t)l * b_row + (size_t)min(col + 57, last_col)];
              sum28 = fma(a0, b14, sum28);
              sum29 = fma(a0, b15, sum29);
              sum30 = fma(a1, b14, sum30);
              sum31 = fma(a1, b15, sum31);
            }
          }
          else {
            int last_row = m - 1, last_col = n - 1;
            asm volatile("" : "+r"(last_row), "+r"(last_col));
            const uint own = lane * 16, meeting = 3 + team;
            float ahead[8], left0, left1, left2, left3, left4, left5, left6, left7;
            acc0 = 0; acc1 = 0; acc2 = 0; acc3 = 0; acc4 = 0; acc5 = 0; acc6 = 0; acc7 = 0; acc8 = 0; acc9 = 0;
            acc10 = 0; acc11 = 0; acc12 = 0; acc13 = 0; acc14 = 0; acc15 = 0;
            acc16 = 0; acc17 = 0; acc18 = 0; acc19 = 0; acc20 = 0; acc21 = 0; acc22 = 0; acc23 = 0; acc24 = 0;
            acc25 = 0; acc26 = 0; acc27 = 0; acc28 = 0; acc29 = 0; acc30 = 0; acc31 = 0;
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
            for (int i = 0; i < 4; ++i) {
              const int pair = warp % 4 + 4 * i, j = pair % 8;
              const int term = first + pair / 8 * 8 + t;
              const int inside = min(tile_col * 64 + j * 8 + g, last_col);
              ahead[2 * i] = term < end ? b[b_offset + (size_t)term * b_row + (size_t)inside] : 0;
              ahead[2 * i + 1] = term + 4 < end ? b[b_offset + (size_t)(term + 4) * b_row + (size_t)inside] : 0;
            }
            for (int l = first; l < end; l += 16) {
              asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(meeting) : "memory");
              #pragma unroll
              for (int i = 0; i < 4; ++i) {
                const int pair = warp % 4 + 4 * i, j = pair % 8;
                const uint b0_high = (as_uint(ahead[2 * i]) + 0x1000u) & 0xffffe000u;
                const uint b0_low = as_uint(ahead[2 * i] - as_float(b0_high)) + 0x1000u;
                const uint b1_high = (as_uint(ahead[2 * i + 1]) + 0x1000u) & 0xffffe000u;
                const uint b1_low = as_uint(ahead[2 * i + 1] - as_float(b1_high)) + 0x1000u;
                asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                    : : "r"((pair < 8 ? at + team * 8192 : at + team * 8192 + 16384) + j * 512 + own), "r"(b0_high),
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
              for (int i = 0; i < 4; ++i) {
                const int pair = warp % 4 + 4 * i, j = pair % 8;
                const int term = l + 16 + pair / 8 * 8 + t;
                const int inside = min(tile_col * 64 + j * 8 + g, last_col);
                ahead[2 * i] = term < end ? b[b_offset + (size_t)term * b_row + (size_t)inside] : 0;
                ahead[2 * i + 1] = term + 4 < end ? b[b_offset + (size_t)(term + 4) * b_row + (size_t)inside] : 0;
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
              }
            }
            asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
            asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          }
        }
        else {
          float row_factor0, row_factor1;
          const uint rows_at = at + 32768 + team * 512 + (warp % 4 * 16 + g) * 4;
          const uint cols_at = at + 50176 + t * 8;
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
          if (marked) {
            const int first = step * 64, end = min(first + 64, k);
            for (;;) {
              uint waiting;
              asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                  : "=r"(waiting) : "r"(marked0));
              if (!waiting) break;
              uint owner, which, place, others = waiting;
              if (lane >= 8) others &= others - 1;
              if (lane >= 16) others &= others - 1;
              if (lane >= 24) others &= others - 1;
              const int stop = others ? end : first;
              asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(owner) : "r"(others));
              owner &= 31;
              asm("{ .reg .b32 turned; brev.b32 turned, %1; clz.b32 %0, turned; }" : "=r"(which) : "r"(marked0));
              asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(place) : "r"(which), "r"(owner));
              const int left_row = tile_row * 128 + team * 64 + warp % 4 * 16 + (int)(owner / 4 + place / 2 % 2 * 8);
              const int right_col = tile_col * 64 + (int)(owner % 4 * 2 + place / 4 * 8 + place % 2);
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
                const float b0 = l < stop ? b[b_offset + (size_t)l * b_row + (size_t)right_col] : 0;
                const float b1 = l + 8 < stop ? b[b_offset + (size_t)(l + 8) * b_row + (size_t)right_col] : 0;
                const float b2 = l + 16 < stop ? b[b_offset + (size_t)(l + 16) * b_row + (size_t)right_col] : 0;
                const float b3 = l + 24 < stop ? b[b_offset + (size_t)(l + 24) * b_row + (size_t)right_col] : 0;
                const float b4 = l + 32 < stop ? b[b_offset + (size_t)(l + 32) * b_row + (size_t)right_col] : 0;
                const float b5 = l + 40 < stop ? b[b_offset + (size_t)(l + 40) * b_row + (size_t)right_col] : 0;
                const float b6 = l + 48 < stop ? b[b_offset + (size_t)(l + 48) * b_row + (size_t)right_col] : 0;
                const float b7 = l + 56 < stop ? b[b_offset + (size_t)(l + 56) * b_row + (size_t)right_col] : 0;
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
                }
                if (marked0) marked0 &= marked0 - 1;
              }
            }
          }
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
        if (++slot == 4) { slot = 0; phase ^= 1; }
      }
      const size_t meeting = (item * tall * wide + (size_t)tile) * 2 + team;
      __global float4 *parts = (__global float4 *)partial;
      parts += meeting * slices * 1024 + place % 128;
      __global float4 *own = parts + slice * 1024;
      own[0] = (float4)(sum0, sum1, sum2, sum3);
      own[128] = (float4)(sum4, sum5, sum6, sum7);
      own[256] = (float4)(sum8, sum9, sum10, sum11);
      own[384] = (float4)(sum12, sum13, sum14, sum15);
      own[512] = (float4)(sum16, sum17, sum18, sum19);
      own[640] = (float4)(sum20, sum21, sum22, sum23);
      own[768] = (float4)(sum24, sum25, sum26, sum27);
      own[896] = (float4)(sum28, sum29, sum30, sum31);
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
      asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(3 + team) : "memory");
      if (place % 128 == 0) before[team] = atomic_inc((arrived + meeting));
      asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(3 + team) : "memory");
      if (before[team] == slices - 1) {
        asm volatile("fence.acq_rel.gpu;" : : : "memory");
        if (place % 128 == 0) arrived[meeting] = 0;
        sum0 = 0; sum1 = 0; sum2 = 0; sum3 = 0; sum4 = 0; sum5 = 0; sum6 = 0; sum7 = 0; sum8 = 0; sum9 = 0; sum10 = 0;
        sum11 = 0; sum12 = 0; sum13 = 0; sum14 = 0; sum15 = 0;
        sum16 = 0; sum17 = 0; sum18 = 0; sum19 = 0; sum20 = 0; sum21 = 0; sum22 = 0; sum23 = 0; sum24 = 0; sum25 = 0;
        sum26 = 0; sum27 = 0; sum28 = 0; sum29 = 0; sum30 = 0; sum31 = 0;
        #pragma unroll 1
        for (int s = 0; s < slices; ++s) {
          const __global float4 *from = parts + s * 1024;
          {
            float more0_0, more0_1, more0_2, more0_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more0_0), "=f"(more0_1), "=f"(more0_2), "=f"(more0_3) : "l"(from) : "memory");
            float more1_0, more1_1, more1_2, more1_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more1_0), "=f"(more1_1), "=f"(more1_2), "=f"(more1_3) : "l"(from + 128) : "memory");
            float more2_0, more2_1, more2_2, more2_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more2_0), "=f"(more2_1), "=f"(more2_2), "=f"(more2_3) : "l"(from + 256) : "memory");
            float more3_0, more3_1, more3_2, more3_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more3_0), "=f"(more3_1), "=f"(more3_2), "=f"(more3_3) : "l"(from + 384) : "memory");
            float more4_0, more4_1, more4_2, more4_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more4_0), "=f"(more4_1), "=f"(more4_2), "=f"(more4_3) : "l"(from + 512) : "memory");
            float more5_0, more5_1, more5_2, more5_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more5_0), "=f"(more5_1), "=f"(more5_2), "=f"(more5_3) : "l"(from + 640) : "memory");
            float more6_0, more6_1, more6_2, more6_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more6_0), "=f"(more6_1), "=f"(more6_2), "=f"(more6_3) : "l"(from + 768) : "memory");
            float more7_0, more7_1, more7_2, more7_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more7_0), "=f"(more7_1), "=f"(more7_2), "=f"(more7_3) : "l"(from + 896) : "memory");
            sum0 += more0_0; sum1 += more0_1; sum2 += more0_2; sum3 += more0_3;
            sum4 += more1_0; sum5 += more1_1; sum6 += more1_2; sum7 += more1_3;
            sum8 += more2_0; sum9 += more2_1; sum10 += more2_2; sum11 += more2_3;
            sum12 += more3_0; sum13 += more3_1; sum14 += more3_2; sum15 += more3_3;
            sum16 += more4_0; sum17 += more4_1; sum18 += more4_2; sum19 += more4_3;
            sum20 += more5_0; sum21 += more5_1; sum22 += more5_2; sum23 += more5_3;
            sum24 += more6_0; sum25 += more6_1; sum26 += more6_2; sum27 += more6_3;
            sum28 += more7_0; sum29 += more7_1; sum30 += more7_2; sum31 += more7_3;
          }
        }
        const bool whole = tile_col * 64 + 64 <= n && c_row % 2 == 0 && (size_t)(c + c_offset) % 8 == 0;
        if (row < m) {
          __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, alpha, beta, sum0, sum1);
            put_pair(c_at + 8, alpha, beta, sum4, sum5);
            put_pair(c_at + 16, alpha, beta, sum8, sum9);
            put_pair(c_at + 24, alpha, beta, sum12, sum13);
            put_pair(c_at + 32, alpha, beta, sum16, sum17);
            put_pair(c_at + 40, alpha, beta, sum20, sum21);
            put_pair(c_at + 48, alpha, beta, sum24, sum25);
            put_pair(c_at + 56, alpha, beta, sum28, sum29);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, sum0, sum1);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, sum4, sum5);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, sum8, sum9);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, sum12, sum13);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, sum16, sum17);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, sum20, sum21);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, sum24, sum25);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, sum28, sum29);
          }
        }
        if (row + 8 < m) {
          __global float *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
          if (whole) {
            put_pair(c_at, alpha, beta, sum2, sum3);
            put_pair(c_at + 8, alpha, beta, sum6, sum7);
            put_pair(c_at + 16, alpha, beta, sum10, sum11);
            put_pair(c_at + 24, alpha, beta, sum14, sum15);
            put_pair(c_at + 32, alpha, beta, sum18, sum19);
            put_pair(c_at + 40, alpha, beta, sum22, sum23);
            put_pair(c_at + 48, alpha, beta, sum26, sum27);
            put_pair(c_at + 56, alpha, beta, sum30, sum31);
          }
          else {
            put_some(c_at, 1, n - col, alpha, beta, sum2, sum3);
            put_some(c_at + 8, 1, n - col - 8, alpha, beta, sum6, sum7);
            put_some(c_at + 16, 1, n - col - 16, alpha, beta, sum10, sum11);
            put_some(c_at + 24, 1, n - col - 24, alpha, beta, sum14, sum15);
            put_some(c_at + 32, 1, n - col - 32, alpha, beta, sum18, sum19);
            put_some(c_at + 40, 1, n - col - 40, alpha, beta, sum22, sum23);
            put_some(c_at + 48, 1, n - col - 48, alpha, beta, sum26, sum27);
            put_some(c_at + 56, 1, n - col - 56, alpha, beta, sum30, sum31);
          }
        }
      }
    }
  }
}
