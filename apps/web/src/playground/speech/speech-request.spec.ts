import { describe, expect, it } from '@jest/globals';
import { speechRequest } from './speech-request.js';

const OPTIONS = { model: 'm', text: 'Hi', voice: 'alloy', speed: 1, instructions: '' };

function getBody(options: Parameters<typeof speechRequest>[0]): unknown {
  return JSON.parse(JSON.stringify(speechRequest(options).json));
}

describe('speechRequest', () => {
  it('leaves out default options', () => {
    expect(getBody(OPTIONS)).toEqual({ model: 'm', input: 'Hi', voice: 'alloy' });
  });

  it('contains the options', () => {
    expect(getBody({ ...OPTIONS, format: 'pcm', speed: 1.5, instructions: 'Whisper.' })).toMatchObject({
      response_format: 'pcm',
      speed: 1.5,
      instructions: 'Whisper.',
    });
  });
});
