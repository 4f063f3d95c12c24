import { describe, expect, it } from '@jest/globals';
import { type Schema } from '../../../api/client.js';
import { describeDeletion, describeDeletions } from './describe-deletions.js';
import { describeReduction, findReductions } from './find-reductions.js';
import { type SettingEntry } from './setting-catalog.js';

const setting = (key: SettingEntry['key'], kind: SettingEntry['kind'], label: string): SettingEntry => ({
  key,
  kind,
  label,
  description: '',
  when_empty: null,
  min: null,
  max: null,
});

const ENTRIES = [
  setting('usage.retention_days', 'days', 'Requests'),
  setting('responses.retention_days', 'days', 'Stored responses'),
  setting('quotas.stored_responses', 'quota', 'Stored responses'),
  setting('quotas.media_files', 'quota', 'Generated files'),
  setting('quotas.media_mb', 'quota', 'Generated files, in MB'),
  setting('policies.max_choices', 'count', 'Choices'),
];
const BEFORE = { usage: { retention_days: 90 }, quotas: { media_mb: 20 }, policies: { max_choices: 4 } };

const find = (after: object) =>
  findReductions(ENTRIES, BEFORE, { ...BEFORE, ...after }).map(({ key }) => key);

describe('findReductions', () => {
  it('finds only lower retention times and quotas', () => {
    expect(find({ usage: { retention_days: 5 } })).toEqual(['usage.retention_days']);
    expect(find({ quotas: { media_mb: 19 } })).toEqual(['quotas.media_mb']);
    expect(find({ usage: { retention_days: 91 }, policies: { max_choices: 1 } })).toEqual([]);
    expect(find({})).toEqual([]);
  });

  it('describes reductions', () => {
    const [entry] = findReductions(ENTRIES, BEFORE, { ...BEFORE, usage: { retention_days: 5 } });
    expect(entry && describeReduction(entry, BEFORE, { usage: { retention_days: 5 } })).toBe(
      'Requests: 90 → 5 days',
    );
    const [quota] = ENTRIES.filter(({ key }) => key === 'quotas.media_mb');
    const lowered = [{ quotas: { media_mb: 20_480 } }, { quotas: { media_mb: 20_400 } }] as const;
    expect(quota && describeReduction(quota, ...lowered)).toBe('Generated files, in MB: 20,480 → 20,400');
  });
});

type Deletion = Schema<'DeletionView'>;

const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  requests: ['request in the log', 'requests in the log'],
  refused_requests: ['refused request in the log', 'refused requests in the log'],
  tasks: ['video task', 'video tasks'],
  stored_responses: ['stored response', 'stored responses'],
  cached_responses: ['cached response', 'cached responses'],
};

function count(what: Deletion['what'], rows: number | null, owners: number | null = null): Deletion {
  const [one, many] = NOUNS[what] ?? ['generated file', 'generated files'];
  return { what, one, many, rows, has_more: rows === null || rows >= 1_000_000, owners };
}

const describeAll = (keys: readonly string[], deletions: readonly Deletion[]): string =>
  describeDeletions(
    ENTRIES.filter(({ key }) => keys.includes(key)),
    deletions,
  ).join(' ');

describe('describeDeletions', () => {
  it.each([
    [count('requests', 1234), '1,234 requests in the log'],
    [count('files', 1), '1 generated file'],
    [count('requests', 1_000_000), 'more than 1,000,000 requests in the log'],
    [count('tasks', null), 'more video tasks than could be counted'],
    [count('stored_responses', 7, 1), '7 stored responses of 1 owner'],
    [count('cached_responses', 1, 1), '1 cached response of 1 owner'],
  ])('describes %j', (deletion, words) => {
    expect(describeDeletion(deletion)).toBe(words);
  });

  it('describes which data is deleted and when', () => {
    expect(describeAll(['usage.retention_days'], [count('requests', 5), count('refused_requests', 2)])).toBe(
      'This deletes 5 requests in the log, 2 refused requests in the log. Deleted data cannot be restored.',
    );
    expect(describeAll(['quotas.stored_responses'], [count('stored_responses', 9, 3)])).toBe(
      'When these owners store more, their oldest data is deleted: 9 stored responses of 3 owners. Deleted data cannot be restored.',
    );
  });

  it('describes cases in which no data is deleted', () => {
    expect(describeAll(['quotas.media_files'], [count('files_above_quota', 0, 2)])).toBe(
      '2 owners have reached the new quota. New files of these owners are refused; no file is deleted.',
    );
    expect(describeAll(['responses.retention_days'], [])).toBe(
      'Responses that are already stored are kept as long as before.',
    );
    expect(describeAll(['quotas.media_mb'], [count('files_above_quota', 0, 0)])).toBe(
      'No owner is above the new quota, so no stored data is deleted now.',
    );
    expect(describeAll(['usage.retention_days'], [count('requests', 0)])).toBe(
      'No stored data is old enough to be deleted now.',
    );
  });
});
