import { describe, expect, it } from '@jest/globals';
import { type Channel, type RoutedTarget } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { planRelay } from './plan-relay.js';

function target(channel: Partial<Channel>): RoutedTarget {
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

const listFormats = (upstreamModel: string) => (upstreamModel === 'chat' ? [chat] : []);
const atJina = (upstreamModel: string): RoutedTarget => ({ ...target({ provider: 'jina' }), upstreamModel });

describe('planRelay', () => {
  it.each([
    ['anthropic', 'anthropic-messages'],
    ['gemini', 'gemini-generate-content'],
  ])('translates chat for %s', (provider, upstreamFormat) => {
    expect(planRelay(chat, target({ provider }))).toMatchObject({ kind: 'translate', upstreamFormat });
  });

  it('translates to the format that the provider prefers or the channel lists first', () => {
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

  it('translates an input of the Responses API on the chat endpoint, even if the upstream supports both', () => {
    const formats = ['openai-chat', 'openai-responses'];
    expect(planRelay('openai-chat-input', target({ provider: 'openai', formats }))).toMatchObject({
      kind: 'translate',
    });
  });

  it('passes chat through to the chat models of a provider only', () => {
    const { speaks } = findProvider('jina') as Provider;
    Object.assign(speaks, { chat: listFormats });
    try {
      expect(planRelay(chat, atJina('chat'))).toMatchObject({ kind: 'passthrough' });
      expect(planRelay(chat, atJina('image'))).toBeUndefined();
    } finally {
      Reflect.deleteProperty(speaks, 'chat');
    }
  });

  it('passes through if the channel lists the format', () => {
    expect(planRelay(chat, target({ formats: ['unheard-of', 'openai-chat'] }))?.kind).toBe('passthrough');
  });

  it.each([[[]], [['unheard-of']], [['openai-embeddings']]])(
    'uses the formats of the provider if the channel lists none for conversations: %j',
    (formats) => {
      expect(planRelay(chat, target({ formats }))).toMatchObject({ upstreamFormat: 'openai-chat' });
    },
  );

  it.each(['unheard-of', 'constructor', 'jina'])('finds no format for the provider %s', (provider) => {
    expect(planRelay(chat, target({ provider }))).toBeUndefined();
  });
});
