import { describe, expect, it } from '@jest/globals';
import { type Form, type JsonObject } from '#canonical';
import { GIF, JPEG, LINK, MINIMAL, PNG, WEBP, file, getForm } from './__fixtures__/video-bodies.js';
import { type DecodedVideoRequest, decodeVideoGeneration, decodeVideosCreate } from './decode-video.js';

const getDuration = (members: JsonObject): number | undefined =>
  decodeVideoGeneration({ ...MINIMAL, ...members }).request.durationSeconds;

describe('decodeVideoGeneration', () => {
  it('accepts the minimum', () => {
    const { request, images, webhookUrl } = decodeVideoGeneration(MINIMAL);
    expect(definedMembers(request)).toEqual(MINIMAL);
    expect(images).toEqual([]);
    expect(webhookUrl).toBeUndefined();
  });

  it('accepts all parameters in JSON', () => {
    const asked = decodeVideoGeneration({
      ...MINIMAL,
      negative_prompt: 'snow',
      image: LINK,
      last_frame: PNG,
      duration: 4.5,
      width: 1280,
      height: 720,
      size: '1280x720',
      aspect_ratio: '16:9',
      fps: 24,
      seed: 4_294_967_295,
      n: 1,
      mode: 'pro',
      user: 'u-1',
      response_format: 'url',
      metadata: { negative_prompt: 'rain', camera: { pan: [1, 2] } },
      webhook_url: 'https://hooks.example.com/a?b=c',
      something_new: true,
    });
    expect(asked).toEqual({
      request: {
        ...MINIMAL,
        negativePrompt: 'snow',
        durationSeconds: 4.5,
        width: 1280,
        height: 720,
        aspectRatio: '16:9',
        framesPerSecond: 24,
        seed: 4_294_967_295,
        mode: 'pro',
        user: 'u-1',
        metadata: { negative_prompt: 'rain', camera: { pan: [1, 2] } },
      },
      images: [
        { kind: 'url', url: LINK, param: 'image' },
        { kind: 'bytes', mediaType: 'image/png', base64: PNG, param: 'last_frame' },
      ],
      webhookUrl: 'https://hooks.example.com/a?b=c',
    });
  });

  it('accepts all parameters in a form', () => {
    const upload = file();
    const asked = decodeVideoGeneration(
      getForm({
        ...MINIMAL,
        duration: '4.5',
        size: '1280x720',
        fps: '24',
        seed: '0',
        n: '1',
        'metadata[negative_prompt]': 'rain',
        image: upload,
        last_frame: LINK,
        negative_prompt: 'snow',
        aspect_ratio: '16:9',
        user: '',
      }),
    );
    expect(definedMembers(asked.request)).toEqual({
      ...MINIMAL,
      negativePrompt: 'snow',
      aspectRatio: '16:9',
      durationSeconds: 4.5,
      width: 1280,
      height: 720,
      framesPerSecond: 24,
      seed: 0,
      metadata: { negative_prompt: 'rain' },
    });
    expect(asked.images).toEqual([
      { kind: 'file', file: upload, param: 'image' },
      { kind: 'url', url: LINK, param: 'last_frame' },
    ]);
  });

  it('treats null as absent', () => {
    const nothing = Object.fromEntries(
      (
        'image images input_reference last_frame negative_prompt aspect_ratio duration seconds size ' +
        'width height fps seed n mode user metadata webhook_url'
      )
        .split(' ')
        .map((name) => [name, null]),
    );
    expect(definedMembers(decodeVideoGeneration({ ...MINIMAL, ...nothing }).request)).toEqual(MINIMAL);
  });

  it('requires no prompt if there is an image', () => {
    expect(decodeVideoGeneration({ model: 'm', image: LINK }).request.prompt).toBe('');
    expect(decodeVideoGeneration({ model: 'm', image: LINK, prompt: '' }).request.prompt).toBe('');
  });

  it('accepts the duration as text only where SDKs send it', () => {
    expect(getDuration({ seconds: '8' })).toBe(8);
    expect(getDuration({ seconds: 8 })).toBe(8);
    expect(getDuration({ seconds: '8', duration: 8 })).toBe(8);
    expect(getDuration({ duration: 600 })).toBe(600);
  });

  it.each([
    ['a link', LINK, { kind: 'url', url: LINK }],
    ['a link in capitals', 'HTTPS://Example.com/a', { kind: 'url', url: 'https://example.com/a' }],
    ['a data URL', `data:image/png;base64,${PNG}`, { kind: 'bytes', mediaType: 'image/png', base64: PNG }],
    [
      'a data URL that is called something else',
      `data:application/octet-stream;base64,${GIF}`,
      { kind: 'bytes', mediaType: 'image/gif', base64: GIF },
    ],
    ['the base64 of a PNG', PNG, { kind: 'bytes', mediaType: 'image/png', base64: PNG }],
    ['the base64 of a JPEG', JPEG, { kind: 'bytes', mediaType: 'image/jpeg', base64: JPEG }],
    ['the base64 of a WebP', WEBP, { kind: 'bytes', mediaType: 'image/webp', base64: WEBP }],
  ])('accepts an image as %s', (_name, image, expected) => {
    expect(decodeVideoGeneration({ ...MINIMAL, image }).images).toEqual([{ ...expected, param: 'image' }]);
  });

  it("keeps the order of images, with the client's names for them", () => {
    const { images } = decodeVideoGeneration({
      ...MINIMAL,
      input_reference: { image_url: LINK },
      images: [LINK, PNG],
      image: GIF,
    });
    expect(images.map(({ param }) => param)).toEqual([
      'image',
      'images[0]',
      'images[1]',
      'input_reference.image_url',
    ]);
  });

  it('removes members from the metadata that would override the request', () => {
    const overriding = {
      model: 'x',
      duration: 1,
      seconds: 1,
      n: 9,
      size: 'x',
      width: 1,
      height: 1,
      fps: 1,
      seed: 1,
    };
    const { request } = decodeVideoGeneration({ ...MINIMAL, metadata: { ...overriding, style: 'noir' } });
    expect(request.metadata).toEqual({ style: 'noir' });
  });
});

describe('decodeVideosCreate', () => {
  const upload = file();

  it.each<[string, JsonObject | Form, DecodedVideoRequest['images']]>([
    ['no image', getForm({ ...MINIMAL, seconds: '4', size: '720x1280' }), []],
    [
      'a file',
      getForm({ ...MINIMAL, seconds: '4', size: '720x1280', input_reference: upload }),
      [{ kind: 'file', file: upload, param: 'input_reference' }],
    ],
    [
      'a link in a form',
      getForm({ ...MINIMAL, seconds: '4', size: '720x1280', 'input_reference[image_url]': LINK }),
      [{ kind: 'url', url: LINK, param: 'input_reference.image_url' }],
    ],
    [
      'a link as JSON in a form',
      getForm({ ...MINIMAL, seconds: '4', size: '720x1280', input_reference: `{"image_url":"${LINK}"}` }),
      [{ kind: 'url', url: LINK, param: 'input_reference.image_url' }],
    ],
    [
      'JSON',
      { ...MINIMAL, seconds: 4, size: '720x1280', input_reference: { image_url: LINK } },
      [{ kind: 'url', url: LINK, param: 'input_reference.image_url' }],
    ],
  ])('accepts %s', (_name, body, images) => {
    const asked = decodeVideosCreate(body);
    expect(definedMembers(asked.request)).toEqual({
      ...MINIMAL,
      durationSeconds: 4,
      width: 720,
      height: 1280,
    });
    expect(asked.images).toEqual(images);
  });
});

function definedMembers(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
