import { createHash } from 'node:crypto';
import { type RandomPick } from './select-targets.js';

const SCALE = 2 ** 32;

/** Picks the same targets for the same conversation, so that signatures and caches of an account remain usable. */
export function randomPickFor(...conversation: readonly (string | Uint8Array)[]): RandomPick {
  const hash = createHash('sha256');
  for (const part of conversation) hash.update(part);
  const seed = hash.digest().readInt32LE(0);
  return (channelId) => ((mix(seed, channelId) >>> 0) + 1) / (SCALE + 1);
}

/**
 * Murmur3 over the characters of a text: as evenly distributed as a cryptographic digest at a hundredth of its cost.
 */
function mix(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    const part = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    hash ^= Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
