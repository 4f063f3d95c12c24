import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { definedMembers } from '../validation/json-values.js';
import { decodeGeminiVideo } from './decode-gemini-video.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
const IMAGE = { bytesBase64Encoded: PNG, mimeType: 'image/png' };
const MINIMAL = { instances: [{ prompt: 'a cat' }] };

const decode = (body: object) => {
  const { request, images } = decodeGeminiVideo(body as never, 'veo');
  return { request: definedMembers(request), images: images.map(({ param }) => param) };
};

function getFaultParam(body: object): string | undefined {
  try {
    decode(body);
    return undefined;
  } catch (error) {
    return (error as GatewayError).param;
  }
}

describe("a video request in Gemini's format", () => {
  it('requires a prompt or an image', () => {
    expect(decode(MINIMAL)).toEqual({ request: { model: 'veo', prompt: 'a cat' }, images: [] });
    expect(decode({ instances: [{ image: IMAGE }] })).toEqual({
      request: { model: 'veo', prompt: '' },
      images: ['instances[0].image.bytesBase64Encoded'],
    });
  });

  it('accepts all parameters, and those of only one service', () => {
    const inline = { inlineData: { data: PNG, mimeType: 'image/png' } };
    const parameters = {
      aspectRatio: '9:16',
      resolution: '1080p',
      durationSeconds: 8,
      negativePrompt: 'dogs',
      seed: 7,
      sampleCount: 1,
      personGeneration: 'allow_adult',
      enhancePrompt: true,
    };
    expect(decode({ instances: [{ prompt: 'a cat', image: IMAGE, lastFrame: inline }], parameters })).toEqual(
      {
        request: {
          model: 'veo',
          prompt: 'a cat',
          negativePrompt: 'dogs',
          aspectRatio: '9:16',
          width: 1080,
          height: 1920,
          durationSeconds: 8,
          seed: 7,
          metadata: { personGeneration: 'allow_adult', enhancePrompt: true },
        },
        images: ['instances[0].image.bytesBase64Encoded', 'instances[0].lastFrame.inlineData.data'],
      },
    );
  });

  it.each([
    [{ resolution: '720p' }, { width: 1280, height: 720 }],
    [{ resolution: '4k' }, { width: 3840, height: 2160 }],
    [
      { resolution: '720p', aspectRatio: '1:1' },
      { width: 720, height: 720, aspectRatio: '1:1' },
    ],
    [{ resolution: '640x360' }, { width: 640, height: 360 }],
    [{ aspectRatio: '16:9' }, { aspectRatio: '16:9' }],
  ])('decodes the shape of %j', (parameters, shape) => {
    expect(decode({ ...MINIMAL, parameters }).request).toEqual({ model: 'veo', prompt: 'a cat', ...shape });
  });

  it('accepts references if they cannot be mistaken for frames', () => {
    const references = (count: number) =>
      Array.from({ length: count }, () => ({ image: IMAGE, referenceType: 'asset' }));
    expect(decode({ instances: [{ prompt: 'a cat', referenceImages: references(3) }] }).images).toHaveLength(
      3,
    );
    const path = 'instances[0].referenceImages';
    expect(getFaultParam({ instances: [{ prompt: 'a', referenceImages: references(2) }] })).toBe(path);
    expect(getFaultParam({ instances: [{ prompt: 'a', referenceImages: references(9) }] })).toBe(path);
    expect(
      getFaultParam({ instances: [{ prompt: 'a', image: IMAGE, referenceImages: references(3) }] }),
    ).toBe(path);
  });

  it.each([
    [{}, 'instances'],
    [{ instances: [] }, 'instances'],
    [{ instances: [{ prompt: 'a' }, { prompt: 'b' }] }, 'instances'],
    [{ instances: [{}] }, 'instances[0].prompt'],
    [{ instances: [{ prompt: ' ' }] }, 'instances[0].prompt'],
    [{ instances: [{ prompt: 'a'.repeat(10_001) }] }, 'instances[0].prompt'],
    [{ instances: [{ prompt: 'a', video: { uri: 'x' } }] }, 'instances[0].video'],
    [{ instances: [{ prompt: 'a', lastFrame: IMAGE }] }, 'instances[0].lastFrame'],
    [{ instances: [{ image: { gcsUri: 'gs://a/b' } }] }, 'instances[0].image.gcsUri'],
    [{ instances: [{ image: {} }] }, 'instances[0].image.bytesBase64Encoded'],
    [{ ...MINIMAL, webhookConfig: {} }, 'webhookConfig'],
    [{ ...MINIMAL, parameters: [] }, 'parameters'],
    [{ ...MINIMAL, parameters: { sampleCount: 2 } }, 'parameters.sampleCount'],
    [{ ...MINIMAL, parameters: { numberOfVideos: 0 } }, 'parameters.numberOfVideos'],
    [{ ...MINIMAL, parameters: { durationSeconds: 601 } }, 'parameters.durationSeconds'],
    [{ ...MINIMAL, parameters: { durationSeconds: '8' } }, 'parameters.durationSeconds'],
    [{ ...MINIMAL, parameters: { resolution: 'large' } }, 'parameters.resolution'],
    [{ ...MINIMAL, parameters: { resolution: '9999x9999' } }, 'parameters.resolution'],
    [{ ...MINIMAL, parameters: { aspectRatio: 'wide' } }, 'parameters.aspectRatio'],
    [{ ...MINIMAL, parameters: { aspectRatio: '1:1', resolution: '640x360' } }, 'parameters.aspectRatio'],
    [{ ...MINIMAL, parameters: { seed: -1 } }, 'parameters.seed'],
    [{ ...MINIMAL, parameters: { style: 'x'.repeat(20_000) } }, 'parameters'],
  ])('is rejected with the path of the error: %j', (body, param) => {
    expect(getFaultParam(body)).toBe(param);
  });
});
