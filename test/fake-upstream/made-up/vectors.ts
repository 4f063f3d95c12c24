import { bytesFrom } from './pseudo-random.js';

/** Far fewer than real models have, because tests compare every value. */
export const DEFAULT_DIMENSIONS = 64;

const BYTES_PER_VALUE = 4;
const MAX_EXPONENT_BELOW_ONE = 126;
const EXPONENTS = 16;

/** The embedding of a text, or of tokens: float32 values between -1 and 1 in which all bits are used. */
export function getVector(
  input: string | readonly number[],
  dimensions: number = DEFAULT_DIMENSIONS,
): Float32Array {
  const noise = bytesFrom(input, dimensions * BYTES_PER_VALUE);
  return Float32Array.from({ length: dimensions }, (_, index) =>
    valueFrom(noise.readUInt32LE(index * BYTES_PER_VALUE)),
  );
}

/** The values as OpenAI and others encode them: little-endian float32, in base64. */
export function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * BYTES_PER_VALUE);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * BYTES_PER_VALUE);
  return bytes.toString('base64');
}

/** Keeps the sign and the fraction of the bits and replaces the exponent. */
function valueFrom(noise: number): number {
  const exponent = MAX_EXPONENT_BELOW_ONE - (((noise >>> 23) & 0xff) % EXPONENTS);
  const bytes = Buffer.alloc(BYTES_PER_VALUE);
  bytes.writeUInt32LE(((noise & 0x807f_ffff) | (exponent << 23)) >>> 0);
  return bytes.readFloatLE();
}
