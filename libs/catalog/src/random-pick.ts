import { createHash } from 'node:crypto';
import { type RandomPick } from './select-targets.js';

const SCALE = 2 ** 48;

/** The same picks for the same conversation: what an account remembers of it (signatures, caches) stays in reach. */
export function randomPickFor(conversation: string): RandomPick {
  return (channelId) => {
    const digest = createHash('sha256').update(`${conversation} ${channelId}`).digest();
    return (digest.readUIntBE(0, 6) + 1) / (SCALE + 1);
  };
}
