// gemm m=512 n=512 k=512 items=16 float32 any*col=any listed: form=tf32x3 tn=64 joint=1 stages=3 band=8 groups=132
// slices=1 turns=True
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; .reg .b64 a, b; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, a, b, p, 1, 1;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) : "r"(left), "r"(right), "r"(keep))
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
    const int m, const int n, const int k,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const float *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global float *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const ulong *restrict a_offsets,
    __global const ulong *restrict b_offsets,
    __global const ulong *restrict c_offsets,
    __global const float *restrict alphas,
    __global const float *restrict betas,
    __global const uint4 *restrict split_a,
    __global const uint4 *restrict split_b)
{
  const size_t item = get_group_id(2);
  a += a_offsets[item];
  b += b_offsets[item];
  c += c_offsets[item];
  const float alpha = alphas[item], beta = betas[item];
  __local uint4 stages[9600] __attribute__((aligned(1024)));
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
  const int steps = (k + 31) / 32;
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
        __global const uint4 *b_from = split_b + (item * wide + (size_t)tile_col) * steps * 1056;
        for (int step = 0; step < steps; ++step) {
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
      const int col = tile_col * 64 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0, sum8 = 0, sum9 = 0,
          sum10 = 0, sum11 = 0, sum12 = 0, sum13 = 0, sum14 = 0, sum15 = 0;
      float sum16 = 0, sum17 = 0, sum18 = 0, sum19 = 0, sum20 = 0, sum21 = 0, sum22 = 0, sum23 = 0, sum24 = 0,
          sum25 = 0, sum26 = 0, sum27 = 0, sum28 = 0, sum29 = 0, sum30 = 0, sum31 = 0;
      for (int step = 0; step < steps; ++step) {
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
          MULTIPLY(left + 1024, right, 0);
          MULTIPLY(left + 1026, right + 2, 1);
          MULTIPLY(left + 1028, right + 4, 1);
          MULTIPLY(left + 1030, right + 6, 1);
          MULTIPLY(left, right + 512, 1);
          MULTIPLY(left + 2, right + 514, 1);
          MULTIPLY(left + 4, right + 516, 1);
          MULTIPLY(left + 6, right + 518, 1);
          MULTIPLY(left, right, 1);
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
            "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31)
            : : "memory");
        if (doubts) {
          const int first = step * 32, end = min(first + 32, k);
          int last_row = m - 1, last_col = n - 1;
          asm volatile("" : "+r"(last_row), "+r"(last_col));
          #pragma unroll 2
          for (int l = first; l < end; ++l) {
            const float a0 = a[a_offset + (size_t)min(row, last_row) * a_row + (size_t)l * a_col];
            const float a1 = a[a_offset + (size_t)min(row + 8, last_row) * a_row + (size_t)l * a_col];
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
          }
        }
        else {
          sum0 += acc0; sum1 += acc1; sum2 += acc2; sum3 += acc3; sum4 += acc4; sum5 += acc5; sum6 += acc6;
          sum7 += acc7;
          sum8 += acc8; sum9 += acc9; sum10 += acc10; sum11 += acc11; sum12 += acc12; sum13 += acc13; sum14 += acc14;
          sum15 += acc15;
          sum16 += acc16; sum17 += acc17; sum18 += acc18; sum19 += acc19; sum20 += acc20; sum21 += acc21;
          sum22 += acc22; sum23 += acc23;
          sum24 += acc24; sum25 += acc25; sum26 += acc26; sum27 += acc27; sum28 += acc28; sum29 += acc29;
          sum30 += acc30; sum31 += acc31;
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (lane == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * slot) : "memory");
        if (++slot == 3) { slot = 0; phase ^= 1; }
      }
      if (row < m) {
        __global float *c_at = c + c_offset + (size_t)row * c_row + (size_t)col * c_col;
        {
          put_some(c_at, c_col, n - col, alpha, beta, sum0, sum1);
          put_some(c_at + (size_t)8 * c_col, c_col, n - col - 8, alpha, beta, sum4, sum5);
          put_some(c_at + (size_t)16 * c_col, c_col, n - col - 16, alpha, beta, sum8, sum9);
          put_some(c_at + (size_t)24 * c_col, c_col, n - col - 24, alpha, beta, sum12, sum13);
          put_some(c_at + (size_t)32 * c_col, c_col, n - col - 32, alpha, beta, sum16, sum17);
          put_some(c_at + (size_t)40 * c_col, c_col, n - col - 40, alpha, beta, sum20, sum21);
          put_some(c_at + (size_t)48 * c_col, c_col, n - col - 48, alpha, beta, sum24, sum25);
          put_some(c_at + (size_t)56 * c_col, c_col, n - col - 56, alpha, beta, sum28, sum29);
        }
      }
      if (row + 8 < m) {
        __global float *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col * c_col;
        {
          put_some(c_at, c_col, n - col, alpha, beta, sum2, sum3);
          put_some(c_at + (size_t)8 * c_col, c_col, n - col - 8, alpha, beta, sum6, sum7);
          put_some(c_at + (size_t)16 * c_col, c_col, n - col - 16, alpha, beta, sum10, sum11);
          put_some(c_at + (size_t)24 * c_col, c_col, n - col - 24, alpha, beta, sum14, sum15);
          put_some(c_at + (size_t)32 * c_col, c_col, n - col - 32, alpha, beta, sum18, sum19);
          put_some(c_at + (size_t)40 * c_col, c_col, n - col - 40, alpha, beta, sum22, sum23);
          put_some(c_at + (size_t)48 * c_col, c_col, n - col - 48, alpha, beta, sum26, sum27);
          put_some(c_at + (size_t)56 * c_col, c_col, n - col - 56, alpha, beta, sum30, sum31);
        }
      }
    }
  }
}
