import { describe, expect, it } from '@jest/globals';
import { videoRequest } from './video-request.js';

describe('videoRequest', () => {
  it('leaves out empty options', () => {
    const { json } = videoRequest({ model: 'm', prompt: 'A train', size: ' ' });
    expect(JSON.parse(JSON.stringify(json))).toEqual({ model: 'm', prompt: 'A train' });
  });

  it('contains the options', () => {
    const options = {
      model: 'm',
      prompt: '',
      seconds: 4,
      size: '640x360',
      imageUrl: 'data:image/png;base64,AA==',
    };
    expect(videoRequest(options).json).toEqual({
      model: 'm',
      prompt: '',
      duration: 4,
      size: '640x360',
      image: 'data:image/png;base64,AA==',
    });
  });
});
