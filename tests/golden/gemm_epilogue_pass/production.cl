// gemm m=3072 n=8192 k=768 float16 in float32 row*col=row bias=rows activation=gelu: items=256 elements=4 rows=4
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
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gemm_epilogue_pass(
    const int m, const int n, const float beta,
    __global const float *restrict product,
    __global half *restrict c, const ulong c_offset, const int c_row, const int c_col,
    __global const half *restrict bias, const ulong bias_offset, const ulong bias_inc)
{
  const int first = get_global_id(1) * 4, last = min(first + 4, m);
  const int start = get_group_id(0) * 1024 + get_local_id(0);
  const int stop = min(start + 769, n);
  for (int row = first; row < last; ++row) {
    for (int col = start; col < stop; col += 256) {
      float sum = product[(size_t)row * n + col];
      if (!(beta == 0)) sum += beta * vload_half(0, c + c_offset + (size_t)row * c_row + (size_t)col);
      vstore_half_rte(activation(sum + vload_half(0, bias + bias_offset + (size_t)row * bias_inc)), 0,
          c + c_offset + (size_t)row * c_row + (size_t)col);
    }
  }
}
