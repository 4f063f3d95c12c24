import { isDeepStrictEqual } from 'node:util';
import { type Channel } from '../channel.js';
import { type KeyHealth } from './key-health.js';
import { type HealthStatus, isUsable, getRank } from './health-status.js';

/** One channel as an account with keys. */
export class ChannelAccount {
  private turn = 0;

  /** A channel without a key has one nameless key: its server may still refuse us. */
  constructor(
    private channel: Channel,
    readonly keys: readonly KeyHealth[],
  ) {}

  /** Whether the channel still leads to the same account; if so, it is taken over with its other settings. */
  follow(channel: Channel): boolean {
    if (channel === this.channel) return true;
    if (!isDeepStrictEqual(getConnection(channel), getConnection(this.channel))) return false;
    this.channel = channel;
    return true;
  }

  /** That of its best key. */
  get status(): HealthStatus {
    const [only] = this.keys;
    if (this.keys.length === 1 && only !== undefined) return only.status;
    const statuses = this.keys.map(({ status }) => status);
    return (['healthy', 'probe', 'cooling'] as const).find((one) => statuses.includes(one)) ?? 'ejected';
  }

  /** Usable keys take turns; where none is left, the others do. One that is asked for by itself takes nobody's turn. */
  takeTurn(wanted?: string): { key: KeyHealth; apiKey: string | undefined } {
    const known = wanted === undefined ? undefined : this.keys[this.channel.apiKeys.indexOf(wanted)];
    if (known !== undefined) return { key: known, apiKey: wanted };
    const [only] = this.keys;
    if (this.keys.length === 1 && only !== undefined) return { key: only, apiKey: this.channel.apiKeys[0] };
    const { length } = this.keys;
    const turns = this.keys
      .map((_, offset) => (this.turn + offset) % length)
      .flatMap((index) => {
        const key = this.keys[index];
        return key === undefined ? [] : [{ key, index, rank: getRank(key.status) }];
      });
    const best = turns.reduce((one, other) => (other.rank < one.rank ? other : one));
    this.turn = (best.index + 1) % length;
    return { key: best.key, apiKey: this.channel.apiKeys[best.index] };
  }

  hasUsableKeyBesides(used: KeyHealth): boolean {
    return this.keys.some((key) => key !== used && isUsable(key.status));
  }
}

/** What decides whether an account answers us. */
function getConnection(channel: Channel): unknown {
  const { provider, baseUrl, apiVersion, region, project, location, headers, apiKeys, auth } = channel;
  return { provider, baseUrl, apiVersion, region, project, location, headers, apiKeys, auth };
}
