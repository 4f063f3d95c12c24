import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Form } from '#canonical';
import { PNG } from 'pngjs';
import { sandboxImage } from './index.js';

const SIGNAL = new AbortController().signal;

async function send(path: string, body: object | Form, signal = SIGNAL): Promise<string> {
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

  it('responds in the OpenAI format with a fixed time', async () => {
    const response = await send('generations', options);
    expect(JSON.parse(response)).toMatchObject({
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
    expect(await send('generations', options)).toBe(response);
  });

  it('draws another image for another seed', async () => {
    expect(await send('generations', { ...options, seed: 7 })).not.toBe(await send('generations', options));
  });

  it('edits an image at its own size, unless another one is requested', async () => {
    const file = { path, sizeBytes: 1, mediaType: 'image/png' };
    const form = [field('model', 'sandbox-image'), field('prompt', 'A boat'), { name: 'image', file }];
    expect(JSON.parse(await send('edits', form))).toMatchObject({
      size: '80x70',
      usage: { input_tokens_details: { text_tokens: 2, image_tokens: 9 } },
    });
    expect(JSON.parse(await send('edits', [...form, field('size', '64x64')]))).toMatchObject({
      size: '64x64',
    });
  });

  it('makes the background transparent on request', async () => {
    const response = JSON.parse(await send('generations', { ...options, background: 'transparent' })) as {
      data: { b64_json: string }[];
    };
    const image = PNG.sync.read(Buffer.from(response.data[0]?.b64_json ?? '', 'base64'));
    expect(image.data[3]).toBe(0);
  });

  it('interrupts a stream in the middle, even one of a single event', async () => {
    const stream = { ...options, prompt: 'A boat [[cut]]', stream: true };
    await expect(send('generations', stream)).rejects.toMatchObject({ kind: 'upstream-interrupted' });
    const garbage = await send('generations', { ...stream, prompt: 'A boat [[garbage]]' });
    expect(garbage).toMatch(/^event: image_generation\.completed\ndata: .*%%%\n\n$/s);
  });

  it('stalls until the request is aborted', async () => {
    const controller = new AbortController();
    const response = send('generations', { ...options, prompt: 'A boat [[stall]]' }, controller.signal);
    setTimeout(() => controller.abort(new Error('gone')), 50);
    await expect(response).rejects.toThrow('gone');
  });
});
