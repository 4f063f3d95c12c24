import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Form } from '#canonical';
import { PNG } from 'pngjs';
import { sandboxImage } from './index.js';

const SIGNAL = new AbortController().signal;

async function ask(path: string, body: object | Form, signal = SIGNAL): Promise<string> {
  const response = await sandboxImage(
    {
      url: new URL(`http://sandbox.invalid/v1/images/${path}`),
      headers: {},
      body: Array.isArray(body) ? (body as Form) : Buffer.from(JSON.stringify(body)),
    },
    signal,
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const field = (name: string, value: string) => ({ name, value });

describe('sandbox-image', () => {
  const options = { model: 'sandbox-image', prompt: 'A boat', size: '96x64' };
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelgate-test-sandbox-image-'));
    path = join(folder, 'upload');
    await writeFile(path, PNG.sync.write(new PNG({ width: 80, height: 70 })));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('answers in the OpenAI format, outside of time', async () => {
    const answer = await ask('generations', options);
    expect(JSON.parse(answer)).toMatchObject({
      created: 1_767_225_600,
      background: 'opaque',
      output_format: 'png',
      quality: 'high',
      size: '96x64',
      usage: {
        input_tokens: 2,
        input_tokens_details: { text_tokens: 2, image_tokens: 0 },
        output_tokens: 6,
        total_tokens: 8,
      },
    });
    expect(await ask('generations', options)).toBe(answer);
  });

  it('draws something else for another seed', async () => {
    expect(await ask('generations', { ...options, seed: 7 })).not.toBe(await ask('generations', options));
  });

  it('keeps the size of an image that it changes, unless told otherwise', async () => {
    const file = { path, sizeBytes: 1, mediaType: 'image/png' };
    const form = [field('model', 'sandbox-image'), field('prompt', 'A boat'), { name: 'image', file }];
    expect(JSON.parse(await ask('edits', form))).toMatchObject({
      size: '80x70',
      usage: { input_tokens_details: { text_tokens: 2, image_tokens: 9 } },
    });
    expect(JSON.parse(await ask('edits', [...form, field('size', '64x64')]))).toMatchObject({
      size: '64x64',
    });
  });

  it('sees through the background where asked', async () => {
    const answer = JSON.parse(await ask('generations', { ...options, background: 'transparent' })) as {
      data: { b64_json: string }[];
    };
    const image = PNG.sync.read(Buffer.from(answer.data[0]?.b64_json ?? '', 'base64'));
    expect(image.data[3]).toBe(0);
  });

  it('breaks its stream off in the middle, also one of a single event', async () => {
    const stream = { ...options, prompt: 'A boat [[cut]]', stream: true };
    await expect(ask('generations', stream)).rejects.toMatchObject({ kind: 'upstream-unreachable' });
    const garbage = await ask('generations', { ...stream, prompt: 'A boat [[garbage]]' });
    expect(garbage).toMatch(/^event: image_generation\.completed\ndata: .*%%%\n\n$/s);
  });

  it('stalls until nobody waits any more', async () => {
    const controller = new AbortController();
    const answer = ask('generations', { ...options, prompt: 'A boat [[stall]]' }, controller.signal);
    setTimeout(() => controller.abort(new Error('gone')), 50);
    await expect(answer).rejects.toThrow('gone');
  });
});
