import { describe, expect, it } from '@jest/globals';
import { buildExample } from './example-request.js';

describe('buildExample', () => {
  it.each([
    [['responses', 'chat'], '/v1/chat/completions'],
    [['embeddings'], '/v1/embeddings'],
    [['transcription'], '/v1/audio/transcriptions'],
    [['video', 'images'], '/v1/images/generations'],
    [['realtime'], undefined],
  ] as const)('for a model with the capabilities %j calls %s', (capabilities, path) => {
    expect(buildExample({ id: 'm', capabilities: [...capabilities] })?.path).toBe(path);
  });
});
