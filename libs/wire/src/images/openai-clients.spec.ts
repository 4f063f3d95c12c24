import { describe, expect, it } from '@jest/globals';
import { type Form, type ImageRequest, type JsonObject, type UploadedFile } from '#canonical';
import { IMAGE_CLIENTS } from './index.js';

const generations = IMAGE_CLIENTS['openai-images'];
const edits = IMAGE_CLIENTS['openai-image-edits'];
const FILE: UploadedFile = { path: '/spool/a', sizeBytes: 9, mediaType: 'image/png' };
const SECOND: UploadedFile = { ...FILE, path: '/spool/b' };
const text = (name: string, value: string) => ({ name, value });

const decodeDocument = (members: JsonObject): ImageRequest =>
  generations.decodeRequest({ model: 'm', prompt: 'p', ...members }, {});
const decodeForm = (...entries: Form): ImageRequest =>
  edits.decodeRequest([text('model', 'm'), text('prompt', 'p'), ...entries], {});

describe('an image generation request', () => {
  it('is decoded with all canonical fields, and keeps the rest', () => {
    expect(
      decodeDocument({
        n: 2,
        size: '1024x1536',
        quality: 'high',
        background: 'opaque',
        output_format: 'webp',
        output_compression: 50,
        moderation: 'low',
        style: 'vivid',
        user: 'u',
        response_format: 'url',
        frame_count: 3,
      }),
    ).toEqual({
      model: 'm',
      prompt: 'p',
      count: 2,
      size: '1024x1536',
      quality: 'high',
      background: 'opaque',
      outputFormat: 'webp',
      outputCompression: 50,
      moderation: 'low',
      style: 'vivid',
      user: 'u',
      delivery: 'url',
      isStreamed: false,
      partialImages: undefined,
      extensions: { frame_count: 3 },
    });
  });

  it('is for bytes by default', () => {
    expect(decodeDocument({}).delivery).toBe('bytes');
    expect(decodeDocument({ response_format: null, n: null, size: null }).delivery).toBe('bytes');
  });

  it.each(['auto', '1x1', '8192x4096', '4096x8192', '1024x1024'])('accepts the size %s', (size) => {
    expect(decodeDocument({ size }).size).toBe(size);
  });

  it.each(['', 'AUTO', '8193x1', '1x8193', '8192x4097', '1024', '-1x5', '1.5x2', '10 x 10'])(
    'rejects the size "%s"',
    (size) => {
      expect(() => decodeDocument({ size })).toThrow(
        expect.objectContaining({ kind: 'invalid-value', param: 'size' }),
      );
    },
  );
});

describe('an image edit request', () => {
  it.each([[['image', 'image']], [['image[]', 'image[]']], [['image[0]', 'image[1]']]])(
    'accepts files named %j',
    ([first = '', second = '']) => {
      const { images, extensions } = decodeForm({ name: first, file: FILE }, { name: second, file: SECOND });
      expect(images).toEqual([
        { kind: 'file', param: 'image[0]', file: FILE },
        { kind: 'file', param: 'image[1]', file: SECOND },
      ]);
      expect(extensions).toBeUndefined();
    },
  );

  it('has numbers and booleans as text', () => {
    const asked = decodeForm(
      { name: 'image', file: FILE },
      { name: 'mask', file: SECOND },
      text('n', '1'),
      text('stream', 'true'),
      text('partial_images', '2'),
      text('input_fidelity', 'high'),
      text('seed', '7'),
    );
    expect(asked).toMatchObject({
      count: 1,
      isStreamed: true,
      partialImages: 2,
      inputFidelity: 'high',
      images: [{ param: 'image' }],
      mask: { kind: 'file', param: 'mask', file: SECOND },
      extensions: { seed: '7' },
    });
  });

  it('requires an upstream of its own format if it has other files', () => {
    expect(
      decodeForm({ name: 'image', file: FILE }, { name: 'markup', file: FILE }).onlyNative,
    ).toMatchObject({
      param: 'markup',
    });
  });

  it('has URLs and data URLs in JSON', () => {
    const images = [
      { image_url: 'https://example.com/a.png' },
      { image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    ];
    const asked = edits.decodeRequest({ model: 'm', prompt: 'p', images, mask: images[0] ?? null }, {});
    expect(asked.images).toEqual([
      { kind: 'url', param: 'images[0].image_url', url: 'https://example.com/a.png' },
      { kind: 'bytes', param: 'images[1].image_url', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
    ]);
    expect(asked.mask).toMatchObject({ kind: 'url', param: 'mask.image_url' });
    expect(asked.extensions).toBeUndefined();
  });
});

describe('an image response', () => {
  const asked = generations.decodeRequest({ model: 'm', prompt: 'p', quality: 'low' }, {});
  const answer = {
    createdAtSeconds: 7,
    images: [
      { source: { kind: 'bytes' as const, base64: 'QQ==' }, revisedPrompt: 'r' },
      { source: { kind: 'url' as const, url: 'https://x/y' } },
    ],
    facts: { size: '4x4', outputFormat: 'png' },
    usage: { inputTokens: 10, outputTokens: 5, imageInputTokens: 4 },
  };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { text_tokens: 6, image_tokens: 4 },
    output_tokens: 5,
    total_tokens: 15,
  };

  it('is JSON', () => {
    expect(generations.encodeResponse(answer, { asked, requestId: 'req' })).toEqual({
      created: 7,
      output_format: 'png',
      size: '4x4',
      data: [{ b64_json: 'QQ==', revised_prompt: 'r' }, { url: 'https://x/y' }],
      usage,
    });
  });

  it('is an event for a client that requested events', () => {
    const [image] = answer.images;
    const events = edits.encodeEvents({ ...answer, images: image === undefined ? [] : [image] }, asked);
    const [, type, data = ''] = /^event: (.*)\ndata: (.*)\n\n$/.exec(events) ?? [];
    expect(type).toBe('image_edit.completed');
    expect(JSON.parse(data)).toEqual({
      type,
      b64_json: 'QQ==',
      created_at: 7,
      size: '4x4',
      quality: 'low',
      background: 'auto',
      output_format: 'png',
      usage,
    });
  });
});
