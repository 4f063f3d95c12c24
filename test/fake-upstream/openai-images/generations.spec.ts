import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { PNG } from 'pngjs';
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

const base64 = (options: Parameters<typeof getImage>[0]) => getImage(options).toString('base64');

describe('the made-up images', () => {
  it('are small and valid, and all different', () => {
    const images = [
      getImage({ prompt: PROMPT }),
      getImage({ prompt: PROMPT, index: 1 }),
      getImage({ prompt: PROMPT, draft: 0 }),
      getImage({ prompt: 'a blue fox' }),
    ];
    for (const image of images) expect(PNG.sync.read(image)).toMatchObject({ width: 4, height: 4 });
    expect(new Set(images.map((image) => image.toString('hex'))).size).toBe(images.length);
    expect(getImage({ prompt: PROMPT })).toEqual(images[0]);
  });
});

describe('OpenAI images', () => {
  it('of GPT Image are always base64', async () => {
    const answer = await client.images.generate({
      model: 'gpt-image-1',
      prompt: PROMPT,
      n: 2,
      quality: 'low',
    });
    expect(answer).toMatchObject({
      data: [{ b64_json: base64({ prompt: PROMPT }) }, { b64_json: base64({ prompt: PROMPT, index: 1 }) }],
      quality: 'low',
      size: '1024x1024',
      output_format: 'png',
      background: 'opaque',
      usage: { input_tokens: 4, output_tokens: 32, total_tokens: 36 },
    });
  });

  it('of DALL-E are links or base64', async () => {
    const linked = await client.images.generate({ model: 'dall-e-2', prompt: PROMPT });
    expect(linked.data).toEqual([
      { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/files\/\w+\.png$/) },
    ]);
    expect(linked).not.toHaveProperty('usage');
    const inline = await client.images.generate({
      model: 'dall-e-3',
      prompt: PROMPT,
      response_format: 'b64_json',
    });
    expect(inline.data).toEqual([
      { b64_json: base64({ prompt: PROMPT }), revised_prompt: `In great detail: ${PROMPT}` },
    ]);
  });

  it('of others are base64 unless links are requested', async () => {
    const request = { model: 'flux', prompt: PROMPT };
    expect((await client.images.generate(request)).data).toEqual([{ b64_json: base64({ prompt: PROMPT }) }]);
    const linked = await client.images.generate({ ...request, response_format: 'url', style: 'vivid' });
    expect(linked.data).toEqual([{ url: expect.any(String) }]);
  });

  it('begin with partial images when streamed', async () => {
    const stream = await client.images.generate({
      model: 'gpt-image-1',
      prompt: PROMPT,
      stream: true,
      partial_images: 2,
      size: '1536x1024',
    });
    const events: OpenAI.ImageGenStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events).toMatchObject([
      {
        type: 'image_generation.partial_image',
        partial_image_index: 0,
        b64_json: base64({ prompt: PROMPT, draft: 0 }),
      },
      {
        type: 'image_generation.partial_image',
        partial_image_index: 1,
        b64_json: base64({ prompt: PROMPT, draft: 1 }),
      },
      {
        type: 'image_generation.completed',
        b64_json: base64({ prompt: PROMPT }),
        size: '1536x1024',
        usage: { total_tokens: 20 },
      },
    ]);
  });

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
  ])('reject %j', async (body, param, code) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { param, ...(code && { code }) } },
    });
  });
});

describe('the files behind links', () => {
  it('are public, and keys must not be sent there', async () => {
    const response = await fetch(await getLink(), { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(getImage({ prompt: PROMPT }));
    expect(upstream.received[1]?.foreignCredentials).toEqual(['authorization']);
  });

  it('do not exist before they are made', async () => {
    expect((await fetch(`${upstream.origin}/files/0000.png`)).status).toBe(404);
  });

  it('can be private', async () => {
    await upstream.close();
    await start({ files: { requireKey: true } });
    const link = await getLink();
    expect((await fetch(link)).status).toBe(401);
    const response = await fetch(link, { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.status).toBe(200);
    expect(upstream.received.at(-1)?.foreignCredentials).toEqual([]);
  });

  it('can be large and slow', async () => {
    await upstream.close();
    await start({ files: { sizeBytes: 5_000, drip: { bytesPerWrite: 1_000, gapMs: 5 } } });
    const response = await fetch(await getLink());
    expect(response.headers.get('content-length')).toBeNull();
    const sizes: number[] = [];
    for await (const chunk of response.body ?? []) sizes.push(chunk.length);
    expect(sizes).toHaveLength(5);
    expect(sizes.reduce((total, size) => total + size, 0)).toBe(5_000);
  });

  it('follow the script like any request', async () => {
    const link = await getLink();
    upstream.script(
      { kind: 'truncate', afterBytes: 20 },
      { kind: 'redirect', location: 'http://127.0.0.1:1/' },
    );
    await expect(fetch(link).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(302);
  });
});
