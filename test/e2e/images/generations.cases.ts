import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateImage } from 'ai';
import { getImage } from '../../fake-upstream/index.js';
import { TEST_TOKEN, startTestGateway } from '../../harness/index.js';
import { type ImageHarness, MODELS } from './image-harness.js';

const PROMPT = 'A lighthouse at dusk';
const IMAGE = getImage({ prompt: PROMPT }).toString('base64');

export function describeGenerations(harnessed: () => ImageHarness): void {
  describe('new images', () => {
    let harness: ImageHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const lastJson = (): unknown => harness.upstream.received.at(-1)?.json();

    describe.each(Object.keys(MODELS))('of %s', (model) => {
      it('reach the OpenAI client as bytes by default', async () => {
        const { data, response } = await harness.openai.images
          .generate({ model, prompt: PROMPT })
          .withResponse();
        expect(data.data?.map((image) => image.b64_json)).toEqual([IMAGE]);
        expect(data.data?.[0]?.url).toBeUndefined();
        expect(data.created).toBeGreaterThan(0);
        expect(response.headers.get('x-modelgate-channel')).toBe(model);
        expect(response.headers.get('x-modelgate-warnings')).toBeNull();
      });

      it('reach it as bytes if it requests them', async () => {
        const { data } = await harness.openai.images.generate({
          model,
          prompt: PROMPT,
          response_format: 'b64_json',
        });
        expect(data?.[0]?.b64_json).toBe(IMAGE);
      });

      it('reach it as links to the gateway if it requests links', async () => {
        const { data } = await harness.openai.images.generate({
          model,
          prompt: PROMPT,
          response_format: 'url',
        });
        const [image] = data ?? [];
        expect(image?.b64_json).toBeUndefined();
        expect(image?.url).toMatch(`${harness.gateway.origin}/media/`);
        const file = await fetch(image?.url ?? '');
        expect(file.headers.get('content-type')).toBe('image/png');
        expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(IMAGE);
      });

      it('reach the Vercel AI SDK through two of its providers', async () => {
        const settings = { baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN };
        for (const one of [
          createOpenAI(settings).image(model),
          createOpenAICompatible({ ...settings, name: 'modelgate' }).imageModel(model),
        ]) {
          const { images } = await generateImage({ model: one, prompt: PROMPT, maxRetries: 0 });
          expect(images.map(({ base64 }) => base64)).toEqual([IMAGE]);
          expect(images[0]?.mediaType).toBe('image/png');
        }
      });
    });

    it('reach an upstream of the same format as the same bytes, except for the model and what it rejects', async () => {
      const body =
        '{ "response_format" : "b64_json", "prompt":"caf\\u00e9",  "model":"gpt-image" , "size":"1024x1536","user":"u" }';
      const response = await harness.post('generations', body);
      expect(response.status).toBe(200);
      expect(harness.upstream.received.at(-1)?.rawBody.toString()).toBe(
        '{ "prompt":"caf\\u00e9",  "model":"gpt-image-1" , "size":"1024x1536","user":"u" }',
      );
    });

    it('are returned as the bytes of the upstream if they are in the requested format', async () => {
      const sent = `{ "created":1, "data" :[{"b64_json":"${IMAGE}", "extra":{}}],"usage":{"input_tokens":3,"output_tokens":5} }`;
      harness.upstream.script({ kind: 'json', body: sent });
      const response = await harness.post('generations', { model: 'other', prompt: PROMPT });
      expect(await response.text()).toBe(sent);
      const log = await harness.gateway.getLog(response.headers.get('x-request-id') ?? '');
      expect(log).toMatchObject({ inputTokens: 3, outputTokens: 5 });
    });

    it('are requested as bytes if the upstream would send links by default', async () => {
      await harness.openai.images.generate({ model: 'dall-e', prompt: PROMPT });
      expect(harness.upstream.received.at(-1)?.json()).toEqual({
        response_format: 'b64_json',
        model: 'dall-e-2',
        prompt: PROMPT,
      });
      await harness.openai.images.generate({ model: 'other', prompt: PROMPT });
      expect(harness.upstream.received.at(-1)?.json()).toEqual({ model: 'flux', prompt: PROMPT });
    });

    it('reach Azure at the address of the deployment', async () => {
      await harness.openai.images.generate({ model: 'azure', prompt: PROMPT, response_format: 'b64_json' });
      const { path, body } = harness.azure.received.at(-1) ?? {};
      expect(path).toMatch(/^\/openai\/deployments\/images\/images\/generations\?api-version=/);
      expect(JSON.parse(body ?? '')).toEqual({ model: 'images', prompt: PROMPT });
    });

    it('keep other metadata of the service', async () => {
      const { data, usage, size } = await harness.openai.images.generate({
        model: 'gpt-image',
        prompt: PROMPT,
        n: 2,
        response_format: 'url',
      });
      expect(data).toHaveLength(2);
      expect(size).toBe('1024x1024');
      expect(usage).toMatchObject({ input_tokens: 4, output_tokens: 32, total_tokens: 36 });
      harness.upstream.script({
        kind: 'json',
        body: { created: 1, data: [{ b64_json: IMAGE, revised_prompt: 'r' }] },
      });
      const linked = await harness.openai.images.generate({
        model: 'other',
        prompt: PROMPT,
        response_format: 'url',
      });
      expect(linked.data?.[0]?.revised_prompt).toBe('r');
      expect(linked.data?.[0]?.url).toContain('/media/');
    });

    describe('of Gemini', () => {
      it('are requested with the nearest aspect ratio', async () => {
        await harness.openai.images.generate({ model: 'gemini', prompt: PROMPT, size: '1536x1024' });
        expect(lastJson()).toEqual({
          contents: [{ role: 'user', parts: [{ text: PROMPT }] }],
          generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
        });
        await harness.openai.images.generate({ model: 'imagen', prompt: PROMPT, size: '1536x2048' });
        expect(lastJson()).toMatchObject({
          parameters: { sampleCount: 1, aspectRatio: '3:4', sampleImageSize: '2K' },
        });
      });

      it('are made in several calls if one is not enough', async () => {
        const before = harness.upstream.received.length;
        const single = await harness.openai.images.generate({ model: 'gemini', prompt: PROMPT, n: 6 });
        expect(single.data).toHaveLength(6);
        expect(single.usage).toMatchObject({ input_tokens: 24, output_tokens: 96 });
        expect(harness.upstream.received.length - before).toBe(6);
        const many = await harness.openai.images.generate({ model: 'imagen', prompt: PROMPT, n: 6 });
        expect(many.data?.map((image) => image.b64_json)).toEqual(
          [0, 1, 2, 3, 0, 1].map((index) => getImage({ prompt: PROMPT, index }).toString('base64')),
        );
        expect(harness.upstream.received.length - before).toBe(8);
      });

      it('report the usage and the format', async () => {
        const answer = await harness.openai.images.generate({ model: 'gemini', prompt: PROMPT });
        expect(answer).toMatchObject({ size: '4x4', output_format: 'png' });
        expect(answer.usage?.input_tokens_details).toEqual({ text_tokens: 4, image_tokens: 0 });
      });

      it('are rejected with a code that clients know if the service withholds them', async () => {
        harness.upstream.script({ kind: 'json', body: { candidates: [{ finishReason: 'IMAGE_SAFETY' }] } });
        await expect(
          harness.openai.images.generate({ model: 'gemini', prompt: PROMPT }),
        ).rejects.toMatchObject({
          status: 400,
          code: 'content_policy_violation',
        });
        harness.upstream.script({ kind: 'json', body: { promptFeedback: { blockReason: 'SAFETY' } } });
        await expect(
          harness.openai.images.generate({ model: 'gemini', prompt: PROMPT }),
        ).rejects.toMatchObject({
          status: 400,
          code: 'content_policy_violation',
        });
        harness.upstream.script({ kind: 'json', body: { predictions: [{ raiFilteredReason: 'violence' }] } });
        await expect(
          harness.openai.images.generate({ model: 'imagen', prompt: PROMPT }),
        ).rejects.toMatchObject({
          status: 400,
          code: 'content_policy_violation',
        });
      });

      it('warn of options that are lost, or are rejected if the client is strict', async () => {
        const body = {
          model: 'gemini',
          prompt: PROMPT,
          quality: 'high',
          style: 'vivid',
          background: 'auto',
          svg: {},
        };
        const lenient = await harness.post('generations', { ...body, size: '1000x1300' });
        expect(lenient.status).toBe(200);
        expect(lenient.headers.get('x-modelgate-warnings')).toBe('size, quality, style, svg');
        const strict = await harness.post('generations', body, { 'x-modelgate-strict': 'true' });
        expect(strict.status).toBe(400);
        expect(await strict.json()).toMatchObject({
          error: { code: 'unsupported_parameter', param: 'quality' },
        });
        const imagen = await harness.post('generations', { ...body, model: 'imagen', output_format: 'jpeg' });
        expect(imagen.headers.get('x-modelgate-warnings')).toBe('quality, style, svg');
        expect(lastJson()).toMatchObject({ parameters: { outputOptions: { mimeType: 'image/jpeg' } } });
      });

      it('fail if the model returns text instead of an image', async () => {
        const parts = [{ text: 'I would rather talk.' }];
        harness.upstream.script({
          kind: 'json',
          body: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
        });
        await expect(
          harness.openai.images.generate({ model: 'gemini', prompt: PROMPT }),
        ).rejects.toMatchObject({
          status: 502,
          code: 'upstream_bad_response',
        });
      });
    });

    it('come from the next channel if the first fails', async () => {
      const gateway = await startTestGateway({
        channels: ['first', 'second'].map((name, index) => ({
          name,
          provider: 'openai-compatible',
          baseUrl: harness.upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['m'],
          priority: 10 - index,
        })),
      });
      const faults = [
        { kind: 'error', status: 503 },
        { kind: 'garbage' },
        { kind: 'json', body: { created: 1, data: [] } },
        { kind: 'json', body: { created: 1, data: [{ b64_json: null }] } },
        { kind: 'reset' },
        { kind: 'html', status: 200 },
        { kind: 'truncate', afterBytes: 20 },
      ] as const;
      for (const fault of faults) {
        gateway.forgetFaults();
        harness.upstream.script(fault);
        const response = await fetch(`${gateway.baseUrl}/images/generations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'm', prompt: PROMPT }),
        });
        expect(response.headers.get('x-modelgate-channel')).toBe('second');
        expect(response.headers.get('x-modelgate-attempts')).toBe('2');
        expect(await response.json()).toMatchObject({ data: [{ b64_json: IMAGE }] });
      }
      await gateway.stop();
    });
  });
}
