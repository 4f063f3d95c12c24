import { describe, expect, it } from '@jest/globals';
import { type Channel, type Choice, DEFAULT_TIMEOUTS } from '#catalog';
import { findRealtimeWays, getDialect } from './ways.js';

function choice(provider: string, settings: Partial<Channel> = {}): Choice {
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
  return { channel, upstreamModel: 'up', model: 'm', reason: 'weight', standing: 'healthy' };
}

describe('ways to a realtime API', () => {
  it('lead to the services that have one, in their order', () => {
    const ways = findRealtimeWays([
      choice('anthropic'),
      choice('azure-openai'),
      choice('nobody'),
      choice('openai'),
      choice('openai-compatible'),
      choice('openai-compatible', { formats: ['openai-chat', 'openai-realtime-beta'] }),
    ]);
    expect(ways.map((way) => [way.kind, way.target.channel.provider, getDialect(way)])).toEqual([
      ['passthrough', 'azure-openai', 'ga'],
      ['passthrough', 'openai', 'ga'],
      ['passthrough', 'openai-compatible', 'beta'],
    ]);
  });
});
