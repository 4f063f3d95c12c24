import { describe, expect, it } from '@jest/globals';
import { playgroundPath } from './capability-words.js';

describe('trying a model in the playground', () => {
  it('begins where the model is at home', () => {
    expect(playgroundPath({ id: 'tts-1', capabilities: ['speech'] })).toBe('/playground/speech?model=tts-1');
    expect(playgroundPath({ id: 'gpt', capabilities: ['images', 'chat'] })).toBe(
      '/playground/chat?model=gpt',
    );
  });

  it('chats with a model that nobody knows more of', () => {
    expect(playgroundPath({ id: 'a/b', capabilities: [] })).toBe('/playground/chat?model=a%2Fb');
  });
});
