import { describe, expect, it } from '@jest/globals';
import { readChangeLines } from './change-lines.js';

const changed = 'openai gpt-5: changed; price.inputPerMTok: 1.25 → 1; limits.output: unknown → 128000';

describe('what was changed about a model', () => {
  it('is named by the settings where somebody has set some', () => {
    const changes = { hedgeMs: { from: null, to: 5 } };
    expect(readChangeLines({ action: 'model.set', changes })).toEqual({
      settings: ['hedge ms'],
      facts: [],
      sources: [],
    });
  });

  it('is told with both values, and from where, where the catalogue was brought up to date', () => {
    const sources = { from: null, to: ['https://models.dev/api.json (SHA-256 00ff)'] };
    const changes = { sources, models: { from: null, to: [changed] } };
    expect(readChangeLines({ action: 'models.update', changes })).toEqual({
      settings: [],
      facts: ['price.inputPerMTok: 1.25 → 1', 'limits.output: unknown → 128000'],
      sources: ['https://models.dev/api.json'],
    });
  });

  it.each([
    [
      [changed, 'xai gpt-5: added'],
      ['openai gpt-5: price.inputPerMTok: 1.25 → 1', 'xai gpt-5: added'],
    ],
    [['openai gpt-5: removed'], ['removed']],
    ['nothing', []],
  ])('of %j is %j', (to, facts) => {
    const changes = { models: { from: null, to } };
    expect(readChangeLines({ action: 'models.update', changes }).facts).toEqual(
      expect.arrayContaining(facts),
    );
  });
});
