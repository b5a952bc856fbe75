// What instructions of NVIDIA's Hopper architecture do, for texts in CUDA C++ on the host; below host_cuda.cpp.
//
// Work-items run until they wait for others (host_cuda_items.c). Copies and products are made at once, where they begin.
// Sums are rounded, not truncated; of tf32 numbers the last 13 bits are not looked at. Inputs come first, then outputs.

#define __maxnreg__(count)
#define __cvta_generic_to_shared(place) (reinterpret_cast<const uchar *>(place) - dynamic_local)
#define INSTRUCTION inline __attribute__((noinline))

namespace hopper {
using uintptr = decltype(sizeof(0));
template <class... T> inline void nothing(T &&...) {}

// Barriers in local memory: how many arrive in a phase, how many of them and of the bytes are still to come.
struct barrier { uchar arrivals, left, phase, unused; int bytes; };
inline barrier &barrier_at(uint at) { return local_at<barrier>(at); }
inline void look_at(barrier &x) {
  if (x.left || x.bytes) return;
  x.phase ^= 1;
  x.left = x.arrivals;
}
inline void arrive(uint at) { --barrier_at(at).left; look_at(barrier_at(at)); }
inline void arrive_expecting(uint at, int bytes) { barrier_at(at).bytes += bytes; arrive(at); }
inline void has_ended(uint at, uint parity, uint &ended) {
  ended = barrier_at(at).phase != parity;
  if (!ended) wait_for_the_others();
}
inline void copy_bulk(uint to, const void *from, int bytes, uint at) {
  __builtin_memcpy(dynamic_local + to, from, bytes);
  barrier_at(at).bytes -= bytes;
  look_at(barrier_at(at));
}

// Barriers with numbers, at which a condition may be brought.
static struct { uint arrived, turn, any, result; } numbered[16];
inline void make_barrier(uint at, uint arrivals) {
  barrier_at(at) = {(uchar)arrivals, (uchar)arrivals, 0, 0, 0};
  for (auto &each : numbered) each = {0, 0, 0, 0}; // a work-group begins
}
template <uint items> inline void come(uint number) {
  auto &here = numbered[number];
  if (++here.arrived != items) return;
  here.result = here.any, here.any = here.arrived = 0, ++here.turn;
}
template <uint items> INSTRUCTION void meet(uint number) {
  const uint turn = numbered[number].turn;
  come<items>(number);
  while (numbered[number].turn == turn) wait_for_the_others();
}
template <uint items> inline void any_in_team(uint condition, uint number, uint &any) {
  numbered[number].any |= condition != 0;
  meet<items>(number);
  any = numbered[number].result;
}

// What the work-items of a sub-group show each other, in turns in one of two places, so that nobody overtakes.
static struct { uint arrived, turn; uint shown[2][32][6]; } warps[32];
INSTRUCTION const uint (*gather(uint a, uint b = 0, uint c = 0, uint d = 0, uint e = 0, uint f = 0))[6] {
  auto &warp = warps[threadIdx.x / 32];
  const uint turn = warp.turn;
  auto &shown = warp.shown[turn % 2];
  auto &own = shown[threadIdx.x % 32];
  own[0] = a, own[1] = b, own[2] = c, own[3] = d, own[4] = e, own[5] = f;
  if (++warp.arrived == 32) warp.arrived = 0, ++warp.turn;
  while (warp.turn == turn) wait_for_the_others();
  return shown;
}
inline void meet_sub_group() { gather(0); }
inline void ballot(uint condition, uint &set) {
  const auto all = gather(condition != 0);
  set = 0;
  for (int lane = 0; lane < 32; ++lane) set |= all[lane][0] << lane;
}
inline void any_in_warp(uint condition, uint &any) { ballot(condition, any); any = any != 0; }
inline void sum_of_all(uint value, uint &sum) {
  const auto all = gather(value);
  sum = 0;
  for (int lane = 0; lane < 32; ++lane) sum += all[lane][0];
}
template <class T> inline void from_lane(T value, uint lane, T &result) {
  result = bits_of<T>(gather(bits_of<uint>(value))[lane % 32][0]);
}
template <uint distance, class T> inline void from_lane_across(T value, T &result) {
  from_lane(value, threadIdx.x ^ distance, result);
}
inline void count_bits(uint value, uint &count) { count = __builtin_popcount(value); }
inline void lowest_bit(uint value, uint &place) { place = value ? __builtin_ctz(value) : 32; }

// Local memory, at addresses that are multiples of all that is moved; the place of a fault is address 0 of nothing.
inline void *aligned(uint at, uint bytes) { return at % bytes ? nullptr : dynamic_local + at; }
template <uint offset, class... T> inline void load_local(uint at, T &...values) {
  const uint *from = static_cast<uint *>(aligned(at + offset, 4 * sizeof...(T)));
  ((values = bits_of<T>(*from++)), ...);
}
template <uint offset, class... T> inline void store_local(uint at, T... values) {
  uint *to = static_cast<uint *>(aligned(at + offset, 4 * sizeof...(T)));
  ((*to++ = bits_of<uint>(values)), ...);
}

// Copies of 16 bytes; and tensor maps, of which every field must have been set before boxes are copied by them.
inline void copy_chunk(uint to, const void *from, int existing = 16) {
  auto at = static_cast<uchar *>(aligned(to, (uintptr)from % 16 ? ~0u : 16));
  __builtin_memset(at, 0, 16);
  __builtin_memcpy(at, from, existing);
}
struct tensor_map { const uchar *first; ulong pitch; uint length[2], box[2], set; uchar rest[128 - 36]; };
inline tensor_map &map_at(uint at, uint field) {
  auto &map = *static_cast<tensor_map *>(aligned(at, 128));
  map.set |= 1 << field;
  return map;
}
inline void set_address(uint at, const void *first) { map_at(at, 0).first = static_cast<const uchar *>(first); }
inline void set_rank(uint at, uint less_one) { if (less_one == 1) map_at(at, 1); }
template <uint axis> inline void set_box_dim(uint at, uint count) { map_at(at, 2 + axis).box[axis] = count; }
template <uint axis> inline void set_global_dim(uint at, uint count) { map_at(at, 4 + axis).length[axis] = count; }
template <uint axis> inline void set_global_stride(uint at, ulong bytes) { map_at(at, 6 + axis).pitch = bytes; }
template <uint axis> inline void set_element_stride(uint at) { map_at(at, 7 + axis); }
template <uint type> inline void set_elemtype(uint at) { if (type == 6 || type == 10) map_at(at, 9); }
template <uint none> inline void set_interleave_layout(uint at) { if (!none) map_at(at, 10); }
template <uint mode> inline void set_swizzle_mode(uint at) { if (mode == 3) map_at(at, 11); }
template <uint mode> inline void set_fill_mode(uint at) { if (!mode) map_at(at, 12); }
inline void publish_map(void *to, uint at) { __builtin_memcpy(to, aligned(at, 128), 128); }
inline void copy_box(uint to, const void *by, int x, int y, uint barrier) {
  const auto &map = *static_cast<const tensor_map *>(by);
  if (map.set != (1 << 13) - 1 || (uintptr)map.first % 16 || map.pitch % 16 || map.box[0] != 64) return;
  if (map.pitch >> 40 || map.pitch < map.length[0] * 2ul) return;
  const uint start = (uint)(static_cast<uchar *>(aligned(to, 1024)) - dynamic_local);
  for (uint line = 0; line < map.box[1]; ++line)
    for (uint e = 0; e < 64; ++e) {
      const uint at = start + line * 128 + e * 2;
      const bool inside = x + e < map.length[0] && y + line < map.length[1];
      local_at<ushort>(at ^ (at >> 3 & 0x70)) = inside
        ? *reinterpret_cast<const ushort *>(map.first + (y + line) * map.pitch + (x + e) * 2) : 0;
    }
  barrier_at(barrier).bytes -= map.box[1] * 128;
  look_at(barrier_at(barrier));
}

// Numbers of two bytes. Floats are rounded to the nearest, ties to even.
struct f16 {
  host::half value;
  operator float() const { return static_cast<float>(value); }
};
struct bf16 {
  ushort bits;
  operator float() const { return bits_of<float>((uint)bits << 16); }
};
inline uint rounded(float x, f16) { return bits_of<ushort>(static_cast<host::half>(x)); }
inline uint rounded(float x, bf16) {
  const uint wide = bits_of<uint>(x);
  return x != x ? 0x7fff : (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
}
template <class N> inline void pair_of(float upper, float lower, uint &both) {
  both = rounded(lower, N()) | rounded(upper, N()) << 16;
}

// Products. A work-item has rows g and g + 8 of its sub-group's, and of each 8 columns two.
template <class N, bool across = false> inline float number_at(uint descriptor, uint line, uint element) {
  uint at = (descriptor & 0x3fff) << 4;
  if (across) at += line / 64 * ((descriptor >> 16 & 0x3fff) << 4) + element * 128 + line % 64 * sizeof(N);
  else at += line * 128 + element * sizeof(N);
  return static_cast<float>(local_at<N>(at ^ (at >> 3 & 0x70)));
}
template <class N, int terms, bool across_a = false, bool across_b = false, class... T>
INSTRUCTION void multiply_lines(uint left, uint right, uint keep, T &...sums) {
  float *const places[] = {&sums...};
  const uint lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane / 4;
  float a[2][terms], b[terms];
  for (int l = 0; l < terms; ++l)
    for (int h = 0; h < 2; ++h) a[h][l] = number_at<N, across_a>(left, row + 8 * h, l);
  for (uint j = 0; j < sizeof...(T) / 4; ++j)
    for (int s = 0; s < 2; ++s) {
      for (int l = 0; l < terms; ++l) b[l] = number_at<N, across_b>(right, 8 * j + lane % 4 * 2 + s, l);
      for (int h = 0; h < 2; ++h) {
        float total = 0;
        for (int l = 0; l < terms; ++l) total += a[h][l] * b[l];
        float &sum = *places[4 * j + 2 * h + s];
        sum = keep ? sum + total : total;
      }
    }
}
INSTRUCTION void multiply_fragments(
    uint a0, uint a1, uint a2, uint a3, uint b0, uint b1, float &c0, float &c1, float &c2, float &c3) {
  const auto all = gather(a0, a1, a2, a3, b0, b1);
  const uint lane = threadIdx.x % 32;
  float *const sums[] = {&c0, &c1, &c2, &c3};
  for (int v = 0; v < 4; ++v) {
    const uint row = lane / 4, col = lane % 4 * 2 + v % 2;
    float total = 0;
    for (int l = 0; l < 8; ++l)
      total += bits_of<float>(all[row * 4 + l % 4][v / 2 + l / 4 * 2] & ~0x1fffu)
        * bits_of<float>(all[col * 4 + l % 4][4 + l / 4] & ~0x1fffu);
    *sums[v] += total;
  }
}
}
