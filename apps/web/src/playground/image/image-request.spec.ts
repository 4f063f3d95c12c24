import { describe, expect, it } from '@jest/globals';
import { imageRequest } from './image-call.js';

const OPTIONS = { model: 'm', prompt: 'A hill', size: 'auto', quality: 'auto', count: 2 };

describe('imageRequest', () => {
  it('creates an image, and leaves out default options', () => {
    const { path, json } = imageRequest(OPTIONS);
    expect(path).toBe('/v1/images/generations');
    expect(JSON.parse(JSON.stringify(json))).toEqual({ model: 'm', prompt: 'A hill', n: 2 });
    expect(imageRequest({ ...OPTIONS, size: ' 64x64 ', quality: 'low' }).json).toMatchObject({
      size: '64x64',
      quality: 'low',
    });
  });

  it('edits an image with a mask', () => {
    const image = new File(['p'], 'p.png');
    const mask = new File(['m'], 'mask.png');
    const { path, form } = imageRequest({ ...OPTIONS, size: '64x64', image, mask });
    expect(path).toBe('/v1/images/edits');
    expect(form).toEqual([
      { name: 'model', value: 'm' },
      { name: 'prompt', value: 'A hill' },
      { name: 'image', value: image },
      { name: 'n', value: '2' },
      { name: 'mask', value: mask },
      { name: 'size', value: '64x64' },
    ]);
  });
});
