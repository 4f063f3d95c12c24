import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { holdsImages, readOpenAiImages, replaceImages } from './index.js';

describe('a response in the OpenAI format', () => {
  it('has images and usage', () => {
    const usage = { input_tokens: 9, output_tokens: 5, input_tokens_details: { image_tokens: 4 } };
    expect(readOpenAiImages({ data: [{ b64_json: 'QQ==' }, { url: 'https://x/y' }], usage })).toEqual({
      images: [
        { source: { kind: 'bytes', base64: 'QQ==' } },
        { source: { kind: 'url', url: 'https://x/y' } },
      ],
      usage: {
        inputTokens: 9,
        outputTokens: 5,
        imageInputTokens: 4,
        imageOutputTokens: 5,
        images: 2,
        raw: usage,
      },
    });
  });

  it.each<JsonObject | null>([{}, { input_tokens: -5, output_tokens: 1 }, { input_tokens: 1e18 }, null])(
    'counts its images if the token usage is %j',
    (usage) => {
      expect(readOpenAiImages({ data: [{ b64_json: 'QQ==' }], usage }).usage).toEqual({
        inputTokens: 0,
        outputTokens: 0,
        images: 1,
      });
    },
  );

  it('may have a data URL instead of bytes or a URL', () => {
    const dataUrl = 'data:image/png;base64,iVBORw0KGgo=';
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' };
    expect(readOpenAiImages({ data: [{ b64_json: dataUrl }, { url: dataUrl }] }).images).toEqual([
      { source },
      { source },
    ]);
    expect(holdsImages({ data: [{ b64_json: dataUrl }] })).toBe(false);
  });

  it('can be forwarded unchanged if it contains every image', () => {
    expect(holdsImages({ data: [{ b64_json: 'QQ==', url: null }] })).toBe(true);
    expect(holdsImages({ data: [{ b64_json: 'QQ==' }, { url: 'https://x/y' }] })).toBe(false);
    expect(holdsImages({ data: [{ b64_json: '' }] })).toBe(false);
  });

  it('keeps all other members if its images are replaced', () => {
    expect(
      replaceImages({ created: 1, x: [1], data: [{ url: 'https://x/y', revised_prompt: 'r', seed: 3 }] }, [
        { source: { kind: 'bytes', base64: 'QQ==' } },
      ]),
    ).toEqual({ created: 1, x: [1], data: [{ b64_json: 'QQ==', revised_prompt: 'r', seed: 3 }] });
  });

  it.each<JsonObject>([
    {},
    { data: [] },
    { data: 'x' },
    { data: [{}] },
    { data: [{ b64_json: 5 }] },
    { data: [{ url: '' }] },
  ])('is invalid: %j', (body) => {
    expect(() => readOpenAiImages(body)).toThrow(expect.objectContaining({ kind: 'upstream-bad-response' }));
  });
});
