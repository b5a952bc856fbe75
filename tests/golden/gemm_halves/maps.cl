// gemm m=2048 n=2048 k=2048 items=2 bfloat16 in float32 row*row=row batched pure: tn=256 stages=4 band=16 slices=2
// groups=132 copies=tensor cluster=1
#define MULTIPLY(left, right, keep) asm volatile("{ .reg .pred p; setp.ne.b32 p, %130, 0; .reg .b64 a, b; mov.b64 a, {%128, 0x40000040}; mov.b64 b, {%129, 0x40000040};\n //@wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, a, b, p, 1, 1, 0, 1;\n }" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31), "+f"(acc32), "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39), "+f"(acc40), "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47), "+f"(acc48), "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55), "+f"(acc56), "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63), "+f"(acc64), "+f"(acc65), "+f"(acc66), "+f"(acc67), "+f"(acc68), "+f"(acc69), "+f"(acc70), "+f"(acc71), "+f"(acc72), "+f"(acc73), "+f"(acc74), "+f"(acc75), "+f"(acc76), "+f"(acc77), "+f"(acc78), "+f"(acc79), "+f"(acc80), "+f"(acc81), "+f"(acc82), "+f"(acc83), "+f"(acc84), "+f"(acc85), "+f"(acc86), "+f"(acc87), "+f"(acc88), "+f"(acc89), "+f"(acc90), "+f"(acc91), "+f"(acc92), "+f"(acc93), "+f"(acc94), "+f"(acc95), "+f"(acc96), "+f"(acc97), "+f"(acc98), "+f"(acc99), "+f"(acc100), "+f"(acc101), "+f"(acc102), "+f"(acc103), "+f"(acc104), "+f"(acc105), "+f"(acc106), "+f"(acc107), "+f"(acc108), "+f"(acc109), "+f"(acc110), "+f"(acc111), "+f"(acc112), "+f"(acc113), "+f"(acc114), "+f"(acc115), "+f"(acc116), "+f"(acc117), "+f"(acc118), "+f"(acc119), "+f"(acc120), "+f"(acc121), "+f"(acc122), "+f"(acc123), "+f"(acc124), "+f"(acc125), "+f"(acc126), "+f"(acc127) : "r"(left), "r"(right), "r"(keep))
void put_pair(__global ushort *c, float x, float y)
{
  uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(y), "f"(x)); *(__global uint *)c = both;
}
void put_some(__global ushort *c, const int step, const int count, float x, float y)
{
  if (count < 1) return;
  { const uint wide = as_uint(x); *c = convert_ushort((wide & 0x7fffffffu) > 0x7f800000u
      ? (uint)(0x7fc0u) : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16); }
  if (count > 1)
      { const uint wide = as_uint(y); *(c + step) = convert_ushort((wide & 0x7fffffffu) > 0x7f800000u
          ? (uint)(0x7fc0u) : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16); }
}
uint4 one_by_one(__global const ushort *x, const int count)
{
  const ushort8 eight = (ushort8)(count > 0 ? x[0] : 0, count > 1 ? x[1] : 0, count > 2 ? x[2] : 0,
      count > 3 ? x[3] : 0, count > 4 ? x[4] : 0, count > 5 ? x[5] : 0, count > 6 ? x[6] : 0, count > 7 ? x[7] : 0);
  return as_uint4(eight);
}
__kernel __attribute__((reqd_work_group_size(384, 1, 1))) void
gemm_halves(
    const int m, const int n, const int k,
    __global const ushort *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global const ushort *restrict b, const ulong b_offset, const int b_row, const int b_col,
    __global ushort *restrict c, const ulong c_offset, const int c_row, const int c_col, const ulong a_step,
        const ulong b_step, const ulong c_step,
    __global float *restrict partial,
    __global int *restrict arrived,
    __global uint *restrict maps)
{
  const size_t item = get_group_id(2);
  a += item * a_step;
  b += item * b_step;
  c += item * c_step;
  __local uint4 stages[12288] __attribute__((aligned(1024)));
  __local ulong barriers[8];
  __local uint4 turned[1024] __attribute__((aligned(128)));
  __local int before[2];
  const uint base = (uint)(size_t)stages, full = (uint)(size_t)barriers;
  const uint empty = full + 32;
  const int place = get_local_id(0), lane = place % 32, warp = place / 32;
  __local uint making[64] __attribute__((aligned(128)));
  const bool a_whole = a_row % 8 == 0 && (size_t)(a + a_offset) % 16 == 0;
  const bool b_whole = b_row % 8 == 0 && (size_t)(b + b_offset) % 16 == 0;
  const bool mapped = a_whole && a_row >= k && b_whole && b_row >= n;
  if (place == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full), "r"(mapped ? 1 : 128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 8), "r"(mapped ? 1 : 128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 8), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 16), "r"(mapped ? 1 : 128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 16), "r"(8));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(full + 24), "r"(mapped ? 1 : 128));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(empty + 24), "r"(8));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int steps = (k + 63) / 64;
  const int slices = get_num_groups(1), slice = get_group_id(1);
  const int first_step = slice * ((steps + slices - 1) / (slices));
  const int last_step = min(first_step + ((steps + slices - 1) / (slices)), steps);
  const int tall = (m + 127) / 128, wide = (n + 255) / 256;
  uint slot = 0, phase = 0;
  if (place >= 256) {
    asm volatile("//@setmaxnreg.dec.sync.aligned.u32 120;");
    if (mapped) {
      if (warp == 8) {
        const uint made = (uint)(size_t)making;
        __global uint *own_maps = maps
            + ((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)) * 64;
        asm volatile("st.shared.v2.b32 [%0], {%1, %2};" : : "r"(made + lane * 8), "r"(0), "r"(0));
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        if (lane == 0) {
          asm volatile("//@tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;"
              : : "r"(made), "l"(a + a_offset) : "memory");
          asm volatile("//@tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;"
              : : "r"(made), "r"(1) : "memory");
          asm volatile("//@tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;"
              : : "r"(made), "r"(64) : "memory");
          asm volatile("//@tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;"
              : : "r"(made), "r"(k) : "memory");
          asm volatile("//@tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, 1;"
              : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;"
              : : "r"(made), "r"(128) : "memory");
          asm volatile("//@tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;"
              : : "r"(made), "r"(m) : "memory");
          asm volatile("//@tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 1;"
              : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;"
              : : "r"(made), "l"((ulong)a_row * 2) : "memory");
          asm volatile("//@tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;" : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;"
              : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;"
              : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" : : "r"(made) : "memory");
          asm volatile("//@tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;"
              : : "r"(made + 128), "l"(b + b_offset) : "memory");
          asm volatile("//@tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;"
              : : "r"(made + 128), "r"(1) : "memory");
          asm volatile("//@tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;"
              : : "r"(made + 128), "r"(64) : "memory");
          asm volatile("//@tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;"
              : : "r"(made + 128), "r"(n) : "memory");
          asm volatile("//@tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, 1;"
              : : "r"(made + 128) : "memory");
          asm volatile("//@tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;"
              : : "r"(made + 128), "r"(64) : "memory");
          asm volatile("//@tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;"
              : : "r"(made + 128), "r"(k) : "memory");
          asm volatile("//@tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 1;"
              : : "r"(made + 128) : "memory");
          asm volatile("//@tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;"
              : : "r"(made + 128), "l"((ulong)b_row * 2) : "memory");
          asm volatile("//@tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;"
              : : "r"(made + 128) : "memory");
          asm volatile("//@tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;"
              : : "r"(made + 128) : "memory");
          asm volatile("//@tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;"
              : : "r"(made + 128) : "memory");
          asm volatile("//@tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;"
              : : "r"(made + 128) : "memory");
        }
        asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        asm volatile("//@tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
            : : "l"(own_maps), "r"(made) : "memory");
        asm volatile("//@tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
            : : "l"(own_maps + 32), "r"(made + 128) : "memory");
        if (lane == 0) {
          asm volatile("//@fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" : : "l"(own_maps) : "memory");
          asm volatile("//@fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" : : "l"(own_maps + 32) : "memory");
          for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
            const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
            const int rest = tile - above * wide;
            const int tile_row = above + rest % high, tile_col = rest / high;
            for (int l = first_step * 64; l < min(last_step * 64, k); l += 64) {
              const uint at = base + slot * 49152, barrier_at = full + 8 * slot;
              for (uint ended = 0; !ended;)
                  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                      : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
              asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                  : : "r"(barrier_at), "r"(49152) : "memory");
              asm volatile("//@cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                  : : "r"(at), "l"(own_maps), "r"(l), "r"(tile_row * 128), "r"(barrier_at) : "memory");
              asm volatile("//@cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                  : : "r"(at + 16384), "l"(own_maps + 32), "r"(tile_col * 256), "r"(l), "r"(barrier_at) : "memory");
              asm volatile("//@cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                  : : "r"(at + 24576), "l"(own_maps + 32), "r"(tile_col * 256 + 64), "r"(l), "r"(barrier_at)
                  : "memory");
              asm volatile("//@cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                  : : "r"(at + 32768), "l"(own_maps + 32), "r"(tile_col * 256 + 128), "r"(l), "r"(barrier_at)
                  : "memory");
              asm volatile("//@cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                  : : "r"(at + 40960), "l"(own_maps + 32), "r"(tile_col * 256 + 192), "r"(l), "r"(barrier_at)
                  : "memory");
              if (++slot == 4) { slot = 0; phase ^= 1; }
            }
          }
        }
      }
    }
    else {
      const int own = place - 256;
      const int a_line = own / 8, a_chunk = own % 8;
      const uint a_to0 = base + a_line * 128 + ((a_chunk % 8 ^ a_line % 8) << 4);
      const int b_line = own / 32, b_chunk = own % 32;
      const uint b_to0 = base + 16384 + b_chunk / 8 * 8192 + b_line * 128 + ((b_chunk % 8 ^ b_line % 8) << 4);
      const uint b_to1 = base + 16384 + b_chunk / 8 * 8192 + b_line * 128 + ((b_chunk % 8 ^ (b_line + 4) % 8) << 4);
      for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
        const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
        const int rest = tile - above * wide;
        const int tile_row = above + rest % high, tile_col = rest / high;
        const int a_first = min(tile_row * 128 + a_line, m - 1);
        const int a_more16 = min(tile_row * 128 + a_line + 16, m - 1) - a_first;
        const int a_more32 = min(tile_row * 128 + a_line + 32, m - 1) - a_first;
        const int a_more48 = min(tile_row * 128 + a_line + 48, m - 1) - a_first;
        const int a_more64 = min(tile_row * 128 + a_line + 64, m - 1) - a_first;
        const int a_more80 = min(tile_row * 128 + a_line + 80, m - 1) - a_first;
        const int a_more96 = min(tile_row * 128 + a_line + 96, m - 1) - a_first;
        const int a_more112 = min(tile_row * 128 + a_line + 112, m - 1) - a_first;
        __global const ushort *a_from = a + a_offset + (size_t)a_first * a_row + a_chunk * 8;
        const int b_first = tile_col * 256 + b_chunk * 8;
        const int b_room = clamp(n - b_first, 0, 8);
        __global const ushort *b_from = b + b_offset + (size_t)b_line * b_row + b_first;
        a_from += first_step * 64;
        b_from += (size_t)(first_step * 64) * b_row;
        for (int l = first_step * 64; l < min(last_step * 64, k); l += 64) {
          const uint at = slot * 49152;
          for (uint ended = 0; !ended;)
              asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                  : "=r"(ended) : "r"(empty + 8 * slot), "r"(phase ^ 1) : "memory");
          const int a_room = clamp(k - l - a_chunk * 8, 0, 8);
          if (a_whole && a_room == 8 && l + 64 <= k) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(a_to0 + at), "l"(a_from));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 2048), "l"(a_from + (long)a_more16 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 4096), "l"(a_from + (long)a_more32 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 6144), "l"(a_from + (long)a_more48 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 8192), "l"(a_from + (long)a_more64 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 10240), "l"(a_from + (long)a_more80 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 12288), "l"(a_from + (long)a_more96 * a_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(a_to0 + at + 14336), "l"(a_from + (long)a_more112 * a_row));
          }
          else if (a_whole) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at), "l"(a_from), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 2048), "l"(a_from + (long)a_more16 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 4096), "l"(a_from + (long)a_more32 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 6144), "l"(a_from + (long)a_more48 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 8192), "l"(a_from + (long)a_more64 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 10240), "l"(a_from + (long)a_more80 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 12288), "l"(a_from + (long)a_more96 * a_row), "r"(a_room * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(a_to0 + at + 14336), "l"(a_from + (long)a_more112 * a_row), "r"(a_room * 2));
          }
          else {
            {
              const uint4 eight = one_by_one((__global const ushort *)a_from, a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more16 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more32 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more48 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more64 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 8192), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more80 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 10240), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more96 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 12288), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(a_from + (long)a_more112 * a_row), a_room);
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(a_to0 + at + 14336), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
          }
          a_from += 64;
          if (b_whole && b_room == 8 && l + 64 <= k) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(b_to0 + at), "l"(b_from));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 512), "l"(b_from + (long)4 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 1024), "l"(b_from + (long)8 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 1536), "l"(b_from + (long)12 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 2048), "l"(b_from + (long)16 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 2560), "l"(b_from + (long)20 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 3072), "l"(b_from + (long)24 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 3584), "l"(b_from + (long)28 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 4096), "l"(b_from + (long)32 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 4608), "l"(b_from + (long)36 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 5120), "l"(b_from + (long)40 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 5632), "l"(b_from + (long)44 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 6144), "l"(b_from + (long)48 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 6656), "l"(b_from + (long)52 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to0 + at + 7168), "l"(b_from + (long)56 * b_row));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                : : "r"(b_to1 + at + 7680), "l"(b_from + (long)60 * b_row));
          }
          else if (b_whole) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(b_to0 + at), "l"(b_from), "r"((l + b_line < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(b_to1 + at + 512), "l"(b_from + (long)4 * b_row), "r"((l + b_line + 4 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                : : "r"(b_to0 + at + 1024), "l"(b_from + (long)8 * b_row), "r"((l + b_line + 8 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 1536),
                "l"(b_from + (long)12 * b_row), "r"((l + b_line + 12 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 2048),
                "l"(b_from + (long)16 * b_row), "r"((l + b_line + 16 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 2560),
                "l"(b_from + (long)20 * b_row), "r"((l + b_line + 20 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 3072),
                "l"(b_from + (long)24 * b_row), "r"((l + b_line + 24 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 3584),
                "l"(b_from + (long)28 * b_row), "r"((l + b_line + 28 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 4096),
                "l"(b_from + (long)32 * b_row), "r"((l + b_line + 32 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 4608),
                "l"(b_from + (long)36 * b_row), "r"((l + b_line + 36 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 5120),
                "l"(b_from + (long)40 * b_row), "r"((l + b_line + 40 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 5632),
                "l"(b_from + (long)44 * b_row), "r"((l + b_line + 44 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 6144),
                "l"(b_from + (long)48 * b_row), "r"((l + b_line + 48 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 6656),
                "l"(b_from + (long)52 * b_row), "r"((l + b_line + 52 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to0 + at + 7168),
                "l"(b_from + (long)56 * b_row), "r"((l + b_line + 56 < k ? b_room : 0) * 2));
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(b_to1 + at + 7680),
                "l"(b_from + (long)60 * b_row), "r"((l + b_line + 60 < k ? b_room : 0) * 2));
          }
          else {
            {
              const uint4 eight = one_by_one((__global const ushort *)b_from, (l + b_line < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight
                  = one_by_one((__global const ushort *)(b_from + (long)4 * b_row), (l + b_line + 4 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 512), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight
                  = one_by_one((__global const ushort *)(b_from + (long)8 * b_row), (l + b_line + 8 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 1024), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)12 * b_row),
                  (l + b_line + 12 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 1536), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)16 * b_row),
                  (l + b_line + 16 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 2048), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)20 * b_row),
                  (l + b_line + 20 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 2560), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)24 * b_row),
                  (l + b_line + 24 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 3072), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)28 * b_row),
                  (l + b_line + 28 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 3584), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)32 * b_row),
                  (l + b_line + 32 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 4096), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)36 * b_row),
                  (l + b_line + 36 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 4608), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)40 * b_row),
                  (l + b_line + 40 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 5120), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)44 * b_row),
                  (l + b_line + 44 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 5632), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)48 * b_row),
                  (l + b_line + 48 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 6144), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)52 * b_row),
                  (l + b_line + 52 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 6656), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)56 * b_row),
                  (l + b_line + 56 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to0 + at + 7168), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
            {
              const uint4 eight = one_by_one((__global const ushort *)(b_from + (long)60 * b_row),
                  (l + b_line + 60 < k ? b_room : 0));
              asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "r"(b_to1 + at + 7680), "r"(eight.x), "r"(eight.y), "r"(eight.z), "r"(eight.w));
            }
          }
          b_from += (size_t)64 * b_row;
          asm volatile("cp.async.commit_group;");
          asm volatile("cp.async.wait_group 0;");
          asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(full + 8 * slot) : "memory");
          if (++slot == 4) { slot = 0; phase ^= 1; }
        }
      }
    }
  }
  else {
    asm volatile("//@setmaxnreg.inc.sync.aligned.u32 192;");
    const int team = warp / 4, g = lane / 4, t = lane % 4;
    const uint lefts = ((base & 0x3ffff) >> 4) | 0x10000;
    const uint rights = ((base & 0x3ffff) >> 4) | 0x2000000;
    for (int tile = get_group_id(0); tile < tall * wide; tile += get_num_groups(0)) {
      const int above = tile / (wide * 16) * 16, high = min(tall - above, 16);
      const int rest = tile - above * wide;
      const int tile_row = above + rest % high, tile_col = rest / high;
      const int row = tile_row * 128 + team * 64 + warp % 4 * 16 + g;
      const int col = tile_col * 256 + t * 2;
      float acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0, acc4 = 0, acc5 = 0, acc6 = 0, acc7 = 0, acc8 = 0, acc9 = 0,
          acc10 = 0, acc11 = 0, acc12 = 0, acc13 = 0, acc14 = 0, acc15 = 0;
      float acc16 = 0, acc17 = 0, acc18 = 0, acc19 = 0, acc20 = 0, acc21 = 0, acc22 = 0, acc23 = 0, acc24 = 0,
          acc25 = 0, acc26 = 0, acc27 = 0, acc28 = 0, acc29 = 0, acc30 = 0, acc31 = 0;
      float acc32 = 0, acc33 = 0, acc34 = 0, acc35 = 0, acc36 = 0, acc37 = 0, acc38 = 0, acc39 = 0, acc40 = 0,
          acc41 = 0, acc42 = 0, acc43 = 0, acc44 = 0, acc45 = 0, acc46 = 0, acc47 = 0;
      float acc48 = 0, acc49 = 0, acc50 = 0, acc51 = 0, acc52 = 0, acc53 = 0, acc54 = 0, acc55 = 0, acc56 = 0,
          acc57 = 0, acc58 = 0, acc59 = 0, acc60 = 0, acc61 = 0, acc62 = 0, acc63 = 0;
      float acc64 = 0, acc65 = 0, acc66 = 0, acc67 = 0, acc68 = 0, acc69 = 0, acc70 = 0, acc71 = 0, acc72 = 0,
          acc73 = 0, acc74 = 0, acc75 = 0, acc76 = 0, acc77 = 0, acc78 = 0, acc79 = 0;
      float acc80 = 0, acc81 = 0, acc82 = 0, acc83 = 0, acc84 = 0, acc85 = 0, acc86 = 0, acc87 = 0, acc88 = 0,
          acc89 = 0, acc90 = 0, acc91 = 0, acc92 = 0, acc93 = 0, acc94 = 0, acc95 = 0;
      float acc96 = 0, acc97 = 0, acc98 = 0, acc99 = 0, acc100 = 0, acc101 = 0, acc102 = 0, acc103 = 0, acc104 = 0,
          acc105 = 0, acc106 = 0, acc107 = 0, acc108 = 0, acc109 = 0, acc110 = 0, acc111 = 0;
      float acc112 = 0, acc113 = 0, acc114 = 0, acc115 = 0, acc116 = 0, acc117 = 0, acc118 = 0, acc119 = 0, acc120 = 0,
          acc121 = 0, acc122 = 0, acc123 = 0, acc124 = 0, acc125 = 0, acc126 = 0, acc127 = 0;
      uint last = 0;
      for (int step = first_step; step < last_step; ++step) {
        for (uint ended = 0; !ended;)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(ended) : "r"(full + 8 * slot), "r"(phase) : "memory");
        uint left;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(left) : "r"(lefts + slot * 3072 + team * 512), "r"(0));
        uint right;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
            : "=r"(right) : "r"(rights + slot * 3072 + 1024), "r"(0));
        asm volatile("//@wgmma.fence.sync.aligned;" : : : "memory");
        MULTIPLY(left, right, step > first_step ? 1 : 0);
        MULTIPLY(left + 2, right + 128, 1);
        MULTIPLY(left + 4, right + 256, 1);
        MULTIPLY(left + 6, right + 384, 1);
        asm volatile("//@wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("//@wgmma.wait_group.sync.aligned 1;" : : : "memory");
        if (step > first_step && lane == 0)
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
        last = slot;
        if (++slot == 4) { slot = 0; phase ^= 1; }
      }
      asm volatile("//@wgmma.wait_group.sync.aligned 0;"
          : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8),
          "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16),
          "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24),
          "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31), "+f"(acc32),
          "+f"(acc33), "+f"(acc34), "+f"(acc35), "+f"(acc36), "+f"(acc37), "+f"(acc38), "+f"(acc39), "+f"(acc40),
          "+f"(acc41), "+f"(acc42), "+f"(acc43), "+f"(acc44), "+f"(acc45), "+f"(acc46), "+f"(acc47), "+f"(acc48),
          "+f"(acc49), "+f"(acc50), "+f"(acc51), "+f"(acc52), "+f"(acc53), "+f"(acc54), "+f"(acc55), "+f"(acc56),
          "+f"(acc57), "+f"(acc58), "+f"(acc59), "+f"(acc60), "+f"(acc61), "+f"(acc62), "+f"(acc63), "+f"(acc64),
          "+f"(acc65), "+f"(acc66), "+f"(acc67), "+f"(acc68), "+f"(acc69), "+f"(acc70), "+f"(acc71), "+f"(acc72),
          "+f"(acc73), "+f"(acc74), "+f"(acc75), "+f"(acc76), "+f"(acc77), "+f"(acc78), "+f"(acc79), "+f"(acc80),
          "+f"(acc81), "+f"(acc82), "+f"(acc83), "+f"(acc84), "+f"(acc85), "+f"(acc86), "+f"(acc87), "+f"(acc88),
          "+f"(acc89), "+f"(acc90), "+f"(acc91), "+f"(acc92), "+f"(acc93), "+f"(acc94), "+f"(acc95), "+f"(acc96),
          "+f"(acc97), "+f"(acc98), "+f"(acc99), "+f"(acc100), "+f"(acc101), "+f"(acc102), "+f"(acc103), "+f"(acc104),
          "+f"(acc105), "+f"(acc106), "+f"(acc107), "+f"(acc108), "+f"(acc109), "+f"(acc110), "+f"(acc111),
          "+f"(acc112), "+f"(acc113), "+f"(acc114), "+f"(acc115), "+f"(acc116), "+f"(acc117), "+f"(acc118),
          "+f"(acc119), "+f"(acc120), "+f"(acc121), "+f"(acc122), "+f"(acc123), "+f"(acc124), "+f"(acc125),
          "+f"(acc126), "+f"(acc127) : : "memory");
      if (lane == 0 && first_step < last_step)
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(empty + 8 * last) : "memory");
      const size_t meeting = (item * tall * wide + (size_t)tile) * 2 + team;
      __global float4 *parts = (__global float4 *)partial;
      parts += meeting * slices * 4096 + place % 128;
      __global float4 *own = parts + slice * 4096;
      own[0] = (float4)(acc0, acc1, acc2, acc3);
      own[128] = (float4)(acc4, acc5, acc6, acc7);
      own[256] = (float4)(acc8, acc9, acc10, acc11);
      own[384] = (float4)(acc12, acc13, acc14, acc15);
      own[512] = (float4)(acc16, acc17, acc18, acc19);
      own[640] = (float4)(acc20, acc21, acc22, acc23);
      own[768] = (float4)(acc24, acc25, acc26, acc27);
      own[896] = (float4)(acc28, acc29, acc30, acc31);
      own[1024] = (float4)(acc32, acc33, acc34, acc35);
      own[1152] = (float4)(acc36, acc37, acc38, acc39);
      own[1280] = (float4)(acc40, acc41, acc42, acc43);
      own[1408] = (float4)(acc44, acc45, acc46, acc47);
      own[1536] = (float4)(acc48, acc49, acc50, acc51);
      own[1664] = (float4)(acc52, acc53, acc54, acc55);
      own[1792] = (float4)(acc56, acc57, acc58, acc59);
      own[1920] = (float4)(acc60, acc61, acc62, acc63);
      own[2048] = (float4)(acc64, acc65, acc66, acc67);
      own[2176] = (float4)(acc68, acc69, acc70, acc71);
      own[2304] = (float4)(acc72, acc73, acc74, acc75);
      own[2432] = (float4)(acc76, acc77, acc78, acc79);
      own[2560] = (float4)(acc80, acc81, acc82, acc83);
      own[2688] = (float4)(acc84, acc85, acc86, acc87);
      own[2816] = (float4)(acc88, acc89, acc90, acc91);
      own[2944] = (float4)(acc92, acc93, acc94, acc95);
      own[3072] = (float4)(acc96, acc97, acc98, acc99);
      own[3200] = (float4)(acc100, acc101, acc102, acc103);
      own[3328] = (float4)(acc104, acc105, acc106, acc107);
      own[3456] = (float4)(acc108, acc109, acc110, acc111);
      own[3584] = (float4)(acc112, acc113, acc114, acc115);
      own[3712] = (float4)(acc116, acc117, acc118, acc119);
      own[3840] = (float4)(acc120, acc121, acc122, acc123);
      own[3968] = (float4)(acc124, acc125, acc126, acc127);
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
      asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(3 + team) : "memory");
      if (place % 128 == 0) before[team] = atomic_inc((arrived + meeting));
      asm volatile("barrier.cta.sync.aligned %0, 128;" : : "r"(3 + team) : "memory");
      if (before[team] == slices - 1) {
        asm volatile("fence.acq_rel.gpu;" : : : "memory");
        if (place % 128 == 0) arrived[meeting] = 0;
        acc0 = 0; acc1 = 0; acc2 = 0; acc3 = 0; acc4 = 0; acc5 = 0; acc6 = 0; acc7 = 0; acc8 = 0; acc9 = 0; acc10 = 0;
        acc11 = 0; acc12 = 0; acc13 = 0; acc14 = 0; acc15 = 0;
        acc16 = 0; acc17 = 0; acc18 = 0; acc19 = 0; acc20 = 0; acc21 = 0; acc22 = 0; acc23 = 0; acc24 = 0; acc25 = 0;
        acc26 = 0; acc27 = 0; acc28 = 0; acc29 = 0; acc30 = 0; acc31 = 0;
        acc32 = 0; acc33 = 0; acc34 = 0; acc35 = 0; acc36 = 0; acc37 = 0; acc38 = 0; acc39 = 0; acc40 = 0; acc41 = 0;
        acc42 = 0; acc43 = 0; acc44 = 0; acc45 = 0; acc46 = 0; acc47 = 0;
        acc48 = 0; acc49 = 0; acc50 = 0; acc51 = 0; acc52 = 0; acc53 = 0; acc54 = 0; acc55 = 0; acc56 = 0; acc57 = 0;
        acc58 = 0; acc59 = 0; acc60 = 0; acc61 = 0; acc62 = 0; acc63 = 0;
        acc64 = 0; acc65 = 0; acc66 = 0; acc67 = 0; acc68 = 0; acc69 = 0; acc70 = 0; acc71 = 0; acc72 = 0; acc73 = 0;
        acc74 = 0; acc75 = 0; acc76 = 0; acc77 = 0; acc78 = 0; acc79 = 0;
        acc80 = 0; acc81 = 0; acc82 = 0; acc83 = 0; acc84 = 0; acc85 = 0; acc86 = 0; acc87 = 0; acc88 = 0; acc89 = 0;
        acc90 = 0; acc91 = 0; acc92 = 0; acc93 = 0; acc94 = 0; acc95 = 0;
        acc96 = 0; acc97 = 0; acc98 = 0; acc99 = 0; acc100 = 0; acc101 = 0; acc102 = 0; acc103 = 0; acc104 = 0;
        acc105 = 0; acc106 = 0; acc107 = 0; acc108 = 0; acc109 = 0; acc110 = 0; acc111 = 0;
        acc112 = 0; acc113 = 0; acc114 = 0; acc115 = 0; acc116 = 0; acc117 = 0; acc118 = 0; acc119 = 0; acc120 = 0;
        acc121 = 0; acc122 = 0; acc123 = 0; acc124 = 0; acc125 = 0; acc126 = 0; acc127 = 0;
        #pragma unroll 1
        for (int s = 0; s < slices; ++s) {
          const __global float4 *from = parts + s * 4096;
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
            float more8_0, more8_1, more8_2, more8_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more8_0), "=f"(more8_1), "=f"(more8_2), "=f"(more8_3) : "l"(from + 1024) : "memory");
            float more9_0, more9_1, more9_2, more9_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more9_0), "=f"(more9_1), "=f"(more9_2), "=f"(more9_3) : "l"(from + 1152) : "memory");
            float more10_0, more10_1, more10_2, more10_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more10_0), "=f"(more10_1), "=f"(more10_2), "=f"(more10_3) : "l"(from + 1280) : "memory");
            float more11_0, more11_1, more11_2, more11_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more11_0), "=f"(more11_1), "=f"(more11_2), "=f"(more11_3) : "l"(from + 1408) : "memory");
            float more12_0, more12_1, more12_2, more12_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more12_0), "=f"(more12_1), "=f"(more12_2), "=f"(more12_3) : "l"(from + 1536) : "memory");
            float more13_0, more13_1, more13_2, more13_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more13_0), "=f"(more13_1), "=f"(more13_2), "=f"(more13_3) : "l"(from + 1664) : "memory");
            float more14_0, more14_1, more14_2, more14_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more14_0), "=f"(more14_1), "=f"(more14_2), "=f"(more14_3) : "l"(from + 1792) : "memory");
            float more15_0, more15_1, more15_2, more15_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more15_0), "=f"(more15_1), "=f"(more15_2), "=f"(more15_3) : "l"(from + 1920) : "memory");
            acc0 += more0_0; acc1 += more0_1; acc2 += more0_2; acc3 += more0_3;
            acc4 += more1_0; acc5 += more1_1; acc6 += more1_2; acc7 += more1_3;
            acc8 += more2_0; acc9 += more2_1; acc10 += more2_2; acc11 += more2_3;
            acc12 += more3_0; acc13 += more3_1; acc14 += more3_2; acc15 += more3_3;
            acc16 += more4_0; acc17 += more4_1; acc18 += more4_2; acc19 += more4_3;
            acc20 += more5_0; acc21 += more5_1; acc22 += more5_2; acc23 += more5_3;
            acc24 += more6_0; acc25 += more6_1; acc26 += more6_2; acc27 += more6_3;
            acc28 += more7_0; acc29 += more7_1; acc30 += more7_2; acc31 += more7_3;
            acc32 += more8_0; acc33 += more8_1; acc34 += more8_2; acc35 += more8_3;
            acc36 += more9_0; acc37 += more9_1; acc38 += more9_2; acc39 += more9_3;
            acc40 += more10_0; acc41 += more10_1; acc42 += more10_2; acc43 += more10_3;
            acc44 += more11_0; acc45 += more11_1; acc46 += more11_2; acc47 += more11_3;
            acc48 += more12_0; acc49 += more12_1; acc50 += more12_2; acc51 += more12_3;
            acc52 += more13_0; acc53 += more13_1; acc54 += more13_2; acc55 += more13_3;
            acc56 += more14_0; acc57 += more14_1; acc58 += more14_2; acc59 += more14_3;
            acc60 += more15_0; acc61 += more15_1; acc62 += more15_2; acc63 += more15_3;
          }
          {
            float more16_0, more16_1, more16_2, more16_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more16_0), "=f"(more16_1), "=f"(more16_2), "=f"(more16_3) : "l"(from + 2048) : "memory");
            float more17_0, more17_1, more17_2, more17_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more17_0), "=f"(more17_1), "=f"(more17_2), "=f"(more17_3) : "l"(from + 2176) : "memory");
            float more18_0, more18_1, more18_2, more18_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more18_0), "=f"(more18_1), "=f"(more18_2), "=f"(more18_3) : "l"(from + 2304) : "memory");
            float more19_0, more19_1, more19_2, more19_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more19_0), "=f"(more19_1), "=f"(more19_2), "=f"(more19_3) : "l"(from + 2432) : "memory");
            float more20_0, more20_1, more20_2, more20_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more20_0), "=f"(more20_1), "=f"(more20_2), "=f"(more20_3) : "l"(from + 2560) : "memory");
            float more21_0, more21_1, more21_2, more21_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more21_0), "=f"(more21_1), "=f"(more21_2), "=f"(more21_3) : "l"(from + 2688) : "memory");
            float more22_0, more22_1, more22_2, more22_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more22_0), "=f"(more22_1), "=f"(more22_2), "=f"(more22_3) : "l"(from + 2816) : "memory");
            float more23_0, more23_1, more23_2, more23_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more23_0), "=f"(more23_1), "=f"(more23_2), "=f"(more23_3) : "l"(from + 2944) : "memory");
            float more24_0, more24_1, more24_2, more24_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more24_0), "=f"(more24_1), "=f"(more24_2), "=f"(more24_3) : "l"(from + 3072) : "memory");
            float more25_0, more25_1, more25_2, more25_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more25_0), "=f"(more25_1), "=f"(more25_2), "=f"(more25_3) : "l"(from + 3200) : "memory");
            float more26_0, more26_1, more26_2, more26_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more26_0), "=f"(more26_1), "=f"(more26_2), "=f"(more26_3) : "l"(from + 3328) : "memory");
            float more27_0, more27_1, more27_2, more27_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more27_0), "=f"(more27_1), "=f"(more27_2), "=f"(more27_3) : "l"(from + 3456) : "memory");
            float more28_0, more28_1, more28_2, more28_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more28_0), "=f"(more28_1), "=f"(more28_2), "=f"(more28_3) : "l"(from + 3584) : "memory");
            float more29_0, more29_1, more29_2, more29_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more29_0), "=f"(more29_1), "=f"(more29_2), "=f"(more29_3) : "l"(from + 3712) : "memory");
            float more30_0, more30_1, more30_2, more30_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more30_0), "=f"(more30_1), "=f"(more30_2), "=f"(more30_3) : "l"(from + 3840) : "memory");
            float more31_0, more31_1, more31_2, more31_3;
            asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                : "=f"(more31_0), "=f"(more31_1), "=f"(more31_2), "=f"(more31_3) : "l"(from + 3968) : "memory");
            acc64 += more16_0; acc65 += more16_1; acc66 += more16_2; acc67 += more16_3;
            acc68 += more17_0; acc69 += more17_1; acc70 += more17_2; acc71 += more17_3;
            acc72 += more18_0; acc73 += more18_1; acc74 += more18_2; acc75 += more18_3;
            acc76 += more19_0; acc77 += more19_1; acc78 += more19_2; acc79 += more19_3;
            acc80 += more20_0; acc81 += more20_1; acc82 += more20_2; acc83 += more20_3;
            acc84 += more21_0; acc85 += more21_1; acc86 += more21_2; acc87 += more21_3;
            acc88 += more22_0; acc89 += more22_1; acc90 += more22_2; acc91 += more22_3;
            acc92 += more23_0; acc93 += more23_1; acc94 += more23_2; acc95 += more23_3;
            acc96 += more24_0; acc97 += more24_1; acc98 += more24_2; acc99 += more24_3;
            acc100 += more25_0; acc101 += more25_1; acc102 += more25_2; acc103 += more25_3;
            acc104 += more26_0; acc105 += more26_1; acc106 += more26_2; acc107 += more26_3;
            acc108 += more27_0; acc109 += more27_1; acc110 += more27_2; acc111 += more27_3;
            acc112 += more28_0; acc113 += more28_1; acc114 += more28_2; acc115 += more28_3;
            acc116 += more29_0; acc117 += more29_1; acc118 += more29_2; acc119 += more29_3;
            acc120 += more30_0; acc121 += more30_1; acc122 += more30_2; acc123 += more30_3;
            acc124 += more31_0; acc125 += more31_1; acc126 += more31_2; acc127 += more31_3;
          }
        }
        const bool whole = tile_col * 256 + 256 <= n && c_row % 2 == 0 && (size_t)(c + c_offset) % 4 == 0;
        const bool lines = n % 8 == 0 && c_row % 8 == 0 && (size_t)(c + c_offset) % 16 == 0;
        if (lines) {
          const uint mine = (uint)(size_t)turned + warp * 2048;
          const int line = lane / 8, chunk = lane % 8;
          const uint at0_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc1), "f"(acc0));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_0), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc3), "f"(acc2));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_0), "r"(both));
          }
          const uint at0_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc5), "f"(acc4));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_1), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc7), "f"(acc6));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_1), "r"(both));
          }
          const uint at0_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc9), "f"(acc8));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_2), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc11), "f"(acc10));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_2), "r"(both));
          }
          const uint at0_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc13), "f"(acc12));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_3), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc15), "f"(acc14));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_3), "r"(both));
          }
          const uint at0_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc17), "f"(acc16));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_4), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc19), "f"(acc18));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_4), "r"(both));
          }
          const uint at0_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc21), "f"(acc20));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_5), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc23), "f"(acc22));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_5), "r"(both));
          }
          const uint at0_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc25), "f"(acc24));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_6), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc27), "f"(acc26));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_6), "r"(both));
          }
          const uint at0_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc29), "f"(acc28));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at0_7), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc31), "f"(acc30));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at0_7), "r"(both));
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          {
            uint4 eight;
            const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line;
            if (to < m && col - t * 2 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 4;
            if (to < m && col - t * 2 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 8;
            if (to < m && col - t * 2 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 12;
            if (to < m && col - t * 2 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + chunk * 8)) = eight;
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          const uint at1_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc33), "f"(acc32));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_0), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc35), "f"(acc34));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_0), "r"(both));
          }
          const uint at1_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc37), "f"(acc36));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_1), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc39), "f"(acc38));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_1), "r"(both));
          }
          const uint at1_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc41), "f"(acc40));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_2), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc43), "f"(acc42));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_2), "r"(both));
          }
          const uint at1_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc45), "f"(acc44));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_3), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc47), "f"(acc46));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_3), "r"(both));
          }
          const uint at1_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc49), "f"(acc48));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_4), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc51), "f"(acc50));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_4), "r"(both));
          }
          const uint at1_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc53), "f"(acc52));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_5), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc55), "f"(acc54));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_5), "r"(both));
          }
          const uint at1_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc57), "f"(acc56));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_6), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc59), "f"(acc58));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_6), "r"(both));
          }
          const uint at1_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc61), "f"(acc60));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at1_7), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc63), "f"(acc62));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at1_7), "r"(both));
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          {
            uint4 eight;
            const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line;
            if (to < m && col - t * 2 + 64 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 4;
            if (to < m && col - t * 2 + 64 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 8;
            if (to < m && col - t * 2 + 64 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 12;
            if (to < m && col - t * 2 + 64 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 64 + chunk * 8)) = eight;
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          const uint at2_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc65), "f"(acc64));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_0), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc67), "f"(acc66));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_0), "r"(both));
          }
          const uint at2_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc69), "f"(acc68));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_1), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc71), "f"(acc70));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_1), "r"(both));
          }
          const uint at2_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc73), "f"(acc72));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_2), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc75), "f"(acc74));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_2), "r"(both));
          }
          const uint at2_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc77), "f"(acc76));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_3), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc79), "f"(acc78));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_3), "r"(both));
          }
          const uint at2_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc81), "f"(acc80));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_4), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc83), "f"(acc82));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_4), "r"(both));
          }
          const uint at2_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc85), "f"(acc84));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_5), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc87), "f"(acc86));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_5), "r"(both));
          }
          const uint at2_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc89), "f"(acc88));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_6), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc91), "f"(acc90));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_6), "r"(both));
          }
          const uint at2_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc93), "f"(acc92));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at2_7), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc95), "f"(acc94));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at2_7), "r"(both));
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          {
            uint4 eight;
            const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line;
            if (to < m && col - t * 2 + 128 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 128 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 4;
            if (to < m && col - t * 2 + 128 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 128 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 8;
            if (to < m && col - t * 2 + 128 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 128 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 12;
            if (to < m && col - t * 2 + 128 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 128 + chunk * 8))
                    = eight;
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          const uint at3_0 = mine + g * 128 + ((0 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc97), "f"(acc96));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_0), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc99), "f"(acc98));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_0), "r"(both));
          }
          const uint at3_1 = mine + g * 128 + ((1 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc101), "f"(acc100));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_1), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc103), "f"(acc102));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_1), "r"(both));
          }
          const uint at3_2 = mine + g * 128 + ((2 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc105), "f"(acc104));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_2), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc107), "f"(acc106));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_2), "r"(both));
          }
          const uint at3_3 = mine + g * 128 + ((3 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc109), "f"(acc108));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_3), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc111), "f"(acc110));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_3), "r"(both));
          }
          const uint at3_4 = mine + g * 128 + ((4 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc113), "f"(acc112));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_4), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc115), "f"(acc114));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_4), "r"(both));
          }
          const uint at3_5 = mine + g * 128 + ((5 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc117), "f"(acc116));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_5), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc119), "f"(acc118));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_5), "r"(both));
          }
          const uint at3_6 = mine + g * 128 + ((6 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc121), "f"(acc120));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_6), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc123), "f"(acc122));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_6), "r"(both));
          }
          const uint at3_7 = mine + g * 128 + ((7 ^ g) << 4) + t * 4;
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc125), "f"(acc124));
            asm volatile("st.shared.b32 [%0], %1;" : : "r"(at3_7), "r"(both));
          }
          {
            uint both; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(acc127), "f"(acc126));
            asm volatile("st.shared.b32 [%0 + 1024], %1;" : : "r"(at3_7), "r"(both));
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
          {
            uint4 eight;
            const uint from = mine + line * 128 + ((chunk ^ line % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line;
            if (to < m && col - t * 2 + 192 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 192 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 4) * 128 + ((chunk ^ (line + 4) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 4;
            if (to < m && col - t * 2 + 192 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 192 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 8) * 128 + ((chunk ^ (line + 8) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 8;
            if (to < m && col - t * 2 + 192 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 192 + chunk * 8))
                    = eight;
          }
          {
            uint4 eight;
            const uint from = mine + (line + 12) * 128 + ((chunk ^ (line + 12) % 8) << 4);
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w) : "r"(from));
            const int to = row - g + line + 12;
            if (to < m && col - t * 2 + 192 + chunk * 8 < n)
                *(__global uint4 *)(c + c_offset + (size_t)to * c_row + (size_t)(col - t * 2 + 192 + chunk * 8))
                    = eight;
          }
          asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
        }
        else {
          if (row < m) {
            __global ushort *c_at = c + c_offset + (size_t)row * c_row + (size_t)col;
            if (whole) {
              put_pair(c_at, acc0, acc1);
              put_pair(c_at + 8, acc4, acc5);
              put_pair(c_at + 16, acc8, acc9);
              put_pair(c_at + 24, acc12, acc13);
              put_pair(c_at + 32, acc16, acc17);
              put_pair(c_at + 40, acc20, acc21);
              put_pair(c_at + 48, acc24, acc25);
              put_pair(c_at + 56, acc28, acc29);
              put_pair(c_at + 64, acc32, acc33);
              put_pair(c_at + 72, acc36, acc37);
              put_pair(c_at + 80, acc40, acc41);
              put_pair(c_at + 88, acc44, acc45);
              put_pair(c_at + 96, acc48, acc49);
              put_pair(c_at + 104, acc52, acc53);
              put_pair(c_at + 112, acc56, acc57);
              put_pair(c_at + 120, acc60, acc61);
              put_pair(c_at + 128, acc64, acc65);
              put_pair(c_at + 136, acc68, acc69);
              put_pair(c_at + 144, acc72, acc73);
              put_pair(c_at + 152, acc76, acc77);
              put_pair(c_at + 160, acc80, acc81);
              put_pair(c_at + 168, acc84, acc85);
              put_pair(c_at + 176, acc88, acc89);
              put_pair(c_at + 184, acc92, acc93);
              put_pair(c_at + 192, acc96, acc97);
              put_pair(c_at + 200, acc100, acc101);
              put_pair(c_at + 208, acc104, acc105);
              put_pair(c_at + 216, acc108, acc109);
              put_pair(c_at + 224, acc112, acc113);
              put_pair(c_at + 232, acc116, acc117);
              put_pair(c_at + 240, acc120, acc121);
              put_pair(c_at + 248, acc124, acc125);
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
              put_some(c_at + 64, 1, n - col - 64, acc32, acc33);
              put_some(c_at + 72, 1, n - col - 72, acc36, acc37);
              put_some(c_at + 80, 1, n - col - 80, acc40, acc41);
              put_some(c_at + 88, 1, n - col - 88, acc44, acc45);
              put_some(c_at + 96, 1, n - col - 96, acc48, acc49);
              put_some(c_at + 104, 1, n - col - 104, acc52, acc53);
              put_some(c_at + 112, 1, n - col - 112, acc56, acc57);
              put_some(c_at + 120, 1, n - col - 120, acc60, acc61);
              put_some(c_at + 128, 1, n - col - 128, acc64, acc65);
              put_some(c_at + 136, 1, n - col - 136, acc68, acc69);
              put_some(c_at + 144, 1, n - col - 144, acc72, acc73);
              put_some(c_at + 152, 1, n - col - 152, acc76, acc77);
              put_some(c_at + 160, 1, n - col - 160, acc80, acc81);
              put_some(c_at + 168, 1, n - col - 168, acc84, acc85);
              put_some(c_at + 176, 1, n - col - 176, acc88, acc89);
              put_some(c_at + 184, 1, n - col - 184, acc92, acc93);
              put_some(c_at + 192, 1, n - col - 192, acc96, acc97);
              put_some(c_at + 200, 1, n - col - 200, acc100, acc101);
              put_some(c_at + 208, 1, n - col - 208, acc104, acc105);
              put_some(c_at + 216, 1, n - col - 216, acc108, acc109);
              put_some(c_at + 224, 1, n - col - 224, acc112, acc113);
              put_some(c_at + 232, 1, n - col - 232, acc116, acc117);
              put_some(c_at + 240, 1, n - col - 240, acc120, acc121);
              put_some(c_at + 248, 1, n - col - 248, acc124, acc125);
            }
          }
          if (row + 8 < m) {
            __global ushort *c_at = c + c_offset + (size_t)(row + 8) * c_row + (size_t)col;
            if (whole) {
              put_pair(c_at, acc2, acc3);
              put_pair(c_at + 8, acc6, acc7);
              put_pair(c_at + 16, acc10, acc11);
              put_pair(c_at + 24, acc14, acc15);
              put_pair(c_at + 32, acc18, acc19);
              put_pair(c_at + 40, acc22, acc23);
              put_pair(c_at + 48, acc26, acc27);
              put_pair(c_at + 56, acc30, acc31);
              put_pair(c_at + 64, acc34, acc35);
              put_pair(c_at + 72, acc38, acc39);
              put_pair(c_at + 80, acc42, acc43);
              put_pair(c_at + 88, acc46, acc47);
              put_pair(c_at + 96, acc50, acc51);
              put_pair(c_at + 104, acc54, acc55);
              put_pair(c_at + 112, acc58, acc59);
              put_pair(c_at + 120, acc62, acc63);
              put_pair(c_at + 128, acc66, acc67);
              put_pair(c_at + 136, acc70, acc71);
              put_pair(c_at + 144, acc74, acc75);
              put_pair(c_at + 152, acc78, acc79);
              put_pair(c_at + 160, acc82, acc83);
              put_pair(c_at + 168, acc86, acc87);
              put_pair(c_at + 176, acc90, acc91);
              put_pair(c_at + 184, acc94, acc95);
              put_pair(c_at + 192, acc98, acc99);
              put_pair(c_at + 200, acc102, acc103);
              put_pair(c_at + 208, acc106, acc107);
              put_pair(c_at + 216, acc110, acc111);
              put_pair(c_at + 224, acc114, acc115);
              put_pair(c_at + 232, acc118, acc119);
              put_pair(c_at + 240, acc122, acc123);
              put_pair(c_at + 248, acc126, acc127);
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
              put_some(c_at + 64, 1, n - col - 64, acc34, acc35);
              put_some(c_at + 72, 1, n - col - 72, acc38, acc39);
              put_some(c_at + 80, 1, n - col - 80, acc42, acc43);
              put_some(c_at + 88, 1, n - col - 88, acc46, acc47);
              put_some(c_at + 96, 1, n - col - 96, acc50, acc51);
              put_some(c_at + 104, 1, n - col - 104, acc54, acc55);
              put_some(c_at + 112, 1, n - col - 112, acc58, acc59);
              put_some(c_at + 120, 1, n - col - 120, acc62, acc63);
              put_some(c_at + 128, 1, n - col - 128, acc66, acc67);
              put_some(c_at + 136, 1, n - col - 136, acc70, acc71);
              put_some(c_at + 144, 1, n - col - 144, acc74, acc75);
              put_some(c_at + 152, 1, n - col - 152, acc78, acc79);
              put_some(c_at + 160, 1, n - col - 160, acc82, acc83);
              put_some(c_at + 168, 1, n - col - 168, acc86, acc87);
              put_some(c_at + 176, 1, n - col - 176, acc90, acc91);
              put_some(c_at + 184, 1, n - col - 184, acc94, acc95);
              put_some(c_at + 192, 1, n - col - 192, acc98, acc99);
              put_some(c_at + 200, 1, n - col - 200, acc102, acc103);
              put_some(c_at + 208, 1, n - col - 208, acc106, acc107);
              put_some(c_at + 216, 1, n - col - 216, acc110, acc111);
              put_some(c_at + 224, 1, n - col - 224, acc114, acc115);
              put_some(c_at + 232, 1, n - col - 232, acc118, acc119);
              put_some(c_at + 240, 1, n - col - 240, acc122, acc123);
              put_some(c_at + 248, 1, n - col - 248, acc126, acc127);
            }
          }
        }
      }
    }
  }
}
