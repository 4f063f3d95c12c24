import { describe, expect, it } from '@jest/globals';
import { speechRequest } from './speech-request.js';

const WISH = { model: 'm', text: 'Hi', voice: 'alloy', speed: 1, instructions: '' };

function bodyOf(wish: Parameters<typeof speechRequest>[0]): unknown {
  return JSON.parse(JSON.stringify(speechRequest(wish).json));
}

describe('speechRequest', () => {
  it('leaves to the service what nobody chose', () => {
    expect(bodyOf(WISH)).toEqual({ model: 'm', input: 'Hi', voice: 'alloy' });
  });

  it('says what was chosen', () => {
    expect(bodyOf({ ...WISH, format: 'pcm', speed: 1.5, instructions: 'Whisper.' })).toMatchObject({
      response_format: 'pcm',
      speed: 1.5,
      instructions: 'Whisper.',
    });
  });
});
