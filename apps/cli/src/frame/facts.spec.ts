import { describe, expect, it } from '@jest/globals';
import { formatFacts } from './table.js';

describe('facts', () => {
  it('stand below each other, without those that are nothing', () => {
    const facts = formatFacts([
      ['Task', 'video_1'],
      ['Error', null],
      ['Video', undefined],
      ['Owner', ''],
      ['Images', 0],
    ]);
    expect(facts).toEqual(['Task    video_1', 'Images  0']);
  });

  it('let nobody who orders videos speak to the terminal', () => {
    expect(formatFacts([['Prompt', 'red \u001b[31m']])).toEqual([String.raw`Prompt  red \u001b[31m`]);
  });
});
