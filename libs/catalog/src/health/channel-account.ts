import { isDeepStrictEqual } from 'node:util';
import { type Channel } from '../channel.js';
import { type KeyHealth } from './key-health.js';
import { type HealthStatus, isUsable, getRank } from './health-status.js';

/** The health of a channel's keys, and their rotation. */
export class ChannelAccount {
  private nextIndex = 0;

  /** A channel without a key has one key with no value, because its server may still reject requests. */
  constructor(
    private channel: Channel,
    readonly keys: readonly KeyHealth[],
  ) {}

  /** Replaces the channel if it still has the same account. Returns false otherwise. */
  update(channel: Channel): boolean {
    if (channel === this.channel) return true;
    if (!isDeepStrictEqual(getConnection(channel), getConnection(this.channel))) return false;
    this.channel = channel;
    return true;
  }

  /** The status of its best key. */
  get status(): HealthStatus {
    const [only] = this.keys;
    if (this.keys.length === 1 && only !== undefined) return only.status;
    const statuses = this.keys.map(({ status }) => status);
    return (['healthy', 'probe', 'cooling'] as const).find((one) => statuses.includes(one)) ?? 'ejected';
  }

  /**
   * Returns the next usable key in rotation, or the next other key if none is usable. A requested key does not affect
   * the rotation.
   */
  takeKey(requestedKey?: string): { key: KeyHealth; apiKey: string | undefined } {
    const requested =
      requestedKey === undefined ? undefined : this.keys[this.channel.apiKeys.indexOf(requestedKey)];
    if (requested !== undefined) return { key: requested, apiKey: requestedKey };
    const [only] = this.keys;
    if (this.keys.length === 1 && only !== undefined) return { key: only, apiKey: this.channel.apiKeys[0] };
    const { length } = this.keys;
    const options = this.keys
      .map((_, offset) => (this.nextIndex + offset) % length)
      .flatMap((index) => {
        const key = this.keys[index];
        return key === undefined ? [] : [{ key, index, rank: getRank(key.status) }];
      });
    const best = options.reduce((one, other) => (other.rank < one.rank ? other : one));
    this.nextIndex = (best.index + 1) % length;
    return { key: best.key, apiKey: this.channel.apiKeys[best.index] };
  }

  hasUsableKeyBesides(used: KeyHealth): boolean {
    return this.keys.some((key) => key !== used && isUsable(key.status));
  }
}

/** The settings that identify an account. */
function getConnection(channel: Channel): unknown {
  const { provider, baseUrl, apiVersion, region, project, location, headers, apiKeys, auth } = channel;
  return { provider, baseUrl, apiVersion, region, project, location, headers, apiKeys, auth };
}
