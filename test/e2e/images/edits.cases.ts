import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateImage } from 'ai';
import { toFile } from 'openai';
import { getImage, toSha256 } from '../../fake-upstream/index.js';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { type ImageHarness } from './image-harness.js';

const PROMPT = 'Add a boat';
const FIRST = getImage({ prompt: 'first' });
const SECOND = getImage({ prompt: 'second' });
const MASK = getImage({ prompt: 'mask' });
const dataUrl = (image: Buffer): string => `data:image/png;base64,${image.toString('base64')}`;
const edited = (sources: Buffer[], mask?: Buffer): string =>
  getImage({
    prompt: PROMPT,
    sources: sources.map(toSha256),
    ...(mask === undefined ? {} : { mask: toSha256(mask) }),
  }).toString('base64');

export function describeEdits(harnessed: () => ImageHarness): void {
  describe('image edits', () => {
    let harness: ImageHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    afterEach(async () => {
      expect(await eventually(async () => (await harness.spooledFiles()).length === 0)).toBe(true);
    });

    describe.each(['gpt-image', 'other', 'gemini'])('of %s', (model) => {
      it('are made from one file', async () => {
        const image = await toFile(FIRST, 'first.png', { type: 'image/png' });
        const { data } = await harness.openai.images.edit({ model, prompt: PROMPT, image });
        expect(data?.map(({ b64_json: base64 }) => base64)).toEqual([edited([FIRST])]);
      });

      it('are made from several files, in their order', async () => {
        const image = await Promise.all([FIRST, SECOND].map((bytes) => toFile(bytes, 'p.png')));
        const { data } = await harness.openai.images.edit({ model, prompt: PROMPT, image });
        expect(data?.[0]?.b64_json).toBe(edited([FIRST, SECOND]));
      });

      it('are made from images in JSON', async () => {
        const images = [FIRST, SECOND].map((image) => ({ image_url: dataUrl(image) }));
        const response = await harness.post('edits', { model, prompt: PROMPT, images });
        expect(await response.json()).toMatchObject({ data: [{ b64_json: edited([FIRST, SECOND]) }] });
      });

      it('are stored and linked if the client requests links', async () => {
        const image = await toFile(FIRST, 'first.png');
        const { data } = await harness.openai.images.edit({
          model,
          prompt: PROMPT,
          image,
          response_format: 'url',
        });
        const file = await fetch(data?.[0]?.url ?? '');
        expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(edited([FIRST]));
      });

      it('reach the Vercel AI SDK through two of its providers', async () => {
        const settings = { baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN };
        for (const one of [
          createOpenAI(settings).image(model),
          createOpenAICompatible({ ...settings, name: 'modelgate' }).imageModel(model),
        ]) {
          const prompt = { text: PROMPT, images: [FIRST, SECOND] };
          const { image } = await generateImage({ model: one, prompt, maxRetries: 0 });
          expect(image.base64).toBe(edited([FIRST, SECOND]));
        }
      });
    });

    it('reach an upstream of the same format as the same form, except for the model and what it rejects', async () => {
      const form = new FormData();
      form.append('prompt', PROMPT);
      form.append('image[0]', new Blob([FIRST]), 'böat.png');
      form.append('response_format', 'b64_json');
      form.append('model', 'other');
      form.append('size', '1024x1024');
      form.append('mask', new Blob([MASK], { type: 'text/plain' }), 'mask.png');
      harness.upstream.script({ kind: 'json', body: { created: 1, data: [{ b64_json: 'QQ==' }] } });
      await harness.post('edits', form);
      const entries = harness.upstream.received.at(-1)?.form().entries ?? [];
      expect(entries.map(({ name }) => name)).toEqual([
        'prompt',
        'image[0]',
        'response_format',
        'model',
        'size',
        'mask',
      ]);
      expect(entries[1]).toMatchObject({ filename: 'böat.png', contentType: 'image/png', bytes: FIRST });
      expect(entries[3]).toMatchObject({ value: 'flux' });
      expect(entries[5]).toMatchObject({ contentType: 'image/png', bytes: MASK });
      form.set('model', 'gpt-image');
      form.delete('image[0]');
      form.append('image', new Blob([FIRST]), 'a.png');
      const response = await harness.post('edits', form);
      expect(await response.json()).toMatchObject({ data: [{ b64_json: edited([FIRST], MASK) }] });
      expect(harness.upstream.received.at(-1)?.form().value('response_format')).toBeUndefined();
    });

    it('are requested as bytes if the upstream would send links by default', async () => {
      const image = await toFile(FIRST, 'first.png');
      const { data } = await harness.openai.images.edit({ model: 'dall-e', prompt: PROMPT, image });
      expect(data?.[0]?.b64_json).toBe(edited([FIRST]));
      expect(harness.upstream.received.at(-1)?.form().value('response_format')).toBe('b64_json');
    });

    it('reach an upstream of the same format as the same JSON bytes', async () => {
      const body = `{"images":[ {"image_url":"${dataUrl(FIRST)}"} ],"model":"gpt-image", "prompt":"x", "future":1.0}`;
      await harness.post('edits', body);
      expect(harness.upstream.received.at(-1)?.rawBody.toString()).toBe(
        body.replace('"gpt-image"', '"gpt-image-1"'),
      );
    });

    describe('of Gemini', () => {
      it('reject a mask, because dropping it would change the meaning', async () => {
        const image = await toFile(FIRST, 'a.png');
        const mask = await toFile(MASK, 'm.png');
        await expect(
          harness.openai.images.edit({ model: 'gemini', prompt: PROMPT, image, mask }),
        ).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'mask' });
      });

      it('reject a file that only another service accepts', async () => {
        const form = new FormData();
        form.append('model', 'gemini');
        form.append('prompt', PROMPT);
        form.append('image', new Blob([FIRST]), 'a.png');
        form.append('markup', new Blob([MASK]), 'm.png');
        const response = await harness.post('edits', form);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          error: { code: 'unsupported_parameter', param: 'markup' },
        });
      });

      it('reject more images than the service accepts in one request', async () => {
        const large = Buffer.concat([FIRST, Buffer.alloc(8 * 2 ** 20)]);
        const image = await Promise.all([toFile(large, 'a.png'), toFile(large, 'b.png')]);
        await expect(
          harness.openai.images.edit({ model: 'gemini', prompt: PROMPT, image }),
        ).rejects.toMatchObject({ status: 413, code: 'request_too_large' });
      });

      it.each(['http://169.254.169.254/latest', 'http://127.0.0.1:1/a.png', 'http://[::1]/a.png'])(
        'follow no link to %s',
        async (link) => {
          const images = [{ image_url: dataUrl(FIRST) }, { image_url: link }];
          const response = await harness.post('edits', { model: 'gemini', prompt: PROMPT, images });
          expect(response.status).toBe(400);
          expect(await response.json()).toMatchObject({
            error: { code: 'url_not_allowed', param: 'images[1].image_url' },
          });
        },
      );

      it('are not supported by a model that only creates new images', async () => {
        const image = await toFile(FIRST, 'a.png');
        await expect(
          harness.openai.images.edit({ model: 'imagen', prompt: PROMPT, image }),
        ).rejects.toMatchObject({ status: 400, code: 'unsupported_model_capability' });
      });
    });

    it('leave no file behind, whatever the upstream returns', async () => {
      const image = await toFile(Buffer.concat([FIRST, Buffer.alloc(2 ** 20)]), 'a.png');
      const faults = [
        { kind: 'error', status: 500 },
        { kind: 'reset' },
        { kind: 'garbage' },
        { kind: 'truncate', afterBytes: 10 },
        { kind: 'redirect', location: 'http://127.0.0.1:1/' },
      ] as const;
      for (const fault of faults) {
        harness.upstream.script(fault);
        const request = harness.openai.images.edit({ model: 'other', prompt: PROMPT, image });
        await expect(request).rejects.toMatchObject({ status: expect.any(Number) as unknown });
        expect(await eventually(async () => (await harness.spooledFiles()).length === 0)).toBe(true);
      }
    });

    it('leave no file behind when the client disconnects', async () => {
      harness.upstream.script({ kind: 'hang' });
      const before = harness.upstream.received.length;
      const controller = new AbortController();
      const image = await toFile(FIRST, 'a.png');
      const request = harness.openai.images
        .edit({ model: 'other', prompt: PROMPT, image }, { signal: controller.signal })
        .catch((error: unknown) => error);
      await harness.upstream.waitForRequest(before);
      expect(await harness.spooledFiles()).toHaveLength(1);
      controller.abort();
      await request;
      expect(await eventually(async () => (await harness.spooledFiles()).length === 0)).toBe(true);
    });
  });
}
