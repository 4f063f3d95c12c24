import { EventEmitter, once } from 'node:events';
import { GatewayError } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { decodeTexts } from './conversation-texts.js';
import { type TranslationJob, decodeRequest, translateRequest } from './translate-request.js';
import { translationThread } from './translation-thread.js';

const LINK = 'https://images.test/one.png';
const IMAGE = { mediaType: 'image/png', base64: 'aGk=' };

const linked = (url: string): object => ({ type: 'image_url', image_url: { url } });

function toGemini(content: unknown): TranslationJob {
  const request = {
    model: 'fast',
    messages: [{ role: 'user', content }],
    temperature: 0.5,
    seed: 7,
    user: 'u',
  };
  return {
    clientFormat: 'openai-chat',
    upstreamFormat: 'gemini-generate-content',
    upstreamModel: 'gemini-x',
    options: {},
    body: Buffer.from(JSON.stringify(request)),
    hints: {},
  };
}

const failWith = (thrown: Error) => () => Promise.reject(thrown);

const fetchNothing = { fetchMedia: failWith(new Error('there is no link')) };

describe('a translation on another thread', () => {
  it('gives the same result as on this one', async () => {
    const job = toGemini(Array.from({ length: 2_000 }, (_, index) => ({ type: 'text', text: `${index}` })));
    const { clientFormat: format, body, hints } = job;
    const here = await translateRequest(job, await decodeRequest({ format, body, hints }), fetchNothing);
    const there = await translationThread.translate(job, fetchNothing);
    expect(there).toEqual(here);
    expect(there.body.length).toBeGreaterThan(20_000);
    expect(there.settings).toEqual({ model: 'fast', temperature: 0.5, seed: 7, user: 'u' });
  });

  it('finds the same texts as on this one', async () => {
    const messages = Array.from({ length: 2_000 }, (_, index) => ({
      role: 'user',
      content: `turn ${index}`,
    }));
    const body = Buffer.from(JSON.stringify({ model: 'm', messages }));
    const job = { format: 'anthropic-messages', body, hints: {} } as const;
    expect(await translationThread.decodeTexts(job)).toEqual(await decodeTexts(job));
  });

  it('has its links fetched by the main thread', async () => {
    const fetched: string[] = [];
    const fetchMedia = (url: string): Promise<typeof IMAGE> => {
      fetched.push(url);
      return Promise.resolve(IMAGE);
    };
    const { body } = await translationThread.translate(toGemini([linked(LINK), linked(LINK)]), {
      fetchMedia,
    });
    expect(fetched).toEqual([LINK]);
    expect(body.toString().split(IMAGE.base64)).toHaveLength(3);
  });

  it('names the parameter of a link that cannot be fetched', async () => {
    const fetchMedia = failWith(new GatewayError('invalid-value', 'No such host.', { code: 'c' }));
    const job = toGemini([{ type: 'text', text: 'see' }, linked(LINK)]);
    await expect(translationThread.translate(job, { fetchMedia })).rejects.toMatchObject({
      kind: 'invalid-value',
      message: 'No such host.',
      param: 'messages[0].content[1].image_url.url',
      code: 'c',
    });
  });

  it('preserves all details of an error', async () => {
    const busy = new GatewayError('overloaded', 'Too much at once.', { retryAfterSeconds: 7, status: 503 });
    const media = { fetchMedia: failWith(busy) };
    await expect(translationThread.translate(toGemini([linked(LINK)]), media)).rejects.toMatchObject({
      kind: 'overloaded',
      retryAfterSeconds: 7,
      status: 503,
    });
  });

  it('rejects with the original error of a failed fetch', async () => {
    const broken = new Error('broken');
    const media = { fetchMedia: failWith(broken) };
    await expect(translationThread.translate(toGemini([linked(LINK)]), media)).rejects.toBe(broken);
  });

  it('rejects an invalid request with its parameter', async () => {
    const job = toGemini([{ type: 'text', text: 5 }]);
    await expect(translationThread.translate(job, fetchNothing)).rejects.toMatchObject({
      kind: 'invalid-type',
      param: 'messages[0].content[0].text',
    });
  });

  it('is not started for a client that disconnected while it waited', async () => {
    const host = new EventEmitter();
    const held = once(host, 'answer').then(() => IMAGE);
    const many = Array.from({ length: 5_000 }, () => ({ type: 'text', text: 'x' }));
    const disconnected = AbortSignal.abort(new Error('the client has disconnected'));
    const all = [
      translationThread.translate(toGemini([linked(LINK)]), { fetchMedia: () => held }),
      ...Array.from({ length: 6 }, () => translationThread.translate(toGemini(many), fetchNothing)),
    ];
    const late = translationThread.translate(toGemini(many), { ...fetchNothing, signal: disconnected });
    await expect(late).rejects.toThrow('the client has disconnected');
    // The job that waits for its link does not delay the others.
    await Promise.all(all.slice(1));
    host.emit('answer');
    await expect(all[0]).resolves.toMatchObject({ settings: { model: 'fast' } });
  });
});
