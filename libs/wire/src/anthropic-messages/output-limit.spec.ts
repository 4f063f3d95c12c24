import { describe, expect, it } from '@jest/globals';
import { encodeRequest } from './encode-request.js';

describe('the output limit of a model', () => {
  it.each([
    [{}, 128_000, 128_000],
    [{ maxOutputTokens: 7 }, 128_000, 7],
    [{ reasoning: { budgetTokens: 2000 } }, 64_000, 64_000],
    [{ reasoning: { effort: 'high' as const } }, 128_000, 128_000],
    [{ reasoning: { effort: 'none' as const } }, 128_000, 128_000],
    [{}, undefined, 4096],
  ])('for %j is %j, sent as %j', (members, maxOutputTokens, maxTokens) => {
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
    const request = { model: 'm', isStreamed: false, messages, ...members };
    const rule = maxOutputTokens === undefined ? undefined : { maxOutputTokens };
    expect(encodeRequest(request, 'm', { rule }).value['max_tokens']).toBe(maxTokens);
  });
});
