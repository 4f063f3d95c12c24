const FNV_PRIME = 0x01000193;
const DIMENSION_SEED = 0x811c9dc5;
const SIGN_SEED = 0x2f0b4c47;
const HALF_OF_ALL_HASHES = 2 ** 31;

/**
 * Which dimension a feature belongs to, and with which sign. The sign comes from a hash of its own, so that
 * features which share a dimension cancel out on average instead of adding up.
 */
export function signedHash(feature: string, dimensions: number): { dimension: number; sign: 1 | -1 } {
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
