import { expect, it } from '@jest/globals';
import { placeInCache } from '#replays';
import { FORMAT_IDS } from '#wire';

it('answers conversations, vectors, rankings, verdicts and speech from the cache, and no pictures or uploads', () => {
  const asked = { owner: 'ann', hints: {}, headers: {}, body: Buffer.from('{}'), ttlSeconds: 1 };
  const operations = Object.values(FORMAT_IDS).flat();
  const cacheable = operations.filter((operation) => placeInCache({ ...asked, operation }) !== undefined);
  expect(cacheable).toEqual([
    'openai-chat',
    'openai-completions',
    'openai-responses',
    'anthropic-messages',
    'gemini-generate-content',
    'openai-embeddings',
    'gemini-embed-content',
    'gemini-batch-embed-contents',
    'openai-speech',
    'jina-rerank',
    'cohere-rerank',
    'openai-moderations',
  ]);
});
