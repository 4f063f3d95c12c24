import { describe, expect, it } from '@jest/globals';
import { type Channel, type Target } from '#catalog';
import { planRelay } from './plan-relay.js';

function target(channel: Partial<Channel>): Target {
  const settings = {
    id: '1',
    name: 'main',
    provider: 'openai-compatible',
    baseUrl: 'http://upstream.test/v1/',
    apiKeys: [],
    headers: {},
    models: [],
    priority: 0,
    weight: 1,
    timeouts: { connectMs: 1, firstByteMs: 1, idleMs: 1 },
    enabled: true,
    origin: 'file' as const,
    createdAt: new Date(0),
  };
  return { channel: { ...settings, ...channel }, upstreamModel: 'vendor/m' };
}

describe('planRelay', () => {
  it.each(['openai', 'openai-compatible', 'sandbox'])('passes chat through to %s', (provider) => {
    expect(planRelay('openai-chat', target({ provider }))).toMatchObject({
      kind: 'passthrough',
      format: 'openai-chat',
    });
  });

  it('passes through where the channel lists the format', () => {
    expect(planRelay('openai-chat', target({ formats: ['unheard-of', 'openai-chat'] })).kind).toBe(
      'passthrough',
    );
  });

  it.each([
    [{ provider: 'unheard-of' }, 'provider unheard-of does not serve chat in this version'],
    [{ provider: 'constructor' }, 'provider constructor does not serve chat in this version'],
    [{ formats: [] }, 'the channel does not speak openai-chat'],
    [{ formats: ['unheard-of'] }, 'the channel does not speak openai-chat'],
  ])('cannot reach %j, and says why', (channel, reason) => {
    expect(planRelay('openai-chat', target(channel))).toMatchObject({ kind: 'impossible', reason });
  });
});
