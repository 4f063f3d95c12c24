import { describe, expect, it } from '@jest/globals';
import { JsonDocument } from './json-document.js';
import { readFormParameters, readParameters } from './request-parameters.js';

const read = (body: object): unknown => readParameters(JsonDocument.scan(Buffer.from(JSON.stringify(body))));

describe('the parameters of a request', () => {
  it('are its settings without the content', () => {
    expect(
      read({
        model: 'm',
        messages: [{ role: 'user', content: 'a secret' }],
        temperature: 0.5,
        stream: true,
        tools: [{ name: 'a' }, { name: 'b' }],
        reasoning: { effort: 'low', summary: 'auto' },
        generationConfig: { topK: 4, thinkingConfig: { thinkingBudget: 100 }, responseSchema: { type: 'x' } },
        parallel_tool_calls: false,
      }),
    ).toEqual({
      temperature: 0.5,
      'tools.length': 2,
      'reasoning.effort': 'low',
      'reasoning.summary': 'auto',
      'generationConfig.topK': 4,
      'generationConfig.thinkingConfig.thinkingBudget': 100,
      parallel_tool_calls: false,
    });
  });

  it.each([
    [{ model: 'm', messages: [] }],
    [{ system: 'a secret', input: 'a secret', user: 'ann', metadata: { type: 'x' } }],
    [{ voice: 'several words', quality: 'x'.repeat(65), style: null, size: 'a\nb' }],
    [{ [`temperature${' '.repeat(100)}`]: 1 }],
  ])('are undefined for %j', (body) => {
    expect(read(body)).toBeUndefined();
  });

  it('are limited in number', () => {
    const strange = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key${index}`, index]));
    expect(read({ ...strange, temperature: 1 })).toBeUndefined();
  });

  it('are the same for a form', () => {
    const form = [
      { name: 'prompt', value: 'a fox' },
      { name: 'size', value: '1024x1024' },
      { name: 'n', value: '2' },
    ];
    expect(readFormParameters(form)).toEqual({ size: '1024x1024', n: '2' });
    expect(readFormParameters(form.slice(0, 1))).toBeUndefined();
  });
});
