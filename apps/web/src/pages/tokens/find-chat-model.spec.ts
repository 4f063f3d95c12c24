import { describe, expect, it } from '@jest/globals';
import { findChatModel } from './find-chat-model.js';

describe('the model of the examples', () => {
  it('is the first that can chat', () => {
    const data = [
      { id: 'ada', capabilities: ['embeddings'] },
      { id: 'gpt', capabilities: ['images', 'chat'] },
      { id: 'other', capabilities: ['chat'] },
    ];
    expect(findChatModel({ data })).toBe('gpt');
  });

  it('is none of those that cannot', () => {
    expect(
      findChatModel({ data: [{ id: 'ada', capabilities: ['embeddings'] }, { id: 'silent' }] }),
    ).toBeUndefined();
    expect(findChatModel({})).toBeUndefined();
  });
});
