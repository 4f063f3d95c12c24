import { beforeAll, describe, expect, it } from '@jest/globals';
import { toFile } from 'openai';
import { PNG } from 'pngjs';
import { type ImageHarness } from './image-harness.js';

const model = 'sandbox-image';

function decode(base64: string | undefined): PNG {
  return PNG.sync.read(Buffer.from(base64 ?? '', 'base64'));
}

function plainImage(width: number, height: number, alpha = 255): Buffer {
  const image = new PNG({ width, height });
  for (let at = 0; at < image.data.length; at += 4) image.data.set([200, 30, 30, alpha], at);
  return PNG.sync.write(image);
}

export function describeSandbox(harnessed: () => ImageHarness): void {
  describe('the sandbox', () => {
    let harness: ImageHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const drawTwo = () =>
      harness.openai.images.generate({ model, prompt: 'A quiet harbour', size: '640x360', n: 2 });
    const generate = (prompt: string, stream = false) =>
      harness.post('generations', {
        model,
        prompt,
        size: '64x64',
        stream,
        ...(stream ? { partial_images: 1 } : {}),
      });
    const draw = async (prompt: string): Promise<string | undefined> =>
      (await harness.openai.images.generate({ model, prompt, size: '256x256' })).data?.[0]?.b64_json;

    it('creates images of the requested size, the same for the same prompt', async () => {
      const answer = await drawTwo();
      const [first, second] = answer.data ?? [];
      expect(decode(first?.b64_json)).toMatchObject({ width: 640, height: 360 });
      expect(second?.b64_json).not.toBe(first?.b64_json);
      expect(answer).toMatchObject({ size: '640x360', output_format: 'png', background: 'opaque' });
      expect(answer.usage?.output_tokens).toBe(2 * 20 * 12);
      expect(await drawTwo()).toEqual(answer);
    });

    it('lets the gateway store and link them', async () => {
      const { data } = await harness.openai.images.generate({
        model,
        prompt: 'A quiet harbour',
        size: '256x256',
        response_format: 'url',
      });
      const file = await fetch(data?.[0]?.url ?? '');
      expect(PNG.sync.read(Buffer.from(await file.arrayBuffer()))).toMatchObject({ width: 256, height: 256 });
    });

    it('streams partial images', async () => {
      const stream = await harness.openai.images.generate({
        model,
        prompt: 'A quiet harbour',
        size: '256x256',
        stream: true,
        partial_images: 3,
      });
      const images: string[] = [];
      const types: string[] = [];
      for await (const event of stream) {
        images.push(event.b64_json);
        types.push(event.type.replace('image_generation.', ''));
      }
      expect(types).toEqual(['partial_image', 'partial_image', 'partial_image', 'completed']);
      expect(new Set(images).size).toBe(4);
      const { data } = await harness.openai.images.generate({
        model,
        prompt: 'A quiet harbour',
        size: '256x256',
      });
      expect(images.at(-1)).toBe(data?.[0]?.b64_json);
    });

    it('edits files, only inside the mask', async () => {
      const red = plainImage(128, 96);
      const mask = PNG.sync.read(plainImage(128, 96));
      for (let y = 0; y < 96; y += 1) for (let x = 64; x < 128; x += 1) mask.data[(y * 128 + x) * 4 + 3] = 0;
      const { data } = await harness.openai.images.edit({
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

    it('combines several images in JSON into one, in events too', async () => {
      const image_url = `data:image/png;base64,${plainImage(128, 128).toString('base64')}`;
      const body = { model, prompt: 'A boat', images: [{ image_url }, { image_url }] };
      const { data } = (await (await harness.post('edits', body)).json()) as { data: { b64_json: string }[] };
      expect(decode(data[0]?.b64_json)).toMatchObject({ width: 128, height: 128 });
      const events = await (await harness.post('edits', { ...body, stream: true, partial_images: 1 })).text();
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
    ])('rejects %j with the name of the field', async (wrong, param, code) => {
      const response = await harness.post('generations', { model, prompt: 'A boat', ...wrong });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { param, code } });
    });

    it('follows no links', async () => {
      const images = [{ image_url: 'https://example.com/a.png' }];
      const response = await harness.post('edits', { model, prompt: 'A boat', images });
      expect(await response.json()).toMatchObject({
        error: { param: 'images[0].image_url', code: 'unsupported_parameter' },
      });
    });

    it('fails as directives say', async () => {
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
        const chunks: string[] = [];
        const read = async (): Promise<void> => {
          for await (const chunk of broken.body ?? [])
            chunks.push(Buffer.from(chunk as Uint8Array).toString());
        };
        await expect(read()).rejects.toHaveProperty('message');
        expect(chunks.join('')).toMatch(/partial_image[\s\S]*event: error\n/);
        expect(chunks.join('')).not.toContain('completed');
      }
    });

    it('removes its directives from the image', async () => {
      expect(await draw('A boat [[delay=1]]')).toBe(await draw('A boat'));
    });
  });
}
