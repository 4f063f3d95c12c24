import { describe, expect, it } from '@jest/globals';
import { playgroundPath } from './capability-words.js';

describe('playgroundPath', () => {
  it('opens the tab of the main capability', () => {
    expect(playgroundPath({ id: 'tts-1', capabilities: ['speech'] })).toBe('/playground/speech?model=tts-1');
    expect(playgroundPath({ id: 'gpt', capabilities: ['images', 'chat'] })).toBe(
      '/playground/chat?model=gpt',
    );
  });

  it('opens the chat for a model without known capabilities', () => {
    expect(playgroundPath({ id: 'a/b', capabilities: [] })).toBe('/playground/chat?model=a%2Fb');
  });
});
