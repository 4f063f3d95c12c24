import { describe, expect, it } from '@jest/globals';
import { describeRecordings, findShorterRecording } from './shorter-recording.js';

const SEVEN_DAYS = { store_content: { ttl_days: 7 } };

describe('findShorterRecording', () => {
  it.each([
    [SEVEN_DAYS, { store_content: { ttl_days: 3 } }, { before: 7, after: 3 }],
    [SEVEN_DAYS, { store_content: { ttl_days: 8 } }, undefined],
    [SEVEN_DAYS, { store_content: null }, undefined],
    [SEVEN_DAYS, {}, undefined],
    [{ store_content: null }, { store_content: { ttl_days: 3 } }, undefined],
  ])('compares %j with %j', (token, changes, days) => {
    expect(findShorterRecording(token, changes)).toEqual(days);
  });
});

describe('describeRecordings', () => {
  it.each([
    [{ count: 0, has_more: false }, /^No request is recorded at present\./],
    [{ count: 1, has_more: false }, /^Deletes nothing now: 1 recorded request is kept as long as before\./],
    [{ count: 1234, has_more: false }, /: 1,234 recorded requests are kept/],
    [{ count: 1_000_000, has_more: true }, /: more than 1,000,000 recorded requests are kept/],
    [{ count: null, has_more: true }, /: all recorded requests are kept/],
  ])('describes what happens to %j', (recordings, words) => {
    expect(describeRecordings(recordings)).toMatch(words);
  });
});
