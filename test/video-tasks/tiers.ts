import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { type FakeUpstream } from '../fake-upstream/index.js';

/** How an upstream lets the gateway find out whether a submission arrived. */
export type Tier = 'key' | 'list' | 'none';

export const TIERS: readonly Tier[] = ['key', 'list', 'none'];

const PROVIDERS: Record<Tier, string> = {
  key: 'openai-compatible',
  list: 'openai-compatible',
  none: 'gemini',
};

export function buildChannel(tier: Tier, { url, origin }: Pick<FakeUpstream, 'url' | 'origin'>): Channel {
  return {
    id: `channel-${tier}`,
    name: tier,
    provider: PROVIDERS[tier],
    baseUrl: tier === 'none' ? origin : url,
    apiKeys: ['sk-upstream-1'],
    headers: {},
    models: [{ id: 'video', upstream: 'video-1' }],
    priority: 0,
    weight: 1,
    // Shorter than a test waits for a video.
    timeouts: { ...DEFAULT_TIMEOUTS, wholeMs: 1_500 },
    enabled: true,
    origin: 'file',
    createdAt: new Date(),
  };
}

/** All providers; one that honours idempotency keys is among those with OpenAI's format. */
export function toProviders(tier: Tier): (id: string) => Provider | undefined {
  return (id) => {
    const provider = findProvider(id);
    if (tier !== 'key' || provider?.video === undefined) return provider;
    return { ...provider, video: { ...provider.video, signature: 'key' } };
  };
}
