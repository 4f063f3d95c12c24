import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toFile } from 'openai';
import { PNG } from 'pngjs';
import { type ImageBench, startImageBench } from './image-bench.js';

const model = 'sandbox-image';

function decode(base64: string | undefined): PNG {
  return PNG.sync.read(Buffer.from(base64 ?? '', 'base64'));
}

function plainPicture(width: number, height: number, alpha = 255): Buffer {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([200, 30, 30, alpha], at);
  return PNG.sync.write(picture);
}

describe('the sandbox', () => {
  let bench: ImageBench;

  beforeAll(async () => {
    bench = await startImageBench();
  });

  afterAll(() => bench.stop());

  const drawTwo = () =>
    bench.openai.images.generate({ model, prompt: 'A quiet harbour', size: '640x360', n: 2 });
  const generate = (prompt: string, stream = false) =>
    bench.post('generations', {
      model,
      prompt,
      size: '64x64',
      stream,
      ...(stream ? { partial_images: 1 } : {}),
    });
  const draw = async (prompt: string): Promise<string | undefined> =>
    (await bench.openai.images.generate({ model, prompt, size: '256x256' })).data?.[0]?.b64_json;

  it('draws pictures of the size that was asked for, the same for the same prompt', async () => {
    const answer = await drawTwo();
    const [first, second] = answer.data ?? [];
    expect(decode(first?.b64_json)).toMatchObject({ width: 640, height: 360 });
    expect(second?.b64_json).not.toBe(first?.b64_json);
    expect(answer).toMatchObject({ size: '640x360', output_format: 'png', background: 'opaque' });
    expect(answer.usage?.output_tokens).toBe(2 * 20 * 12);
    expect(await drawTwo()).toEqual(answer);
  });

  it('leaves it to the gateway to keep and link them', async () => {
    const { data } = await bench.openai.images.generate({
      model,
      prompt: 'A quiet harbour',
      size: '256x256',
      response_format: 'url',
    });
    const file = await fetch(data?.[0]?.url ?? '');
    expect(PNG.sync.read(Buffer.from(await file.arrayBuffer()))).toMatchObject({ width: 256, height: 256 });
  });

  it('shows how they come about', async () => {
    const stream = await bench.openai.images.generate({
      model,
      prompt: 'A quiet harbour',
      size: '256x256',
      stream: true,
      partial_images: 3,
    });
    const pictures: string[] = [];
    const types: string[] = [];
    for await (const event of stream) {
      pictures.push(event.b64_json);
      types.push(event.type.replace('image_generation.', ''));
    }
    expect(types).toEqual(['partial_image', 'partial_image', 'partial_image', 'completed']);
    expect(new Set(pictures).size).toBe(4);
    const { data } = await bench.openai.images.generate({
      model,
      prompt: 'A quiet harbour',
      size: '256x256',
    });
    expect(pictures.at(-1)).toBe(data?.[0]?.b64_json);
  });

  it('changes files, and only where the mask lets it', async () => {
    const red = plainPicture(128, 96);
    const mask = PNG.sync.read(plainPicture(128, 96));
    for (let y = 0; y < 96; y += 1) for (let x = 64; x < 128; x += 1) mask.data[(y * 128 + x) * 4 + 3] = 0;
    const { data } = await bench.openai.images.edit({
      model,
      prompt: 'A boat',
      image: await toFile(red, 'red.png'),
      mask: await toFile(PNG.sync.write(mask), 'mask.png'),
    });
    const edited = decode(data?.[0]?.b64_json);
    expect(edited).toMatchObject({ width: 128, height: 96 });
    expect([...edited.data.subarray(0, 4)]).toEqual([200, 30, 30, 255]);
    expect(edited.data.equals(PNG.sync.read(red).data)).toBe(false);
  });

  it('changes several pictures in JSON into one, in events too', async () => {
    const image_url = `data:image/png;base64,${plainPicture(128, 128).toString('base64')}`;
    const body = { model, prompt: 'A boat', images: [{ image_url }, { image_url }] };
    const { data } = (await (await bench.post('edits', body)).json()) as { data: { b64_json: string }[] };
    expect(decode(data[0]?.b64_json)).toMatchObject({ width: 128, height: 128 });
    const events = await (await bench.post('edits', { ...body, stream: true, partial_images: 1 })).text();
    expect(events.match(/^event: .*$/gm)).toEqual([
      'event: image_edit.partial_image',
      'event: image_edit.completed',
    ]);
  });

  it.each([
    [{ output_format: 'webp' }, 'output_format', 'unsupported_parameter'],
    [{ size: '5000x64' }, 'size', 'invalid_value'],
    [{ prompt: 'A boat [[status=banana]]' }, 'prompt', 'invalid_value'],
    [{ prompt: 'A boat [[filter]]' }, 'prompt', 'content_policy_violation'],
  ])('refuses %j by name', async (wrong, param, code) => {
    const response = await bench.post('generations', { model, prompt: 'A boat', ...wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });

  it('follows no links', async () => {
    const images = [{ image_url: 'https://example.com/a.png' }];
    const response = await bench.post('edits', { model, prompt: 'A boat', images });
    expect(await response.json()).toMatchObject({
      error: { param: 'images[0].image_url', code: 'unsupported_parameter' },
    });
  });

  it('fails as it is told to', async () => {
    const limited = await generate('A boat [[status=429; retry-after=7]]');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('7');
    expect((await generate('A boat [[garbage]]')).status).toBe(502);
    expect((await generate('A boat [[cut]]')).status).toBe(502);
    const startedAt = performance.now();
    expect((await generate('A boat [[delay=300]]')).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(300);
    for (const fault of ['cut', 'garbage']) {
      const broken = await generate(`A boat [[${fault}]]`, true);
      expect(broken.status).toBe(200);
      const pieces: string[] = [];
      const read = async (): Promise<void> => {
        for await (const piece of broken.body ?? []) pieces.push(Buffer.from(piece as Uint8Array).toString());
      };
      await expect(read()).rejects.toHaveProperty('message');
      expect(pieces.join('')).toMatch(/partial_image[\s\S]*event: error\n/);
      expect(pieces.join('')).not.toContain('completed');
    }
  });

  it('takes its directives out of the picture', async () => {
    expect(await draw('A boat [[delay=1]]')).toBe(await draw('A boat'));
  });
});
