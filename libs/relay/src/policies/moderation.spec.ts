import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { type ViewedFormat } from '#wire';
import { flaggedHeader } from './flagged-header.js';
import { Policies } from './policies.js';

const blocking = new Policies({ moderation: { model: 'm', action: 'block' } });
const flagging = new Policies({ moderation: { model: 'm', action: 'flag' } });
const getTexts = (format: ViewedFormat, body: JsonObject): string[] =>
  blocking.applyToContent(format, body).textsToModerate;

const user = (content: string): JsonObject => ({ role: 'user', content });
const assistant = (content: string): JsonObject => ({ role: 'assistant', content });
const system = (content: string): JsonObject => ({ role: 'system', content });

describe('the texts to moderate', () => {
  it.each<[string, JsonObject[], string[]]>([
    ['the only message', [system('s'), user('u1')], ['u1']],
    ['the last message', [user('u1'), assistant('a1'), user('u2')], ['u2']],
    [
      'all messages since the last response',
      [user('u1'), assistant('a1'), user('u2'), user('u3')],
      ['u2\n\nu3'],
    ],
    [
      'the last user message also before a prefilled response',
      [user('u1'), assistant('a1'), user('u2'), assistant('a2')],
      ['u2'],
    ],
    ['tool results', [user('u1'), assistant('a1'), { role: 'tool', content: 't1' }], ['t1']],
    ['instructions if there is nothing else', [system('s1'), system('s2')], ['s1\n\ns2']],
    ['nothing without text', [user(' \n')], []],
  ])('are %s', (_what, messages, expected) => {
    expect(getTexts('openai-chat', { messages })).toEqual(expected);
  });

  it.each<[ViewedFormat, JsonObject]>([
    ['openai-completions', { prompt: 'u1' }],
    ['openai-responses', { instructions: 's', input: 'u1' }],
    ['anthropic-messages', { system: 's', messages: [user('u0'), assistant('a'), user('u1')] }],
    [
      'gemini-generate-content',
      { contents: [{ role: 'model', parts: [{ text: 'a' }] }, { parts: [{ text: 'u1' }] }] },
    ],
    ['openai-embeddings', { input: 'u1' }],
    ['openai-images', { prompt: 'u1' }],
    ['jina-rerank', { query: 'u1', documents: [] }],
    ['openai-speech', { input: 'u1' }],
    ['video-generations', { prompt: 'u1' }],
  ])('are the same in %s', (format, body) => {
    expect(getTexts(format, body)).toEqual(['u1']);
  });

  it('are empty for a moderation request', () => {
    expect(getTexts('openai-moderations', { input: 'u1' })).toEqual([]);
  });

  it('are redacted before', () => {
    const policies = new Policies({ moderation: { model: 'm', action: 'flag' }, redact: ['email'] });
    const body = { prompt: 'to bob@example.com' };
    expect(policies.applyToContent('openai-completions', body).textsToModerate).toEqual(['to [email]']);
  });

  it('are split into chunks of whole characters, the newest if there are too many', () => {
    const documents = Array.from({ length: 10_000 }, (_, index) => `${index}😀`.padEnd(40, 'x'));
    const chunks = getTexts('jina-rerank', { query: 'q', documents });
    expect(chunks.every((chunk) => chunk.length <= 16_000)).toBe(true);
    expect(chunks.join('').length).toBeLessThanOrEqual(256_000 * 1.1);
    expect(chunks.at(-1)?.endsWith(documents.at(-1) ?? '')).toBe(true);
    const long = getTexts('openai-completions', { prompt: '😀'.repeat(200_001) });
    expect(long.length).toBeGreaterThan(10);
    expect(long.every((chunk) => Buffer.from(chunk).toString() === chunk && chunk.length <= 16_000)).toBe(
      true,
    );
    expect(long.join('')).toBe('😀'.repeat(128_000));
  });
});

const never = (): Promise<never> => Promise.reject(new Error('was called'));
const CLEAR = { flagged: false, categories: [] };
const flagged = (...categories: string[]) => ({ flagged: true, categories });

async function refusal(promise: Promise<unknown>): Promise<GatewayError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('was not rejected');
}

describe('moderation', () => {
  it('blocks flagged texts, and names the categories and the parameter', async () => {
    const verdicts = [CLEAR, flagged('violence'), flagged('hate', 'violence')];
    const error = await refusal(
      blocking.moderate('anthropic-messages', ['x'], () => Promise.resolve(verdicts)),
    );
    expect(error).toMatchObject({ kind: 'content-policy', param: 'messages' });
    expect(error.message).toBe(`"messages" was rejected by this gateway's content policy: hate, violence.`);
  });

  it('only reports flagged texts if they are not blocked', async () => {
    const outcome = await flagging.moderate('openai-chat', ['x'], () =>
      Promise.resolve([flagged('self-harm/intent', 'Odd\r\nName'), flagged()]),
    );
    expect(outcome).toEqual({ flagged: ['odd-name', 'self-harm/intent', 'unspecified'] });
    expect(flaggedHeader(outcome.flagged)).toEqual({
      'x-modelgate-flagged': 'odd-name,self-harm/intent,unspecified',
    });
  });

  it.each([blocking, flagging])('allows texts that are not flagged', async (policies) => {
    const outcome = await policies.moderate('openai-chat', ['x'], () => Promise.resolve([CLEAR]));
    expect([outcome, flaggedHeader(outcome.flagged)]).toEqual([{ flagged: [] }, {}]);
  });

  it('calls no model if there is nothing to moderate', async () => {
    expect(await blocking.moderate('openai-chat', [], never)).toEqual({ flagged: [] });
    expect(await new Policies().moderate('openai-chat', ['x'], never)).toEqual({ flagged: [] });
  });

  it('fails the request if moderation fails and flagged texts are blocked, otherwise continues', async () => {
    const cause = new GatewayError('model-not-found', 'no such model');
    const fail = (): Promise<never> => Promise.reject(cause);
    expect(await refusal(blocking.moderate('openai-chat', ['x'], fail))).toMatchObject({
      kind: 'upstream-error',
      cause,
    });
    expect(await flagging.moderate('openai-chat', ['x'], fail)).toEqual({ flagged: [], failure: cause });
  });

  it.each([blocking, flagging])('passes on the error of a disconnected client', async (policies) => {
    const disconnected = new GatewayError('client-gone', 'The client has disconnected.');
    expect(await refusal(policies.moderate('openai-chat', ['x'], () => Promise.reject(disconnected)))).toBe(
      disconnected,
    );
  });
});
