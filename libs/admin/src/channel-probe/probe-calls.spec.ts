import { type Target } from '#catalog';
import { findProvider } from '#providers';
import { expect, it } from '@jest/globals';
import { listProbeCalls } from './probe-calls.js';

it('the test of a channel has the members that its provider expects', () => {
  const provider = findProvider('deepseek');
  if (provider === undefined) throw new Error('there is no DeepSeek');
  const target = { upstreamModel: 'deepseek-chat', channel: {} } as Target;
  const calls = listProbeCalls(target, provider, { capabilities: ['chat'], findRule: () => undefined });
  expect(calls.map(({ body }) => body)).toEqual([
    { model: 'deepseek-chat', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 16 },
  ]);
});
