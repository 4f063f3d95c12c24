import { describe, expect, it } from '@jest/globals';
import { bucketsFor, joinGroups, nameGroups, readChoice } from './usage-choice.js';

const DAY_MS = 86_400_000;
const read = (search: string, lengthMs = 7 * DAY_MS) => readChoice(new URLSearchParams(search), lengthMs);

describe('readChoice', () => {
  it('reads the URL parameters', () => {
    expect(read('group=token&measure=errors&by=hour')).toEqual({
      group: 'token',
      measure: 'errors',
      bucket: 'hour',
      isCompared: false,
    });
    expect(read('group=token&then=model&compare=on')).toMatchObject({
      secondGroup: 'model',
      isCompared: true,
    });
    expect(read('group=token&then=token')).not.toHaveProperty('secondGroup');
  });

  it('uses defaults for missing and invalid values', () => {
    const defaults = { group: 'model', measure: 'cost', bucket: 'day', isCompared: false };
    expect(read('')).toEqual(defaults);
    expect(read('group=toString&measure=x&by=minute')).toEqual(defaults);
  });

  it('does not allow hours for a long period', () => {
    expect(read('by=hour', 30 * DAY_MS).bucket).toBe('day');
  });
});

describe('two groups', () => {
  it('are requested and named together', () => {
    expect(joinGroups({ group: 'model' })).toBe('model');
    expect(joinGroups({ group: 'model', secondGroup: 'token' })).toBe('model,token');
    expect(nameGroups({ group: 'model', secondGroup: 'token' })).toBe('model and token');
  });
});

describe('bucketsFor', () => {
  it('limits the number of points in a chart', () => {
    const lengths = [DAY_MS / 24, DAY_MS, 7 * DAY_MS, 30 * DAY_MS];
    expect(lengths.map((lengthMs) => bucketsFor(lengthMs)[0])).toEqual(['minute', 'hour', 'day', 'day']);
  });
});
