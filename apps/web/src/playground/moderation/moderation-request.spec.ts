import { describe, expect, it } from '@jest/globals';
import { moderationRequest } from './moderation-call.js';

const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };

describe('moderationRequest', () => {
  it('sends text without an image as a string', () => {
    expect(moderationRequest({ model: 'm', text: 'Hi' }).json).toEqual({ model: 'm', input: 'Hi' });
  });

  it('sends an image with or without text', () => {
    const imageUrl = IMAGE.image_url.url;
    expect(moderationRequest({ model: 'm', text: 'Hi', imageUrl }).json).toEqual({
      model: 'm',
      input: [{ type: 'text', text: 'Hi' }, IMAGE],
    });
    expect(moderationRequest({ model: 'm', text: ' ', imageUrl }).json).toEqual({
      model: 'm',
      input: [IMAGE],
    });
  });
});
