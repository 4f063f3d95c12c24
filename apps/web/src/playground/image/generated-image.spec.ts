import { describe, expect, it } from '@jest/globals';
import { parseImages } from './image-call.js';

describe('parseImages', () => {
  it('detects the image format from the data', () => {
    const data = ['iVBORw==', '/9j/4A==', 'UklGRg==', 'R0lGOA=='].map((base64) => ({ b64_json: base64 }));
    expect(parseImages({ data }).map(({ file }) => [file.name, file.type, file.size])).toEqual([
      ['image-1.png', 'image/png', 4],
      ['image-2.jpg', 'image/jpeg', 4],
      ['image-3.webp', 'image/webp', 4],
      ['image-4.gif', 'image/gif', 4],
    ]);
  });

  it('has the revised prompt', () => {
    const [image] = parseImages({ data: [{ b64_json: 'iVBORw==', revised_prompt: 'A green hill' }] });
    expect(image?.revisedPrompt).toBe('A green hill');
  });
});
