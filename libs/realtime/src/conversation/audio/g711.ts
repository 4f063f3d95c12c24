/** Telephone audio (ITU-T G.711): one byte a sample, on one of two logarithmic scales. */

const MU_BIAS = 0x84;
const MU_CLIP = 32_635;

function muLawSample(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + MU_BIAS) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS;
}

function aLawSample(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const mantissa = (bits & 0x0f) << 4;
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

const buildTable = (decode: (code: number) => number): Int16Array =>
  Int16Array.from({ length: 256 }, (_, code) => decode(code));

export const MU_LAW_SAMPLES = buildTable(muLawSample);
export const A_LAW_SAMPLES = buildTable(aLawSample);

export function muLawCode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  // The bias makes the highest bit at least the eighth.
  const segment = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (segment + 3)) & 0x0f;
  return ~(sign | (segment << 4) | mantissa) & 0xff;
}

export function aLawCode(sample: number): number {
  const mask = sample >= 0 ? 0xd5 : 0x55;
  const magnitude = (sample >= 0 ? sample : -sample - 1) >> 3;
  const segment = Math.max(31 - Math.clz32(magnitude) - 4, 0);
  const mantissa = (magnitude >> Math.max(segment, 1)) & 0x0f;
  return ((segment << 4) | mantissa) ^ mask;
}
