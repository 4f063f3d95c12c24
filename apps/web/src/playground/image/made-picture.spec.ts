import { describe, expect, it } from '@jest/globals';
import { picturesIn } from './made-picture.js';

describe('picturesIn', () => {
  it('takes the kind from the picture itself', () => {
    const data = ['iVBORw==', '/9j/4A==', 'UklGRg==', 'R0lGOA=='].map((base64) => ({ b64_json: base64 }));
    expect(picturesIn({ data }).map(({ file }) => [file.name, file.type, file.size])).toEqual([
      ['picture-1.png', 'image/png', 4],
      ['picture-2.jpg', 'image/jpeg', 4],
      ['picture-3.webp', 'image/webp', 4],
      ['picture-4.gif', 'image/gif', 4],
    ]);
  });

  it('passes on what the service made of the prompt', () => {
    const [picture] = picturesIn({ data: [{ b64_json: 'iVBORw==', revised_prompt: 'A green hill' }] });
    expect(picture?.revisedPrompt).toBe('A green hill');
  });
});
