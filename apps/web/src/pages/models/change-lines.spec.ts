import { describe, expect, it } from '@jest/globals';
import { readChangeLines } from './change-lines.js';

const changed = 'openai gpt-5: changed; price.inputPerMTok: 1.25 → 1; limits.output: unknown → 128000';

describe('readChangeLines', () => {
  it('lists the names of changed settings', () => {
    const changes = { hedgeMs: { from: null, to: 5 } };
    expect(readChangeLines({ action: 'model.set', changes })).toEqual({
      settings: ['hedge ms'],
      facts: [],
      sources: [],
    });
  });

  it('lists changed facts with both values and their sources for an update of the catalog', () => {
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
  ])('reads %j as %j', (to, facts) => {
    const changes = { models: { from: null, to } };
    expect(readChangeLines({ action: 'models.update', changes }).facts).toEqual(
      expect.arrayContaining(facts),
    );
  });
});
