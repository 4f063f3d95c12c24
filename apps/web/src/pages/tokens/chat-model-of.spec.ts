import { describe, expect, it } from '@jest/globals';
import { chatModelOf } from './chat-model-of.js';

describe('the model of the examples', () => {
  it('is the first that can chat', () => {
    const data = [
      { id: 'ada', capabilities: ['embeddings'] },
      { id: 'gpt', capabilities: ['images', 'chat'] },
      { id: 'other', capabilities: ['chat'] },
    ];
    expect(chatModelOf({ data })).toBe('gpt');
  });

  it('is none of those that cannot', () => {
    expect(
      chatModelOf({ data: [{ id: 'ada', capabilities: ['embeddings'] }, { id: 'silent' }] }),
    ).toBeUndefined();
    expect(chatModelOf({})).toBeUndefined();
  });
});
