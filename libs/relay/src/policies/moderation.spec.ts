import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { type ViewedFormat } from '#wire';
import { flaggedHeader } from './flagged-header.js';
import { Policies } from './policies.js';

const blocking = new Policies({ moderation: { model: 'm', action: 'block' } });
const flagging = new Policies({ moderation: { model: 'm', action: 'flag' } });
const getTexts = (format: ViewedFormat, body: JsonObject): string[] =>
  blocking.applyTo(format, body).textsToModerate;

const user = (content: string): JsonObject => ({ role: 'user', content });
const assistant = (content: string): JsonObject => ({ role: 'assistant', content });
const system = (content: string): JsonObject => ({ role: 'system', content });

describe('what is judged', () => {
  it.each<[string, JsonObject[], string[]]>([
    ['the only turn', [system('s'), user('u1')], ['u1']],
    ['the last turn', [user('u1'), assistant('a1'), user('u2')], ['u2']],
    ['all turns since the last answer', [user('u1'), assistant('a1'), user('u2'), user('u3')], ['u2\n\nu3']],
    [
      'the last turn also before an answer that is only begun',
      [user('u1'), assistant('a1'), user('u2'), assistant('a2')],
      ['u2'],
    ],
    ['results of tools', [user('u1'), assistant('a1'), { role: 'tool', content: 't1' }], ['t1']],
    ['instructions where there is nothing else', [system('s1'), system('s2')], ['s1\n\ns2']],
    ['nothing where nothing is said', [user(' \n')], []],
  ])('is %s', (_what, messages, expected) => {
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
  ])('is the same in %s', (format, body) => {
    expect(getTexts(format, body)).toEqual(['u1']);
  });

  it('is never a request for moderation itself', () => {
    expect(getTexts('openai-moderations', { input: 'u1' })).toEqual([]);
  });

  it('is redacted before', () => {
    const policies = new Policies({ moderation: { model: 'm', action: 'flag' }, redact: ['email'] });
    const body = { prompt: 'to bob@example.com' };
    expect(policies.applyTo('openai-completions', body).textsToModerate).toEqual(['to [email]']);
  });

  it('comes in chunks that can be judged, whole characters each, the newest of too many', () => {
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

const never = (): Promise<never> => Promise.reject(new Error('was asked'));
const CLEAR = { flagged: false, categories: [] };
const guilty = (...categories: string[]) => ({ flagged: true, categories });

async function refusal(promise: Promise<unknown>): Promise<GatewayError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('the judgement', () => {
  it('blocks what is flagged, and names the categories and the parameter of the format', async () => {
    const verdicts = [CLEAR, guilty('violence'), guilty('hate', 'violence')];
    const error = await refusal(blocking.judge('anthropic-messages', ['x'], () => Promise.resolve(verdicts)));
    expect(error).toMatchObject({ kind: 'content-policy', param: 'messages' });
    expect(error.message).toBe(`"messages" is refused by this gateway's content policy: hate, violence.`);
  });

  it('only tells of what is flagged where that is asked for', async () => {
    const judgement = await flagging.judge('openai-chat', ['x'], () =>
      Promise.resolve([guilty('self-harm/intent', 'Odd\r\nName'), guilty()]),
    );
    expect(judgement).toEqual({ flagged: ['odd-name', 'self-harm/intent', 'unspecified'] });
    expect(flaggedHeader(judgement.flagged)).toEqual({
      'x-modelgate-flagged': 'odd-name,self-harm/intent,unspecified',
    });
  });

  it.each([blocking, flagging])('lets pass what is clear', async (policies) => {
    const judgement = await policies.judge('openai-chat', ['x'], () => Promise.resolve([CLEAR]));
    expect([judgement, flaggedHeader(judgement.flagged)]).toEqual([{ flagged: [] }, {}]);
  });

  it('asks nobody where there is nothing to judge', async () => {
    expect(await blocking.judge('openai-chat', [], never)).toEqual({ flagged: [] });
    expect(await new Policies().judge('openai-chat', ['x'], never)).toEqual({ flagged: [] });
  });

  it('refuses what cannot be judged where flagged input is blocked, and lets it pass where it is only flagged', async () => {
    const cause = new GatewayError('model-not-found', 'no such model');
    const fail = (): Promise<never> => Promise.reject(cause);
    expect(await refusal(blocking.judge('openai-chat', ['x'], fail))).toMatchObject({
      kind: 'upstream-error',
      cause,
    });
    expect(await flagging.judge('openai-chat', ['x'], fail)).toEqual({ flagged: [], failure: cause });
  });

  it.each([blocking, flagging])('is not to blame for a client that has left', async (policies) => {
    const gone = new GatewayError('client-gone', 'The client has left.');
    expect(await refusal(policies.judge('openai-chat', ['x'], () => Promise.reject(gone)))).toBe(gone);
  });
});
