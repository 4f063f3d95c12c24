import { describe, expect, it } from '@jest/globals';
import { type Channel, type RoutedTarget, DEFAULT_TIMEOUTS } from '#catalog';
import { findRealtimeCandidates, getDialect } from './candidates.js';

function choice(provider: string, settings: Partial<Channel> = {}): RoutedTarget {
  const channel = {
    id: provider,
    name: provider,
    provider,
    apiKeys: [],
    headers: {},
    models: [],
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
    origin: 'file' as const,
    createdAt: new Date(0),
    ...settings,
  };
  return { channel, upstreamModel: 'up', model: 'm', reason: 'weight', status: 'healthy' };
}

describe('findRealtimeCandidates', () => {
  it('returns the targets with a realtime API, in order', () => {
    const candidates = findRealtimeCandidates([
      choice('anthropic'),
      choice('azure-openai'),
      choice('nobody'),
      choice('openai'),
      choice('openai-compatible'),
      choice('openai-compatible', { formats: ['openai-chat', 'openai-realtime-beta'] }),
    ]);
    expect(
      candidates.map((candidate) => [
        candidate.kind,
        candidate.target.channel.provider,
        getDialect(candidate),
      ]),
    ).toEqual([
      ['passthrough', 'azure-openai', 'ga'],
      ['passthrough', 'openai', 'ga'],
      ['passthrough', 'openai-compatible', 'beta'],
    ]);
  });
});
