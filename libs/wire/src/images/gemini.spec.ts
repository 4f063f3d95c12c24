import { describe, expect, it } from '@jest/globals';
import { type ImageRequest, type JsonObject } from '#canonical';
import { IMAGE_UPSTREAMS } from './index.js';

const image = IMAGE_UPSTREAMS['gemini-image'];
const imagen = IMAGE_UPSTREAMS['gemini-imagen'];
const asked: ImageRequest = { model: 'm', prompt: 'p', isStreamed: false };
const decodedImage = (data: string): JsonObject => ({ inlineData: { mimeType: 'image/png', data } });
const candidate = (parts: JsonObject[], finishReason = 'STOP'): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});

describe('the shape of an image', () => {
  it.each([
    ['1024x1024', '1:1', undefined, 0],
    ['1024x1536', '2:3', undefined, 0],
    ['1792x1024', '16:9', '2K', 1],
    ['1024x1280', '4:5', undefined, 0],
    ['2520x1080', '21:9', '2K', 0],
    ['4096x4096', '1:1', '4K', 0],
    ['1000x1300', '3:4', undefined, 1],
    ['8000x100', '21:9', '4K', 1],
  ])('of %s is %s', (size, aspectRatio, imageSize, losses) => {
    const { body, lost } = image.encodeRequest({ ...asked, size }, 'm');
    expect(body['generationConfig']).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio, ...(imageSize === undefined ? {} : { imageSize }) },
    });
    expect(lost.map(({ field }) => field)).toEqual(losses === 0 ? [] : ['size']);
  });

  it('is undefined if the client does not set it', () => {
    const { body } = image.encodeRequest({ ...asked, size: 'auto' }, 'm');
    expect(body['generationConfig']).toEqual({ responseModalities: ['TEXT', 'IMAGE'] });
  });

  it('has fewer aspect ratios for models that only generate', () => {
    const { body } = imagen.encodeRequest({ ...asked, size: '1024x1536', count: 3 }, 'm');
    expect(body).toEqual({
      instances: [{ prompt: 'p' }],
      parameters: { sampleCount: 3, aspectRatio: '3:4', includeRaiReason: true },
    });
  });
});

describe('image options', () => {
  const options = {
    quality: 'high',
    background: 'transparent',
    outputFormat: 'jpeg',
    outputCompression: 40,
    moderation: 'low',
    style: 'vivid',
    user: 'u',
    partialImages: 2,
  };

  it('are lost if the service has no parameter for them', () => {
    const { lost } = image.encodeRequest({ ...asked, ...options, inputFidelity: 'high' }, 'm');
    expect(lost.map(({ field }) => field).toSorted()).toEqual(
      [...Object.keys(options), 'inputFidelity'].toSorted(),
    );
  });

  it('are sent if the service has a parameter', () => {
    const { body, lost } = imagen.encodeRequest({ ...asked, ...options }, 'm');
    expect(body['parameters']).toMatchObject({
      outputOptions: { mimeType: 'image/jpeg', compressionQuality: 40 },
    });
    expect(lost.map(({ field }) => field)).toEqual([
      'quality',
      'background',
      'moderation',
      'style',
      'user',
      'partialImages',
    ]);
    const webp = imagen.encodeRequest({ ...asked, outputFormat: 'webp' }, 'm');
    expect(webp.lost.map(({ field }) => field)).toEqual(['outputFormat']);
  });

  it('that are defaults are not reported as lost', () => {
    const open = { quality: 'auto', background: 'auto', moderation: 'auto', partialImages: 0 };
    expect(image.encodeRequest({ ...asked, ...open }, 'm').lost).toEqual([]);
  });

  it('for a mask are rejected', () => {
    const mask = { kind: 'bytes', param: 'mask', mediaType: 'image/png', base64: 'QQ==' } as const;
    expect(() => image.encodeRequest({ ...asked, mask }, 'm')).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'mask' }),
    );
  });
});

describe('images to edit', () => {
  it('follow the prompt', () => {
    const input = { kind: 'bytes', param: 'image', mediaType: 'image/webp', base64: 'QQ==' } as const;
    expect(image.encodeRequest({ ...asked, images: [input] }, 'm').body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'p' }, { inlineData: { mimeType: 'image/webp', data: 'QQ==' } }] },
    ]);
  });
});

describe('an image response', () => {
  it('has only its images, without text and thoughts', () => {
    const parts = [{ text: 'Here:' }, { ...decodedImage('RHJhZnQ='), thought: true }, decodedImage('QQ==')];
    const usageMetadata = {
      promptTokenCount: 30,
      candidatesTokenCount: 1290,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 5 },
        { modality: 'IMAGE', tokenCount: 25 },
      ],
    };
    expect(image.decodeResponse({ ...candidate(parts), usageMetadata }, asked)).toEqual({
      images: [{ source: { kind: 'bytes', base64: 'QQ==' } }],
      usage: { inputTokens: 30, outputTokens: 1290, imageInputTokens: 25, images: 1, raw: usageMetadata },
    });
  });

  it.each([
    [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    [{ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }],
    [candidate([{ text: 'I cannot draw that.' }], 'IMAGE_PROHIBITED_CONTENT')],
  ])('is rejected by a content filter: %j', (body) => {
    expect(() => image.decodeResponse(body, asked)).toThrow(
      expect.objectContaining({ kind: 'upstream-rejected', code: 'content_policy_violation' }),
    );
  });

  it.each([[{}], [candidate([{ text: 'Only words.' }])], [candidate([], 'NO_IMAGE')]])(
    'is invalid: %j',
    (body) => {
      expect(() => image.decodeResponse(body, asked)).toThrow(
        expect.objectContaining({ kind: 'upstream-bad-response' }),
      );
    },
  );

  it('may have fewer images because of a filter, but not none', () => {
    const withheld = { raiFilteredReason: 'violence' };
    const made = { mimeType: 'image/png', bytesBase64Encoded: 'QQ==' };
    expect(imagen.decodeResponse({ predictions: [withheld, made] }, asked).images).toHaveLength(1);
    expect(() => imagen.decodeResponse({ predictions: [withheld] }, asked)).toThrow(
      expect.objectContaining({ code: 'content_policy_violation' }),
    );
    expect(() => imagen.decodeResponse({}, asked)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });
});
