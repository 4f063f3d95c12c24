import { describe, expect, it } from '@jest/globals';
import { type Channel, type Choice } from '#catalog';
import { type Provider, registerProvider } from '#providers';
import { planRelay } from './plan-relay.js';

function target(channel: Partial<Channel>): Choice {
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
    timeouts: { connectMs: 1, firstByteMs: 1, idleMs: 1, wholeMs: 1 },
    enabled: true,
    origin: 'file' as const,
    createdAt: new Date(0),
  };
  return {
    channel: { ...settings, ...channel },
    upstreamModel: 'vendor/m',
    model: 'm',
    reason: 'weight',
    status: 'healthy',
  };
}

const chat = 'openai-chat';

const FEW_CHAT: Provider = {
  id: 'few-chat',
  label: 'A service of which not every model chats',
  fields: [],
  speaks: { chat: (upstreamModel) => (upstreamModel === 'chat' ? ['openai-chat'] : []) },
  endpoint: () => new URL('http://upstream.test/'),
  authorize: () => ({}),
};
registerProvider(FEW_CHAT);

const atFewChat = (upstreamModel: string): Choice => ({
  ...target({ provider: FEW_CHAT.id }),
  upstreamModel,
});

describe('planRelay', () => {
  it.each([
    ['anthropic', 'anthropic-messages'],
    ['gemini', 'gemini-generate-content'],
  ])('translates chat for %s', (provider, upstreamFormat) => {
    expect(planRelay(chat, target({ provider }))).toMatchObject({ kind: 'translate', upstreamFormat });
  });

  it('translates to what the provider prefers, or what the channel lists first', () => {
    const messages = 'anthropic-messages';
    expect(planRelay(messages, target({ provider: 'openai' }))).toMatchObject({
      upstreamFormat: 'openai-responses',
      otherFormat: 'openai-chat',
    });
    expect(
      planRelay(messages, target({ provider: 'openai', formats: ['openai-chat', 'openai-completions'] })),
    ).toMatchObject({ upstreamFormat: 'openai-chat', otherFormat: undefined });
  });

  it.each(['openai', 'openai-compatible'])('passes chat through to %s', (provider) => {
    expect(planRelay(chat, target({ provider }))).toMatchObject({
      kind: 'passthrough',
      upstreamFormat: 'openai-chat',
    });
  });

  it('translates a body of responses that is to be answered as chat, also for who speaks both', () => {
    const formats = ['openai-chat', 'openai-responses'];
    expect(planRelay('openai-chat-input', target({ provider: 'openai', formats }))).toMatchObject({
      kind: 'translate',
    });
  });

  it('passes chat through to the models of a provider that chat, and to no other', () => {
    expect(planRelay(chat, atFewChat('chat'))).toMatchObject({ kind: 'passthrough' });
    expect(planRelay(chat, atFewChat('image'))).toMatchObject({ kind: 'impossible' });
  });

  it('passes through where the channel lists the format', () => {
    expect(planRelay(chat, target({ formats: ['unheard-of', 'openai-chat'] })).kind).toBe('passthrough');
  });

  it.each([[[]], [['unheard-of']], [['openai-embeddings']]])(
    'keeps to the provider where the channel lists no format for conversations: %j',
    (formats) => {
      expect(planRelay(chat, target({ formats }))).toMatchObject({ upstreamFormat: 'openai-chat' });
    },
  );

  it.each([
    [{ provider: 'unheard-of' }, 'provider unheard-of does not serve chat in this version'],
    [{ provider: 'constructor' }, 'provider constructor does not serve chat in this version'],
    [{ provider: 'jina' }, 'provider jina does not serve chat in this version'],
  ])('cannot reach %j, and says why', (channel, reason) => {
    expect(planRelay(chat, target(channel))).toMatchObject({ kind: 'impossible', reason });
  });
});
