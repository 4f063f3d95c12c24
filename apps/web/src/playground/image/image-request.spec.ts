import { describe, expect, it } from '@jest/globals';
import { imageRequest } from './image-request.js';

const WISH = { model: 'm', prompt: 'A hill', size: 'auto', quality: 'auto', count: 2 };

describe('imageRequest', () => {
  it('makes a new picture, and leaves to the service what nobody chose', () => {
    const { path, json } = imageRequest(WISH);
    expect(path).toBe('/v1/images/generations');
    expect(JSON.parse(JSON.stringify(json))).toEqual({ model: 'm', prompt: 'A hill', n: 2 });
    expect(imageRequest({ ...WISH, size: ' 64x64 ', quality: 'low' }).json).toMatchObject({
      size: '64x64',
      quality: 'low',
    });
  });

  it('changes the picture that is given, within the mask', () => {
    const picture = new File(['p'], 'p.png');
    const mask = new File(['m'], 'mask.png');
    const { path, form } = imageRequest({ ...WISH, size: '64x64', picture, mask });
    expect(path).toBe('/v1/images/edits');
    expect(form).toEqual([
      { name: 'model', value: 'm' },
      { name: 'prompt', value: 'A hill' },
      { name: 'image', value: picture },
      { name: 'n', value: '2' },
      { name: 'mask', value: mask },
      { name: 'size', value: '64x64' },
    ]);
  });
});
