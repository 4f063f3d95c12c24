import { describe, expect, it } from '@jest/globals';
import { moderationRequest } from './moderation-request.js';

const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };

describe('moderationRequest', () => {
  it('sends text alone as text', () => {
    expect(moderationRequest({ model: 'm', text: 'Hi' }).json).toEqual({ model: 'm', input: 'Hi' });
  });

  it('sends a picture beside the text, or alone', () => {
    const pictureUrl = PICTURE.image_url.url;
    expect(moderationRequest({ model: 'm', text: 'Hi', pictureUrl }).json).toEqual({
      model: 'm',
      input: [{ type: 'text', text: 'Hi' }, PICTURE],
    });
    expect(moderationRequest({ model: 'm', text: ' ', pictureUrl }).json).toEqual({
      model: 'm',
      input: [PICTURE],
    });
  });
});
