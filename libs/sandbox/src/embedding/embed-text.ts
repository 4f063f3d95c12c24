import { generateFeatures } from './features.js';

export const DEFAULT_DIMENSIONS = 384;

const FNV_PRIME = 0x01000193;
const DIMENSION_SEED = 0x811c9dc5;
const SIGN_SEED = 0x2f0b4c47;
const HALF_OF_ALL_HASHES = 2 ** 31;

/**
 * A vector of length one. Texts with common words or parts of words have similar directions. Texts with the same
 * meaning in other words do not, because there is no model.
 */
export function embedText(text: string, dimensions: number = DEFAULT_DIMENSIONS): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const { name, weight } of generateFeatures(text)) {
    const { dimension, sign } = hashFeature(name, dimensions);
    sums[dimension] = (sums[dimension] ?? 0) + sign * weight;
  }
  return toUnitLength(sums);
}

function toUnitLength(vector: Float64Array): Float32Array {
  const length = Math.hypot(...vector);
  if (length > 0) return Float32Array.from(vector, (value) => value / length);
  // A text without words also needs a direction.
  const unit = new Float32Array(vector.length);
  unit[0] = 1;
  return unit;
}

/**
 * The dimension and sign of a feature. The sign has its own hash, so that features in the same dimension cancel out
 * on average instead of adding up.
 */
export function hashFeature(feature: string, dimensions: number): { dimension: number; sign: 1 | -1 } {
  let forDimension = DIMENSION_SEED;
  let forSign = SIGN_SEED;
  for (let index = 0; index < feature.length; index += 1) {
    const code = feature.charCodeAt(index);
    forDimension = Math.imul(forDimension ^ code, FNV_PRIME);
    forSign = Math.imul(forSign ^ code, FNV_PRIME);
  }
  return { dimension: mix(forDimension) % dimensions, sign: mix(forSign) >= HALF_OF_ALL_HASHES ? 1 : -1 };
}

/** FNV-1a alone leaves the high bits uneven; these are the last steps of MurmurHash3. */
function mix(hash: number): number {
  let state = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
