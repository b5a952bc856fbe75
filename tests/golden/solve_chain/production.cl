// solve m=4096 n=4096 float32 triangular upper across: items=256 block=128 rows=4
float quotient(float a, float b, float r)
{
  const float near = a * r;
  return isfinite(near) ? near : a / b;
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
solve_chain(
    const int n,
    __global const float *restrict a, const ulong a_offset, const ulong a_row,
    __global float *restrict x, const ulong x_offset,
    volatile __global int *state,
    volatile __global uint *news)
{
  x += x_offset;
  __local float triangle[16512];
  __local float known[256];
  __local float shares[272];
  __local float right[128];
  __local float diagonal[128];
  __local float undivided[128];
  __local float inverse[128];
  __local int ticket, careful;
  const int item = get_local_id(0);
  const int along = item % 128, team = item / 128;
  if (item == 0) {
    ticket = atomic_inc(state);
    careful = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int mine = ticket, first = mine * 128;
  float own = 0;
  if (item < 128 && first + item < n) own = *(x + first + item);
  #pragma unroll 4
  for (int other = team; other < 128; other += 2) {
    if (other <= along && first + along < n) {
      __global const float *line = a + (a_offset + (size_t)(first + other) * a_row);
      const float value = *(line + first + along);
      triangle[along * 129 + other] = value;
      if (other == along) {
        diagonal[along] = value;
        const float r = 1 / (float)(value);
        inverse[along] = isnormal(r) ? r : (float)NAN;
      }
    }
    else if (other == along) {
      diagonal[along] = 1;
      const float r = 1 / (float)(1);
      inverse[along] = isnormal(r) ? r : (float)NAN;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 4
  for (int other = team; other < 128; other += 2) {
    if (other < along && first + along < n) {
      const float value = triangle[along * 129 + other];
      const float scaled = quotient(value, diagonal[along], inverse[along]);
      if (!isnormal(scaled) && !value == 0) careful = 1;
      triangle[along * 129 + other] = scaled;
    }
  }
  float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (int j = 0; j < mine; ++j) {
    __global const float *line0 = a + (a_offset + (size_t)(j * 128 + team) * a_row);
    const float a0 = *(line0 + min(first + along, n - 1));
    __global const float *line1 = a + (a_offset + (size_t)(j * 128 + team + 2) * a_row);
    const float a1 = *(line1 + min(first + along, n - 1));
    __global const float *line2 = a + (a_offset + (size_t)(j * 128 + team + 4) * a_row);
    const float a2 = *(line2 + min(first + along, n - 1));
    __global const float *line3 = a + (a_offset + (size_t)(j * 128 + team + 6) * a_row);
    const float a3 = *(line3 + min(first + along, n - 1));
    __global const float *line4 = a + (a_offset + (size_t)(j * 128 + team + 8) * a_row);
    const float a4 = *(line4 + min(first + along, n - 1));
    __global const float *line5 = a + (a_offset + (size_t)(j * 128 + team + 10) * a_row);
    const float a5 = *(line5 + min(first + along, n - 1));
    __global const float *line6 = a + (a_offset + (size_t)(j * 128 + team + 12) * a_row);
    const float a6 = *(line6 + min(first + along, n - 1));
    __global const float *line7 = a + (a_offset + (size_t)(j * 128 + team + 14) * a_row);
    const float a7 = *(line7 + min(first + along, n - 1));
    __global const float *line8 = a + (a_offset + (size_t)(j * 128 + team + 16) * a_row);
    const float a8 = *(line8 + min(first + along, n - 1));
    __global const float *line9 = a + (a_offset + (size_t)(j * 128 + team + 18) * a_row);
    const float a9 = *(line9 + min(first + along, n - 1));
    __global const float *line10 = a + (a_offset + (size_t)(j * 128 + team + 20) * a_row);
    const float a10 = *(line10 + min(first + along, n - 1));
    __global const float *line11 = a + (a_offset + (size_t)(j * 128 + team + 22) * a_row);
    const float a11 = *(line11 + min(first + along, n - 1));
    __global const float *line12 = a + (a_offset + (size_t)(j * 128 + team + 24) * a_row);
    const float a12 = *(line12 + min(first + along, n - 1));
    __global const float *line13 = a + (a_offset + (size_t)(j * 128 + team + 26) * a_row);
    const float a13 = *(line13 + min(first + along, n - 1));
    __global const float *line14 = a + (a_offset + (size_t)(j * 128 + team + 28) * a_row);
    const float a14 = *(line14 + min(first + along, n - 1));
    __global const float *line15 = a + (a_offset + (size_t)(j * 128 + team + 30) * a_row);
    const float a15 = *(line15 + min(first + along, n - 1));
    __global const float *line16 = a + (a_offset + (size_t)(j * 128 + team + 32) * a_row);
    const float a16 = *(line16 + min(first + along, n - 1));
    __global const float *line17 = a + (a_offset + (size_t)(j * 128 + team + 34) * a_row);
    const float a17 = *(line17 + min(first + along, n - 1));
    __global const float *line18 = a + (a_offset + (size_t)(j * 128 + team + 36) * a_row);
    const float a18 = *(line18 + min(first + along, n - 1));
    __global const float *line19 = a + (a_offset + (size_t)(j * 128 + team + 38) * a_row);
    const float a19 = *(line19 + min(first + along, n - 1));
    __global const float *line20 = a + (a_offset + (size_t)(j * 128 + team + 40) * a_row);
    const float a20 = *(line20 + min(first + along, n - 1));
    __global const float *line21 = a + (a_offset + (size_t)(j * 128 + team + 42) * a_row);
    const float a21 = *(line21 + min(first + along, n - 1));
    __global const float *line22 = a + (a_offset + (size_t)(j * 128 + team + 44) * a_row);
    const float a22 = *(line22 + min(first + along, n - 1));
    __global const float *line23 = a + (a_offset + (size_t)(j * 128 + team + 46) * a_row);
    const float a23 = *(line23 + min(first + along, n - 1));
    __global const float *line24 = a + (a_offset + (size_t)(j * 128 + team + 48) * a_row);
    const float a24 = *(line24 + min(first + along, n - 1));
    __global const float *line25 = a + (a_offset + (size_t)(j * 128 + team + 50) * a_row);
    const float a25 = *(line25 + min(first + along, n - 1));
    __global const float *line26 = a + (a_offset + (size_t)(j * 128 + team + 52) * a_row);
    const float a26 = *(line26 + min(first + along, n - 1));
    __global const float *line27 = a + (a_offset + (size_t)(j * 128 + team + 54) * a_row);
    const float a27 = *(line27 + min(first + along, n - 1));
    __global const float *line28 = a + (a_offset + (size_t)(j * 128 + team + 56) * a_row);
    const float a28 = *(line28 + min(first + along, n - 1));
    __global const float *line29 = a + (a_offset + (size_t)(j * 128 + team + 58) * a_row);
    const float a29 = *(line29 + min(first + along, n - 1));
    __global const float *line30 = a + (a_offset + (size_t)(j * 128 + team + 60) * a_row);
    const float a30 = *(line30 + min(first + along, n - 1));
    __global const float *line31 = a + (a_offset + (size_t)(j * 128 + team + 62) * a_row);
    const float a31 = *(line31 + min(first + along, n - 1));
    __global const float *line32 = a + (a_offset + (size_t)(j * 128 + team + 64) * a_row);
    const float a32 = *(line32 + min(first + along, n - 1));
    __global const float *line33 = a + (a_offset + (size_t)(j * 128 + team + 66) * a_row);
    const float a33 = *(line33 + min(first + along, n - 1));
    __global const float *line34 = a + (a_offset + (size_t)(j * 128 + team + 68) * a_row);
    const float a34 = *(line34 + min(first + along, n - 1));
    __global const float *line35 = a + (a_offset + (size_t)(j * 128 + team + 70) * a_row);
    const float a35 = *(line35 + min(first + along, n - 1));
    __global const float *line36 = a + (a_offset + (size_t)(j * 128 + team + 72) * a_row);
    const float a36 = *(line36 + min(first + along, n - 1));
    __global const float *line37 = a + (a_offset + (size_t)(j * 128 + team + 74) * a_row);
    const float a37 = *(line37 + min(first + along, n - 1));
    __global const float *line38 = a + (a_offset + (size_t)(j * 128 + team + 76) * a_row);
    const float a38 = *(line38 + min(first + along, n - 1));
    __global const float *line39 = a + (a_offset + (size_t)(j * 128 + team + 78) * a_row);
    const float a39 = *(line39 + min(first + along, n - 1));
    __global const float *line40 = a + (a_offset + (size_t)(j * 128 + team + 80) * a_row);
    const float a40 = *(line40 + min(first + along, n - 1));
    __global const float *line41 = a + (a_offset + (size_t)(j * 128 + team + 82) * a_row);
    const float a41 = *(line41 + min(first + along, n - 1));
    __global const float *line42 = a + (a_offset + (size_t)(j * 128 + team + 84) * a_row);
    const float a42 = *(line42 + min(first + along, n - 1));
    __global const float *line43 = a + (a_offset + (size_t)(j * 128 + team + 86) * a_row);
    const float a43 = *(line43 + min(first + along, n - 1));
    __global const float *line44 = a + (a_offset + (size_t)(j * 128 + team + 88) * a_row);
    const float a44 = *(line44 + min(first + along, n - 1));
    __global const float *line45 = a + (a_offset + (size_t)(j * 128 + team + 90) * a_row);
    const float a45 = *(line45 + min(first + along, n - 1));
    __global const float *line46 = a + (a_offset + (size_t)(j * 128 + team + 92) * a_row);
    const float a46 = *(line46 + min(first + along, n - 1));
    __global const float *line47 = a + (a_offset + (size_t)(j * 128 + team + 94) * a_row);
    const float a47 = *(line47 + min(first + along, n - 1));
    __global const float *line48 = a + (a_offset + (size_t)(j * 128 + team + 96) * a_row);
    const float a48 = *(line48 + min(first + along, n - 1));
    __global const float *line49 = a + (a_offset + (size_t)(j * 128 + team + 98) * a_row);
    const float a49 = *(line49 + min(first + along, n - 1));
    __global const float *line50 = a + (a_offset + (size_t)(j * 128 + team + 100) * a_row);
    const float a50 = *(line50 + min(first + along, n - 1));
    __global const float *line51 = a + (a_offset + (size_t)(j * 128 + team + 102) * a_row);
    const float a51 = *(line51 + min(first + along, n - 1));
    __global const float *line52 = a + (a_offset + (size_t)(j * 128 + team + 104) * a_row);
    const float a52 = *(line52 + min(first + along, n - 1));
    __global const float *line53 = a + (a_offset + (size_t)(j * 128 + team + 106) * a_row);
    const float a53 = *(line53 + min(first + along, n - 1));
    __global const float *line54 = a + (a_offset + (size_t)(j * 128 + team + 108) * a_row);
    const float a54 = *(line54 + min(first + along, n - 1));
    __global const float *line55 = a + (a_offset + (size_t)(j * 128 + team + 110) * a_row);
    const float a55 = *(line55 + min(first + along, n - 1));
    __global const float *line56 = a + (a_offset + (size_t)(j * 128 + team + 112) * a_row);
    const float a56 = *(line56 + min(first + along, n - 1));
    __global const float *line57 = a + (a_offset + (size_t)(j * 128 + team + 114) * a_row);
    const float a57 = *(line57 + min(first + along, n - 1));
    __global const float *line58 = a + (a_offset + (size_t)(j * 128 + team + 116) * a_row);
    const float a58 = *(line58 + min(first + along, n - 1));
    __global const float *line59 = a + (a_offset + (size_t)(j * 128 + team + 118) * a_row);
    const float a59 = *(line59 + min(first + along, n - 1));
    __global const float *line60 = a + (a_offset + (size_t)(j * 128 + team + 120) * a_row);
    const float a60 = *(line60 + min(first + along, n - 1));
    __global const float *line61 = a + (a_offset + (size_t)(j * 128 + team + 122) * a_row);
    const float a61 = *(line61 + min(first + along, n - 1));
    __global const float *line62 = a + (a_offset + (size_t)(j * 128 + team + 124) * a_row);
    const float a62 = *(line62 + min(first + along, n - 1));
    __global const float *line63 = a + (a_offset + (size_t)(j * 128 + team + 126) * a_row);
    const float a63 = *(line63 + min(first + along, n - 1));
    __local float *part = known + (j & 1) * 128;
    if (item < 128) {
      uint word;
      do word = news[j * 128 + item]; while (word == 0);
      part[item] = as_float(~word);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum0 += a0 * part[team];
    sum1 += a1 * part[team + 2];
    sum2 += a2 * part[team + 4];
    sum3 += a3 * part[team + 6];
    sum0 += a4 * part[team + 8];
    sum1 += a5 * part[team + 10];
    sum2 += a6 * part[team + 12];
    sum3 += a7 * part[team + 14];
    sum0 += a8 * part[team + 16];
    sum1 += a9 * part[team + 18];
    sum2 += a10 * part[team + 20];
    sum3 += a11 * part[team + 22];
    sum0 += a12 * part[team + 24];
    sum1 += a13 * part[team + 26];
    sum2 += a14 * part[team + 28];
    sum3 += a15 * part[team + 30];
    sum0 += a16 * part[team + 32];
    sum1 += a17 * part[team + 34];
    sum2 += a18 * part[team + 36];
    sum3 += a19 * part[team + 38];
    sum0 += a20 * part[team + 40];
    sum1 += a21 * part[team + 42];
    sum2 += a22 * part[team + 44];
    sum3 += a23 * part[team + 46];
    sum0 += a24 * part[team + 48];
    sum1 += a25 * part[team + 50];
    sum2 += a26 * part[team + 52];
    sum3 += a27 * part[team + 54];
    sum0 += a28 * part[team + 56];
    sum1 += a29 * part[team + 58];
    sum2 += a30 * part[team + 60];
    sum3 += a31 * part[team + 62];
    sum0 += a32 * part[team + 64];
    sum1 += a33 * part[team + 66];
    sum2 += a34 * part[team + 68];
    sum3 += a35 * part[team + 70];
    sum0 += a36 * part[team + 72];
    sum1 += a37 * part[team + 74];
    sum2 += a38 * part[team + 76];
    sum3 += a39 * part[team + 78];
    sum0 += a40 * part[team + 80];
    sum1 += a41 * part[team + 82];
    sum2 += a42 * part[team + 84];
    sum3 += a43 * part[team + 86];
    sum0 += a44 * part[team + 88];
    sum1 += a45 * part[team + 90];
    sum2 += a46 * part[team + 92];
    sum3 += a47 * part[team + 94];
    sum0 += a48 * part[team + 96];
    sum1 += a49 * part[team + 98];
    sum2 += a50 * part[team + 100];
    sum3 += a51 * part[team + 102];
    sum0 += a52 * part[team + 104];
    sum1 += a53 * part[team + 106];
    sum2 += a54 * part[team + 108];
    sum3 += a55 * part[team + 110];
    sum0 += a56 * part[team + 112];
    sum1 += a57 * part[team + 114];
    sum2 += a58 * part[team + 116];
    sum3 += a59 * part[team + 118];
    sum0 += a60 * part[team + 120];
    sum1 += a61 * part[team + 122];
    sum2 += a62 * part[team + 124];
    sum3 += a63 * part[team + 126];
  }
  sum0 += sum1;
  sum0 += sum2;
  sum0 += sum3;
  shares[team * 136 + along] = sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 128) {
    own -= shares[item];
    own -= shares[item + 136];
    undivided[item] = own;
    own = quotient(own, diagonal[item], inverse[item]);
    right[item] = own;
  }
  for (int c = 0; c < 128; c += 4) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= c && item < 128) {
      float y0 = right[c];
      float y1 = right[c + 1];
      y1 -= triangle[(c + 1) * 129 + c] * y0;
      float y2 = right[c + 2];
      y2 -= triangle[(c + 2) * 129 + c] * y0;
      y2 -= triangle[(c + 2) * 129 + c + 1] * y1;
      float y3 = right[c + 3];
      y3 -= triangle[(c + 3) * 129 + c] * y0;
      y3 -= triangle[(c + 3) * 129 + c + 1] * y1;
      y3 -= triangle[(c + 3) * 129 + c + 2] * y2;
      if (item < c + 4) {
        own = item == c ? y0 : item == c + 1 ? y1 : item == c + 2 ? y2 : y3;
      }
      else {
        own -= triangle[item * 129 + c] * y0;
        own -= triangle[item * 129 + c + 1] * y1;
        own -= triangle[item * 129 + c + 2] * y2;
        own -= triangle[item * 129 + c + 3] * y3;
        right[item] = own;
      }
    }
  }
  if (item < 128 && first + item < n && !(isfinite(own))) careful = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (careful) {
    if (item == 0) {
      for (int row = 0; row < min(128, n - first); ++row) {
        float y = undivided[row];
        for (int col = 0; col < row; ++col) {
          __global const float *line = a + (a_offset + (size_t)(first + col) * a_row);
          const float value = *(line + first + row);
          y -= value * right[col];
        }
        right[row] = quotient(y, diagonal[row], inverse[row]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 128) own = right[item];
  }
  const bool last = mine == (int)get_num_groups(0) - 1;
  if (!last && item < 128) {
    {
      const uint word = ~as_uint(own);
      news[first + item] = word == 0 ? 1 : word;
    }
  }
  if (item < 128 && first + item < n) {
    *(x + first + item) = own;
  }
  if (last) {
    for (int i = item; i < first; i += 256) news[i] = 0;
    if (item == 0) state[0] = 0;
  }
}
