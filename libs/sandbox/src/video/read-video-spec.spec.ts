import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { readVideoSpec } from './read-video-spec.js';

const getFault = (body: JsonObject): unknown => {
  try {
    return readVideoSpec({ prompt: 'a', ...body });
  } catch (error) {
    return error;
  }
};

describe('readVideoSpec', () => {
  it('applies defaults', () => {
    expect(readVideoSpec({ prompt: 'A boat' })).toEqual({
      prompt: 'A boat',
      width: 640,
      height: 360,
      framesPerSecond: 12,
      durationSeconds: 3,
    });
  });

  it.each<[JsonObject, object]>([
    [{ size: '64x1280' }, { width: 64, height: 1280 }],
    [{ seconds: '0.5' }, { durationSeconds: 0.5 }],
    [{ seconds: 10 }, { durationSeconds: 10 }],
    [{ fps: 1 }, { framesPerSecond: 1 }],
    [{ fps: 30 }, { framesPerSecond: 30 }],
    [
      { seed: 0, fps: null, size: null },
      { seed: 0, framesPerSecond: 12, width: 640 },
    ],
    [{ image: 'data:image/png;base64,AAEC' }, { image: Buffer.from([0, 1, 2]) }],
  ])('accepts %j', (body, expected) => {
    expect(readVideoSpec({ prompt: 'a', ...body })).toMatchObject(expected);
  });

  it.each<[string, JsonObject]>([
    ['prompt', { prompt: 5 }],
    ['size', { size: '62x64' }],
    ['size', { size: '641x360' }],
    ['size', { size: '1282x720' }],
    ['size', { size: 'auto' }],
    ['size', { size: 640 }],
    ['seconds', { seconds: '0.4' }],
    ['seconds', { seconds: 10.1 }],
    ['seconds', { seconds: '' }],
    ['seconds', { seconds: 'long' }],
    ['fps', { fps: 0 }],
    ['fps', { fps: 31 }],
    ['fps', { fps: 23.976 }],
    ['fps', { fps: '24' }],
    ['seed', { seed: 1.5 }],
    ['image', { image: 'https://example.com/a.png' }],
    ['image', { image: 'data:image/png,AAEC' }],
  ])('names the problem with %s in %j', (param, body) => {
    expect(getFault(body)).toBeInstanceOf(GatewayError);
    expect(getFault(body)).toMatchObject({ kind: 'invalid-value', param });
  });
});
