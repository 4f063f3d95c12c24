import { generateFeatures } from './features.js';
import { signedHash } from './signed-hash.js';

export const DEFAULT_DIMENSIONS = 384;

/**
 * A vector of length one. Texts that share words, or parts of words, point in similar directions; texts
 * that say the same in other words do not, because no model stands behind it.
 */
export function embedText(text: string, dimensions: number = DEFAULT_DIMENSIONS): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const { name, weight } of generateFeatures(text)) {
    const { dimension, sign } = signedHash(name, dimensions);
    sums[dimension] = (sums[dimension] ?? 0) + sign * weight;
  }
  return toUnitLength(sums);
}

function toUnitLength(vector: Float64Array): Float32Array {
  const length = Math.hypot(...vector);
  if (length > 0) return Float32Array.from(vector, (value) => value / length);
  // A text without a word still needs a direction.
  const unit = new Float32Array(vector.length);
  unit[0] = 1;
  return unit;
}
