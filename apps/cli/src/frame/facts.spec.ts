import { describe, expect, it } from '@jest/globals';
import { formatFacts } from './table.js';

describe('formatFacts', () => {
  it('returns one line per fact, without empty ones', () => {
    const facts = formatFacts([
      ['Task', 'video_1'],
      ['Error', null],
      ['Video', undefined],
      ['Owner', ''],
      ['Images', 0],
    ]);
    expect(facts).toEqual(['Task    video_1', 'Images  0']);
  });

  it('escapes control characters', () => {
    expect(formatFacts([['Prompt', 'red \u001b[31m']])).toEqual([String.raw`Prompt  red \u001b[31m`]);
  });
});
