import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { getImage, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const PROMPT = 'a red fox 🦊';

let upstream: FakeUpstream;
let client: OpenAI;

async function start(options: Parameters<typeof startFakeUpstream>[0] = {}): Promise<void> {
  upstream = await startFakeUpstream(options);
  client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
}

beforeEach(() => start());

afterEach(() => upstream.close());

async function post(body: object) {
  const response = await fetch(`${upstream.url}/images/generations`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as object };
}

async function getLink(model = 'dall-e-3'): Promise<string> {
  return (
    (await client.images.generate({ model, prompt: PROMPT, response_format: 'url' })).data?.[0]?.url ?? ''
  );
}

describe('OpenAI images', () => {
  it.each([
    [
      { model: 'gpt-image-1', prompt: 'a', response_format: 'b64_json' },
      'response_format',
      'unknown_parameter',
    ],
    [{ model: 'gpt-image-1', prompt: 'a', style: 'vivid' }, 'style', 'unknown_parameter'],
    [{ model: 'dall-e-3', prompt: 'a', stream: true }, 'stream', 'unknown_parameter'],
    [{ model: 'dall-e-3', prompt: 'a', n: 2 }, 'n', 'integer_above_max_value'],
    [{ model: 'dall-e-2', prompt: 'a', size: '1792x1024' }, 'size', 'invalid_value'],
    [{ model: 'dall-e-2', prompt: 'a'.repeat(1_001) }, 'prompt', 'string_above_max_length'],
    [{ model: 'gpt-image-1', prompt: 'a', size: 'wide' }, 'size', 'invalid_value'],
    [{ model: 'gpt-image-1', prompt: 'a', quality: 'hd' }, 'quality', 'invalid_value'],
    [{ model: 'gpt-image-1', prompt: 'a', stream: true, n: 2 }, 'n', 'invalid_value'],
    [{ model: 'gpt-image-1', prompt: 'a', stream: true, partial_images: 4 }, 'partial_images', null],
    [{ model: 'gpt-image-1', prompt: 'a', partial_images: 1 }, 'partial_images', 'invalid_value'],
    [{ model: 'flux', prompt: 'a', n: 11 }, 'n', 'integer_above_max_value'],
    [{ model: 'flux', prompt: 'a', aspect_ratio: '1:1' }, 'aspect_ratio', 'unknown_parameter'],
    [{ model: 'flux' }, 'prompt', 'missing_required_parameter'],
    [{ model: 7, prompt: 'a' }, 'model', 'invalid_type'],
  ])('refuse %j', async (body, param, code) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { param, ...(code && { code }) } },
    });
  });
});

describe('the files behind links', () => {
  it('are for everybody, who is not to send a key there', async () => {
    const response = await fetch(await getLink(), { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(getImage({ prompt: PROMPT }));
    expect(upstream.received[1]?.foreignCredentials).toEqual(['authorization']);
  });

  it('may be for the owner only', async () => {
    await upstream.close();
    await start({ files: { requireKey: true } });
    const link = await getLink();
    expect((await fetch(link)).status).toBe(401);
    const response = await fetch(link, { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.status).toBe(200);
    expect(upstream.received.at(-1)?.foreignCredentials).toEqual([]);
  });
});
